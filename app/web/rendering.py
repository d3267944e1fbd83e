"""One page, in rounds: ask the renderer, answer its needs, ask again, until there is a page or a redirect."""

import time
from typing import Any

from app.core.http.safe_redirect import safe_next
from app.web.answers import MAX_NEEDS, MAX_ROUNDS, RenderResult, answer_all
from app.web.metrics import RENDERS
from app.web.render_result import Redirect, RenderedPage
from app.web.session import Session
from app.web.site import Site
from app.web.slow_pages import key_of
from app.web.worker import Budget, RenderFailure

ANSWER_SECONDS = 10.0


def render(
    site: Site,
    url: str,
    session: Session,
    *,
    form: dict[str, Any] | None = None,
    answers: dict[str, RenderResult] | None = None,
) -> RenderedPage | Redirect:
    """The page of an address; raises RenderFailure when the renderer does not bring it in time.

    What it asks for beyond the given answers is added to them.
    The renderer's own time is bounded by one budget over all rounds, the API's by another.
    """
    key = key_of(url, session, form)
    if site.held.has(key):
        raise RenderFailure("held", url.partition("?")[0])
    budget = Budget(site.settings.ssr_timeout_ms / 1000)
    until = time.monotonic() + ANSWER_SECONDS
    results = {} if answers is None else answers
    for _ in range(MAX_ROUNDS):
        body = {"build": site.table.build, "url": url, "session": session, "answers": results, "form": form}
        try:
            with RENDERS.time():
                outcome = site.renderer.render(body, budget)
        except RenderFailure as failure:
            if failure.holds:
                site.held.add(key)
            raise
        needs = outcome.get("needs")
        if needs is None:
            return _outcome(outcome)
        results.update(answer_all(_check_needs(needs, results), until, session["locale"]))
    raise RenderFailure("limits", f"{url.partition('?')[0]} still needs something after {MAX_ROUNDS} rounds")


def _check_needs(needs: Any, results: dict[str, RenderResult]) -> list[str]:
    """The new needs of a round; raises RenderFailure when they are not a short list of paths."""
    if not isinstance(needs, list) or not all(isinstance(need, str) for need in needs):
        raise RenderFailure("garbage", "needs are not a list of paths")
    new = [need for need in dict.fromkeys(needs) if need not in results]
    if len(new) > MAX_NEEDS:
        raise RenderFailure("limits", f"{len(new)} needs in one round")
    return new


def _outcome(outcome: dict[str, Any]) -> RenderedPage | Redirect:
    """The page or redirect in an answer; raises RenderFailure when it is neither."""
    redirect, page = outcome.get("redirect"), outcome.get("page")
    if isinstance(redirect, dict):
        return Redirect(303, safe_next(str(redirect.get("to", ""))))
    try:
        rendered = RenderedPage(**{key: page[key] for key in RenderedPage.__slots__})  # type: ignore[index]
    except (TypeError, KeyError):
        raise RenderFailure("garbage", "neither needs, redirect nor page") from None
    texts = (rendered.title, rendered.head, rendered.html, rendered.page)
    if not (isinstance(rendered.status, int) and 200 <= rendered.status <= 599):
        raise RenderFailure("garbage", f"status {rendered.status!r}")
    if not all(isinstance(text, str) for text in texts) or not isinstance(rendered.state, dict):
        raise RenderFailure("garbage", "a page of other types")
    return rendered
