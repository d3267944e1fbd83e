"""The job that checks, takes in or undoes one import of master data."""

from functools import partial

from app.core.db.base import db
from app.core.jobs import Job, heartbeat, job
from app.core.jobs.owners import Owner
from app.core.jobs.schedule import daily
from app.imports.reading import Unreadable
from app.masters.imports import running, service
from app.masters.imports.models import MasterImport

daily(service.sweep)


def _fail(master_import: MasterImport, _error: str) -> None:
    """Mark an import as stopped; the error is in the log and on the page of jobs."""
    service.fail(master_import, "Stopped by an internal error. Continue it, or ask who runs the installation.")


IMPORT = Owner(MasterImport, "import_id", fail=_fail, resume=service.resume)


@job("master_import", owner=IMPORT, page="/admin/masters/imports/{import_id}")
def work(row: Job) -> None:
    """Check the file if that is still to do, then take it in unless it waits; or undo it."""
    beat = partial(heartbeat, row)
    try:
        if IMPORT.get(row).state == "checking":
            running.check(IMPORT.get(row), beat)
        if IMPORT.get(row).state in ("queued", "running"):
            running.run(IMPORT.get(row), beat)
    except Unreadable as error:
        # Undo the unfinished batch; the failure is committed with the job's end.
        db.session.rollback()
        service.fail(IMPORT.get(row), str(error))
    if IMPORT.get(row).state == "undoing":
        running.undo(IMPORT.get(row), beat)
