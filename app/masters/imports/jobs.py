"""The job that checks, takes in or undoes one import of master data."""

from functools import partial

from app.core.jobs import Job, heartbeat, job
from app.core.jobs.owners import Owner
from app.core.jobs.schedule import daily
from app.imports.jobs import take_in
from app.masters.imports import running, service
from app.masters.imports.models import MasterImport

daily(service.sweep)


def _fail(master_import: MasterImport, _error: str) -> None:
    """Mark an import as stopped; the error is in the log and on the page of jobs."""
    service.IMPORTS.fail(master_import, "Stopped by an internal error. Continue it, or ask who runs the installation.")


IMPORT = Owner(MasterImport, "import_id", fail=_fail, resume=service.resume)


@job("master_import", owner=IMPORT, page="/admin/masters/imports/{import_id}")
def work(row: Job) -> None:
    """Check and take in a file of master data; or undo what it has changed."""
    take_in(row, IMPORT, running.check, running.run, service.IMPORTS.fail)
    if IMPORT.get(row).state == "undoing":
        running.undo(IMPORT.get(row), partial(heartbeat, row))
