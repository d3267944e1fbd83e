"""Who the visitor is, what they may do, and that a write really comes from our own pages.

Everything passes `register`'s hooks: tokens, cookies, workspace, data scope, CSRF and the declared ability.
"""

import hashlib
import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from flask import Flask, Response, current_app, g, request
from flask_smorest import Blueprint as SmorestBlueprint

from app import abilities, tenancy
from app.abilities import ANONYMOUS, BY_ROLE, Ability
from app.auth import service, tokens
from app.auth.models import AuthSession
from app.config import Settings
from app.db import begin_as, db
from app.errors import NotSignedIn, Refused
from app.users.models import User
from app.users.service import scope_of
from app.workspaces.models import Workspace

View = TypeVar("View", bound=Callable[..., Any])
SAFE = {"GET", "HEAD", "OPTIONS"}


@dataclass(slots=True)
class Visitor:
    """The person behind a request; `kind` says by which credentials: none, bearer or cookie."""

    user: User | None = None
    session: AuthSession | None = None
    workspace: Workspace | None = None
    kind: str = "none"
    ability: list[Ability] = field(default_factory=lambda: list(ANONYMOUS))


def needs(action: str, subject: str) -> Callable[[View], View]:
    """Declare the ability an operation needs; the check itself is in one place, before every view."""
    if action not in abilities.ACTIONS or subject not in (*abilities.SUBJECTS, "all"):
        raise ValueError(f"{action} {subject} is no ability.")

    def declare(view: View) -> View:
        view.ability = (action, subject)  # type: ignore[attr-defined]
        return SmorestBlueprint.doc(**{"x-required-ability": f"{action} {subject}"})(view)  # type: ignore[no-any-return]

    return declare


def public(view: View) -> View:
    """Declare that an operation is for everyone."""
    view.ability = None  # type: ignore[attr-defined]
    return SmorestBlueprint.doc(**{"x-required-ability": "public"})(view)  # type: ignore[no-any-return]


def signed_in(view: View) -> View:
    """Declare that an operation is for any signed-in person, about what is their own."""
    view.ability = ("read", "Auth")  # type: ignore[attr-defined]
    view.own = True  # type: ignore[attr-defined]
    return SmorestBlueprint.doc(**{"x-required-ability": "signed in"})(view)  # type: ignore[no-any-return]


def visitor() -> Visitor:
    """The present visitor."""
    return g.visitor  # type: ignore[no-any-return]


def require_user() -> User:
    """The signed-in user; NotSignedIn when there is none."""
    user = visitor().user
    if user is None:
        raise NotSignedIn
    return user


def current_ability() -> list[Ability]:
    """What the present visitor may do."""
    return visitor().ability


def can(action: str, subject: str) -> bool:
    """Whether the present visitor may do this."""
    return abilities.can(current_ability(), action, subject)


# ---- cookies ------------------------------------------------------------------------------------------


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


def give_cookies(session: AuthSession) -> None:
    """Have the answer carry the session's access and refresh tokens."""
    g.new_session = session


def drop_cookies() -> None:
    """Have the answer take the session's cookies away."""
    g.dropped_session = True


def _write_cookies(response: Response) -> None:
    """Put the decided cookies on the answer."""
    session: AuthSession | None = g.pop("new_session", None)
    if session is not None:
        idle = service.idle_time(session)
        keep = int(service.KEPT_END.total_seconds()) if session.keep else None
        set_cookie(response, "access", tokens.access_token(session), keep)
        set_cookie(response, "refresh", tokens.refresh_token(session, idle), keep)
    elif g.pop("dropped_session", False):
        for name in ("access", "refresh"):
            response.delete_cookie(cookie_name(name), path="/", secure=current_app.config["SETTINGS"].https)
        response.headers["Clear-Site-Data"] = '"cache"'
    seed: str | None = g.pop("new_seed", None)
    if seed is not None:
        set_cookie(response, "csrf-seed", seed, 180 * 86_400)


# ---- CSRF ---------------------------------------------------------------------------------------------


def _csrf_seed() -> str:
    """The random cookie a browser's tokens are bound to, made on first need."""
    seed = request.cookies.get(cookie_name("csrf-seed")) or g.get("new_seed")
    if not seed or not seed.isascii() or len(seed) < 22:
        seed = g.new_seed = secrets.token_urlsafe(24)
    return str(seed)


def _csrf_digest(seed: str, session: AuthSession | None) -> bytes:
    """What a good token must unmask to: bound to the browser and to the session."""
    secret = current_app.config["SETTINGS"].secret_key.encode()
    bound = f"csrf:{seed}:{session.id if session else '-'}".encode()
    return hmac.new(secret, bound, hashlib.sha256).digest()


def csrf_binding() -> bytes:
    """What this browser's tokens are bound to: another one makes pages with older tokens worthless."""
    return _csrf_digest(_csrf_seed(), visitor().session)


def csrf_token() -> str:
    """A token for a form or script of this answer, masked anew each time so that compression tells nothing."""
    digest, mask = csrf_binding(), secrets.token_bytes(32)
    return (mask + bytes(a ^ b for a, b in zip(digest, mask, strict=True))).hex()


