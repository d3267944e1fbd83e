"""Signed tokens: access, refresh, pending and sign-on; nothing without type, subject and end is taken."""

import hashlib
import time
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

import jwt
from flask import current_app
from flask_jwt_extended import create_access_token, create_refresh_token

from app.accounts.auth.models import AuthSession
from app.accounts.users.models import User
from app.config import Settings
from app.core.clock import now
from app.core.db.ids import MAX_ID

ACCESS = timedelta(minutes=10)
BEARER_REFRESH = timedelta(minutes=10)
PENDING = timedelta(minutes=5)
SIGN_ON = timedelta(minutes=10)
UNDO = timedelta(minutes=10)
LEEWAY = timedelta(seconds=30)
MAX_SECONDS = 31 * 86_400
ALGORITHM = "HS256"
MAX_COUNT = 2**31 - 1
"""The largest number that a column of a counter takes."""


@dataclass(frozen=True, slots=True)
class Claims:
    """What a good token of a session says."""

    session_id: int
    user_id: int
    workspace_id: int
    counter: int
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Pending:
    """What a good pending token says: whose password was right, and whether they want to be kept signed in."""

    user_id: int
    workspace_id: int
    password_version: int
    keep: bool


@lru_cache(maxsize=4)
def _keys(signing_keys: tuple[str, ...]) -> dict[str, str]:
    """Our own table of keys by the `kid` that tokens name them by; the first one signs."""
    return {hashlib.sha256(f"kid:{key}".encode()).hexdigest()[:8]: key for key in signing_keys}


def _signing_keys() -> tuple[str, ...]:
    """The keys of the present installation."""
    settings: Settings = current_app.config["SETTINGS"]
    return settings.signing_keys


def _signing() -> dict[str, str]:
    """The table of the present installation."""
    return _keys(_signing_keys())


def _header() -> dict[str, str]:
    """The part of a token's header that names its key."""
    return {"kid": next(iter(_signing()))}


def _claims(session: AuthSession) -> dict[str, str | int]:
    """Our own claims beside the registered ones."""
    return {"sid": str(session.id), "wid": str(session.workspace_id), "n": session.counter}


def access_token(session: AuthSession) -> str:
    """A fresh access token of ten minutes."""
    subject, claims = str(session.user_id), _claims(session)
    token = create_access_token(subject, expires_delta=ACCESS, additional_claims=claims, additional_headers=_header())
    return str(token)


def refresh_token(session: AuthSession, lifetime: timedelta = BEARER_REFRESH) -> str:
    """The refresh token of the session's present counter: the same text no matter who asks or how often."""
    issued = int(session.rotated_at.timestamp())
    fixed = {"jti": f"{session.id}.{session.counter}", "iat": issued, "nbf": issued}
    fixed["exp"] = issued + int(lifetime.total_seconds())
    subject, claims = str(session.user_id), _claims(session) | fixed
    token = create_refresh_token(
        subject, expires_delta=lifetime, additional_claims=claims, additional_headers=_header()
    )
    return str(token)


def pending_token(user: User, *, keep: bool) -> str:
    """The token of a right password whose one-time code is still to come: good for that call alone."""
    claims = {"sub": str(user.id), "wid": str(user.workspace_id), "pv": user.password_version, "keep": keep}
    return _sign_token("pending", claims, PENDING)


def sign_on_token(claims: dict[str, str]) -> str:
    """The token of a sign-in that is under way at an identity provider: good for its answer alone."""
    return _sign_token("sign_on", claims, SIGN_ON)


def undo_token(claims: dict[str, Any]) -> str:
    """The token of an act that can be undone: what was before, good for as long as its toast is remembered."""
    return _sign_token("undo", claims, UNDO)


def _sign_token(kind: str, claims: dict[str, Any], lifetime: timedelta) -> str:
    """A token of what is under way, signed by the present key."""
    issued = int(now().timestamp())
    ends = {"type": kind, "iat": issued, "exp": issued + int(lifetime.total_seconds())}
    header = _header()
    return jwt.encode(claims | ends, _signing()[header["kid"]], algorithm=ALGORITHM, headers=header)


def _payload(token: str, kind: str) -> dict[str, Any]:
    """The claims of a token of the wanted kind; raises one of `_BAD` when it is not worth anything."""
    leeway = 0.0 if kind in ("pending", "sign_on", "undo") else LEEWAY.total_seconds()
    payload = _verify_token(token, _signing_keys(), leeway)
    if int(payload["exp"]) <= time.time() - leeway:
        raise jwt.ExpiredSignatureError
    if payload["type"] != kind or not 0 < int(payload["exp"]) - int(payload["iat"]) <= MAX_SECONDS:
        raise ValueError(kind)
    return payload


@lru_cache(maxsize=2048)
def _verify_token(token: str, signing_keys: tuple[str, ...], leeway: float) -> dict[str, Any]:
    """The claims of a token that is signed by one of our keys; what comes with every request is worked out once.

    Of what was true then, only the end is no longer so later.
    """
    keys = _keys(signing_keys)
    # Only a name is looked up, in our own table: nothing a token says is fetched, opened or used as a key.
    key = keys[jwt.get_unverified_header(token).get("kid", next(iter(keys)))]
    return dict(
        jwt.decode(
            token, key, algorithms=[ALGORITHM], leeway=leeway, options={"require": ["exp", "iat", "sub", "type"]}
        )
    )


_BAD = (jwt.PyJWTError, KeyError, TypeError, ValueError, OverflowError, UnicodeError, RecursionError)


def _number(payload: dict[str, Any], name: str, low: int, high: int) -> int:
    """A number within bounds; ValueError when it is none that a column could hold, no matter who signed it."""
    number = int(payload[name])
    if not low <= number <= high:
        raise ValueError(name)
    return number


def _id(payload: dict[str, Any], name: str) -> int:
    """An id of 64 bits."""
    return _number(payload, name, 1, MAX_ID)


def read(token: str, kind: str) -> Claims | None:
    """The claims of a session's token of the wanted kind, or None when it is not worth anything."""
    try:
        payload = _payload(token, kind)
        return Claims(
            session_id=_id(payload, "sid"),
            user_id=_id(payload, "sub"),
            workspace_id=_id(payload, "wid"),
            counter=_number(payload, "n", 0, MAX_COUNT),
            expires_at=now() + timedelta(seconds=int(payload["exp"]) - now().timestamp()),
        )
    except _BAD:
        return None


def read_pending(token: str) -> Pending | None:
    """The claims of a pending token, or None when it is not worth anything."""
    try:
        payload = _payload(token, "pending")
        version = _number(payload, "pv", 0, MAX_COUNT)
        return Pending(_id(payload, "sub"), _id(payload, "wid"), version, payload["keep"] is True)
    except _BAD:
        return None


def read_undo(token: str) -> dict[str, Any] | None:
    """The claims of a token that undoes an act, or None when it is not worth anything."""
    try:
        return _payload(token, "undo")
    except _BAD:
        return None


def read_sign_on(token: str) -> dict[str, Any] | None:
    """The claims of a token of a sign-in under way, or None when it is not worth anything."""
    try:
        return _payload(token, "sign_on")
    except _BAD:
        return None
