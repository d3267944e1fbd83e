"""An offer goes out by a bot's WhatsApp account: what the provider is asked, what it reports, and who replies."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app.accounts.users.models import User
from app.bots.catalog.models import Bot
from app.channels.messaging.models import Deployment, RawEvent
from app.clients.models import Outlet
from app.core import clock
from app.core.db.base import db
from app.core.languages import catalogue
from app.offers import consents
from app.offers.models import Consent, Offer, OfferRecipient
from tests.app.channels.messaging.accounts import provider
from tests.app.channels.messaging.provider import Provider, wa_text, whatsapp
from tests.app.offers.messaging import TEXT, add_reader, connect, connect_chat, rows
from tests.factories.bots import create_bot, publish_bot
from tests.factories.mail import do_jobs
from tests.factories.offers import API, create_offer, move, run_offer

__all__ = ["provider"]
As = Callable[..., FlaskClient]
pytestmark = pytest.mark.both


def report(status: str, to: OfferRecipient, **more: Any) -> bytes:
    """A notification of what became of a recipient's message."""
    moment = str(int(clock.now().timestamp()))
    body = {"id": f"wamid.{to.id}", "status": status, "timestamp": moment, "recipient_id": "919822000001",
            "biz_opaque_callback_data": f"offer:{to.id}"}  # fmt: skip
    return whatsapp(statuses=(body | more,))


def test_everybody_who_agrees_is_sent_the_template(
    app: Flask, as_: As, client: FlaskClient, outlet: Outlet, provider: Provider, traveller: Any
) -> None:
    admin = as_("admin")
    account = connect(admin, outlet)
    for number, agrees in ((1, True), (2, True), (3, None), (4, False)):
        add_reader(outlet, number, agrees=agrees)
    offer = create_offer(admin, outlet, channel="whatsapp", message=TEXT, bot=account.bot)
    assert offer["senders"] == [{"id": account.bot, "name": offer["senders"][0]["name"]}] and offer["checks"] == {}
    run_offer(app, admin, offer, traveller)
    sent = {body["to"]: body for body in provider.sent()}
    assert set(sent) == {"919822000001", "919822000002"}
    first = rows(offer)[0]
    template = sent["919822000001"]["template"]
    (parameter,) = template["components"][0]["parameters"]
    assert template["name"] == "offer_news" and f"/o/{first.code}" in parameter["text"]
    assert parameter["text"].startswith("Hello Asha, book: http") and "\n" not in parameter["text"]
    assert [(row.state, row.reason) for row in rows(offer)] == [
        ("sent", None), ("sent", None), ("skipped", "no_consent"), ("skipped", "opted_out"),
    ]  # fmt: skip
    assert first.delivered_at is None
    do_jobs(app)
    assert len(provider.sent()) == 2


def test_reports_lead_on_and_never_back(
    app: Flask, as_: As, client: FlaskClient, outlet: Outlet, provider: Provider, traveller: Any
) -> None:
    admin = as_("admin")
    account = connect(admin, outlet)
    add_reader(outlet, 1)
    add_reader(outlet, 2)
    offer = create_offer(admin, outlet, channel="whatsapp", message=TEXT, bot=account.bot)
    run_offer(app, admin, offer, traveller)
    first, second = rows(offer)
    failed = {"errors": [{"code": 131026, "title": "Undeliverable"}]}
    for body in (
        report("read", first), report("delivered", first), report("failed", second, **failed),
        report("delivered", second), whatsapp(statuses=()),
        report("read", second, biz_opaque_callback_data="offer:" + "9" * 40),
    ):  # fmt: skip
        assert account.send(client, body).status_code == 200
        do_jobs(app)
    assert {row.state for row in db.session.scalars(select(RawEvent))} <= {"processed", "duplicate", "ignored"}
    first, second = rows(offer)
    assert (first.state, first.delivered_at, first.read_at) == ("sent", clock.now(), clock.now())
    assert (second.state, second.reason, second.delivered_at) == ("failed", "131026", None)
    stages = {stage["id"]: stage["count"] for stage in as_("admin").get(f"{API}/{offer['id']}/funnel").json["stages"]}
    assert (stages["accepted"], stages["delivered"], stages["read"]) == (2, 1, 1)


def test_an_account_that_was_moved_still_reports_what_it_has_sent(
    app: Flask, as_: As, client: FlaskClient, outlet: Outlet, provider: Provider, traveller: Any
) -> None:
    admin = as_("admin")
    account = connect(admin, outlet)
    add_reader(outlet, 1)
    offer = create_offer(admin, outlet, channel="whatsapp", message=TEXT, bot=account.bot)
    run_offer(app, admin, offer, traveller)
    other = create_bot(as_("admin"), name="Night")
    assert publish_bot(as_("admin"), other).status_code == 201
    db.session.get_one(Bot, int(other)).client_id = outlet.client_id
    db.session.commit()
    assert as_("admin").post(f"{account.path}/move", json={"bot": other}).status_code == 200
    account.send(client, report("read", rows(offer)[0]))
    account.send(client, whatsapp(wa_text("yes", "m1", int(clock.now().timestamp()) + 1, "919822000001")))
    do_jobs(app)
    (recipient,) = rows(offer)
    assert recipient.read_at is not None and recipient.replied_at is not None


