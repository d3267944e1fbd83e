"""Offers in the web chat: each shown once to a visitor whom the page has proved, at the next visit."""

from datetime import datetime
from typing import Any

from limits import RateLimitItemPerSecond
from sqlalchemy import Select, select

from app.bots.catalog.models import Bot
from app.channels.tokens.models import BotToken
from app.clients.models import Client
from app.core import clock
from app.core.db.base import db
from app.core.mail.delivery import settings
from app.core.security.limits import limits
from app.masters.records.models import Customer
from app.offers import answers, consents, messages
from app.offers.envelopes import envelope_of
from app.offers.models import Offer, OfferRecipient
from app.offers.results import guard_of
from app.offers.sending import values_for, why_not
from app.offers.service import move_by_time

LATER = ("frequency_cap",)
"""Reasons for which a visitor is shown an offer at a later visit, if at all."""


def is_awaited(token: BotToken, visitor: str) -> bool:
    """Whether an offer may wait for a visitor of a token, as far as that is known without a lock."""
    bot = db.session.get_one(Bot, token.bot_id)
    return db.session.execute(_waiting(bot, token, visitor, clock.now()).limit(1)).first() is not None


def _waiting(bot: Bot, token: BotToken, visitor: str, now: datetime) -> Select[OfferRecipient, Offer, Customer]:
    """Select the recipients of a bot's offers under way that a visitor is, the oldest offer first."""
    return (
        select(OfferRecipient, Offer, Customer)
        .join(Offer, Offer.id == OfferRecipient.offer_id)
        .join(Customer, Customer.id == OfferRecipient.customer_id)
        .where(
            Offer.bot_id == bot.id, Offer.channel == "web", Offer.state == "running", Offer.end > now,
            OfferRecipient.state == "queued", consents.customers_at(bot.client_id, "web", str(token.id), visitor),
        )
        .order_by(Offer.start, OfferRecipient.id)
    )  # fmt: skip


def show_offer(token: BotToken, visitor: str) -> dict[str, Any] | None:
    """Return the offer that a visitor is shown now, noted as its one attempt; None without any.

    Consent and the frequency cap are those of this moment; a caller who commits nothing has shown nothing.
    """
    bot, now = db.session.get_one(Bot, token.bot_id), clock.now()
    client = db.session.get_one(Client, bot.client_id)
    query = _waiting(bot, token, visitor, now).with_for_update(of=OfferRecipient)
    for recipient, offer, customer in db.session.execute(query).all():
        if (guard := guard_of(offer)) is not None:
            move_by_time(offer, "pause", guard=guard)
            continue
        reason = why_not(offer, recipient, visitor, consents.contact_id_of(customer), now)
        if reason is not None:
            if reason not in LATER:
                recipient.state, recipient.reason = "skipped", reason
            continue
        if not _has_room(offer):
            continue
        recipient.state = "sent"
        recipient.accepted_at = recipient.sent_at = recipient.delivered_at = now
        db.session.flush()
        return _shown(offer, client, customer, recipient, visitor)
    return None


def _has_room(offer: Offer) -> bool:
    """Whether an offer may be shown once more in this second."""
    windows = [(RateLimitItemPerSecond(max(1, offer.throttle_per_s)), f"offer-shown:{offer.id}")]
    return limits.has_room(windows) and limits.hit(windows)


def _shown(offer: Offer, client: Client, customer: Customer, recipient: OfferRecipient, visitor: str) -> dict[str, Any]:
    """What the widget shows: the words, where pressing them leads, and what a conversation begins by."""
    values = values_for(offer, client, customer, recipient)
    envelope = envelope_of(offer, client, recipient, visitor, customer.name, values)
    links = messages.LINK.findall(envelope.text)
    link = messages.track(links[0], offer.links, settings().base_url, recipient.code) if links else None
    return {
        "code": recipient.code, "text": " ".join(messages.LINK.sub("", envelope.text).split()),
        "link": link, "mark": answers.mark_of(recipient, offer), "language": envelope.language,
    }  # fmt: skip
