"""Background work: a job is a row written in the transaction of what it belongs to; a runner leases and does it."""

import random
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import structlog
from flask import current_app
from prometheus_client import Histogram
from sqlalchemy import JSON, Float, Index, Integer, String, delete, func, or_, select, text, update
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import now
from app.core.db.base import Base, WorkspaceMixin, db, read_only, write_rows
from app.core.db.tenancy import Scope, current_asker, current_scope, everywhere, within
from app.core.errors import Conflict
from app.core.jobs import schedule, wake
from app.core.jobs.schedule import daily

if TYPE_CHECKING:
    from app.core.jobs.owners import Owner

log = structlog.get_logger(__name__)
TOOK = Histogram(
    "job_duration_seconds", "Attempts at jobs by kind", ["kind"], buckets=(0.1, 0.5, 1, 5, 15, 60, 300, 1800)
)
LEASE = timedelta(seconds=30)
KEPT = timedelta(days=7)
MAX_ATTEMPTS = 5
PATIENCE = timedelta(days=1)
"""How long after it was enqueued a job waits for a server that cannot be reached."""
SHORTEST_WAIT, LONGEST_WAIT = 15.0, 600.0
"""Seconds between two looks at such a server; between them, a quarter of what the job has waited already."""
STATES = ("ready", "running", "done", "failed", "cancelled")
UNFINISHED = ("ready", "running")
DIED = "It crashed on every attempt."
stopping = threading.Event()
"""Set when this process is asked to end: the job under way is given back at its next heartbeat."""


class Job(WorkspaceMixin, Base):
    """A piece of background work with its progress; states: ready, running, done, failed, cancelled."""

    __tablename__ = "job"
    table_args = (
        Index("ix_job_ready", "run_at", sqlite_where=text("state = 'ready'"), postgresql_where=text("state = 'ready'")),
        Index("ix_job_lease", "lease_until"),
        Index(
            "ix_job_failed",
            "workspace_id",
            "id",
            sqlite_where=text("state = 'failed'"),
            postgresql_where=text("state = 'failed'"),
        ),
    )

    kind: Mapped[str] = mapped_column(String(40))
    user_id: Mapped[int | None]
    """Who asked for it; None for the server's own work."""
    scope: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    """The data scope in which it was asked for, and in which it runs; None is the whole workspace."""
    payload: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    state: Mapped[str] = mapped_column(String(10), default="ready")
    attempts: Mapped[int] = mapped_column(Integer, default=0)
    run_at: Mapped[datetime] = mapped_column(default=now)
    lease_until: Mapped[datetime | None]
    lease_by: Mapped[str | None] = mapped_column(String(80))
    handed_at: Mapped[datetime | None]
    """When a ready row was last handed to the broker; always null where there is none."""
    progress: Mapped[float] = mapped_column(Float, default=0.0)
    """From 0 to 1."""
    error: Mapped[str | None] = mapped_column(String(500))
    created_at: Mapped[datetime] = mapped_column(default=now)
    finished_at: Mapped[datetime | None]
    # Who leased this row object: not a column, because a commit would replace it by the present holder.
    runner = ""

    def bound(self) -> AbstractContextManager[None]:
        """Do the enclosed work in the workspace and the scope of the job, for the person who asked for it."""
        return within(self.workspace_id, Scope.read(self.scope), self.user_id)

    @property
    def idempotency_key(self) -> str:
        """What a call to someone else's system sends as `Idempotency-Key`: the same on every attempt."""
        return f"parley-job-{self.id}"


class Cancelled(Exception):
    """Raised inside a job when someone has cancelled it."""


class LeaseLost(Exception):
    """Raised inside a job whose lease another runner has taken over: its late results must not count."""


class Postponed(Exception):
    """Raised inside a job whose turn has not come: it is tried again after some seconds, and others go first."""

    def __init__(self, seconds: float) -> None:
        """Say after how many seconds."""
        super().__init__()
        self.seconds = seconds


