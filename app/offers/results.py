"""What came of an offer: its cumulative funnel, conversions, lift over those held back, and its limits."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from math import sqrt
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, func, or_, select, update

from app.bots.catalog.models import Bot
from app.channels.messaging import outreach
from app.channels.messaging.models import Deployment
from app.conversations.models import Conversation
from app.core import clock
from app.core.db.base import count_rows, db
from app.core.statistics import wilson_interval
from app.core.values.batches import batched
from app.masters.records.models import Customer, JobCard, Vehicle
from app.offers import consents
from app.offers.models import MICRO, Offer, OfferRecipient
from app.offers.transports import KIND

VISIT = "visit"
"""The goal that a job card reaches."""
FUNNEL = ("targeted", "attempted", "accepted", "delivered", "read", "clicked", "replied", "converted")
UNREPORTED = {"email": ("delivered", "replied"), "telegram": ("delivered", "read"), "sms": ("read",)}
"""Stages that a channel does not tell of: a message counts as delivered once the mail server or Telegram has it."""
LAST, MOST_FAILURES = 200, 0.20
MOST_OPT_OUTS, OPT_OUTS_FROM = 0.03, 100
"""Above these shares an offer pauses; opt-outs count once so many messages have been sent."""
AT_ONCE = 500
VERDICTS = ("counting", "few", "none", "decided")
FEWEST = 30
"""Delivered of each message before any is called the best."""


def _select_recipients(offer: Offer, *conditions: ColumnElement[bool]) -> Select[Any]:
    return select(OfferRecipient).where(OfferRecipient.offer_id == offer.id, *conditions)


def _has_reached(*stages: str) -> ColumnElement[bool]:
    """Whether a recipient has reached one of some stages."""
    return or_(*(getattr(OfferRecipient, f"{stage}_at").is_not(None) for stage in stages))


_IN_ORDER = ("delivered", "read", "clicked", "replied", "converted")
TREATED = OfferRecipient.state.not_in(("skipped", "held_back"))
SENT = and_(TREATED, OfferRecipient.sent_at.is_not(None))
STAGE_CONDITIONS: dict[str, ColumnElement[bool]] = {
    "targeted": TREATED,
    "attempted": and_(TREATED, OfferRecipient.accepted_at.is_not(None)),
    "accepted": SENT,
    **{stage: and_(SENT, _has_reached(*_IN_ORDER[place:])) for place, stage in enumerate(_IN_ORDER)},
}
"""Who counts at each stage: all who have reached it or a later one."""


def funnel_of(offer: Offer) -> dict[str, Any]:
    """Return the stages with shares of those delivered, failures by code, opt-outs, revenue, lift and variants."""
    counts = _stage_counts(offer)
    delivered = counts["delivered"]
    sums = select(func.sum(OfferRecipient.revenue_minor)).where(OfferRecipient.offer_id == offer.id, TREATED)
    out = _select_recipients(offer, OfferRecipient.opted_out.is_(True))
    cost, variants = cost_of(offer, counts["accepted"]), variants_of(offer)
    is_final = offer.state in ("completed", "archived")
    # Goals of bots say nothing of amounts.
    revenue = int(db.session.scalar(sums) or 0) / 100 if offer.goal == VISIT else None
    return {
        "stages": [
            {"id": stage, "count": counts[stage], "rate": counts[stage] / delivered * 100 if delivered else None,
             "reported": stage not in UNREPORTED.get(offer.channel, ())}
            for stage in FUNNEL
        ],
        "failed": _count_reasons(offer, "failed"),
        "skipped": _count_reasons(offer, "skipped"),
        "opted_out": _count(out),
        "held_back": _count(_select_recipients(offer, OfferRecipient.state == "held_back")),
        "queued": _count(_select_recipients(offer, OfferRecipient.state.in_(("queued", "sending")))),
        "cost": cost,
        "revenue": revenue,
        "roi": (revenue - cost) / cost * 100 if cost and revenue is not None else None,
        "lift": lift_of(offer),
        "variants": variants,
        "winner": winner_of(variants, is_final=is_final) if variants else None,
        "final": is_final,
    }  # fmt: skip


def cost_of(offer: Offer, sent: int) -> float | None:
    """Return what so many messages cost in the client's currency; None where their price is not known."""
    return None if offer.price_micro is None else offer.price_micro * sent / MICRO


