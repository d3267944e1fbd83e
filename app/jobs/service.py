"""Rules of background work: what is listed, and what may be run again."""

from sqlalchemy import Select, select

from app.clock import now
from app.db import db
from app.errors import Conflict, NotFound
from app.jobs import Job, tell_revived


def list_jobs(state: str = "") -> Select[Job]:
    """The workspace's jobs, or those in one state; the failed ones are its dead letters."""
    return select(Job).where(Job.state == state) if state else select(Job)


def get_job(job_id: int) -> Job:
    """A job of the workspace, or NotFound."""
    row = db.session.scalar(select(Job).where(Job.id == job_id))
    if row is None:
        raise NotFound("There is no such job.")
    return row


def revive(row: Job) -> None:
    """Let a failed job begin anew, and what it belongs to with it."""
    if row.state != "failed":
        raise Conflict(f"A job that is {row.state} cannot be run again.", code="invalid_transition")
    try:
        tell_revived(row)
    except NotFound:
        raise Conflict("What this job belongs to is not there, so it cannot be run again.", code="orphan") from None
    row.state, row.attempts, row.progress = "ready", 0, 0.0
    row.run_at, row.error, row.finished_at = now(), None, None
    db.session.flush()
