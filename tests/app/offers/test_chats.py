"""Offers by Telegram, Messenger and Instagram: to people who have written, as long as the bot may answer."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app.clients.models import Outlet
from app.conversations.models import ContactKey, Conversation
from app.core import clock
from app.core.db.base import db
from app.ingest import merging
from app.masters.records.models import Customer
from app.offers import consents
from app.offers.models import Consent
from tests.app.channels.messaging.accounts import Account, provider
from tests.app.channels.messaging.provider import ACCOUNTS, Provider, messenger, telegram
from tests.app.offers.messaging import connect_chat, rows
from tests.factories.mail import do_jobs
from tests.factories.offers import API, add_customer, create_offer, move, run_offer

__all__ = ["provider"]
As = Callable[..., FlaskClient]
pytestmark = pytest.mark.both
TEXT = {"en": {"text": "Hello {{first_name}},\n\nbook: https://dealer.example/book"}}
USER = 5_000_000_000


def join_chat(outlet: Outlet, number: int, channel: str) -> Customer:
    """Add a customer who agrees, and who is the person that has written by a channel."""
    customer = add_customer(outlet, number, agrees=None)
    key = db.session.scalars(select(ContactKey).where(ContactKey.channel == channel)).one()
    contact = consents.contact_of(customer)
    db.session.commit()
    merging.merge(contact.id, key.contact_id)
    consents.add_consent(contact, channel, consents.IN, "Form at the outlet")
    db.session.commit()
    return customer


def offered(app: Flask, admin: FlaskClient, outlet: Outlet, account: Account, traveller: Any) -> dict[str, Any]:
    """Run an offer by an account."""
    offer = create_offer(admin, outlet, channel=account.channel, message=TEXT, bot=account.bot)
    assert offer["checks"] == {} and [sender["id"] for sender in offer["senders"]] == [account.bot]
    run_offer(app, admin, offer, traveller)
    return offer


def test_telegram_writes_to_those_who_have_written(
    app: Flask, as_: As, client: FlaskClient, outlet: Outlet, provider: Provider, traveller: Any
) -> None:
    admin = as_("admin")
    account = connect_chat(admin, outlet, "telegram")
    account.send(client, telegram("hello", 1))
    do_jobs(app)
    join_chat(outlet, 1, "telegram")
    add_customer(outlet, 2)
    before = len(provider.sent())
    offer = offered(app, as_("admin"), outlet, account, traveller)
    (body,) = provider.sent()[before:]
    assert body["chat_id"] == USER and body["text"].startswith("Hello Asha,\n\nbook: http")
    first, second = rows(offer)
    assert (first.state, first.delivered_at is not None) == ("sent", True)
    assert (second.state, second.reason) == ("skipped", "invalid_address")
    traveller.shift(timedelta(days=2))
    account.send(client, telegram("yes please", 2))
    do_jobs(app)
    assert rows(offer)[0].replied_at is not None
    newest = db.session.scalars(select(Conversation).order_by(Conversation.id.desc())).first()
    assert newest is not None and newest.offer_id == int(offer["id"])
    account.send(client, telegram("STOP", 3))
    do_jobs(app)
    assert rows(offer)[0].opted_out
    latest = db.session.scalars(select(Consent).order_by(Consent.id.desc())).first()
    assert latest is not None and (latest.address, latest.state) == (str(USER), consents.OUT)
    again = create_offer(as_("admin"), outlet, name="Again", channel="telegram", message=TEXT, bot=account.bot)
    assert "audience" in move(as_("admin"), again, "submit").json["errors"]


def watermark(channel: str, name: str) -> bytes:
    """A notification that a person was given, or has read, everything until now; Instagram names the last message."""
    moment = int(clock.now().timestamp() * 1000)
    until = {"watermark": moment} if channel == "messenger" else {"mid": "m_last"}
    item = {"sender": {"id": "psid1"}, "recipient": {"id": ACCOUNTS[channel]}, "timestamp": moment, name: until}
    kind = "page" if channel == "messenger" else "instagram"
    return json.dumps({"object": kind, "entry": [{"id": ACCOUNTS[channel], "messaging": [item]}]}).encode()


@pytest.mark.parametrize("channel", ["messenger", "instagram"])
def test_messages_are_sent_while_the_window_is_open(
    app: Flask, as_: As, client: FlaskClient, outlet: Outlet, provider: Provider, traveller: Any, channel: str
) -> None:
    admin = as_("admin")
    account = connect_chat(admin, outlet, channel)
    account.send(client, messenger("hello", "m1", channel))
    do_jobs(app)
    join_chat(outlet, 1, channel)
    before = len(provider.sent())
    offer = offered(app, as_("admin"), outlet, account, traveller)
    assert len(provider.sent()) == before + 1
    assert rows(offer)[0].state == "sent" and rows(offer)[0].delivered_at is None
    traveller.shift(timedelta(minutes=5))
    for name in ("read", "delivery") if channel == "messenger" else ("read",):
        account.send(client, watermark(channel, name))
        do_jobs(app)
    assert rows(offer)[0].read_at == clock.now() == rows(offer)[0].delivered_at
    stages = {stage["id"]: stage["count"] for stage in as_("admin").get(f"{API}/{offer['id']}/funnel").json["stages"]}
    assert (stages["delivered"], stages["read"], stages["clicked"]) == (1, 1, 0)


@pytest.mark.parametrize("channel", ["messenger", "instagram"])
def test_messages_are_not_sent_late(
    app: Flask, as_: As, client: FlaskClient, outlet: Outlet, provider: Provider, traveller: Any, channel: str
) -> None:
    admin = as_("admin")
    account = connect_chat(admin, outlet, channel)
    account.send(client, messenger("hello", "m1", channel))
    do_jobs(app)
    join_chat(outlet, 1, channel)
    before = len(provider.sent())
    traveller.shift(timedelta(hours=24))
    offer = offered(app, as_("admin"), outlet, account, traveller)
    assert len(provider.sent()) == before
    assert [(row.state, row.reason) for row in rows(offer)] == [("skipped", "window_closed")]


def test_texts_of_instagram_are_measured_in_bytes(as_: As, outlet: Outlet) -> None:
    admin = as_("admin")
    values = {"name": "Diwali", "client": str(outlet.client_id), "channel": "instagram"}
    long = admin.post(API, json=values | {"message": {"hi": {"text": "क" * 334}}})
    assert long.status_code == 422 and "bytes" in long.json["errors"]["message.hi.text"][0]
    assert admin.post(API, json=values | {"message": {"hi": {"text": "क" * 333}}}).status_code == 201


def test_nobody_of_the_team_has_a_chat_to_test_in(as_: As, outlet: Outlet, provider: Provider) -> None:
    admin = as_("admin")
    account = connect_chat(admin, outlet, "telegram")
    offer = create_offer(admin, outlet, channel="telegram", message=TEXT, bot=account.bot)
    answer = admin.post(f"{API}/{offer['id']}/test", json={"language": "en"})
    assert (answer.status_code, answer.json["code"]) == (409, "no_address")
