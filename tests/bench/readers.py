"""Readers who all come within a second: of one bookmark, as after a report's mail, and of fifty different ones."""

import http.client
import itertools
import json
import random
import time
from collections import Counter
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from datetime import timedelta
from math import ceil
from multiprocessing import get_context

from app.core import clock
from tests.bench.figures import Figure, amount, at_most, beside, output
from tests.bench.installation import prepared, running
from tests.bench.live import COMMAND

SAME, DIFFERENT, PAGES = amount(200, 6), amount(50, 3), amount(16, 2)
WITHIN, WATCHED = 1.0, amount(4.0, 0.5)
"""Seconds in which the readers come, and in which others are watched beside them."""
EVERY = 0.05
DASHBOARD = "/api/v1/reports/dashboard"
SMALL = "/api/v1/work"


class Reader:
    """What came of requests: statuses, and the seconds the good ones took."""

    def __init__(self, port: int, tokens: list[str]) -> None:
        """Ask in the names of these people."""
        self.port, self.tokens = port, tokens
        self.statuses: Counter[int | str] = Counter()
        self.took: list[float] = []

    def ask(self, path: str, accept: str = "application/json") -> None:
        """Ask on a connection of its own, from the first byte to the last."""
        headers = {"Authorization": f"Bearer {random.choice(self.tokens)}", "Accept": accept, "Connection": "close"}
        begun = time.monotonic()
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            answer.read()
            self.statuses[answer.status] += 1
            if answer.status == http.client.OK:
                self.took.append(time.monotonic() - begun)
        except (OSError, http.client.HTTPException) as error:
            self.statuses[type(error).__name__] += 1
        finally:
            connection.close()

    def come(self, paths: list[str], accept: str = "application/json") -> None:
        """Ask for all of these, evenly within a second."""

        def ask(number: int) -> None:
            time.sleep(number * WITHIN / len(paths))
            self.ask(paths[number], accept)

        with ThreadPoolExecutor(len(paths)) as pool:
            list(pool.map(ask, range(len(paths))))

    def within(self, share: float) -> float:
        """Return the milliseconds that this share of the good answers took at most; fails where there are none."""
        if not self.took:
            raise SystemExit(f"no reader had a good answer: {self.statuses}")
        return sorted(self.took)[ceil(len(self.took) * share) - 1] * 1000


def _rush(port: int, tokens: list[str], paths: list[str], accept: str) -> Reader:
    """Let readers of these paths come."""
    readers = Reader(port, tokens)
    readers.come(paths, accept)
    return readers


def _small(port: int, tokens: list[str], rush: "Future[Reader] | None" = None) -> Reader:
    """Read something small again and again for some seconds, and for as long as a rush lasts."""
    reader, until = Reader(port, tokens), time.monotonic() + WATCHED
    while time.monotonic() < until or (rush is not None and not rush.done()):
        reader.ask(SMALL)
        time.sleep(EVERY)
    return reader


def _figures(name: str, readers: Reader, count: int, beside_them: Reader, alone: Reader) -> list[Figure]:
    """The figures of one rush."""
    if readers.statuses.total() != count or set(beside_them.statuses) != {200}:
        raise SystemExit(f"{name}: {readers.statuses}, small reads {beside_them.statuses}")
    return [
        at_most(f"{name}: refused or failed", count - readers.statuses[200], 0),
        beside(f"{name}: p50, ms", readers.within(0.5)),
        at_most(f"{name}: p99, ms", readers.within(0.99), 3000),
        at_most(f"{name}: small reads, p95 against alone", beside_them.within(0.95) / alone.within(0.95), 3),
    ]


def measure() -> list[Figure]:
    """On the default installation with SQLite and the demonstration data."""
    with prepared() as site:
        tokens: list[str] = json.loads(output([*COMMAND, "people"], site.env).splitlines()[-1])
        last = clock.now().date() - timedelta(days=1)
        own = (f"{DASHBOARD}?r={last - timedelta(days=30 + days)}..{last}" for days in itertools.count())
        # The readers are a process of their own: their threads would hold up the small reads that are measured.
        with running(site), ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            pool.submit(len, "").result()
            for _ in range(8):  # Every process has answered before it is measured.
                Reader(site.port, tokens).ask(next(own))
            figures = list[Figure]()
            alone = _small(site.port, tokens)
            figures.append(beside("a small read alone, p95 ms", alone.within(0.95)))
            page = f"/reports/dashboard?r={last - timedelta(days=9)}..{last}"
            rushes = (
                (f"{SAME} readers of one report", [next(own)] * SAME, "application/json"),
                (f"{DIFFERENT} readers of {DIFFERENT} reports", list(itertools.islice(own, DIFFERENT)), ""),
                (f"{PAGES} readers of one page", [page] * PAGES, "text/html"),
            )
            for name, paths, accept in rushes:
                rush = pool.submit(_rush, site.port, tokens, paths, accept)
                watched = _small(site.port, tokens, rush)
                figures += _figures(name, rush.result(), len(paths), watched, alone)
    return figures
