"""Offers in the web chat: once to a proved visitor who agrees at that moment, and closed by them."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app.bots.catalog.models import Bot
from app.clients.models import Outlet
from app.conversations.models import Conversation
from app.core import clock
from app.core.db.base import db
from app.offers import consents
from app.offers.models import Offer, OfferRecipient
from tests.app.channels.talking import DESK, ORIGIN, Visitor, token
from tests.app.offers.site import TEXT, Site
from tests.factories.bots import create_bot
from tests.factories.mail import do_jobs
from tests.factories.offers import API, add_customer, create_offer

As = Callable[..., FlaskClient]
pytestmark = pytest.mark.both


@pytest.fixture
def site(app: Flask, as_: As, client: FlaskClient, outlet: Outlet, traveller: Any) -> Site:
    """A page with an offer that waits."""
    return Site(app, as_("admin"), client, outlet, traveller)


def test_it_waits_for_the_visitor_and_is_shown_once(site: Site, as_: As) -> None:
    assert site.row.state == "queued"
    visit_offer = site.visit().json["offer"]
    assert (visit_offer["text"], visit_offer["language"]) == ("Hello Asha, ten percent off:", "en")
    assert visit_offer["link"].endswith(f"/o/{site.row.code}0")
    assert (site.row.state, site.row.delivered_at, site.row.read_at) == ("sent", clock.now(), None)
    assert site.visit().json == {"offer": None}
    page = site.client.get(urlsplit(visit_offer["link"]).path).headers["Location"]
    visitor = Visitor(site.client, site.token, page_url=page)
    visitor.say("book")
    newest = db.session.scalars(select(Conversation).order_by(Conversation.id.desc())).first()
    assert newest is not None and newest.offer_id == int(site.offer["id"])
    stages = as_("admin").get(f"{API}/{site.offer['id']}/funnel").json["stages"]
    assert {stage["count"] for stage in stages if stage["id"] != "converted"} == {1}


def test_the_chat_that_answers_it_may_be_opened_by_its_mark(site: Site) -> None:
    mark = site.visit().json["offer"]["mark"]
    Visitor(site.client, site.token, page_url=f"{ORIGIN}/?parley_offer={mark}").say("book")
    assert site.row.replied_at is not None and site.row.conversation_id is not None


def test_it_can_be_closed(site: Site) -> None:
    code = site.visit().json["offer"]["code"]
    assert site.client.post(f"/o/{code}/dismissed").status_code == 204
    assert (site.row.state, site.row.reason, site.row.read_at) == ("read", "dismissed", clock.now())
    assert site.client.post("/o/AAAAAAAAAAAA/dismissed").status_code == 404


def test_consent_is_that_of_the_moment(site: Site) -> None:
    site.agree(consents.OUT)
    assert site.visit().json == {"offer": None}
    assert (site.row.state, site.row.reason) == ("skipped", "opted_out")


def test_only_whom_the_page_proves_is_shown_it(site: Site) -> None:
    assert site.visit(site.user("43")).json == {"offer": None}
    assert site.visit(site.user("42") | {"hash": "0" * 64}).json["code"] == "bad_identity"
    elsewhere = {"token": site.token, "user": site.user("42")}
    refused = site.client.post("/w/1/offers", json=elsewhere, headers={"Origin": "https://elsewhere.example"})
    assert refused.status_code == 403
    assert site.row.state == "queued"


def test_the_cap_puts_it_off(site: Site) -> None:
    for number in range(2):
        at = clock.now() - timedelta(days=number)
        db.session.add(OfferRecipient(
            client_id=site.outlet.client_id, customer_id=site.customer.id, language="en", code=f"code{number}",
            state="sent", accepted_at=at, sent_at=at, offer_id=_another(site, number),
        ))  # fmt: skip
    db.session.commit()
    assert site.visit().json == {"offer": None} and site.row.state == "queued"
    site.traveller.shift(timedelta(days=8))
    assert site.visit().json["offer"] is not None


def _another(site: Site, number: int) -> int:
    values = {"group": "service", "type": "service", "goal": "visit", "channel": "email"}
    offer = Offer(client_id=site.outlet.client_id, name=f"Other {number}", **values)
    db.session.add(offer)
    db.session.flush()
    return offer.id


def test_what_was_not_shown_ends_with_the_offer(site: Site) -> None:
    site.traveller.shift(timedelta(days=15))
    assert site.visit().json == {"offer": None}
    do_jobs(site.app)
    assert (site.row.state, site.row.reason) == ("skipped", "over")
    assert db.session.get_one(Offer, int(site.offer["id"])).state == "sent"


def test_a_bot_whose_pages_prove_nobody_cannot_show_offers(as_: As, outlet: Outlet) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=DESK)
    db.session.get_one(Bot, int(bot)).client_id = outlet.client_id
    db.session.commit()
    token(admin, bot)
    add_customer(outlet, 1)
    offer = create_offer(admin, outlet, channel="web", message=TEXT, bot=bot)
    assert set(offer["checks"]) == {"channel"} and offer["senders"] == []
    spoken = admin.get(f"{API}/{offer['id']}", headers={"Accept-Language": "hi"}).json["checks"]["channel"]
    assert "वेब टोकन" in spoken[0]
    assert set(create_offer(admin, outlet, name="B", channel="web", message=TEXT)["checks"]) == {"channel", "bot"}
