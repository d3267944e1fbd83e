"""A runner's threads: woken by rows, at work side by side, and ended together."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select, update
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from app.accounts.workspaces.models import Workspace
from app.core import jobs
from app.core.clock import now
from app.core.db import availability
from app.core.db.base import db
from app.core.db.tenancy import everywhere
from app.core.jobs import Job, enqueue, runner, schedule
from app.core.jobs.runner import Runner

PATIENCE = 30.0


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is scheduled, nobody looks by himself, and no other test is asked to stop."""
    monkeypatch.setattr(jobs, "stopping", threading.Event())
    monkeypatch.setattr(jobs, "_kinds", {})
    monkeypatch.setattr(schedule, "_duties", {})
    monkeypatch.setattr(runner, "POLL_SECONDS", 3600.0)
    monkeypatch.setattr(runner, "OUTAGE_SECONDS", 0.01)


@pytest.fixture
def app(app: Flask) -> Iterator[Flask]:
    """With a runner of two threads."""
    before = app.config["SETTINGS"]
    app.config["SETTINGS"] = replace(before, job_threads=2)
    yield app
    app.config["SETTINGS"] = before


@contextmanager
def running(app: Flask) -> Iterator[list[BaseException]]:
    """A runner in a thread of its own; gives what it ended by."""
    ended = list[BaseException]()

    def live() -> None:
        try:
            runner.run(app)
        except Exception as error:
            ended.append(error)

    thread = threading.Thread(target=live)
    thread.start()
    try:
        yield ended
    finally:
        runner.stop()
        thread.join(PATIENCE)
        assert not thread.is_alive()


def add_job(kind: str = "test", **more: Any) -> int:
    """A committed job; what reads it again would hold the database against the runner."""
    job_id = enqueue(kind, {}, **more).id
    db.session.commit()
    return job_id


def stored(job_id: int) -> tuple[str, int, str | None]:
    """State, attempts and holder of a job as everybody sees them."""
    with everywhere():
        query = select(Job.state, Job.attempts, Job.lease_by).where(Job.id == job_id)
        state, attempts, holder = db.session.execute(query).one()
        db.session.rollback()
        return state, attempts, holder


def test_a_row_is_begun_without_anybody_looking(app: Flask, workspace: Workspace) -> None:
    done = threading.Semaphore(0)
    jobs._kinds["test"] = lambda _row: done.release()
    with running(app):
        for _ in range(3):
            add_job()
            assert done.acquire(timeout=PATIENCE)


def test_a_row_for_later_is_begun_when_its_time_comes(app: Flask, workspace: Workspace) -> None:
    begun = list[Any]()
    done = threading.Event()
    jobs._kinds["test"] = lambda _row: (begun.append(now()), done.set())
    with running(app):
        at = now() + timedelta(milliseconds=400)
        add_job(run_at=at)
        assert done.wait(PATIENCE)
    assert begun[0] >= at


def test_two_jobs_are_done_at_a_time_and_one_that_takes_long_stops_no_other(app: Flask, workspace: Workspace) -> None:
    both, last, go_on = threading.Barrier(2, timeout=PATIENCE), threading.Event(), threading.Event()
    jobs._kinds |= {"pair": lambda _row: both.wait(), "long": lambda _row: go_on.wait(PATIENCE)}
    jobs._kinds["test"] = lambda _row: last.set()
    with running(app):
        pair = [add_job("pair"), add_job("pair")]
        long = add_job("long")
        add_job("test")
        assert last.wait(PATIENCE)
        go_on.set()
    assert [stored(job_id)[0] for job_id in (*pair, long)] == ["done"] * 3


def test_what_is_under_way_is_given_back_by_each_thread(app: Flask, workspace: Workspace) -> None:
    begun = threading.Semaphore(0)

    def work(row: Job) -> None:
        begun.release()
        while True:
            jobs.heartbeat(row, 0.5)
            db.session.commit()
            jobs.stopping.wait(0.01)

    jobs._kinds["test"] = work
    ids = [add_job(), add_job()]
    with running(app):
        assert begun.acquire(timeout=PATIENCE) and begun.acquire(timeout=PATIENCE)
    assert [stored(id_) for id_ in ids] == [("ready", 0, None)] * 2


