"""Connections that wait: no thread holds them; each is answered when called, when its time is over, or at the end."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from app.core.realtime.long_poll import MOST_OF_ONE, SECONDS, ParkedConnections, Wait, Waiting

ROOT = Path(__file__).resolve().parents[4]
APP = """
import app.core.realtime.long_poll as waiting

waiting.SECONDS = 2.0
bell = {}


def app(environ, start):
    path = environ["PATH_INFO"]
    if path.startswith("/wait/"):
        key, wait = path[6:], environ.get("parley.wait")
        text = b"rung %d" % bell.get(key, 0) if bell.get(key) or wait is None else None
        if text is None:
            wait(key, 0)
            text = b"never sent"
    elif path.startswith("/ring/"):
        key = path[6:]
        bell[key] = bell.get(key, 0) + 1
        environ["parley.lot"].call({key: bell[key]})
        text = b"ringing"
    else:
        text = b"plain"
    start("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(len(text)))])
    return [text]
"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator["tuple[subprocess.Popen[bytes], int]"]:
    """A server of one process and two threads."""
    (tmp_path / "bells.py").write_text(APP)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    command = [
        sys.executable,
        "-m",
        "gunicorn",
        "-k",
        "app.processes.gunicorn_worker.BufferedThreadWorker",
        "--threads",
        "2",
    ]
    process = subprocess.Popen(
        [*command, "--keep-alive", "5", "-b", f"127.0.0.1:{port}", "--no-control-socket", "bells:app"],
        env=os.environ | {"PYTHONPATH": f"{ROOT}:{tmp_path}"},
        stderr=subprocess.DEVNULL,
    )
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            break
        except OSError:
            time.sleep(0.05)
    yield process, port
    process.send_signal(signal.SIGTERM)
    process.wait(10)


@contextmanager
def asking(port: int, path: str) -> Iterator[socket.socket]:
    """A client that has asked and not yet read."""
    with socket.create_connection(("127.0.0.1", port), timeout=8) as client:
        client.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        yield client


def read_answer(client: socket.socket, answers: int = 1) -> bytes:
    """What the server says in so many answers; each body ends where the next begins."""
    heard = b""
    while heard.count(b"\r\n\r\n") < answers or not heard.endswith((b"plain", b"ringing", b"rung 0", b"rung 1")):
        piece = client.recv(4096)
        assert piece, heard
        heard += piece
    return heard


def answer(port: int, path: str) -> bytes:
    """Return what a client is answered."""
    with asking(port, path) as client:
        return read_answer(client)


def test_those_who_wait_hold_no_thread_and_are_answered_when_called(server: "tuple[object, int]") -> None:
    _, port = server
    waiting = [socket.create_connection(("127.0.0.1", port), timeout=8) for _ in range(MOST_OF_ONE)]
    try:
        for client in waiting:
            client.sendall(b"GET /wait/a HTTP/1.1\r\nHost: x\r\n\r\n")
        # Two threads, twenty who wait: others are answered meanwhile.
        assert answer(port, "/").endswith(b"plain")
        assert answer(port, "/ring/other").endswith(b"ringing")
        assert answer(port, "/ring/a").endswith(b"ringing")
        for client in waiting:
            assert read_answer(client).endswith(b"rung 1")
        # The connection goes on as any other.
        waiting[0].sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert read_answer(waiting[0]).endswith(b"plain")
    finally:
        for client in waiting:
            client.close()


def test_when_the_time_is_over_the_answer_comes_by_itself(server: "tuple[object, int]") -> None:
    assert answer(server[1], "/wait/b").endswith(b"rung 0")


def test_who_sends_more_is_answered_first_and_who_goes_is_forgotten(server: "tuple[object, int]") -> None:
    _, port = server
    for _ in range(MOST_OF_ONE + 5):
        with asking(port, "/wait/c"):
            pass
    with asking(port, "/wait/c") as client:
        time.sleep(0.2)
        client.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        both = read_answer(client, answers=2)
        assert b"rung 0" in both and both.endswith(b"plain")


def test_a_server_that_ends_answers_those_who_wait(server: "tuple[subprocess.Popen[bytes], int]") -> None:
    process, port = server
    with asking(port, "/wait/d") as client:
        assert answer(port, "/").endswith(b"plain")
        process.send_signal(signal.SIGTERM)
        assert read_answer(client).endswith(b"rung 0")


def test_a_lot_calls_those_who_have_seen_less_and_has_room_for_so_many() -> None:
    connections = list[object]()
    lot = ParkedConnections(connections.extend)
    for number in range(MOST_OF_ONE):
        assert lot.has_room("a") and lot.leave(number) is False
        lot.enter(number, Wait("a", number, time.monotonic() + 60))
    assert not lot.has_room("a") and lot.has_room("b") and lot.occupied.is_set()
    lot.call({"a": 3, "b": 99})
    assert connections == [0, 1, 2]
    assert lot.over(alive=True) == [] and len(list(lot.over(alive=False))) == MOST_OF_ONE
    assert all(lot.leave(number) for number in range(MOST_OF_ONE))
    assert not lot.occupied.is_set() and lot.has_room("a")


def test_who_names_fewer_seconds_is_asked_again_sooner() -> None:
    lot = ParkedConnections(lambda connections: None)
    waiting = Waiting(lambda environ, start: [], lot)
    for seconds, longest in ((None, SECONDS), (8, 8), (900, SECONDS)):
        conn = SimpleNamespace(wait=None)
        waiting._note(conn, "a", 0, seconds)
        assert longest - 1 < conn.wait.until - time.monotonic() <= longest
