"""The page view: whatever is neither API nor file is a page of the table, or the 404 page."""

from typing import Any

from flask import Response, g, redirect, request
from werkzeug.exceptions import NotFound

from app.core.db.base import begin_as, db
from app.core.http.safe_redirect import safe_next
from app.web import early_flush, public
from app.web.answers import RenderResult, answer
from app.web.document import document, personal, tag_of
from app.web.fallback import fall_back
from app.web.problems import ENROL, sign_in_address
from app.web.query import Query, read_query
from app.web.render_result import Redirect
from app.web.rendering import render
from app.web.session import admin_names, page_session
from app.web.site import site
from app.web.table import Match, Page
from app.web.worker import RenderFailure


def show(path: str = "") -> Response:
    """The page of the present address, or where it really is, or why it is not to be had."""
    match, url_path = site().table.match(_tidy(path)), _tidy(path)
    text = request.query_string.decode("latin-1")
    if match is None:
        moved = site().table.moved.get(url_path)
        return _unknown(url_path) if moved is None else _redirect(_with_query(moved, text), 301)
    query = read_query(match.page, text)
    url = f"{url_path}?{query.canonical}" if query.canonical else url_path
    if query.problem is None and (query.canonical != text or url_path != f"/{path}"):
        return _redirect(url, 301)
    elsewhere = gate(match.page, url)
    if elsewhere is not None:
        return elsewhere
    if public.is_shared(match, query):
        return public.show(match.page, url, query)
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
    here, session = site(), page_session(query.language)
    status, answers = _settle_status(match, query, session["locale"])
    if status == 403:
        session["admins"] = admin_names()
    if form is not None and status == 200:
        status = form["problem"]["status"]
    # Nobody waits for a page while holding the database's one write lock.
    if form is not None:
        db.session.rollback()
        begin_as("DEFERRED")
    # Only what is someone's own begins early: other pages have a kept copy, which must be sent whole.
    address = (here.table.build, url, g.visitor.user.id) if g.visitor.user is not None else None
    if address is not None and form is None and status == 200:
        response = early_flush.send(here, match.page, address, session, answers)
        if response is not None:
            return response
    try:
        outcome = render(here, url, session, form=form, answers=answers)
        if isinstance(outcome, Redirect):
            return _redirect(outcome.to, outcome.status)
        page = document(here, outcome, session)
    except RenderFailure as failure:
        return fall_back(here, match.page, session, failure, status=status, form=form, bad=query.problem)
    if form is not None or outcome.status != 200:
        return personal(page, outcome.status)
    tag = tag_of(url, session, answers)
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
    answered = answer(proof, locale)
    return (answered["status"] if 400 <= answered["status"] < 500 else 200), {proof: answered}


def _unknown(url: str) -> Response:
    """The 404 page; what looks like a file gets it without asking the renderer."""
    if "." in url.rpartition("/")[2]:
        raise NotFound
    here, session = site(), page_session(request.args.get("hl", ""))
    try:
        outcome = render(here, url, session)
        if isinstance(outcome, Redirect) or outcome.status != 404:
            raise NotFound
        return personal(document(here, outcome, session), 404)
    except RenderFailure:
        raise NotFound from None
