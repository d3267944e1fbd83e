"""Broken requests against the real server: refused as the client's error, in one line, by a server that goes on."""

import http.client
import re
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.faults.broken_requests import BAD_CHUNKS, HOST, JSON, chunked, corpus
from tests.faults.conftest import new_folder
from tests.faults.installation import Installation, copy, running

CORPUS = corpus()
UNFINISHED = {"bare LF", "bare CR"}
"""Chunks whose end the client never sends: it goes, and nobody is there to be answered."""
ANSWER_SECONDS = 25
"""Longer than anything may take that is not to hang, shorter than what a kept connection is kept."""


@pytest.fixture(scope="module")
def site(template: Path) -> Iterator[Installation]:
    """One installation for all of them: whatever one does, the next finds it well."""
    with new_folder() as folder, running(copy(template, folder), SSR_WORKERS="0", LOG_FORMAT="json") as server:
        yield server


def send(site: Installation, data: bytes) -> bytes:
    """All that comes back for some bytes, behind which nothing more is sent."""
    with socket.create_connection(("127.0.0.1", site.port), ANSWER_SECONDS) as client:
        pieces = []
        try:
            client.sendall(data)
            client.shutdown(socket.SHUT_WR)
            while piece := client.recv(65_536):
                pieces.append(piece)
        except (ConnectionResetError, BrokenPipeError):
            pass
        return b"".join(pieces)


def statuses(answer: bytes) -> list[int]:
    """The status of each answer."""
    return [int(status) for status in re.findall(rb"^HTTP/1\.[01] (\d{3})", answer, re.MULTILINE)]


def test_no_broken_request_is_our_error(site: Installation) -> None:
    assert len(CORPUS) > 400
    with ThreadPoolExecutor(8) as pool:
        statuses_by_name = dict(
            zip(CORPUS, pool.map(lambda data: statuses(send(site, data)), CORPUS.values()), strict=True)
        )
    assert not {
        name: statuses for name, statuses in statuses_by_name.items() if any(status >= 500 for status in statuses)
    }
    log = site.log()
    assert "Traceback" not in log and "unhandled" not in log, log[:5000]
    assert site.ask("/healthz").status == 200 and site.ask("/pages/login-v1", Accept="text/html").status == 200


@pytest.mark.parametrize("name", [name for name in BAD_CHUNKS if name not in {"long", "endless size"}])
def test_a_malformed_chunk_is_400_and_one_line(site: Installation, name: str) -> None:
    before = len(site.log())
    body = BAD_CHUNKS[name]
    for call in (b"/jwt/login", b"/jwt/register", b"/jwt/refresh-token"):
        answer = send(site, chunked(body, b"POST " + call + b" HTTP/1.1\r\n" + HOST + JSON))
        assert statuses(answer) == ([] if name in UNFINISHED else [400]), (call, answer[:500])
    lines = [line for line in site.log()[before:].splitlines() if line]
    assert len(lines) <= 3 and "Traceback" not in "".join(lines), lines


def test_nothing_smuggled_is_answered(site: Installation) -> None:
    for name, data in CORPUS.items():
        if b"/healthz HTTP/1.1" in data and not data.startswith((b"GET", b"\r\n")):
            assert b"ok\n" not in send(site, data), name


@pytest.mark.parametrize("size", [40_000, 2_000_000, 60_000_000])
@pytest.mark.parametrize("path", ["/jwt/login", "/api/v1/bots", "/api/v1/imports", "/healthz"])
def test_an_answer_says_whether_its_connection_ends(site: Installation, path: str, size: int) -> None:
    head = (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {size}\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", site.port), ANSWER_SECONDS) as client:
        client.sendall(head.encode() + b" " * min(size, 1_100_000))
        answer = http.client.HTTPResponse(client)
        answer.begin()
        answer.read()
        assert 400 <= answer.status < 500
        assert size < 1_000_000 or path == "/healthz" or answer.status in {401, 413}
        if answer.headers["Connection"] == "keep-alive":
            client.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert b" 200 OK" in client.recv(1000)
        else:
            assert answer.headers["Connection"] == "close"
            assert ended(client)


def ended(client: socket.socket) -> bool:
    """Whether the server has nothing more to say on a connection."""
    try:
        return client.recv(1) == b""
    except ConnectionResetError:
        return True
