"""The life of a lead: its events, what each needs, and what each leaves behind."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, select, true, update

from app.accounts.users.models import User
from app.clients import moves
from app.clients.models import Outlet
from app.clients.service import get_client
from app.core import clock
from app.core.db.base import db, write_rows
from app.core.errors import BeyondSchema, Conflict, Forbidden, Invalid
from app.core.lifecycles import Lifecycle
from app.core.security.visitor import can
from app.leads import pricing, routing, rules, taxes
from app.leads.models import OPEN, STATES, Lead, LeadTouch
from app.masters.records.codes import labels_of
from app.notifications import settle, tell
from app.reference.service import codes
from app.webhooks.service import publish_event

LIFE = Lifecycle("lead", STATES, {
    "assign": ("new", "assigned"),
    "contact": ("assigned", "contacted"),
    "reply": ("contacted", "engaged"),
    "quote": ("engaged", "quoted"),
    "callback": (("engaged", "quoted"), "follow_up"),
    "due": ("follow_up", "contacted"),
    "win": ("quoted", "won"),
    "lose": (OPEN, "lost"),
    "expire": (OPEN, "expired"),
    "reopen": (("lost", "expired", "won"), ("assigned", "quoted")),
    "duplicate": (STATES, "closed_duplicate"),
    "opt_out": (STATES, "closed_dnc"),
})  # fmt: skip
EVENTS = tuple(LIFE.events)
REASONS = ("price", "not_interested", "bought_elsewhere", "sold_car", "unreachable")
"""Why leads are lost, whatever the list `lost-reasons` has; forms offer its entries instead, if there are any."""
UNREACHABLE = "unreachable"
ATTEMPTS, ATTEMPTED_FOR = 5, timedelta(days=7)
"""How often, and over how long, it is tried before a customer counts as unreachable."""
OUTBOUND = ("call", "message", "visit")
CHANNELS = (*OUTBOUND, "note")
OUTCOMES = ("answered", "no_answer", "busy", "wrong_number", "sent", "read", "done")
KINDS = ("lead_given", "lead_due", "lead_late", "lead_replied")
"""What people are notified of."""
Values = dict[str, Any]


def link_of(lead: Lead) -> str:
    """Return where a lead is worked on."""
    return f"/ew-leads/{lead.id}"


def add_touch(lead: Lead, kind: str, *, user: User | None = None, by: str = "", **more: Any) -> LeadTouch:
    """Write down that something was done about a lead."""
    lead.touched_at = clock.now()
    name = user.full_name if user is not None else by
    row = LeadTouch(
        client_id=lead.client_id, outlet_id=lead.outlet_id, lead_id=lead.id, kind=kind, at=lead.touched_at,
        user_id=user.id if user is not None else None, by=name[:120], **more,
    )  # fmt: skip
    db.session.add(row)
    return row


def apply_event(lead: Lead, event: str, values: Values, user: User | None = None) -> None:
    """Take a lead on by an event; Conflict where its state does not allow it, Invalid where something is missing.

    The caller holds the lead and commits.
    """
    LIFE.target(lead.state, event)
    amount = lead.amount_minor
    detail = _EFFECTS[event](lead, values, user)
    # A sale that was none leaves the quote.
    target = "quoted" if event == "reopen" and lead.state == "won" else None
    before = LIFE.move(lead, event, to=target, reason=detail, user_id=user.id if user is not None else None)
    lead.state_at = clock.now()
    lead.closed_at = None if lead.is_open else lead.closed_at or lead.state_at
    if not lead.is_open:
        lead.next_action_at = lead.reminds_at = None
        settle(link_of(lead), KINDS)
    add_touch(
        lead, "event", user=user, event=event, before=before, after=lead.state, channel=values.get("channel") or "",
        outcome=values.get("outcome") or "", due_at=lead.next_action_at,
        note=values.get("note") or (values.get("reason") or "" if event == "reopen" else ""),
        amount_minor=_amount_of(lead, event, amount),
    )  # fmt: skip
    db.session.flush()
    _publish(lead, event)


def _amount_of(lead: Lead, event: str, before: int | None) -> int | None:
    """Return what an event is worth: the quote, the sale, or the sale that is taken back."""
    return {"quote": lead.total_minor, "win": lead.amount_minor, "reopen": before}.get(event)


def _publish(lead: Lead, event: str) -> None:
    """Send other systems that a lead has changed its state."""
    data = {
        "id": str(lead.id),
        "event": event,
        "state": lead.state,
        "outlet": str(lead.outlet_id) if lead.outlet_id is not None else None,
        "client": str(lead.client_id),
    }
    publish_event("lead.changed", data)


def touch(lead: Lead, values: Values, user: User) -> None:
    """Log an attempt or a note, with the next action where there is one; its state stays."""
    if not lead.is_open:
        raise Conflict("This lead is closed.", code="invalid_transition", extra={"possible": LIFE.possible(lead.state)})
    if values["channel"] in OUTBOUND:
        count_attempt(lead)
    if "next_action_at" in values:
        _next(lead, values)
    add_touch(
        lead, "note" if values["channel"] == "note" else "touch", user=user, channel=values["channel"],
        outcome=values["outcome"], note=values["note"], due_at=lead.next_action_at,
    )  # fmt: skip
    db.session.flush()


def count_attempt(lead: Lead) -> None:
    """Count an attempt to reach the customer."""
    lead.attempts += 1
    lead.attempted_at = lead.attempted_at or clock.now()
    lead.contacted_at = lead.contacted_at or clock.now()


def plan_next(lead: Lead, at: datetime | None, *, reminds: bool = False) -> None:
    """Set the next action, and when the customer is reminded; Invalid where it is in the past or too far ahead."""
    if at is not None and not clock.now() < at <= clock.now() + rules.CALLBACK:
        raise Invalid({"next_action_at": [BeyondSchema("Must lie ahead, within 30 days.")]})
    lead.next_action_at, lead.reminded_at, lead.reminds_at = at, None, None
    if reminds and at is not None:
        lead.reminds_at = rules.reminder_at(at, get_client(lead.client_id))


# ---- what each event needs, and changes ---------------------------------------------------------------


def _assign(lead: Lead, values: Values, user: User | None) -> str:
    place(lead, values.get("outlet"), values.get("owner"), user)
    return ""


def place(lead: Lead, outlet: Outlet | None, owner: User | None, by: User | None) -> None:
    """Give a lead an outlet and an owner; by the rules where neither is named."""
    if outlet is None and lead.outlet_id is not None:
        outlet = rules.outlet_of(lead)
    if outlet is None:
        outlet = routing.route(get_client(lead.client_id), None)
    if outlet is None or outlet.client_id != lead.client_id:
        raise Invalid({"outlet": [BeyondSchema("Choose an outlet of the lead's client.")]})
    if outlet.closed_at is not None:
        raise Invalid({"outlet": [f"{outlet.name} is closed."]})
    has_moved = outlet.id != lead.outlet_id
    lead.outlet_id = outlet.id
    if has_moved:
        write_rows(update(LeadTouch).where(LeadTouch.lead_id == lead.id).values(outlet_id=outlet.id))
    if owner is None and (has_moved or lead.owner_id is None):
        owner = routing.owner_of(outlet)
        lead.owner_id = None
    if owner is not None:
        lead.owner_id = owner.id
        tell(owner.id, "lead_given", link_of(lead), what=f"L-{lead.number}", by=by, subject="Lead")
    if lead.contacted_at is None:
        rules.start_sla(lead, outlet, get_client(lead.client_id))


def _contact(lead: Lead, values: Values, _user: User | None) -> str:
    count_attempt(lead)
    _next(lead, values)
    settle(link_of(lead), ("lead_late",))
    return ""


def _next(lead: Lead, values: Values) -> None:
    """Plan the next action, or none."""
    plan_next(lead, values.get("next_action_at"), reminds=bool(values.get("remind")))


def _reply(lead: Lead, values: Values, _user: User | None) -> str:
    _next(lead, values)
    return ""


def _quote(lead: Lead, values: Values, _user: User | None) -> str:
    years = values.get("plan_years") or lead.plan_years
    if years is None:
        raise Invalid({"plan_years": ["Choose a plan."]})
    if values.get("supply_state"):
        lead.supply_state = taxes.place_of_supply(values["supply_state"], rules.outlet_of(lead))
    pricing.quote(lead, get_client(lead.client_id), years, values.get("price"), model_names(lead))
    _next(lead, values)
    return f"{years} years, {lead.total:.2f}"


def model_names(lead: Lead) -> list[str]:
    """Return what the model and the variant of a lead are called, in all languages."""
    label_sets = [labels_of(field, {getattr(lead, field)}) for field in ("model", "variant")]
    return [name for labels in label_sets for names in labels.values() for name in names.values()]


def _callback(lead: Lead, values: Values, _user: User | None) -> str:
    if values.get("next_action_at") is None:
        raise Invalid({"next_action_at": ["Say when to call back."]})
    _next(lead, values)
    return ""


def _become_due(_lead: Lead, _values: Values, _user: User | None) -> str:
    return ""


def _win(lead: Lead, values: Values, _user: User | None) -> str:
    amount, policy = values.get("amount"), values.get("policy_no")
    errors: dict[str, Any] = {}
    if not amount or amount <= 0:
        errors["amount"] = ["Enter the amount that was paid."]
    if not policy:
        errors["policy_no"] = ["Enter the number of the policy."]
    if errors:
        raise Invalid(errors)
    same_policy = select(Lead.id).where(Lead.client_id == lead.client_id, Lead.policy_no == policy, Lead.id != lead.id)
    if db.session.scalar(same_policy.limit(1)) is not None:
        problem = "Another lead has this policy number."
        raise Conflict(problem, code="policy_no_taken", errors={"policy_no": [problem]})
    lead.amount_minor, lead.policy_no = round((amount or 0) * 100), policy
    return str(policy)


def lost_reasons() -> dict[str, dict[str, str]]:
    """Return why leads can be lost: the active entries of the list, and those that are always there, with labels."""
    return {code: {} for code in REASONS} | codes("lost-reasons")


def possible_reasons(lead: Lead) -> set[str]:
    """Return the reasons that a form offers: the list's own entries, or the usual ones where it has none."""
    reasons = set(codes("lost-reasons")) or set(REASONS)
    return reasons | {UNREACHABLE} if is_unreachable(lead) else reasons - {UNREACHABLE}


