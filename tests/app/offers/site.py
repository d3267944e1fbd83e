"""A page that proves who visits it, with an offer for its visitor."""

import hmac
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app.bots.catalog.models import Bot
from app.clients.models import Outlet
from app.conversations.models import Contact, ContactKey
from app.core.db.base import db
from app.ingest import merging
from app.offers import consents
from app.offers.models import OfferRecipient
from tests.app.channels.talking import DESK, ORIGIN, Visitor, token
from tests.app.offers.messaging import rows
from tests.factories.bots import create_bot, publish_bot
from tests.factories.offers import add_customer, create_offer, run_offer

TEXT = {"en": {"text": "Hello {{first_name}}, ten percent off: https://dealer.example/book"}}


class Site:
    """A page that proves who visits it, with an offer for the one visitor it knows."""

    def __init__(self, app: Flask, admin: FlaskClient, client: FlaskClient, outlet: Outlet, traveller: Any,
                 flow: dict[str, Any] = DESK) -> None:  # fmt: skip
        """Let a visitor talk, be the person of a customer, agree, and let the offer begin."""
        self.app, self.client, self.traveller, self.outlet = app, client, traveller, outlet
        self.bot = create_bot(admin, flow=flow)
        assert publish_bot(admin, self.bot).status_code == 201
        db.session.get_one(Bot, int(self.bot)).client_id = outlet.client_id
        new_token = token(admin, self.bot, identity="optional")
        self.token = new_token["token"]
        self.secret = admin.post(f"/api/v1/bots/{self.bot}/tokens/{new_token['id']}/identity").json["secret"]
        Visitor(client, self.token, user=self.user("42")).say("hello")
        self.customer = add_customer(outlet, 1, agrees=None)
        key = db.session.scalars(select(ContactKey).where(ContactKey.ext_user == "user:42")).one()
        self.contact = consents.contact_of(self.customer)
        db.session.commit()
        merging.merge(self.contact.id, key.contact_id)
        self.agree(consents.IN)
        self.offer = create_offer(admin, outlet, channel="web", message=TEXT, bot=self.bot)
        assert self.offer["checks"] == {} and [sender["id"] for sender in self.offer["senders"]] == [self.bot]
        run_offer(app, admin, self.offer, traveller)

    def user(self, user_id: str) -> dict[str, str]:
        """What the page says of its visitor."""
        return {"id": user_id, "hash": hmac.digest(self.secret.encode(), user_id.encode(), "sha256").hex()}

    def agree(self, state: str) -> None:
        """Note the customer's consent to the web chat."""
        contact = db.session.get_one(Contact, self.contact.id)
        consents.add_consent(contact, "web", state, "Form at the outlet")
        db.session.commit()

    def visit(self, user: dict[str, str] | None = None) -> Any:
        """Ask for the offer of a visitor."""
        body = {"token": self.token, "user": user or self.user("42")}
        return self.client.post("/w/1/offers", json=body, headers={"Origin": ORIGIN})

    @property
    def row(self) -> OfferRecipient:
        """The one recipient."""
        (row,) = rows(self.offer)
        return row
