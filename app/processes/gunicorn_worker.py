"""Gunicorn's thread worker, made safe against slow clients: a request reaches a thread only when it is here whole.

Headers and bodies of up to 1 MiB are gathered on the poller, which costs a slow client's connection nothing but a
file handle; so does one that waits for something to happen (`waiting.py`). It rests on internals of gunicorn 27.0,
which is why the minor version is pinned and tests watch it.
"""

import json
import math
import re
import selectors
import socket
import sys
import threading
import time
from collections.abc import Iterator
from concurrent import futures
from contextlib import contextmanager
from functools import partial
from typing import Any

from gunicorn import http, util  # type: ignore[import-untyped]
from gunicorn.http.errors import (  # type: ignore[import-untyped]
    InvalidHeader,
    LimitRequestHeaders,
    LimitRequestLine,
    ParseException,
    UnsupportedTransferCoding,
)
from gunicorn.workers import gthread  # type: ignore[import-untyped]

from app.core.errors import describe_problem, is_api_path
from app.core.http import concurrency
from app.core.realtime.long_poll import ParkedConnections, Waiting, Waits
from app.processes.request_bodies import Framed

HEADER_SECONDS = 10.0
BODY_SECONDS = 30.0
STALL_SECONDS = 10.0
"""How long a thread waits for the next bytes of a body too large to gather."""
HESITATION, MOST_HESITATION = 0.0002, 0.001
SWITCH_SECONDS = 0.0005
MAX_HEADER = 128 * 1024
MAX_GATHERED = 1024 * 1024
LISTEN_SECONDS = 0.3
"""How long a stopping worker accepts connections: until the processes that hold the same socket have closed it."""
LINGER_SECONDS = 2.0
"""How long a client may take to read an answer that ends its connection."""
MOST_IDLE = 120
"""Threads beyond those that run, for requests that wait for their turn at heavy work."""
MAX_WAITING = 16 * 1024
"""The largest request that is kept while it waits."""
_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,12})[ \t]*\r\n", re.IGNORECASE)
_EXPECT = re.compile(rb"\r\nexpect:[ \t]*100-continue[ \t]*\r\n", re.IGNORECASE)
_CHUNKED = re.compile(rb"\r\ntransfer-encoding:", re.IGNORECASE)
_BARE = re.compile(rb"(?<!\r)\n")
"""The end of a line as no head may have it: waiting for more would be in vain."""
_CHUNK = re.compile(rb"([0-9a-f]{1,16})[ \t]*(;[^\r\n]*)?", re.IGNORECASE)
"""The line before a chunk: its size, and extensions nobody needs."""
_PATH = re.compile(rb"[A-Z]{1,20} (/[!-~]{0,2000}?)[? ]")
_REFUSED = {
    LimitRequestLine: (414, "The address is too long. Send fewer or shorter values."),
    LimitRequestHeaders: (431, "The headers of the request are too long."),
}
"""What is answered to requests of the API that the parser refuses."""


class Gathering:
    """A request on its way in: its bytes so far and until when the next part must be here."""

    def __init__(self) -> None:
        """Begin with nothing and the headers' deadline."""
        self.data = bytearray()
        self.began = time.monotonic()
        self.head_done = self.continue_sent = self._chunked = False
        self._next = 0

    def wants_continue(self) -> bool:
        """Whether the client now waits for leave to send its body; true once."""
        if not self.head_done or self.continue_sent:
            return False
        self.continue_sent = _EXPECT.search(self.data, 0, self.data.find(b"\r\n\r\n") + 2) is not None
        return self.continue_sent

    def request(self) -> bytes:
        """The bytes for the parser; leave already given must not be given again."""
        return bytes(_EXPECT.sub(b"\r\n", self.data, count=1) if self.continue_sent else self.data)

    @property
    def deadline(self) -> float:
        """When the connection is given up."""
        return self.began + (BODY_SECONDS if self.head_done else HEADER_SECONDS)

    def add(self, piece: bytes) -> bool:
        """Take in a piece; True when the request may go to a thread (whole, or too large to gather)."""
        self.data += piece
        if not self.head_done:
            end = self.data.find(b"\r\n\r\n")
            if end < 0:
                new = len(self.data) - len(piece)
                return len(self.data) > MAX_HEADER or _BARE.search(self.data, new) is not None
            self._read_head(bytes(self.data[: end + 2]))
        return len(self.data) >= MAX_GATHERED or (self._chunks_end() if self._chunked else len(self.data) >= self._next)

    def _read_head(self, head: bytes) -> None:
        """Find out where the body ends, or its first chunk begins."""
        self.head_done, self._chunked = True, _CHUNKED.search(head) is not None
        length = None if self._chunked else _LENGTH.search(head)
        self._next = len(head) + 2 + (int(length[1]) if length else 0)

    def _chunks_end(self) -> bool:
        """Follow the chunks that are here; True behind the last one's trailers, and where the parser will refuse."""
        while (end := self.data.find(b"\r\n", self._next)) >= 0:
            size = _CHUNK.fullmatch(self.data, self._next, end)
            if size is None:
                return True
            if int(size[1], 16) == 0:
                if self.data.find(b"\r\n\r\n", end) >= 0:
                    return True
                break
            self._next = end + 2 + int(size[1], 16) + 2
        return len(self.data) - self._next > MAX_HEADER


