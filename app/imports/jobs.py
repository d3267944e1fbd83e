"""The job that checks and takes in one import."""

from functools import partial

from app.db import db
from app.imports import running, service
from app.imports.reading import Unreadable
from app.jobs import MAX_ATTEMPTS, Cancelled, Job, LeaseLost, heartbeat, job


@job("import")
def work(row: Job) -> None:
    """Check the file if that is still to do, then take it in unless its owner wants to look first."""
    import_id = int(row.payload["import_id"])
    last_attempt = row.attempts >= MAX_ATTEMPTS
    beat = partial(heartbeat, row)
    try:
        if service.get_import(import_id).state == "checking":
            running.check(service.get_import(import_id), beat)
        if service.get_import(import_id).state in ("queued", "running"):
            running.run(service.get_import(import_id), beat)
    except Unreadable as error:
        _fail(import_id, str(error))
    except (Cancelled, LeaseLost):
        raise
    except Exception as error:
        if last_attempt:
            _fail(import_id, f"Stopped by an error of ours: {type(error).__name__}.")
        raise


def _fail(import_id: int, reason: str) -> None:
    """Undo the unfinished batch and write the failure down."""
    db.session.rollback()
    service.fail(service.get_import(import_id), reason)
    db.session.commit()
