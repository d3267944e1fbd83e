"""Open leads that may be lost: nothing planned, overdue, contacted too late, or their warranty about to end."""

from datetime import timedelta
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, Select, case, cast, func, or_, select

from app.accounts.users.models import User
from app.clients.models import City, DealerGroup, Outlet
from app.core import clock
from app.core.db.base import db, rows_by_id
from app.leads import service
from app.leads.models import OPEN, Lead

REASONS = ("overdue", "no_action", "sla", "expiring")
GROUPS: dict[str, tuple[Any, Any]] = {
    "outlet": (Outlet, Lead.outlet_id),
    "city": (City, Outlet.city_id),
    "owner": (User, Lead.owner_id),
}
"""By what leaks are counted, and what of a lead or its outlet names it."""
LATE_DAYS = ((0, 1), (1, 2), (2, 4), (4, 8), (8, None))
"""Days for which next actions are overdue: from, and less than."""

LEAK_POINTS = 100
STAGE_POINTS = {"quoted": 30, "follow_up": 30, "engaged": 20, "contacted": 10}
LATE_POINTS = ((8, 30), (4, 20), (1, 10))
"""Days for which a next action is late at least, the longest first, and the points of that."""
MOST_PREMIUM = 10**10
"""Above all premiums, in hundredths: a point outweighs them."""


def conditions() -> dict[str, ColumnElement[bool]]:
    """Return what cuts open leads to those with each leak.

    New and assigned leads have the time limit of their first contact as what comes next.
    """
    now = clock.now()
    worked = Lead.state.in_(("contacted", "engaged", "quoted"))
    return {
        "overdue": service.is_overdue(),
        "no_action": worked & Lead.next_action_at.is_(None),
        "sla": Lead.state.in_(("new", "assigned")) & Lead.contacted_at.is_(None) & (Lead.sla_due_at < now),
        "expiring": service.ends_within(now.date()),
    }


def severity() -> ColumnElement[int]:
    """Return what leads are ordered by: leaks, nearness to a sale and lateness as points; among equals the premium.

    A leak is 100 points, an answer of the customer up to 30, and a next action that is late for days up to 30.
    """
    now, leaks = clock.now(), conditions()
    points: ColumnElement[Any] = case((leaks[REASONS[0]], LEAK_POINTS), else_=0)
    for name in REASONS[1:]:
        points += case((leaks[name], LEAK_POINTS), else_=0)
    points += case(STAGE_POINTS, value=Lead.state, else_=0)
    late = [(Lead.next_action_at <= now - timedelta(days=days), number) for days, number in LATE_POINTS]
    points += case(*late, else_=0)
    premium = func.coalesce(Lead.price_minor, 0)
    return cast(points, BigInteger) * MOST_PREMIUM + case((premium < MOST_PREMIUM, premium), else_=MOST_PREMIUM - 1)


def list_leaks(reason: str = "", **filters: Any) -> Select[Lead]:
    """Return open leads with a leak, or with any."""
    leaks = conditions()
    condition = leaks[reason] if reason else or_(*leaks.values())
    return select(Lead).where(condition, *service.list_conditions(**filters))


def reasons_of(ids: list[int]) -> dict[int, list[str]]:
    """Return the leaks of some leads."""
    leaks = conditions()
    columns = [case((leaks[name], 1), else_=0).label(name) for name in REASONS]
    query = select(Lead.id, *columns).where(Lead.id.in_(ids))
    return {row.id: [name for name in REASONS if row._mapping[name]] for row in db.session.execute(query)}


def by_group(by: str, **filters: Any) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Return the leaks of each outlet, city or owner, the worst first, and those of all.

    A lead counts once in `leads` and in the premium.
    """
    leaks, (model, key) = conditions(), GROUPS[by]
    columns = [func.sum(case((leaks[name], 1), else_=0)).label(name) for name in REASONS]
    worth = func.sum(func.coalesce(service.price_with_tax(), 0)).label("premium")
    oldest = func.min(case((leaks["overdue"], Lead.next_action_at), (leaks["sla"], Lead.sla_due_at))).label("oldest_at")
    query = select(key.label("key"), *columns, func.count().label("leads"), worth, oldest).select_from(Lead)
    if by == "city":
        query = query.outerjoin(Outlet, Outlet.id == Lead.outlet_id)
    query = query.where(or_(*leaks.values()), *service.list_conditions(**filters)).group_by(key)
    rows = db.session.execute(query).all()
    rows_of_groups = rows_by_id(model, (row.key for row in rows))
    parents = rows_by_id(DealerGroup, (getattr(row, "parent_id", None) for row in rows_of_groups.values()))
    groups: list[dict[str, Any]] = []
    for row in rows:
        place = rows_of_groups.get(row.key or 0)
        parent = parents.get(getattr(place, "parent_id", None))
        groups.append(
            {"id": str(row.key) if row.key else None, "name": _name_of(place), "parent": parent.name if parent else "",
             "premium": round(float(row.premium or 0)) / 100, "leads": row.leads, "oldest_at": row.oldest_at}
            | {name: int(row._mapping[name]) for name in REASONS}
        )  # fmt: skip
    groups.sort(key=lambda group: (-group["leads"], group["name"]))
    totals = {name: sum(group[name] for group in groups) for name in (*REASONS, "leads", "premium")}
    open_leads = select(func.count(Lead.id)).where(Lead.state.in_(OPEN), *service.list_conditions(**filters))
    return groups, totals | {"open": db.session.scalar(open_leads) or 0}


def _name_of(row: Outlet | City | User | None) -> str:
    return "" if row is None else row.full_name if isinstance(row, User) else row.name


def lateness(**filters: Any) -> dict[str, Any]:
    """Return how late the overdue leads are, and who was notified of those that were not contacted in time."""
    leaks, now = conditions(), clock.now()
    counts: list[ColumnElement[Any]] = []
    for first, after in LATE_DAYS:
        is_late = leaks["overdue"] & (Lead.next_action_at <= now - timedelta(days=first))
        if after is not None:
            is_late &= Lead.next_action_at > now - timedelta(days=after)
        counts.append(func.sum(case((is_late, 1), else_=0)))
    at_group = Lead.group_escalated_at.is_not(None)
    steps = [func.sum(case((leaks["sla"] & step, 1), else_=0)) for step in (~at_group, at_group)]
    query = select(*counts, *steps).where(or_(*leaks.values()), *service.list_conditions(**filters))
    *late, outlet, group = (int(number or 0) for number in db.session.execute(query).one())
    days = [{"from": first, "before": after, "leads": late[at]} for at, (first, after) in enumerate(LATE_DAYS)]
    return {"late": days, "escalation": {"outlet": outlet, "group": group}}
