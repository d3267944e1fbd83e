"""Pages without the renderer: the last copy kept, else the shell that the browser fills – never a 5xx.

The copies are rendered in the background, once for all readers.
"""

import re
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

import structlog
from flask import Flask, Response, g, request
from werkzeug.test import create_environ

from app.core.db import availability
from app.core.errors import problem
from app.core.http.safe_redirect import safe_next
from app.core.languages import LANGUAGES
from app.core.security.nested import nest
from app.core.security.visitor import Visitor
from app.web.document import document, shell
from app.web.encoding import encode_response
from app.web.page_context import PageContext, make_context
from app.web.problems import problem_page
from app.web.query import QueryProblem, encode
from app.web.rendering import render
from app.web.site import Site
from app.web.snapshots import NEXT_SLOT, fill, form_slots, problem_slots
from app.web.table import Page
from app.web.worker import FALLBACKS, RenderedPage, RenderFailure

_RETURN = re.compile(r'<p class="return">.*?</p>', re.DOTALL)
"""The line of the copies that says where signing in leads."""


def fall_back(
    site: Site,
    page: Page,
    context: PageContext,
    failure: RenderFailure,
    *,
    status: int = 200,
    form: dict[str, Any] | None = None,
    bad: QueryProblem | None = None,
) -> Response:
    """The best answer that needs no renderer, with the status the page table and the API have settled."""
    FALLBACKS.labels(failure.reason).inc()
    anonymous, refused_before = g.visitor.user is None, form is None and status != 200
    copy = find_snapshot(site, page, context, form) if anonymous and not refused_before else None
    if copy is not None:
        return _mark_fallback(document(site, copy, context, hydrate=False).response(status), "kept")
    if status >= 400:
        refusal = form["problem"] if form else _problem(bad)
        response = problem_page(problem(status) | refusal, {}, form["values"] if form else None)
        response.headers["X-SSR"] = "fallback"
        return response
    response = shell(site, page.name, context, form).response(status)
    response.headers["X-Robots-Tag"] = "noindex"
    return _mark_fallback(response, "fallback")


def _problem(bad: QueryProblem | None) -> dict[str, Any]:
    """What a problem page says of a bad value in the address."""
    return {"errors": {bad.key: f"{bad.value} → {bad.valid}"}} if bad else {}


def _mark_fallback(response: Response, cache_state: str) -> Response:
    """The response marked as made without the renderer, for nobody to keep."""
    response.headers["X-SSR"] = cache_state
    response.headers["Cache-Control"] = "no-store"
    return encode_response(response)


def find_snapshot(site: Site, page: Page, context: PageContext, form: dict[str, Any] | None) -> RenderedPage | None:
    """The kept copy of an anonymous page, its slots filled with what this visitor typed and was shown."""
    if page.has_parameters or page.access.kind not in ("public", "guest"):
        return None
    problem: dict[str, Any] = form["problem"] if form else {}
    errors = {name: _sentence(texts) for name, texts in (problem.get("errors") or {}).items()}
    variant = variant_name(tuple(errors)) if form else ""
    copy = site.copies.get(site.table.build, page.name, context["locale"], variant)
    if copy is None and form:
        copy = site.copies.get(site.table.build, page.name, context["locale"], variant_name(()))
    if copy is None:
        return None
    values = dict(form["values"]) if form else {}
    values |= {f"error.{name}": text for name, text in errors.items()}
    values["detail"] = str(problem.get("detail") or " ".join(errors.values()))
    to = safe_next(request.args.get("next") or values.get("next"))
    if to == "/":  # Where everybody comes to is not said.
        copy = replace(copy, html=_RETURN.sub("", copy.html))
    filled = fill(copy, values, to)
    return filled if not form else _with_form(filled, form)


def _sentence(texts: Any) -> str:
    """What is said of one field, as one text."""
    return " ".join(map(str, texts)) if isinstance(texts, list) else str(texts)


def _with_form(page: RenderedPage, form: dict[str, Any]) -> RenderedPage:
    """The page whose state tells the browser the very problem that was filled in."""
    state = page.state | {"form": form}
    return RenderedPage(page.status, page.title, page.head, page.html, state, page.page)