def _count_reasons(offer: Offer, state: str) -> dict[str, int]:
    query = (
        select(OfferRecipient.reason, func.count())
        .where(OfferRecipient.offer_id == offer.id, OfferRecipient.state == state)
        .group_by(OfferRecipient.reason)
    )
    return {str(reason): number for reason, number in db.session.execute(query)}


def _count(query: Select[Any]) -> int:
    return count_rows(query)


def _stage_counts(offer: Offer) -> dict[str, int]:
    query = select(*(func.count().filter(condition) for condition in STAGE_CONDITIONS.values()))
    row = db.session.execute(query.select_from(OfferRecipient).where(OfferRecipient.offer_id == offer.id)).one()
    return dict(zip(STAGE_CONDITIONS, map(int, row), strict=True))


def variants_of(offer: Offer) -> list[dict[str, Any]]:
    """Compare the variants by those delivered, clicked and converted, with the interval of the last share."""
    query = (
        select(
            OfferRecipient.variant,
            func.count().filter(STAGE_CONDITIONS["delivered"]),
            func.count().filter(STAGE_CONDITIONS["clicked"]),
            func.count().filter(STAGE_CONDITIONS["converted"]),
        )
        .select_from(OfferRecipient)
        .where(OfferRecipient.offer_id == offer.id)
        .group_by(OfferRecipient.variant)
        .order_by(OfferRecipient.variant)
    )
    if not offer.variants:
        return []
    return [
        {"id": variant, "delivered": delivered, "clicked": clicked, "converted": converted}
        | dict(zip(("low", "high"), wilson_interval(converted, delivered), strict=True))
        for variant, delivered, clicked, converted in db.session.execute(query)
    ]  # fmt: skip


def winner_of(variants: Sequence[dict[str, Any]], *, is_final: bool) -> dict[str, Any]:
    """Say which variant did best: one whose 95 % interval lies above those of all others, once nothing counts any more.

    Looking again and again while numbers grow would call a winner by chance, so nothing is decided before.
    """
    best, *others = sorted(variants, key=lambda row: row["low"], reverse=True)
    if not is_final:
        state = "counting"
    elif not others or min(row["delivered"] for row in variants) < FEWEST:
        state = "few"
    else:
        state = "decided" if best["low"] > max(row["high"] for row in others) else "none"
    return {"state": state, "variant": best["id"] if state == "decided" else None, "needed": FEWEST}


def lift_of(offer: Offer) -> dict[str, float] | None:
    """Compare who converted of those sent to and of those held back, in percent; None without anybody held back.

    The interval of the difference is Newcombe's, which holds for small groups and shares near none.
    """
    query = (
        select(
            func.count().filter(SENT),
            func.count().filter(STAGE_CONDITIONS["converted"]),
            func.count().filter(OfferRecipient.state == "held_back"),
            func.count().filter(OfferRecipient.state == "held_back", OfferRecipient.converted_at.is_not(None)),
        )
        .select_from(OfferRecipient)
        .where(OfferRecipient.offer_id == offer.id)
    )
    treated, hits, holdout, holdout_hits = map(int, db.session.execute(query).one())
    if treated == 0 or holdout == 0:
        return None
    first, second = hits / treated * 100, holdout_hits / holdout * 100
    (low1, high1), (low2, high2) = wilson_interval(hits, treated), wilson_interval(holdout_hits, holdout)
    difference = first - second
    return {
        "treated": first, "holdout": second, "difference": difference,
        "low": difference - sqrt((first - low1) ** 2 + (high2 - second) ** 2),
        "high": difference + sqrt((high1 - first) ** 2 + (second - low2) ** 2),
    }  # fmt: skip


# ---- guards -------------------------------------------------------------------------------------------

LASTING = ("opt_outs", "budget")
"""Limits that an offer stays beyond until it is changed; the cause of failures may be repaired elsewhere."""


