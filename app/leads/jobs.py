"""Work on leads that nobody asks for: what is due, late, eligible or expired."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Select, exists, or_, select

from app.clients import moves
from app.clients.models import TAKING, Client, Outlet
from app.core import clock
from app.core.db.base import db, hold, note, read_only
from app.core.db.tenancy import within
from app.core.errors import DomainError
from app.core.jobs import Job, job, named_id
from app.core.jobs.schedule import daily, isolated, regularly
from app.core.lifecycles import record_transition
from app.core.values.batches import batched
from app.leads import life, messages, routing, rules, service
from app.leads.models import OPEN, PRODUCT, Lead
from app.leads.rules import Rule, rules_of
from app.masters.records.models import Customer, Vehicle
from app.notifications import tell

AT_ONCE = 200
OFTEN = timedelta(minutes=5)
RESTS = timedelta(days=365)
"""So long after a lead of a vehicle the nightly job makes no other one."""


def _each(query: Select[Any], work: Callable[[Lead], None]) -> None:
    """Do something to each lead of a query, by workspace, some in a transaction."""
    with read_only():
        rows = db.session.execute(query.with_only_columns(Lead.workspace_id, Lead.id).order_by(Lead.id)).all()
        db.session.rollback()
    by_workspace: dict[int, list[int]] = {}
    for workspace_id, lead_id in rows:
        by_workspace.setdefault(workspace_id, []).append(lead_id)
    for workspace_id, ids in by_workspace.items():
        for some in batched(ids, AT_ONCE):
            with within(workspace_id):
                _apply_to(some, work)


def _apply_to(ids: Sequence[int], work: Callable[[Lead], None]) -> None:
    """Do something to leads in one transaction or, if one of them fails, to each in its own."""
    with isolated("leads") as attempt:
        for lead in db.session.scalars(select(Lead).where(Lead.id.in_(ids)).order_by(Lead.id)).all():
            work(lead)
        db.session.commit()
    if attempt.failed:
        for lead_id in ids:
            with isolated("leads", lead=lead_id):
                work(db.session.get_one(Lead, lead_id))
                db.session.commit()


# ---- what is due --------------------------------------------------------------------------------------


@regularly(OFTEN)
def follow_up() -> datetime | None:
    """Bring leads whose call back is due to the people who work on them, and say what is late."""
    now = clock.now()
    due = Lead.next_action_at <= now
    _each(select(Lead).where(Lead.state == "follow_up", due), _apply_due)
    unread = or_(Lead.reminded_at.is_(None), Lead.reminded_at < Lead.next_action_at)
    _each(select(Lead).where(Lead.state.in_(OPEN), due, unread), _remind)
    _each(select(Lead).where(Lead.state.in_(OPEN), Lead.reminds_at <= now), _remind_customer)
    late = (Lead.sla_due_at <= now) & Lead.contacted_at.is_(None) & Lead.escalated_at.is_(None)
    _each(select(Lead).where(Lead.state.in_(("new", "assigned")), late), _escalate)
    waits = Lead.state.in_(("new", "assigned")) & Lead.contacted_at.is_(None) & (Lead.escalates_at <= now)
    _each(select(Lead).where(waits, Lead.group_escalated_at.is_(None)), _escalate_to_group)
    return None


def _apply_due(lead: Lead) -> None:
    hold(lead)
    if lead.state == "follow_up" and lead.next_action_at is not None and lead.next_action_at <= clock.now():
        life.apply_event(lead, "due", {})


def _remind(lead: Lead) -> None:
    note(lead, reminded_at=clock.now())
    tell(lead.owner_id, "lead_due", life.link_of(lead), what=f"L-{lead.number}", subject="Lead")


def _remind_customer(lead: Lead) -> None:
    hold(lead)
    if lead.reminds_at is not None and lead.reminds_at <= clock.now():
        messages.remind_customer(lead)


def _escalate(lead: Lead) -> None:
    """Tell owner and managers of the outlet that a customer was not contacted in time; the group is next."""
    outlet, now = rules.outlet_of(lead), clock.now()
    client = db.session.get_one(Client, lead.client_id)
    note(lead, escalated_at=now, escalates_at=rules.sla_of(outlet, client, now))
    _notify_late(lead, [lead.owner_id, *routing.managers_of(lead.outlet_id)], "outlet")


def _escalate_to_group(lead: Lead) -> None:
    """Tell the people of the dealer group that nobody has contacted the customer since the outlet was notified."""
    note(lead, group_escalated_at=clock.now())
    _notify_late(lead, routing.people_of_group(rules.outlet_of(lead)), "group")


def _notify_late(lead: Lead, people: Sequence[int | None], level: str) -> None:
    record_transition(lead, "lead:escalate", level, None)
    for user_id in dict.fromkeys(people):
        tell(user_id, "lead_late", life.link_of(lead), what=f"L-{lead.number}", subject="Lead")


# ---- messages -----------------------------------------------------------------------------------------


def _fail_message(row: Job, _reason: str) -> None:
    messages.fail_message(named_id(row, "touch_id"))


@job("lead_message", given_up=_fail_message)
def send_message(row: Job) -> None:
    """Send a message to the customer of a lead."""
    messages.send_message(named_id(row, "touch_id"))


# ---- at night -----------------------------------------------------------------------------------------


@daily
def expire() -> None:
    """Expire leads whose warranty and its grace are over, or on which nothing was done for too long."""
    soon = clock.now().date() + timedelta(days=1)
    candidates = or_(Lead.warranty_end < soon, Lead.touched_at < clock.now() - rules.SILENCE)
    _each(select(Lead).where(Lead.state.in_(OPEN), candidates), _expire)


def _expire(lead: Lead) -> None:
    client = db.session.get_one(Client, lead.client_id)
    if lead.is_open and rules.is_expired(lead, rules.rule_at(rules.outlet_of(lead)), moves.today(client)):
        hold(lead)
        life.apply_event(lead, "expire", {})


@daily
def find_eligible() -> None:
    """Add a lead for each vehicle whose warranty can be extended from today on."""
    with read_only():
        query = select(Client.workspace_id, Client.id).where(Client.state.in_(TAKING)).order_by(Client.id)
        clients = db.session.execute(query).all()
        db.session.rollback()
    for workspace_id, client_id in clients:
        with within(workspace_id):
            with isolated("leads", client=client_id):
                for some in batched(_candidates(client_id), AT_ONCE):
                    add_eligible(client_id, some)
                    db.session.commit()


def _candidates(client_id: int) -> list[int]:
    """The vehicles of a client that the widest window allows and that had no lead for long."""
    with read_only():
        client = db.session.get_one(Client, client_id)
        today = moves.today(client)
        parents = list(db.session.scalars(select(Outlet.parent_id).where(Outlet.client_id == client_id).distinct()))
        settled = [Rule(), *rules_of(parents).values()]
        first, last = min(rule.first_days for rule in settled), max(rule.last_days for rule in settled)
        has_lead = exists().where(
            Lead.client_id == Vehicle.client_id, Lead.vin == Vehicle.vin, Lead.product_key == PRODUCT,
            or_(Lead.closed_at.is_(None), Lead.created_at > clock.now() - RESTS),
        )  # fmt: skip
        refused = exists().where(
            Lead.client_id == Vehicle.client_id, Lead.opted_out_at.is_not(None), Lead.phone == Customer.phone
        )
        query = (
            select(Vehicle.id)
            .join(Customer, Customer.id == Vehicle.customer_id)
            .where(
                Vehicle.client_id == client_id, Vehicle.closed_at.is_(None), Customer.phone.is_not(None),
                Vehicle.warranty_end.between(today + timedelta(days=first), today + timedelta(days=last)),
                ~has_lead, ~refused,
            )
        )  # fmt: skip
        vehicles = list(db.session.scalars(query.order_by(Vehicle.id)))
        db.session.rollback()
    return vehicles


def add_eligible(client_id: int, vehicles: list[int]) -> int:
    """Add leads for those of some vehicles that are eligible; return how many."""
    client = db.session.get_one(Client, client_id)
    today, added_count = moves.today(client), 0
    query = (
        select(Vehicle, Outlet, Customer)
        .join(Outlet, Outlet.id == Vehicle.outlet_id)
        .join(Customer, Customer.id == Vehicle.customer_id)
        .where(Vehicle.id.in_(vehicles))
        .order_by(Vehicle.id)
    )
    for vehicle, outlet, owner in db.session.execute(query).all():
        if not rules.judge(vehicle, rules.rule_at(outlet), today).eligible:
            continue
        values = {"client": client.id, "vin": vehicle.vin, "name": owner.name, "phone": owner.phone,
                  "email": owner.email, "source": {"kind": "eligibility"}}  # fmt: skip
        try:
            _lead, is_new = service.create_lead(values)
        except DomainError:
            # What an import has stored may not be what a lead can take; the others go on.
            continue
        added_count += is_new
    return added_count