def variant_name(fields: tuple[str, ...]) -> str:
    """The name of the copy whose named fields carry an error."""
    return "+".join(["refused", *sorted(fields)])


log = structlog.get_logger(__name__)
MAX_FIELDS = 4
_FIELD = re.compile(r"<input\b[^>]*>")
_NAME = re.compile(r'\bname="([A-Za-z_]+)"')
_NO_FIELD = re.compile(r'\btype="(?:hidden|checkbox|radio|submit)"')


def keep_all(app: Flask) -> int:
    """Render and keep every page that needs no reader; returns how many copies were made."""
    site: Site = app.extensions["site"]
    count = 0
    for page in site.table.pages:
        if page.has_parameters or page.access.kind not in ("public", "guest"):
            continue
        for locale in LANGUAGES:
            for variant, copy in _copies(app, site, page, locale):
                site.copies.put(site.table.build, page.name, locale, copy, variant)
                count += 1
    if count:
        site.copies.forget_others(site.table.build)
    return count


def _copies(app: Flask, site: Site, page: Page, locale: str) -> Iterator[tuple[str, RenderedPage]]:
    """The copies of one page in one language: as it is, and refused with each set of fields in error."""
    plain = _render(app, site, page, locale, ())
    if plain is None:
        return
    yield "", plain
    fields = _fields_of(plain.html) if page.access.kind == "guest" else ()
    for size in range(len(fields) + 1 if fields else 0):
        for wrong in combinations(fields, size):
            refused = _render(app, site, page, locale, fields, wrong)
            if refused is not None:
                yield variant_name(wrong), refused


def _fields_of(html: str) -> tuple[str, ...]:
    """The fields a person fills in on a page."""
    tags = [tag for tag in _FIELD.findall(html) if not _NO_FIELD.search(tag)]
    names = [match[1] for tag in tags if (match := _NAME.search(tag))]
    return tuple(dict.fromkeys(names))[:MAX_FIELDS]


def _render(
    app: Flask, site: Site, page: Page, locale: str, fields: tuple[str, ...], wrong: tuple[str, ...] | None = None
) -> RenderedPage | None:
    """One page as an anonymous visitor gets it, with slots where Flask will fill something in."""
    takes_next = any(key.key == "next" for key in page.query)
    url = f"{page.path}?next={encode(NEXT_SLOT)}" if takes_next else page.path
    form = None
    if wrong is not None:
        form = {"page": page.name, "values": form_slots(fields), "problem": problem_slots(wrong)}
    hosts = app.config.get("TRUSTED_HOSTS") or ["127.0.0.1"]
    environ = create_environ(page.path, base_url=f"http://{hosts[0].lstrip('.')}/")
    with app.request_context(environ):
        g.visitor = Visitor()
        nest(request.environ, g.visitor)
        outcome = render(site, url, make_context(locale, origin=site.settings.public_url), form=form)
    if not isinstance(outcome, RenderedPage) or outcome.page != page.name:
        return None
    return outcome if outcome.status in (200, 400) else None


def keep_when_ready(app: Flask, *, seconds: float = 60.0) -> None:
    """Make the copies as soon as the renderer answers, unless this build's are there already."""
    site: Site = app.extensions["site"]
    until = time.monotonic() + seconds
    while time.monotonic() < until and not site.copies.has(site.table.build):
        try:
            if site.table.build:
                log.debug("pages_kept", copies=keep_all(app))
                return
        except Exception as error:
            if not isinstance(error, RenderFailure) and availability.met(error) is None:
                # Without copies the shell still serves; this must not take the process down.
                log.exception("pages_not_kept")
                return
        time.sleep(1.0)


def register(app: Flask) -> None:
    """Make the copies behind the first request, once a process."""
    if app.testing:
        return
    begun = threading.Lock()

    @app.before_request
    def _begin() -> None:
        if begun.acquire(blocking=False):
            threading.Thread(target=keep_when_ready, args=(app,), name="keep-pages", daemon=True).start()
