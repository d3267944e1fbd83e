"""Loads on a running installation: slow clients, readers of reports, writers."""

import itertools
import resource
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta

from app.core import clock
from tests.endurance import repetitions
from tests.faults.installation import Installation, Load


@contextmanager
def load_reports(site: Installation) -> Iterator[Load]:
    """Let sixteen readers ask for dashboards that are not cached yet."""
    numbers, today = itertools.count(), clock.now().date()

    def ask(_reader: int) -> int:
        days, shift = divmod(next(numbers), 300)
        last = today - timedelta(days=1 + days)
        first = last - timedelta(days=60 + shift)
        return site.api(f"/api/v1/reports/dashboard?r={first}..{last}&cmp=py").status

    with Load(ask, 16, 0) as reports:
        yield reports


SLOW_CLIENTS = repetitions(100, 800)
DRIP = 0.5
HEAD = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
BODY = b"POST /jwt/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n"


@contextmanager
def connect_slow_clients(site: Installation) -> Iterator[list[socket.socket]]:
    """Open connections that send a byte now and then."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 4096)), hard))
    connections, stop = list[socket.socket](), threading.Event()

    def drip() -> None:
        while not stop.wait(DRIP):
            for client in connections:
                with suppress(OSError):
                    client.send(b"x")

    thread = threading.Thread(target=drip, daemon=True)
    try:
        for number in range(SLOW_CLIENTS):
            client = socket.create_connection(("127.0.0.1", site.port), 10)
            client.sendall(BODY if number % 2 else HEAD)
            connections.append(client)
        thread.start()
        yield connections
    finally:
        stop.set()
        thread.join(10)
        for client in connections:
            client.close()


def write_and_read(site: Installation, number: int, acknowledged: list[str]) -> str:
    """Make one write and one read; return their statuses."""
    name = f"restart {time.monotonic_ns()} {number}"
    response = site.api("/api/v1/bots", "POST", {"name": name, "group": "sales"})
    acknowledged += [name] if response.status == 201 else []
    read = site.api("/api/v1/conversations?r=all")
    return f"{response.status} {read.status}"
