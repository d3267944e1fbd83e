"""That a write really comes from our own pages: tokens bound to browser and session, and the sending site."""

import hashlib
import hmac
import secrets
from typing import TYPE_CHECKING

from flask import current_app, g, request

from app.config import Settings
from app.core.errors import Forbidden
from app.core.security.cookies import cookie_name

if TYPE_CHECKING:
    from app.accounts.auth.models import AuthSession


def _csrf_seed() -> str:
    """The random cookie a browser's tokens are bound to, made on first need."""
    seed = g.get("new_seed") or request.cookies.get(cookie_name("csrf-seed"))
    if not seed or not seed.isascii() or len(seed) < 22:
        seed = g.new_seed = secrets.token_urlsafe(24)
    return str(seed)


def _digests(seed: str, session: "AuthSession | None") -> list[bytes]:
    """What a good token may unmask to, by the present key first: bound to the browser and to the session."""
    settings: Settings = current_app.config["SETTINGS"]
    bound = f"csrf:{seed}:{session.id if session else '-'}".encode()
    return [hmac.new(key.encode(), bound, hashlib.sha256).digest() for key in settings.signing_keys]


def csrf_binding() -> bytes:
    """What this browser's tokens are bound to: another one makes pages with older tokens worthless."""
    return _digests(_csrf_seed(), g.visitor.session)[0]


def csrf_token() -> str:
    """A token for a form or script of this answer, masked again each time so that compression tells nothing."""
    digest, mask = csrf_binding(), secrets.token_bytes(32)
    return (mask + bytes(a ^ b for a, b in zip(digest, mask, strict=True))).hex()


def check_csrf(token: str) -> None:
    """Refuse a write whose token is not of this browser and session, or that another site sent."""
    origin = request.headers.get("Origin")
    if origin is not None and origin != request.host_url.rstrip("/"):
        settings: Settings = current_app.config["SETTINGS"]
        if not settings.public_url or origin != settings.public_url:
            raise Forbidden("This request came from another site.", code="csrf")
    seed = request.cookies.get(cookie_name("csrf-seed"), "")
    try:
        raw = bytes.fromhex(token)
    except ValueError:
        raw = b""
    bare = bytes(a ^ b for a, b in zip(raw[:32], raw[32:], strict=False))
    good = [hmac.compare_digest(bare, digest) for digest in _digests(seed, g.visitor.session)]
    if not seed or len(raw) != 64 or not any(good):
        raise Forbidden("This page has expired. Reload it and try again.", code="csrf")
