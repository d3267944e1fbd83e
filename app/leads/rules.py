"""What a dealer group has settled: who is eligible, how soon a customer is contacted, when a lead expires."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple, Protocol
from zoneinfo import ZoneInfo

from sqlalchemy import Select, select

from app.clients.models import Client, DealerGroup, Outlet
from app.core import clock, hours
from app.core.db.base import db, fetch
from app.core.errors import BeyondSchema, Invalid
from app.leads.models import Lead, LeadRule
from app.masters.records.models import Vehicle

SILENCE = timedelta(days=90)
"""How long a lead lives on which nothing is done."""
CALLBACK = timedelta(days=30)
"""How far ahead a next action may be."""
EVENING, SHORTLY = time(18), timedelta(hours=1)
"""When customers are reminded of a call: on the evening before, or so long before."""
NO_REASONS = ("unknown_vehicle", "no_warranty_end", "warranty_ended", "too_early", "odometer_over", "active_cover",
              "vehicle_closed")  # fmt: skip
"""Why a vehicle is not eligible."""


class Rule(NamedTuple):
    """The rule of a dealer group; the defaults where it has settled nothing."""

    first_days: int = 0
    last_days: int = 180
    most_km: int = 80_000
    grace_days: int = 30
    sla_minutes: int = 120
    shares: Mapping[str, Mapping[str, int]] = {}


class WarrantyHolder(Protocol):
    """A vehicle, or a lead with what is known of its vehicle."""

    warranty_end: Any
    extended_warranty_end: Any
    odometer_km: Any


class Eligibility(NamedTuple):
    """Whether a vehicle is eligible, why not, and until when."""

    eligible: bool
    because: list[str]
    until: date | None
    days_left: int | None
    odometer_km: int | None
    rule: Rule


def reminder_at(at: datetime, client: Client) -> datetime:
    """Return when a customer is reminded of a call; Invalid where it is too near."""
    zone = ZoneInfo(client.zone)
    evening = datetime.combine(at.astimezone(zone).date() - timedelta(days=1), EVENING, zone)
    moment = next((moment for moment in (evening, at - SHORTLY) if moment > clock.now()), None)
    if moment is None:
        raise Invalid({"remind": ["This is too soon for a reminder."]})
    return moment


def rule_of(parent_id: int | None) -> Rule:
    """Return the rule of a dealer group."""
    return rules_of([parent_id] if parent_id else []).get(parent_id or 0, Rule())


def rules_of(parents: list[int]) -> dict[int, Rule]:
    """Return the rules of those dealer groups that have settled one."""
    rules = db.session.scalars(select(LeadRule).where(LeadRule.parent_id.in_(parents))) if parents else ()
    return {row.parent_id: Rule(*(getattr(row, name) for name in Rule._fields)) for row in rules}


def outlet_of(row: Lead | Vehicle) -> Outlet | None:
    """Return the outlet of a lead or a vehicle, where the reader may see it."""
    return db.session.scalar(select(Outlet).where(Outlet.id == row.outlet_id))


def rule_at(outlet: Outlet | None) -> Rule:
    """Return the rule that is in force at an outlet."""
    return rule_of(outlet.parent_id if outlet is not None else None)


def judge(vehicle: WarrantyHolder | None, rule: Rule, today: date) -> Eligibility:
    """Say whether the warranty of a vehicle can be extended."""
    if vehicle is None:
        return Eligibility(False, ["unknown_vehicle"], None, None, None, rule)
    ends, longer, odometer = vehicle.warranty_end, vehicle.extended_warranty_end, vehicle.odometer_km
    days = (ends - today).days if ends else None
    because = []
    if isinstance(vehicle, Vehicle) and vehicle.closed_at is not None:
        because.append("vehicle_closed")
    if days is None:
        because.append("no_warranty_end")
    elif days < rule.first_days:
        because.append("warranty_ended")
    elif days > rule.last_days:
        because.append("too_early")
    if odometer is not None and odometer >= rule.most_km:
        because.append("odometer_over")
    if longer is not None and longer >= today:
        because.append("active_cover")
    until = ends - timedelta(days=rule.first_days) if ends and not because else None
    return Eligibility(not because, because, until, days, odometer, rule)


def sla_of(outlet: Outlet | None, client: Client, since: datetime) -> datetime:
    """Return by when a customer is to be contacted, counted in the opening hours of the outlet."""
    span = timedelta(minutes=rule_at(outlet).sla_minutes)
    return hours.after_open_time(outlet.hours if outlet else None, since, span, client.zone)


def start_sla(lead: Lead, outlet: Outlet | None, client: Client) -> None:
    """Begin the time within which a customer is to be contacted."""
    lead.sla_due_at = sla_of(outlet, client, clock.now())
    lead.escalated_at = lead.escalates_at = lead.group_escalated_at = None


def is_expired(lead: Lead, rule: Rule, today: date) -> bool:
    """Whether the warranty and its grace are over, or nothing has been done for too long."""
    ended = lead.warranty_end is not None and lead.warranty_end + timedelta(days=rule.grace_days) < today
    return ended or lead.touched_at < clock.now() - SILENCE


# ---- settling -----------------------------------------------------------------------------------------


def list_rules() -> Select[DealerGroup]:
    """Return the open dealer groups."""
    return select(DealerGroup).where(DealerGroup.closed_at.is_(None))


def settled_rules(parents: Sequence[DealerGroup]) -> list[tuple[DealerGroup, LeadRule]]:
    """Return dealer groups with their rules, stored or default, in the same order."""
    lead_rules = db.session.scalars(select(LeadRule).where(LeadRule.parent_id.in_([parent.id for parent in parents])))
    stored = {row.parent_id: row for row in lead_rules}
    return [(parent, stored.get(parent.id) or _default(parent)) for parent in parents]


def _default(parent: DealerGroup) -> LeadRule:
    """The rule of a dealer group that has settled nothing, not written."""
    default = Rule()._asdict() | {"shares": {}}
    return LeadRule(client_id=parent.client_id, parent_id=parent.id, revision=0, **default)


def own_rule(parent_id: int) -> tuple[DealerGroup, LeadRule]:
    """Return a dealer group with its stored rule; one that has none gets the defaults, not yet written."""
    parent = fetch(select(DealerGroup).where(DealerGroup.id == parent_id), "This dealer group does not exist.")
    return settled_rules([parent])[0]


def settle_rule(parent: DealerGroup, row: LeadRule, values: dict[str, Any]) -> None:
    """Change the rule of a dealer group; Invalid where its window is none or an outlet is not its own."""
    shares = values.pop("outlets", None)
    first, last = (values.get(name, getattr(row, name)) for name in ("first_days", "last_days"))
    if first > last:
        raise Invalid({"last_days": [BeyondSchema("Must not be less than the first day.")]})
    if shares is not None:
        own = set(db.session.scalars(select(Outlet.id).where(Outlet.parent_id == parent.id)))
        if any(share["outlet"] not in own for share in shares):
            raise Invalid({"outlets": [BeyondSchema("Must be outlets of this dealer group.")]})
        row.shares = {
            str(share["outlet"]): {"weight": share["weight"]}
            | ({"capacity": share["capacity"]} if share["capacity"] is not None else {})
            for share in shares
        }
    for name, value in values.items():
        setattr(row, name, value)
    if row.revision == 0:
        row.revision = 1
        db.session.add(row)
    db.session.flush()
