"""The specified calls on tables and completion, and our own for the pages."""

from typing import Any

from flask import Response

from app.core.db.base import db
from app.core.http.api import Blueprint, SpecifiedBlueprint
from app.core.http.csv_lines import attach_csv
from app.core.http.etags import match_revision, with_etag
from app.core.http.listing import Page, nulls_last, paginate
from app.core.http.resources import Reply
from app.core.security.operations import SIGNED_IN, Operation, needs
from app.samples.datatables import service
from app.samples.datatables.models import TableRow
from app.samples.datatables.schemas import (
    AutoCompleteSchema,
    CompletionsSchema,
    RowFileArgs,
    RowListArgs,
    SpecifiedRowSchema,
    SpecifiedRowsSchema,
    SuggestArgs,
    TableArgs,
    TableCitiesSchema,
    TableRowChangeSchema,
    TableRowPageSchema,
    TableRowSchema,
)

tables = SpecifiedBlueprint(
    "datatables", __name__, url_prefix="/api/datatables", description="A table, as the specified calls have it."
)
completion = SpecifiedBlueprint(
    "autocomplete", __name__, url_prefix="/api/autocomplete", description="What can be completed to."
)
rows = Blueprint("table_rows", __name__, url_prefix="/api/v1/datatables", description="Sample table rows.")
suggested = Blueprint(
    "suggestions", __name__, url_prefix="/api/v1/autocomplete", description="Suggestions for what is typed, in groups."
)


@tables.get("/initial-data", Operation(needs("read", "Office"), answer=SpecifiedRowSchema(many=True)))
def initial_data() -> list[TableRow]:
    """List all rows."""
    return service.all_rows()


@tables.get("/data", Operation(needs("read", "Office"), query=TableArgs, answer=SpecifiedRowsSchema))
def table_data(args: dict[str, Any]) -> dict[str, Any]:
    """List all rows, and one page of those that contain a text."""
    rows, total = service.page_of(args["q"], args["page"], args["perPage"])
    return {"allData": service.all_rows(), "invoices": rows, "total": total}


@completion.get("/data", Operation(SIGNED_IN, answer=AutoCompleteSchema))
def auto_complete() -> dict[str, Any]:
    """List all suggestions."""
    return {"autoComplete": service.suggestions()}


@suggested.get("", Operation(SIGNED_IN, query=SuggestArgs, answer=CompletionsSchema))
def suggest(args: dict[str, Any]) -> dict[str, Any]:
    """List the first suggestions that contain a text."""
    return {"completions": service.suggest(args["q"])}


@rows.get("", Operation(needs("read", "Office"), query=RowListArgs, answer=TableRowPageSchema))
def list_rows(args: dict[str, Any]) -> Page:
    """List rows."""
    sort, descending = service.order_of(args["sort"])
    query = service.list_rows(args["q"], args["status"], args["city"])
    return paginate(query, args, key=TableRow.id, sort=sort, descending=descending)


@rows.get("/cities", Operation(needs("read", "Office"), answer=TableCitiesSchema))
def list_cities() -> dict[str, Any]:
    """List the cities that rows can be filtered by."""
    return {"cities": service.cities()}


@rows.get(
    "/file",
    Operation(needs("read", "Office"), audit="table_row:export", query=RowFileArgs, content_type="text/csv"),
)
def export_rows(args: dict[str, Any]) -> Response:
    """Export the named rows, or all that match, as CSV; the export is logged."""
    sort, descending = service.order_of(args["sort"])
    query = service.list_rows(args["q"], args["status"], args["city"], args["ids"])
    rows = db.session.scalars(query.order_by(nulls_last(sort, descending)).limit(service.MOST))
    return attach_csv(service.as_csv(rows), "table", stored=False)


@rows.get("/<int:row_id>", Operation(needs("read", "Office"), revisioned=True, answer=TableRowSchema))
def get_row(row_id: int) -> Reply:
    """Retrieve a row."""
    row = service.get_row(row_id)
    return with_etag(row)


@rows.patch(
    "/<int:row_id>",
    Operation(
        needs("update", "Office"),
        audit="table_row:update",
        revisioned=True,
        body=TableRowChangeSchema,
        answer=TableRowSchema,
    ),
)
def change_row(args: dict[str, Any], row_id: int) -> Reply:
    """Update a row."""
    row = match_revision(service.get_row(row_id), TableRowSchema)
    service.change_row(row, args)
    db.session.commit()
    return with_etag(row)


blueprints = (tables, completion, rows, suggested)
