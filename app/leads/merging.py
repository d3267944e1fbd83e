"""Merging a duplicate into a lead, and undoing that within a day."""

from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import Date, inspect, or_, select, update

from app.accounts.users.models import User
from app.core import clock
from app.core.db.base import db, hold, write_rows
from app.core.errors import BeyondSchema, Conflict, Invalid
from app.leads import life, service
from app.leads.models import Lead, LeadMerge, LeadTouch

UNDO_FOR = timedelta(hours=24)
FIELDS = ("phone", "alt_phone", "email", "vin", "registration", "model", "variant", "fuel", "sale_date", "odometer_km",
          "warranty_end", "extended_warranty_end", "plan_years")  # fmt: skip
"""What a lead takes from its duplicate where it has nothing itself."""


def merge(lead: Lead, other: Lead, user: User) -> LeadMerge:
    """Close a duplicate and bring its touches, and what it knows more, to the lead that is kept."""
    if lead.id == other.id:
        raise Invalid({"other": [BeyondSchema("Choose another lead.")]})
    if lead.client_id != other.client_id or lead.product_key != other.product_key:
        raise Invalid({"other": [BeyondSchema("Must be a lead of the same client and product.")]})
    _hold_both(lead, other)
    for candidate in (lead, other):
        if not candidate.is_open:
            raise life.LIFE.refusal(candidate.state, "merge")
    query = select(LeadTouch.id).where(LeadTouch.lead_id == other.id)
    leads = list(db.session.scalars(query))
    row = LeadMerge(
        client_id=lead.client_id, outlet_id=lead.outlet_id, lead_id=lead.id, other_id=other.id,
        other_state=other.state, other_outlet_id=other.outlet_id, moved=leads, before={}, user_id=user.id,
    )  # fmt: skip
    life.apply_event(other, "duplicate", {"reason": f"L-{lead.number}"}, user)
    row.before = {
        field: _dump_value(getattr(lead, field))
        for field in FIELDS
        if not getattr(lead, field) and getattr(other, field)
    }
    for field in row.before:
        setattr(lead, field, getattr(other, field))
    _move_touches(leads, lead)
    db.session.add(row)
    life.add_touch(lead, "merged", user=user, note=f"L-{other.number}")
    db.session.flush()
    return row


def undo(lead: Lead, user: User) -> Lead:
    """Take the latest merge of a lead back: the duplicate is as it was. Return the duplicate."""
    row = undoable(lead)
    if row is None:
        raise Conflict("There is no merge of the last 24 hours to undo.", code="not_undoable")
    other = service.get_lead(row.other_id)
    _hold_both(lead, other)
    if other.state != "closed_duplicate":
        raise Conflict(f"L-{other.number} was changed since.", code="changed_since")
    before, other.state = other.state, row.other_state
    other.state_at, other.closed_at = clock.now(), None
    for field, value in row.before.items():
        # A value that was changed since stays.
        if getattr(lead, field) == getattr(other, field):
            setattr(lead, field, _load_value(field, value))
    _move_touches(row.moved, other)
    row.undone_at = clock.now()
    life.add_touch(other, "unmerged", user=user, before=before, after=other.state, note=f"L-{lead.number}")
    life.add_touch(lead, "unmerged", user=user, note=f"L-{other.number}")
    db.session.flush()
    return other


def undoable(lead: Lead) -> LeadMerge | None:
    """Return the latest merge of a lead that can be undone."""
    query = select(LeadMerge).where(
        LeadMerge.lead_id == lead.id, LeadMerge.undone_at.is_(None), LeadMerge.at > clock.now() - UNDO_FOR
    )
    return db.session.scalar(query.order_by(LeadMerge.id.desc()).limit(1))


def possible_duplicates(lead: Lead) -> list[Lead]:
    """Return open leads in reach that may be of the same customer or vehicle."""
    same = [column == value for column, value in ((Lead.phone, lead.phone), (Lead.vin, lead.vin),
                                                  (Lead.registration, lead.registration)) if value]  # fmt: skip
    if not same or not lead.is_open:
        return []
    query = select(Lead).where(
        Lead.client_id == lead.client_id, Lead.product_key == lead.product_key, Lead.closed_at.is_(None),
        Lead.id != lead.id, or_(*same),
    )  # fmt: skip
    return list(db.session.scalars(query.order_by(Lead.id).limit(10)))


def _hold_both(lead: Lead, other: Lead) -> None:
    """Hold two leads, always in the same order, so that two merges never wait for each other."""
    for row in sorted((lead, other), key=lambda row: row.id):
        hold(row)


def _move_touches(ids: list[int], lead: Lead) -> None:
    """Give touches to a lead."""
    write_rows(update(LeadTouch).where(LeadTouch.id.in_(ids)).values(lead_id=lead.id, outlet_id=lead.outlet_id))


def _dump_value(value: Any) -> Any:
    """A value as it is kept: days as texts."""
    return value.isoformat() if isinstance(value, date | datetime) else value


def _load_value(field: str, stored: Any) -> Any:
    """A value as it was kept."""
    is_day = isinstance(inspect(Lead).columns[field].type, Date)
    return date.fromisoformat(stored) if is_day and stored else stored
