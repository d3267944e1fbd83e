"""Background work: a job is a row written in the transaction of what it belongs to; a runner leases and does it."""

import os
import random
import socket
import threading
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import structlog
from flask import Flask
from sqlalchemy import JSON, Float, Index, Integer, String, select, text, update
from sqlalchemy.orm import Mapped, mapped_column

from app.clock import now
from app.db import Base, WorkspaceMixin, db
from app.tenancy import everywhere, within

log = structlog.get_logger(__name__)
LEASE = timedelta(seconds=30)
MAX_ATTEMPTS = 5


class Job(WorkspaceMixin, Base):
    """A piece of background work with its progress; states: ready, running, done, failed, cancelled."""

    __tablename__ = "job"
    table_args = (
        Index("ix_job_ready", "run_at", sqlite_where=text("state = 'ready'"), postgresql_where=text("state = 'ready'")),
        Index("ix_job_lease", "lease_until"),
    )

    kind: Mapped[str] = mapped_column(String(40))
    payload: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    state: Mapped[str] = mapped_column(String(10), default="ready")
    attempts: Mapped[int] = mapped_column(Integer, default=0)
    run_at: Mapped[datetime] = mapped_column(default=now)
    lease_until: Mapped[datetime | None]
    lease_by: Mapped[str | None] = mapped_column(String(80))
    progress: Mapped[float] = mapped_column(Float, default=0.0)
    """From 0 to 1."""
    error: Mapped[str | None] = mapped_column(String(500))
    created_at: Mapped[datetime] = mapped_column(default=now)
    finished_at: Mapped[datetime | None]
    # Who leased this row object: not a column, because a commit would replace it by the present holder.
    runner = ""


class Cancelled(Exception):
    """Raised inside a job when somebody has cancelled it."""


class LeaseLost(Exception):
    """Raised inside a job whose lease another runner has taken over: its late results must not count."""


Work = Callable[[Job], None]
_kinds: dict[str, Work] = {}


def job(kind: str) -> Callable[[Work], Work]:
    """Register the function that does jobs of a kind; it commits its own steps."""

    def register(work: Work) -> Work:
        _kinds[kind] = work
        return work

    return register


def enqueue(kind: str, payload: dict[str, Any], run_at: datetime | None = None) -> Job:
    """Add a job to the present transaction and workspace."""
    row = Job(kind=kind, payload=payload, run_at=run_at or now())
    db.session.add(row)
    db.session.flush()
    return row


def heartbeat(row: Job, progress: float) -> None:
    """Record progress and keep the lease, in the caller's transaction; raises Cancelled or LeaseLost."""
    state, holder = db.session.execute(select(Job.state, Job.lease_by).where(Job.id == row.id)).one()
    if state == "cancelled":
        raise Cancelled
    if holder != row.runner:
        raise LeaseLost
    row.progress, row.lease_until = progress, now() + LEASE


def take(runner: str) -> Job | None:
    """Lease the next ready job, or None; also frees jobs whose runner died."""
    moment = now()
    with everywhere():
        db.session.execute(
            update(Job)
            .where(Job.state == "running", Job.lease_until < moment, Job.attempts < MAX_ATTEMPTS)
            .values(state="ready", lease_by=None)
            .execution_options(synchronize_session=False)
        )
        # A job whose runner dies every time must not take the next runner down as well.
        db.session.execute(
            update(Job)
            .where(Job.state == "running", Job.lease_until < moment)
            .values(state="failed", lease_by=None, error="Its runner died every time.", finished_at=moment)
            .execution_options(synchronize_session=False)
        )
        query = select(Job.id).where(Job.state == "ready", Job.run_at <= moment).order_by(Job.run_at).limit(1)
        if db.engine.dialect.name == "postgresql":
            query = query.with_for_update(skip_locked=True)
        found = db.session.scalar(query)
        if found is None:
            db.session.commit()
            return None
        row = db.session.get(Job, found)
        if row is None:
            db.session.commit()
            return None
        row.state, row.lease_by, row.lease_until = "running", runner, moment + LEASE
        row.attempts += 1
        db.session.commit()
        row.runner = runner
        return row


def perform(row: Job) -> None:
    """Do one leased job inside its workspace and write down how it ended."""
    job_id, kind, attempts, runner = row.id, row.kind, row.attempts, row.runner
    with within(row.workspace_id):
        try:
            _kinds[kind](row)
            _finish(job_id, runner, "done", None)
        except Cancelled:
            db.session.rollback()
            log.info("job_cancelled", kind=kind)
        except LeaseLost:
            db.session.rollback()
            log.warning("job_lease_lost", kind=kind)
        except Exception as error:
            db.session.rollback()
            log.exception("job_failed", kind=kind, attempt=attempts)
            if attempts >= MAX_ATTEMPTS:
                _finish(job_id, runner, "failed", f"{type(error).__name__}: {error}"[:500])
            else:
                _retry(job_id, runner, attempts, f"{type(error).__name__}: {error}"[:500])
        finally:
            db.session.remove()


def _held(job_id: int, runner: str) -> Job | None:
    """The job while this runner still holds it: cancelled or taken over, it is nobody's to close here."""
    row = db.session.get(Job, job_id, populate_existing=True)
    return row if row is not None and row.state == "running" and row.lease_by == runner else None


def _finish(job_id: int, runner: str, state: str, error: str | None) -> None:
    """Close a job that is still ours."""
    row = _held(job_id, runner)
    if row is not None:
        row.state, row.error, row.finished_at = state, error, now()
        row.progress = 1.0 if state == "done" else row.progress
    db.session.commit()


def _retry(job_id: int, runner: str, attempts: int, error: str) -> None:
    """Put a failed job back with growing waits of 15 s, 30 s, 60 s…, a fifth more or less."""
    row = _held(job_id, runner)
    if row is not None:
        wait = 15 * 2 ** (attempts - 1) * random.uniform(0.8, 1.2)  # noqa: S311 - spreads load, guards nothing
        row.state, row.error, row.run_at = "ready", error, now() + timedelta(seconds=wait)
    db.session.commit()


def run(app: Flask, *, until_empty: bool = False, stop: threading.Event | None = None) -> int:
    """Work through ready jobs; for ever, or until none is left. Returns how many were done."""
    runner, count = f"{socket.gethostname()}:{os.getpid()}", 0
    stop = stop or threading.Event()
    with app.app_context():
        while not stop.is_set():
            row = take(runner)
            if row is not None:
                perform(row)
                count += 1
            elif until_empty:
                break
            else:
                db.session.remove()
                time.sleep(0.5)
    return count