def _lose(lead: Lead, values: Values, _user: User | None) -> str:
    reason = values.get("reason") or ""
    reasons = lost_reasons()
    if reason not in reasons:
        raise Invalid({"reason": [BeyondSchema(f"Must be one of: {', '.join(reasons)}.")]})
    if reason == UNREACHABLE and not is_unreachable(lead):
        problem = f"A customer is unreachable after {ATTEMPTS} attempts over {ATTEMPTED_FOR.days} days or more."
        raise Invalid({"reason": [BeyondSchema(problem)]})
    lead.reason = reason
    return reason


def is_unreachable(lead: Lead) -> bool:
    """Whether it was tried often enough, over long enough."""
    since = lead.attempted_at
    return lead.attempts >= ATTEMPTS and since is not None and since <= clock.now() - ATTEMPTED_FOR


def _expire(lead: Lead, _values: Values, _user: User | None) -> str:
    if not rules.is_expired(lead, rules.rule_at(rules.outlet_of(lead)), moves.today(get_client(lead.client_id))):
        raise Invalid({"event": [BeyondSchema("The warranty is not over, and something was done within 90 days.")]})
    return ""


def _reopen(lead: Lead, values: Values, user: User | None) -> str:
    reason = values.get("reason") or ""
    if not reason:
        raise Invalid({"reason": ["Say why it is reopened."]})
    if user is not None and not may_manage(lead, user):
        raise Forbidden("Only a manager of the outlet can reopen a lead.", code="managers_only")
    if open_lead(lead.client_id, lead) is not None:
        raise Conflict("This vehicle has another open lead for this product.", code="already_open")
    if lead.state == "won":
        policy = lead.policy_no
        lead.amount_minor, lead.policy_no = None, None
        return f"{reason} ({policy})"
    lead.reason, lead.contacted_at, lead.attempts, lead.attempted_at = "", None, 0, None
    rules.start_sla(lead, rules.outlet_of(lead), get_client(lead.client_id))
    return reason


