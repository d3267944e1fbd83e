"""Background work: who holds a lease may close the job, nobody else; what kills every runner ends failed."""

import os
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from flask import Flask, current_app
from sqlalchemy import select, update

from app.accounts.workspaces.models import Workspace
from app.core import clock as clock_module
from app.core import jobs
from app.core.clock import now
from app.core.db.base import db
from app.core.db.tenancy import Scope, bound_workspace, current_asker, current_scope, everywhere, within
from app.core.errors import Conflict
from app.core.jobs import (
    LEASE,
    MAX_ATTEMPTS,
    PATIENCE,
    Cancelled,
    Job,
    LeaseLost,
    Unreachable,
    enqueue,
    free_lapsed,
    heartbeat,
    perform,
    runner,
    schedule,
    service,
    take,
)  # fmt: skip
from tests.conftest import add_person


class Clock:
    """The clock of the queue, moved by hand."""

    def __init__(self) -> None:
        self.moment = now()

    def __call__(self) -> datetime:
        return self.moment

    def pass_(self, time: timedelta) -> None:
        """Let time go by."""
        self.moment += time


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The queue's clock."""
    new_clock = Clock()
    for module in (jobs, runner):
        monkeypatch.setattr(module, "now", new_clock)
    monkeypatch.setattr(clock_module, "now", new_clock)
    return new_clock


@pytest.fixture
def kind(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[jobs.Work], None]]:
    """`kind(work)`: what jobs of the kind "test" do."""
    monkeypatch.setattr(jobs, "_kinds", {})
    yield lambda work: jobs._kinds.update(test=work)


@pytest.fixture
def job(app: Flask, workspace: Workspace, clock: Clock) -> int:
    """A job of the kind "test", ready."""
    row = enqueue("test", {"n": 1})
    db.session.commit()
    return row.id


def leased(runner: str) -> Job:
    """The job, leased by a runner."""
    row = take(runner)
    assert row is not None
    return row


def stored(job_id: int) -> dict[str, Any]:
    """The job as everybody else sees it."""
    db.session.rollback()
    db.session.expire_all()
    with everywhere():
        row = db.session.get_one(Job, job_id)
        return {c.key: getattr(row, c.key) for c in Job.__table__.columns}


def test_a_job_is_done_once_in_its_workspace(job: int, kind: Any) -> None:
    seen, place = list[Any](), bound_workspace()
    kind(lambda row: seen.append((row.payload, bound_workspace())))
    perform(leased("a"))
    assert take("b") is None
    row = stored(job)
    assert (row["state"], row["progress"], row["attempts"]) == ("done", 1.0, 1)
    assert seen == [({"n": 1}, place)]


def test_a_job_runs_in_the_scope_in_which_it_was_asked_for(workspace: Workspace, clock: Clock, kind: Any) -> None:
    seen, scope = list[Any](), Scope(outlets=frozenset({7}))

    def work(row: Job) -> None:
        seen.append((current_scope(), current_asker()))
        if row.payload["more"]:
            enqueue("test", {"more": False})

    kind(work)
    with within(workspace.id, scope, asker=5):
        enqueue("test", {"more": True})
        with within(workspace.id):
            enqueue("test", {"more": False})
    db.session.commit()
    for _ in range(3):
        perform(leased("a"))
    assert sorted(seen, key=str) == sorted([(scope, 5), (scope, 5), (Scope(), 5)], key=str)


def test_jobs_of_a_past_that_is_played_are_left_to_nobody(app: Flask, workspace: Workspace, kind: Any) -> None:
    with jobs.leave_out_jobs("test"):
        enqueue("test", {}, run_at=now() - timedelta(days=9))
    db.session.commit()
    assert take("a") is None
    assert db.session.scalars(select(Job)).one().state == "cancelled"
    enqueue("test", {})
    db.session.commit()
    assert take("a") is not None


