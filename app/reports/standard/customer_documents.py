"""Customers' documents: how they came in and were decided, how right their values were, copies, and what ends soon."""

from collections import Counter
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from sqlalchemy import ColumnElement, false, select

from app.bots.catalog.models import Bot
from app.core.db.base import db
from app.core.db.tenancy import current_scope
from app.masters.documents import service
from app.masters.documents.models import KINDS, WAITING, CustomerDocument
from app.masters.records.service import places_of
from app.reports.context import ReportContext
from app.reports.counts.facts import percentiles
from app.reports.filters.places import conversations_in
from app.reports.filters.ranges import Period
from app.reports.filters.selection import TEST, Selection, format_instant
from app.reports.metrics.definitions import percent
from app.reports.standard.documents import DOCUMENTS_REPORT
from app.reports.standard.registry import Column, Content, Row, figure

CUSTOMERS = "customers"
SPANS = (30, 60, 90)
"""Days within which a validity ends."""
MOST_COMPARED = 1000
_KIND = Column("kind", "text", "sources.dk")


def documents_of(selection: Selection) -> list[ColumnElement[bool]]:
    """Return the conditions on documents of a selection: they belong to clients and outlets, and to nothing else."""
    is_of_sessions = selection.group != "overall" or selection.channels or selection.lang or selection.traffic == TEST
    if is_of_sessions or current_scope().measured_bots is not None:
        return [false()]
    conditions: list[ColumnElement[bool]] = []
    if selection.bots:
        clients = select(Bot.client_id).where(Bot.id.in_(selection.bots))
        conditions.append(CustomerDocument.client_id.in_(clients))
    if selection.places:
        conditions.append(conversations_in(selection.places, selection.stays, CustomerDocument))
    return conditions


def select_received(selection: Selection, period: Period, *columns: Any) -> Any:
    """Select columns of the documents that were received in a period."""
    within = (CustomerDocument.received_at >= period.start, CustomerDocument.received_at < period.end)
    return select(*columns).select_from(CustomerDocument).where(*documents_of(selection), *within)


@figure(
    DOCUMENTS_REPORT, "intake", "table", _KIND, Column("received"), Column("entered"), Column("waiting"),
    Column("accepted"), Column("rejected"), Column("accepted_share", "percent"), Column("decision_time", "duration"),
    tab=CUSTOMERS, width=8,
)  # fmt: skip
def intake(context: ReportContext) -> Content:
    """Documents received in the range by kind, how far each is, and the median time to a decision."""
    names = ("kind", "state", "entered_at", "decision", "received_at", "decided_at")
    columns = [getattr(CustomerDocument, name) for name in names]
    rows = db.session.execute(select_received(context.selection, context.span, *columns)).all()
    kinds: dict[str, list[Any]] = {}
    for row in rows:
        kinds.setdefault(row.kind or "unknown", []).append(row)
    kind_rows = [[kind, *_numbers(kinds[kind])] for kind in (*KINDS, "unknown") if kind in kinds]
    return Content(kind_rows, totals=[None, *_numbers(rows)] if kind_rows else None)


def _numbers(rows: Iterable[Any]) -> Row:
    """The numbers of some documents: received, entered, waiting, accepted, rejected, share and median time."""
    values = list(rows)
    decisions = Counter(row.decision for row in values)
    times = [(round((row.decided_at - row.received_at).total_seconds() * 1000), 1) for row in values if row.decided_at]
    (median,) = percentiles(times, [0.5])
    return [
        len(values), sum(row.entered_at is not None for row in values), sum(row.state in WAITING for row in values),
        decisions["accepted"], decisions["rejected"], percent(decisions["accepted"], len(values)),
        None if median is None else round(median),
    ]  # fmt: skip


@figure(
    DOCUMENTS_REPORT, "rejections", "table", Column("rejection", "text", "sources.dr"), Column("rejected"),
    tab=CUSTOMERS, width=4,
)  # fmt: skip
def rejections(context: ReportContext) -> Content:
    """Why documents received in the range were rejected, most first."""
    query = select_received(context.selection, context.span, CustomerDocument.reason)
    reasons = Counter(db.session.scalars(query.where(CustomerDocument.decision == "rejected")))
    rows: list[Row] = [
        [reason, count] for reason, count in sorted(reasons.items(), key=lambda item: (-item[1], item[0]))
    ]
    return Content(rows, totals=[None, reasons.total()] if rows else None)


