"""Calls of the reports in the registry: the document, a figure as CSV, all of them as a workbook."""

from functools import partial
from typing import Any

import orjson
from flask import Response

from app.audit.recording import audited_read
from app.core.errors import NotFound
from app.core.http.api import Blueprint
from app.core.http.csv_lines import attach_csv
from app.core.http.workbooks import XLSX
from app.core.languages import reading_language
from app.core.security.visitor import limited, needs
from app.reports.answers import changed_since
from app.reports.arguments import ReportArgs, ReportViewArgs
from app.reports.service import DOCUMENTS, asked_body
from app.reports.standard.overview import OVERVIEW
from app.reports.standard.registry import REPORTS, Report
from app.reports.standard.schemas import ReportSchema
from app.reports.standard.service import document_of, figure_csv, workbook

blp = Blueprint("figures", __name__, url_prefix="/api/v1/reports", description="Reports by figure.")


WHOLE_DASHBOARD = "dashboard.xlsx"
"""The dashboard's document as a list of figures, which its own call does not answer."""


def _body(name: str, args: dict[str, Any]) -> bytes:
    return asked_body(name, args, reading_language())


def _add_calls(report: Report) -> None:
    """Add the calls of a report."""
    name, path = report.name.replace("/", "_"), report.name

    @blp.get(f"/{path}", endpoint=f"show_{name}")
    @needs("read", report.subject)
    @limited("report")
    @blp.doc(operationId=f"show_{name}", summary=f"Retrieve the {report.name} report.")
    @blp.arguments(ReportViewArgs, location="query")
    @blp.alt_response(200, schema=ReportSchema)
    def show_report(args: dict[str, Any]) -> Response:
        return changed_since(args.pop("since"), _body(path, args))

    @blp.get(f"/{path}/<figure>.csv", endpoint=f"export_{name}_figure")
    @needs("export", report.subject)
    @limited("report")
    @audited_read("report:export")
    @blp.doc(operationId=f"export_{name}_figure", summary=f"Retrieve a figure of the {report.name} report as CSV.")
    @blp.arguments(ReportArgs, location="query")
    @blp.alt_response(200, content_type="text/csv")
    def export_figure(args: dict[str, Any], figure: str) -> Response:
        document = orjson.loads(_body(path, args))
        shown = next((one for one in document["figures"] if one["id"] == figure), None)
        if shown is None:
            raise NotFound("This figure does not exist.")
        return attach_csv("".join(figure_csv(shown)), _file_name(document, f"{name}-{figure}"))

    _add_workbook(report, path)


def _add_workbook(report: Report, document_name: str) -> None:
    """Add the call for a report's workbook, made from a document."""
    name, path = report.name.replace("/", "_"), report.name

    @blp.get(f"/{path}.xlsx", endpoint=f"export_{name}")
    @needs("export", report.subject)
    @limited("report")
    @audited_read("report:export")
    @blp.doc(operationId=f"export_{name}", summary=f"Retrieve the {report.name} report as a workbook.")
    @blp.arguments(ReportArgs, location="query")
    @blp.alt_response(200, content_type=XLSX)
    def export_workbook(args: dict[str, Any]) -> Response:
        document = orjson.loads(_body(document_name, args))
        response = Response(workbook(document), content_type=XLSX)
        response.headers["Content-Disposition"] = f'attachment; filename="{_file_name(document, name)}.xlsx"'
        return response


def _file_name(document: dict[str, Any], what: str) -> str:
    return f"{what}-{document['filters']['from']}_{document['filters']['to']}"


for each in REPORTS.values():
    DOCUMENTS[each.name] = partial(document_of, each.name)
    _add_calls(each)
DOCUMENTS[WHOLE_DASHBOARD] = partial(document_of, OVERVIEW.name)
_add_workbook(OVERVIEW, WHOLE_DASHBOARD)