class Connection(gthread.TConn):
    """A connection that may be asked to wait with its present request."""

    pending_request = b""
    """The request a thread has been given, where it is small enough to be given once more."""
    may_wait = False
    is_gathered = False
    """Whether the present request was here whole before a thread got it."""
    path = ""
    """What the present request asks for, as far as it can be read without the parser."""
    wait = None


class RunningRequests:
    """The places of the requests that run at the same time; one that only waits gives its place to another.

    Many may wait for the same: those that go on have a few of the places, the others are for requests that are new.
    """

    def __init__(self, most: int) -> None:
        """Have so many places."""
        self._places, self._resumed = threading.Semaphore(most), threading.Semaphore(max(1, most // 4))
        self._here = threading.local()

    @contextmanager
    def place(self) -> Iterator[None]:
        """Run in a place."""
        self._places.acquire()
        self._here.held = [self._places]
        try:
            yield
        finally:
            self._release()

    @contextmanager
    def idle(self) -> Iterator[None]:
        """Wait without the place that this thread has, if it has one."""
        if not getattr(self._here, "held", ()):
            yield
            return
        self._release()
        try:
            yield
        finally:
            for semaphore in (self._resumed, self._places):
                semaphore.acquire()
                self._here.held.append(semaphore)

    def _release(self) -> None:
        """Give back all that this thread has."""
        while self._here.held:
            self._here.held.pop().release()


class BufferedThreadWorker(gthread.ThreadWorker):
    """A thread worker that gathers requests on its poller."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.gathering: dict[Any, Gathering] = {}
        self.lingering: dict[Any, float] = {}
        self.present = threading.local()
        self.swept_at = 0.0
        self.listens_until: float | None = None
        self.lot = ParkedConnections(lambda connections: self.method_queue.defer(self._ask_again, connections))

    def get_thread_pool(self) -> futures.ThreadPoolExecutor:
        """Make threads for running requests, and for those that wait inside the application."""
        self.running = RunningRequests(self.cfg.threads)
        concurrency.idle.provide(self.running.idle)
        return futures.ThreadPoolExecutor(self.cfg.threads + MOST_IDLE)

    def handle(self, conn: Any) -> Any:
        """Handle a request while it has a place among the running ones."""
        self.present.path = conn.path
        with self.running.place():
            return super().handle(conn)

    def load_wsgi(self) -> None:
        """Load the application, and let it wait."""
        super().load_wsgi()
        loaded: Any = self.wsgi
        self.wsgi: Any = Waiting(Framed(loaded), self.lot)

    def init_process(self) -> None:
        """Begin to serve; a request that has just come waits for half a millisecond of another's work, not for five."""
        sys.setswitchinterval(SWITCH_SECONDS)
        super().init_process()

    def accept(self, listener: Any) -> None:
        """Take a new connection and begin to gather instead of occupying a thread.

        The more connections a process holds, the longer it hesitates, so that one that holds fewer takes it:
        connections are kept, and would otherwise stay with anyone who happened to wake first.
        """
        time.sleep(min(self.nr_conns * HESITATION, MOST_HESITATION))
        self._accept_one(listener)

    def _accept_one(self, listener: Any) -> bool:
        """Take a new connection; False where none waits."""
        try:
            client, address = listener.accept()
        except OSError:
            return False
        self.nr_conns += 1
        self._gather(Connection(self.cfg, client, address, listener.getsockname()))
        return True

    def set_accept_enabled(self, enabled: bool) -> None:
        """Accept connections or not; at the end of the process only after a moment, and those that wait first.

        The system resets what waits at a socket when its last holder closes it.
        """
        if enabled or self.alive:
            super().set_accept_enabled(enabled)
        elif self.listens_until is None:
            self.listens_until = time.monotonic() + LISTEN_SECONDS
            self.nr_conns += 1  # The socket counts as a connection, for which the worker waits.

    def _stop_listening(self) -> None:
        """Accept what waits, and close the sockets."""
        self.listens_until = math.inf
        super().set_accept_enabled(False)
        for listener in self.sockets:
            while self._accept_one(listener):
                pass
            listener.close()
        self.nr_conns -= 1

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        """Wait for events, no longer than the process listens."""
        if self.listens_until is not None:
            timeout = max(0.0, min(timeout, self.listens_until - time.monotonic()))
        super().wait_for_and_dispatch_events(timeout)

    def on_client_socket_readable(self, conn: Any, client: Any) -> None:
        """A kept connection sends its next request: gather that, too."""
        self.poller.unregister(client)
        self.keepalived_conns.remove(conn)
        self._gather(conn)

    def finish_request(self, conn: Any, fs: Any) -> None:
        """After an answer: what the client has sent ahead begins the next request, in a thread only when whole."""
        has_answer = not fs.cancelled() and fs.exception() is None
        if has_answer and conn.wait is not None:
            self._let_wait(conn)
        elif has_answer and fs.result() is not True:
            self._linger(conn)
        else:
            ahead = conn.parser.unreader.take_buffered() if has_answer and self.alive else b""
            if ahead:
                self._gather(conn, ahead)
            else:
                super().finish_request(conn, fs)

    def _linger(self, conn: Any) -> None:
        """Close our side of a connection, and the other once the client has read the answer or its time is over.

        Gunicorn waits for each such client by itself, for up to two seconds in which the process serves no other.
        """
        try:
            conn.sock.setblocking(False)
            conn.sock.shutdown(socket.SHUT_WR)
        except OSError:
            self._close(conn)
            return
        self.lingering[conn] = time.monotonic() + LINGER_SECONDS
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(self._on_lingering, conn))

    def _on_lingering(self, conn: Any, client: Any) -> None:
        """Throw away what a client still sends, until it closes its side."""
        try:
            if client.recv(65_536):
                return
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            pass
        self._leave(conn)

    def _leave(self, conn: Any) -> None:
        """Close a connection that lingers."""
        del self.lingering[conn]
        self.poller.unregister(conn.sock)
        self._close(conn)

    def _close(self, conn: Any) -> None:
        """Close a connection that nothing watches."""
        self.nr_conns -= 1
        conn.close()

    def _gather(self, conn: Any, ahead: bytes = b"") -> None:
        """Watch a connection until its request is here."""
        state = Gathering()
        if ahead and state.add(ahead):
            self._hand_over(conn, state)
            return
        conn.sock.setblocking(False)
        self.gathering[conn] = state
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(self._on_piece, conn, state))

    def _on_piece(self, conn: Any, state: Gathering, _client: Any) -> None:
        """Read what has come; hand over when it is enough, close when the client has gone."""
        try:
            piece = conn.sock.recv(65_536)
            if piece and not state.add(piece):
                if state.wants_continue():
                    conn.sock.send(b"HTTP/1.1 100 Continue\r\n\r\n")
                return
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            piece = b""
        if piece:
            self._forget(conn)
            self._hand_over(conn, state)
        else:
            self._drop(conn)

    def _hand_over(self, conn: Any, state: Gathering) -> None:
        """Give the gathered bytes to a thread, before anything still in the socket."""
        if conn.parser is None:
            conn.parser = http.get_parser(self.cfg, conn.sock, conn.client)
        request = state.request()
        conn.is_gathered = len(request) < MAX_GATHERED
        conn.may_wait = len(request) <= MAX_WAITING
        conn.pending_request = request if conn.may_wait else b""
        path = _PATH.match(request)
        conn.path = path[1].decode("ascii") if path else ""
        conn.parser.unreader.unread(request)
        conn.initialized = conn.data_ready = True
        self.enqueue_req(conn)

    def _let_wait(self, conn: Any) -> None:
        """Keep a connection until it is called, its time is over, or its client goes."""
        conn.sock.setblocking(False)
        self.lot.enter(conn, conn.wait)
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(self._on_waiting_readable, conn))

    def _on_waiting_readable(self, conn: Any, client: Any) -> None:
        """Someone who waits has gone, or sends more and is answered first."""
        try:
            is_gone = not client.recv(1, socket.MSG_PEEK)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            is_gone = True
        if not is_gone:
            self._ask_again([conn])
        elif self.lot.leave(conn):
            self.poller.unregister(conn.sock)
            self._close(conn)

    def _ask_again(self, connections: list[Any]) -> None:
        """Hand the requests that wait to threads once more; they are to answer now."""
        for conn in connections:
            if not self.lot.leave(conn):
                continue
            self.poller.unregister(conn.sock)
            conn.wait, conn.may_wait = None, False
            conn.parser = http.get_parser(self.cfg, conn.sock, conn.client)
            conn.parser.unreader.unread(conn.pending_request)
            self.enqueue_req(conn)

    def _forget(self, conn: Any) -> None:
        """Stop watching a connection."""
        del self.gathering[conn]
        self.poller.unregister(conn.sock)

    def _drop(self, conn: Any) -> None:
        """Close a connection that has not brought a request."""
        self._forget(conn)
        self._close(conn)

    def _gives_up(self, state: Gathering, now: float) -> bool:
        """Whether a request has had its time; a stopping worker waits but a moment for one that has not begun."""
        never_begun = not self.alive and not state.data and now - state.began > gthread.STOP_KEEPALIVE_LINGER
        return never_begun or state.deadline <= now

    def handle_request(self, req: Any, conn: Any) -> Any:
        """Answer; a body too large to gather must keep coming, or its thread is freed."""
        conn.sock.settimeout(STALL_SECONDS)
        self.wsgi.present.conn = conn
        try:
            return super().handle_request(req, conn)
        except Waits:
            return True
        finally:
            self.wsgi.present.conn = None

    def handle_error(self, req: Any, client: Any, addr: Any, exc: Exception) -> None:
        """Answer what is no request: to callers of the API as JSON.

        An unknown coding is the client's error too, and no 501 that wakes someone.
        """
        path = self.present.path
        if isinstance(exc, ParseException) and is_api_path(path):
            self.log.warning("Invalid request from ip=%s: %s", addr[0] if addr else "", exc)
            self._answer_problem(client, path, *_REFUSED.get(type(exc), (400, "This is not a valid HTTP request.")))
            return
        if isinstance(exc, UnsupportedTransferCoding):
            exc = InvalidHeader("TRANSFER-ENCODING", req=req)
        super().handle_error(req, client, addr, exc)

    def _answer_problem(self, client: Any, path: str, status: int, detail: str) -> None:
        """Send the one error shape, past the application."""
        problem = describe_problem(status, detail, instance=path)
        body = json.dumps(problem).encode()
        head = (
            f"HTTP/1.1 {status} {problem['title']}\r\nConnection: close\r\n"
            "Content-Type: application/problem+json\r\nCache-Control: no-store\r\n"
            f"X-Content-Type-Options: nosniff\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        try:
            util.write_nonblock(client, head.encode() + body)
        except OSError:
            self.log.debug("Failed to send error message.")

    def murder_pending(self) -> None:
        """Close, about once a second, connections that have not brought their request in time, and answer who waits."""
        super().murder_pending()
        now = time.monotonic()
        if self.listens_until is not None and now >= self.listens_until:
            self._stop_listening()
        if now - self.swept_at < 1.0:
            return
        self.swept_at = now
        for conn in [conn for conn, state in self.gathering.items() if self._gives_up(state, now)]:
            self._drop(conn)
        for conn in [conn for conn, until in self.lingering.items() if until <= now]:
            self._leave(conn)
        self._ask_again(list(self.lot.over(self.alive)))
