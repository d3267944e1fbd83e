"""Calls to addresses people have typed: what is refused, what comes back, against a real server on loopback."""

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from flask import Flask

from app.core.http import outgoing
from app.core.http.concurrency import CALLS
from app.core.http.outgoing import LARGEST, check_address, is_public, send
from tests.factories.servers import serve

HOSTS = ("127.0.0.1", "localhost")


class Peer(BaseHTTPRequestHandler):
    """Answers as its path says."""

    seen: list[dict[str, Any]]

    def do_POST(self) -> None:
        """Answer."""
        size = int(self.headers.get("Content-Length") or 0)
        self.server.seen.append({"headers": dict(self.headers), "body": self.rfile.read(size)})  # type: ignore[attr-defined]
        if self.path == "/slow":
            self.send_response(200)
            self.end_headers()
            for _ in range(40):
                self.wfile.write(b"x")
                time.sleep(0.1)
            return
        if self.path == "/away":
            self.send_response(302)
            self.send_header("Location", "http://127.0.0.1/elsewhere")
            self.end_headers()
            return
        body = b"x" * (LARGEST + 1) if self.path == "/large" else b'{"id": 7}'
        self.send_response(503 if self.path == "/broken" else 200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_args: Any) -> None:
        """Say nothing."""


@pytest.fixture
def peer() -> Iterator[ThreadingHTTPServer]:
    """A server on a free port."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Peer)
    server.seen = []  # type: ignore[attr-defined]
    with serve(server):
        yield server


def call(peer: ThreadingHTTPServer, path: str, *, hosts: tuple[str, ...] = HOSTS, host: str = "127.0.0.1") -> Any:
    """Make a call to the peer."""
    address = f"http://{host}:{peer.server_address[1]}{path}"
    return send("POST", address, headers={"X-A": "b", "Host": "evil"}, body=b"{}", timeout=1, hosts=hosts)


def test_an_answer_comes_back_with_its_status_and_time(peer: ThreadingHTTPServer) -> None:
    answer = call(peer, "/")
    assert answer.ok and json.loads(answer.body) == {"id": 7} and answer.ms >= 0
    seen = peer.seen[0]  # type: ignore[attr-defined]
    assert seen["body"] == b"{}" and seen["headers"]["X-A"] == "b" and seen["headers"]["Host"].startswith("127.0.0.1")


@pytest.mark.parametrize(
    ("path", "status", "error"), [("/broken", 503, ""), ("/large", 200, "too_large"), ("/away", 302, "")]
)
def test_what_is_no_good_answer(peer: ThreadingHTTPServer, path: str, status: int, error: str) -> None:
    answer = call(peer, path)
    assert not answer.ok and (answer.status, answer.error) == (status, error)
    assert len(peer.seen) == 1  # type: ignore[attr-defined]


def test_an_answer_that_trickles_in_is_given_up(peer: ThreadingHTTPServer) -> None:
    assert call(peer, "/slow").error == "timeout"


def trickle(stream: socket.socket) -> None:
    """Send the beginning of an answer's headers, byte by byte, until the caller goes."""
    with stream, suppress(OSError):
        for byte in b"HTTP/1.1 200 OK\r\nX-A: " + b"a" * 4000:
            stream.send(bytes([byte]))
            time.sleep(0.02)


def trickle_record(stream: socket.socket) -> None:
    """Send a TLS record that does not end, byte by byte."""
    with stream, suppress(OSError):
        for byte in b"\x16\x03\x03\x3f\xff\x02" + b"\x00" * 4000:
            stream.send(bytes([byte]))
            time.sleep(0.02)


def go_on(stream: socket.socket) -> None:
    """Send one interim answer after another."""
    with stream, suppress(OSError):
        for _ in range(1000):
            stream.send(b"HTTP/1.1 100 Continue\r\n\r\n")
            time.sleep(0.02)