def check_csrf(token: str) -> None:
    """Refuse a write whose token is not of this browser and session, or that another site sent."""
    origin = request.headers.get("Origin")
    if origin is not None and origin != request.host_url.rstrip("/"):
        settings: Settings = current_app.config["SETTINGS"]
        if not settings.public_url or origin != settings.public_url:
            raise Refused("This request comes from another site.", code="csrf")
    seed = request.cookies.get(cookie_name("csrf-seed"), "")
    try:
        raw = bytes.fromhex(token)
    except ValueError:
        raw = b""
    good = len(raw) == 64 and hmac.compare_digest(
        bytes(a ^ b for a, b in zip(raw[:32], raw[32:], strict=True)), _csrf_digest(seed, visitor().session)
    )
    if not seed or not good:
        raise Refused("The page is too old for this. Load it again and repeat.", code="csrf")


# ---- the visitor --------------------------------------------------------------------------------------


def _bearer(header: str) -> Visitor:
    """The visitor of an Authorization header, which alone decides; anything doubtful is 401."""
    scheme, _, token = header.partition(" ")
    token = token.strip().removeprefix('"').removesuffix('"')
    claims = tokens.read(token, "access") if scheme.lower() == "bearer" and token else None
    found = service.live_session(claims) if claims else None
    if found is None:
        raise NotSignedIn("The token is missing, malformed, expired or revoked.", code="invalid_token")
    return Visitor(**found._asdict(), kind="bearer")


def _cookie() -> Visitor:
    """The visitor of our cookies; an expired access token is renewed by the refresh token on the way."""
    access = request.cookies.get(cookie_name("access"), "")
    claims = tokens.read(access, "access") if access else None
    found = service.live_session(claims) if claims else None
    if found is None:
        refresh = request.cookies.get(cookie_name("refresh"), "")
        renewed = tokens.read(refresh, "refresh") if refresh else None
        if renewed is not None:
            begin_as("IMMEDIATE")
            db.session.rollback()
            found = service.rotate(renewed)
            db.session.commit()
            if found is not None and found.session.kind == "cookie":
                give_cookies(found.session)
    if found is None or found.session.kind != "cookie":
        if access:
            drop_cookies()
        return Visitor()
    return Visitor(**found._asdict(), kind="cookie")


def _identify() -> Visitor:
    """Find the visitor, once a request; a nested request is given its outer one's."""
    given = request.environ.get("parley.visitor")
    if isinstance(given, Visitor):
        return given
    header = request.headers.get("Authorization")
    found = _bearer(header) if header is not None else _cookie()
    if found.user is not None:
        found.ability = list(BY_ROLE.get(found.user.auth_role, ANONYMOUS))
    return found


def _authorise(view: Callable[..., Any]) -> None:
    """Check the ability a view has declared; pages are checked by the page table instead."""
    if not hasattr(view, "ability"):
        return
    ability = view.ability
    if ability is None:
        return
    if visitor().user is None:
        raise NotSignedIn
    if getattr(view, "own", False):
        return
    if not can(*ability):
        raise Refused("Your role does not allow this. An administrator can change that.")


def register(app: Flask) -> None:
    """Install the hooks every request passes."""

    @app.before_request
    def _enter() -> None:
        begin_as("DEFERRED" if request.method in SAFE else "IMMEDIATE")
        tenancy.unbind()
        g.visitor = Visitor()
        if request.endpoint in {"static", "health.healthz"}:
            return
        view = current_app.view_functions.get(request.endpoint or "")
        if getattr(view, "credentials", True):
            g.visitor = _identify()
        found = g.visitor
        if found.user is not None:
            tenancy.bind(found.user.workspace_id, scope_of(found.user))
        if view is not None:
            _authorise(view)
            if request.method not in SAFE and _needs_csrf(view, found):
                check_csrf(request.headers.get("X-CSRF-Token", ""))

    @app.after_request
    def _leave(response: Response) -> Response:
        # A need answered in process leaves the cookies to its outer request; a form's call brings its own.
        if "parley.visitor" not in request.environ or request.environ.get("parley.csrf_ok"):
            _write_cookies(response)
        return response

    @app.teardown_request
    def _forget(_error: BaseException | None) -> None:
        if "parley.visitor" not in request.environ:
            tenancy.unbind()


def _needs_csrf(view: Callable[..., Any], found: Visitor) -> bool:
    """Cookie writes need a token, and so do anonymous writes of our own calls, or sign-in could be forged."""
    if request.environ.get("parley.csrf_ok") or getattr(view, "checks_csrf", False):
        return False
    if found.kind == "bearer" or request.headers.get("Authorization") is not None:
        return False
    return found.kind == "cookie" or request.path.startswith("/api/v1/")


def check_declared(app: Flask, blueprints: set[str]) -> None:
    """Stop the start when an operation of an area's blueprint declares no ability."""
    for rule in app.url_map.iter_rules():
        area = rule.endpoint.partition(".")[0]
        if area in blueprints and not hasattr(app.view_functions[rule.endpoint], "ability"):
            raise RuntimeError(f"{rule.endpoint} ({rule.rule}) declares no ability.")
