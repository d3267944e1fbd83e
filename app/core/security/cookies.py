"""Our cookies: tokens that no script and no other site gets hold of, decided on by calls and written at the end."""

from flask import Response, current_app, g, request

from app.config import Settings

PENDING = "pending"
DEVICE = "device"
DEVICE_DAYS = 400


def cookie_name(name: str) -> str:
    """`__Host-` binds a cookie to this very host and path; browsers take it over https only."""
    settings: Settings = current_app.config["SETTINGS"]
    return f"__Host-{name}" if settings.https else name


def set_cookie(response: Response, name: str, value: str, max_age: int | None) -> None:
    """Set one of our cookies: not for scripts, not for other sites."""
    settings: Settings = current_app.config["SETTINGS"]
    response.set_cookie(
        cookie_name(name), value, max_age=max_age, path="/", secure=settings.https, httponly=True, samesite="Lax"
    )


def give_pending(token: str, seconds: int) -> None:
    """Have the answer carry the token of a sign-in that waits for its code."""
    g.new_pending = token, seconds


def drop_cookies(*, storage: bool = False) -> None:
    """Have the answer take the session's cookies away, and what pages have kept in the browser where one signs out.

    Drafts and searches are nothing for the next one at this browser, and the answer clears them without a script too.
    What of the layout is kept there is a copy: the preferences are the person's own. A session that only ran out leaves
    it all: who signs in again finds what was typed.
    """
    g.dropped_session = '"cache", "storage"' if storage else '"cache"'


def _delete(response: Response, name: str) -> None:
    """Take one of our cookies away."""
    response.delete_cookie(cookie_name(name), path="/", secure=current_app.config["SETTINGS"].https)


def write_cookies(response: Response) -> None:
    """Put the decided cookies on the answer."""
    tokens: tuple[str, str, int | None] | None = g.pop("new_tokens", None)
    if tokens is not None:
        access, refresh, keep = tokens
        set_cookie(response, "access", access, keep)
        set_cookie(response, "refresh", refresh, keep)
        if cookie_name(PENDING) in request.cookies:
            _delete(response, PENDING)
    elif cleared := g.pop("dropped_session", ""):
        for name in ("access", "refresh"):
            _delete(response, name)
        response.headers["Clear-Site-Data"] = cleared
    pending: tuple[str, int] | None = g.pop("new_pending", None)
    if pending is not None:
        set_cookie(response, PENDING, *pending)
    device: str | None = g.pop("new_device", None)
    if device is not None:
        set_cookie(response, DEVICE, device, DEVICE_DAYS * 86_400)
    seed: str | None = g.pop("new_seed", None)
    if seed is not None:
        set_cookie(response, "csrf-seed", seed, 180 * 86_400)
