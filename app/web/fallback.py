"""Pages without the renderer: the last copy kept, else the shell that the browser fills – never a 5xx."""

from typing import Any

from flask import Response, g, request

from app.core.errors import problem
from app.core.http.safe_redirect import safe_next
from app.web.document import document, shell
from app.web.encoding import encode_response
from app.web.metrics import FALLBACKS
from app.web.problems import problem_page
from app.web.query import QueryProblem
from app.web.render_result import RenderedPage
from app.web.session import Session
from app.web.site import Site
from app.web.snapshots import fill
from app.web.table import Page
from app.web.worker import RenderFailure


def fall_back(
    site: Site,
    page: Page,
    session: Session,
    failure: RenderFailure,
    *,
    status: int = 200,
    form: dict[str, Any] | None = None,
    bad: QueryProblem | None = None,
) -> Response:
    """The best answer that needs no renderer, with the status the page table and the API have settled."""
    FALLBACKS.labels(failure.reason).inc()
    anonymous, refused_before = g.visitor.user is None, form is None and status != 200
    copy = find_snapshot(site, page, session, form) if anonymous and not refused_before else None
    if copy is not None:
        return _mark_fallback(document(site, copy, session, hydrate=False).response(status), "kept")
    if status >= 400:
        refusal = form["problem"] if form else _problem(bad)
        response = problem_page(problem(status) | refusal, {}, form["values"] if form else None)
        response.headers["X-SSR"] = "fallback"
        return response
    response = shell(site, page.name, session, form).response(status)
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


def find_snapshot(site: Site, page: Page, session: Session, form: dict[str, Any] | None) -> RenderedPage | None:
    """The kept copy of an anonymous page, its slots filled with what this visitor typed and was shown."""
    if page.has_parameters or page.access.kind not in ("public", "guest"):
        return None
    problem: dict[str, Any] = form["problem"] if form else {}
    errors = {name: _sentence(texts) for name, texts in (problem.get("errors") or {}).items()}
    variant = variant_name(tuple(errors)) if form else ""
    copy = site.copies.get(site.table.build, page.name, session["locale"], variant)
    if copy is None and form:
        copy = site.copies.get(site.table.build, page.name, session["locale"], variant_name(()))
    if copy is None:
        return None
    values = dict(form["values"]) if form else {}
    values |= {f"error.{name}": text for name, text in errors.items()}
    values["detail"] = str(problem.get("detail") or " ".join(errors.values()))
    filled = fill(copy, values, safe_next(request.args.get("next") or values.get("next")))
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