def test_a_leased_job_is_nobody_elses(job: int, clock: Clock) -> None:
    leased("a")
    clock.pass_(LEASE - timedelta(seconds=1))
    assert take("b") is None


def lease_elsewhere(clock: Clock) -> None:
    """Have another runner, with a session of its own, lease the job, as when this one was thought dead."""
    db.session.rollback()
    clock.pass_(LEASE + timedelta(seconds=1))
    with current_app.app_context():
        leased("other")


def test_a_runner_whose_lease_was_lost_cannot_finish_the_job(job: int, kind: Any, clock: Clock) -> None:
    kind(lambda _row: lease_elsewhere(clock))
    perform(leased("slow"))
    row = stored(job)
    assert (row["state"], row["lease_by"], row["finished_at"], row["attempts"]) == ("running", "other", None, 2)


@pytest.mark.parametrize("attempts", [1, MAX_ATTEMPTS - 1])
def test_nor_can_it_fail_or_retry_it(job: int, kind: Any, clock: Clock, attempts: int) -> None:
    def work(_row: Job) -> None:
        lease_elsewhere(clock)
        raise RuntimeError("late and broken")

    kind(work)
    with everywhere():
        db.session.execute(update(Job).values(attempts=attempts - 1))
        db.session.commit()
    perform(leased("slow"))
    row = stored(job)
    assert (row["state"], row["lease_by"], row["error"], row["run_at"] <= clock()) == ("running", "other", None, True)


def test_its_next_heartbeat_stops_it_and_its_writes_do_not_count(job: int, kind: Any, clock: Clock) -> None:
    reached = list[str]()

    def work(row: Job) -> None:
        heartbeat(row, 0.1)
        db.session.commit()
        lease_elsewhere(clock)
        enqueue("test", {"late": True})
        heartbeat(row, 0.9)
        reached.append("the end")

    kind(work)
    perform(leased("slow"))
    assert not reached and stored(job)["progress"] == 0.1
    with everywhere():
        assert db.session.query(Job).count() == 1


def test_a_heartbeat_keeps_the_lease(job: int, clock: Clock) -> None:
    row = leased("a")
    clock.pass_(LEASE - timedelta(seconds=1))
    with everywhere():
        heartbeat(row, 0.5)
        db.session.commit()
    clock.pass_(LEASE - timedelta(seconds=1))
    assert take("b") is None
    assert stored(job)["progress"] == 0.5


def test_the_heir_of_a_lease_finishes_the_job(job: int, kind: Any, clock: Clock) -> None:
    leased("dead")
    clock.pass_(LEASE + timedelta(seconds=1))
    kind(lambda _row: None)
    perform(leased("heir"))
    assert (stored(job)["state"], stored(job)["attempts"]) == ("done", 2)


def test_a_lease_of_a_clock_that_was_wrong_is_over_when_it_is_right(job: int, clock: Clock) -> None:
    clock.pass_(timedelta(days=1, minutes=10))
    leased("dead")
    clock.pass_(timedelta(minutes=-4))
    assert take("b") is None, "clocks of two machines differ"
    clock.pass_(timedelta(days=-1))
    leased("heir")


def test_a_job_that_kills_every_runner_ends_failed(job: int, clock: Clock) -> None:
    for number in range(MAX_ATTEMPTS):
        assert take(f"victim {number}") is not None
        clock.pass_(LEASE + timedelta(seconds=1))
    assert take("survivor") is None
    row = stored(job)
    assert (row["state"], row["attempts"], row["error"]) == ("failed", MAX_ATTEMPTS, "It crashed on every attempt.")
    assert row["finished_at"] is not None and row["lease_by"] is None
    clock.pass_(timedelta(days=1))
    assert take("survivor") is None


