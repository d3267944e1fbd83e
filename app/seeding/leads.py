"""The demonstration's leads: made by the events of their life, then dated back over the last weeks."""

import random
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import select

from app.accounts.users.models import User
from app.accounts.users.scope import resolve_scope
from app.clients import moves
from app.clients.models import Client, DealerGroup, Outlet, OutletManager
from app.core import clock
from app.core.db.base import db
from app.leads import life, messages, pricing, routing, rules, service
from app.leads.models import Lead, LeadTouch
from app.masters.records.models import Customer, Vehicle
from app.seeding.bots import AUTHOR, BOTS
from app.seeding.conversations import SEED
from app.seeding.size import WHOLE, current_size

COUNTS = {"new": 24, "assigned": 36, "contacted": 48, "engaged": 30, "quoted": 36, "follow_up": 28, "won": 46,
          "lost": 36, "expired": 12, "closed_dnc": 4}  # fmt: skip
"""Leads by state, three hundred of them."""
WAYS = {
    "new": (),
    "assigned": ("assign",),
    "contacted": ("assign", "contact"),
    "engaged": ("assign", "contact", "reply"),
    "quoted": ("assign", "contact", "reply", "quote"),
    "follow_up": ("assign", "contact", "reply", "quote", "callback"),
    "won": ("assign", "contact", "reply", "quote", "win"),
    "lost": ("assign", "contact", "reply", "lose"),
    "expired": ("assign", "contact", "expire"),
    "closed_dnc": ("assign", "contact", "opt_out"),
}
"""The events that lead to each state."""
AGES = {"new": (0, 1), "assigned": (0, 3), "contacted": (2, 20), "engaged": (4, 25), "quoted": (6, 40),
        "follow_up": (8, 40), "won": (15, 90), "lost": (10, 90), "expired": (60, 95),
        "closed_dnc": (5, 60)}  # fmt: skip
"""How many days ago leads of each state were added."""
PRICES = {"vela": (8_900, 15_500, 21_400), "nexa-city": (9_800, 17_200, 23_900), "terra": (12_400, 21_400, 29_800),
          "orbit": (14_100, 24_180, 33_600)}  # fmt: skip
"""Prices of one, two and three years by model, for odometers up to the first limit."""
LIMITS = ((60_000, 1.0), (None, 1.22))
REASONS = ("price", "price", "not_interested", "bought_elsewhere", "sold_car")
SAID = ("Wants to decide after the salary.", "Asked if towing is covered.", "Compares with the insurer's offer.",
        "Prefers a call in the evening.", "Will speak to family first.")  # fmt: skip
WORK_ON_LEADS = [{"action": "read", "subject": "Lead"}, {"action": "update", "subject": "Lead"}]
MOST_OWNERS = 8
WINDOW, ENDED = 550, 40
"""Days before the end of a warranty in which it is sold, and days since the earliest ones ended."""


def make_leads(client: Client) -> None:
    """Make price lists and leads in the bound workspace; the same ones whenever they are made."""
    chance = random.Random(f"{SEED}:leads")  # noqa: S311 - sample data
    _add_prices(client)
    _allow_managers()
    _settle_rules(client)
    share = current_size().vehicles / WHOLE.vehicles
    states = [state for state, count in COUNTS.items() for _ in range(max(1, round(count * share)))]
    chance.shuffle(states)
    pairs = zip(states, _vehicles(client, states, chance), strict=False)
    for number, (state, (vehicle, owner)) in enumerate(pairs, 1):
        _make(client, state, vehicle, owner, number, chance)
    db.session.flush()


def _add_prices(client: Client) -> None:
    """Add last year's prices and those in force."""
    author = db.session.scalars(select(User).order_by(User.number).limit(1)).first()
    today = moves.today(client)
    for name, since, factor in ((f"{today.year - 1}", 400, 0.93), (f"{today.year}", 60, 1.0)):
        rows = [
            {"model": model, "years": years, "up_to_km": limit, "price": round(price * more * factor / 10) * 10}
            for model, prices in PRICES.items()
            for years, price in enumerate(prices, 1)
            for limit, more in LIMITS
        ]
        values = {"name": name, "gst_rate": 18.0, "valid_from": today - timedelta(days=since), "rows": rows}
        row = pricing.create_prices(client, values)
        if author is not None:
            pricing.publish(row, author)
            row.published_by = AUTHOR