class Unreachable(Exception):
    """Raised inside a job when a server it needs cannot be reached or says later: an outage of hours costs no try."""


class RunnerEnding(Exception):
    """Raised inside a job whose runner is asked to end: the next runner goes on with it at once."""


Work = Callable[[Job], None]
GivenUp = Callable[[Job, str], None]
ReportProgress = Callable[[float], None]
"""Takes how far the work is, from 0 to 1; raises to stop it."""
_kinds: dict[str, Work] = {}
_given_up: dict[str, GivenUp] = {}
_restarts: dict[str, Work] = {}
_pages: dict[str, str] = {}
_patience: dict[str, timedelta] = {}


def job(
    kind: str,
    *,
    owner: "Owner[Any] | None" = None,
    given_up: GivenUp | None = None,
    page: str = "",
    patience: timedelta = PATIENCE,
) -> Callable[[Work], Work]:
    """Register the function that does jobs of a kind.

    It commits its own steps but the last: that one is committed together with the job's end, so that it is done
    once. `owner` describes the row a job works for; without one, `given_up` is called when the last try has failed.
    `page` shows what a job belongs to, at an address with parts of the job's payload. A job that meets `Unreachable`
    waits as long as `patience` says before its tries count.
    """

    def register(work: Work) -> Work:
        _kinds[kind] = work
        _patience[kind] = patience
        if owner is not None:
            _given_up[kind], _restarts[kind] = owner.record_failure, owner.restart
        elif given_up is not None:
            _given_up[kind] = given_up
        if page:
            _pages[kind] = page
        return work

    return register


def retire(kind: str) -> None:
    """Let rows of a kind that earlier versions have written end as done, with nothing to do."""
    _kinds[kind] = lambda _row: None


@daily
def _sweep() -> None:
    """Delete jobs that ended well some days ago; those that failed are kept for who looks into them."""
    write_rows(delete(Job).where(Job.state.in_(("done", "cancelled")), Job.finished_at < now() - KEPT))


def page_of(row: Job) -> str:
    """Return the page that shows what a job belongs to; empty where there is none."""
    try:
        return _pages.get(row.kind, "").format(**row.payload)
    except KeyError:
        return ""


def restart_owner(row: Job) -> None:
    """Tell what a job belongs to that it begins again; Conflict when it cannot."""
    if row.kind in _restarts:
        _restarts[row.kind](row)


_left_out: ContextVar[frozenset[str]] = ContextVar("left_out", default=frozenset())


def enqueue(kind: str, payload: dict[str, Any], run_at: datetime | None = None) -> Job:
    """Add a job to the present transaction and workspace; it runs in the present scope."""
    scope = current_scope()
    row = Job(kind=kind, payload=payload, run_at=run_at or now(), user_id=current_asker(),
              scope=None if scope == Scope() else scope.serialize())  # fmt: skip
    if kind in _left_out.get():
        row.state, row.finished_at = "cancelled", now()
    db.session.add(row)
    db.session.flush()
    announce()
    return row


@contextmanager
def leave_out_jobs(*kinds: str) -> Iterator[None]:
    """Cancel jobs of some kinds as they are added: in a past that is played, the runner would find them long due."""
    token = _left_out.set(frozenset(kinds))
    try:
        yield
    finally:
        _left_out.reset(token)


def cancel_job(job_id: int | None) -> None:
    """Cancel a job that is not finished; one that is, or is gone, stays as it is."""
    row = db.session.scalar(select(Job).where(Job.id == job_id)) if job_id else None
    if row is not None and row.state in UNFINISHED:
        row.state, row.finished_at = "cancelled", now()


def announce() -> None:
    """Wake this machine's runner once the present transaction is committed."""
    wake.after_commit(db.session(), current_app.config["SETTINGS"].instance)


def named_id(row: Job, name: str) -> int:
    """The id under a name of a job's payload; Conflict where no application of ours has written it so."""
    value = row.payload.get(name) if isinstance(row.payload, dict) else None
    if not (isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < 19):
        raise Conflict("This job has no valid data, so it cannot run again.", code="unreadable_job")
    return int(value)


