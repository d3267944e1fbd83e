"""The page view: whatever is neither API nor file is a page of the table, or the 404 page."""

import re
import time
from typing import Any

from flask import Blueprint, Flask, Response, g, redirect, request
from werkzeug.exceptions import NotFound
from werkzeug.routing import BaseConverter, Map

from app.config import Settings
from app.db import begin_as, db
from app.errors import RESERVED, is_api_path, is_api_request
from app.pages import early, forms, keeping, public, seo
from app.pages.addresses import safe_next
from app.pages.answers import Answer, answer
from app.pages.document import document, personal, tag_of
from app.pages.fallback import fall_back
from app.pages.front import Front
from app.pages.problems import ENROL, problem_page, sign_in_address
from app.pages.query import Query, read_query
from app.pages.rendered import Redirect
from app.pages.rendering import render
from app.pages.session import page_session
from app.pages.site import make_site, site
from app.pages.table import Match, Page
from app.pages.worker import RenderFailure

blueprint = Blueprint("pages", __name__)
_NUMBER = re.compile(r"<int:\w+>")
NEVER_PAGES = tuple(prefix[1:] for prefix in (*RESERVED, "/submit", "/b", "/r"))
UNKNOWN = Page(name="error", path="", access=None)  # type: ignore[arg-type]


class PagePath(BaseConverter):
    """A path that may be a page's: not under a reserved prefix, nor of a call, which answer their own 404s and 405s."""

    part_isolating = False

    def __init__(self, url_map: Map, *args: Any, **kwargs: Any) -> None:
        """Leave the calls there are by now to themselves where nobody can read them: they come before pages."""
        super().__init__(url_map, *args, **kwargs)
        rules = {rule.rule[1:] for rule in url_map.iter_rules() if "GET" not in (rule.methods or ())}
        numbered = {_NUMBER.sub("[0-9]+", re.escape(rule)) for rule in rules}
        calls = "|".join(sorted(rule for rule in numbered if "<" not in rule))
        self.regex = rf"(?!(?:{'|'.join(NEVER_PAGES)})(?:/|$)|(?:{calls})$).*?"


def show(path: str = "") -> Response:
    """The page of the present address, or where it really is, or why it is not to be had."""
    found, url_path = site().table.match(_tidy(path)), _tidy(path)
    if found is None:
        return _unknown(url_path)
    text = request.query_string.decode("latin-1")
    query = read_query(found.page, text)
    url = f"{url_path}?{query.canonical}" if query.canonical else url_path
    if query.problem is None and (query.canonical != text or url_path != f"/{path}"):
        return _redirect(url, 301)
    elsewhere = _gate(found.page, url)
    if elsewhere is not None:
        return elsewhere
    if public.is_shared(found, query):
        return public.show(found.page, url, query)
    return show_personal(found, url, query)


def _tidy(path: str) -> str:
    """The path with one leading slash and none at its end."""
    return "/" + path.strip("/")


def _redirect(to: str, status: int) -> Response:
    """A redirect within this site that nobody keeps for others."""
    response = redirect(to, status, Response)
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Vary"] = "Cookie"
    assert isinstance(response, Response)  # noqa: S101 - narrows what we have just asked for
    return response


def _gate(page: Page, url: str) -> Response | None:
    """The redirect of a visitor who must sign in first, has done so already, or must set up a second factor."""
    signed_in = g.visitor.user is not None
    if g.visitor.must_enrol and page.path != ENROL and (page.path == "/" or page.access.kind in ("user", "ability")):
        return _redirect(ENROL, 303)
    if page.access.kind == "guest" and signed_in:
        return _redirect(safe_next(request.args.get("next")), 303)
    if page.access.kind in ("user", "ability") and not signed_in:
        return _redirect(sign_in_address(url), 303)
    return None


def _allowed(page: Page) -> bool:
    """Whether the visitor has the ability a page asks for."""
    from app.security import can

    return page.access.kind != "ability" or can(page.access.action, page.access.subject)


def show_personal(found: Match, url: str, query: Query, form: dict[str, Any] | None = None) -> Response:
    """A page for this visitor alone; `form` is what a refused form leaves behind."""
    here, session = site(), page_session(query.language)
    status, answers = _settled(found, query, session["locale"])
    if form is not None and status == 200:
        status = form["problem"]["status"]
    # Nobody waits for a page while holding the database's one write lock.
    if form is not None:
        db.session.rollback()
        begin_as("DEFERRED")
    # Only what is somebody's own begins early: other pages have a kept copy, which must be sent whole.
    address = (here.table.build, url, g.visitor.user.id) if g.visitor.user is not None else None
    if address is not None and form is None and status == 200:
        sent = early.send(here, found.page, address, session, answers)
        if sent is not None:
            return sent
    try:
        outcome = render(here, url, session, form=form, answers=answers)
        if isinstance(outcome, Redirect):
            return _redirect(outcome.to, outcome.status)
        made = document(here, outcome, session)
    except RenderFailure as failure:
        return fall_back(here, found.page, session, failure, status=status, form=form, bad=query.problem)
    if form is not None or outcome.status != 200:
        return personal(made, outcome.status)
    tag = tag_of(url, session, answers)
    if address is not None:
        here.memory.learn(address, tuple(answers), tag)
    return personal(made, 200, tag)


def _settled(found: Match, query: Query, locale: str) -> tuple[int, dict[str, Answer]]:
    """The status that is certain before anything is rendered, and the answers asked to know it."""
    if not _allowed(found.page):
        return 403, {}
    if query.problem is not None:
        return 400, {}
    proof = found.proof()
    if proof is None:
        return 200, {}
    told = answer(proof, locale)
    return (told["status"] if 400 <= told["status"] < 500 else 200), {proof: told}


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


def _page_instead() -> Response | None:
    """The page where page and API share an address and a browser navigates there."""
    if request.method not in {"GET", "HEAD"} or "parley.visitor" in request.environ:
        return None
    if request.endpoint in {"pages.show", None} or is_api_path(request.path):
        return None
    if request.path not in site().table.plain:
        return None
    g.shares_address = True
    return None if is_api_request() else show(request.path.lstrip("/"))


def _mark_shared(response: Response) -> Response:
    """Say that the answer depends on what was accepted, where page and API share an address."""
    if g.get("shares_address"):
        response.vary.add("Accept")
    return response


def _keep_secrets(response: Response) -> Response:
    """Have nobody keep a page that was made of an answer nobody may keep."""
    if g.get("holds_secrets") and "parley.visitor" not in request.environ:
        response.headers["Cache-Control"] = "no-store"
        response.headers.pop("ETag", None)
    return response


@blueprint.get("/static/build/<path:name>")
def built(name: str) -> Response:
    """A file of the interface's build."""
    return site().assets.send(name)


built.credentials = False  # type: ignore[attr-defined]


def register(app: Flask) -> None:
    """Add the page view, forms, files, robots and sitemap, and let errors be pages."""
    settings: Settings = app.config["SETTINGS"]
    app.extensions["site"] = made = make_site(app, settings)
    app.wsgi_app = Front(app.wsgi_app, made)  # type: ignore[method-assign]
    app.url_map.converters["page"] = PagePath
    app.before_request(_page_instead)
    app.after_request(_mark_shared)
    app.after_request(_keep_secrets)
    for rule in ("/", "/<page:path>"):
        app.add_url_rule(rule, "pages.show", show, methods=["GET"], strict_slashes=False)
    for module in (seo, forms):
        module.register(blueprint)
    app.register_blueprint(blueprint)
    app.extensions["page_problem"] = problem_page
    app.extensions["started"] = time.monotonic()
    keeping.register(app)
