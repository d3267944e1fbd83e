"""Outlets compared: the same figures for each, and the rank of each among all of them."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import select

from app.clients.models import City, DealerGroup, Outlet
from app.clients.moves import list_stays
from app.conversations.models import CHANNELS
from app.core import clock
from app.core.db.base import db
from app.core.db.tenancy import bound_workspace, within
from app.core.http.csv_lines import lines
from app.reports.cards.standing import RANKED_BY, Standing, by_outlet, everywhere, stand
from app.reports.filters import places
from app.reports.filters.links import Links
from app.reports.filters.places import PARENT, names_of, outlets_in
from app.reports.filters.ranges import Range
from app.reports.filters.selection import (
    ConversationFilters,
    Selection,
    bot_options,
    data_as_of,
    format_instant,
    missing_choices,
)
from app.reports.filters.words import file_name
from app.reports.metrics.definitions import BY_ID, Counts, add, exact, is_small, serialize_value

COMPARED = (
    "engaged_sessions",
    "resolved_containment_rate",
    "handoff_rate",
    "fallback_rate",
    "completion_rate",
    "csat",
)
"""The metrics of the table, in the order of its columns."""
SORTS = ("rank", "-rank", "name", "-name")


@dataclass(frozen=True, slots=True, kw_only=True)
class OutletQuery(ConversationFilters):
    """The filters, order and page of the table, as its address says them."""

    by: str = RANKED_BY
    sort: str = "rank"
    page: int = 1
    per: int = 25


def compare(question: OutletQuery, now: datetime | None = None) -> dict[str, Any]:
    """Return one page of the table; Invalid names a filter that does not fit."""
    selection = question.select()
    span = question.find_range(selection, now or clock.now())
    metric, counts = BY_ID[question.by], by_outlet(selection, span)
    standing = stand(metric, everywhere(selection, span))
    rows = _outlets(selection, span)
    rows.sort(key=lambda row: (row.name.casefold(), row.id), reverse=question.sort == "-name")
    if question.sort in ("rank", "-rank"):
        last = standing.of + 1
        worst_first = question.sort == "-rank"
        # Those without a rank come last whichever way the others go.
        rows.sort(
            key=lambda row: (row.id not in standing.ranks, _sort_key(standing.ranks.get(row.id, last), worst_first))
        )
    start = (question.page - 1) * question.per
    links = Links(selection, f"{span.first}..{span.last}" if question.today else question.r)
    is_known = standing.is_known
    return {
        "filters": _filters(question, selection, span),
        "options": {
            "bots": bot_options(),
            "places": places.place_options(selection.places),
            "channels": list(CHANNELS),
        },
        "as_of": format_instant(data_as_of(), span.zone),
        "ranked": {
            "by": metric.id,
            "of": standing.of if is_known else None,
            "median": serialize_value(metric, standing.median) if is_known else None,
            "better": metric.better,
        },
        "items": [
            _serialize(row, counts.get(row.id, {}), standing if is_known else None, links)
            for row in rows[start : start + question.per]
        ],
        "all": figures_of(_total(counts, {row.id for row in rows})),
        "total": len(rows),
        "page": question.page,
        "per": question.per,
        "next": str(question.page + 1) if start + question.per < len(rows) else None,
        "previous": str(question.page - 1) if question.page > 1 else None,
    }


def as_csv(question: OutletQuery) -> tuple[str, str]:
    """Return the whole table as CSV and what its file is called."""
    document = compare(replace(question, page=1, per=100_000))
    filters = document["filters"]
    head = ("outlet", "dealer_group", "city", "rank", "ranked_by", "zone")
    columns = [f"{name}{part}" for name in COMPARED for part in ("", "_num", "_den")]
    rows = []
    for item in document["items"]:
        place = [item["name"], item["parent"], item["city"], item["rank"], document["ranked"]["by"], filters["zone"]]
        figures = {figure["id"]: figure for figure in item["figures"]}
        rows.append([*place, *(figures[name][key] for name in COMPARED for key in ("value", "num", "den"))])
    return "".join(lines((*head, *columns), rows)), file_name("outlets", filters)


def _sort_key(rank: int, reverse: bool) -> int:
    """Return what to sort a rank by."""
    return -rank if reverse else rank


class _Row(NamedTuple):
    """An outlet with the dealer groups it was with during a range, and its city."""

    id: int
    name: str
    parent: str
    city: str


def _outlets(selection: Selection, span: Range) -> list[_Row]:
    """Return the outlets a reader may see and has chosen, in groups by those of the range's days."""
    query = (
        select(Outlet.id, Outlet.name, Outlet.parent_id, City.name.label("city"))
        .join(City, City.id == Outlet.city_id)
        .order_by(Outlet.id)
    )
    groups = {id_ for kind, id_ in selection.places if kind == PARENT}
    others = [place for place in selection.places if place[0] != PARENT]
    other_outlets = set(db.session.scalars(outlets_in(others))) if others else set[int]()
    stays = [stay for stay in list_stays() if stay.first <= span.last and stay.last >= span.first]
    had: dict[int, list[int]] = {}
    for stay in stays:
        had.setdefault(stay.outlet_id, []).append(stay.parent_id)
    rows = []
    for row in db.session.execute(query):
        parents = had.get(row.id, [row.parent_id])
        if selection.places and row.id not in other_outlets:
            parents = [parent for parent in parents if parent in groups]
        if parents:
            rows.append((row, parents))
    with within(bound_workspace()):
        # Readers of an outlet see the groups of its history.
        parent_ids = {parent for _, parents in rows for parent in parents}
        parents_named = select(DealerGroup.id, DealerGroup.name).where(DealerGroup.id.in_(parent_ids))
        names = {id_: name for id_, name in db.session.execute(parents_named)}
    return [_Row(row.id, row.name, " → ".join(names[parent] for parent in parents), row.city) for row, parents in rows]


