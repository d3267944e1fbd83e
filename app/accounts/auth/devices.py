"""Known devices: browsers that have signed in to an account before, which strangers' failures do not lock out."""

import hashlib
import hmac
import secrets

from flask import current_app

from app.core.security.comparing import is_same

MOST = 5
"""So many accounts a browser is remembered for."""


def _sign(email_key: str, nonce: str, key: str) -> str:
    """What proves that a browser has signed in to an account."""
    return hmac.new(key.encode(), f"device:{nonce}:{email_key}".encode(), hashlib.sha256).hexdigest()[:40]


def _entries(mark: str) -> list[tuple[str, str]]:
    """The entries of a browser's cookie: a nonce with its proof each."""
    parts = [entry.partition(".") for entry in mark.split("~")[:MOST]]
    return [(nonce, proof) for nonce, _, proof in parts if nonce.isascii() and proof.isascii() and nonce and proof]


def known(mark: str, email_key: str) -> str | None:
    """The name of this browser at an account it has signed in to before; None for a stranger's."""
    keys = current_app.config["SETTINGS"].signing_keys
    for nonce, proof in _entries(mark):
        if any(is_same(_sign(email_key, nonce, key), proof) for key in keys):
            return nonce
    return None


def remembered(mark: str, email_key: str) -> str:
    """The cookie of a browser that has just signed in to an account."""
    if known(mark, email_key):
        return mark
    nonce = secrets.token_urlsafe(9)
    fresh = f"{nonce}.{_sign(email_key, nonce, current_app.config['SETTINGS'].secret_key)}"
    return "~".join([fresh, *(f"{entry}.{proof}" for entry, proof in _entries(mark)[: MOST - 1])])
