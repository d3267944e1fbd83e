"""Open leads that may be lost: nothing planned, overdue, contacted too late, or their warranty about to end."""

from typing import Any

from sqlalchemy import ColumnElement, Select, case, func, or_, select

from app.clients.models import Outlet
from app.core import clock
from app.core.db.base import db
from app.leads import service
from app.leads.models import OPEN, Lead

REASONS = ("overdue", "no_action", "sla", "expiring")


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


def by_outlet(**filters: Any) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Return the leaks of each outlet, the worst first, and those of all: a lead counts once in `leads` and premium."""
    leaks = conditions()
    criteria = (or_(*leaks.values()), *service.list_conditions(**filters))
    columns = [func.sum(case((leaks[name], 1), else_=0)).label(name) for name in REASONS]
    worth = func.sum(func.coalesce(service.price_with_tax(), 0)).label("premium")
    query = select(Lead.outlet_id, *columns, func.count().label("leads"), worth).where(*criteria)
    rows = db.session.execute(query.group_by(Lead.outlet_id)).all()
    names = select(Outlet.id, Outlet.name).where(Outlet.id.in_([row.outlet_id for row in rows if row.outlet_id]))
    name_by_id: dict[int, str] = {key: name for key, name in db.session.execute(names)}
    outlets: list[dict[str, Any]] = [
        {"id": str(row.outlet_id) if row.outlet_id else None, "name": name_by_id.get(row.outlet_id or 0, ""),
         "premium": round(float(row.premium or 0)) / 100, "leads": row.leads}
        | {name: int(row._mapping[name]) for name in REASONS}
        for row in rows
    ]  # fmt: skip
    outlets.sort(key=lambda row: (-row["leads"], row["name"]))
    totals = {name: sum(row[name] for row in outlets) for name in (*REASONS, "leads", "premium")}
    open_leads = select(func.count(Lead.id)).where(Lead.state.in_(OPEN), *service.list_conditions(**filters))
    return outlets, totals | {"open": db.session.scalar(open_leads) or 0}
