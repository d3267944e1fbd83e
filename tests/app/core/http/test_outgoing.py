"""Calls to addresses people have typed: what is refused, what comes back, against a real server on loopback."""

import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from app.core.http.outgoing import LARGEST, send

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
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()


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
