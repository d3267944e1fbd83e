"""Calls of the reports in the registry: the document, a figure as CSV and PNG, all of them as a workbook and as PDF."""

from collections.abc import Callable
from functools import partial
from typing import Any

import orjson
from flask import Response, request

from app.core import clock
from app.core.http import concurrency
from app.core.http.api import Blueprint
from app.core.http.csv_lines import attach_csv
from app.core.http.workbooks import XLSX
from app.core.languages import reading_language
from app.core.mail.delivery import settings
from app.core.security.operations import Operation, needs
from app.core.security.visitor import can
from app.reports.answers.conditional import attach_file, computed_once, revalidate
from app.reports.context import ReportQuery
from app.reports.filters.arguments import ReportArgs, ReportViewArgs
from app.reports.filters.words import file_name
from app.reports.last_answers import answer_report, answers_from_store
from app.reports.service import DASHBOARD_PAGE, DOCUMENTS, body_of
from app.reports.standard.due_visits import DueQuery, list_due
from app.reports.standard.overview import OVERVIEW
from app.reports.standard.registry import REPORTS, Report
from app.reports.standard.schemas import (
    DueVisitListArgs,
    DueVisitPageSchema,
    MetricValuesArgs,
    MetricValuesSchema,
    ReportSchema,
)
from app.reports.standard.service import (
    PDF,
    PNG,
    brief_dashboard,
    document_of,
    figure_csv,
    find_figure,
    own_filters,
    values_of,
    whole_dashboard,
    workbook,
)

blp = Blueprint("figures", __name__, url_prefix="/api/v1/reports", description="Reports by figure.")


def _body(name: str, args: dict[str, Any]) -> bytes:
    return body_of(name, args, reading_language())


def _export_of(report: Report) -> Callable[..., Operation]:
    """Return what makes the operation of a report's file: all have their access, window and filters in common."""
    access = needs("export", report.subject)
    return partial(Operation, access, audit="report:export", limit="report", query=ReportArgs)


def _add_calls(report: Report) -> None:
    """Add the calls of a report."""
    name, path, export = report.name.replace("/", "_"), report.name, _export_of(report)

    @blp.get(
        f"/{path}",
        Operation(
            needs("read", report.subject),
            limit="report",
            query=ReportViewArgs,
            answer=ReportSchema,
            name=f"show_{name}",
            summary=f"Retrieve the {report.name} report.",
        ),
    )
    @answers_from_store(path)
    def show_report(args: dict[str, Any]) -> Response:
        return answer_report(path, args)

    @blp.get(
        f"/{path}/<figure>.csv",
        export(
            content_type="text/csv",
            name=f"export_{name}_figure",
            summary=f"Retrieve a figure of the {report.name} report as CSV.",
        ),
    )
    def export_figure(args: dict[str, Any], figure: str) -> Response:
        document = orjson.loads(_body(path, args))
        lines = figure_csv(find_figure(document, figure))
        return attach_csv("".join(lines), _file_name(document, report, figure))

    _add_files(report)


def _add_files(report: Report) -> None:
    """Add the calls for a report's workbook, its pages and the pictures of its figures."""
    name, path, export = report.name.replace("/", "_"), report.name, _export_of(report)

    @blp.get(
        f"/{path}.xlsx",
        export(
            content_type=XLSX,
            name=f"export_{name}",
            summary=f"Retrieve the {report.name} report as a workbook.",
        ),
    )
    def export_workbook(args: dict[str, Any]) -> Response:
        document = orjson.loads(_body(path, args))
        return attach_file(workbook(path, document, reading_language()), XLSX, f"{_file_name(document, report)}.xlsx")

    @blp.get(
        f"/{path}.pdf",
        export(
            content_type=PDF,
            name=f"export_{name}_pages",
            summary=f"Retrieve the {report.name} report as PDF.",
        ),
    )
    def export_pages(args: dict[str, Any]) -> Response:
        # Drawing takes fonts and their shaping, which nothing else needs.
        from app.reports.pictures.files import report_pdf

        document = orjson.loads(_body(path, args))
        with concurrency.REPORTS.hold():
            content = report_pdf(path, document, reading_language(), address=_address(path))
        return attach_file(content, PDF, f"{_file_name(document, report)}.pdf")

    @blp.get(
        f"/{path}/<figure>.png",
        export(
            content_type=PNG,
            name=f"export_{name}_picture",
            summary=f"Retrieve a figure of the {report.name} report as PNG.",
        ),
    )
    def export_picture(args: dict[str, Any], figure: str) -> Response:
        from app.reports.pictures.files import figure_png

        document = orjson.loads(_body(path, args))
        figure_document = find_figure(document, figure)
        with concurrency.REPORTS.hold():
            content = figure_png(path, document, figure_document, reading_language())
        return attach_file(content, PNG, f"{_file_name(document, report, figure)}.png")


def _address(path: str) -> str:
    """The address of the page with the same filters."""
    query = request.query_string.decode(errors="replace")
    return f"{settings().base_url}/reports/{path}" + (f"?{query}" if query else "")


def _file_name(document: dict[str, Any], report: Report, figure: str = "") -> str:
    """What a file is called: what the report has by itself is no condition of it."""
    part = "-".join(filter(None, (report.name.replace("/", "_"), figure)))
    return file_name(part, document["filters"], without=own_filters(report))


@blp.get(
    "/metrics",
    Operation(
        needs("read", "Dashboard"),
        limit="report",
        query=MetricValuesArgs,
        answer=MetricValuesSchema,
    ),
)
def show_metric_values(args: dict[str, Any]) -> Response:
    """Retrieve the key figures of every report that the reader may see, each once."""
    metric, question, language = args.pop("metric"), ReportQuery(**args), reading_language()
    subjects = tuple(
        sorted({report.subject for report in (OVERVIEW, *REPORTS.values()) if can("read", report.subject)})
    )
    compute = partial(values_of, question, subjects, metric, language)
    return revalidate(computed_once(compute, "metric_values", question, metric, subjects))


@blp.get(
    "/groups/psf/due",
    Operation(
        needs("read", "Group.psf"),
        limit="report",
        query=DueVisitListArgs,
        answer=DueVisitPageSchema,
    ),
)
def list_due_visits(args: dict[str, Any]) -> Response:
    """List the visits whose customers are to be asked and have not talked with a feedback bot since."""
    question, vehicles = DueQuery(**args), can("read", "Master")
    compute = partial(list_due, question, clock.now(), vehicles=vehicles)
    return revalidate(computed_once(compute, "due visits", repr(question), vehicles))


for each in REPORTS.values():
    DOCUMENTS[each.name] = partial(document_of, each.name)
    _add_calls(each)
DOCUMENTS[OVERVIEW.name], DOCUMENTS[DASHBOARD_PAGE] = whole_dashboard, brief_dashboard
_add_files(OVERVIEW)