@figure(
    DOCUMENTS_REPORT, "accuracy", "table", Column("value", "text", "sources.df"), Column("checked"),
    Column("unchanged"), Column("unchanged_share", "percent"), tab=CUSTOMERS, width=6,
)  # fmt: skip
def accuracy(context: ReportContext) -> Content:
    """Values that one person has entered and another has accepted in the range, and how many of them unchanged."""
    span = context.span
    within = (CustomerDocument.decided_at >= span.start, CustomerDocument.decided_at < span.end)
    query = select(CustomerDocument.reviewed, CustomerDocument.corrected).where(
        *documents_of(context.selection), *within, CustomerDocument.decision == "accepted"
    )
    checked, corrected = Counter[str](), Counter[str]()
    for reviewed, changed in db.session.execute(query):
        checked.update(reviewed)
        corrected.update(changed)
    order = sorted(checked, key=lambda name: (-checked[name], name))
    rows = [[name, *_accuracy(checked[name], corrected[name])] for name in order]
    return Content(rows, totals=[None, *_accuracy(checked.total(), corrected.total())] if rows else None)


def _accuracy(checked: int, corrected: int) -> Row:
    return [checked, checked - corrected, percent(checked - corrected, checked)]


@figure(
    DOCUMENTS_REPORT, "duplicates", "table", _KIND, Column("mark", "text", "sources.dm"), Column("outlet", "text"),
    Column("received_at", "date"), tab=CUSTOMERS, width=6,
)  # fmt: skip
def duplicates(context: ReportContext) -> Content:
    """Documents received in the range that may be copies or of another vehicle, the newest first."""
    newest = CustomerDocument.received_at.desc(), CustomerDocument.id.desc()
    query = select_received(context.selection, context.span, CustomerDocument)
    documents = db.session.scalars(query.order_by(*newest).limit(MOST_COMPARED)).all()
    marks = service.marks_of(documents)
    marked = [row for row in documents if row.id in marks]
    places, zone = places_of(marked), context.span.zone
    rows: list[Row] = []
    for row in marked:
        outlet = places[row.id].outlet
        rows.append([row.kind or "unknown", marks[row.id][0], outlet.name if outlet else None,
                     format_instant(row.received_at, zone)])  # fmt: skip
    return Content(rows, links=[f"/customer-documents/{row.id}" for row in marked])


@figure(
    DOCUMENTS_REPORT, "expiring", "table", _KIND, *(Column(f"within_{days}") for days in SPANS), tab=CUSTOMERS,
)  # fmt: skip
def expiring(context: ReportContext) -> Content:
    """Accepted documents whose validity ends within 30, 60 and 90 days from now, by kind, whatever the range."""
    today = context.now.astimezone(context.span.zone).date()
    until = CustomerDocument.valid_until
    query = select(CustomerDocument.kind, until).where(
        *documents_of(context.selection), CustomerDocument.state == "accepted", until >= today,
        until <= today + timedelta(days=SPANS[-1]),
    )  # fmt: skip
    days_by_kind: dict[str, list[int]] = {}
    for kind, day in db.session.execute(query):
        if kind is None or day is None:
            continue
        days_by_kind.setdefault(kind, []).append((day - today).days)
    kinds = [kind for kind in KINDS if kind in days_by_kind]
    rows: list[Row] = [[kind, *_ending(days_by_kind[kind])] for kind in kinds]
    links = [f"/customer-documents?state=accepted&kind={kind}&expiring={SPANS[-1]}" for kind in kinds]
    every = [days for some in days_by_kind.values() for days in some]
    return Content(rows, totals=[None, *_ending(every)] if rows else None, links=links)


def _ending(left: list[int]) -> Row:
    return [sum(days <= span for days in left) for span in SPANS]