def test_a_lease_that_ends_while_runners_look_does_not_give_a_job_up(
    job: int, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    leased("dead")
    execute = db.session.execute

    def ended_meanwhile(statement: Any, *args: Any, **more: Any) -> Any:
        """Another runner ends the lease just after this one has freed what had lapsed."""
        result = execute(statement, *args, **more)
        execute(update(Job).values(lease_until=clock() - LEASE))
        return result

    with everywhere(), monkeypatch.context() as patch:
        patch.setattr(db.session, "execute", ended_meanwhile)
        free_lapsed(clock())
        db.session.commit()
    assert stored(job)["state"] == "running"
    assert take("heir") is not None


def test_one_that_kills_runners_keeps_no_other_waiting(job: int, clock: Clock) -> None:
    with everywhere():
        other = Job(kind="test", payload={}, workspace_id=stored(job)["workspace_id"], run_at=clock())
        db.session.add(other)
        db.session.commit()
        other_id = other.id
    takers = [take(f"runner {n}") for n in range(2)]
    assert {row.id for row in takers if row} == {job, other_id}


def test_a_failing_job_is_tried_ever_later_and_then_no_more(job: int, kind: Any, clock: Clock) -> None:
    def work(_row: Job) -> None:
        raise ValueError("always")

    kind(work)
    waits = list[float]()
    for _ in range(MAX_ATTEMPTS):
        perform(leased("a"))
        row = stored(job)
        waits.append((row["run_at"] - clock()).total_seconds())
        clock.pass_(timedelta(hours=1))
    assert (row["state"], row["error"]) == ("failed", "ValueError: always")
    assert all(later > sooner for sooner, later in pairwise(waits[:-1]))
    assert take("a") is None


def test_an_error_of_the_database_names_nobody(job: int, kind: Any, capsys: pytest.CaptureFixture[str]) -> None:
    def work(_row: Job) -> None:
        for _ in range(2):
            add_person("admin").email_key = "meera@private.test"
            db.session.flush()

    kind(work)
    perform(leased("a"))
    lines = capsys.readouterr().err
    assert "IntegrityError" in stored(job)["error"] and "IntegrityError" in lines
    assert "meera" not in stored(job)["error"] and "meera" not in lines


def test_a_job_waits_a_day_for_a_server_that_is_away(job: int, kind: Any, clock: Clock) -> None:
    def work(_row: Job) -> None:
        raise Unreachable("nobody is there")

    kind(work)
    began, waits = clock(), list[float]()
    while clock() - began < PATIENCE:
        perform(leased("a"))
        row = stored(job)
        assert (row["state"], row["attempts"], row["error"]) == ("ready", 0, "Unreachable: nobody is there")
        waits.append((row["run_at"] - clock()).total_seconds())
        clock.pass_(row["run_at"] - clock() + timedelta(seconds=1))
    assert 10 < waits[0] < 20 and max(waits) <= 720 and len(waits) < 250
    for _ in range(MAX_ATTEMPTS):
        perform(leased("a"))
        clock.pass_(timedelta(hours=1))
    assert stored(job)["state"] == "failed"


def test_a_runner_asked_to_end_gives_its_job_back(job: int, kind: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    stopping = threading.Event()
    monkeypatch.setattr(jobs, "stopping", stopping)

    def work(row: Job) -> None:
        stopping.set()
        enqueue("test", {"late": True})
        heartbeat(row, 0.5)

    kind(work)
    perform(leased("a"))
    row = stored(job)
    assert (row["state"], row["attempts"], row["lease_by"]) == ("ready", 0, None)
    with everywhere():
        assert db.session.query(Job).count() == 1, "what it had not committed is undone"
    stopping.clear()
    kind(lambda _row: None)
    perform(leased("b"))
    assert stored(job)["state"] == "done"


def test_the_last_step_and_the_end_are_one(job: int, kind: Any, clock: Clock) -> None:
    kind(lambda _row: enqueue("other", {}, run_at=clock() + timedelta(days=1)))
    perform(leased("a"))
    with everywhere():
        assert db.session.query(Job).count() == 2

    def late(_row: Job) -> None:
        lease_elsewhere(clock)
        enqueue("other", {})

    with everywhere():
        db.session.execute(update(Job).where(Job.id == job).values(state="ready", run_at=clock()))
        db.session.commit()
    kind(late)
    perform(leased("slow"))
    with everywhere():
        assert db.session.query(Job).count() == 2, "the lease was lost, and the step with it"


def test_what_a_job_belongs_to_is_reported(job: int, kind: Any, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    reported = list[Any]()
    monkeypatch.setattr(jobs, "_given_up", {"test": lambda row, reason: reported.append((row.id, reason))})
    monkeypatch.setattr(jobs, "_restarts", {"test": lambda row: reported.append(("again", row.id))})
    for number in range(MAX_ATTEMPTS):
        assert take(f"victim {number}") is not None
        clock.pass_(LEASE + timedelta(seconds=1))
    assert take("survivor") is None
    with everywhere():
        row = service.get_job(job)
        service.revive(row)
        db.session.commit()
    assert reported == [(job, "It crashed on every attempt."), ("again", job)]
    row = stored(job)
    assert (row["state"], row["attempts"], row["error"], row["finished_at"]) == ("ready", 0, None, None)
    with everywhere(), pytest.raises(Conflict):
        service.revive(service.get_job(job))


def test_the_leases_of_runners_that_are_no_more_end_at_once(job: int, clock: Clock) -> None:
    with subprocess.Popen(["true"]) as gone:
        pass
    host, alive = socket.gethostname()[:40], runner.name_runner()
    own = os.getpid()
    dead = [f"{host}:{gone.pid}:1:x", f"{host}:{own}:1:x", f"{host}:{own}:x", f"{host}:9999999999:1:x", f"{host}:?"]
    leased(alive)
    runner._free_orphans()
    assert take("heir") is None, "its runner lives"
    for name in dead:
        with everywhere():
            db.session.execute(update(Job).values(lease_by=name, attempts=1))
            db.session.commit()
        runner._free_orphans()
        row = take("heir")
        assert row is not None and row.id == job, name


@pytest.mark.parametrize("raised", [Cancelled, LeaseLost])
def test_a_cancelled_job_stays_cancelled(job: int, kind: Any, raised: type[Exception]) -> None:
    def work(row: Job) -> None:
        with everywhere():
            db.session.execute(update(Job).values(state="cancelled"))
            db.session.commit()
        if raised is Cancelled:
            heartbeat(row, 0.5)

    kind(work)
    perform(leased("a"))
    assert stored(job)["state"] == "cancelled"


def test_housekeeping_is_done_once_a_day_and_its_faults_stop_nothing(
    app: Flask, job: int, kind: Any, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    moments = list[datetime]()

    def fail() -> None:
        raise ValueError("dust")

    def work(_row: Job) -> None:
        clock.pass_(timedelta(hours=13))
        if len(moments) < 3:
            enqueue("test", {})

    def keep() -> None:
        moments.append(clock())

    monkeypatch.setattr(schedule, "_duties", {})
    for duty in (fail, keep):
        jobs.daily(duty)
    kind(work)
    began = clock()
    db.session.rollback()
    runner.work_off(app)
    assert moments == [began, began + timedelta(hours=26), began + timedelta(hours=52)]


def test_jobs_that_ended_well_are_kept_some_days(app: Flask, workspace: Workspace) -> None:
    long_ago = now() - jobs.KEPT - timedelta(minutes=1)
    for state in jobs.STATES:
        enqueue("test", {"state": state}).state = state
        enqueue("test", {"state": f"old {state}"}).state = state
    for row in db.session.scalars(select(Job)):
        row.finished_at = long_ago if row.payload["state"].startswith("old") else now()
    db.session.flush()
    jobs._sweep()
    states = {row.payload["state"] for row in db.session.scalars(select(Job))}
    assert states == {*jobs.STATES, "old ready", "old running", "old failed"}
