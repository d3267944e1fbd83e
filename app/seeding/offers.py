"""The demonstration's offers, one in every state: two have run, with visits that the product itself attributes."""

import random
from collections import defaultdict
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import select

from app.accounts.users.models import User
from app.bots.catalog.models import Bot
from app.clients.models import Client
from app.conversations.models import Contact
from app.core import clock
from app.core.db.base import db
from app.core.db.ids import new_id
from app.core.jobs import enqueue
from app.masters.records.models import Customer, JobCard, Vehicle
from app.offers import consents, planning, results, service
from app.offers.models import Consent, Offer, OfferRecipient
from app.seeding.conversations import SEED

DAY = timedelta(days=1)
AGREED, OUT = 0.72, 0.04
"""Shares of customers who have agreed to mails, and who have opted out."""
CHATS = 0.4
"""The share of customers who have agreed to WhatsApp as well."""
HELD_BACK, SENT, CLICKED = 0.03, 0.05, 0.16
"""The shares of people who come to the workshop within the days that count, by what was done with them."""
BOT = "Service Desk"
FAILURES = {"email": "550", "whatsapp": "131026"}
"""Why a message does not arrive."""
LINK = "https://meridian.example/book"


class Sample(NamedTuple):
    """An offer: what it is, its state, and when it began or begins, in days from now."""

    name: str
    type: str
    state: str
    begins: int
    lasts: int
    subject: str
    text: str
    audience: list[dict[str, Any]]
    more: dict[str, Any]


SAMPLES = (
    Sample("Summer tyre event", "event", "completed", -60, 28, "Tyre check for your {{model}}",
           f"Hello {{{{first_name}}}},\n\nsummer is hard on tyres. {{{{outlet}}}} checks yours free of charge until "
           f"{{{{until}}}}.\n\nBook: {LINK}/tyres", [{"field": "age_months", "op": "gt", "value": 12}],
           {"holdout": 10, "variants": True}),
    Sample("Insurance reminder", "service", "sent", -5, 4, "Your insurance, {{first_name}}",
           f"Hello {{{{first_name}}}},\n\nthe insurance of {{{{registration}}}} can be renewed at {{{{outlet}}}}.\n\n"
           f"See the prices: {LINK}/insurance", [{"field": "age_months", "op": "between", "value": [10, 40]}],
           {"holdout": 10, "channel": "whatsapp"}),
    Sample("Monsoon check-up", "service", "running", -2, 20, "Ready for the rain?",
           f"Hello {{{{first_name}}}},\n\nwipers, brakes and lights of your {{{{model}}}}: a check in 20 minutes.\n\n"
           f"Choose a time: {LINK}/monsoon", [{"field": "odometer_km", "op": "gt", "value": 15000}], {"holdout": 5}),
    Sample("Exchange bonus", "exchange", "paused", -6, 20, "A new car for your {{model}}",
           f"Hello {{{{first_name}}}},\n\n{{{{outlet}}}} adds a bonus to the price of your {{{{model}}}}.\n\n"
           f"See what it is worth: {LINK}/exchange", [{"field": "age_months", "op": "gt", "value": 40}], {}),
    Sample("Warranty before it ends", "warranty", "scheduled", 3, 25, "Your warranty ends soon",
           f"Hello {{{{first_name}}}},\n\nthe warranty of {{{{registration}}}} ends soon. It can be extended now.\n\n"
           f"Plans: {LINK}/warranty", [{"field": "warranty_end_days", "op": "between", "value": [0, 120]}],
           {"holdout": 10}),
    Sample("AC service", "service", "pending_approval", 6, 20, "Cool for the summer",
           f"Hello {{{{first_name}}}},\n\nthe air conditioning of your {{{{model}}}} is checked at {{{{outlet}}}}.\n\n"
           f"Book: {LINK}/ac", [{"field": "last_service_days", "op": "gt", "value": 90}], {"holdout": 10}),
    Sample("Free pick-up, Nashik", "service", "draft", 0, 0, "We pick up your {{model}}", "", [], {}),
)  # fmt: skip
HINDI = {
    "Monsoon check-up": (
        "बारिश के लिए तैयार?",
        f"नमस्ते {{{{first_name}}}},\n\n20 मिनट में वाइपर, ब्रेक और लाइट की जाँच।\n\nसमय चुनें: {LINK}/monsoon",
    ),
}
SECOND = {
    "subject": "A slot for your {{model}}",
    "text": "Hello {{first_name}},\n\n{{outlet}} has slots for a tyre check this week.\n\n"
    f"Take one: {LINK}/tyres",
}
UNDER_WAY = ("completed", "sent", "running", "paused")