def _settle_rules(client: Client) -> None:
    """Let the dealer groups sell warranties a year and a half ahead."""
    for parent_id in db.session.scalars(
        select(DealerGroup.id).where(DealerGroup.client_id == client.id).order_by(DealerGroup.id)
    ):
        rules.settle_rule(*rules.own_rule(parent_id), {"last_days": WINDOW})


def _allow_managers() -> None:
    """Let some managers of workshops who see their outlet work on its leads."""
    query = (
        select(User, Outlet.id)
        .join(OutletManager, OutletManager.user_id == User.id)
        .join(Outlet, Outlet.id == OutletManager.outlet_id)
        .where(Outlet.type.in_(routing.WORKSHOPS))
        .order_by(Outlet.id)
    )
    allowed: set[int] = set()
    for user, outlet_id in db.session.execute(query):
        outlets = resolve_scope(user.scope).outlets
        if len(allowed) < MOST_OWNERS and user.auth_role != "admin" and (outlets is None or outlet_id in outlets):
            allowed.add(user.id)
            more = [ability for ability in WORK_ON_LEADS if ability not in user.extra_abilities]
            user.extra_abilities = [*user.extra_abilities, *more]
    db.session.flush()


def _vehicles(client: Client, states: list[str], chance: random.Random) -> list[tuple[Vehicle, Customer]]:
    """Vehicles with their owners, one for each state: the warranties that ended first for leads that have expired."""
    first = moves.today(client) - timedelta(days=ENDED)
    query = (
        select(Vehicle, Customer)
        .join(Customer, Customer.id == Vehicle.customer_id)
        .where(Vehicle.extended_warranty_end.is_(None), Vehicle.warranty_end > first, Vehicle.model.in_(PRICES))
        .order_by(Vehicle.warranty_end, Vehicle.id)
        .limit(len(states))
    )
    rows = [(vehicle, owner) for vehicle, owner in db.session.execute(query)]
    states = states[: len(rows)]
    expired = rows[: states.count("expired")]
    others = rows[len(expired) :]
    chance.shuffle(others)
    return [expired.pop() if state == "expired" else others.pop() for state in states]


def _make(
    client: Client, state: str, vehicle: Vehicle, owner: Customer, number: int, chance: random.Random
) -> None:  # fmt: skip
    """Make one lead by the events that lead to its state."""
    values = {"client": client.id, "vin": vehicle.vin, "name": owner.name, "phone": owner.phone, "email": owner.email,
              "consent": chance.random() < 0.8, "source": _source(chance)}  # fmt: skip
    lead, _is_new = service.create_lead(values)
    outlet = rules.outlet_of(lead)
    person = routing.owner_of(outlet) if outlet is not None and chance.random() < 0.9 else None
    for event in WAYS[state]:
        if event == "expire":
            lead.touched_at = clock.now() - rules.SILENCE - timedelta(days=1)
        life.apply_event(lead, event, _values(event, lead, person, number, chance), person)
        if event == "contact":
            _try_again(lead, person, chance)
    _date_back(client, lead, outlet, state, chance)


def _values(
    event: str, lead: Lead, person: User | None, number: int, chance: random.Random
) -> dict[str, Any]:  # fmt: skip
    """What an event is given."""
    if event == "assign":
        return {"owner": person}
    if event == "contact":
        return {"channel": "call", "outcome": chance.choice(("answered", "no_answer"))}
    if event == "reply":
        return {"channel": chance.choice(("call", "message")), "outcome": "answered", "note": chance.choice(SAID)}
    if event == "quote":
        return {"plan_years": chance.choices((1, 2, 3), (3, 5, 2))[0]}
    if event == "callback":
        return {"next_action_at": clock.now() + timedelta(days=chance.randrange(1, 20), hours=chance.randrange(8))}
    if event == "win":
        return {"amount": lead.total, "policy_no": f"EW-{number:05}"}
    return {"reason": chance.choice(REASONS)} if event == "lose" else {}


