"""Offers in conversations: each shown once, by a node of the bot, or beside its web chat to a proved visitor."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from limits import RateLimitItemPerSecond
from sqlalchemy import Select, select

from app.bots.catalog.models import Bot
from app.channels.sessions.models import ChannelSession
from app.channels.tokens.models import BotToken
from app.clients.models import Client
from app.core import clock
from app.core.db.base import db
from app.core.db.ids import new_id
from app.core.mail.delivery import settings
from app.core.security.limits import limits
from app.masters.records.models import Customer
from app.offers import answers, consents, messages
from app.offers.envelopes import Envelope, envelope_of
from app.offers.models import Offer, OfferRecipient
from app.offers.results import guard_of
from app.offers.sending import day_of_end, sending_obstacle, values_for
from app.offers.service import move_by_time
from app.offers.trials import EXAMPLE

LATER = ("frequency_cap",)
"""Reasons for which a visitor is shown an offer at a later visit, if at all."""
AT_HAND = ("web", "telegram")
"""Channels on which what a bot says has arrived, as nothing later tells of it."""


def is_awaited(token: BotToken, visitor: str) -> bool:
    """Whether an offer may wait for a visitor of a token, as far as that is known without a lock."""
    person = _person_at(token, visitor)
    return db.session.execute(_waiting(person, clock.now()).limit(1)).first() is not None


class ChannelPerson(NamedTuple):
    """A person who talks to a bot, as an account of a channel knows them."""

    bot: Bot
    channel: str
    account: str
    ext_user: str


def _person_at(token: BotToken, visitor: str) -> ChannelPerson:
    return ChannelPerson(db.session.get_one(Bot, token.bot_id), "web", str(token.id), visitor)


def _waiting(person: ChannelPerson, now: datetime) -> Select[OfferRecipient, Offer, Customer]:
    """Select the recipients of a bot's offers under way that a person is, the oldest offer first."""
    bot, channel, account, ext_user = person
    return (
        select(OfferRecipient, Offer, Customer)
        .join(Offer, Offer.id == OfferRecipient.offer_id)
        .join(Customer, Customer.id == OfferRecipient.customer_id)
        .where(
            Offer.bot_id == bot.id, Offer.channel == channel, Offer.state == "running", Offer.end > now,
            OfferRecipient.state == "queued", consents.customers_at(bot.client_id, channel, account, ext_user),
        )
        .order_by(Offer.start, OfferRecipient.id)
    )  # fmt: skip


def show_offer(token: BotToken, visitor: str) -> dict[str, Any] | None:
    """Return the offer that a visitor is shown now, noted as its one attempt; None without any.

    Consent and the frequency cap are those of this moment; a caller who commits nothing has shown nothing.
    """
    result = _show_to(_person_at(token, visitor))
    if result is None:
        return None
    recipient, offer, envelope, _ = result
    return {
        "code": recipient.code, "text": _plain(envelope.text), "link": _link(envelope, recipient),
        "mark": answers.mark_of(recipient, offer), "language": envelope.language,
    }  # fmt: skip


def show_in_conversation(session: ChannelSession, language: str) -> tuple[int, dict[str, Any]] | None:
    """Return the recipient and content of the offer that a conversation's visitor is shown now; None without any."""
    bot = db.session.get_one(Bot, session.bot_id)
    result = _show_to(ChannelPerson(bot, session.channel, session.account, session.ext_user), language)
    if result is None:
        return None
    recipient, offer, envelope, values = result
    return recipient.id, _content(offer, envelope, _link(envelope, recipient), values)


def sample_of(bot: Bot, channel: str, language: str, at: datetime) -> dict[str, Any] | None:
    """Return the content of the offer that a bot shows on a channel at a moment, as to an example of a customer."""
    query = (
        select(Offer)
        .where(Offer.bot_id == bot.id, Offer.channel == channel, Offer.state.in_(("scheduled", "running")))
        .where(Offer.start <= at, Offer.end > at)
        .order_by(Offer.start, Offer.id)
        .limit(1)
    )
    offer = db.session.scalar(query)
    if offer is None:
        return None
    variant = next(iter(offer.messages()))
    recipient = OfferRecipient(id=new_id(), variant=variant, language=language, code="test")
    client = db.session.get_one(Client, offer.client_id)
    values = EXAMPLE | {"name": "Asha Rao", "first_name": "Asha", "until": day_of_end(offer, client)}
    envelope = envelope_of(offer, client, recipient, "", values["name"], values, is_test=True)
    return _content(offer, envelope, next(iter(messages.LINK.findall(envelope.text)), None), values)


def _content(offer: Offer, envelope: Envelope, link: str | None, values: Mapping[str, str]) -> dict[str, Any]:
    """What an offer node shows and can keep."""
    variables = {name: values.get(name) or None for name in ("model", "outlet", "until")}
    return {"text": _plain(envelope.text), "link": link, "name": offer.name, "type": offer.type} | variables


class Showing(NamedTuple):
    """An offer as a person is shown it, with the values of its variables."""

    recipient: OfferRecipient
    offer: Offer
    envelope: Envelope
    values: dict[str, str]


def _show_to(person: ChannelPerson, language: str | None = None) -> Showing | None:
    """Take the first offer that a person may be shown, as its one attempt."""
    now = clock.now()
    client = db.session.get_one(Client, person.bot.client_id)
    query = _waiting(person, now).with_for_update(of=OfferRecipient)
    for recipient, offer, customer in db.session.execute(query).all():
        if (guard := guard_of(offer)) is not None:
            move_by_time(offer, "pause", guard=guard)
            continue
        address = consents.address_of(customer, offer.channel, person.account) or person.ext_user
        reason = sending_obstacle(offer, recipient, address, consents.contact_id_of(customer), now)
        if reason is not None:
            if reason not in LATER:
                recipient.state, recipient.reason = "skipped", reason
            continue
        if not _has_room(offer):
            continue
        recipient.state = "sent"
        recipient.language = language or recipient.language
        recipient.accepted_at = recipient.sent_at = now
        if offer.channel in AT_HAND:
            recipient.delivered_at = now
        db.session.flush()
        values = values_for(offer, client, customer, recipient)
        envelope = envelope_of(offer, client, recipient, address, customer.name, values)
        return Showing(recipient, offer, envelope, values)
    return None


def _has_room(offer: Offer) -> bool:
    """Whether an offer may be shown once more in this second."""
    windows = [(RateLimitItemPerSecond(max(1, offer.throttle_per_s)), f"offer-shown:{offer.id}")]
    return limits.has_room(windows) and limits.hit(windows)


def _plain(text: str) -> str:
    """A message without its addresses, which lead on by a link beside it."""
    return " ".join(messages.LINK.sub("", text).split())


def _link(envelope: Envelope, recipient: OfferRecipient) -> str | None:
    """The tracked link of a message's first address."""
    links = messages.LINK.findall(envelope.text)
    return messages.track(links[0], envelope.links, settings().base_url, recipient.code) if links else None