def test_a_thread_that_gives_no_sign_keeps_its_lease_from_the_others_but_not_from_other_processes(
    app: Flask, workspace: Workspace
) -> None:
    begun, go_on, other = threading.Event(), threading.Event(), threading.Event()
    jobs._kinds["slow"] = lambda _row: (begun.set(), go_on.wait(PATIENCE))
    jobs._kinds["test"] = lambda _row: other.set()
    with running(app):
        slow = add_job("slow")
        assert begun.wait(PATIENCE)
        with everywhere():
            db.session.execute(update(Job).where(Job.id == slow).values(lease_until=now() - timedelta(hours=1)))
            db.session.commit()
        add_job()
        assert other.wait(PATIENCE)
        assert stored(slow)[:2] == ("running", 1)
        go_on.set()
    assert stored(slow)[0] == "done"
    with everywhere():
        values = {"state": "running", "lease_by": "gone", "lease_until": now() - timedelta(hours=1)}
        db.session.execute(update(Job).where(Job.id == slow).values(values))
        db.session.commit()
    taken = jobs.take("heir", alive=("somebody else",))
    assert taken is not None and taken.id == slow


def test_what_a_thread_cannot_live_with_ends_all(
    app: Flask, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_arguments: object, **_more: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(jobs, "take", broken)
    with running(app) as ended:
        assert jobs.stopping.wait(PATIENCE)
    assert [type(error) for error in ended] == [ZeroDivisionError]


def test_an_outage_is_waited_through_by_every_thread(
    app: Flask, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    done, met, all_met = threading.Event(), set[str](), threading.Event()

    def once(name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def try_it(*args: Any, **more: Any) -> Any:
            if name not in met:
                met.add(name)
                if len(met) == 4:
                    all_met.set()
                raise NoConnectionFree
            return work(*args, **more)

        return try_it

    jobs._kinds["test"] = lambda _row: done.set()
    add_job()
    monkeypatch.setattr(jobs, "take", once("take", jobs.take))
    monkeypatch.setattr(jobs, "next_start", once("next_start", jobs.next_start))
    monkeypatch.setattr(schedule, "do_due", once("do_due", schedule.do_due))
    monkeypatch.setattr(runner, "_free_orphans", once("_free_orphans", runner._free_orphans))
    with running(app) as ended:
        assert all_met.wait(PATIENCE) and done.wait(PATIENCE)
    assert not ended


def test_the_log_of_a_long_outage_is_short(app: Flask, capsys: pytest.CaptureFixture[str]) -> None:
    def away() -> None:
        raise NoConnectionFree("nobody there")

    waiting = Runner(app, None)  # type: ignore[arg-type]
    for _ in range(20):
        waiting.through_outages(away)
    lines = [line for line in capsys.readouterr().err.splitlines() if "runner_waits" in line]
    assert len(lines) == 1 and "nobody there" in lines[0]


def test_nothing_is_begun_while_there_is_no_room(
    app: Flask, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(availability.room, "is_low", lambda: True)
    add_job()
    hand = Runner(app, None)  # type: ignore[arg-type]
    assert hand.work_on() is False and runner.work_off(app) == 0
    monkeypatch.setattr(availability.room, "is_low", lambda: False)
    jobs._kinds["test"] = lambda _row: None
    assert hand.work_on() is True and hand.work_on() is False and hand.busy == set()


def test_a_machine_without_threads_only_keeps_the_times(
    app: Flask, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.config["SETTINGS"] = replace(app.config["SETTINGS"], job_threads=0)
    event = threading.Event()
    schedule.regularly(timedelta(days=1))(event.set)  # type: ignore[arg-type]
    with running(app):
        left = add_job()
        assert event.wait(PATIENCE)
    assert stored(left)[0] == "ready"


def test_two_takers_never_get_the_same_row(app: Flask, workspace: Workspace) -> None:
    ids, got = {add_job() for _ in range(12)}, list[int]()

    def take_all(name: str) -> None:
        with app.app_context():
            while (row := jobs.take(name)) is not None:
                got.append(row.id)

    takers = [threading.Thread(target=take_all, args=(f"taker {n}",)) for n in range(4)]
    for taker in takers:
        taker.start()
    for taker in takers:
        taker.join()
    assert sorted(got) == sorted(ids)


def test_a_key_for_calls_outside_is_the_same_on_every_attempt(app: Flask, workspace: Workspace) -> None:
    keys, other = set[str](), add_job("other")

    def fail(row: Job) -> None:
        keys.add(row.idempotency_key)
        raise ValueError("try again")

    jobs._kinds |= {"test": fail, "other": lambda row: keys.add(row.idempotency_key)}
    job_id = add_job()
    for _ in range(2):
        runner.work_off(app)
        with everywhere():
            db.session.execute(update(Job).where(Job.id == job_id).values(run_at=now()))
            db.session.commit()
    assert keys == {f"parley-job-{job_id}", f"parley-job-{other}"}
    assert db.session.scalars(select(Job.attempts).where(Job.id == job_id)).one() == 2
