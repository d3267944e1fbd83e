"""Calls on exports."""

from typing import Any

from flask import Response, request, send_file

from app.clients.service import get_client
from app.core.db.base import db
from app.core.http.api import Blueprint
from app.core.http.listing import Page, paginate
from app.core.http.schemas import PageArgs
from app.core.security.operations import Operation, needs
from app.core.security.visitor import visitor
from app.exports import service
from app.exports.formats import FORMATS
from app.exports.models import Export
from app.exports.schemas import ExportPageSchema, ExportSchema, NewExportArgs

blp = Blueprint("exports", __name__, url_prefix="/api/v1/exports", description="Exports.")


def _me() -> int:
    """The signed-in person."""
    user = visitor().user
    assert user is not None  # noqa: S101 - every call here needs an ability
    return user.id


@blp.get("", Operation(needs("export", "Conversation"), query=PageArgs, answer=ExportPageSchema))
def list_exports(args: dict[str, Any]) -> Page:
    """List your exports, newest first."""
    return paginate(service.list_exports(_me()), args, key=Export.id)


@blp.post(
    "",
    Operation(
        needs("export", "Conversation"), audit="export:create", query=NewExportArgs, answer=ExportSchema, status=202
    ),
)
def create_export(args: dict[str, Any]) -> Export:
    """Export the conversations that these filters list to a file."""
    pairs = request.query_string.decode(errors="replace").split("&")
    query = "&".join(pair for pair in pairs if not pair.startswith("format="))
    row = service.create_export(_me(), query, args["format"])
    db.session.commit()
    return row


@blp.post(
    "/clients/<int:client_id>",
    Operation(needs("delete", "Client"), audit="export:create", answer=ExportSchema, status=202, problems=(409,)),
)
def create_client_export(client_id: int) -> Export:
    """Export all data of a client as a ZIP of CSV files, for example when it is closed."""
    row = service.create_client_export(_me(), get_client(client_id))
    db.session.commit()
    return row


@blp.get("/<int:export_id>", Operation(needs("export", "Conversation"), answer=ExportSchema))
def get_export(export_id: int) -> Export:
    """Retrieve an export and its progress."""
    return service.get_export(export_id, _me())


@blp.post(
    "/<int:export_id>/start",
    Operation(needs("export", "Conversation"), audit="export:start", answer=ExportSchema, status=202),
)
def start_export(export_id: int) -> Export:
    """Write the file again, with the present list."""
    row = service.get_export(export_id, _me())
    service.start(row)
    db.session.commit()
    return row


@blp.post(
    "/<int:export_id>/cancel", Operation(needs("export", "Conversation"), audit="export:cancel", answer=ExportSchema)
)
def cancel_export(export_id: int) -> Export:
    """Cancel an export."""
    row = service.get_export(export_id, _me())
    service.cancel(row)
    db.session.commit()
    return row


@blp.get(
    "/<int:export_id>/file",
    Operation(needs("export", "Conversation"), audit="export:download", content_type="*/*"),
)
def download_export(export_id: int) -> Response:
    """Download the file of a finished export, whole or in ranges."""
    row = service.get_export(export_id, _me())
    response = send_file(
        service.readable_file(row),
        mimetype="application/zip" if row.format == service.ARCHIVE else FORMATS[row.format].mimetype,
        as_attachment=True,
        download_name=f"{row.client_name or 'conversations'}-{row.asked_at.date()}.{row.format}",
        etag=False,
        max_age=0,
    )
    response.headers["Cache-Control"] = "private, no-cache"
    return response
