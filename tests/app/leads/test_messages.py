"""Messages to customers of leads: who can be written to, what goes out, what comes back, and the quote's link."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app.accounts.workspaces.models import Workspace
from app.channels.messaging.models import Deployment
from app.clients.models import Client, Outlet
from app.core import clock
from app.core.db.base import db
from app.leads import jobs, life, messages
from app.leads.models import Lead, LeadTouch
from app.notifications.models import Notification
from app.offers import consents
from tests.app.channels.messaging.accounts import provider
from tests.app.channels.messaging.provider import Provider, wa_text, whatsapp
from tests.app.leads.making import API, add_lead
from tests.app.masters.making import two_outlets
from tests.app.offers.messaging import add_reader, connect, connect_chat
from tests.conftest import add_person
from tests.factories.mail import do_jobs, no_mail_server, post_office, text_of

__all__ = ["provider"]
As = Callable[..., FlaskClient]
pytestmark = pytest.mark.both
HELLO = {"channel": "whatsapp", "text": "When may we call you?"}
QUOTED = {"price_minor": 1_550_000, "gst_rate": 18.0, "plan_years": 2, "state": "quoted"}


@pytest.fixture
def traveller() -> Iterator[Any]:
    """A clock that can be moved; it begins at a whole second, as providers tell times."""
    with time_machine.travel(clock.now().replace(microsecond=0), tick=False) as traveller:
        yield traveller


@pytest.fixture
def outlet(workspace: Workspace) -> Outlet:
    """An outlet whose client sends at any hour."""
    place = two_outlets()[0]
    client = db.session.get_one(Client, place.client_id)
    client.quiet_from = client.quiet_to = None
    db.session.commit()
    return place


def lead_of(outlet: Outlet, **more: Any) -> Lead:
    """Store an assigned lead whose customer agrees to messages."""
    return add_lead(outlet, 1, **({"state": "assigned", "consent": True, "email": "asha@mail.example"} | more))


def quoted_lead(outlet: Outlet) -> Lead:
    """Store a lead with a quote."""
    today = clock.now().date()
    return lead_of(outlet, quoted_on=today, quote_until=today + timedelta(days=14), **QUOTED)


def send(client: FlaskClient, lead: Lead, body: dict[str, Any] = HELLO) -> Any:
    """Send a message by the API."""
    return client.post(f"{API}/leads/{lead.id}/messages", json=body)


def touches(lead: Lead) -> list[LeadTouch]:
    """The messages of a lead, in order."""
    db.session.expire_all()
    query = select(LeadTouch).where(LeadTouch.lead_id == lead.id, LeadTouch.medium != "").order_by(LeadTouch.id)
    return list(db.session.scalars(query))


def report(status: str, touch: LeadTouch, **more: Any) -> bytes:
    """A notification of what became of a message."""
    body = {"id": f"wamid.{touch.id}", "status": status, "timestamp": str(int(clock.now().timestamp())),
            "recipient_id": "919822000001", "biz_opaque_callback_data": f"lead:{touch.id}"}  # fmt: skip
    return whatsapp(statuses=(body | more,))


def test_a_message_goes_out_once_and_contacts_the_customer(
    app: Flask, as_: As, client: FlaskClient, outlet: Outlet, provider: Provider
) -> None:
    account, lead = connect(as_("admin"), outlet), lead_of(outlet)
    answer = send(as_("admin"), lead)
    assert answer.status_code == 200, answer.json
    (touch,) = [touch for touch in answer.json["touches"] if touch["medium"]]
    assert (touch["delivery"], touch["note"]) == ("waiting", HELLO["text"])
    assert answer.json["state"] == "assigned" and answer.json["attempts"] == 0
    do_jobs(app)
    do_jobs(app)
    (body,) = provider.sent()
    assert body["to"] == "919822000001"
    assert body["template"]["components"][0]["parameters"][0]["text"] == HELLO["text"]
    (row,) = touches(lead)
    assert row.delivery == "sent" and row.sent_at is not None
    assert (lead.state, lead.attempts) == ("contacted", 1)
    account.send(client, report("read", row))
    account.send(client, report("delivered", row))
    do_jobs(app)
    (row,) = touches(lead)
    assert row.delivery == "read" and row.delivered_at is not None and row.read_at is not None


def test_the_name_is_filled_in_when_a_message_goes_out(app: Flask, as_: As, outlet: Outlet, provider: Provider) -> None:
    connect(as_("admin"), outlet)
    lead = lead_of(outlet)
    draft = as_("admin").get(f"{API}/leads/{lead.id}/messages/draft").json
    # Not everyone who may write to a customer sees who it is.
    assert lead.name not in draft["text"] and messages.NAME in draft["text"]
    answer = send(as_("admin"), lead, HELLO | {"text": draft["text"]})
    assert lead.name not in str(answer.json["touches"])
    do_jobs(app)
    (body,) = provider.sent()
    text = body["template"]["components"][0]["parameters"][0]["text"]
    assert text.startswith(f"Hello {lead.name}, ") and messages.NAME not in text


def test_reports_of_failures_and_of_other_clients(
    app: Flask, as_: As, client: FlaskClient, outlet: Outlet, provider: Provider
) -> None:
    account, lead = connect(as_("admin"), outlet), lead_of(outlet)
    send(as_("admin"), lead)
    do_jobs(app)
    (row,) = touches(lead)
    other = db.session.get_one(LeadTouch, row.id)
    other.client_id += 1
    messages.note_report(db.session.get_one(Deployment, int(account.id)), row.id, "failed", "131026", clock.now())
    db.session.rollback()
    assert touches(lead)[0].delivery == "sent"
    account.send(client, report("failed", row, errors=[{"code": 131026, "title": "Undeliverable"}]))
    do_jobs(app)
    (row,) = touches(lead)
    assert (row.delivery, row.failure) == ("failed", "131026")


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"phone": None}, "no_address"),
        ({"consent": False}, "no_consent"),
        ({"opted_out_at": clock.now()}, "opted_out"),
        ({}, "no_template"),
    ],
)
def test_who_cannot_be_written_to(as_: As, outlet: Outlet, more: dict[str, Any], code: str) -> None:
    lead = lead_of(outlet, **more)
    answer = send(as_("admin"), lead)
    assert (answer.status_code, answer.json["code"]) == (409, code)
    draft = as_("admin").get(f"{API}/leads/{lead.id}/messages/draft").json
    assert {row["channel"]: row["obstacle"] for row in draft["channels"]}["whatsapp"] == code
    assert touches(lead) == []


def test_the_ledger_of_consents_counts(app: Flask, as_: As, outlet: Outlet, provider: Provider) -> None:
    connect(as_("admin"), outlet)
    agreed = lead_of(outlet, consent=False)
    contact = consents.contact_of(add_reader(outlet, 1))
    assert send(as_("admin"), agreed).status_code == 200
    consents.add_consent(contact, "whatsapp", consents.OUT, "Form", at=clock.now() + timedelta(seconds=1))
    db.session.commit()
    assert send(as_("admin"), agreed).json["code"] == "opted_out"
    # What waits is looked at again before it goes out.
    do_jobs(app)
    (row,) = touches(agreed)
    assert (row.delivery, row.failure, provider.sent()) == ("failed", "opted_out", [])


def test_quiet_hours_and_the_bound_of_a_day(
    app: Flask, as_: As, outlet: Outlet, provider: Provider, traveller: Any
) -> None:
    connect(as_("admin"), outlet)
    lead = lead_of(outlet)
    db.session.get_one(Client, outlet.client_id).quiet_from = "00:00"
    db.session.get_one(Client, outlet.client_id).quiet_to = "23:59"
    db.session.commit()
    assert as_("admin").get(f"{API}/leads/{lead.id}/messages/draft").json["sends_at"] is not None
    for _ in range(messages.MOST_A_DAY):
        assert send(as_("admin"), lead).status_code == 200
    assert send(as_("admin"), lead).json["code"] == "too_many"
    do_jobs(app)
    assert provider.sent() == []


def test_a_mail_has_the_quote_as_a_file(app: Flask, as_: As, outlet: Outlet) -> None:
    lead = quoted_lead(outlet)
    body = {"channel": "email", "text": "Here it is.", "subject": "Your quote", "quote": True}
    assert send(as_("admin"), lead, body | {"subject": ""}).json["errors"]["subject"]
    with post_office(app) as post:
        assert send(as_("admin"), lead, body).status_code == 200
        do_jobs(app)
    mail: Any = post.taken[0]
    (attachment,) = mail.iter_attachments()
    assert attachment.get_content().startswith(b"%PDF") and attachment.get_filename() == f"L-{lead.number}.pdf"
    assert touches(lead)[0].delivery == "sent"


def test_a_mail_without_a_mail_server_is_not_sent(app: Flask, as_: As, outlet: Outlet) -> None:
    with no_mail_server():
        admin, lead = as_("admin"), lead_of(outlet)
        body = {"channel": "email", "text": "When may we call you?", "subject": "Your vehicle"}
        channels = admin.get(f"{API}/leads/{lead.id}/messages/draft").json["channels"]
        assert {"channel": "email", "obstacle": "no_server"} in channels
        assert send(admin, lead, body).json["code"] == "no_server" and touches(lead) == []
        with post_office(app):
            assert send(admin, lead, body).status_code == 200
        do_jobs(app)
        assert [(touch.delivery, touch.failure) for touch in touches(lead)] == [("failed", "no_server")]
        assert db.session.get_one(Lead, lead.id).contacted_at is None


def test_what_failed_by_the_account_is_sent_again(app: Flask, as_: As, outlet: Outlet, provider: Provider) -> None:
    admin, lead = as_("admin"), lead_of(outlet)
    connect(admin, outlet)
    touch = failed_message(lead, "no_answer")
    again = f"{API}/leads/{lead.id}/messages/again"
    assert admin.get(f"{API}/leads/{lead.id}").json["repeatable"] == [str(touch.id)]
    assert admin.post(again, json={"message": str(lead.id)}).json["errors"]["message"]
    answer = admin.post(again, json={"message": str(touch.id)})
    assert answer.status_code == 200 and answer.json["repeatable"] == []
    do_jobs(app)
    assert [row.delivery for row in touches(lead)] == ["failed", "sent"]
    assert admin.post(again, json={"message": str(touch.id)}).json["code"] == "not_repeatable"


@pytest.mark.parametrize("failure", ["opted_out", "no_consent", "interrupted", "131026"])
def test_what_the_customer_or_the_number_refused_is_not_sent_again(as_: As, outlet: Outlet, failure: str) -> None:
    admin, lead = as_("admin"), lead_of(outlet)
    touch = failed_message(lead, failure)
    assert admin.get(f"{API}/leads/{lead.id}").json["repeatable"] == []
    answer = admin.post(f"{API}/leads/{lead.id}/messages/again", json={"message": str(touch.id)})
    assert answer.status_code == 409 and answer.json["code"] == "not_repeatable"


def test_a_repeat_counts_among_the_messages_of_a_day(as_: As, outlet: Outlet, provider: Provider) -> None:
    admin, lead = as_("admin"), lead_of(outlet)
    connect(admin, outlet)
    for number in range(5):
        touch = failed_message(lead, "no_answer", f"Text {number}")
    answer = admin.post(f"{API}/leads/{lead.id}/messages/again", json={"message": str(touch.id)})
    assert answer.json["code"] == "too_many"


def failed_message(lead: Lead, failure: str, text: str = "When may we call you?") -> LeadTouch:
    """Store a message by WhatsApp that failed."""
    touch = life.add_touch(
        lead, "message", channel="message", medium="whatsapp", note=text, language="en", delivery="failed",
        failure=failure,
    )  # fmt: skip
    db.session.commit()
    return touch


def test_the_link_of_a_quote(app: Flask, as_: As, client: FlaskClient, outlet: Outlet, provider: Provider) -> None:
    connect(as_("admin"), outlet)
    lead = quoted_lead(outlet)
    assert send(as_("admin"), lead, HELLO | {"quote": True}).status_code == 200
    do_jobs(app)
    (row,) = touches(lead)
    (body,) = provider.sent()
    text = body["template"]["components"][0]["parameters"][0]["text"]
    # The link shows who the customer is: it is theirs alone.
    assert text.startswith(HELLO["text"]) and row.note == HELLO["text"]
    path = text[text.index("/q/") :]
    answer = client.get(path)
    assert answer.status_code == 200 and answer.data.startswith(b"%PDF") and len(answer.data) <= 80 * 1024
    assert answer.headers["X-Robots-Tag"] == "noindex"
    client.get(path, headers={"User-Agent": "WhatsApp/2.23.20"})
    client.head(path)
    db.session.expire_all()
    assert lead.quote_opens == 1 and lead.quote_opened_at is not None
    assert client.get("/q/AAAAAAAAAAAA").status_code == 404
    lead.quote_until = clock.now().date() - timedelta(days=2)
    db.session.commit()
    assert client.get(path).status_code == 410


def test_a_quote_that_cannot_be_sent(as_: As, outlet: Outlet, provider: Provider) -> None:
    connect(as_("admin"), outlet)
    lead = lead_of(outlet)
    assert send(as_("admin"), lead, HELLO | {"quote": True}).json["code"] == "not_quoted"
    assert as_("admin").get(f"{API}/leads/{lead.id}/messages/draft").json["quote_text"] is None
    long = send(as_("admin"), quoted_lead_of(lead), HELLO | {"quote": True, "text": "a" * 1000})
    assert long.status_code == 422 and "text" in long.json["errors"]
    lead.state, lead.closed_at = "lost", clock.now()
    db.session.commit()
    assert send(as_("admin"), lead).json["code"] == "invalid_transition"


def quoted_lead_of(lead: Lead) -> Lead:
    """Give a lead a quote."""
    lead.price_minor, lead.gst_rate, lead.plan_years = 100, 18.0, 1
    lead.quote_until = clock.now().date() + timedelta(days=9)
    db.session.commit()
    return lead


def test_an_answer_engages_a_contacted_customer(
    app: Flask, as_: As, client: FlaskClient, outlet: Outlet, provider: Provider, traveller: Any
) -> None:
    account, lead = connect(as_("admin"), outlet), lead_of(outlet)
    lead.owner_id = add_person("admin").id
    db.session.commit()
    send(as_("admin"), lead)
    do_jobs(app)
    traveller.shift(timedelta(hours=1))
    moment = int(clock.now().timestamp())
    account.send(client, whatsapp(wa_text("tomorrow please", "m1", moment, "919822000001")))
    do_jobs(app)
    (row,) = touches(lead)
    assert lead.state == "engaged" and row.replied_at is not None
    assert list(db.session.scalars(select(Notification.kind))) == ["lead_replied"]
    account.send(client, whatsapp(wa_text("at ten", "m2", moment + 5, "919822000001")))
    do_jobs(app)
    kinds = list(db.session.scalars(select(LeadTouch.kind).where(LeadTouch.lead_id == lead.id)))
    assert kinds.count("replied") == 0 and lead.state == "engaged"


def test_the_customer_is_reminded_of_a_call(
    app: Flask, as_: As, outlet: Outlet, provider: Provider, traveller: Any
) -> None:
    connect(as_("admin"), outlet)
    lead = lead_of(outlet, state="engaged")
    path = f"{API}/leads/{lead.id}/events"
    soon = {"event": "callback", "remind": True, "next_action_at": (clock.now() + timedelta(minutes=30)).isoformat()}
    assert "remind" in as_("admin").post(path, json=soon).json["errors"]
    at = clock.now() + timedelta(days=3)
    answer = as_("admin").post(path, json=soon | {"next_action_at": at.isoformat()})
    assert answer.status_code == 200 and answer.json["reminds_at"] is not None
    jobs.follow_up()
    do_jobs(app)
    assert provider.sent() == []
    db.session.expire_all()
    assert lead.reminds_at is not None
    traveller.move_to(lead.reminds_at + timedelta(minutes=1))
    jobs.follow_up()
    jobs.follow_up()
    do_jobs(app)
    (body,) = provider.sent()
    assert "will call you" in body["template"]["components"][0]["parameters"][0]["text"]
    (row,) = touches(lead)
    assert (row.event, row.by, lead.reminds_at) == ("reminder", "", None)
    assert lead.state == "follow_up" and lead.next_action_at is not None


def test_a_reminder_that_cannot_go_out_says_why(as_: As, outlet: Outlet) -> None:
    lead = lead_of(outlet, state="follow_up", next_action_at=clock.now() + timedelta(hours=5), reminds_at=clock.now())
    jobs.follow_up()
    (row,) = touches(lead)
    assert (row.delivery, row.failure) == ("failed", "no_template")


def test_a_message_that_was_interrupted_is_never_tried_again(
    app: Flask, as_: As, outlet: Outlet, provider: Provider
) -> None:
    connect(as_("admin"), outlet)
    lead = lead_of(outlet)
    send(as_("admin"), lead)
    (row,) = touches(lead)
    row.delivery = "sending"
    db.session.commit()
    do_jobs(app)
    (row,) = touches(lead)
    assert (row.delivery, row.failure, provider.sent()) == ("failed", "interrupted", [])


def test_sms_has_an_account_of_its_own(app: Flask, as_: As, outlet: Outlet, provider: Provider) -> None:
    connect_chat(as_("admin"), outlet, "sms")
    lead = lead_of(outlet)
    assert send(as_("admin"), lead, HELLO | {"channel": "sms"}).status_code == 200
    do_jobs(app)
    assert touches(lead)[0].delivery == "sent"


def test_a_text_that_begins_with_a_name_nobody_gave_begins_with_what_follows(
    app: Flask, as_: As, outlet: Outlet
) -> None:
    lead = lead_of(outlet, name="")
    with post_office(app) as post:
        body = {"channel": "email", "subject": "{{name}}, {{other}}", "text": "{{name}}, we are open."}
        assert send(as_("admin"), lead, body).status_code == 200
        do_jobs(app)
    (mail,) = post.taken
    assert mail["Subject"] == "{{other}}" and text_of(mail).startswith("we are open.")
