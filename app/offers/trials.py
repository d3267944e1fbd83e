"""Sending an offer's message to the address of the person who writes it."""

from datetime import datetime

from app.accounts.users.models import User
from app.clients.models import Client
from app.core import clock
from app.core.db.base import db
from app.core.db.ids import new_id
from app.core.errors import BeyondSchema, Conflict, Invalid
from app.core.jobs import enqueue
from app.core.mail.delivery import NotConnected, NotDelivered
from app.core.values import phones
from app.offers import consents, messages, transports
from app.offers.envelopes import envelope_of
from app.offers.models import Offer, OfferRecipient

ADDRESSES = {
    "email": "email address", "web": "web chat", "telegram": "Telegram chat", "messenger": "Messenger chat",
    "instagram": "Instagram chat",
}  # fmt: skip
EXAMPLE = {"model": "Vela", "registration": "MH 12 QT 4417", "outlet": "Pune Baner"}
"""The values of variables in a test."""


def send_test(offer: Offer, user: User, language: str, variant: str) -> str:
    """Have a test sent to a person's own address; return the address."""
    message = offer.messages().get(variant)
    if message is None:
        raise Invalid({"variant": [BeyondSchema("There is no such variant.")]})
    if trouble := transports.trouble_of(offer):
        raise Conflict(trouble, code="not_connected")
    if messages.missing_in(message, offer.channel):
        raise Conflict("Write the message first.", code="no_message")
    address = _address(offer, user)
    if not address:
        address_kind = ADDRESSES.get(offer.channel, "phone number")
        raise Conflict(f"Your account has no {address_kind}.", code="no_address")
    payload = {"offer_id": str(offer.id), "user_id": str(user.id), "language": language, "variant": variant}
    enqueue("offer_test", payload)
    return address


def _address(offer: Offer, user: User) -> str:
    """Return where a person is reached by an offer's channel; empty where they are not."""
    if offer.channel == "email":
        return user.email
    if offer.channel in consents.BY_CONTACT:
        return ""
    client = db.session.get_one(Client, offer.client_id)
    return phones.normalise_phone(user.contact, client.zone) or ""


def deliver_test(offer: Offer, user: User, language: str, variant: str) -> None:
    """Send a test."""
    client = db.session.get_one(Client, offer.client_id)
    recipient = OfferRecipient(id=new_id(), variant=variant, language=language, code="test")
    until = _day(offer.end or clock.now())
    values = EXAMPLE | {"name": user.full_name, "first_name": user.full_name.split()[0], "until": until}
    envelope = envelope_of(offer, client, recipient, _address(offer, user), user.full_name, values, is_test=True)
    with transports.transport_of(offer) as transport:
        if trouble := transport.find_trouble():
            raise NotConnected(transports.trouble_text(trouble, offer.channel))
        # A server outside is never waited for while the database is held.
        db.session.rollback()
        outcome = transport.deliver(envelope)
    if outcome.failure:
        raise NotDelivered(f"The provider answered {outcome.failure}.")


def _day(moment: datetime) -> str:
    return moment.date().isoformat()
