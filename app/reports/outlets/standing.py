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
from app.reports.filters.selection import data_as_of, format_instant
from app.reports.metrics.definitions import BY_ID, exact, is_small, serialize_value
from app.reports.outlets.service import OutletQuery, figures_of


def compare_with_group(outlet_id: int, question: OutletQuery, now: datetime | None = None) -> dict[str, Any]:
    """Return the figures of an outlet with the median of its group; those of others are of outlets the reader sees."""
    outlet = get_outlet(outlet_id)
    selection = question.select()
    span = question.find_range(selection, now or clock.now())
    in_group = select(Outlet.id).where(Outlet.parent_id == outlet.parent_id, Outlet.closed_at.is_(None))
    visible = set(db.session.scalars(in_group))
    with within(bound_workspace(), scope_of_clients()):
        group = set(db.session.scalars(in_group)) | {outlet.id}
        parent = db.session.get_one(DealerGroup, outlet.parent_id).name
    counts = {id_: sums for id_, sums in everywhere(selection, span).items() if id_ in group}
    figures = []
    for figure in figures_of(counts.get(outlet.id, {})):
        metric = BY_ID[figure["id"]]
        standing = stand(metric, counts)
        rank = standing.ranks.get(outlet.id)
        seen = [counts[id_] for id_ in sorted(visible & counts.keys() - {outlet.id})]
        exacts = [exact(metric, sums) for sums in seen if metric.den is None or not is_small(metric, sums)]
        others = [serialize_value(metric, value) for value in sorted(value for value in exacts if value is not None)]
        known = standing.is_known
        figures.append(
            figure
            | {
                "better": metric.better,
                "rank": rank if known else None,
                "of": standing.of if known else None,
                "median": serialize_value(metric, standing.median) if known else None,
                "others": others,
            }
        )
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