def test_a_reply_is_noted_and_stop_opts_out(
    app: Flask, as_: As, client: FlaskClient, outlet: Outlet, provider: Provider, traveller: Any
) -> None:
    admin = as_("admin")
    account = connect(admin, outlet)
    add_reader(outlet, 1)
    offer = create_offer(admin, outlet, channel="whatsapp", message=TEXT, bot=account.bot)
    run_offer(app, admin, offer, traveller)
    traveller.shift(timedelta(hours=1))
    moment = int(clock.now().timestamp())
    account.send(client, whatsapp(wa_text("when are you open", "m1", moment, "919822000001")))
    do_jobs(app)
    assert rows(offer)[0].replied_at == clock.now()
    account.send(client, whatsapp(wa_text("STOP", "m2", moment + 1, "919822000001")))
    do_jobs(app)
    latest = db.session.scalars(select(Consent).order_by(Consent.id.desc())).first()
    assert latest is not None and (latest.channel, latest.state) == ("whatsapp", consents.OUT)
    again = create_offer(as_("admin"), outlet, name="Again", channel="whatsapp", message=TEXT, bot=account.bot)
    refused = move(as_("admin"), again, "submit")
    assert refused.status_code == 422 and "audience" in refused.json["errors"]


def test_it_waits_for_a_provider_that_is_busy_and_pauses_without_an_account(
    app: Flask, as_: As, outlet: Outlet, provider: Provider, traveller: Any
) -> None:
    admin = as_("admin")
    account = connect(admin, outlet)
    for number in (1, 2):
        add_reader(outlet, number)
    offer = create_offer(admin, outlet, channel="whatsapp", message=TEXT, bot=account.bot)
    provider.answers = [(429, {"error": {"code": 130429, "message": "Rate limit hit"}})]
    run_offer(app, admin, offer, traveller)
    assert [row.state for row in rows(offer)] == ["queued", "queued"]
    provider.answers = [
        (200, {"messages": [{"id": "wamid.1"}]}), (401, {"error": {"code": 190, "message": "The token has expired."}}),
    ]  # fmt: skip
    for _ in range(3):
        traveller.shift(timedelta(hours=1))
        do_jobs(app)
    assert [row.state for row in rows(offer)] == ["sent", "queued"]
    offered = db.session.get_one(Offer, int(offer["id"]))
    assert (offered.state, offered.paused_by_guard) == ("paused", "sending")
    assert offered.state_reason == "template"
    text = as_("admin").get(f"{API}/{offer['id']}", headers={"Accept-Language": "hi"}).json["state_reason"]
    assert text == catalogue("offers", "hi")["check.template"].replace(
        "{channel}", catalogue("channel", "hi")["whatsapp"]
    )
    assert db.session.get_one(Deployment, int(account.id)).state == "error"


def test_a_number_writes_first_without_a_template(
    app: Flask, as_: As, outlet: Outlet, provider: Provider, traveller: Any
) -> None:
    admin = as_("admin")
    account = connect_chat(admin, outlet, "sms")
    add_reader(outlet, 1, channel="sms")
    offer = create_offer(admin, outlet, channel="sms", message=TEXT, bot=account.bot)
    assert offer["checks"] == {}
    run_offer(app, admin, offer, traveller)
    (message,) = provider.sent()
    assert message["To"] == "+919822000001" and message["Body"].startswith("Hello Asha,\n\nbook: http")
    assert [(row.state, row.delivered_at) for row in rows(offer)] == [("sent", None)]


@pytest.mark.parametrize(
    ("more", "fields"), [({}, {"channel"}), ({"bot": None}, {"channel", "bot"}), ({"channel": "sms"}, {"channel"})]
)
def test_what_cannot_be_sent_is_not_submitted(
    as_: As, outlet: Outlet, provider: Provider, more: dict[str, Any], fields: set[str]
) -> None:
    admin = as_("admin")
    account = connect(admin, outlet, settings={})
    add_reader(outlet, 1)
    offer = create_offer(admin, outlet, **({"channel": "whatsapp", "message": TEXT, "bot": account.bot} | more))
    refused = move(admin, offer, "submit")
    assert refused.status_code == 422 and set(refused.json["errors"]) == fields
    for language in ("hi", "ar"):
        checks = admin.get(f"{API}/{offer['id']}", headers={"Accept-Language": language}).json["checks"]
        words = checks["channel"][0].replace("WhatsApp", "").replace("SMS", "")
        assert set(checks) == fields and not any(sign.isascii() and sign.isalpha() for sign in words)
    assert admin.post(f"{API}/{offer['id']}/test", json={"language": "en"}).json["code"] == "not_connected"


def test_a_test_goes_to_the_writers_own_number(app: Flask, as_: As, outlet: Outlet, provider: Provider) -> None:
    admin = as_("admin")
    account = connect(admin, outlet)
    offer = create_offer(admin, outlet, channel="whatsapp", message=TEXT, bot=account.bot)
    address = f"{API}/{offer['id']}/test"
    assert admin.post(address, json={"language": "en"}).json["code"] == "no_address"
    email = admin.get("/api/v1/account").json["email"]
    db.session.scalars(select(User).where(User.email == email)).one().contact = "98450 11223"
    assert admin.post(address, json={"language": "en"}).status_code == 200
    do_jobs(app)
    (body,) = provider.sent()
    text = body["template"]["components"][0]["parameters"][0]["text"]
    assert body["to"] == "919845011223" and text.startswith("[Test] Hello") and "https://dealer.example" in text
