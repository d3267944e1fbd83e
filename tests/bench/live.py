"""A thousand pages that wait for news: what they hold in memory, whom they keep waiting, and how soon they hear."""

import http.client
import json
import selectors
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median

from tests.bench.figures import ROOT, Figure, amount, at_most, beside, output
from tests.bench.installation import Installation, prepared, running
from tests.bench.start import memory

PEOPLE, EACH, READS = amount(100, 3), amount(10, 2), amount(100, 5)
READY = "ready to publish"
COMMAND = [sys.executable, "-m", "tests.bench.live"]


def _web(pid: int) -> float:
    """MB of the web processes: shared pages are counted once."""
    return memory(pid)["web"]


def _read(port: int, token: str) -> float:
    """The median milliseconds of a small read."""
    took = []
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    for _ in range(READS):
        begun = time.perf_counter()
        connection.request("GET", "/api/v1/work", headers={"Authorization": f"Bearer {token}"})
        answer = connection.getresponse()
        assert answer.status == 200, answer.read()
        answer.read()
        took.append((time.perf_counter() - begun) * 1000)
    connection.close()
    return median(took)


def _position(port: int, token: str) -> int:
    """The number of the newest change."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", "/api/v1/live", headers={"Authorization": f"Bearer {token}"})
    return int(json.loads(connection.getresponse().read())["after"])


def _wait(port: int, token: str, after: int) -> socket.socket:
    """A connection that waits for the next change."""
    client = socket.create_connection(("127.0.0.1", port), timeout=30)
    head = f"GET /api/v1/live?after={after} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n"
    client.sendall(head.encode())
    return client


@contextmanager
def _publisher(site: Installation) -> Iterator[subprocess.Popen[str]]:
    """Start a process that publishes an event for everybody once it reads a line, as starting outlasts a wait."""
    process = subprocess.Popen(
        [*COMMAND, "publish"], cwd=ROOT, env=site.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        while READY not in (line := process.stdout.readline()):  # type: ignore[union-attr]
            assert line, "The publisher ended."
        yield process
    finally:
        process.kill()
        process.wait()


def _news(publisher: subprocess.Popen[str], waiting: list[socket.socket]) -> list[float]:
    """Milliseconds from just before the commit of an event for everybody to each answer."""
    with selectors.DefaultSelector() as ready:
        for client in waiting:
            ready.register(client, selectors.EVENT_READ)
        assert not ready.select(0), "A wait has ended before there was anything to hear."
        heard, until = list[float](), time.time() + 30
        publisher.stdin.write("\n")  # type: ignore[union-attr]
        publisher.stdin.flush()  # type: ignore[union-attr]
        while len(heard) < len(waiting) and time.time() < until:
            for key, _ in ready.select(1):
                ready.unregister(key.fileobj)
                heard.append(time.time())
        text, _ = publisher.communicate()
    begun = float(text.splitlines()[-1])
    return [(at - begun) * 1000 for at in heard]


def measure() -> list[Figure]:
    """On the default installation: two processes of eight threads."""
    with prepared() as site:
        printed = output([*COMMAND, "people"], site.env)
        tokens: list[str] = json.loads(printed.splitlines()[-1])
        with running(site) as server, _publisher(site) as publisher:
            for _ in range(4):  # Every process has answered before it is weighed.
                alone = _read(site.port, tokens[0])
            held = _web(server.pid)
            after = _position(site.port, tokens[0])
            waiting = [_wait(site.port, token, after) for token in tokens for _ in range(EACH)]
            beside_them = _read(site.port, tokens[0])
            more = _web(server.pid) - held
            took = _news(publisher, waiting)
            for client in waiting:
                client.close()
    count = len(tokens) * EACH
    return [
        at_most(f"{count:,} waiting connections: memory, MB", more, 60),
        beside("a small read alone, ms", alone),
        at_most(f"the same beside {count:,} that wait, times", beside_them / alone, 1.25),
        at_most(f"{count:,} waiting connections: events for everybody that were missed", count - len(took), 0),
        beside("from an event to the first that hears it, ms", min(took, default=0)),
        beside("from an event to the last of them, ms", max(took, default=0)),
    ]


def main(what: str) -> None:
    """Add people and print their tokens as JSON, or tell all of them something and print when."""
    from sqlalchemy import select

    from app import create_app
    from app.accounts.auth import service, tokens
    from app.accounts.users.models import User
    from app.accounts.users.service import add_user
    from app.accounts.workspaces.models import Workspace
    from app.core.db.base import db
    from app.core.db.tenancy import everywhere, within
    from app.core.realtime import publish

    with create_app().app_context():
        with everywhere():
            place = db.session.scalars(select(Workspace.id).order_by(Workspace.id)).first()
            db.session.rollback()
        assert place is not None
        with within(place):
            if what == "people":
                access_tokens = []
                for number in range(PEOPLE):
                    name = f"waiting{number}"
                    user = add_user(
                        full_name=name,
                        username=name,
                        email=f"{name}@example.com",
                        auth_role="client",
                        role="subscriber",
                    )
                    session = service.open_session(user, "bearer", service.Device("127.0.0.1", "bench"))
                    access_tokens.append(tokens.access_token(session))
                db.session.commit()
                sys.stdout.write(json.dumps(access_tokens) + "\n")
            else:
                waiting = db.session.scalars(select(User.id).where(User.username.like("waiting%"))).all()
                db.session.rollback()
                sys.stdout.write(f"{READY}\n")
                sys.stdout.flush()
                sys.stdin.readline()
                publish("bench", "1", waiting)
                begun = time.time()
                db.session.commit()
                sys.stdout.write(f"{begun}\n")


if __name__ == "__main__":
    main(sys.argv[1])
