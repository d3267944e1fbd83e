"""Leads by dealer group, city and outlet: counts by state, what was won, and what is overdue, in one grouped query."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from sqlalchemy import ColumnElement, case, func, select

from app.clients.models import City, DealerGroup, Outlet
from app.core import clock
from app.core.db.base import db
from app.leads import service
from app.leads.models import STATES, Lead

PERIOD = timedelta(days=28)
"""What the sums are compared over."""
LEVELS = ("parents", "cities", "outlets")
Figures = dict[str, Any]


def tree_of(*, parent: int | None = None, city: int | None = None, level: str = "outlets") -> dict[str, Any]:
    """Return the dealer groups in reach with their cities and outlets down to a level, and the sums of all of them.

    Leads without an outlet are in the totals of the whole tree, and apart.
    """
    conditions = service.list_conditions(parent=parent, city=city)
    counts = _count_by_outlet(*conditions)
    nowhere = counts.pop(0, _none())
    outlets = select(Outlet.id, Outlet.parent_id, Outlet.city_id, Outlet.name, Outlet.code, Outlet.closed_at)
    if parent is not None:
        outlets = outlets.where(Outlet.parent_id == parent)
    if city is not None:
        outlets = outlets.where(Outlet.city_id == city)
    rows = db.session.execute(outlets.order_by(Outlet.name_key, Outlet.id)).all()
    # What is closed and has no leads is no part of the picture.
    listed_rows = [row for row in rows if row.closed_at is None or row.id in counts]
    parents, cities = (_names(kind, {getattr(row, key) for row in listed_rows}) for kind, key in
                       ((DealerGroup, "parent_id"), (City, "city_id")))  # fmt: skip
    by_place: dict[int, dict[int, list[Any]]] = {}
    for row in listed_rows:
        by_place.setdefault(row.parent_id, {}).setdefault(row.city_id, []).append(row)
    branches = [
        _branch(parents, parent_id, _cities(by_place[parent_id], cities, counts, level), LEVELS.index(level) > 0)
        for parent_id in parents
    ]
    no_outlet = _with_rates(nowhere)
    return {"parents": branches, "no_outlet": no_outlet, "totals": _with_rates(_sum([*branches, no_outlet])),
            "period": _period(*conditions), "currency": service.currency_in_reach()}  # fmt: skip


def _period(*conditions: ColumnElement[bool]) -> Figures:
    """What was won in the last days and in as many before them, and what was open when they began."""
    start = clock.now() - PERIOD
    is_open = (Lead.created_at <= start) & (Lead.closed_at.is_(None) | (Lead.closed_at > start))
    is_won = Lead.state == "won"
    now, before = is_won & (Lead.closed_at > start), is_won & Lead.closed_at.between(start - PERIOD, start)
    paid = func.coalesce(Lead.amount_minor, 0)
    sums = [func.sum(case((is_open, 1), else_=0))]
    for condition in (now, before):
        sums += [func.sum(case((condition, number), else_=0)) for number in (1, paid)]
    query = select(*sums).select_from(Lead).where(*conditions)
    opened, won, premium, won_before, premium_before = (int(number or 0) for number in db.session.execute(query).one())
    return {
        "days": PERIOD.days, "open_before": opened, "won": won, "won_before": won_before,
        "premium": premium / 100, "premium_before": premium_before / 100,
    }  # fmt: skip


def _names(kind: Any, ids: set[int]) -> dict[int, str]:
    """Groups or cities by name, in the order of their names."""
    query = select(kind.id, kind.name).where(kind.id.in_(ids)).order_by(kind.name_key, kind.id)
    return {key: name for key, name in db.session.execute(query)}


def _cities(
    by_city: dict[int, list[Any]], cities: dict[int, str], counts: dict[int, Figures], level: str
) -> list[Figures]:
    """The cities of a group with their outlets."""
    rows = []
    for city_id in cities:
        if city_id in by_city:
            leaves = [
                {"id": str(row.id), "name": row.name, "code": row.code, **_with_rates(counts.get(row.id, _none()))}
                for row in by_city[city_id]
            ]
            rows.append(_branch(cities, city_id, leaves, level == "outlets", "outlets"))
    return rows


def _branch(names: dict[int, str], key: int, parts: list[Figures], shows_parts: bool, name: str = "cities") -> Figures:
    """A group or a city: the sums of its parts, and the parts themselves where they are asked for."""
    outlets = sum(part.get("outlet_count", 1) for part in parts)
    branch = {"id": str(key), "name": names[key], "outlet_count": outlets} | _with_rates(_sum(parts))
    return branch | ({name: parts} if shows_parts else {})


def _none() -> Figures:
    return {"counts": dict.fromkeys(STATES, 0), "premium_minor": 0, "overdue": 0}


def _sum(parts: Iterable[Figures]) -> Figures:
    """The sums of some figures as they are shown, to be shown."""
    total = _none()
    for part in parts:
        for state in STATES:
            total["counts"][state] += part["counts"][state]
        total["premium_minor"] += round(part["premium"] * 100)
        total["overdue"] += part["overdue"]
    return total


def _with_rates(figures: Figures) -> Figures:
    """Figures with what follows from them; no conversion where nothing has ended."""
    counts = figures["counts"]
    ended = counts["won"] + counts["lost"] + counts["expired"]
    return {
        "counts": counts, "won": counts["won"], "conversion": counts["won"] / ended if ended else None,
        "premium": figures["premium_minor"] / 100,
        "overdue": figures["overdue"],
    }  # fmt: skip


def _count_by_outlet(*conditions: ColumnElement[bool]) -> dict[int, Figures]:
    """The figures of each outlet, 0 for leads without one."""
    overdue = func.sum(case((service.is_overdue(), 1), else_=0))
    premium = func.sum(case((Lead.state == "won", func.coalesce(Lead.amount_minor, 0)), else_=0))
    query = select(Lead.outlet_id, Lead.state, func.count(), premium, overdue).where(*conditions)
    totals: dict[int, Figures] = {}
    for outlet_id, state, number, won, late in db.session.execute(query.group_by(Lead.outlet_id, Lead.state)):
        figures = totals.setdefault(outlet_id or 0, _none())
        figures["counts"][state] += number
        figures["premium_minor"] += int(won)
        figures["overdue"] += int(late)
    return totals