def heartbeat(row: Job, progress: float) -> None:
    """Record progress and keep the lease, in the caller's transaction; raises when the job is not to go on."""
    if stopping.is_set():
        raise RunnerEnding
    if not _change_leased(row.id, row.runner, progress=progress, lease_until=now() + LEASE):
        state = db.session.scalar(select(Job.state).where(Job.id == row.id))
        raise Cancelled if state == "cancelled" else LeaseLost


def _change_leased(job_id: int, runner: str, **values: Any) -> bool:
    """Change a job in one statement that meets it only while this runner holds it; False when it does not."""
    conditions = (Job.id == job_id, Job.state == "running", Job.lease_by == runner)
    return write_rows(update(Job).where(*conditions).values(**values)) == 1


def take(runner: str, *, only: int | None = None, alive: Collection[str] = ()) -> Job | None:
    """Lease the next ready job, or `only` that one, or None; also frees jobs whose runner died."""
    moment = now()
    with everywhere():
        free_lapsed(moment, alive)
        query = select(Job.id).where(Job.state == "ready", Job.run_at <= moment).order_by(Job.run_at).limit(1)
        job = db.session.scalar(_skip_locked(query if only is None else query.where(Job.id == only)))
        row = db.session.get(Job, job) if job is not None else None
        if row is None:
            db.session.commit()
            return None
        row.state, row.lease_by, row.lease_until = "running", runner, moment + LEASE
        row.attempts += 1
        row.runner = runner
        db.session.flush()
        # The work begins outside any transaction: a row that is read again would hold SQLite against all others.
        db.session.expunge(row)
        db.session.commit()
        return row


def hand_out(most: int, again: timedelta) -> list[int]:
    """Mark ready jobs as handed to the broker and give their ids; those it has had for `again` may have been lost."""
    moment = now()
    with everywhere():
        free_lapsed(moment)
        waits = or_(Job.handed_at.is_(None), Job.handed_at < moment - again, Job.handed_at > moment + schedule.HELD)
        query = select(Job.id).where(Job.state == "ready", Job.run_at <= moment, waits).order_by(Job.run_at)
        jobs = list(db.session.scalars(_skip_locked(query.limit(most))))
        _mark_handed(jobs, moment)
    return jobs


def take_back(job_ids: Collection[int]) -> None:
    """Have jobs handed out again at the next look: the broker did not take them."""
    with everywhere():
        _mark_handed(job_ids, None)


def _mark_handed(job_ids: Collection[int], moment: datetime | None) -> None:
    """Write down when ready jobs were handed to the broker."""
    write_rows(update(Job).where(Job.id.in_(job_ids), Job.state == "ready").values(handed_at=moment))
    db.session.commit()


def _skip_locked(query: Any) -> Any:
    """The query without rows that someone else is about to take."""
    return query.with_for_update(skip_locked=True) if db.engine.dialect.name == "postgresql" else query


def next_start() -> datetime | None:
    """When the first of the jobs begins that are for later."""
    with everywhere(), read_only():
        later = db.session.scalar(select(func.min(Job.run_at)).where(Job.state == "ready", Job.run_at > now()))
        db.session.rollback()
    return later


def free_lapsed(moment: datetime, alive: Collection[str] = ()) -> None:
    """Make jobs ready whose lease has ended; not those of runners that are `alive` beside us and send no sign."""
    # One that ends much later than any lease was written while a clock was wrong.
    is_over = or_(Job.lease_until < moment, Job.lease_until > moment + LEASE + schedule.HELD)
    lapsed = (Job.state == "running", is_over, Job.lease_by.not_in(alive))
    freed = update(Job).where(*lapsed, Job.attempts < MAX_ATTEMPTS).values(state="ready", lease_by=None, handed_at=None)
    write_rows(freed)
    # The next one that kills every runner must not take this one down as well.
    # Said again: a lease may have been ended by another runner since the update looked.
    query = select(Job).where(*lapsed, Job.attempts >= MAX_ATTEMPTS).limit(10)
    for row in db.session.scalars(query.with_for_update(skip_locked=True)).all():
        row.state, row.lease_by, row.error, row.finished_at = "failed", None, DIED, moment
        _record_failure(row, DIED)


