"""The buffering worker: whole requests only, whatever pieces they come in; slow clients hold no thread."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psutil
import pytest

from app.processes.gunicorn_worker import MAX_GATHERED, MAX_HEADER, Gathering, RunningRequests

CHUNKED = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
CLOSE = b"Connection: close\r\n"
APP = """
def app(environ, start):
    body = environ["wsgi.input"].read()
    start("200 OK", [("Content-Type", "text/plain")])
    return [b"got %d" % len(body)]
"""


def gathers(data: bytes, piece: int = 1) -> bool:
    """Whether the last piece, and none before it, completes the request."""
    state = Gathering()
    done = [state.add(data[at : at + piece]) for at in range(0, len(data), piece)]
    return done[-1] and not any(done[:-1])


@pytest.mark.parametrize(
    "data",
    [
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\ncontent-length: 5\r\n\r\nhello",
        CHUNKED + b"5\r\nhello\r\n0\r\n\r\n",
        CHUNKED + b"0\r\n\r\n",
        CHUNKED + b"5;name=value\r\nhello\r\nA ;x\r\n0123456789\r\n000\r\n\r\n",
        CHUNKED + b"5\r\nhello\r\n0\r\nDigest: x\r\nExpires: never\r\n\r\n",
        CHUNKED + b"6\r\n0\r\n\r\n0\r\n5\r\n\r\n\r\n\n\r\n0\r\n\r\n",
    ],
)
def test_a_request_is_handed_over_with_its_last_byte(data: bytes) -> None:
    assert gathers(data)


@pytest.mark.parametrize("trailers", [b"", b"Digest: x\r\n"])
@pytest.mark.parametrize("ahead", [b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"G", b"\r\n"])
def test_chunks_are_whole_whatever_is_sent_behind_them(trailers: bytes, ahead: bytes) -> None:
    first = CHUNKED + b"5\r\nhello\r\n0\r\n" + trailers + b"\r\n"
    assert Gathering().add(first + ahead)
    for at in range(1, len(first)):
        state = Gathering()
        assert not state.add(first[:at])
        assert state.add(first[at:] + ahead), at


@pytest.mark.parametrize("body", [b"x\r\n", b"5 5\r\n", b"-5\r\n", b"\r\n", b"0x5\r\n", b"1" * 17 + b"\r\n"])
def test_what_no_parser_takes_for_a_chunk_is_not_waited_for(body: bytes) -> None:
    assert gathers(CHUNKED + body)


@pytest.mark.parametrize("body", [b"5" * MAX_HEADER, b"0\r\n" + b"x" * MAX_HEADER, b"0\r\n" + b"x: y\r\n" * 30_000])
def test_chunks_take_no_more_beside_their_data_than_headers_may(body: bytes) -> None:
    assert not Gathering().add(CHUNKED + body[:1000])
    assert Gathering().add(CHUNKED + body + b"x")


def test_what_is_too_large_to_gather_is_handed_over_as_it_is() -> None:
    state = Gathering()
    state.add(b"POST / HTTP/1.1\r\nContent-Length: 9000000\r\n\r\n")
    assert not state.add(b"x" * 1000)
    assert state.add(b"x" * MAX_GATHERED)
    assert Gathering().add(b"x" * (MAX_HEADER + 1))


def test_the_deadline_is_that_of_the_part_still_missing() -> None:
    state = Gathering()
    headers = state.deadline
    state.add(b"POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\n")
    assert state.deadline > headers


@contextmanager
def serving(folder: Path) -> Iterator[tuple[int, "subprocess.Popen[bytes]"]]:
    """A server of one process and two threads: its port and its master."""
    (folder / "echo.py").write_text(APP)
    with socket.create_server(("127.0.0.1", 0)) as free:
        number: int = free.getsockname()[1]
    root = Path(__file__).resolve().parents[3]
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
        [*command, "-b", f"127.0.0.1:{number}", "--no-control-socket", "echo:app"],
        env=os.environ | {"PYTHONPATH": f"{root}:{folder}"},
        stderr=subprocess.DEVNULL,
    )
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", number)).close()
            break
        except OSError:
            time.sleep(0.05)
    try:
        yield number, process
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(10)


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of a server for all tests here."""
    with serving(tmp_path_factory.mktemp("server")) as (number, _process):
        yield number


