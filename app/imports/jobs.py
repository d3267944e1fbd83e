"""The job that checks and takes in one import."""

from functools import partial

from app.core.db.base import db
from app.core.errors import Conflict
from app.core.jobs import Job, heartbeat, job, named_id
from app.core.jobs.schedule import daily
from app.imports import running, service
from app.imports.models import Import
from app.imports.reading import Unreadable

daily(service.sweep)


def _import_of(row: Job) -> Import:
    """The import a job belongs to."""
    return service.get_import(named_id(row, "import_id"))


def _given_up(row: Job, reason: str) -> None:
    """Say at the import that nobody tries it any more."""
    conversation_import = _import_of(row)
    if conversation_import.job_id == row.id:
        service.fail(conversation_import, f"Stopped by an internal error: {reason.partition(':')[0].rstrip('.')}.")


def _revived(row: Job) -> None:
    """Let the import go on where it stopped."""
    conversation_import = _import_of(row)
    if conversation_import.job_id != row.id:
        raise Conflict("A newer job replaced this one.", code="superseded")
    service.resume(conversation_import)


@job("import", given_up=_given_up, revived=_revived, page="/admin/import/{import_id}")
def work(row: Job) -> None:
    """Check the file if that is still to do, then take it in unless its owner wants to look first."""
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