@pytest.mark.parametrize(
    ("scheme", "behave"),
    [("http", trickle), ("https", trickle_record), ("http", go_on)],
    ids=["head", "tls", "interim"],
)
def test_one_deadline_ends_a_call_whose_pieces_all_come_in_time(
    scheme: str, behave: Callable[[socket.socket], None]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            behave(listener.accept()[0])

        threading.Thread(target=serve, daemon=True).start()
        url = f"{scheme}://127.0.0.1:{listener.getsockname()[1]}/"
        answer = send("GET", url, headers={}, body=None, timeout=0.4, hosts=HOSTS)
    assert answer.error == "timeout" and answer.ms < 5000


def test_a_body_that_is_not_taken_is_given_up() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        url = f"http://127.0.0.1:{listener.getsockname()[1]}/"
        answer = send("POST", url, headers={}, body=b"x" * 20_000_000, timeout=0.3, hosts=HOSTS)
    assert answer.error == "timeout" and answer.ms < 5000


def test_a_name_lookup_counts_and_only_so_many_are_under_way(monkeypatch: pytest.MonkeyPatch) -> None:
    gate, names, real = threading.Event(), list[str](), socket.getaddrinfo

    def stuck(host: str, port: int, **more: Any) -> Any:
        if more.get("flags"):
            return real(host, port, **more)
        names.append(host)
        gate.wait(20)
        return real("127.0.0.1", port, **more)

    monkeypatch.setattr(socket, "getaddrinfo", stuck)
    for _ in range(outgoing.LOOKUPS + 3):
        answer = send("GET", "http://stuck.example/", headers={}, body=None, timeout=0.02)
        assert answer.error == "timeout" and answer.ms < 5000
    assert len(names) == outgoing.LOOKUPS
    gate.set()
    assert send("GET", "http://stuck.example/", headers={}, body=None, timeout=5).error == "refused_address"


def test_calls_that_requests_wait_for_leave_threads_to_others(app: Flask, peer: ThreadingHTTPServer) -> None:
    with ExitStack() as stack:
        for key in range(CALLS._at_once):
            stack.enter_context(CALLS.hold(key))
        stack.callback(setattr, CALLS, "patience", CALLS.patience)
        CALLS.patience = 0.0
        with app.test_request_context("/"):
            assert call(peer, "/").error == "busy" and peer.seen == []  # type: ignore[attr-defined]
        # Jobs have their own bounds.
        assert call(peer, "/").ok


PUBLIC = ["1.1.1.1", "2606:4700:4700::1111", "64:ff9b::101:101", "::ffff:8.8.8.8"]
PRIVATE = [
    "127.0.0.1", "10.0.0.1", "169.254.169.254", "192.0.0.8", "192.88.99.1", "100.64.0.1",
     "224.0.0.1", "255.255.255.255",
    "0.0.0.0", "240.0.0.1", "::", "::1", "fe80::1%lo", "fec0::1", "fd00:ec2::254", "ff02::1", "5f00::1", "2001:db8::1",
    "3fff::1", "::127.0.0.1", "::8.8.8.8", "::ffff:127.0.0.1", "::ffff:169.254.169.254", "::ffff:0:127.0.0.1",
    "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::7f00:1", "64:ff9b:1::101:101", "2002:7f00:1::",
    "2002:a9fe:a9fe::", "2002:101:101::", "2001:0:7f00:1::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2",
]  # fmt: skip


@pytest.mark.parametrize("address", PRIVATE)
def test_an_address_of_the_inside_is_refused_in_every_form_and_after_resolution(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not is_public(address)
    addresses = [(None, None, None, "", ("1.1.1.1", 80)), (None, None, None, "", (address, 80))]

    def resolve(host: str, port: int, **more: Any) -> Any:
        if more.get("flags"):
            raise socket.gaierror
        return addresses

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    assert send("GET", "http://a.example/", headers={}, body=None, timeout=5).error == "refused_address"


@pytest.mark.parametrize("address", PUBLIC)
def test_a_public_address_is_called(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    ("url", "good"),
    [("https://a.example/", True), ("https://1.1.1.1/", True), ("https://127.1/", False),
     ("https://2130706433/", False), ("https://a.localhost./", False),
     ("https://localhost/", False), ("https://[64:ff9b::7f00:1]/", False),
     ("https://[::1]/", False), ("https://", False), ("https://asha:secret@a.example/", False),
     ("https://:secret@a.example/", False), ("https://a.example:0/", False), ("ftp://a.example/", False)],
)  # fmt: skip
def test_a_host_is_judged_by_its_text_where_nothing_is_called(url: str, good: bool) -> None:
    assert check_address(url) is good
    assert check_address(url, ("127.1", "localhost")) is (good or url in ("https://127.1/", "https://localhost/"))


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "0.0.0.0", "[::ffff:127.0.0.1]", "2130706433"])
def test_private_addresses_are_not_called(peer: ThreadingHTTPServer, host: str) -> None:
    answer = call(peer, "/", hosts=(), host=host)
    assert answer.error in ("refused_address", "unreachable") and peer.seen == []  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "url",
    [
        "ftp://a.example/",
        "file:///etc/passwd",
        "http://",
        "http://user:word@a.example/",
        "http://a.example:99999/",
        "x",
        "",
    ],
)
def test_what_is_no_address_is_not_called(url: str) -> None:
    assert send("GET", url, headers={}, body=None, timeout=1).error in ("bad_address", "unreachable")


@pytest.mark.parametrize(
    "address", ["169.254.169.254", "10.0.0.1", "192.168.1.1", "100.64.0.1", "224.0.0.1", "[fd00::1]"]
)
def test_addresses_of_the_inside_are_refused(address: str) -> None:
    assert send("GET", f"http://{address}/", headers={}, body=None, timeout=1).error == "refused_address"


def test_a_header_cannot_begin_another(peer: ThreadingHTTPServer) -> None:
    address = f"http://127.0.0.1:{peer.server_address[1]}/"
    answer = send("POST", address, headers={"X-A": "b\r\nX-B: c"}, body=None, timeout=1, hosts=HOSTS)
    assert not answer.ok and peer.seen == []  # type: ignore[attr-defined]
