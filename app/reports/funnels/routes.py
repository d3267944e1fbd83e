"""Calls of funnels: one funnel, its figures as CSV and PNG, and the steps it can have."""

from functools import partial
from typing import Any

import orjson
from flask import Response

from app.core.http.api import Blueprint
from app.core.http.concurrency import REPORTS
from app.core.http.csv_lines import attach_csv
from app.core.languages import reading_language
from app.core.security.operations import Operation, needs
from app.reports.answers.conditional import attach_file, computed_once, revalidate
from app.reports.context import ReportQuery
from app.reports.filters.arguments import DashboardArgs
from app.reports.filters.words import file_name
from app.reports.funnels import service
from app.reports.funnels.schemas import FunnelArgs, FunnelSchema, StepChoicesSchema
from app.reports.funnels.steps import SUBJECTS, may_use
from app.reports.standard.service import PNG, figure_csv, find_figure

blp = Blueprint("funnels", __name__, url_prefix="/api/v1/reports/journey", description="Funnels.")


def _body(args: dict[str, Any]) -> bytes:
    """A funnel as JSON."""
    funnel_args = {name: args.pop(name) for name in ("steps", "scope", "window", "order", "by", "settled")}
    funnel, question, language = service.funnel_of(**funnel_args), ReportQuery(**args), reading_language()
    return computed_once(partial(service.document, question, funnel, language), "funnel", question, funnel)


@blp.get(
    "/funnel",
    Operation(needs("read", "Journey"), limit="report", query=FunnelArgs, answer=FunnelSchema),
)
def show_funnel(args: dict[str, Any]) -> Response:
    """Retrieve a funnel."""
    return revalidate(_body(args))


@blp.get(
    "/steps",
    Operation(needs("read", "Journey"), limit="report", query=DashboardArgs, answer=StepChoicesSchema),
)
def list_funnel_steps(args: dict[str, Any]) -> Response:
    """List the steps a funnel can have."""
    question = ReportQuery(**args)
    compute = partial(service.choices, question, reading_language())
    kinds = tuple(filter(may_use, SUBJECTS))
    return revalidate(computed_once(compute, "funnel steps", question, kinds))


def _find(args: dict[str, Any], figure_id: str) -> tuple[dict[str, Any], dict[str, Any], str]:
    """A funnel, one of its figures, and what a file of it is called."""
    document = orjson.loads(_body(args))
    return document, find_figure(document, figure_id), file_name(figure_id, document["filters"])


def _export(args: dict[str, Any], figure_id: str) -> Response:
    """A figure of a funnel as CSV."""
    _, figure, name = _find(args, figure_id)
    return attach_csv("".join(figure_csv(figure)), name)


def _draw(args: dict[str, Any], figure_id: str) -> Response:
    """A figure of a funnel as PNG."""
    # Drawing takes fonts and their shaping, which nothing else needs.
    from app.reports.pictures.files import figure_png

    document, figure, name = _find(args, figure_id)
    labels = {step["id"]: step["label"] for step in document["steps"]}
    with REPORTS.hold():
        content = figure_png("journey", document, figure, reading_language(), labels)
    return attach_file(content, PNG, f"{name}.png")


@blp.get(
    "/funnel.csv",
    Operation(
        needs("export", "Journey"),
        audit="report:export",
        limit="report",
        query=FunnelArgs,
        content_type="text/csv",
    ),
)
def export_funnel(args: dict[str, Any]) -> Response:
    """Retrieve a funnel as CSV."""
    return _export(args, "funnel")


@blp.get(
    "/split.csv",
    Operation(
        needs("export", "Journey"),
        audit="report:export",
        limit="report",
        query=FunnelArgs,
        content_type="text/csv",
    ),
)
def export_funnel_split(args: dict[str, Any]) -> Response:
    """Retrieve the parts of a funnel as CSV."""
    args["by"] = args["by"] or "channel"
    return _export(args, "split")


@blp.get(
    "/funnel.png",
    Operation(
        needs("export", "Journey"),
        audit="report:export",
        limit="report",
        query=FunnelArgs,
        content_type=PNG,
    ),
)
def export_funnel_picture(args: dict[str, Any]) -> Response:
    """Retrieve a funnel as PNG."""
    return _draw(args, "funnel")


@blp.get(
    "/split.png",
    Operation(
        needs("export", "Journey"),
        audit="report:export",
        limit="report",
        query=FunnelArgs,
        content_type=PNG,
    ),
)
def export_funnel_split_picture(args: dict[str, Any]) -> Response:
    """Retrieve the parts of a funnel as PNG."""
    args["by"] = args["by"] or "channel"
    return _draw(args, "split")
