"""The dashboard as a list of figures: its key figures, and what its page draws below them."""

from dataclasses import replace
from urllib.parse import urlencode

from app.core.db.tenancy import current_scope
from app.core.languages import catalogue
from app.reports.anomalies import Anomaly, Cause, find_anomalies
from app.reports.cards.figures import outcomes as outcome_rows
from app.reports.cards.standing import RANKED_BY, by_outlet, everywhere, stand
from app.reports.context import ReportContext
from app.reports.filters.ranges import Range
from app.reports.metrics.definitions import BY_ID, DASHBOARD, exact, is_small, round_half_up, serialize_value
from app.reports.questions import address_of, pin_dates
from app.reports.service import DASHBOARD_NAME
from app.reports.standard.registry import Column, Content, Report, Row, figure
from app.reports.standard.usage import LABEL, USAGE_REPORT, steps, with_totals

BEST, WORST = 4, 2
"""How many outlets from either end of the ranks are shown."""
OVERVIEW = Report(DASHBOARD_NAME, "Dashboard", DASHBOARD)
"""Not in the registry: it has parts of its own, which `app.reports.service` adds."""


@figure(OVERVIEW, "series", "series", LABEL, Column("service"), Column("sales"), Column("psf"), width=8)
def series(context: ReportContext) -> Content:
    """Engaged sessions by step and group."""
    groups = ("service", "sales", "psf")
    rows = [[by.get(group, {}).get("engaged", 0) for group in groups] for by in context.counted.by_step]
    return with_totals(steps(context, rows, evidence="engaged"))


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


for _name, _width in (("channels", 5), ("intents", 7), ("heat", 7)):
    OVERVIEW.figures[_name] = replace(USAGE_REPORT.figures[_name], tab="", width=_width)


@figure(
    OVERVIEW, "outlets", "table", Column("outlet", "text"), Column("rank"), Column(RANKED_BY, "percent", "metric"),
    Column("beside_median", "ratio", "points"), Column("sessions"), width=5,
)  # fmt: skip
def outlets(context: ReportContext) -> Content:
    """The best and the worst outlets beside the median; those with too few sessions fill the room that is left."""
    by, ranked = by_outlet(context.selection, context.span), BY_ID[RANKED_BY]
    is_all = not context.selection.places and current_scope().outlets is None
    standing = stand(ranked, by if is_all else everywhere(context.selection, context.span))
    ranks = standing.ranks if standing.is_known else {}
    order = sorted(by, key=lambda outlet: (ranks.get(outlet, len(ranks) + 1), -by[outlet]["sessions"], outlet))
    if len(order) > BEST + WORST + 1:
        known = [outlet for outlet in order if outlet in ranks]
        # Those without a rank fill what the ranked ones leave, one of them at least.
        others = order[len(known) :][: max(1, BEST + WORST + 1 - len(known))]
        order = [*known[:BEST], *known[BEST:][-WORST:], *others]
    names = context.part_names("outlet", map(str, order))
    rows: list[Row] = []
    for outlet in order:
        value = exact(ranked, by[outlet])
        beside = None if value is None or standing.median is None or outlet not in ranks else value - standing.median
        rows.append([names.get(str(outlet)), ranks.get(outlet), serialize_value(ranked, value),
                     None if beside is None else round_half_up(beside), by[outlet]["sessions"]])  # fmt: skip
    return Content(
        rows,
        link=context.links.to_outlets(),
        links=[context.links.of_outlet(outlet).to_dashboard() for outlet in order],
        row_small=[[ranked.id] if is_small(ranked, by[outlet]) else [] for outlet in order],
    )


@figure(
    OVERVIEW, "anomalies", "table", Column("metric", "text", "metric"), Column("when", "date", "day"), Column("value"),
    Column("usual_from"), Column("usual_to"), Column("split", "text", "split"), Column("cause", "text"),
)  # fmt: skip
def anomalies(context: ReportContext) -> Content:
    """The days whose numbers differ from the same weekday of the weeks before, and which part adds most to that."""
    result = find_anomalies(context)
    items = result.items
    names = _part_names(context, items)
    rows = [
        [item.metric.id, item.bucket.first.isoformat(), item.value, item.low, item.high,
         item.cause and item.cause.split, item.cause and names.get(item.cause, item.cause.value)]
        for item in items
    ]  # fmt: skip
    return Content(
        rows,
        links=[_explain_link(context, item) for item in items],
        row_marks=[["provisional"] if item.bucket.provisional else [] for item in items],
        row_units=[item.metric.unit for item in items],
        marks=[] if items else ["usual" if result.compared else "young"],
    )


def _part_names(context: ReportContext, items: list[Anomaly]) -> dict[Cause, str]:
    """What the causes are called."""
    causes = {item.cause for item in items if item.cause is not None}
    channels = catalogue("channel", context.language)
    names = {split: context.part_names(split, [cause.value for cause in causes]) for split in ("bot", "outlet")}
    names["channel"] = {cause.value: str(channels.get(cause.value, cause.value)) for cause in causes}
    return {cause: names[cause.split].get(cause.value, cause.value) for cause in causes}


def _explain_link(context: ReportContext, item: Anomaly) -> str:
    """The address that explains a day beside the same weekday of the week before."""
    day = Range(item.bucket.first, item.bucket.last, context.span.zone)
    query = address_of(replace(pin_dates(context.question, day), cmp="wk"))
    usual = {"metric": "engaged_sessions", "by": "channel"}
    values = {"metric": item.metric.id, "by": item.cause.split if item.cause else usual["by"]}
    more = urlencode({name: value for name, value in values.items() if value != usual[name]})
    return f"/reports/explain?{query}" + (f"&{more}" if more else "")