def guards_of(offer: Offer) -> list[dict[str, Any]]:
    """Return the limits that pause an offer with their present values, as shares."""
    # What failed before the offer was resumed was repaired, or a person has accepted it.
    began_at = offer.resumed_at or offer.created_at
    latest = (
        _select_recipients(offer, OfferRecipient.accepted_at >= began_at, OfferRecipient.state != "sending")
        .with_only_columns(OfferRecipient.state)
        .order_by(OfferRecipient.accepted_at.desc(), OfferRecipient.id.desc())
        .limit(LAST)
    )
    states = list(db.session.scalars(latest))
    failed = states.count("failed") / len(states) if states else 0.0
    sent_count = _count(_select_recipients(offer, OfferRecipient.sent_at.is_not(None)))
    out = _count(_select_recipients(offer, OfferRecipient.opted_out.is_(True)))
    guards = [
        {"id": "failures", "value": failed, "limit": MOST_FAILURES, "n": len(states),
         "exceeded": len(states) >= 20 and failed > MOST_FAILURES},
        {"id": "opt_outs", "value": out / sent_count if sent_count else 0.0, "limit": MOST_OPT_OUTS, "n": sent_count,
         "exceeded": sent_count >= OPT_OUTS_FROM and out > MOST_OPT_OUTS * sent_count},
    ]  # fmt: skip
    cost = cost_of(offer, sent_count)
    if offer.budget and cost is not None:
        guards.append(
            {"id": "budget", "value": cost / offer.budget, "limit": 1.0, "n": sent_count,
             "exceeded": budget_guard(offer) is not None}
        )  # fmt: skip
    return guards


