"""The jobs that write an export and that remove its file."""

from sqlalchemy import select

from app.accounts.users.models import User
from app.clients.service import get_client
from app.conversations.masking import sees_names
from app.core import clock
from app.core.db.base import db
from app.core.db.tenancy import current_scope
from app.core.jobs import Job, enqueue, heartbeat, job, named_id
from app.core.jobs.owners import Owner, summary_of
from app.exports import service
from app.exports.clients import write_zip
from app.exports.formats import FORMATS
from app.exports.models import Export
from app.notifications import tell
from app.reports.history.export import all_cells


def _fail(export: Export, error: str) -> None:
    service.fail(export, summary_of(error))


EXPORT = Owner(Export, "export_id", fail=_fail, resume=service.resume)


@job("expire_export")
def expire(row: Job) -> None:
    """Remove the file of an export when its time is over."""
    export = db.session.get(Export, named_id(row, "export_id"))
    if export is not None:  # It is gone where it was searched for someone who was forgotten.
        service.expire(export)


@job("export", owner=EXPORT)
def write(row: Job) -> None:
    """Write one export as its maker sees the list, a batch of rows at a time."""
    export = EXPORT.get(row)
    maker = db.session.scalars(select(User).where(User.id == export.user_id)).one()
    names = sees_names(maker)
    path, asked_at = service.new_file(export), export.asked_at
    query, client_id, file_format = export.query, export.of_client, export.format
    export.state, export.done = "running", 0
    db.session.commit()

    def beat(done: int, total: int) -> None:
        heartbeat(row, done / max(total, 1))
        export.rows, export.done = total, done
        db.session.commit()

    try:
        if client_id is not None:
            write_zip(path, get_client(client_id), beat)
        else:
            filters, sort, cols = service.understood(query)
            rows = all_cells(filters, sort=sort, cols=cols, names=names, now=asked_at, beat=beat)
            FORMATS[file_format].write(path, cols, rows)
        # Cancelled while the last rows were written, it is nobody's any more.
        heartbeat(row, 1.0)
        export.state, export.size, export.scope = "ready", path.stat().st_size, current_scope().serialize()
        export.finished_at = clock.now()
        export.expires_at = export.finished_at + service.KEPT
        enqueue("expire_export", {"export_id": str(export.id)}, run_at=export.expires_at)
        tell(export.user_id, "export_ready", service.PAGE)
        db.session.flush()
    except BaseException:
        path.unlink(missing_ok=True)
        raise
