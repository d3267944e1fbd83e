"""Calls on snapshots and closed months."""

from collections.abc import Sequence
from typing import Any

from flask import url_for

from app.clients.models import Client
from app.clients.service import get_client
from app.core.db.base import db, rows_by_id, without_lock
from app.core.errors import Forbidden
from app.core.http.api import Blueprint
from app.core.http.etags import etag, match_revision
from app.core.http.listing import paginate, with_more
from app.core.http.schemas import PageArgs
from app.core.languages import reading_language
from app.core.security.operations import Operation, needs
from app.core.security.visitor import can, require_user
from app.reports.records.models import MonthClose
from app.reports.snapshots import closes, service
from app.reports.snapshots.models import Snapshot
from app.reports.snapshots.schemas import (
    MonthClosePageSchema,
    MonthCloseSchema,
    NewMonthCloseSchema,
    NewSnapshotSchema,
    SnapshotChangesSchema,
    SnapshotPageSchema,
    SnapshotSchema,
    WholeSnapshotSchema,
)
from app.reports.standard.service import report_of

blp = Blueprint("snapshots", __name__, url_prefix="/api/v1/snapshots", description="Reports as they were.")
months = Blueprint("month_closes", __name__, url_prefix="/api/v1/month-closes", description="Months that are settled.")
blueprints = (blp, months)


def _check_report(report: str) -> None:
    if not can("read", report_of(report).subject):
        raise Forbidden


@blp.get("", Operation(needs("read", "Dashboard"), query=PageArgs, answer=SnapshotPageSchema))
def list_snapshots(args: dict[str, Any]) -> dict[str, Any]:
    """List your snapshots."""
    page = paginate(service.list_snapshots(require_user().id), args, key=Snapshot.id)
    return with_more(page, items=service.show_snapshots(page.items))


@blp.post(
    "",
    Operation(
        needs("read", "Dashboard"),
        audit="snapshot:create",
        limit="report",
        body=NewSnapshotSchema,
        answer=SnapshotSchema,
        status=201,
    ),
)
def create_snapshot(args: dict[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """Create a snapshot of a report."""
    _check_report(args["report"])
    user = require_user()
    owner_id, owner = user.id, user.full_name
    with without_lock():
        question, document = service.make_document(args["report"], args["query"])
    row = service.keep_document(args["report"], question, document, owner_id=owner_id, owner=owner)
    db.session.commit()
    return service.show_snapshot(row), {"Location": url_for("snapshots.get_snapshot", snapshot=row.digest)}


def _readable(snapshot: str) -> Snapshot:
    row = service.get_snapshot(snapshot)
    _check_report(row.report)
    return row


@blp.get("/<string:snapshot>", Operation(needs("read", "Dashboard"), answer=WholeSnapshotSchema))
def get_snapshot(snapshot: str) -> dict[str, Any]:
    """Retrieve a snapshot with its document."""
    row = _readable(snapshot)
    return service.show_snapshot(row) | {"document": service.read_document(row, reading_language())}


@blp.get(
    "/<string:snapshot>/changes", Operation(needs("read", "Dashboard"), limit="report", answer=SnapshotChangesSchema)
)
def list_changes(snapshot: str) -> dict[str, Any]:
    """List what has changed since a snapshot was made."""
    return service.find_changes(_readable(snapshot))


# ---- closed months ------------------------------------------------------------------------------------


@months.get("", Operation(needs("read", "Dashboard"), query=PageArgs, answer=MonthClosePageSchema))
def list_month_closes(args: dict[str, Any]) -> dict[str, Any]:
    """List closed months."""
    page = paginate(closes.list_closes(), args, key=MonthClose.id)
    return with_more(page, items=_serialize(page.items))


@months.post(
    "",
    Operation(
        needs("update", "Client"),
        audit="month_close:create",
        revisioned=True,
        body=NewMonthCloseSchema,
        answer=MonthCloseSchema,
        status=201,
        problems=(409,),
    ),
)
def create_month_close(args: dict[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """Close a month of a client."""
    row = closes.close_month(get_client(args["client"], "client"), args["month"], require_user())
    db.session.commit()
    return _serialize([row])[0], etag(row)


@months.delete(
    "/<int:close_id>", Operation(needs("update", "Client"), audit="month_close:delete", revisioned=True, status=204)
)
def delete_month_close(close_id: int) -> None:
    """Reopen a closed month."""
    db.session.delete(match_revision(closes.get_close(close_id), MonthCloseSchema, lambda row: _serialize([row])[0]))
    db.session.commit()


def _serialize(rows: Sequence[MonthClose]) -> list[dict[str, Any]]:
    """Closed months as they are answered."""
    clients = rows_by_id(Client, (row.client_id for row in rows))
    names = ("id", "client_id", "closed_by", "closed_at", "revision")
    return [
        {name: getattr(row, name) for name in names}
        | {
            "month": f"{row.first:%Y-%m}",
            "client_name": clients[row.client_id].name if row.client_id in clients else "",
        }
        for row in rows
    ]
