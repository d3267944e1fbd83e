"""What snapshots give to reports."""

import orjson

from app.core.errors import NotFound
from app.reports import service as reports
from app.reports.snapshots.service import UNKNOWN, get_snapshot, read_document


@reports.frozen_body.provide
def read_frozen(report: str, snapshot: str, language: str) -> bytes:
    """Return a report as a snapshot has kept it."""
    row = get_snapshot(snapshot)
    if row.report != report:
        raise NotFound(UNKNOWN)
    return orjson.dumps(read_document(row, language))