def _source(chance: random.Random) -> dict[str, Any]:
    """Where a lead comes from."""
    kind = chance.choices(("eligibility", "bot", "person", "import"), (40, 35, 15, 10))[0]
    return {"kind": kind} | ({"bot": BOTS[chance.randrange(2)][0], "version": 3} if kind == "bot" else {})


def _try_again(lead: Lead, person: User | None, chance: random.Random) -> None:
    """Log some more attempts to reach the customer."""
    for _attempt in range(chance.randrange(3)):
        lead.attempts += 1
        life.add_touch(lead, "touch", user=person, channel="call", outcome=chance.choice(("no_answer", "busy")))


def _date_back(
    client: Client, lead: Lead, outlet: Outlet | None, state: str, chance: random.Random
) -> None:  # fmt: skip
    """Let a lead and what was done about it lie in the past, and plan what comes next."""
    db.session.flush()
    now, (least, most) = clock.now(), AGES[state]
    created_at = now - timedelta(days=chance.uniform(least, most), minutes=chance.randrange(10, 300))
    touches = list(db.session.scalars(select(LeadTouch).where(LeadTouch.lead_id == lead.id).order_by(LeadTouch.id)))
    last = now - (now - created_at) * chance.uniform(0.05, 0.4) if len(touches) > 1 else created_at
    for place, touch in enumerate(touches):
        touch.at = created_at + (last - created_at) * place / max(len(touches) - 1, 1)
    lead.created_at, lead.touched_at = created_at, touches[-1].at
    lead.state_at = next((touch.at for touch in reversed(touches) if touch.after == lead.state), created_at)
    contacted = next((touch.at for touch in touches if touch.event == "contact"), None)
    lead.contacted_at = lead.attempted_at = contacted
    lead.closed_at = None if lead.is_open else lead.state_at
    lead.sla_due_at = rules.sla_of(outlet, client, created_at)
    lead.escalated_at = now if contacted is None and lead.sla_due_at < now else None
    quoted = next((touch.at for touch in touches if touch.event == "quote"), None)
    if quoted is not None:
        lead.quoted_on = quoted.date()
        lead.quote_until = lead.quoted_on + pricing.QUOTE_DAYS
        if lead.consent:
            _send_quote(lead, quoted, min(last, now), chance)
    if state in ("contacted", "engaged", "quoted"):
        lead.next_action_at = _next(now, chance)
        lead.reminded_at = now if lead.next_action_at is not None and lead.next_action_at < now else None
    db.session.flush()


def _send_quote(lead: Lead, quoted_at: datetime, until: datetime, chance: random.Random) -> None:
    """Let a quote have gone out by WhatsApp soon after it was made, and mostly been read."""
    at, touched_at = min(quoted_at + timedelta(minutes=chance.randrange(5, 90)), until), lead.touched_at
    text = messages.draft_message(lead).quote_text
    if text is None:
        return
    is_read = chance.random() < 0.8
    touch = life.add_touch(
        lead, "message", channel="message", medium="whatsapp", with_quote=True, language="en",
        note=text, delivery="read" if is_read else "delivered",
    )  # fmt: skip
    lead.touched_at = max(touched_at, at)
    touch.at = touch.sent_at = touch.delivered_at = at
    if is_read:
        touch.read_at = lead.quote_opened_at = at + timedelta(minutes=chance.randrange(1, 9))
        lead.quote_opens = chance.randrange(1, 5)


def _next(now: datetime, chance: random.Random) -> datetime | None:
    """When something is to be done next: mostly soon, at times it was, or nothing is planned."""
    fate, hours = chance.random(), timedelta(hours=chance.randrange(2, 140))
    return now + hours if fate < 0.7 else now - hours if fate < 0.88 else None