def talk(port: int, *pieces: bytes) -> bytes:
    """Everything the server says to these pieces."""
    with socket.create_connection(("127.0.0.1", port), timeout=5) as client:
        for piece in pieces:
            client.sendall(piece)
            time.sleep(0.01)
        received = b""
        while piece := client.recv(65_536):
            received += piece
    return received


@pytest.mark.parametrize(
    ("pieces", "end"),
    [
        ((b"GET / HTTP/1.1\r\nHost: x\r\n" + CLOSE + b"\r\n",), b"got 0"),
        ((b"POST / HT", b"TP/1.1\r\nHost: x\r\nContent-Le", b"ngth: 6\r\n" + CLOSE, b"\r\nabc", b"def"), b"got 6"),
        (
            (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3000000\r\n" + CLOSE + b"\r\n", b"x" * 3_000_000),
            b"got 3000000",
        ),
    ],
)
def test_requests_arrive_in_any_pieces_and_sizes(port: int, pieces: tuple[bytes, ...], end: bytes) -> None:
    assert end in talk(port, *pieces)


def test_requests_sent_ahead_are_answered_in_turn(port: int) -> None:
    request = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
    assert talk(port, request + request + b"GET / HT", b"TP/1.1\r\nHost: x\r\n" + CLOSE + b"\r\n").count(b"200 OK") == 3


@pytest.mark.parametrize("trailers", [b"", b"Digest: x\r\n"])
@pytest.mark.parametrize("piece", [1, 7, 10_000])
def test_chunks_with_a_request_sent_ahead_are_answered_in_turn(port: int, trailers: bytes, piece: int) -> None:
    chunks = CHUNKED + b"5\r\nhello\r\n3;x=y\r\nyou\r\n0\r\n" + trailers + b"\r\n"
    last = b"GET / HTTP/1.1\r\nHost: x\r\n" + CLOSE + b"\r\n"
    data = chunks + chunks + last
    received = talk(port, *(data[at : at + piece] for at in range(0, len(data), piece)))
    assert (received.count(b"200 OK"), received.count(b"got 8"), received.count(b"got 0")) == (3, 2, 1)


def test_a_client_that_asks_for_leave_gets_it(port: int) -> None:
    head = b"POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n" + CLOSE + b"\r\n"
    with socket.create_connection(("127.0.0.1", port), timeout=5) as client:
        client.sendall(head)
        assert client.recv(100).startswith(b"HTTP/1.1 100")
        client.sendall(b"ok")
        assert client.recv(1000).startswith(b"HTTP/1.1 200 OK")


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (b"Content-Length: 5\r\nTransfer-Encoding: chunked", b"400"),
        (b"Content-Length: 5\r\nContent-Length: 6", b"400"),
        (b"Content-Length: +4", b"400"),
        (b"Transfer-Encoding: xchunked", b"400"),
        (b"Host : x", b"400"),
        (b"X-Folded: a\r\n b", b"400"),
        (b"X-Nul: a\0b", b"400"),
        (b"X-Long: " + b"a" * 40_000, b"431"),
    ],
)
def test_attack_28_smuggling_is_refused(port: int, head: bytes, status: bytes) -> None:
    received = talk(port, b"POST / HTTP/1.1\r\nHost: x\r\n" + head + b"\r\n\r\n0\r\n\r\n")
    assert received.startswith(b"HTTP/1.1 " + status), received[:80]
    assert received.count(b"HTTP/1.1") == 1


