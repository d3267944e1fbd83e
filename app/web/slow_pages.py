"""Pages that have held a render worker beyond the deadline: left alone for a minute, by their own readers only."""

import hashlib
import time
from typing import Any

import orjson

from app.core.lru import Recent
from app.web.session import Session

SECONDS = 60.0
MOST = 1_000


class SlowPages:
    """What a process remembers of such pages."""

    def __init__(self) -> None:
        """Start with none."""
        self._until: Recent[bytes, float] = Recent(MOST)

    def add(self, key: bytes) -> None:
        """Leave a page alone from now on."""
        self._until.put(key, time.monotonic() + SECONDS)

    def has(self, key: bytes) -> bool:
        """Whether a page is left alone."""
        return (self._until.get(key) or 0.0) > time.monotonic()


def key_of(url: str, session: Session, form: dict[str, Any] | None) -> bytes:
    """What a page is made from, but for its data: address, reader, language and what was typed into its form."""
    reader = (session["user"] or {}).get("id")
    typed = form["values"] if form else None
    return hashlib.blake2b(orjson.dumps([url, reader, session["locale"], typed]), digest_size=16).digest()
