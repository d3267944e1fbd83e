"""Whole public pages for anonymous visitors: compressed once, served many times, renewed behind the reader."""

import hashlib
import os
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from flask import Response, request

from app.web.encoding import accepted_encoding, compress
from app.web.page_context import Looks

FRESH_SECONDS = 60.0
STALE_SECONDS = 86_400.0
MAX_BYTES = 32 * 1024 * 1024
MAX_ENTRY = 1024 * 1024
RENEWERS = 2
CACHE_CONTROL = f"public, max-age={FRESH_SECONDS:.0f}, stale-while-revalidate={STALE_SECONDS:.0f}"
VARY = "Cookie, Accept-Language, Accept-Encoding"
Key = tuple[str, str, Looks]
"""Build, canonical address, looks."""


@dataclass
class Entry:
    """One page's bytes in every encoding, with what its headers say."""

    body: bytes
    policy: str
    locale: str
    etag: str
    made_at: float = field(default_factory=time.monotonic)
    encoded: dict[str, bytes] = field(default_factory=dict)

    @property
    def is_fresh(self) -> bool:
        """Whether it is too young to be rendered again."""
        return time.monotonic() - self.made_at <= FRESH_SECONDS

    @property
    def size(self) -> int:
        """Bytes held."""
        return len(self.body) + sum(len(body) for body in self.encoded.values())

    def response(self) -> Response:
        """The answer for the present browser; 304 when it has this version already."""
        encoding = accepted_encoding(self.encoded)
        tag = f"{self.etag}-{encoding or 'plain'}"
        body = self.encoded.get(encoding, self.body)
        response = Response(body, content_type="text/html; charset=utf-8")
        if encoding in self.encoded:
            response.headers["Content-Encoding"] = encoding
        response.headers["Content-Security-Policy"] = self.policy
        response.headers["Content-Language"] = self.locale
        response.headers["Cache-Control"] = CACHE_CONTROL
        response.headers["Vary"] = VARY
        response.set_etag(tag)
        if request.if_none_match.contains(tag):
            response.status_code = 304
            response.set_data(b"")
        return response


def make_entry(body: bytes, policy: str, locale: str, *, quality: dict[str, int]) -> Entry:
    """An entry with its compressed variants."""
    return Entry(
        body=body,
        policy=policy,
        locale=locale,
        etag=hashlib.sha256(body).hexdigest()[:20],
        encoded={name: compress(body, name, quality) for name in quality},
    )


class PageCache:
    """Entries by key; the longest unused go first when room runs out.

    A change of the content is reported to the machine's other processes by the time of a file.
    """

    def __init__(self, max_bytes: int = MAX_BYTES, mark: Path | None = None) -> None:
        """Start empty."""
        self._mark = mark
        self._seen = self._changed_at()
        self._entries: OrderedDict[Key, Entry] = OrderedDict()
        self._renewing: set[Key] = set()
        self._max = max_bytes
        self._size = 0
        self._lock = threading.Lock()

    def get(self, key: Key) -> Entry | None:
        """The entry of a key if it may still be shown at all."""
        with self._lock:
            if (changed := self._changed_at()) != self._seen:
                self._seen = changed
                self._forget()
            entry = self._entries.get(key)
            if entry is None or time.monotonic() - entry.made_at > STALE_SECONDS:
                return None
            self._entries.move_to_end(key)
            return entry

    def put(self, key: Key, entry: Entry) -> None:
        """Hold an entry, letting go of old ones for it."""
        if entry.size > MAX_ENTRY:
            return
        with self._lock:
            old = self._entries.pop(key, None)
            self._size += entry.size - (old.size if old else 0)
            self._entries[key] = entry
            while self._size > self._max:
                _, oldest = self._entries.popitem(last=False)
                self._size -= oldest.size

    def clear(self) -> None:
        """Forget everything, as after a change of the content."""
        with self._lock:
            self._forget()
            if self._mark is not None:
                with suppress(OSError):  # without room the others are late by a minute
                    self._mark.write_text(str(time.time_ns()))
                self._seen = self._changed_at()

    def _forget(self) -> None:
        """Let go of every entry."""
        self._entries.clear()
        self._size = 0

    def _changed_at(self) -> int:
        """When the content was last changed by any process; 0 when never."""
        try:
            return os.stat(self._mark).st_mtime_ns if self._mark is not None else 0
        except OSError:
            return 0

    def renew_behind(self, key: Key, make: Callable[[], None]) -> None:
        """Have `make` run once in the background for an entry that is no longer fresh; few are at it at a time.

        Who finds others at it shows what there is, and a later reader has it renewed.
        """
        with self._lock:
            if key in self._renewing or len(self._renewing) >= RENEWERS:
                return
            self._renewing.add(key)

        def work() -> None:
            try:
                make()
            finally:
                with self._lock:
                    self._renewing.discard(key)

        threading.Thread(target=work, name="renew-page", daemon=True).start()
