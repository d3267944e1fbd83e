"""The rows that jobs work for: each names its newest job, and is marked when that job comes to no end."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from sqlalchemy import select

from app.core.clock import now
from app.core.db.base import db, fetch
from app.core.errors import Conflict, NotFound
from app.core.jobs import Job, cancel_job, enqueue, named_id


class Employer(Protocol):
    """A row that names the job at work for it."""

    id: Any
    job_id: Any


class Task(Employer, Protocol):
    """A row that is what its job does, from start to end."""

    state: Any
    error: Any
    finished_at: Any


Row = TypeVar("Row", bound=Employer)


@dataclass(frozen=True, slots=True)
class Owner(Generic[Row]):
    """What jobs of a kind work for, and what becomes of it when they fail for good or begin again."""

    model: type[Row]
    name: str
    """What its id is called in the payload of a job."""
    fail: Callable[[Row, str], None]
    """Takes the last error of the job."""
    resume: Callable[[Row], None] | None = None

    def get(self, job: Job) -> Row:
        """Return the row of a job, or NotFound."""
        return fetch(select(self.model).where(self.model.id == named_id(job, self.name)))

    def find(self, job: Job) -> Row | None:
        """Return the row of a job, or None where it was deleted or another job works for it."""
        try:
            row = self.get(job)
        except NotFound:
            return None
        return row if row.job_id == job.id else None

    def record_failure(self, job: Job, error: str) -> None:
        """Mark the row of a job that is not tried again."""
        row = self.find(job)
        if row is not None:
            self.fail(row, error)

    def restart(self, job: Job) -> None:
        """Have the row wait for a job that is tried after all; Conflict where a newer one has replaced it."""
        if self.resume is None:
            return
        row = self.get(job)
        if row.job_id != job.id:
            raise Conflict("A newer job replaced this one.", code="superseded")
        self.resume(row)


def employ(row: Employer, kind: str, name: str) -> None:
    """Give a row a job of a kind, whose payload names the row."""
    row.job_id = enqueue(kind, {name: str(row.id)}).id
    db.session.flush()


def check_state(row: Task, states: Collection[str], noun: str, act: str) -> None:
    """Refuse what the state of a row does not allow."""
    if row.state not in states:
        raise Conflict(f"An {noun} that is {row.state} cannot be {act}.", code="invalid_transition")


def cancel(row: Task, states: Collection[str], noun: str) -> None:
    """Stop what a job does for a row, in a state that allows it."""
    check_state(row, states, noun, "cancelled")
    row.state, row.finished_at = "cancelled", now()
    cancel_job(row.job_id)
    db.session.flush()


def fail(row: Task, reason: str) -> None:
    """Write down that what a job does for a row cannot go on, and why."""
    row.state, row.error, row.finished_at = "failed", reason[:300], now()
    db.session.flush()


def message_of(error: str) -> str:
    """Return what an error of a job says, without its class."""
    return error.partition(":")[2].strip() or error


def summary_of(error: str) -> str:
    """Return a sentence on an error of a job that keeps its details to the log."""
    return f"Stopped by an internal error: {error.partition(':')[0].rstrip('.')}."
