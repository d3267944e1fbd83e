"""Calls on the audit log."""

from dataclasses import replace
from typing import Any

from flask import Response

from app.audit import service
from app.audit.models import AuditEvent
from app.audit.schemas import AuditExportArgs, AuditListArgs, AuditPageSchema
from app.core.db.base import db
from app.core.http.api import Blueprint
from app.core.http.concurrency import REPORTS
from app.core.http.listing import Page, paginate
from app.core.languages import reading_language
from app.core.security.operations import Operation, needs

blp = Blueprint("audit", __name__, url_prefix="/api/v1/audit", description="Audit log.")
_TYPES = {"csv": "text/csv; charset=utf-8", "jsonl": "application/jsonl; charset=utf-8"}


@blp.get("", Operation(needs("read", "Audit"), query=AuditListArgs, answer=AuditPageSchema))
def list_events(args: dict[str, Any]) -> Page:
    """List the workspace's audit log, newest first."""
    place = {name: args.pop(name) for name in ("page", "per")}
    page = paginate(service.list_events(**args), place, key=AuditEvent.id)
    return replace(page, items=service.serialize_events(page.items, reading_language()))


@blp.get(
    "/file",
    Operation(
        needs("export", "Audit"),
        audit="audit:export",
        limit="report",
        query=AuditExportArgs,
        content_type="text/csv",
    ),
)
def export_events(args: dict[str, Any]) -> Response:
    """Export the newest 10,000 entries of the audit log as CSV or JSON lines; the export is logged too."""
    kind = args.pop("format")
    query = service.list_events(**args).order_by(AuditEvent.id.desc()).limit(service.MAX_ROWS)
    with REPORTS.hold():
        text = service.as_file(service.serialize_events(db.session.scalars(query).all()), kind)
    response = Response(text, content_type=_TYPES[kind])
    response.headers["Content-Disposition"] = f'attachment; filename="audit.{kind}"'
    response.headers["Cache-Control"] = "no-store"
    return response
