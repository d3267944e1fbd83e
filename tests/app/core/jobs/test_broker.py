"""Rows handed to Celery: what a broker loses is sent again, what comes twice is done once."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from celery.exceptions import Reject
from celery.worker import state
from flask import Flask
from redis import Redis
from sqlalchemy import select, update

from app.accounts.workspaces.models import Workspace
from app.core import jobs
from app.core.clock import now
from app.core.db import availability
from app.core.db.base import db
from app.core.db.tenancy import everywhere
from app.core.jobs import Job, broker, enqueue, runner
from app.core.jobs.broker import Broker
from app.core.jobs.runner import Runner
from tests.factories.redis import redis_answers, require_redis, run_redis
from tests.ports import free_port

AGAIN = timedelta(seconds=30)


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """The port of a Redis of these tests' own."""
    require_redis()
    number = free_port()
    with run_redis(number):
        while not redis_answers(number):
            pass
        yield number


@pytest.fixture
def hands(app: Flask, port: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[Broker]:
    """A machine that hands over and works at nothing itself."""
    Redis(port=port).flushall()
    monkeypatch.setattr(jobs, "stopping", threading.Event())
    monkeypatch.setattr(jobs, "_kinds", {"test": lambda _row: None})
    before = app.config["SETTINGS"]
    address = f"redis://127.0.0.1:{port}/0"
    app.config["SETTINGS"] = replace(before, celery_broker_url=address, job_threads=0)
    broker = Broker(Runner(app, None))  # type: ignore[arg-type]
    assert broker.begin() == []
    yield broker
    broker._celery.close()
    app.config["SETTINGS"] = before


def waiting(port: int) -> int:
    """How many messages wait."""
    return int(Redis(port=port).llen(broker.QUEUE))  # type: ignore[arg-type]


def add_jobs(count: int = 1, **more: Any) -> list[int]:
    """Committed jobs."""
    ids = [enqueue("test", {}, **more).id for _ in range(count)]
    db.session.commit()
    return ids


def change(**values: Any) -> None:
    """Change every job."""
    with everywhere():
        db.session.execute(update(Job).values(**values))
        db.session.commit()


def test_a_ready_row_is_handed_over_once_and_again_when_its_message_was_lost(
    hands: Broker, workspace: Workspace, port: int
) -> None:
    add_jobs()
    add_jobs(run_at=now() + timedelta(hours=1))
    assert hands.call() and hands.call() and waiting(port) == 1
    Redis(port=port).flushall()
    change(handed_at=now() - broker.AGAIN - timedelta(seconds=1))
    assert hands.call() and waiting(port) == 1


def test_no_more_messages_wait_than_may(
    hands: Broker, workspace: Workspace, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broker, "MOST", 5)
    monkeypatch.setattr(broker, "AT_ONCE", 2)
    add_jobs(7)
    assert hands.call() is False and hands.call() is False and waiting(port) == 5
    Redis(port=port).flushall()
    assert hands.call() is True and waiting(port) == 2


def test_what_the_broker_did_not_take_is_handed_over_when_it_is_back(app: Flask, workspace: Workspace) -> None:
    require_redis()
    there = free_port()
    app.config["SETTINGS"] = replace(before := app.config["SETTINGS"], celery_broker_url=f"redis://127.0.0.1:{there}/0")
    hands = Broker(Runner(app, None))  # type: ignore[arg-type]
    try:
        add_jobs()
        assert hands.call() is False and hands.call() is False
        with everywhere():
            assert db.session.scalars(select(Job.handed_at)).all() == [None]
            db.session.rollback()
        with run_redis(there):
            while not redis_answers(there):
                pass
            assert hands.call() is True and waiting(there) == 1
    finally:
        app.config["SETTINGS"] = before


def test_a_send_that_fails_leaves_the_rows_to_the_next_look(
    hands: Broker, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_values: object, **_more: object) -> None:
        raise broker.OperationalError("gone")

    add_jobs(2)
    with monkeypatch.context() as broken:
        broken.setattr(hands._celery, "send_task", fail)
        assert hands.call() is False
    assert len(jobs.hand_out(10, AGAIN)) == 2


def test_a_message_that_comes_twice_finds_nothing_to_do(hands: Broker, workspace: Workspace) -> None:
    done = list[int]()
    jobs._kinds["test"] = lambda row: done.append(row.id)
    (job_id,) = add_jobs()
    hands._do(str(job_id))
    hands._do(str(job_id))
    hands._do("1")
    assert done == [job_id]


def test_whatever_makes_a_row_ready_again_has_it_handed_over_again(hands: Broker, workspace: Workspace) -> None:
    def fail(_row: Job) -> None:
        raise ValueError("try again")

    jobs._kinds["test"] = fail
    (job_id,) = add_jobs()
    assert jobs.hand_out(10, AGAIN) == [job_id] and jobs.hand_out(10, AGAIN) == []
    hands._do(str(job_id))
    change(run_at=now())
    assert jobs.hand_out(10, AGAIN) == [job_id], "failed"
    assert jobs.take("dies", only=job_id) is not None
    change(lease_until=now() - timedelta(hours=1))
    assert jobs.hand_out(10, AGAIN) == [job_id], "its runner is gone"

    def stop(row: Job) -> None:
        jobs.stopping.set()
        jobs.heartbeat(row, 0.5)

    jobs._kinds["test"] = stop
    hands._do(str(job_id))
    assert jobs.hand_out(10, AGAIN) == [job_id], "given back"
    with pytest.raises(Reject):
        hands._do(str(job_id))


def test_a_full_disk_keeps_rows_where_they_are(
    hands: Broker, workspace: Workspace, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_jobs()
    monkeypatch.setattr(availability.room, "is_low", lambda: True)
    assert hands.call() is False and waiting(port) == 0


def test_a_fault_outside_a_job_ends_the_process(
    hands: Broker, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_values: object, **_more: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(jobs, "take", broken)
    hands._do("1")
    assert jobs.stopping.is_set()


def test_the_settings_say_whose_hands_do_it(hands: Broker, app: Flask) -> None:
    assert isinstance(runner._with_broker(Runner(app, None)), Broker)  # type: ignore[arg-type]


def test_a_worker_of_celerys_does_what_is_handed_over_and_ends_when_asked(
    hands: Broker, app: Flask, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = threading.Semaphore(0)
    jobs._kinds["test"] = lambda _row: done.release()
    monkeypatch.setattr(runner, "POLL_SECONDS", 3600.0)
    app.config["SETTINGS"] = replace(app.config["SETTINGS"], job_threads=2)
    thread = threading.Thread(target=runner.run, args=(app,))
    thread.start()
    try:
        for _ in range(3):
            add_jobs(2)
            assert done.acquire(timeout=30) and done.acquire(timeout=30)
    finally:
        runner.stop()
        thread.join(30)
        state.should_stop = None
    assert not thread.is_alive()
