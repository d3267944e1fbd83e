"""Calls that compare outlets."""

from functools import partial
from typing import Any

from flask import Response

from app.core.http.api import Blueprint
from app.core.http.concurrency import REPORTS
from app.core.http.csv_lines import attach_csv
from app.core.security.abilities import can
from app.core.security.operations import Operation, needs
from app.core.security.visitor import current_ability
from app.reports.answers.conditional import computed_once, revalidate
from app.reports.outlets import service
from app.reports.outlets.schemas import ComparedOutletPageSchema, OutletArgs, OutletFileArgs, OutletStandingSchema
from app.reports.outlets.standing import compare_with_group

blp = Blueprint("outlet_report", __name__, url_prefix="/api/v1/reports", description="Outlets report.")


@blp.get(
    "/outlets",
    Operation(needs("read", "Dashboard"), limit="report", query=OutletArgs, answer=ComparedOutletPageSchema),
)
def compare_outlets(args: dict[str, Any]) -> Response:
    """Retrieve the figures of outlets, and the rank of each."""
    question = service.OutletQuery(**args)
    return revalidate(computed_once(partial(service.compare, question), "outlets", repr(question)))


@blp.get(
    "/outlets/<int:outlet_id>",
    Operation(needs("read", "Dashboard"), limit="report", answer=OutletStandingSchema),
)
def get_outlet_standing(outlet_id: int) -> Response:
    """Retrieve the figures of an outlet beside those of its dealer group."""
    question = service.OutletQuery()
    with_bookings = can(current_ability(), "read", "Group.service")
    compute = partial(compare_with_group, outlet_id, question, with_bookings=with_bookings)
    body = computed_once(compute, "outlet", f"{outlet_id} {with_bookings} {question!r}")
    return revalidate(body)


@blp.get(
    "/outlets.csv",
    Operation(
        needs("export", "Dashboard"),
        audit="report:export",
        limit="report",
        query=OutletFileArgs,
        content_type="text/csv",
    ),
)
def export_outlets(args: dict[str, Any]) -> Response:
    """Export the figures of all outlets as CSV."""
    with REPORTS.hold():
        text, name = service.as_csv(service.OutletQuery(**args))
    return attach_csv(text, name)
