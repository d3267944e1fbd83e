"""Known devices: browsers that have signed in to an account before, which strangers' failures do not lock out."""

import secrets

from app.core.security.signatures import is_signed, sign

MOST = 5
"""So many accounts a browser is remembered for."""
LENGTH = 40
"""Characters of a proof."""


def _message(email_key: str, nonce: str) -> str:
    """What is signed to prove that a browser has signed in to an account."""
    return f"device:{nonce}:{email_key}"


def _entries(mark: str) -> list[tuple[str, str]]:
    """The entries of a browser's cookie: a nonce with its proof each."""
    parts = [entry.partition(".") for entry in mark.split("~")[:MOST]]
    return [(nonce, proof) for nonce, _, proof in parts if nonce.isascii() and proof.isascii() and nonce and proof]


def find_nonce(mark: str, email_key: str) -> str | None:
    """The name of this browser at an account it has signed in to before; None for a stranger's."""
    for nonce, proof in _entries(mark):
        if is_signed(_message(email_key, nonce), proof, LENGTH):
            return nonce
    return None


def add_account(mark: str, email_key: str) -> str:
    """The cookie of a browser that has just signed in to an account."""
    if find_nonce(mark, email_key):
        return mark
    nonce = secrets.token_urlsafe(9)
    fresh = f"{nonce}.{sign(_message(email_key, nonce), LENGTH)}"
    return "~".join([fresh, *(f"{entry}.{proof}" for entry, proof in _entries(mark)[: MOST - 1])])
