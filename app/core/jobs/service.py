"""Rules of background work: what is listed, and what may be run again."""

from sqlalchemy import Select, select

from app.core.clock import now
from app.core.db.base import db, fetch
from app.core.db.tenancy import Scope, current_asker, current_scope
from app.core.errors import Conflict, NotFound
from app.core.jobs import Job, announce, restart_owner

BY_PEOPLE = ("import", "master_import", "export", "count_people", "train_bot", "fill_demo")
"""Kinds of work that someone began and waits for; everything else the server does by itself."""


def list_jobs(state: str = "", work: str = "") -> Select[Job]:
    """The workspace's jobs, or those in one state or begun by people; the failed ones are its dead letters.

    A reader of a part of the workspace sees the jobs they have asked for.
    """
    query = select(Job).where(Job.state == state) if state else select(Job)
    if current_scope() != Scope():
        query = query.where(Job.user_id == current_asker())
    if not work:
        return query
    return query.where(Job.kind.in_(BY_PEOPLE) if work == "people" else Job.kind.not_in(BY_PEOPLE))


def get_job(job_id: int) -> Job:
    """A job of the workspace, or NotFound."""
    return fetch(list_jobs().where(Job.id == job_id), "There is no such job.")


def revive(row: Job) -> None:
    """Retry a failed job."""
    if row.state != "failed":
        raise Conflict(f"A job that is {row.state} cannot be run again.", code="invalid_transition")
    try:
        restart_owner(row)
    except NotFound:
        raise Conflict("The item this job belongs to was deleted, so it cannot run again.", code="orphan") from None
    row.state, row.attempts, row.progress = "ready", 0, 0.0
    row.run_at, row.error, row.finished_at, row.handed_at = now(), None, None, None
    db.session.flush()
    announce()
