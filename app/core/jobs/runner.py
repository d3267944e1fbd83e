"""A runner: threads that do what is ready, one that does what is scheduled, and one that a row wakes."""

import secrets
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Protocol

import structlog
from flask import Flask
from sqlalchemy import select, update

from app.core import jobs
from app.core.clock import now
from app.core.db import availability
from app.core.db.base import db
from app.core.db.tenancy import everywhere
from app.core.jobs import LEASE, Job, schedule, wake
from app.core.process_ids import has_ended, process_name

log = structlog.get_logger(__name__)
LOG_SECONDS = 30.0
"""How often the log says that a runner waits."""
POLL_SECONDS, OUTAGE_SECONDS = 5.0, 1.0
"""How long a runner sleeps at most – a row of another machine rings no bell here –, and after an outage."""


class Hands(Protocol):
    """Those who do what is ready: threads of this process, or anyone a broker gives it to."""

    def begin(self) -> list[threading.Thread]:
        """Begin; gives the threads that end once the runner is stopped."""

    def call(self) -> bool:
        """Something may be ready; false where not all of it could be passed on, so that it is to be called again."""

    def end(self) -> None:
        """Take nothing more; what is under way is given back or finished."""


class Runner:
    """The background work of one process."""

    def __init__(self, app: Flask, alarm: wake.Alarm) -> None:
        """Prepare; nothing begins before `run`."""
        self.app, self.alarm = app, alarm
        self.busy: set[str] = set()
        """The names of those at work here."""
        self.threads: int = app.config["SETTINGS"].job_threads
        self._freed = False
        self._next_line_at = 0.0
        self._fault: BaseException | None = None

    def run(self, hands: Hands) -> None:
        """Work until asked to stop; raises what a thread could not live with."""
        threads = [*hands.begin(), self.thread("schedule", self._keep_times)]
        try:
            with self.app.app_context():
                while not jobs.stopping.is_set():
                    self.through_outages(lambda: self._turn(hands))
        finally:
            jobs.stopping.set()
            hands.end()
            for thread in threads:
                thread.join()
        if self._fault is not None:
            raise self._fault

    def _turn(self, hands: Hands) -> None:
        """Call anyone who works, then sleep until there is a reason to call again."""
        if not self._freed:
            _free_orphans()
            self._freed = True
        seconds = POLL_SECONDS if hands.call() else OUTAGE_SECONDS
        later = jobs.next_start()
        if later is not None:
            seconds = min(seconds, max(0.0, (later - now()).total_seconds()))
        self.alarm.wait(seconds)

    def _keep_times(self) -> None:
        """Do what is scheduled when it is due."""
        with self.app.app_context():
            while not jobs.stopping.is_set():
                self.through_outages(self._do_scheduled)

    def _do_scheduled(self) -> None:
        """Do what is due, then sleep until something is."""
        if not availability.room.is_low():
            again = schedule.do_due()
            db.session.remove()
            jobs.stopping.wait(max(0.0, (again - now()).total_seconds()))
        else:
            jobs.stopping.wait(OUTAGE_SECONDS)

    def work_on(self, only: int | None = None) -> bool:
        """Do the next job, or one; false when there is nothing to do, or no room to write down how it ended."""
        if availability.room.is_low():
            return False
        name = name_runner()
        self.busy.add(name)
        try:
            row = jobs.take(name, only=only, alive=tuple(self.busy))
            if row is not None:
                jobs.perform(row)
            return row is not None
        finally:
            self.busy.discard(name)
            db.session.remove()

    def through_outages(self, work: Callable[[], object]) -> None:
        """Do something; without the database nothing can be written down, and the lease gives a job back."""
        try:
            work()
        except Exception as error:
            if availability.met(error) is None:
                raise
            moment = time.monotonic()
            if moment >= self._next_line_at:
                self._next_line_at = moment + LOG_SECONDS
                log.warning("runner_waits", error=type(error).__name__, detail=str(error).partition("\n")[0][:200])
            db.session.remove()
            jobs.stopping.wait(OUTAGE_SECONDS)

    def fail(self, error: BaseException) -> None:
        """End the process by what a thread could not live with."""
        self._fault = self._fault or error
        stop()

    def thread(self, title: str, work: Callable[[], None]) -> threading.Thread:
        """Begin a thread; what ends it untimely ends the process, which is then started again."""

        def live() -> None:
            try:
                work()
            except BaseException as error:
                self.fail(error)

        worker = threading.Thread(target=live, name=title, daemon=True)
        worker.start()
        return worker


class Threads:
    """Jobs are done by threads of this process."""

    def __init__(self, runner: Runner) -> None:
        """Prepare."""
        self._runner, self._condition, self._calls = runner, threading.Condition(), 0

    def begin(self) -> list[threading.Thread]:
        """Begin as many threads as the settings say."""
        return [self._runner.thread(f"jobs {n}", self._work) for n in range(1, self._runner.threads + 1)]

    def call(self) -> bool:
        """Have those who sleep look."""
        with self._condition:
            self._calls += 1
            self._condition.notify_all()
        return True

    def end(self) -> None:
        """Have those who sleep see that it is over."""
        self.call()

    def _work(self) -> None:
        """Do one job after the other, and sleep when there is none."""
        with self._runner.app.app_context():
            while not jobs.stopping.is_set():
                self._runner.through_outages(self._work_or_sleep)

    def _work_or_sleep(self) -> None:
        """Do a job, or wait for a call made since we have begun to look."""
        calls = self._calls
        if not self._runner.work_on():
            with self._condition:
                self._condition.wait_for(lambda: self._calls != calls or jobs.stopping.is_set())


_alarms: list[wake.Alarm] = []


def stop() -> None:
    """Ask the runner of this process to end; a signal handler may."""
    jobs.stopping.set()
    for alarm in tuple(_alarms):
        alarm.ring()


def run(app: Flask) -> None:
    """Do background work until asked to stop, by threads here or by a broker's workers as the settings say."""
    settings = app.config["SETTINGS"]
    with wake.listening(settings.instance) as alarm:
        _alarms.append(alarm)
        try:
            runner = Runner(app, alarm)
            runner.run(_with_broker(runner) if settings.celery_broker_url else Threads(runner))
        finally:
            _alarms.remove(alarm)


def _with_broker(runner: Runner) -> Hands:
    """A broker's workers; loaded only where there is a broker, for it takes thirty megabytes."""
    from app.core.jobs.broker import Broker

    return Broker(runner)


def work_off(app: Flask) -> int:
    """Do what is scheduled and ready now, one after the other; gives how many jobs there were."""
    count, name = 0, name_runner()
    with app.app_context():
        _free_orphans()
        while not jobs.stopping.is_set() and not availability.room.is_low():
            schedule.do_due()
            row = jobs.take(name)
            if row is None:
                break
            jobs.perform(row)
            count += 1
    return count


def name_runner() -> str:
    """A name no other runner has, nor one after a restart that gets the same process id."""
    return f"{process_name()}:{secrets.token_hex(4)}"


def _free_orphans() -> None:
    """End the leases of runners of this machine that are no more, so that nobody waits half a minute for them."""
    with everywhere():
        holders = db.session.scalars(select(Job.lease_by).where(Job.state == "running").distinct()).all()
        dead = [name for name in holders if name and has_ended(name)]
        if dead:
            ended = update(Job).where(Job.state == "running", Job.lease_by.in_(dead))
            db.session.execute(ended.values(lease_until=now() - timedelta(seconds=1) - LEASE))
    db.session.commit()