def make_offers(client: Client) -> None:
    """Make consents and offers in the bound workspace; the same ones whenever they are made."""
    chance = random.Random(f"{SEED}:offers")  # noqa: S311 - sample data
    owner, approver = db.session.scalars(
        select(User).where(User.auth_role.in_(("admin", "maintainer"))).order_by(User.id).limit(2)
    ).all() or (None, None)  # fmt: skip
    if owner is None:
        return
    _agree(client, chance)
    for sample in SAMPLES:
        _make(client, sample, owner, approver, chance)


def _agree(client: Client, chance: random.Random) -> None:
    """Record what customers have said to mails and to WhatsApp when they bought their vehicle."""
    contacts, entries = [], []
    bought = select(Vehicle.customer_id, Vehicle.sale_date).where(Vehicle.client_id == client.id)
    sold = {customer_id: day for customer_id, day in db.session.execute(bought)}
    for customer in db.session.scalars(select(Customer).where(Customer.client_id == client.id).order_by(Customer.id)):
        draw = chance.random()
        if draw > AGREED + OUT:
            continue
        contacts.append(Contact(id=customer.id, person_id=customer.id, client_id=client.id, name=customer.name,
                                last4=customer.last4))  # fmt: skip
        day = sold.get(customer.id) or clock.now().date()
        at = datetime.combine(day, datetime.min.time(), tzinfo=clock.now().tzinfo)
        entries += [
            Consent(client_id=client.id, contact_id=customer.id, channel=channel, source="Form at the outlet", at=at,
                    address=consents.address_of(customer, channel),
                    state=consents.IN if draw <= AGREED else consents.OUT)
            for channel in ("email", "whatsapp") if channel == "email" or draw <= CHATS
        ]  # fmt: skip
    for rows in (contacts, entries):
        db.session.add_all(rows)
        db.session.flush()


def _make(client: Client, sample: Sample, owner: User, approver: User | None, chance: random.Random) -> None:
    """Make one offer by the product's own rules, and let it be in its state."""
    begins = clock.now() + sample.begins * DAY
    message = {"en": {"subject": sample.subject, "text": sample.text}}
    if sample.name in HINDI:
        subject, text = HINDI[sample.name]
        message["hi"] = {"subject": subject, "text": text}
    more = dict(sample.more)
    if more.pop("variants", False):
        other = {"en": SECOND}
        more["variants"] = [{"id": "a", "weight": 1, "message": message}, {"id": "b", "weight": 1, "message": other}]
    values = {"name": sample.name, "client": client.id, "group": "service", "type": sample.type, "goal": "visit",
              "channel": "email", "message": message, "audience": sample.audience} | more  # fmt: skip
    if values["channel"] != "email":
        message["en"].pop("subject")
        values["bot"] = db.session.scalar(select(Bot.id).where(Bot.client_id == client.id, Bot.name == BOT))
    if sample.lasts:
        values |= {"start": begins, "end": begins + sample.lasts * DAY}
    offer = service.create_offer(values, owner)
    offer.state_at = begins if sample.state in UNDER_WAY else clock.now()
    if sample.state == "draft":
        return
    offer.state = sample.state if sample.state == "pending_approval" else "scheduled"
    offer.approved_by = approver.id if approver is not None and sample.state != "pending_approval" else None
    if sample.state == "scheduled":
        offer.job_id = enqueue("offer_plan", {"offer_id": str(offer.id)}, run_at=offer.start).id
    if sample.state in UNDER_WAY:
        _run(offer, sample, begins, chance)


