"""The report groups: Overall, Service, Sales and PSF, each over its own part of the sessions."""

from collections import Counter
from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from itertools import islice
from typing import cast

from sqlalchemy import ColumnElement, func, select

from app.bots.catalog.models import GROUPS
from app.clients.models import City, DealerGroup, Outlet
from app.conversations.models import Conversation
from app.core.db.base import db
from app.core.languages import label_in
from app.inbox.models import Handoff, waited
from app.masters.records.codes import labels_of
from app.masters.records.models import JobCard
from app.reports.cards import standing
from app.reports.context import ReportContext
from app.reports.metrics.definitions import (
    BY_ID,
    DASHBOARD,
    VISITS,
    Counts,
    add,
    exact,
    is_small,
    percent,
    round_half_up,
    serialize_value,
)
from app.reports.standard.due_visits import DUE_AFTER, due_conditions, find_due
from app.reports.standard.engagement import csat
from app.reports.standard.registry import Column, Content, Report, Row, add_report, figure, small
from app.reports.standard.usage import LABEL, steps

COMPARED = ("resolved_containment_rate", "handoff_rate", "fallback_rate", "completion_rate", "csat")
WEIGHTS = {"resolved_containment_rate": 40, "completion_rate": 25, "csat": 25, "fallback_rate": 10}
"""What each rate weighs in the score card; of fallback what is left to a hundred counts."""
PLACES = ("parent", "city", "outlet")
WAITS = ((1, "0–1"), (2, "1–2"), (5, "2–5"), (15, "5–15"), (float("inf"), "15+"))
MOST_DUE = 50
"""Visits that the report itself lists; a list of its own has all."""
COMPLAINT = "complaint"
"""Goals with this in their names are complaints."""
RATES = tuple(Column(name, "percent", "metric") for name in COMPARED)
OVERALL = add_report("groups/overall", "Dashboard", DASHBOARD)
SERVICE, SALES = (add_report(f"groups/{name}", f"Group.{name}", DASHBOARD, group=name) for name in ("service", "sales"))
ASKED = (*VISITS, BY_ID["csat_response_rate"], BY_ID["abandonment_rate"])
"""How customers are asked after their visits, and whether they answer."""
PSF = add_report("groups/psf", "Group.psf", (*ASKED, *DASHBOARD), group="psf")


def _rates(counts: Counts) -> Row:
    """The compared rates of some counts."""
    return [serialize_value(BY_ID[name], exact(BY_ID[name], counts)) for name in COMPARED]


def _small(counts: Counts) -> list[str]:
    """The compared rates of too little."""
    return [name for name in COMPARED if is_small(BY_ID[name], counts)]


@figure(OVERALL, "groups", "table", Column("group", "text", "group"), Column("sessions"), *RATES, width=7)
def groups(context: ReportContext) -> Content:
    """The groups beside each other."""
    by = context.by("bot_group")
    names = [name for name in GROUPS if name in by]
    rows = [[name, by[name]["sessions"], *_rates(by[name])] for name in names]
    return Content(rows, row_small=[_small(by[name]) for name in names])


@figure(
    OVERALL, "scorecard", "table", Column("metric", "text", "metric"), Column("value", "percent"),
    Column("weight", "percent"), Column("points", "ratio"), width=5,
)  # fmt: skip
def scorecard(context: ReportContext) -> Content:
    """One index from 0 to 100: the weighted mean of the rates that are known."""
    rows: list[Row] = []
    for name, weight in WEIGHTS.items():
        value = exact(BY_ID[name], context.current)
        good = value if value is None or BY_ID[name].better == "up" else 100 - value
        points = None if good is None else round_half_up(good * weight / 100, 2)
        rows.append([name, serialize_value(BY_ID[name], value), weight, points])
    rates = [(row[2], Decimal(str(row[3]))) for row in rows if row[3] is not None]
    weights = sum(weight for weight, _ in rates)
    index = round_half_up(sum((points for _, points in rates), Decimal()) * 100 / weights, 2) if weights else None
    return Content(rows, totals=[None, None, weights, index])


def hierarchy(context: ReportContext) -> Content:
    """Dealer groups, their cities and outlets: sessions and rates, each place with what is below it."""
    by = standing.by_outlet(context.selection, context.span)
    query = (
        select(Outlet.id, DealerGroup.name, City.name, Outlet.name)
        .join(DealerGroup, DealerGroup.id == Outlet.parent_id)
        .outerjoin(City, City.id == Outlet.city_id)
        .order_by(DealerGroup.name, City.name, Outlet.name, Outlet.id)
    )
    sums: dict[tuple[str | None, ...], Counts] = {}
    for outlet_id, *names in db.session.execute(query):
        if outlet_id in by:
            for depth in range(1, len(names) + 1):
                place = (*names[:depth], *[None] * (len(names) - depth))
                add(sums.setdefault(place, {}), by[outlet_id])
    rows = [[*place, counts["sessions"], *_rates(counts)] for place, counts in sums.items()]
    return Content(rows, row_small=[_small(counts) for counts in sums.values()])


