"""The head sent early: once status and answers are settled, styles and scripts need not wait for the page."""

import time
from collections.abc import Iterable, Iterator

from flask import Response, request, stream_with_context

from app.core.db.base import db
from app.web.answers import RenderResult, answer_all
from app.web.document import Opening, not_modified, opening, page_rest, private, shell_rest, tag_of
from app.web.encoding import HURRIED, QUICK, accepted_encoding, encoded_pieces
from app.web.metrics import FALLBACKS
from app.web.needs_cache import Address
from app.web.render_result import RenderedPage
from app.web.rendering import ANSWER_SECONDS, render
from app.web.session import Session
from app.web.site import Site
from app.web.table import Page
from app.web.worker import RenderFailure


def send(
    site: Site, page: Page, address: Address, session: Session, answers: dict[str, RenderResult]
) -> Response | None:
    """The page with its head under way before it is rendered, or 304; None while anything could change the status.

    What the page needs must be known from an earlier time, every answer must be good, and a renderer there.
    The answers are added to the given ones, so that nothing is asked twice.
    """
    needs = site.memory.needs(address)
    if needs is None or not site.renderer.likely:
        return None
    missing = [need for need in needs if need not in answers]
    answers |= answer_all(missing, time.monotonic() + ANSWER_SECONDS, session["locale"])
    if any(answer["status"] >= 400 for answer in answers.values()):
        return None
    tag = tag_of(address[1], session, answers)
    head, encoding = opening(site, page, session), accepted_encoding()
    is_known = request.if_none_match.contains_weak(tag) and site.memory.finished(tag)
    if is_known or request.method == "HEAD":
        body: Iterable[bytes] = ()
    else:
        quality = HURRIED if site.renderer.is_busy else QUICK
        body = encoded_pieces(stream_with_context(_pieces(site, address, head, answers, tag)), encoding, quality)
    response = private(body, 200, head.policy, session)
    response.set_etag(tag, weak=True)
    response.vary.add("Accept-Encoding")
    if is_known:
        return not_modified(response)
    if encoding:
        response.headers["Content-Encoding"] = encoding
    return response


def _pieces(site: Site, address: Address, head: Opening, answers: dict[str, RenderResult], tag: str) -> Iterator[str]:
    """The opening, then the page; should the renderer fail now, what lets the browser render it instead."""
    foreseen = len(answers)
    yield head.text
    # The renderer is waited for without a connection or a snapshot of the database.
    db.session.rollback()
    try:
        outcome = render(site, address[1], head.session, answers=answers)
        if not isinstance(outcome, RenderedPage):
            raise RenderFailure("garbage", "a redirect after the head was sent")
    except RenderFailure as failure:
        FALLBACKS.labels(failure.reason).inc()
        yield shell_rest(head)
        return
    if len(answers) > foreseen:
        tag = tag_of(address[1], head.session, answers)
    site.memory.learn(address, tuple(answers), tag)
    yield page_rest(head, outcome)
