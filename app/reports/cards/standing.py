"""The ranks of outlets among all of them by a metric, without naming the others."""

from dataclasses import dataclass, replace
from decimal import Decimal
from statistics import median
from typing import Any

from sqlalchemy import select

from app.clients.models import Outlet
from app.core.db.base import db
from app.core.db.tenancy import bound_workspace, current_scope, within
from app.reports.cards.figures import by_key
from app.reports.counts import queries
from app.reports.filters import places
from app.reports.filters.places import outlets_in
from app.reports.filters.ranges import Range
from app.reports.filters.selection import Selection
from app.reports.metrics.definitions import BY_ID, Counts, Metric, exact, is_small, serialize_value

RANKED_BY = "resolved_containment_rate"
FEWEST = 5
"""With fewer outlets than this, a median would tell a reader of one outlet about another."""
NAMED = 3
"""How many ranks stand beside a report; the table of outlets has all."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The rank of each outlet by one metric, among how many, and the median of them."""

    ranks: dict[int, int]
    median: Decimal | None

    @property
    def of(self) -> int:
        """Return how many outlets have a rank."""
        return len(self.ranks)

    @property
    def is_known(self) -> bool:
        """Return whether a reader may know of it."""
        return self.of >= FEWEST or current_scope().outlets is None


def visible_outlets(selection: Selection, span: Range, address: str) -> dict[str, Any] | None:
    """Return how many of the chosen outlets a reader may see, and their ranks among all; None for all."""
    counts = places.visible_places(selection.places)
    if counts is None:
        return None
    metric, standing = BY_ID[RANKED_BY], stand(BY_ID[RANKED_BY], everywhere(selection, span))
    ids = db.session.scalars(outlets_in(selection.places) if selection.places else select(Outlet.id))
    ranks = sorted(standing.ranks[outlet] for outlet in ids if outlet in standing.ranks)
    if not ranks or not standing.is_known:
        return counts
    ranked = {
        "by": metric.id,
        "unit": metric.unit,
        "first": ranks[:NAMED],
        "more": len(ranks[NAMED:]),
        "of": standing.of,
        "median": serialize_value(metric, standing.median),
        "link": address,
    }
    return counts | {"ranked": ranked}


def stand(metric: Metric, counts: dict[int, Counts]) -> Standing:
    """Rank outlets by a metric, the best first and equal ones alike; those with too few conversations have no rank."""
    values = {
        outlet: value
        for outlet, sums in counts.items()
        if (value := exact(metric, sums)) is not None and (metric.den is None or not is_small(metric, sums))
    }
    ordered = sorted(values.values(), reverse=metric.better == "up")
    first = {value: place for place, value in reversed(list(enumerate(ordered, start=1)))}
    return Standing({outlet: first[value] for outlet, value in values.items()}, median(ordered) if ordered else None)


def by_outlet(selection: Selection, span: Range) -> dict[int, Counts]:
    """Return what the sessions of each outlet count; sessions of none are left out."""
    sums = by_key(queries.tallies(selection, span.start, span.end, by="outlet_id"))
    return {int(outlet): counts for outlet, counts in sums.items() if outlet not in ("0", "None")}


def everywhere(selection: Selection, span: Range) -> dict[int, Counts]:
    """Return the same for all outlets of a reader's clients, whichever they see and have chosen: ranks are of these."""
    with within(bound_workspace(), places.scope_of_clients()):
        return by_outlet(replace(selection, places=()), span)
