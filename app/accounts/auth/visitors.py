"""Who a visitor is, by the credentials of their request."""

from collections.abc import Callable
from typing import Any

from flask import g, request
from sqlalchemy import select

from app.accounts.auth import file_addresses, service, tokens
from app.accounts.auth.cookies import give_cookies
from app.accounts.users.models import User
from app.accounts.users.rights import abilities_of
from app.accounts.users.scope import beyond, scope_of
from app.accounts.workspaces.models import Workspace
from app.core.clock import now
from app.core.db import tenancy
from app.core.db.availability import room
from app.core.db.base import db, writing
from app.core.errors import Forbidden, NotSignedIn
from app.core.providers import Provider
from app.core.security import visitor
from app.core.security.abilities import ANONYMOUS, Ability, can
from app.core.security.cookies import cookie_name, drop_cookies
from app.core.security.operations import operation_of
from app.core.security.visitor import Visitor

visitor.scope_of.provide(scope_of)
PROGRAM_SECRET = "pk_"  # noqa: S105 - what every program's secret begins with


@visitor.lacks_factor.provide
def lacks_factor(user: User, workspace: Workspace) -> bool:
    """Whether a person has not what their workspace asks of everybody."""
    return user.second_factor_at is None and workspace.asks_for_factor


def ability_of(user: User, workspace: Workspace) -> list[Ability]:
    """What a person may do; nothing while they lack what their workspace asks for."""
    return list(ANONYMOUS) if lacks_factor(user, workspace) else abilities_of(user)


PROGRAM_CALLS = ("/api/v1/", "/openai/v1/", "/webhooks/")
"""Where programs come in by their secrets."""


@Provider
def program_of(text: str) -> Visitor | None:
    """Return the program that a secret belongs to with its abilities, or None."""
    return None


def claims_by_signature() -> tuple[str, tokens.Claims] | None:
    """Return what can be known of the present session without the database: kind and claims of an access token."""
    header = request.headers.get("Authorization")
    if header is not None:
        claims = tokens.read(_token(header), "access")
        return None if claims is None else ("bearer", claims)
    claims = tokens.read(request.cookies.get(cookie_name("access"), ""), "access")
    return None if claims is None else ("cookie", claims)


def _token(header: str) -> str:
    """Return the bearer token of an Authorization header; empty for another scheme."""
    scheme, _, token = header.partition(" ")
    return token.strip().removeprefix('"').removesuffix('"') if scheme.lower() == "bearer" else ""


def _bearer(header: str) -> Visitor:
    """The visitor of an Authorization header, which alone decides; anything doubtful is 401."""
    token = _token(header)
    if token.startswith(PROGRAM_SECRET):
        program = program_of(token) if request.path.startswith(PROGRAM_CALLS) else None
        if program is None:
            raise NotSignedIn("The token is unknown, expired or revoked.", code="invalid_token")
        return program
    claims = tokens.read(token, "access") if token else None
    live = service.find_live_session(claims) if claims else None
    if live is None:
        raise NotSignedIn("The token is missing, malformed, expired or revoked.", code="invalid_token")
    return Visitor(**live._asdict(), kind="bearer")


def _cookie() -> Visitor:
    """The visitor of our cookies; an expired access token is renewed by the refresh token on the way."""
    access = request.cookies.get(cookie_name("access"), "")
    claims = tokens.read(access, "access") if access else None
    live = service.find_live_session(claims) if claims else None
    if live is None:
        refresh = request.cookies.get(cookie_name("refresh"), "")
        renewed = tokens.read(refresh, "refresh") if refresh else None
        if renewed is not None and room.is_low():
            live = service.find_readable_session(renewed)
        elif renewed is not None:
            with writing(), tenancy.within(renewed.workspace_id):
                live = service.rotate(renewed, "cookie")
                if live is not None:
                    give_cookies(live.session)
                db.session.commit()
            # Read again: what only reads must not go on in a transaction of a writer.
            live = service.find_live_session(renewed) if live is not None else None
    if live is None or live.session.kind != "cookie":
        # A page that sends them to sign in tells why.
        g.session_ended = bool(access or request.cookies.get(cookie_name("refresh")))
        if access:
            drop_cookies()
        return Visitor()
    return Visitor(**live._asdict(), kind="cookie")


def _signed_address() -> Visitor:
    """The visitor of a signed address, as long as the session lives that it was given to."""
    live = service.find_live_session(file_addresses.read(request.path, request.args))
    if live is None or live.session.kind != "bearer":
        raise Forbidden("This link belongs to a session that has ended. Sign in again.", code="address_expired")
    return Visitor(**live._asdict(), kind="address")


@visitor.identify.provide
def identify(view: Callable[..., Any] | None) -> Visitor:
    """The visitor by the Authorization header, a signed address or our cookies, with what they may do."""
    header = request.headers.get("Authorization")
    if header is not None:
        current = _bearer(header)
    elif "sig" in request.args and operation_of(view).by_address:
        current = _signed_address()
    else:
        current = _cookie()
    if current.program is None and current.user is not None and current.workspace is not None:
        current.ability = ability_of(current.user, current.workspace)
        _look_as(current)
    return current


def _look_as(visitor: Visitor) -> None:
    """Put whom a session looks at in the place of its person, while that may still see all that the other one sees."""
    viewer, session = visitor.user, visitor.session
    if viewer is None or session is None or session.viewing_id is None:
        return
    if session.viewing_until is None or session.viewing_until <= now():
        return
    with tenancy.within(viewer.workspace_id):
        person = db.session.scalar(select(User).where(User.id == session.viewing_id))
        if person is None or not may_view(viewer, visitor.ability, person):
            return
    visitor.viewer, visitor.user, visitor.ability = viewer, person, abilities_of(person)


def may_view(viewer: User, ability: list[Ability], person: User) -> bool:
    """Whether someone may do and see everything a person of the bound workspace does, who is neither out nor they."""
    is_here = person.deleted_at is None and person.state != "deactivated" and person.id != viewer.id
    has_rights = all(can(ability, rule["action"], rule["subject"]) for rule in abilities_of(person))
    return is_here and has_rights and not beyond(person.scope, viewer.scope)
