"""Problem pages that need nobody: one template, our words in the reader's language, its own few styles."""

from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import orjson
from flask import Response, current_app, g, redirect, render_template, request
from markupsafe import Markup

from app.config import Settings
from app.core.http.headers import content_security_policy
from app.core.http.safe_redirect import safe_next
from app.core.languages import RIGHT_TO_LEFT, negotiate
from app.core.refusals import worded_problem
from app.web.encoding import encode_response
from app.web.site import style_digest

SIGN_IN = "/pages/login-v1"
ENROL = "/pages/account-settings/security"
STYLES = (
    ":root{color-scheme:light dark;--g:#f8f7f4;--i:#201e1a;--q:#5b5852;--a:#005b78}"
    "[data-skin=dark]{--g:#11100e;--i:#edebe7;--q:#b4b1ab;--a:#76c4dd;color-scheme:dark}"
    "[data-skin]:not([data-skin=auto],[data-skin=dark]){color-scheme:light}"
    "@media(prefers-color-scheme:dark){[data-skin=auto]{--g:#11100e;--i:#edebe7;--q:#b4b1ab;--a:#76c4dd}}"
    "body{margin:0;background:var(--g);color:var(--i);font:15px/1.6 ui-sans-serif,system-ui,sans-serif}"
    "main{max-width:560px;margin:12vh auto;padding:0 24px}h1{font-size:22px;line-height:30px;margin:4px 0 12px}"
    "h2{font-size:16px}.status,.small,dt{color:var(--q);margin:0}dd{margin:0 0 8px;overflow-wrap:anywhere}"
    "a{color:var(--a)}.small{font-size:12px}"
)


@cache
def _catalogue() -> dict[str, dict[str, Any]]:
    """Our words by language."""
    words: dict[str, dict[str, Any]] = orjson.loads(Path(__file__).with_name("words.json").read_bytes())
    return words


def say(locale: str, key: str) -> Any:
    """One of our words in a language."""
    words = _catalogue()[locale]
    return words.get(key, words["other"])


def sign_in_address(url: str) -> str:
    """Where a visitor signs in to come back to `url`, informed that their session is over if they had one."""
    return f"{SIGN_IN}?next={quote(url, safe='')}{'&why=ended' if g.get('session_ended') else ''}"


def feedback_address(settings: Settings, request_id: str) -> str:
    """Where a reader tells about a problem: our address with the request's id, where it is one of mail."""
    if not settings.feedback.startswith("mailto:") or not request_id:
        return settings.feedback
    sign = "&" if "?" in settings.feedback else "?"
    return f"{settings.feedback}{sign}subject=Parley%20{quote(request_id, safe='')}"


def _reader() -> tuple[str, str]:
    """Language and skin of a reader of whom nothing may be asked: from cookie, address and header only."""
    try:
        from app.accounts.auth.preferences import preferences

        settings = preferences()
    except Exception:  # the page must come even when the reason for it is that preferences cannot be read
        settings = {}
    accept = request.headers.get("Accept-Language", "")
    return negotiate(request.args.get("hl"), settings.get("locale"), accept=accept), settings.get("skin", "light")


def problem_page(body: dict[str, Any], headers: dict[str, str], typed: dict[str, str] | None = None) -> Response:
    """A problem as a page; nobody signed in on a navigation means: sign in first."""
    reads = request.method in {"GET", "HEAD"}
    address = request.full_path.rstrip("?") if reads else safe_next(request.args.get("page"))
    if body["status"] == 401 and reads:
        return _plain(redirect(sign_in_address(address), 303))
    locale, skin = _reader()
    body = worded_problem(body, locale)
    title, text = say(locale, "maintenance" if body["code"] == "maintenance" else str(body["status"]))
    words = {key: say(locale, key) for key in ("again", "home", "request", "typed", "signIn", "feedback")}
    page = render_template(
        "problem.html",
        locale=locale,
        dir="rtl" if locale in RIGHT_TO_LEFT else "ltr",
        skin=skin,
        problem=body,
        words=words | {"title": title, "body": text},
        styles=Markup(STYLES),  # noqa: S704 - the constant above
        typed=typed or {},
        again=address,
        sign_in=sign_in_address(address) if body["status"] == 401 else "",
        feedback=feedback_address(current_app.config["SETTINGS"], body.get("request_id", "")),
    )
    response = _plain(Response(page, body["status"], content_type="text/html; charset=utf-8"))
    response.headers.update(headers)
    response.headers["Content-Security-Policy"] = content_security_policy((style_digest(STYLES),))
    response.headers["Content-Language"] = locale
    return encode_response(response)


def _plain(response: Any) -> Response:
    """The response marked as nobody's to keep."""
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Robots-Tag"] = "noindex"
    answer: Response = response
    return answer
