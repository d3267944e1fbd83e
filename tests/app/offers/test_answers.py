"""An answer to an offer begins a conversation of that offer: by a channel, or in the chat of a page it leads to."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app.bots.catalog.models import Bot
from app.channels.tokens.models import BotToken
from app.clients.models import Outlet
from app.conversations.models import Conversation
from app.core import clock
from app.core.db.base import db
from app.offers.models import OfferRecipient
from tests.app.channels.messaging.accounts import provider
from tests.app.channels.messaging.provider import Provider, wa_text, whatsapp
from tests.app.channels.talking import DESK, Visitor, live
from tests.app.clients.making import add_client
from tests.app.offers.messaging import TEXT, add_reader, connect, rows
from tests.factories.mail import do_jobs
from tests.factories.offers import API, add_customer, create_offer, run_offer

__all__ = ["provider"]
As = Callable[..., FlaskClient]
pytestmark = [pytest.mark.both, pytest.mark.usefixtures("post")]
ENTRY = DESK | {
    "variables": {"offer_name": {"type": "text"}, "offer_model": {"type": "text"}},
    "nodes": DESK["nodes"] | {
        "offer_entry": {"type": "message", "text": {"en": "About {{offer_name}} for {{offer_model}}"}, "next": "menu"},
    },
}  # fmt: skip


def conversations() -> list[Conversation]:
    """All conversations, the first first."""
    db.session.expire_all()
    return list(db.session.scalars(select(Conversation).order_by(Conversation.id)))


def mailed(app: Flask, admin: FlaskClient, outlet: Outlet, traveller: Any) -> tuple[dict[str, Any], str, str]:
    """An offer by mail to one customer, with a web token of a bot of its client; the offer, token and tracked link."""
    bot, token = live(admin, ENTRY)
    db.session.get_one(Bot, int(bot)).client_id = outlet.client_id
    add_customer(outlet, 1)
    offer = create_offer(admin, outlet)
    run_offer(app, admin, offer, traveller)
    return offer, token, f"/o/{rows(offer)[0].code}0"


def test_a_tracked_link_leads_to_a_conversation_of_the_offer(
    app: Flask, as_: As, client: FlaskClient, outlet: Outlet, traveller: Any
) -> None:
    admin = as_("admin")
    offer, token, link = mailed(app, admin, outlet, traveller)
    page = client.get(link).headers["Location"]
    assert page.startswith("https://dealer.example/book?x=1&y=2&parley_offer=") and rows(offer)[0].code not in page
    visitor = Visitor(client, token, page_url=page)
    assert [event["text"] for event in visitor.events()] == ["About Winter check-up for VELA", "What next?"]
    assert rows(offer)[0].replied_at is None
    visitor.choose("book")
    visitor.say("tomorrow")
    (conversation,) = conversations()
    recipient = rows(offer)[0]
    assert conversation.offer_id == int(offer["id"])
    assert (recipient.conversation_id, recipient.replied_at) == (conversation.id, conversation.started_at)
    reader = as_("admin")
    stages = {stage["id"]: stage["count"] for stage in reader.get(f"{API}/{offer['id']}/funnel").json["stages"]}
    assert stages["replied"] == 1
    (row,) = reader.get(f"{API}/{offer['id']}/recipients?state=replied").json["items"]
    assert row["conversation"] == str(conversation.id)
    whole = reader.get(f"/api/v1/conversations/{conversation.id}").json
    assert whole["facts"]["offer"] == {"id": offer["id"], "name": "Winter check-up"}
    timeline = reader.get(f"/api/v1/contacts/{row['contact']['id']}/timeline").json
    answers = [event for event in timeline["items"] if event["kind"] == "offer_answer"]
    assert [event["link"] for event in answers] == [f"/reports/conversations/{conversation.id}"]
    assert {"id": "offers", "count": 2} in timeline["lanes"]


def test_the_history_is_filtered_by_origin_and_offer(
    app: Flask, as_: As, client: FlaskClient, outlet: Outlet, traveller: Any
) -> None:
    admin = as_("admin")
    offer, token, link = mailed(app, admin, outlet, traveller)
    Visitor(client, token, page_url=client.get(link).headers["Location"]).say("hello")
    Visitor(client, token).say("hello")
    reader = as_("admin")
    for f, count in (
        ("", 2), ("origin:eq:offer", 1), ("origin:eq:page", 1), (f"offer:eq:{offer['id']}", 1), ("offer:eq:1", 0),
    ):  # fmt: skip
        answer = reader.get("/api/v1/conversations", query_string={"r": "all", "f": f, "data": "all"})
        assert (f, answer.json.get("total")) == (f, count), answer.json


@pytest.mark.parametrize("change", ["forged", "late", "other_client"])
def test_a_mark_that_is_not_good_begins_no_conversation_of_an_offer(
    app: Flask, as_: As, client: FlaskClient, outlet: Outlet, traveller: Any, change: str
) -> None:
    admin = as_("admin")
    offer, token, link = mailed(app, admin, outlet, traveller)
    page = client.get(link).headers["Location"]
    if change == "forged":
        page = page[:-1] + ("0" if page[-1] != "0" else "1")
    elif change == "late":
        traveller.shift(timedelta(days=8))
    else:
        bot = db.session.scalars(select(Bot)).one()
        bot.client_id = add_client("Another").id
        db.session.commit()
    visitor = Visitor(client, token, page_url=page)
    assert [event["text"] for event in visitor.events()] == ["Hello", "What next?"]
    visitor.say("hello")
    assert [row.offer_id for row in conversations()] == [None]
    assert rows(offer)[0].replied_at is None


def test_pages_without_a_widget_of_the_client_get_no_mark(
    app: Flask, as_: As, client: FlaskClient, outlet: Outlet, traveller: Any
) -> None:
    admin = as_("admin")
    _offer, _token, link = mailed(app, admin, outlet, traveller)
    db.session.scalars(select(BotToken)).one().origins = ["https://elsewhere.example"]
    db.session.commit()
    assert client.get(link).headers["Location"] == "https://dealer.example/book?x=1&y=2"


def test_a_reply_by_whatsapp_begins_one_and_stop_is_of_the_offer(
    app: Flask, as_: As, client: FlaskClient, outlet: Outlet, provider: Provider, traveller: Any
) -> None:
    admin = as_("admin")
    account = connect(admin, outlet)
    add_reader(outlet, 1)
    offer = create_offer(admin, outlet, channel="whatsapp", message=TEXT, bot=account.bot)
    run_offer(app, admin, offer, traveller)
    traveller.shift(timedelta(hours=1))
    moment = int(clock.now().timestamp())
    for number, text in enumerate(("when are you open", "and on Sunday", "STOP")):
        account.send(client, whatsapp(wa_text(text, f"m{number}", moment + number, "919822000001")))
        do_jobs(app)
    (conversation,) = conversations()
    recipient = rows(offer)[0]
    assert (conversation.offer_id, recipient.conversation_id) == (int(offer["id"]), conversation.id)
    assert recipient.opted_out
    assert as_("admin").get(f"{API}/{offer['id']}/funnel").json["opted_out"] == 1
    traveller.shift(timedelta(days=2))
    account.send(client, whatsapp(wa_text("hello again", "m9", int(clock.now().timestamp()), "919822000001")))
    do_jobs(app)
    assert [row.offer_id for row in conversations()] == [int(offer["id"]), None]


def test_a_conversation_under_way_stays_what_it_was(
    app: Flask, as_: As, client: FlaskClient, outlet: Outlet, provider: Provider, traveller: Any
) -> None:
    admin = as_("admin")
    account = connect(admin, outlet)
    add_reader(outlet, 1)
    offer = create_offer(admin, outlet, channel="whatsapp", message=TEXT, bot=account.bot)
    account.send(client, whatsapp(wa_text("hello", "m0", int(clock.now().timestamp()), "919822000001")))
    do_jobs(app)
    run_offer(app, as_("admin"), offer, traveller)
    traveller.shift(timedelta(seconds=5))
    account.send(client, whatsapp(wa_text("more", "m1", int(clock.now().timestamp()), "919822000001")))
    do_jobs(app)
    assert rows(offer)[0].replied_at is not None
    assert {row.offer_id for row in conversations()} == {None}
    assert db.session.scalar(select(OfferRecipient.conversation_id)) is None
    account.send(client, whatsapp(wa_text("STOP", "m2", int(clock.now().timestamp()), "919822000001")))
    do_jobs(app)
    assert rows(offer)[0].opted_out
