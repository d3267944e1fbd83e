"""The client of the render workers: JSON over unix sockets, kept connections, deadlines, a breaker; its figures."""

import http.client
import socket
import threading
import time
from collections import deque
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, Literal

import orjson
import structlog
from prometheus_client import Counter, Histogram

from app.core.breakers import Breaker
from app.web.health_probe import answers

RENDERS = Histogram("ssr_render_seconds", "Pages rendered by the worker")
FALLBACKS = Counter("ssr_fallback_total", "Pages answered without the worker", ["reason"])


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """A page as the renderer makes it."""

    status: int
    title: str
    head: str
    html: str
    state: dict[str, Any]
    page: str


@dataclass(frozen=True, slots=True)
class Redirect:
    """The renderer sends the reader elsewhere."""

    status: int
    to: str


log = structlog.get_logger(__name__)
MAX_ANSWER = 8 * 1024 * 1024
FAILURES_TO_OPEN = 5
OPEN_SECONDS = 2.0
MAX_IDLE = 16
BEGIN_SHARE = 0.5
"""The part of what is left of a budget in which a worker must begin with a page, where there is another one to ask."""
HELD_SECONDS = 0.5
"""How long beyond its deadline a page's worker must stay silent for the page to hold it: it may just be slow."""
Reason = Literal["down", "timeout", "garbage", "build", "thrown", "too_large", "limits", "held"]


class RenderFailure(Exception):
    """No page from the renderer, and why; the visitor gets a kept copy or the shell instead."""

    def __init__(self, reason: Reason, detail: str = "", *, begun: bool = False) -> None:
        """Name the reason and what was seen, and whether a worker was at this very page and still is."""
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason: Reason = reason
        self.detail = detail
        self.begun = begun

    @property
    def holds(self) -> bool:
        """Whether the page still holds the worker that was to render it."""
        return self.reason == "timeout" and self.begun


