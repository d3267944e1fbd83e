"""Customers who agree to messages of a channel, and the account of a bot that sends them."""

from typing import Any

from flask.testing import FlaskClient
from sqlalchemy import select

from app.bots.catalog.models import Bot
from app.clients.models import Outlet
from app.core.db.base import db
from app.masters.records.models import Customer
from app.offers import consents
from app.offers.models import OfferRecipient
from tests.app.channels.messaging.accounts import Account
from tests.factories.offers import add_customer

TEMPLATE = {"settings": {"template": {"name": "offer_news", "language": "en"}}}
TEXT = {"en": {"text": "Hello {{first_name}},\n\nbook: https://dealer.example/book?x=1"}}


def add_reader(outlet: Outlet, number: int, *, agrees: bool | None = True, channel: str = "whatsapp") -> Customer:
    """Add a customer; `agrees` is their consent to a channel."""
    customer = add_customer(outlet, number, agrees=None)
    if agrees is not None:
        state = consents.IN if agrees else consents.OUT
        consents.add_consent(consents.contact_of(customer), channel, state, "Form at the outlet")
        db.session.commit()
    return customer


def connect(admin: FlaskClient, outlet: Outlet, **more: Any) -> Account:
    """Connect an account of a bot of the outlet's client."""
    return connect_chat(admin, outlet, "whatsapp", **(TEMPLATE | more))


def connect_chat(admin: FlaskClient, outlet: Outlet, channel: str, **more: Any) -> Account:
    """Connect an account of a bot of the outlet's client on a channel."""
    account = Account(admin, channel, **more).connect()
    db.session.get_one(Bot, int(account.bot)).client_id = outlet.client_id
    db.session.commit()
    return account


def rows(offer: dict[str, Any]) -> list[OfferRecipient]:
    """The recipients of an offer, in order."""
    db.session.expire_all()
    query = select(OfferRecipient).where(OfferRecipient.offer_id == int(offer["id"])).order_by(OfferRecipient.id)
    return list(db.session.scalars(query))
