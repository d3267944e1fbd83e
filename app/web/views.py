"""The page view: whatever is neither API nor file is a page of the table, or the 404 page.

A reader's own page may begin early: once status and answers are settled, styles and scripts need not wait for it. A
public page comes from the cache, else it is rendered once for everyone with the same looks.
"""

import time
from collections.abc import Iterable, Iterator
from typing import Any

from flask import Flask, Response, current_app, g, redirect, request, stream_with_context
from werkzeug.exceptions import NotFound

from app.core.db.base import begin_as, db
from app.core.errors import is_api_request
from app.core.http.safe_redirect import safe_next
from app.core.security.nested import nest
from app.core.security.visitor import Visitor
from app.web.document import Opening, document, not_modified, opening, page_rest, personal, private, shell_rest, tag_of
from app.web.encoding import HURRIED, ONCE, QUICK, accepted_encoding, encoded_pieces
from app.web.fallback import fall_back
from app.web.page_cache import Entry, make_entry
from app.web.page_context import Looks, PageContext, admin_names, looks_of, page_context, public_context
from app.web.problems import ENROL, sign_in_address
from app.web.query import Query, read_query
from app.web.rendering import ANSWER_SECONDS, RenderResult, answer, answer_all, environ_for, render
from app.web.site import Address, Site, site
from app.web.table import Match, Page
from app.web.worker import FALLBACKS, Redirect, RenderedPage, RenderFailure


def show(path: str = "") -> Response:
    """The page of the present address, or where it really is, or why it is not to be had."""
    match, url_path = site().table.match(_tidy(path)), _tidy(path)
    text = request.query_string.decode("latin-1")
    if match is None:
        moved = site().table.new_address(url_path)
        return _unknown(url_path) if moved is None else _redirect(_with_query(moved, text), 301)
    query = read_query(match.page, text)
    url = f"{url_path}?{query.canonical}" if query.canonical else url_path
    if query.problem is None and (query.canonical != text or url_path != f"/{path}"):
        return _redirect(url, 301)
    elsewhere = gate(match.page, url)
    if elsewhere is not None:
        return elsewhere
    if is_shared(match, query):
        return show_public(match.page, url, query)
    return show_personal(match, url, query)


def _tidy(path: str) -> str:
    """The path with one leading slash and none at its end."""
    return "/" + path.strip("/")


def _with_query(url: str, text: str) -> str:
    """An address with a query added to the one it may have."""
    return url if not text else f"{url}{'&' if '?' in url else '?'}{text}"


def _redirect(to: str, status: int) -> Response:
    """A redirect within this site that nobody keeps for others."""
    response = redirect(to, status, Response)
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Vary"] = "Cookie"
    assert isinstance(response, Response)  # noqa: S101 - narrows what we have just asked for
    return response


def gate(page: Page, url: str) -> Response | None:
    """The redirect of a visitor who must sign in first, has done so already, or must set up a second factor."""
    signed_in = g.visitor.user is not None
    if g.visitor.must_enrol and page.path != ENROL and (page.path == "/" or page.access.kind in ("user", "ability")):
        return _redirect(ENROL, 303)
    if page.access.kind == "guest" and signed_in:
        return _redirect(safe_next(request.args.get("next")), 303)
    if page.access.kind in ("user", "ability") and not signed_in:
        return _redirect(sign_in_address(url), 303)
    return None


def is_allowed(page: Page) -> bool:
    """Whether the visitor has the ability a page asks for."""
    from app.core.security.visitor import can, sees_all

    access = page.access
    if access.kind != "ability":
        return True
    return can(access.action, access.subject) and (not access.whole or sees_all(access.subject))


def show_personal(match: Match, url: str, query: Query, form: dict[str, Any] | None = None) -> Response:
    """A page for this visitor alone; `form` is what a refused form leaves behind."""
    here, context = site(), page_context(query.language)
    status, answers = _settle_status(match, query, context["locale"])
    if status == 403:
        context["admins"] = admin_names()
    if form is not None and status == 200:
        status = form["problem"]["status"]
    # Nobody waits for a page while holding the database's one write lock.
    if form is not None:
        db.session.rollback()
        begin_as("DEFERRED")
    # Only what is someone's own begins early: other pages have a kept copy, which must be sent whole.
    address = (here.table.build, url, g.visitor.user.id) if g.visitor.user is not None else None
    if address is not None and form is None and status == 200:
        response = send_early(here, match.page, address, context, answers)
        if response is not None:
            return response
    try:
        outcome = render(here, url, context, form=form, answers=answers)
        if isinstance(outcome, Redirect):
            return _redirect(outcome.to, outcome.status)
        page = document(here, outcome, context)
    except RenderFailure as failure:
        return fall_back(here, match.page, context, failure, status=status, form=form, bad=query.problem)
    if form is not None or outcome.status != 200:
        return personal(page, outcome.status)
    tag = tag_of(url, context, answers)
    if address is not None:
        here.memory.learn(address, tuple(answers), tag)
    return personal(page, 200, tag)


def _settle_status(match: Match, query: Query, locale: str) -> tuple[int, dict[str, RenderResult]]:
    """The status that is certain before anything is rendered, and the answers asked to know it."""
    if not is_allowed(match.page):
        return 403, {}
    if query.problem is not None:
        return 400, {}
    proof = match.proof()
    if proof is None:
        return 200, {}
    result = answer(proof, locale)
    return (result["status"] if 400 <= result["status"] < 500 else 200), {proof: result}


