"""Answers to offers: replies by a channel, and chats that begin on a page to which a tracked link has led."""

from datetime import datetime, timedelta
from urllib.parse import parse_qs, urlunsplit

from sqlalchemy import select

from app.bots.catalog.models import Bot
from app.channels.messaging.models import Deployment, MessagingThread
from app.channels.sessions.models import ChannelSession
from app.channels.tokens import service as tokens
from app.channels.tokens.models import BotToken
from app.clients.models import Client
from app.conversations.models import Conversation
from app.core import clock
from app.core.db.base import db
from app.core.mail.delivery import settings
from app.core.security.signatures import is_signed, sign
from app.core.values.urls import split_url
from app.masters.records.models import Customer
from app.offers import consents
from app.offers.models import Offer, OfferRecipient
from app.offers.sending import values_for

PARAMETER = "parley_offer"
"""What of a page's address says which recipient a tracked link has led there."""
SIGNATURE = 32
"""Digits of its signature."""
SECOND = timedelta(seconds=1)
"""How exactly providers tell times."""


# ---- replies ------------------------------------------------------------------------------------------


def note_reply(deployment: Deployment, ext_user: str, at: datetime) -> int | None:
    """Note that a person has answered the last offer sent to them by an account; return its recipient the first time.

    An answer later than the offer's window is none; one that a conversation waits for is noted with it.
    """
    person = (deployment.bot_ids, deployment.channel, str(deployment.id), ext_user)
    recipient = _last_recipient(*person, at)
    if (
        recipient is None
        or recipient.replied_at is not None
        or recipient.id == _awaited_recipient_id(deployment, ext_user)
    ):
        return None
    recipient.replied_at = at
    db.session.flush()
    return int(recipient.id)


def _last_recipient(
    bot_ids: list[int], channel: str, account: str, ext_user: str, at: datetime
) -> OfferRecipient | None:
    """The recipient of the last offer that bots of a client have sent to a person, while its window lasts."""
    client_id = db.session.get_one(Bot, bot_ids[0]).client_id
    query = (
        select(OfferRecipient, OfferRecipient.sent_at, Offer.attribution_days)
        .join(Offer, Offer.id == OfferRecipient.offer_id)
        .join(Customer, Customer.id == OfferRecipient.customer_id)
        .where(
            Offer.bot_id.in_(bot_ids), Offer.channel == channel, OfferRecipient.sent_at < at + SECOND,
            consents.customers_at(client_id, channel, account, ext_user),
        )
        .order_by(OfferRecipient.sent_at.desc())
        .limit(1)
    )  # fmt: skip
    for recipient, sent_at, days in db.session.execute(query):
        if sent_at is not None and at <= sent_at + timedelta(days=days):
            return recipient
    return None


def _awaited_recipient_id(deployment: Deployment, ext_user: str) -> int | None:
    """The recipient whose answer the conversation of a person with an account waits for."""
    query = (
        select(ChannelSession.recipient_id)
        .join(MessagingThread, MessagingThread.session_id == ChannelSession.id)
        .where(MessagingThread.deployment_id == deployment.id, MessagingThread.ext_user == ext_user)
    )
    return db.session.scalar(query)


# ---- visits -------------------------------------------------------------------------------------------


def mark_link(link: str, recipient: OfferRecipient, offer: Offer) -> str:
    """Return an address of an offer, with a signed mark of its recipient where a widget of the client may answer.

    The mark is good until the offer's window is over, and opens nothing but a conversation.
    """
    parts = split_url(link)
    mark = mark_of(recipient, offer)
    if not mark or not _may_answer(offer, f"{parts.scheme}://{parts.netloc}"):
        return link
    query = "&".join(part for part in (parts.query, f"{PARAMETER}={mark}") if part)
    return urlunsplit(parts._replace(query=query))


def mark_of(recipient: OfferRecipient, offer: Offer) -> str:
    """Return the signed mark of a recipient; empty for one to whom nothing was sent."""
    if recipient.sent_at is None:
        return ""
    ends = int((recipient.sent_at + timedelta(days=offer.attribution_days)).timestamp())
    return f"{recipient.id}.{ends}.{sign(_signed_text(recipient.id, ends), SIGNATURE)}"