def open_lead(client_id: int, lead: Lead) -> Lead | None:
    """Return another open lead in reach for the same vehicle and product, by VIN, registration, or phone and model."""
    same: list[ColumnElement[bool]] = []
    if lead.vin:
        same.append(Lead.vin == lead.vin)
    if lead.registration:
        same.append(Lead.registration == lead.registration)
    if lead.phone:
        unnamed = true() if not lead.vin and not lead.registration else Lead.vin.is_(None) & Lead.registration.is_(None)
        same.append((Lead.phone == lead.phone) & (Lead.model == lead.model) & unnamed)
    query = select(Lead).where(
        Lead.client_id == client_id, Lead.product_key == lead.product_key, Lead.closed_at.is_(None)
    )
    others = query if lead.id is None else query.where(Lead.id != lead.id)
    # Each by its own index: asked for together, or for the first one alone, all leads are walked through.
    leads = [other for condition in same for other in db.session.scalars(others.where(condition))]
    return min(leads, key=lambda other: other.id, default=None)


def may_manage(lead: Lead, user: User) -> bool:
    """Whether the present visitor manages leads, or the outlet of this one."""
    return can("manage", "Lead") or user.id in routing.managers_of(lead.outlet_id)


def _duplicate(_lead: Lead, values: Values, _user: User | None) -> str:
    return values.get("reason") or ""


def _opt_out(lead: Lead, values: Values, _user: User | None) -> str:
    lead.consent, lead.opted_out_at = False, clock.now()
    return values.get("reason") or ""


_EFFECTS: dict[str, Callable[[Lead, Values, User | None], str]] = {
    "assign": _assign, "contact": _contact, "reply": _reply, "quote": _quote, "callback": _callback, "due": _become_due,
    "win": _win, "lose": _lose, "expire": _expire, "reopen": _reopen, "duplicate": _duplicate, "opt_out": _opt_out,
}  # fmt: skip