def _run(offer: Offer, sample: Sample, begins: datetime, chance: random.Random) -> None:
    """Let an offer that began in the past have gone out, by the plan the product makes of it."""
    planning.write_recipients(offer)
    offer.planned_at = begins
    service.move_by_time(offer, "start")
    query = select(OfferRecipient).where(OfferRecipient.offer_id == offer.id).order_by(OfferRecipient.id)
    recipients = list(db.session.scalars(query))
    batch = [row for row in recipients if row.state == "queued"]
    if sample.state in ("running", "paused"):
        batch = batch[: len(batch) * 2 // 3]
    out = 0.05 if sample.state == "paused" else 0.006
    for number, recipient in enumerate(batch):
        at = begins + timedelta(seconds=20 * number)
        recipient.queued_at, recipient.accepted_at = begins, at
        if chance.random() < 0.02:
            recipient.state, recipient.reason = "failed", FAILURES[offer.channel]
            continue
        recipient.state, recipient.sent_at, recipient.delivered_at = "sent", at, at
        _react(recipient, at, out, chance)
    for recipient in recipients:
        recipient.queued_at = begins
    _visit(offer, begins, chance)
    db.session.flush()
    results.measure(offer)
    if sample.state == "paused":
        service.move_by_time(offer, "pause", guard="opt_outs")
    elif sample.state == "running":
        offer.job_id = enqueue("offer_send", {"offer_id": str(offer.id)}, run_at=clock.now() + DAY / 2).id
    else:
        service.move_by_time(offer, "finish")
        offer.sent_at = begins + timedelta(seconds=20 * len(batch))
        if sample.state == "completed":
            service.move_by_time(offer, "complete")


def _react(recipient: OfferRecipient, at: datetime, out: float, chance: random.Random) -> None:
    """Let a recipient open, click or opt out, or do nothing."""
    draw = chance.random()
    latest = clock.now()
    if draw < 0.46:
        recipient.state, recipient.read_at = "read", min(at + timedelta(minutes=chance.randrange(3, 900)), latest)
    if draw < (0.19 if recipient.variant == "a" else 0.25):
        recipient.state, recipient.clicked_at = "clicked", recipient.read_at
    recipient.opted_out = draw > 1 - out


def _visit(offer: Offer, begins: datetime, chance: random.Random) -> None:
    """Let people come to the workshop: more of those who were written to than of those held back.

    Groups are small: by chance for each person, a quarter of all demonstrations would show a loss. Who has come anyway
    is one of the group's share, and where more of those held back have, more of the others do.
    """
    query = (
        select(OfferRecipient, Vehicle)
        .join(Vehicle, Vehicle.id == OfferRecipient.vehicle_id)
        .where(OfferRecipient.offer_id == offer.id, OfferRecipient.state != "skipped")
        .order_by(OfferRecipient.id)
    )
    groups = defaultdict[float, list[tuple[OfferRecipient, Vehicle]]](list)
    for recipient, vehicle in db.session.execute(query).all():
        share = HELD_BACK if recipient.state == "held_back" else SENT if recipient.clicked_at is None else CLICKED
        groups[share].append((recipient, vehicle))
    days = max(min(offer.attribution_days, (clock.now().date() - begins.date()).days), 0)
    first = begins.date()
    anyway = select(JobCard.vehicle_id).where(JobCard.opened_on.between(first, first + offer.attribution_days * DAY))
    came = set(db.session.scalars(anyway))
    part, more, cards = days / offer.attribution_days, 0.0, []
    for share, group in sorted(groups.items()):
        others = [(recipient, vehicle) for recipient, vehicle in group if vehicle.id not in came]
        already = len(group) - len(others)
        if share == HELD_BACK:
            more = max(already / len(group) - share * part, 0.0)
        number = round(len(group) * (share * part + (0 if share == HELD_BACK else more)))
        for recipient, vehicle in chance.sample(others, min(max(number - already, 0), len(others))):
            day = (begins + chance.randrange(1, max(days, 2)) * DAY).date()
            cards.append(
                JobCard(id=new_id(), client_id=offer.client_id, outlet_id=vehicle.outlet_id, vehicle_id=vehicle.id,
                        number=f"O{recipient.id % 10**9}", opened_on=day, closed_on=day, type="periodic",
                        odometer_km=vehicle.odometer_km, amount_minor=chance.randrange(120_000, 1_400_000, 100))
            )  # fmt: skip
    db.session.add_all(cards)