class Budget:
    """Seconds that may be spent in all; only time spent inside `with` counts."""

    def __init__(self, seconds: float) -> None:
        """Start full."""
        self.left = seconds
        self._since = 0.0

    def __enter__(self) -> "Budget":
        """Start the clock."""
        self._since = time.monotonic()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop the clock."""
        self.left -= time.monotonic() - self._since

    def remaining(self) -> float:
        """Seconds left while the clock runs; raises RenderFailure when there are none."""
        left = self.left - (time.monotonic() - self._since)
        if left <= 0:
            raise RenderFailure("timeout")
        return left


class _Response(http.client.HTTPResponse):
    """An answer that is announced by an interim one when the worker begins with the page."""

    asker: "_Connection"

    def _read_status(self) -> tuple[str, int, str]:
        status: tuple[str, int, str] = super()._read_status()  # type: ignore[misc]
        if status[1] == http.client.CONTINUE:
            self.asker.begin()
        return status


class _Connection(http.client.HTTPConnection):
    """HTTP/1.1 over a unix socket."""

    def __init__(self, path: str) -> None:
        super().__init__("renderer")
        self._path = path
        self.begun = False
        self.budget = Budget(0)

    def response_class(self, *args: Any, **more: Any) -> _Response:  # type: ignore[override]
        """An answer that knows its connection."""
        response = _Response(*args, **more)
        response.asker = self
        return response

    def ask(
        self, path: str, body: bytes, headers: dict[str, str], budget: Budget, share: float
    ) -> http.client.HTTPResponse:
        """Ask, and wait for the head of the answer: a share for the worker to begin, and then for as long as may be."""
        self.begun, self.budget = False, budget
        self.timeout = budget.remaining() * share
        if self.sock is not None:
            self.sock.settimeout(self.timeout)
        self.request("POST", path, body, headers)
        return self.getresponse()

    def begin(self) -> None:
        """The worker is at this page now."""
        self.begun = True
        self.sock.settimeout(self.budget.remaining())

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)


class Worker:
    """One render worker: its socket, its kept connections and its breaker."""

    def __init__(self, path: str) -> None:
        """Name the socket; nothing is opened yet."""
        self.path = path
        self.name = Path(path).name
        self.breaker = Breaker(FAILURES_TO_OPEN, OPEN_SECONDS)
        self._reason = ""
        self._idle: deque[_Connection] = deque(maxlen=MAX_IDLE)

    def post(self, path: str, body: bytes, budget: Budget, share: float = 1.0) -> tuple[int, bytes]:
        """Status and body of one call; a kept connection that has died meanwhile is replaced once."""
        while True:
            waiting = self._take()
            connection = waiting or _Connection(self.path)
            try:
                status, answer, reusable = self._exchange(connection, path, body, budget, share)
            except TimeoutError:
                connection.close()
                raise RenderFailure("timeout", begun=connection.begun and self._is_silent()) from None
            except (OSError, http.client.HTTPException) as error:
                connection.close()
                if waiting is not None and isinstance(error, OSError):
                    continue
                reason: Reason = "down" if isinstance(error, OSError) else "garbage"
                raise RenderFailure(reason, type(error).__name__) from None
            except BaseException:
                connection.close()
                raise
            if reusable:
                self._idle.append(connection)
            else:
                connection.close()
            return status, answer

    def note_success(self) -> None:
        """Close the breaker, and log that it was open."""
        if self.breaker.note_success():
            log.info("renderer_back", worker=self.name)
        self._reason = ""

    def note_failure(self, failure: RenderFailure) -> None:
        """Count a failure, one that is sure to go on for all; its reason is logged once, not with every page."""
        self.breaker.note_failure(at_once=failure.holds)
        if failure.reason != self._reason:
            self._reason = failure.reason
            log.warning("renderer_failed", worker=self.name, reason=failure.reason, detail=failure.detail)

    def _is_silent(self) -> bool:
        """Whether the worker still does not answer even the simplest question."""
        try:
            return not answers(self.path, HELD_SECONDS)
        except OSError:
            return True

    def _take(self) -> _Connection | None:
        """A kept connection, or None."""
        try:
            return self._idle.pop()
        except IndexError:
            return None

    def _exchange(
        self, connection: _Connection, path: str, body: bytes, budget: Budget, share: float
    ) -> tuple[int, bytes, bool]:
        """One request and its whole answer within the budget."""
        headers = {"Content-Type": "application/json"}
        request_id = structlog.contextvars.get_contextvars().get("request_id")
        if request_id:
            headers["X-Request-ID"] = request_id
        response = connection.ask(path, body, headers, budget, share)
        sock = connection.sock
        pieces, size = [], 0
        while piece := response.read1(262_144):
            pieces.append(piece)
            size += len(piece)
            if size > MAX_ANSWER:
                raise RenderFailure("too_large", f"{size} bytes")
            left = budget.remaining()
            if sock is not None and sock.fileno() >= 0:
                sock.settimeout(left)
        if response.length:
            raise http.client.IncompleteRead(b"", response.length)
        response.close()
        return response.status, b"".join(pieces), not response.will_close


class Renderer:
    """All render workers of this machine, asked in turn."""

    def __init__(self, paths: list[str]) -> None:
        """One worker a socket."""
        self.workers = [Worker(path) for path in paths]
        self._turn = count()
        self._waiting = 0
        self._lock = threading.Lock()

    @property
    def likely(self) -> bool:
        """Whether a worker can be expected to answer."""
        return any(not worker.breaker.is_failing for worker in self.workers)

    @property
    def is_busy(self) -> bool:
        """Whether this process already waits for more pages than there are workers to make them."""
        return self._waiting > len(self.workers)

    def render(self, body: dict[str, Any], budget: Budget) -> dict[str, Any]:
        """The worker's answer as an object; raises RenderFailure, never anything else."""
        with self._lock:
            self._waiting += 1
        try:
            return self._ask(orjson.dumps(body), body.get("url"), budget)
        finally:
            with self._lock:
                self._waiting -= 1

    def _ask(self, payload: bytes, url: str | None, budget: Budget) -> dict[str, Any]:
        """Ask the workers in turn until one answers."""
        failure = RenderFailure("down", "no worker is admitted")
        start = next(self._turn)
        with budget:
            for offset in range(len(self.workers)):
                worker = self.workers[(start + offset) % len(self.workers)]
                if not worker.breaker.admits():
                    continue
                share = BEGIN_SHARE if offset + 1 < len(self.workers) else 1.0
                try:
                    answer = _read(*worker.post("/render", payload, budget, share))
                except RenderFailure as error:
                    failure = error
                    if error.reason in ("thrown", "too_large"):
                        # The page is at fault, not the worker: another one would say the same.
                        worker.note_success()
                        log.error("render_threw", url=url, detail=error.detail)
                        raise
                    worker.note_failure(error)
                    if error.holds:
                        raise
                else:
                    worker.note_success()
                    return answer
        raise failure


def _read(status: int, text: bytes) -> dict[str, Any]:
    """The object of an answer, or the failure it reports."""
    try:
        answer = orjson.loads(text)
    except orjson.JSONDecodeError:
        raise RenderFailure("garbage", f"{status}, {len(text)} bytes that are not JSON") from None
    if not isinstance(answer, dict):
        raise RenderFailure("garbage", "not an object")
    if status == 200:
        return answer
    error = answer.get("error")
    error = error if isinstance(error, dict) else {}
    detail = " ".join(str(error[k]) for k in ("name", "message", "hint", "stack") if error.get(k))[:2000]
    reasons: dict[int, Reason] = {409: "build", 413: "too_large", 500: "thrown"}
    raise RenderFailure(reasons.get(status, "garbage"), detail or str(status))