def _may_answer(offer: Offer, origin: str) -> bool:
    """Whether a widget of the offer's bot, or of the client where it has none, may be used on pages of an origin."""
    query = select(BotToken).join(Bot, Bot.id == BotToken.bot_id).where(
        BotToken.kind == "web", BotToken.revoked_at.is_(None), Bot.client_id == offer.client_id,
    )  # fmt: skip
    if offer.bot_id is not None:
        query = query.where(Bot.id == offer.bot_id)
    return any(tokens.allows(row, origin, settings().base_url) for row in db.session.scalars(query))


def recipient_of_visit(bot: Bot, page: str) -> int | None:
    """Return the recipient of an offer of a bot's client whose mark the address of a page has."""
    try:
        (mark, *_) = parse_qs(split_url(page).query).get(PARAMETER) or [""]
    except ValueError:
        return None
    recipient_id, _, rest = mark.partition(".")
    ends, _, signature = rest.partition(".")
    if not all(part.isascii() and part.isdecimal() and len(part) < 20 for part in (recipient_id, ends)):
        return None
    if not is_signed(_signed_text(int(recipient_id), int(ends)), signature, SIGNATURE):
        return None
    if int(ends) < clock.now().timestamp():
        return None
    query = select(OfferRecipient.id).where(
        OfferRecipient.id == int(recipient_id), OfferRecipient.client_id == bot.client_id
    )
    return db.session.scalar(query)


def _signed_text(recipient_id: int, ends: int) -> str:
    return f"offer:{recipient_id}:{ends}"


# ---- conversations ------------------------------------------------------------------------------------


def _find_recipient(session: ChannelSession) -> tuple[OfferRecipient, Offer] | None:
    """The recipient that a session's visitor answers as, with the offer."""
    query = (
        select(OfferRecipient, Offer)
        .join(Offer, Offer.id == OfferRecipient.offer_id)
        .where(OfferRecipient.id == session.recipient_id)
    )
    row = db.session.execute(query).first()
    return None if row is None else (row[0], row[1])


def values_of_answer(session: ChannelSession) -> dict[str, str]:
    """Return what a flow is given of the offer: its name and type, and what its message has of the vehicle and outlet.

    The customer's own name is left out: a forwarded link proves nobody to be them.
    """
    offer_recipient = _find_recipient(session)
    if offer_recipient is None:
        return {}
    recipient, offer = offer_recipient
    customer, client = consents.customer_of(recipient.customer_id), db.session.get_one(Client, offer.client_id)
    values = values_for(offer, client, customer, recipient) if customer is not None else {}
    names = ("model", "outlet", "until")
    variables = {f"offer_{name}": values[name] for name in names if values.get(name)}
    return {"offer": str(offer.id), "offer_name": offer.name, "offer_type": offer.type} | variables


def note_conversation(session: ChannelSession, conversation: Conversation, at: datetime) -> None:
    """Note what a person says as the answer that their session waits for, of several the first.

    A conversation that begins with it gets the offer. What was written before the offer came is no answer.
    """
    offer_recipient = _find_recipient(session)
    if (
        offer_recipient is not None
        and session.traffic == "real"
        and (sent_at := offer_recipient[0].sent_at) is not None
    ):
        recipient, offer = offer_recipient
        is_new, was_noted = session.conversation_id != conversation.id, recipient.replied_at is not None
        if not was_noted and at < sent_at:
            return
        if at > sent_at + timedelta(days=offer.attribution_days):
            is_new, was_noted = False, True
        if is_new:
            conversation.offer_id = offer.id
        if is_new or not was_noted:
            recipient.conversation_id = recipient.conversation_id or conversation.id
            recipient.replied_at = recipient.replied_at or at
    session.recipient_id = None
    db.session.flush()


def note_opt_out(session: ChannelSession, conversation_id: int) -> int | None:
    """Note that a person has opted out by the offer that a conversation answers, or their last; return the offer."""
    query = select(OfferRecipient).where(OfferRecipient.conversation_id == conversation_id).limit(1)
    person = ([session.bot_id], session.channel, session.account, session.ext_user)
    recipient = db.session.scalar(query) or _last_recipient(*person, clock.now())
    if recipient is None:
        return None
    recipient.opted_out = True
    return recipient.offer_id
