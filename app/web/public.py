"""Public pages for anonymous visitors: from the cache, else rendered once for everyone with the same looks."""

from flask import Flask, Response, current_app, g, request

from app.core.security.nested import nest
from app.core.security.visitor import Visitor
from app.web.answers import environ_for
from app.web.document import document, personal
from app.web.encoding import ONCE, QUICK
from app.web.fallback import fall_back
from app.web.metrics import FALLBACKS
from app.web.page_cache import Entry, make_entry
from app.web.query import Query
from app.web.render_result import Redirect, RenderedPage
from app.web.rendering import render
from app.web.session import Looks, looks_of, page_session, public_session
from app.web.site import Site, site
from app.web.table import Match, Page
from app.web.worker import RenderFailure


def is_shared(match: Match, query: Query) -> bool:
    """Whether this page may come from, and go into, the cache of anonymous pages."""
    return match.page.cache and match.page.access.kind == "public" and g.visitor.user is None and not query.problem


def show(page: Page, url: str, query: Query) -> Response:
    """The page from the cache, renewed behind the reader when it is old; else rendered now."""
    here, session = site(), page_session(query.language)
    looks = looks_of(session)
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
            own = render(here, url, session)
            content = own if isinstance(own, RenderedPage) else content
        return personal(document(here, content, session), content.status)
    except RenderFailure as failure:
        return fall_back(here, page, session, failure)


def _make(here: Site, url: str, looks: Looks) -> Entry | RenderedPage | Redirect:
    """Render for everyone with these looks; an entry if the result is fit to be shared."""
    session = public_session(looks)
    outcome = render(here, url, session)
    if isinstance(outcome, Redirect) or outcome.status != 200 or 'name="csrf"' in outcome.html:
        return outcome
    page = document(here, outcome, session)
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
