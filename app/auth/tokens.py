"""Signed tokens: access and refresh, each naming its session; nothing without type, session and end is taken."""

from dataclasses import dataclass
from datetime import datetime, timedelta

import jwt
from flask import current_app
from flask_jwt_extended import create_access_token, create_refresh_token

from app.auth.models import AuthSession
from app.clock import now

ACCESS = timedelta(minutes=10)
BEARER_REFRESH = timedelta(minutes=10)
LEEWAY = timedelta(seconds=30)


@dataclass(frozen=True, slots=True)
class Claims:
    """What a good token says."""

    session_id: int
    user_id: int
    workspace_id: int
    counter: int
    expires_at: datetime


def _claims(session: AuthSession) -> dict[str, str | int]:
    """Our own claims beside the registered ones."""
    return {"sid": str(session.id), "wid": str(session.workspace_id), "n": session.counter}


def access_token(session: AuthSession) -> str:
    """A fresh access token of ten minutes."""
    return str(create_access_token(str(session.user_id), expires_delta=ACCESS, additional_claims=_claims(session)))


def refresh_token(session: AuthSession, lifetime: timedelta = BEARER_REFRESH) -> str:
    """The refresh token of the session's present counter: the same text whoever asks, however often."""
    issued = int(session.rotated_at.timestamp())
    fixed = {"jti": f"{session.id}.{session.counter}", "iat": issued, "nbf": issued}
    fixed["exp"] = issued + int(lifetime.total_seconds())
    claims = _claims(session) | fixed
    return str(create_refresh_token(str(session.user_id), expires_delta=lifetime, additional_claims=claims))


def read(token: str, kind: str) -> Claims | None:
    """The claims of a token of the wanted kind, or None when it is not worth anything."""
    settings = current_app.config["SETTINGS"]
    try:
        payload = jwt.decode(
            token,
            settings.secret_key,
            algorithms=["HS256"],
            leeway=LEEWAY.total_seconds() if kind == "access" else 0,
            options={"require": ["exp", "iat", "sub", "type"]},
        )
        lifetime = int(payload["exp"]) - int(payload["iat"])
        if payload["type"] != kind or not 0 < lifetime <= 31 * 86_400:
            return None
        return Claims(
            session_id=int(payload["sid"]),
            user_id=int(payload["sub"]),
            workspace_id=int(payload["wid"]),
            counter=int(payload["n"]),
            expires_at=now() + timedelta(seconds=int(payload["exp"]) - now().timestamp()),
        )
    except (jwt.PyJWTError, KeyError, TypeError, ValueError, OverflowError, UnicodeError):
        return None
