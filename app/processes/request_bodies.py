"""Bodies of requests: what is malformed is the client's error, and what is left unread ends the connection.

Gunicorn reads a body when the application asks for it, so that a malformed chunk is met in the middle of a view. And it
promises to keep a connection before it knows whether what the application has left unread can be skipped.
"""

from collections.abc import Callable, Iterator
from typing import Any

from gunicorn.http.errors import ParseException  # type: ignore[import-untyped]

MOST_SKIPPED = 32 * 1024
"""Bytes that are skipped to keep a connection; gunicorn itself gives up at twice as many."""


class BrokenBody(OSError):
    """A body that cannot be read to its end; Werkzeug answers this with 400."""


class Body:
    """A body whose reader's own errors are those of a broken connection."""

    def __init__(self, body: Any) -> None:
        """Wrap gunicorn's."""
        self._body = body

    def _read(self, verb: str, *size: int) -> bytes:
        """Read, or raise BrokenBody."""
        try:
            return getattr(self._body, verb)(*size)  # type: ignore[no-any-return]
        except ParseException as error:
            raise BrokenBody(str(error)) from None

    def read(self, *size: int) -> bytes:
        """So many bytes, or all."""
        return self._read("read", *size)

    def readline(self, *size: int) -> bytes:
        """One line."""
        return self._read("readline", *size)

    def readlines(self, _hint: int = -1) -> list[bytes]:
        """All lines."""
        return list(self)

    def __iter__(self) -> Iterator[bytes]:
        """Each line."""
        return iter(self.readline, b"")

    def skip(self, is_here: bool) -> bool:
        """Skip what is left unread; False where it is too much, still to come or broken."""
        if not is_here:
            return self._is_read()
        try:
            return len(self.read(MOST_SKIPPED)) < MOST_SKIPPED
        except OSError:
            return False

    def _is_read(self) -> bool:
        """Whether the application has read to the end."""
        reader = self._body.reader
        rest: int = getattr(reader, "length", 0)
        return not rest and getattr(reader, "parser", None) is None and not self._body.buf.tell()


class Framed:
    """An application around another: gives it such a body, and ends connections that cannot be used again."""

    def __init__(self, application: Callable[..., Any]) -> None:
        """Wrap an application."""
        self.application = application

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        """Answer; the answer's headers say whether the connection ends."""
        environ["wsgi.input"] = body = Body(environ["wsgi.input"])
        is_here = environ.get("parley.gathered", False)

        def start(*answer: Any) -> Any:
            if not body.skip(is_here):
                start_response.__self__.force_close()  # type: ignore[attr-defined]
            return start_response(*answer)

        return self.application(environ, start)
