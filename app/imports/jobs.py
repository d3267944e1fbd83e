"""The job that checks and takes in one import."""

from functools import partial

from app.core.db.base import db
from app.core.jobs import Job, heartbeat, job
from app.core.jobs.owners import Owner, summary_of
from app.core.jobs.schedule import daily
from app.imports import running, service
from app.imports.models import Import
from app.imports.reading import Unreadable

daily(service.sweep)


def _fail(conversation_import: Import, error: str) -> None:
    service.fail(conversation_import, summary_of(error))


IMPORT = Owner(Import, "import_id", fail=_fail, resume=service.resume)


@job("import", owner=IMPORT, page="/admin/import/{import_id}")
def work(row: Job) -> None:
    """Check the file if that is still to do, then take it in unless its owner wants to look first."""
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