def _unknown(url: str) -> Response:
    """The 404 page; what looks like a file, or is asked for as data, gets the plain answer without the renderer."""
    if "." in url.rpartition("/")[2] or is_api_request():
        raise NotFound
    here, context = site(), page_context(request.args.get("hl", ""))
    try:
        outcome = render(here, url, context)
        if isinstance(outcome, Redirect) or outcome.status != 404:
            raise NotFound
        return personal(document(here, outcome, context), 404)
    except RenderFailure:
        raise NotFound from None


def send_early(
    here: Site, page: Page, address: Address, context: PageContext, answers: dict[str, RenderResult]
) -> Response | None:
    """The page with its head under way before it is rendered, or 304; None while anything could change the status.

    What the page needs must be known from an earlier time, every answer must be good, and a renderer there.
    The answers are added to the given ones, so that nothing is asked twice.
    """
    needs = here.memory.needs(address)
    if needs is None or not here.renderer.likely:
        return None
    missing = [need for need in needs if need not in answers]
    answers |= answer_all(missing, time.monotonic() + ANSWER_SECONDS, context["locale"])
    if any(answer["status"] >= 400 for answer in answers.values()):
        return None
    tag = tag_of(address[1], context, answers)
    head, encoding = opening(here, page, context), accepted_encoding()
    is_known = request.if_none_match.contains_weak(tag) and here.memory.finished(tag)
    if is_known or request.method == "HEAD":
        body: Iterable[bytes] = ()
    else:
        quality = HURRIED if here.renderer.is_busy else QUICK
        body = encoded_pieces(stream_with_context(_pieces(here, address, head, answers, tag)), encoding, quality)
    response = private(body, 200, head.policy, context)
    response.set_etag(tag, weak=True)
    response.vary.add("Accept-Encoding")
    if is_known:
        return not_modified(response)
    if encoding:
        response.headers["Content-Encoding"] = encoding
    return response


def _pieces(here: Site, address: Address, head: Opening, answers: dict[str, RenderResult], tag: str) -> Iterator[str]:
    """The opening, then the page; should the renderer fail now, what lets the browser render it instead."""
    foreseen = len(answers)
    yield head.text
    # The renderer is waited for without a connection or a snapshot of the database.
    db.session.rollback()
    try:
        outcome = render(here, address[1], head.context, answers=answers)
        if not isinstance(outcome, RenderedPage):
            raise RenderFailure("garbage", "a redirect after the head was sent")
    except RenderFailure as failure:
        FALLBACKS.labels(failure.reason).inc()
        yield shell_rest(head)
        return
    if len(answers) > foreseen:
        tag = tag_of(address[1], head.context, answers)
    here.memory.learn(address, tuple(answers), tag)
    yield page_rest(head, outcome)


def is_shared(match: Match, query: Query) -> bool:
    """Whether this page may come from, and go into, the cache of anonymous pages."""
    return match.page.cache and match.page.access.kind == "public" and g.visitor.user is None and not query.problem


def show_public(page: Page, url: str, query: Query) -> Response:
    """The page from the cache, renewed behind the reader when it is old; else rendered now."""
    here, context = site(), page_context(query.language)
    looks = looks_of(context)
    key = (here.table.build, url, looks)
    entry = here.cache.get(key)
    if entry is not None:
        if not entry.is_fresh:
            app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
            environ = _anonymous_environ(url)
            here.cache.renew_behind(key, lambda: _renew(app, environ, url, looks))
        return entry.response()
    try:
        content = _make(here, url, looks)
        if isinstance(content, Entry):
            here.cache.put(key, content)
            return content.response()
        if isinstance(content, Redirect):
            raise RenderFailure("garbage", "a public page redirects")
        if content.status == 200:
            # It holds a form that writes, so it is this visitor's own page after all.
            own = render(here, url, context)
            content = own if isinstance(own, RenderedPage) else content
        return personal(document(here, content, context), content.status)
    except RenderFailure as failure:
        return fall_back(here, page, context, failure)


def _make(here: Site, url: str, looks: Looks) -> Entry | RenderedPage | Redirect:
    """Render for everyone with these looks; an entry if the result is fit to be shared."""
    context = public_context(looks)
    outcome = render(here, url, context)
    if isinstance(outcome, Redirect) or outcome.status != 200 or 'name="csrf"' in outcome.html:
        return outcome
    page = document(here, outcome, context)
    quality = QUICK if "?" in url else ONCE
    return make_entry(page.text.encode(), page.policy, looks.locale, quality=quality)


def _anonymous_environ(url: str) -> dict[str, object]:
    """The present environ without anything personal, for rendering after the answer is out."""
    environ = environ_for(url, "GET", request.environ)
    nest(environ, Visitor())
    for name in ("HTTP_COOKIE", "HTTP_AUTHORIZATION", "HTTP_ACCEPT_LANGUAGE"):
        environ.pop(name, None)
    return environ


def _renew(app: Flask, environ: dict[str, object], url: str, looks: Looks) -> None:
    """Render a cached page again in a thread of its own; a failure leaves the old one in place."""
    with app.request_context(environ):
        g.visitor = Visitor()
        here = site()
        try:
            page = _make(here, url, looks)
        except RenderFailure as failure:
            FALLBACKS.labels(failure.reason).inc()
            return
        if isinstance(page, Entry):
            here.cache.put((here.table.build, url, looks), page)
