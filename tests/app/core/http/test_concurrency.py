"""Heavy work: few do it at once, few wait, the rest hear so at once; nobody waits for ever."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager

import pytest
from flask.testing import FlaskClient

from app.core import clock
from app.core.db.tenancy import Scope
from app.core.errors import TooMany
from app.core.http import concurrency
from app.core.http.concurrency import REPORTS, Turns
from app.reports import service
from app.reports.service import Asked, Question
from tests.fixtures import hand_counted

SignIn = Callable[..., FlaskClient]
DASHBOARD = "/api/v1/reports/dashboard"
ATTEMPTS = 40


@contextmanager
def full(of: Turns) -> Iterator[None]:
    """As many as are admitted are at it or wait."""
    with ExitStack() as held:
        for _ in range(of.admitted):
            assert of._queue.acquire(blocking=False)
            held.callback(of._queue.release)
        yield


def test_few_work_at_once_few_wait_and_the_rest_hear_so_at_once() -> None:
    work, lock, gate = Turns("test", at_once=2, waiting=3), threading.Lock(), threading.Event()
    at_once = most = 0

    def attempt() -> str:
        nonlocal at_once, most
        try:
            with work.taken():
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
        while sum(one.done() for one in waiting) < ATTEMPTS - work.admitted:
            time.sleep(0.01)
        gate.set()
        told = Counter(one.result() for one in waiting)
    assert told == {"done": 5, "1": ATTEMPTS - 5}
    assert most == 2


def test_nobody_waits_for_ever_and_who_gave_up_leaves_room(monkeypatch: pytest.MonkeyPatch) -> None:
    work = Turns("test", at_once=1, waiting=1)
    monkeypatch.setattr(concurrency, "PATIENCE_SECONDS", 0.01)
    with work.taken():
        for _ in range(3):
            with pytest.raises(TooMany), work.taken():
                pass
    with pytest.raises(KeyError), work.taken():
        raise KeyError
    with work.taken():
        pass


def test_those_who_wait_for_the_same_dashboard_have_it_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made, gate = list[Question](), threading.Event()

    def slow(question: Question, *_more: object) -> dict[str, object]:
        made.append(question)
        gate.wait(20)
        return {"cards": []}

    monkeypatch.setattr(service, "dashboard", slow)
    monkeypatch.setattr(service, "REPORTS", Turns("test", at_once=1, waiting=4))
    asked = Asked(0, Scope(), 0, clock.now(), Question(), "en")
    with ThreadPoolExecutor(5) as pool:
        waiting = [pool.submit(service._made, asked) for _ in range(5)]
        while not made:
            time.sleep(0.01)
        gate.set()
        assert {one.result() for one in waiting} == {(b'{"cards":[]}', False)}
    assert len(made) == 1


def test_attack_30_reports_are_told_to_come_again_and_kept_ones_are_answered(
    as_: SignIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = clock.now()
    monkeypatch.setattr(clock, "now", lambda: moment)
    hand_counted.lay()
    admin = as_("admin")
    kept = admin.get(f"{DASHBOARD}?r=2026-02-10..2026-03-09")
    new = f"{DASHBOARD}?r=2026-02-11..2026-03-09"
    heavy = (
        new,
        f"{DASHBOARD}/cards.csv?r=2026-02-11..2026-03-09",
        "/api/v1/conversations.csv?r=all",
        "/api/v1/audit/file",
    )
    with full(REPORTS):
        for url in heavy:
            refused = admin.get(url)
            assert (refused.status_code, refused.headers["Retry-After"]) == (429, "1"), url
        assert admin.get(f"{DASHBOARD}?r=2026-02-10..2026-03-09").data == kept.data
        assert admin.get("/api/v1/conversations").status_code == 200
    assert {admin.get(url).status_code for url in heavy} == {200}