def _add_hierarchy(reports: Iterable[Report]) -> None:
    """Give each report its tree of places."""
    for report in reports:
        names = tuple(Column(place, "text", "place") for place in PLACES)
        figure(report, "hierarchy", "table", *names, Column("sessions"), *RATES)(hierarchy)


def _goals(context: ReportContext) -> Content:
    """Sessions that entered and that reached the top goal, by step."""
    rows: list[Row] = [[row["goal_entered"] - row["goal_hit"], row["goal_hit"]] for row in context.by_step]
    content = steps(context, rows, evidence="entered")
    current = context.current
    content.totals = [None, current["goal_entered"] - current["goal_hit"], current["goal_hit"]]
    return content


figure(SERVICE, "bookings", "series", LABEL, Column("asked"), Column("booked"), width=12)(_goals)
figure(SALES, "enquiries", "series", LABEL, Column("asked"), Column("booked"), width=7)(_goals)


@figure(
    SALES, "response_time", "distribution", Column("minutes", "text"), Column("handoffs"), Column("share", "percent"),
    width=5,
)  # fmt: skip
def response_time(context: ReportContext) -> Content:
    """How long visitors waited until a person accepted, in minutes."""
    query = (
        select(Handoff.requested_at, Handoff.due_at, Handoff.accepted_at)
        .join(Conversation, Conversation.id == Handoff.conversation_id)
        .where(*context.selection.during(context.span))
    )
    counts = Counter[str]()
    for times in db.session.execute(query):
        wait = waited(*times)
        if wait is None:
            continue
        minutes = wait.total_seconds() / 60
        counts[next(name for most, name in WAITS if minutes <= most)] += 1
    total = counts.total()
    rows: list[Row] = [[name, counts[name], percent(counts[name], total)] for _, name in WAITS]
    return Content(rows if total else [], totals=[None, total, None] if total else None)


@figure(PSF, "due", "series", LABEL, Column("due"), width=7)
def due_customers(context: ReportContext) -> Content:
    """Customers to be asked, three days after their visit to the workshop ended; bots and channels cut nothing."""
    query = select(JobCard.closed_on, func.count()).where(*_is_due(context)).group_by(JobCard.closed_on)
    rows = [[0] for _ in context.steps]
    for closed_on, number in db.session.execute(query):
        day = cast(date, closed_on) + DUE_AFTER
        row = next((rows[place] for place, step in enumerate(context.steps) if step.first <= day <= step.last), None)
        if row is not None:
            row[0] += number
    content = steps(context, [*rows])
    content.links, content.totals = None, [None, sum(number for (number,) in rows)]
    return content


def _is_due(context: ReportContext) -> list[ColumnElement[bool]]:
    """The conditions on job cards whose customers are to be asked in a report's range, at its places."""
    return due_conditions(context.selection, context.span)


@figure(
    PSF, "complaints", "table", Column("goal", "text", "code"), Column("sessions"), Column("share", "percent"),
    width=5,
)  # fmt: skip
def complaints(context: ReportContext) -> Content:
    """Sessions in which a complaint was made, by the goal that is one."""
    sums = Counter[str]()
    for row in context.facts("goal") or ():
        if COMPLAINT in row.value:
            sums[row.value] += row.number
    engaged = context.current["engaged"]
    rows = [[goal, number, percent(number, engaged)] for goal, number in sums.most_common()]
    return Content(rows, row_small=[small(share=engaged)] * len(rows))


@figure(
    PSF, "due_list", "table", Column("due_on", "text", "day"), Column("outlet", "text", "place"),
    Column("job_card", "text"), Column("model", "text", "code"), width=7,
)  # fmt: skip
def due_list(context: ReportContext) -> Content:
    """Visits whose customers were to be asked and have not talked with a feedback bot since, the first due first."""
    visits = list(islice(find_due(context.selection, context.span), MOST_DUE))
    labels = labels_of("model", {visit.model for visit in visits})
    rows: list[Row] = [
        [
            visit.due_on.isoformat(),
            visit.outlet,
            visit.job_card,
            label_in(labels.get(visit.model, {}), context.language, visit.model) or None,
        ]
        for visit in visits
    ]
    return Content(rows, link=context.links.to_due() if rows else None)


figure(
    PSF, "scores", "bars", Column("rating", "text", "rating"), Column("ratings"), Column("share", "percent"), width=5
)(csat)
_add_hierarchy((OVERALL, SERVICE, SALES, PSF))


def _unmeasured_content(_context: ReportContext) -> Content:
    """What no source tells yet: the dealer's system and the lists of advisors and models."""
    return Content([], marks=["unmeasured"])


for report, names in (
    (SERVICE, ("lead_time", "advisors")), (SALES, ("models", "lost_reasons")), (PSF, ("attempts", "themes")),
):  # fmt: skip
    for name in names:
        figure(report, name, "table", Column("name", "text"), Column("number"), width=0)(_unmeasured_content)