def _record_failure(row: Job, reason: str) -> None:
    """Tell what a job belongs to that nobody tries any more; a fault in that must not stop the runner."""
    log.error("job_given_up", kind=row.kind, job_id=row.id, reason=reason)
    if row.kind in _given_up:
        try:
            with row.bound(), db.session.begin_nested():
                _given_up[row.kind](row, reason)
        except Exception:
            log.exception("job_not_told", kind=row.kind, job_id=row.id)


def perform(row: Job) -> None:
    """Do one leased job inside its workspace and scope, and write down how it ended."""
    job_id, kind, attempts, runner, created_at = row.id, row.kind, row.attempts, row.runner, row.created_at
    with row.bound():
        try:
            with TOOK.labels(kind).time():
                _kinds[kind](row)
            _close(job_id, runner, state="done", error=None, progress=1.0, finished_at=now())
        except Cancelled:
            db.session.rollback()
            log.info("job_cancelled", kind=kind)
        except LeaseLost:
            db.session.rollback()
            log.warning("job_lease_lost", kind=kind)
        except RunnerEnding:
            db.session.rollback()
            log.info("job_given_back", kind=kind)
            _close(job_id, runner, state="ready", lease_by=None, handed_at=None, attempts=attempts - 1)
        except Postponed as later:
            db.session.rollback()
            at = now() + timedelta(seconds=later.seconds)
            _close(job_id, runner, state="ready", lease_by=None, handed_at=None, attempts=attempts - 1, run_at=at)
        except Unreachable as error:
            db.session.rollback()
            log.warning("job_waits", kind=kind, reason=str(error))
            waited, reason = now() - created_at, _reason_of(error)
            if waited < _patience.get(kind, PATIENCE):
                wait = min(max(waited.total_seconds() / 4, SHORTEST_WAIT), LONGEST_WAIT)
                _put_back(job_id, runner, wait, attempts=attempts - 1, error=reason)
            else:
                _fail(job_id, runner, attempts, reason)
        except Exception as error:
            db.session.rollback()
            log.exception("job_failed", kind=kind, attempt=attempts)
            _fail(job_id, runner, attempts, _reason_of(error))
        finally:
            db.session.remove()


def _reason_of(error: Exception) -> str:
    """Return the first line of an error: further lines contain the database's statement."""
    return f"{type(error).__name__}: {error}".partition("\n")[0][:500]


def _fail(job_id: int, runner: str, attempts: int, error: str) -> None:
    """Put a failed job back with growing waits of 15 s, 30 s, 60 s…, a fifth more or less; at last give it up."""
    if attempts < MAX_ATTEMPTS:
        _put_back(job_id, runner, 15 * 2 ** (attempts - 1), error=error)
    elif _change_leased(job_id, runner, state="failed", lease_by=None, error=error, finished_at=now()):
        _record_failure(db.session.get_one(Job, job_id, populate_existing=True), error)
        db.session.commit()


def _put_back(job_id: int, runner: str, wait: float, **values: Any) -> None:
    """Make a leased job ready in some seconds, a fifth more or less."""
    at = now() + timedelta(seconds=wait * random.uniform(0.8, 1.2))  # noqa: S311 - spreads load, guards nothing
    _close(job_id, runner, state="ready", lease_by=None, handed_at=None, run_at=at, **values)


def _close(job_id: int, runner: str, **values: Any) -> None:
    """Commit how a leased job ended with what its work left uncommitted; neither when the lease is lost."""
    db.session.flush()
    if _change_leased(job_id, runner, **values):
        db.session.commit()
    else:
        db.session.rollback()
        log.warning("job_lease_lost", job_id=job_id)
