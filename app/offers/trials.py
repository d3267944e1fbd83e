"""Sending an offer's message to the address of the person who writes it."""

from datetime import datetime

from app.accounts.users.models import User
from app.clients.models import Client
from app.core import clock
from app.core.db.base import db
from app.core.db.ids import new_id
from app.core.errors import BeyondSchema, Conflict, Invalid
from app.core.jobs import enqueue
from app.core.mail.delivery import deliver
from app.offers import mails, messages
from app.offers.models import Offer, OfferRecipient
from app.offers.service import SENDABLE

EXAMPLE = {"model": "Vela", "registration": "MH 12 QT 4417", "outlet": "Pune Baner"}
"""The values of variables in a test."""


def send_test(offer: Offer, user: User, language: str, variant: str) -> str:
    """Have a test sent to a person's own address; return the address."""
    message = offer.messages().get(variant)
    if message is None:
        raise Invalid({"variant": [BeyondSchema("There is no such variant.")]})
    if offer.channel not in SENDABLE:
        raise Conflict(f"No {offer.channel} account is connected.", code="not_connected")
    if messages.missing_in(message, offer.channel):
        raise Conflict("Write the message first.", code="no_message")
    if not user.email:
        raise Conflict("Your account has no e-mail address.", code="no_address")
    payload = {"offer_id": str(offer.id), "user_id": str(user.id), "language": language, "variant": variant}
    enqueue("offer_test", payload)
    return user.email


def mail_test(offer: Offer, user: User, language: str, variant: str) -> None:
    """Send a test."""
    client = db.session.get_one(Client, offer.client_id)
    recipient = OfferRecipient(id=new_id(), variant=variant, language=language, code="test")
    until = _day(offer.end or clock.now())
    names = {"name": user.full_name, "first_name": user.full_name.split()[0], "until": until}
    envelope = mails.envelope_of(offer, client, recipient, user.email, user.full_name, EXAMPLE | names)
    # Nobody waits for a mail server while holding the database.
    db.session.rollback()
    deliver(mails.mail_of(envelope._replace(subject=f"[Test] {envelope.subject}"), is_test=True))


def _day(moment: datetime) -> str:
    return moment.date().isoformat()
