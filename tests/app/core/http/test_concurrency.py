"""Heavy work: few do it at once, the others wait in order for a bounded time, and the same is computed once."""

import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import text

from app.core import clock
from app.core.db.base import db, read_only
from app.core.db.tenancy import Scope, within
from app.core.errors import TooMany
from app.core.http import concurrency
from app.core.http.concurrency import REPORTS, SingleFlight, Turns, ends_by
from app.reports import service
from app.reports.service import ReportKey, ReportQuery
from tests.factories.turns import use_up_turns
from tests.fixtures import hand_counted

SignIn = Callable[..., FlaskClient]
DASHBOARD = "/api/v1/reports/dashboard"
ATTEMPTS = 40


def test_few_work_at_once_few_wait_and_the_rest_hear_so_at_once() -> None:
    work, lock, gate = Turns("test", at_once=2, waiting=3, patience=20), threading.Lock(), threading.Event()
    at_once = most = 0

    def attempt() -> str:
        nonlocal at_once, most
        try:
            with work.hold():
                with lock:
                    at_once += 1
                    most = max(most, at_once)
                gate.wait(20)
                with lock:
                    at_once -= 1
        except TooMany as refused:
            return refused.headers["Retry-After"]
        return "done"

    with ThreadPoolExecutor(ATTEMPTS) as pool:
        waiting = [pool.submit(attempt) for _ in range(ATTEMPTS)]
        # All but those let in are refused while the gate is still shut.
        while sum(attempt.done() for attempt in waiting) < ATTEMPTS - 5:
            time.sleep(0.01)
        gate.set()
        results = Counter(attempt.result() for attempt in waiting)
    assert results == {"done": 5, "1": ATTEMPTS - 5}
    assert most == 2


def test_waiting_has_an_end_and_leaves_room() -> None:
    work = Turns("test", at_once=1, waiting=1, patience=0.01)
    with work.hold():
        for _ in range(3):
            with pytest.raises(TooMany), work.hold():
                pass
    with pytest.raises(KeyError), work.hold():
        raise KeyError
    with work.hold():
        pass


def test_those_who_wait_for_the_same_dashboard_have_it_made_once(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    computed, gate = list[ReportQuery](), threading.Event()

    def slow(question: ReportQuery, *_more: object) -> dict[str, object]:
        computed.append(question)
        gate.wait(20)
        return {"cards": []}

    monkeypatch.setitem(service.DOCUMENTS, "dashboard", slow)
    flights = SingleFlight[Any](Turns("test", at_once=1, patience=20))
    monkeypatch.setattr(service, "SHARED_REPORTS", flights)
    waits = count_waits(monkeypatch)
    key = ReportKey(0, Scope(), 0, clock.now(), ReportQuery(), "en")

    def read() -> tuple[bytes, bool]:
        with app.app_context(), within(1):
            return service._body(key)

    with ThreadPoolExecutor(16) as pool:
        readers = [pool.submit(read) for _ in range(16)]
        until(lambda: len(waits) == 15)
        gate.set()
        ((body, is_counting),) = {reader.result() for reader in readers}
    assert json.loads(body).keys() == {"cards", "watermark"} and not is_counting
    assert len(computed) == 1
    # Kept answers are for a minute; a flight that has landed is not joined.
    assert flights.run("other", lambda: 1) == 1 and flights.run("other", lambda: 2) == 2


def count_waits(monkeypatch: pytest.MonkeyPatch) -> list[None]:
    """Return a list that grows with each wait for a turn or for another request's result."""
    waits = list[None]()

    @contextmanager
    def idle() -> Iterator[None]:
        waits.append(None)
        yield

    monkeypatch.setattr(concurrency, "idle", idle)
    return waits


def until(true: Callable[[], bool]) -> None:
    """Wait for something to become true."""
    end = time.monotonic() + 20
    while not true():
        assert time.monotonic() < end
        time.sleep(0.005)


def test_sixteen_readers_of_different_reports_are_all_served_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    work, gate, served = Turns("test", at_once=1, patience=20), threading.Event(), list[int]()
    waits = count_waits(monkeypatch)

    def read(number: int) -> None:
        with work.hold():
            gate.wait(20)
            served.append(number)

    with ThreadPoolExecutor(16) as pool:
        readers = list[Future[None]]()
        for number in range(16):
            readers.append(pool.submit(read, number))
            until(lambda number=number: len(waits) >= number)  # type: ignore[misc]
        gate.set()
        for reader in readers:
            reader.result()
    assert served == list(range(16))


def test_a_failed_computation_is_done_again_for_those_who_waited(monkeypatch: pytest.MonkeyPatch) -> None:
    flights, gate, results = SingleFlight[str](Turns("test", at_once=1, patience=20)), threading.Event(), list[str]()
    waits = count_waits(monkeypatch)

    def fail() -> str:
        gate.wait(20)
        raise KeyError

    with ThreadPoolExecutor(3) as pool:
        first = pool.submit(flights.run, "key", fail)
        until(lambda: "key" in flights._flights)
        others = [pool.submit(flights.run, "key", lambda: "good") for _ in range(2)]
        until(lambda: len(waits) == 2)
        gate.set()
        results += [other.result() for other in others]
    assert isinstance(first.exception(), KeyError) and results == ["good", "good"]


def test_a_wait_ends_with_the_time_of_its_page() -> None:
    work = Turns("test", at_once=1, patience=60)
    with work.hold(), ThreadPoolExecutor(1) as pool:

        def read() -> None:
            with ends_by(time.monotonic() + 0.05), work.hold():
                pass

        assert isinstance(pool.submit(read).exception(timeout=20), TooMany)


def test_one_key_has_its_share_of_the_places() -> None:
    work = Turns("test", at_once=4, waiting=0, patience=20, share=2)
    with work.hold("a"), work.hold("a"):
        with pytest.raises(TooMany), work.hold("a"):
            pass
        with work.hold("b"):
            pass
    with work.hold("a"):
        pass


def test_a_reader_waits_without_a_connection(client: FlaskClient) -> None:
    work = Turns("test", at_once=1, patience=0.01)
    with client.application.test_request_context("/"), read_only(), work.hold():
        db.session.execute(text("SELECT 1"))
        assert db.session().in_transaction()
        with pytest.raises(TooMany), work.hold():
            pass
        assert not db.session().in_transaction()


def test_attack_30_reports_whose_time_is_over_are_refused_and_kept_ones_are_answered(
    as_: SignIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = clock.now()
    monkeypatch.setattr(clock, "now", lambda: moment)
    hand_counted.lay()
    admin = as_("admin")
    response = admin.get(f"{DASHBOARD}?r=2026-02-10..2026-03-09")
    new = f"{DASHBOARD}?r=2026-02-11..2026-03-09"
    heavy = (
        new,
        f"{DASHBOARD}/cards.csv?r=2026-02-11..2026-03-09",
        "/api/v1/conversations.csv?r=all",
        "/api/v1/audit/file",
    )
    with use_up_turns(REPORTS):
        for url in heavy:
            refused = admin.get(url)
            assert (refused.status_code, refused.headers["Retry-After"]) == (429, "1"), url
        assert admin.get(f"{DASHBOARD}?r=2026-02-10..2026-03-09").data == response.data
        assert admin.get("/api/v1/conversations").status_code == 200
    assert {admin.get(url).status_code for url in heavy} == {200}
