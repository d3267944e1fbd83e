"""The job that checks, takes in or undoes one import of master data."""

from functools import partial

from app.core.db.base import db
from app.core.errors import Conflict
from app.core.jobs import Job, heartbeat, job, named_id
from app.core.jobs.schedule import daily
from app.imports.reading import Unreadable
from app.masters.imports import running, service
from app.masters.imports.models import MasterImport

daily(service.sweep)


def _import_of(row: Job) -> MasterImport:
    """The import a job belongs to."""
    return service.get_import(named_id(row, "import_id"))


def _given_up(row: Job, reason: str) -> None:
    """Say at the import that nobody tries it any more; the reason is in the log and on the page of jobs."""
    master_import = _import_of(row)
    if master_import.job_id == row.id:
        service.fail(master_import, "Stopped by an internal error. Continue it, or ask who runs the installation.")


def _revived(row: Job) -> None:
    """Let the import go on where it stopped."""
    master_import = _import_of(row)
    if master_import.job_id != row.id:
        raise Conflict("A newer job replaced this one.", code="superseded")
    service.resume(master_import)


@job("master_import", given_up=_given_up, revived=_revived, page="/admin/masters/imports/{import_id}")
def work(row: Job) -> None:
    """Check the file if that is still to do, then take it in unless it waits; or undo it."""
    beat = partial(heartbeat, row)
    try:
        if _import_of(row).state == "checking":
            running.check(_import_of(row), beat)
        if _import_of(row).state in ("queued", "running"):
            running.run(_import_of(row), beat)
    except Unreadable as error:
        # Undo the unfinished batch; the failure is committed with the job's end.
        db.session.rollback()
        service.fail(_import_of(row), str(error))
    if _import_of(row).state == "undoing":
        running.undo(_import_of(row), beat)
