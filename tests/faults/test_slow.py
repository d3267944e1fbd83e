"""Many slow clients, half with their headers and half with their bodies: everybody else is answered."""

import resource
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.endurance import repetitions
from tests.faults.installation import Installation, Load, running

ATTACKERS, DRIP, READS = repetitions(100, 800), 0.5, repetitions(20, 60)
HEAD = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
BODY = b"POST /jwt/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n"


@contextmanager
def attack(site: Installation) -> Iterator[list[socket.socket]]:
    """Connections that send a byte now and then."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 4096)), hard))
    held, stop = list[socket.socket](), threading.Event()

    def drip() -> None:
        while not stop.wait(DRIP):
            for client in held:
                with suppress(OSError):
                    client.send(b"x")

    thread = threading.Thread(target=drip, daemon=True)
    try:
        for number in range(ATTACKERS):
            client = socket.create_connection(("127.0.0.1", site.port), 10)
            client.sendall(BODY if number % 2 else HEAD)
            held.append(client)
        thread.start()
        yield held
    finally:
        stop.set()
        thread.join(10)
        for client in held:
            client.close()


def test_slow_clients_keep_nobody_waiting(folder: Path) -> None:
    with running(folder) as site:
        cookie = site.sign_in()
        with attack(site) as held:
            assert len(held) == ATTACKERS
            with Load(lambda n: site.api("/api/v1/bots", seconds=5).status, 3) as reads:
                with Load(lambda n: site.page("/reports/dashboard", cookie).status, 1) as pages:
                    site.until(lambda: len(reads.results) > READS and len(pages.results) > 2, "others are answered")
            assert set(reads.results) == {200}, reads.count()
            assert set(pages.results) == {200}, pages.count()
        # Those that never brought their headers have been cut off, and cost nothing any more.
        site.until(lambda: site.ask("/healthz").status == 200, "answers as before")