def budget_guard(offer: Offer) -> str | None:
    """Return the limit `budget` where one more message would cost more than it."""
    if offer.budget_minor is None or offer.price_micro is None:
        return None
    sent_count = _count(_select_recipients(offer, OfferRecipient.sent_at.is_not(None)))
    return "budget" if (sent_count + 1) * offer.price_micro > offer.budget_minor * (MICRO // 100) else None


def guard_of(offer: Offer) -> str | None:
    """Return the limit that an offer has gone beyond, if any."""
    return next((guard["id"] for guard in guards_of(offer) if guard["exceeded"]), None)


# ---- conversions --------------------------------------------------------------------------------------


def measure(offer: Offer, now: datetime | None = None) -> None:
    """Note who has reached the goal within the window: the last offer a person got before it has the conversion.

    Those held back convert by the same rule from the moment the offer was planned, and by whatever brought them.
    """
    now = now or clock.now()
    rows = db.session.scalars(
        _select_recipients(
            offer, OfferRecipient.converted_at.is_(None),
            or_(OfferRecipient.sent_at.is_not(None), OfferRecipient.state == "held_back"),
        )
    ).all()  # fmt: skip
    window = timedelta(days=offer.attribution_days)
    for batch in batched(rows, AT_ONCE):
        goal_times = _reached_goal(offer, batch)
        later = _later_offers(offer, batch)
        for recipient in batch:
            began = recipient.sent_at or recipient.queued_at
            events = [
                event for event in goal_times.get(recipient.customer_id, ()) if began <= event[0] <= began + window
            ]
            if recipient.state != "held_back":
                events = [event for event in events if not _is_others(event[0], began, later[recipient.customer_id])]
            if not events:
                continue
            first = min(events, key=lambda event: event[0])
            recipient.converted_at = first[0]
            recipient.revenue_minor = sum(amount for _, amount in events)
            if recipient.state != "held_back":
                recipient.state = "converted"
        db.session.flush()


def _is_others(at: datetime, began: datetime, later: Iterable[datetime]) -> bool:
    """Whether a later offer came between an offer and an event."""
    return any(began < moment <= at for moment in later)


def _later_offers(offer: Offer, batch: Sequence[OfferRecipient]) -> dict[int, list[datetime]]:
    """Map customers to when other offers were sent to them."""
    ids = [recipient.customer_id for recipient in batch]
    query = select(OfferRecipient.customer_id, OfferRecipient.sent_at).where(
        OfferRecipient.customer_id.in_(ids), OfferRecipient.offer_id != offer.id, OfferRecipient.sent_at.is_not(None)
    )
    moments: dict[int, list[datetime]] = {id_: [] for id_ in ids}
    for customer_id, moment in db.session.execute(query):
        if moment is not None:
            moments[customer_id].append(moment)
    return moments


def _reached_goal(offer: Offer, batch: Sequence[OfferRecipient]) -> dict[int, list[tuple[datetime, int]]]:
    """Map customers to when they reached the goal, and by what amount in hundredths."""
    ids = [recipient.customer_id for recipient in batch]
    goal_times: dict[int, list[tuple[datetime, int]]] = {}
    if offer.goal == VISIT:
        query = (
            select(Vehicle.customer_id, JobCard)
            .join(JobCard, JobCard.vehicle_id == Vehicle.id)
            .where(Vehicle.customer_id.in_(ids))
        )
        for owner_id, card in db.session.execute(query):
            customer_id = owner_id or 0
            # A day counts as its end: a visit on the day of the message comes after it.
            at = datetime.combine(card.opened_on, datetime.max.time(), tzinfo=clock.now().tzinfo)
            goal_times.setdefault(customer_id, []).append((min(at, clock.now()), card.amount_minor or 0))
        return goal_times
    customers = list(db.session.scalars(select(Customer).where(Customer.id.in_(ids))))
    contacts = consents.contact_ids_of(customers)
    by_contact = {contacts[customer.id]: customer.id for customer in customers}
    conversations = select(Conversation).where(
        Conversation.contact_id.in_(by_contact), Conversation.traffic == "real", Conversation.goal_hit.is_not(None)
    )
    for conversation in db.session.scalars(conversations):
        if offer.goal in conversation.goals:
            customer_id = by_contact[conversation.contact_id]
            goal_times.setdefault(customer_id, []).append((conversation.last_event_at, 0))
    return goal_times


def note_time(recipient: OfferRecipient, stage: str, at: datetime) -> None:
    """Note a stage of a recipient, once: the first time stays, and a state never goes back."""
    column = f"{stage}_at"
    if getattr(recipient, column) is None:
        values: dict[str, Any] = {column: at}
        if recipient.state in _BEFORE[stage]:
            values["state"] = stage
        conditions = (OfferRecipient.id == recipient.id, getattr(OfferRecipient, column).is_(None))
        db.session.execute(update(OfferRecipient).where(*conditions).values(**values))


_BEFORE = {"read": ("sent",), "clicked": ("sent", "read"), "replied": ("sent", "read", "clicked")}
"""The states from which a stage takes a recipient on."""


# ---- what providers report ----------------------------------------------------------------------------


@outreach.report_of(KIND)
def note_report(deployment: Deployment, recipient_id: int, status: str, code: str, at: datetime) -> None:
    """Note what became of a message: reports come twice and in any order, and never lead back."""
    own = select(OfferRecipient).join(Offer, Offer.id == OfferRecipient.offer_id).where(
        OfferRecipient.id == recipient_id, Offer.bot_id.in_(deployment.bot_ids),
        Offer.channel == deployment.channel,
    )  # fmt: skip
    recipient = db.session.scalar(own.with_for_update(of=OfferRecipient))
    if recipient is None:
        return
    if status == "failed" and recipient.delivered_at is None:
        recipient.state, recipient.reason = "failed", code[:40] or "failed"
    elif recipient.state in ("sending", "sent"):
        _note_arrival(recipient, status, at)
    db.session.flush()


def note_watermark(deployment: Deployment, ext_user: str, status: str, until: datetime) -> None:
    """Note that a person was given, or has read, all offers that an account has sent them until a moment."""
    customers = select(Customer.id).where(
        consents.customers_at(_client_of(deployment), deployment.channel, str(deployment.id), ext_user)
    )
    query = select(OfferRecipient).join(Offer, Offer.id == OfferRecipient.offer_id).where(
        Offer.bot_id.in_(deployment.bot_ids), Offer.channel == deployment.channel, OfferRecipient.read_at.is_(None),
        OfferRecipient.customer_id.in_(customers), OfferRecipient.state == "sent", OfferRecipient.sent_at <= until,
    )  # fmt: skip
    for recipient in db.session.scalars(query.with_for_update(of=OfferRecipient)):
        _note_arrival(recipient, status, until)
    db.session.flush()


def _client_of(deployment: Deployment) -> int:
    return db.session.get_one(Bot, deployment.bot_id).client_id


def _note_arrival(recipient: OfferRecipient, status: str, at: datetime) -> None:
    """Note that a message has arrived, or was read."""
    if status in ("delivered", "read"):
        at = max(at, recipient.sent_at or at)  # Providers tell whole seconds.
        recipient.delivered_at = recipient.delivered_at or at
        if status == "read":
            recipient.read_at = recipient.read_at or at
