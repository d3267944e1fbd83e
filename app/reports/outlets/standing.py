"""One outlet beside the others of its dealer group: the median of each figure, and its rank."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import select

from app.clients.models import DealerGroup, Outlet
from app.clients.places import get_outlet
from app.core import clock
from app.core.db.base import db
from app.core.db.tenancy import bound_workspace, within
from app.reports.cards.standing import everywhere, stand
from app.reports.filters.links import Links
from app.reports.filters.places import OUTLET, scope_of_clients
from app.reports.filters.selection import Selection, data_as_of, format_instant
from app.reports.metrics.definitions import BY_ID, Counts, Metric, exact, is_small, serialize_value
from app.reports.outlets.service import OutletQuery, figures_of

BOOKINGS, BOOKED = "bookings", "completion_rate"
"""The bookings of a workshop: how many of the sessions of service that began one completed it."""


def compare_with_group(
    outlet_id: int, question: OutletQuery, *, with_bookings: bool = False, now: datetime | None = None
) -> dict[str, Any]:
    """Return the figures of an outlet with the median of its group; those of others are of outlets the reader sees.

    Bookings are of outlets with a workshop, for readers of the reports on service.
    """
    outlet = get_outlet(outlet_id)
    selection = question.select()
    span = question.find_range(selection, now or clock.now())
    in_group = select(Outlet.id).where(Outlet.parent_id == outlet.parent_id, Outlet.closed_at.is_(None))
    visible = set(db.session.scalars(in_group))
    with within(bound_workspace(), scope_of_clients()):
        group = set(db.session.scalars(in_group)) | {outlet.id}
        parent = db.session.get_one(DealerGroup, outlet.parent_id).name

    def standing_of(chosen: Selection) -> list[dict[str, Any]]:
        counts = {id_: sums for id_, sums in everywhere(chosen, span).items() if id_ in group}
        return [
            figure | _among(BY_ID[figure["id"]], counts, outlet.id, visible)
            for figure in figures_of(counts.get(outlet.id, {}))
        ]

    figures = standing_of(selection)
    if with_bookings and outlet.type != "sales":
        of_service = standing_of(replace(selection, group="service"))
        figures += [figure | {"id": BOOKINGS} for figure in of_service if figure["id"] == BOOKED]
    only = replace(selection, places=((OUTLET, outlet.id),))
    return {
        "parent": parent,
        "outlets": len(group),
        "from": span.first.isoformat(),
        "to": span.last.isoformat(),
        "zone": span.zone.key,
        "as_of": format_instant(data_as_of(), span.zone),
        "figures": figures,
        "dashboard": Links(only, question.r).to_dashboard(),
    }


def _among(metric: Metric, counts: dict[int, Counts], outlet_id: int, visible: set[int]) -> dict[str, Any]:
    """Return the rank of an outlet by a metric, the median, and the values of the others that a reader sees."""
    standing = stand(metric, counts)
    seen = [counts[id_] for id_ in sorted(visible & counts.keys() - {outlet_id})]
    exacts = [exact(metric, sums) for sums in seen if metric.den is None or not is_small(metric, sums)]
    return {
        "better": metric.better,
        "rank": standing.ranks.get(outlet_id) if standing.is_known else None,
        "of": standing.of if standing.is_known else None,
        "median": serialize_value(metric, standing.median) if standing.is_known else None,
        "others": [serialize_value(metric, value) for value in sorted(value for value in exacts if value is not None)],
    }
