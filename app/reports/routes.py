"""Report calls: the dashboard, its figures as CSV, the metric registry."""

from functools import partial
from typing import Any

import orjson
from flask import Response

from app.analytics.models import Restatement
from app.conversations.masking import may_see_names
from app.core.db.base import db
from app.core.errors import NotFound
from app.core.http.api import Blueprint
from app.core.http.csv_lines import attach_csv
from app.core.http.listing import paginate, with_more
from app.core.languages import reading_language
from app.core.security.operations import Operation, needs
from app.reports import export, now, service
from app.reports.answers.conditional import computed_once, revalidate
from app.reports.cards.card_schemas import CountingSchema
from app.reports.counts import contact_list
from app.reports.filters.arguments import BotsAndPlacesArgs, DashboardArgs, DashboardViewArgs, ReportArgs
from app.reports.filters.words import file_name
from app.reports.last_answers import answer_report, answers_from_store
from app.reports.metrics import definitions as metrics
from app.reports.records import restatements
from app.reports.schemas import (
    ContactListArgs,
    ContactPageSchema,
    DashboardSchema,
    MetricsSchema,
    NowSchema,
    RestatementListArgs,
    RestatementPageSchema,
)
from app.reports.service import ReportQuery

blp = Blueprint("reports", __name__, url_prefix="/api/v1", description="Reports on conversations.")


@blp.get(
    "/reports/dashboard",
    Operation(needs("read", "Dashboard"), limit="report", query=DashboardViewArgs, answer=DashboardSchema),
)
@answers_from_store(service.DASHBOARD_NAME, brief=service.DASHBOARD_PAGE)
def show_dashboard(args: dict[str, Any]) -> Response:
    """Retrieve the dashboard report."""
    report = service.DASHBOARD_PAGE if args.pop("brief") else service.DASHBOARD_NAME
    return answer_report(report, args)


@blp.get("/reports/now", Operation(needs("read", "Dashboard"), query=BotsAndPlacesArgs, answer=NowSchema))
def show_now(args: dict[str, Any]) -> dict[str, Any]:
    """Count open conversations, visitors who wait for a person, and turns that have just failed."""
    return now.going_on(**args)


@blp.get(
    "/reports/dashboard/<figure>.csv",
    Operation(
        needs("export", "Dashboard"),
        audit="report:export",
        limit="report",
        query=ReportArgs,
        content_type="text/csv",
    ),
)
def export_figure(args: dict[str, Any], figure: str) -> Response:
    """Retrieve a figure of the dashboard report as CSV."""
    if figure not in export.FIGURES:
        raise NotFound("This figure does not exist.")
    document = orjson.loads(service.body_of(service.DASHBOARD_PAGE, args, reading_language()))
    return attach_csv(export.figure_csv(figure, document), file_name(f"dashboard-{figure}", document["filters"]))


@blp.post(
    "/reports/people",
    Operation(
        needs("read", "Dashboard"),
        audit="report:count_people",
        limit="report",
        query=DashboardArgs,
        answer=CountingSchema,
        status=202,
    ),
)
def count_people(args: dict[str, Any]) -> dict[str, Any]:
    """Count the active users of a long range in a job; the dashboard shows them afterwards."""
    count = service.count_people(ReportQuery(**args))
    db.session.commit()
    return count


@blp.get(
    "/contacts",
    Operation(
        needs("read", "Conversation"),
        limit="report",
        query=ContactListArgs,
        answer=ContactPageSchema,
    ),
)
def list_contacts(args: dict[str, Any]) -> Response:
    """List contacts with an engaged conversation in the range, and how many each had."""
    query, names = contact_list.Query(**args), may_see_names()
    compute = partial(contact_list.list_contacts, query, names=names)
    return revalidate(computed_once(compute, "contacts", repr(query), names))


@blp.get(
    "/restatements", Operation(needs("read", "Dashboard"), query=RestatementListArgs, answer=RestatementPageSchema)
)
def list_restatements(args: dict[str, Any]) -> dict[str, Any]:
    """List changed numbers of final days, newest first, with old and new value and the reason."""
    query = restatements.list_restatements(after_close=args["after_close"])
    page = paginate(query, args, key=Restatement.id)
    return with_more(page, items=restatements.serialize(page.items))


@blp.get("/metrics", Operation(needs("read", "Dashboard"), answer=MetricsSchema))
def list_metrics() -> dict[str, Any]:
    """List all metrics with formula, unit, population and version."""
    return {"items": metrics.describe_metrics(reading_language())}
