"""In front of Flask: public pages repeated byte for byte to anonymous visitors who ask in the same words.

It decides nothing by itself. A whole answer that came out of the page cache is kept under all that the answer may
depend on, and given again while the cache holds the very same page and calls it fresh.
"""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from app.core.http import request_log
from app.core.http.maintenance import notice
from app.core.lru import Recent
from app.web.page_cache import FRESH_SECONDS, Entry, Key
from app.web.site import Site

ENTRY = "parley.page"
"""Where the page view leaves the cache's key and entry in the environ."""
MAX_KEPT = 2_000
MAX_WORDS = 2_000
_WORDS = ("PATH_INFO", "QUERY_STRING", "HTTP_HOST", "HTTP_ACCEPT", "HTTP_ACCEPT_LANGUAGE", "HTTP_ACCEPT_ENCODING")
# Anyone who sends one of these may get another answer, or must be looked at more closely.
_PERSONAL = ("HTTP_COOKIE", "HTTP_AUTHORIZATION", "HTTP_IF_NONE_MATCH", "HTTP_RANGE")

Environ = dict[str, Any]
Headers = list[tuple[str, str]]
Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]


@dataclass(frozen=True, slots=True)
class Copy:
    """One answer, and the cached page it came from."""

    key: Key
    entry: Entry
    route: str
    headers: Headers
    body: bytes


class Front:
    """A WSGI application around ours."""

    def __init__(self, application: Application, site: Site) -> None:
        """Wrap an application with the site whose page cache it fills."""
        self._application = application
        self._site = site
        self._copies: Recent[str, Copy] = Recent(MAX_KEPT)

    def __call__(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        """A kept answer, or the application's own."""
        words = _words(environ)
        if words is None:
            return self._application(environ, start_response)
        copy = self._copies.get(words)
        if copy is not None and self._holds(copy) and not notice.is_on():
            began = time.perf_counter()
            request_id = request_log.good_id(environ.get("HTTP_X_REQUEST_ID", ""))
            start_response("200 OK", [*copy.headers, ("X-Request-ID", request_id)])
            request_log.write("GET", copy.route, 200, time.perf_counter() - began, request_id=request_id)
            return [copy.body]
        return self._listen(words, environ, start_response)

    def _holds(self, copy: Copy) -> bool:
        """Whether the cache still has this page and it is fresh."""
        fresh = time.monotonic() - copy.entry.made_at <= FRESH_SECONDS
        return fresh and copy.key[0] == self._site.table.build and self._site.cache.get(copy.key) is copy.entry

    def _listen(self, words: str, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        """The application's answer, kept when it is a whole page from the cache for everyone."""
        messages: list[Any] = []

        def start(status: str, headers: Headers, *rest: Any) -> Any:
            messages[:] = [status, headers]
            return start_response(status, headers, *rest)

        pieces = self._application(environ, start)
        key, entry, route = environ.get(ENTRY, (None, None, ""))
        if entry is None or not messages or not messages[0].startswith("200"):
            return pieces
        headers = [(name, value) for name, value in messages[1] if name != "X-Request-ID"]
        if any(name == "Set-Cookie" for name, _ in headers):
            return pieces
        body = b"".join(pieces)
        if callable(close := getattr(pieces, "close", None)):
            close()
        self._copies.put(words, Copy(key, entry, route, headers, body))
        return [body]


def _words(environ: Environ) -> str | None:
    """All that a public page may depend on, as one text; None when the request is not that plain."""
    if environ["REQUEST_METHOD"] != "GET" or any(name in environ for name in _PERSONAL):
        return None
    words = "\0".join([environ.get(name, "") for name in _WORDS])
    return words if len(words) <= MAX_WORDS else None
