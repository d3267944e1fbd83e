"""The dashboard as a list of figures: its key figures, and what its page draws below them."""

from dataclasses import replace

from app.reports.context import ReportContext
from app.reports.figures import outcomes as outcome_rows
from app.reports.metrics import DASHBOARD
from app.reports.service import DASHBOARD_NAME
from app.reports.standard.registry import Column, Content, Report, figure
from app.reports.standard.usage import LABEL, USAGE_REPORT, steps, with_totals

OVERVIEW = Report(DASHBOARD_NAME, "Dashboard", DASHBOARD)
"""Not in the registry: its document and files are made by `app.reports.service`."""


@figure(OVERVIEW, "series", "series", LABEL, Column("service"), Column("sales"), Column("psf"), width=8)
def series(context: ReportContext) -> Content:
    """Engaged sessions by step and group."""
    groups = ("service", "sales", "psf")
    rows = [[by.get(group, {}).get("engaged", 0) for group in groups] for by in context.counted.by_step]
    return with_totals(steps(context, rows))


@figure(
    OVERVIEW, "outcomes", "bars", Column("outcome", "text", "outcome"), Column("sessions"), Column("share", "percent"),
    width=4,
)  # fmt: skip
def outcomes(context: ReportContext) -> Content:
    """How the ended bot sessions ended."""
    items = outcome_rows(context.current, None, context.links)["items"]
    return Content(
        [[item["id"], item["count"], item["share"]] for item in items], links=[item["link"] for item in items]
    )


for _name, _width in (("channels", 5), ("intents", 7), ("heat", 12)):
    OVERVIEW.figures[_name] = replace(USAGE_REPORT.figures[_name], tab="", width=_width)
