"""Two hundred visitors who talk to a bot at once, with all limits on, and how many turns there can be at most."""

import http.client
import json
import random
import threading
import time
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count, cycle
from math import ceil
from statistics import median
from typing import Any

from tests.bench.figures import Figure, amount, at_most, beside
from tests.bench.installation import Installation, on_each_database, running

VISITORS, SECONDS = amount(200, 4), amount(60, 2)
PAUSE = amount(5.0, 0.3), amount(8.0, 0.6)
"""Seconds between what a visitor hears and what they say next."""
PER_ADDRESS = 10
PRESSING, BUSY_SECONDS = amount(24, 2), amount(20, 2)
"""How many say the next thing at once where the most is looked for, and for how long."""
SAID = ("I want to book a service", "Vela", "periodic service", "KA01AB1234", "Friday", "when are you open", "how much")
BOT, ORIGIN = "Service Desk", "https://www.meridian.example"


class Visitor:
    """Someone on the dealer's page with a connection of their own."""

    def __init__(self, port: int, token: str, number: int) -> None:
        """Open a conversation from one of our addresses."""
        source = (f"127.0.{2 + number // (PER_ADDRESS * 250)}.{1 + number // PER_ADDRESS % 250}", 0)
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30, source_address=source)
        self.secret = ""
        opened = self.ask("/w/1/sessions", {"token": token, "lang": "en"})
        self.id, self.secret = opened["session_id"], opened["secret"]
        self.words = cycle(SAID)

    def ask(self, path: str, body: dict[str, object]) -> dict[str, str]:
        """Send something; AssertionError for anything but success."""
        headers = {"Origin": ORIGIN, "Content-Type": "application/json"}
        headers |= {"Authorization": f"Bearer {self.secret}"} if self.secret else {}
        self.connection.request("POST", path, json.dumps(body), headers)
        answer = self.connection.getresponse()
        data = answer.read()
        assert answer.status in (200, 201), (answer.status, data[:200])
        return dict(json.loads(data))

    def say(self) -> float:
        """Say the next thing; the milliseconds until the bot has answered."""
        body = {"client_msg_id": str(uuid.uuid4()), "type": "text", "text": next(self.words)}
        begun = time.perf_counter()
        self.ask(f"/w/1/sessions/{self.id}/messages", body)
        return (time.perf_counter() - begun) * 1000


class Tally:
    """What came of all turns, counted by threads."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.took: list[float] = []
        self.errors: list[str] = []

    def turn(self, visitor: Visitor) -> None:
        """Take one turn and note it."""
        try:
            self.took.append(visitor.say())
        except (AssertionError, OSError, http.client.HTTPException) as error:
            self.errors.append(repr(error)[:200])
            visitor.connection.close()

    def p99(self) -> float:
        """The milliseconds that 99 of 100 turns take at most."""
        return sorted(self.took)[ceil(len(self.took) * 0.99) - 1] if self.took else float("inf")


def _token(port: int) -> str:
    """The web token of a bot of the demonstration, as its administrator is shown it."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)

    def ask(method: str, path: str, body: object = None, **headers: str) -> Any:
        connection.request(method, path, json.dumps(body), {"Content-Type": "application/json", **headers})
        return json.loads(connection.getresponse().read())

    access = ask("POST", "/jwt/login", {"email": "admin@demo.com", "password": "admin"})["accessToken"]
    bearer = {"Authorization": f"Bearer {access}"}
    desk = next(bot["id"] for bot in ask("GET", "/api/v1/bots?per=100", **bearer)["items"] if bot["name"] == BOT)
    tokens = ask("GET", f"/api/v1/bots/{desk}/tokens", **bearer)["items"]
    return next(str(row["token"]) for row in tokens if row["kind"] == "web")


def _all(visitors: list[Visitor], until: float, pause: Callable[[], float]) -> Tally:
    """Let all talk at once until a moment."""
    tally = Tally()

    def talk(visitor: Visitor) -> None:
        threading.Event().wait(random.uniform(0, pause()))
        while time.monotonic() < until:
            tally.turn(visitor)
            threading.Event().wait(pause())

    with ThreadPoolExecutor(len(visitors)) as pool:
        list(pool.map(talk, visitors))
    return tally


def _most(port: int, token: str, first: int) -> tuple[float, Tally]:
    """Turns a second when each visitor speaks as soon as the bot has answered, in conversations within their limits."""
    tally, numbers, lock = Tally(), count(first), threading.Lock()
    until = time.monotonic() + BUSY_SECONDS

    def talk(_thread: int) -> None:
        while time.monotonic() < until:
            with lock:
                number = next(numbers)
            visitor = Visitor(port, token, number)
            for _ in SAID:
                tally.turn(visitor)
            visitor.connection.close()

    begun = time.monotonic()
    with ThreadPoolExecutor(PRESSING) as pool:
        list(pool.map(talk, range(PRESSING)))
    return len(tally.took) / (time.monotonic() - begun), tally


def _on(name: str, site: Installation) -> list[Figure]:
    """The figures of one database."""
    with running(site):
        time.sleep(amount(5, 1))  # The model is read when it is first asked.
        token = _token(site.port)
        visitors = [Visitor(site.port, token, number) for number in range(VISITORS)]
        for visitor in visitors[:4]:
            visitor.say()
        tally = _all(visitors, time.monotonic() + SECONDS, lambda: random.uniform(*PAUSE))
        for visitor in visitors:
            visitor.connection.close()
        rate, busy = _most(site.port, token, VISITORS)
    errors = [*tally.errors, *busy.errors]
    if errors:
        beside(f"first error: {errors[0]}", len(errors))
    return [
        beside(f"{name}, {VISITORS} visitors, turns/s", len(tally.took) / SECONDS),
        at_most(f"{name}, {VISITORS} visitors, errors", len(tally.errors), 0),
        beside(f"{name}, {VISITORS} visitors, p50 ms a turn", median(tally.took)),
        at_most(f"{name}, {VISITORS} visitors, p99 ms a turn", tally.p99(), 300),
        beside(f"{name}, most turns/s, openings beside them", rate),
        at_most(f"{name}, at the most, errors", len(busy.errors), 0),
        beside(f"{name}, at the most, p99 ms a turn", busy.p99()),
    ]


def measure() -> list[Figure]:
    """On the default installation with SQLite, and on PostgreSQL where there is one."""
    return on_each_database("visitors", _on, whole=True)
