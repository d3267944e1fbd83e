"""The job that checks and takes in one import."""

from collections.abc import Callable
from functools import partial
from typing import Any

from app.core.db.base import db
from app.core.jobs import Job, ReportProgress, heartbeat, job
from app.core.jobs.owners import Owner, summary_of
from app.core.jobs.schedule import daily
from app.imports import running, service
from app.imports.models import Import
from app.imports.reading import UnreadableImport

ImportStep = Callable[[Any, ReportProgress], None]
daily(service.sweep)


def _fail(conversation_import: Import, error: str) -> None:
    service.IMPORTS.fail(conversation_import, summary_of(error))


IMPORT = Owner(Import, "import_id", fail=_fail, resume=service.resume)


def take_in(row: Job, owner: Owner[Any], check: ImportStep, run: ImportStep, fail: Callable[[Any, str], None]) -> None:
    """Check the file of a job if that is still to do, then take it in unless its owner wants to look first."""
    beat = partial(heartbeat, row)
    try:
        if owner.get(row).state == "checking":
            check(owner.get(row), beat)
        if owner.get(row).state in ("queued", "running"):
            run(owner.get(row), beat)
    except UnreadableImport as error:
        # Undo the unfinished batch; the failure is committed with the job's end.
        db.session.rollback()
        fail(owner.get(row), str(error))


@job("import", owner=IMPORT, page="/admin/import/{import_id}")
def work(row: Job) -> None:
    """Check and take in a file of conversations."""
    take_in(row, IMPORT, running.check, running.run, service.IMPORTS.fail)
