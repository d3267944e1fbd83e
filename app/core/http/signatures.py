"""Signatures of webhooks: an HMAC over the moment and the raw bytes of a body, compared in constant time."""

import hashlib
import hmac
import re

from app.core.security.comparing import is_same

HEADER = "X-Parley-Signature-256"
TIMESTAMP = "X-Parley-Timestamp"
TOLERANCE_S = 300
"""How old a signature may be before it could be one that someone has kept."""
_SIGNATURE = re.compile(r"sha256=[0-9a-fA-F]{64}")


def sign(secret: str, body: bytes, timestamp: int) -> str:
    """Return a body's signature, as its header has it: HMAC-SHA256 over the seconds, a dot and the bytes as sent."""
    message = str(timestamp).encode() + b"." + body
    return f"sha256={hmac.new(secret.encode(), message, hashlib.sha256).hexdigest()}"


def verify(secret: str, body: bytes, timestamp: int, signature: str) -> bool:
    """Whether a signature is that of a body; one of another shape never is."""
    text = signature.strip()
    is_one = _SIGNATURE.fullmatch(text) is not None
    return is_same(sign(secret, body, timestamp), text.lower() if is_one else "") and is_one