def _total(counts: dict[int, Counts], outlets: set[int]) -> Counts:
    """Return the sum over some outlets."""
    sums: Counts = {}
    for outlet, more in counts.items():
        if outlet in outlets:
            add(sums, more)
    return sums


def figures_of(counts: Counts) -> list[dict[str, Any]]:
    """Return the metrics of some counts, with what each is made of."""
    return [
        {
            "id": metric.id,
            "unit": metric.unit,
            "value": serialize_value(metric, exact(metric, counts)) if counts else (0 if metric.den is None else None),
            "num": counts.get(metric.num, 0),
            "den": counts.get(metric.den, 0) if metric.den else None,
            "small": metric.den is not None and is_small(metric, counts),
        }
        for metric in (BY_ID[name] for name in COMPARED)
    ]


def _serialize(row: Any, counts: Counts, standing: Standing | None, links: Links) -> dict[str, Any]:
    """Return one row of the table."""
    only = links.of_outlet(row.id)
    return {
        "id": str(row.id),
        "name": row.name,
        "parent": row.parent,
        "city": row.city,
        "rank": standing.ranks.get(row.id) if standing else None,
        "figures": figures_of(counts),
        "link": only.to(evidence="engaged"),
        "dashboard": only.to_dashboard(),
    }


def _filters(question: OutletQuery, selection: Selection, span: Range) -> dict[str, Any]:
    """Return the filters as understood, with the dates and the zone they mean."""
    return {
        "bot": [str(bot) for bot in selection.bots],
        "grp": question.grp,
        "r": question.r,
        "tz": question.tz,
        "ch": list(selection.channels),
        "out": names_of(selection.places),
        "lang": selection.lang,
        "traffic": selection.traffic,
        "data": selection.data,
        "today": question.today,
        "from": span.first.isoformat(),
        "to": span.last.isoformat(),
        "zone": span.zone.key,
        "clipped": places.visible_places(selection.places),
        "gone": missing_choices(selection),
    }