@pytest.mark.parametrize(
    ("request_line", "header", "status"),
    [
        (b"GET /api/v1/leads?q=" + b"a" * 9000, b"X: y", 414),
        (b"GET /api/v1/leads?q=a", b"X-Long: " + b"a" * 40_000, 431),
        (b"GET /api/v1/leads?q=a", b"X-Nul: a\0b", 400),
    ],
)
def test_the_api_refuses_in_json_what_never_became_a_request(
    port: int, request_line: bytes, header: bytes, status: int
) -> None:
    head, _, body = talk(port, request_line + b" HTTP/1.1\r\nHost: x\r\n" + header + b"\r\n\r\n").partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status) and b"application/problem+json" in head
    problem = json.loads(body)
    assert (problem["status"], problem["instance"]) == (status, "/api/v1/leads")


def test_a_page_with_too_long_an_address_is_refused_for_people(port: int) -> None:
    answer = talk(port, b"GET /reports?q=" + b"a" * 9000 + b" HTTP/1.1\r\nHost: x\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 414") and b"text/html" in answer


def test_clients_that_leave_their_side_open_keep_nobody_waiting(port: int) -> None:
    request = b"GET / HTTP/1.1\r\nHost: x\r\n" + CLOSE + b"\r\n"
    with ExitStack() as stack:
        began = time.monotonic()
        for _ in range(10):
            client = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=30))
            client.sendall(request)
            assert client.recv(1000).startswith(b"HTTP/1.1 200 OK")
        assert time.monotonic() - began < 5  # Twenty seconds where the server waits for each of them.
        # Each is closed in the end, whatever it still sends.
        client.sendall(b"x" * 1000)
        client.shutdown(socket.SHUT_WR)
        while client.recv(1000):
            pass


def test_connections_that_wait_at_the_socket_are_answered_before_the_end(tmp_path: Path) -> None:
    with serving(tmp_path) as (port, process), ExitStack() as stack:
        assert b"got 0" in talk(port, b"GET / HTTP/1.1\r\nHost: x\r\n" + CLOSE + b"\r\n")
        (worker,) = psutil.Process(process.pid).children()
        connection = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=30))
        connection.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nab")
        worker.suspend()
        waiting = [stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=30)) for _ in range(20)]
        for client in waiting:
            client.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        process.terminate()
        worker.resume()
        connection.sendall(b"cd")
        for client in (*waiting, connection):
            assert client.recv(1000).startswith(b"HTTP/1.1 200 OK")
        assert process.wait(30) == 0


def test_a_waiting_request_gives_its_place_away_and_few_go_on_at_once() -> None:
    running, gate, order = RunningRequests(4), threading.Event(), list[str]()
    lock, here, most = threading.Lock(), 0, 0

    def wait() -> None:
        nonlocal here, most
        with running.place():
            with running.idle():
                order.append("waits")
                gate.wait(20)
            with lock:
                here += 1
                most = max(most, here)
            time.sleep(0.002)
            with lock:
                here -= 1

    with ThreadPoolExecutor(20) as pool:
        waiting = [pool.submit(wait) for _ in range(20)]
        while len(order) < 20:  # All wait, although there are four places.
            time.sleep(0.005)
        gate.set()
        for thread in waiting:
            thread.result()
    assert most == 1
    with running.idle():  # A thread without a place waits as it is.
        pass
    with ExitStack() as stack:
        for _ in range(4):
            stack.enter_context(running.place())


def test_slow_clients_keep_nobody_waiting(port: int) -> None:
    starts = [b"GET / HTTP/1.1\r\n", b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc"]
    slow = [socket.create_connection(("127.0.0.1", port)) for _ in range(100)]
    try:
        for number, client in enumerate(slow):
            client.sendall(starts[number % 2])
        began = time.monotonic()
        for _ in range(20):
            assert b"got 0" in talk(port, b"GET / HTTP/1.1\r\nHost: x\r\n" + CLOSE + b"\r\n")
        assert time.monotonic() - began < 5
    finally:
        for client in slow:
            client.close()
