"""Signatures of addresses and marks that are given out: good under the present signing key and those before it."""

import hmac

from flask import current_app

from app.config import Settings
from app.core.security.comparing import is_same


def sign(message: str, length: int = 64) -> str:
    """Return the signature of a message by the present key, as hex digits."""
    return _signatures(message, length)[0]


def is_signed(message: str, signature: str, length: int = 64) -> bool:
    """Whether a signature is that of a message, by any key; how long it takes does not say by which."""
    return any([is_same(expected, signature) for expected in _signatures(message, length)])


def _signatures(message: str, length: int) -> list[str]:
    return [hmac.digest(key.encode(), message.encode(), "sha256").hex()[:length] for key in signing_keys()]


def signing_keys() -> tuple[str, ...]:
    """Return the keys that signatures are good by, the present one first."""
    settings: Settings = current_app.config["SETTINGS"]
    return settings.signing_keys
