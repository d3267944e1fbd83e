"""People write to a bot on messaging channels: from a signed request to the provider's call."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from flask import Flask
from flask.testing import FlaskClient
from limits import parse
from sqlalchemy import delete, select

from app.bots.catalog.models import Bot
from app.channels.messaging import intake, reading
from app.channels.messaging.models import InboundEvent, MessagingThread, SentMessage
from app.channels.sessions.models import ChannelEvent, ChannelSession
from app.conversations.models import Conversation
from app.core.clock import now
from app.core.db.base import _transaction, db
from app.core.jobs import MAX_ATTEMPTS
from tests.app.channels.messaging.accounts import Account, provider
from tests.app.channels.messaging.provider import (
    ACCOUNTS,
    SECRETS,
    Provider,
    messenger,
    signed,
    slack,
    sms,
    telegram,
    wa_choice,
    wa_text,
    whatsapp,
)
from tests.app.channels.talking import DESK
from tests.factories.bots import create_bot
from tests.factories.mail import do_jobs

__all__ = ["provider"]
As = Callable[..., FlaskClient]
CHANNELS = tuple(ACCOUNTS)
pytestmark = pytest.mark.both
SAID: dict[str, Callable[[str, str], bytes]] = {
    "whatsapp": lambda text, key: whatsapp(wa_text(text, key)),
    "messenger": messenger,
    "instagram": lambda text, key: messenger(text, key, "instagram"),
    "telegram": lambda text, key: telegram(text, sum(map(ord, key))),
    "slack": slack,
    "sms": sms,
}


def texts(provider: Provider) -> list[str]:
    """The texts that the provider was sent."""
    lines = []
    for body in provider.sent():
        message = body.get("message") or {"text": body.get("Body")} | body
        interactive = body.get("interactive", {}).get("body", {}).get("text")
        lines.append(
            interactive or (message["text"]["body"] if isinstance(message.get("text"), dict) else message["text"])
        )
    return lines


@pytest.mark.parametrize("channel", CHANNELS)
def test_a_person_is_answered_on_each_channel(
    as_: As, app: Flask, client: FlaskClient, provider: Provider, channel: str
) -> None:
    account = Account(as_("admin"), channel).connect()
    assert account.send(client, SAID[channel]("when are you open", "m1")).status_code == 200
    do_jobs(app)
    assert "From nine to six." in texts(provider)
    assert [event["state"] for event in account.events()] == ["processed"]
    (conversation,) = db.session.scalars(select(Conversation)).all()
    assert conversation.channel == channel and conversation.messages_in == 1


def test_whatsapp_is_verified_by_its_challenge_or_refused(as_: As, client: FlaskClient) -> None:
    account = Account(as_("admin"), "whatsapp")
    token = account.created.json["verify_token"]
    ask = {"hub.mode": "subscribe", "hub.verify_token": token, "hub.challenge": "1158201444"}
    assert client.get(account.hook, query_string=ask | {"hub.verify_token": "other"}).status_code == 403
    assert client.get(account.hook, query_string={"hub.mode": "subscribe"}).status_code == 400
    assert account.state() == "unverified"
    answer = client.get(account.hook, query_string=ask)
    assert (answer.status_code, answer.text, answer.mimetype) == (200, "1158201444", "text/plain")
    assert account.state() == "verified"
    assert client.get("/hooks/telegram/" + account.id).status_code == 404


def test_a_challenge_is_answered_by_a_writer(as_: As, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    account, kinds = Account(as_("admin"), "whatsapp"), list[str]()
    mark_verified = intake.mark_verified
    # Another writer may commit after this request's first look: a reader could not write any more.
    monkeypatch.setattr(intake, "mark_verified", lambda row: kinds.append(_transaction.get()) or mark_verified(row))
    ask = {"hub.mode": "subscribe", "hub.verify_token": account.created.json["verify_token"], "hub.challenge": "1"}
    assert client.get(account.hook, query_string=ask).status_code == 200
    assert kinds == ["IMMEDIATE"]


def test_what_is_not_signed_changes_nothing(as_: As, app: Flask, client: FlaskClient) -> None:
    account = Account(as_("admin"), "whatsapp")
    body = whatsapp(wa_text("hello", "m1"))
    for headers in ({}, {"X-Hub-Signature-256": "sha256=" + "0" * 64}, {"X-Hub-Signature": "sha1=" + "0" * 40}):
        assert client.post(account.hook, data=body, headers=headers).status_code == 401
    assert account.send(client, body + b" ", **signed("whatsapp", body)).status_code == 401
    assert {(event["state"], event["events"]) for event in account.events()} == {("rejected", 0)}
    assert account.admin.get(account.path).json["refused"] == 4
    assert db.session.scalars(select(InboundEvent)).all() == []
    do_jobs(app)


def test_of_many_requests_without_a_signature_the_first_are_listed(
    as_: As, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(intake, "LISTED_REFUSALS", parse("3/hour"))
    account = Account(as_("admin"), "telegram")
    for number in (1, 2, 3, 4, 5):
        assert client.post(account.hook, data=str(number)).status_code == 401
    assert (len(account.events()), account.admin.get(account.path).json["refused"]) == (3, 5)


def test_the_start_button_of_an_application_opens_a_conversation(
    as_: As, app: Flask, client: FlaskClient, provider: Provider
) -> None:
    account = Account(as_("admin"), "telegram").connect()

    def say(text: str, update: int) -> list[str]:
        provider.calls.clear()
        account.send(client, telegram(text, update))
        do_jobs(app)
        return texts(provider)

    opening = say("/start spring", 1)
    assert opening[0].startswith("Hello") and len(opening) == 2
    assert db.session.scalars(select(Conversation)).all() == []
    assert say("when are you open", 2)[0] == "From nine to six."
    (conversation,) = db.session.scalars(select(Conversation)).all()
    assert (conversation.messages_in, conversation.fallback_turns) == (1, 0)
    assert (conversation.origin, conversation.extra) == ("qr", {"ad_source_id": "spring"})
    # Under way it begins again, and so it does after a long silence.
    say("Book a service", 3)
    assert say("/start", 4) == opening
    with time_machine.travel(now() + timedelta(days=2), tick=False):
        assert say("/start", 5) == opening
    db.session.expire_all()
    assert [row.fallback_turns for row in db.session.scalars(select(Conversation))] == [0]


def test_the_start_button_is_a_text_to_a_bot_without_words_that_restart_it(
    as_: As, app: Flask, client: FlaskClient, provider: Provider
) -> None:
    account = Account(as_("admin"), "telegram", DESK | {"restart": {"en": []}}).connect()
    for update, text in enumerate(("/start", "Book a service", "/start", "tomorrow")):
        account.send(client, telegram(text, update))
        do_jobs(app)
    assert [event["state"] for event in account.events()] == ["processed"] * 4
    assert texts(provider)[-1] == "How was it?"


def test_the_start_button_of_a_page_opens_a_conversation(
    as_: As, app: Flask, client: FlaskClient, provider: Provider
) -> None:
    account = Account(as_("admin"), "messenger").connect()
    body = json.loads(messenger("x", "m1"))
    (item,) = body["entry"][0]["messaging"]
    del item["message"]
    item["postback"] = {"mid": "m1", "title": "Get Started", "payload": "GET_STARTED"}
    account.send(client, json.dumps(body).encode())
    do_jobs(app)
    assert len(texts(provider)) == 2 and db.session.scalars(select(Conversation)).all() == []


def test_a_repeat_is_answered_once_and_a_replay_changes_nothing(
    as_: As, app: Flask, client: FlaskClient, provider: Provider
) -> None:
    account = Account(as_("admin"), "whatsapp").connect()
    body = whatsapp(wa_text("when are you open", "m1"))
    for _ in range(3):
        assert account.send(client, body).status_code == 200
    do_jobs(app)
    before = texts(provider)
    assert before.count("From nine to six.") == 1
    assert [event["state"] for event in account.events()] == ["processed", "duplicate", "duplicate"]
    raw = account.events()[0]["id"]
    replayed = account.admin.post(f"{account.path}/events/{raw}/replay")
    assert replayed.json["state"] == "duplicate"
    do_jobs(app)
    assert texts(provider) == before


def test_options_become_buttons_and_a_chosen_one_goes_on(
    as_: As, app: Flask, client: FlaskClient, provider: Provider
) -> None:
    account = Account(as_("admin"), "whatsapp").connect()
    account.send(client, whatsapp(wa_text("hello", "m1")))
    do_jobs(app)
    (offered,) = [body["interactive"] for body in provider.sent() if body["type"] == "interactive"][:1]
    assert offered["type"] == "button"
    assert offered["action"]["buttons"][0]["reply"] == {"id": "book", "title": "Book a service"}
    account.send(client, whatsapp(wa_choice("book", "Book a service", "m2", "button_reply")))
    do_jobs(app)
    assert texts(provider)[-1] == "Which day?"


def test_every_event_of_a_batch_counts_in_the_order_it_was_sent(
    as_: As, app: Flask, client: FlaskClient, provider: Provider
) -> None:
    account = Account(as_("admin"), "whatsapp").connect()
    at = int(now().timestamp())
    later, earlier = wa_text("tomorrow", "m2", at), wa_text("Book a service", "m1", at - 5)
    account.send(client, whatsapp(later, earlier))
    do_jobs(app)
    assert texts(provider)[-2:] == ["Which day?", "How was it?"]


def test_statuses_never_lead_back(as_: As, app: Flask, client: FlaskClient, provider: Provider) -> None:
    account = Account(as_("admin"), "whatsapp").connect()
    account.send(client, whatsapp(wa_text("when are you open", "m1")))
    do_jobs(app)
    key = db.session.scalars(select(SentMessage.ext_id).order_by(SentMessage.position)).first()
    for status in ("read", "sent", "delivered", "read"):
        account.send(client, whatsapp(statuses=({"id": key, "status": status, "timestamp": "1700000000",
                                                 "recipient_id": "919845011223"},)))  # fmt: skip
        do_jobs(app)
    message = db.session.scalars(select(SentMessage).where(SentMessage.ext_id == key)).one()
    assert message.state == "read" and message.delivered_at is not None


def test_a_closed_window_takes_a_template_or_fails(
    as_: As, app: Flask, client: FlaskClient, provider: Provider
) -> None:
    admin = as_("admin")
    account = Account(admin, "whatsapp").connect()
    account.send(client, whatsapp(wa_choice("person", "A person", "m1")))
    do_jobs(app)
    (handoff,) = admin.get("/api/v1/handoffs").json["items"]
    assert admin.post(f"/api/v1/handoffs/{handoff['id']}/accept").status_code == 200
    thread = db.session.scalars(select(MessagingThread)).one()
    thread.window_ends_at = now() - timedelta(seconds=1)
    db.session.commit()
    provider.calls.clear()
    admin.post(f"/api/v1/handoffs/{handoff['id']}/messages", json={"text": "Your car is ready."})
    do_jobs(app)
    assert texts(provider) == []
    failed = db.session.scalars(select(SentMessage).where(SentMessage.state == "failed")).all()
    assert [message.code for message in failed] == ["window_closed"]
    revision = admin.get(account.path).headers["ETag"]
    change = {"settings": {"template": {"name": "car_ready", "language": "en"}}}
    assert admin.patch(account.path, json=change, headers={"If-Match": revision}).status_code == 200
    admin.post(f"/api/v1/handoffs/{handoff['id']}/messages", json={"text": "Come by."})
    do_jobs(app)
    (sent,) = provider.sent()
    assert sent["type"] == "template" and sent["template"]["name"] == "car_ready"
    assert sent["template"]["components"][0]["parameters"] == [{"type": "text", "text": "Come by."}]


def test_a_person_is_answered_after_the_conversation_was_forgotten(
    as_: As, app: Flask, client: FlaskClient, provider: Provider
) -> None:
    account = Account(as_("admin"), "telegram").connect()
    account.send(client, telegram("when are you open", 1))
    do_jobs(app)
    db.session.execute(delete(ChannelEvent))
    db.session.execute(delete(ChannelSession))
    db.session.commit()
    provider.calls.clear()
    account.send(client, telegram("when are you open", 2))
    do_jobs(app)
    assert "From nine to six." in texts(provider)


def test_a_bot_is_archived_once_its_channels_are_disabled(as_: As, client: FlaskClient, provider: Provider) -> None:
    admin = as_("admin")
    account = Account(admin, "telegram").connect()
    bot, any_revision = f"/api/v1/bots/{account.bot}", {"If-Match": "*"}
    admin.post(f"{bot}/pause", json={"reason": "Holidays"}, headers=any_revision)
    refused = admin.post(f"{bot}/archive", headers=any_revision)
    assert (refused.status_code, refused.json["code"]) == (409, "connected")
    assert account.act("disable").status_code == 200
    assert admin.post(f"{bot}/archive", headers=any_revision).status_code == 200


def test_an_archived_bot_says_nothing(as_: As, app: Flask, client: FlaskClient, provider: Provider) -> None:
    account = Account(as_("admin"), "telegram").connect()
    bot = db.session.get_one(Bot, int(account.bot))
    bot.state = "archived"
    db.session.commit()
    assert account.send(client, telegram("when are you open", 1)).status_code == 200
    do_jobs(app)
    assert texts(provider) == []


def test_a_busy_provider_is_asked_again_in_order(as_: As, app: Flask, client: FlaskClient, provider: Provider) -> None:
    account = Account(as_("admin"), "telegram").connect()
    provider.calls.clear()
    provider.answers = [
        (429, {"ok": False, "error_code": 429, "description": "slow", "parameters": {"retry_after": 3}})
    ]
    account.send(client, telegram("when are you open", 1))
    do_jobs(app)
    assert len(provider.sent()) == 1
    with time_machine.travel(now() + timedelta(seconds=4), tick=True):
        do_jobs(app)
    sent = [body["text"] for body in provider.sent()]
    assert sent[0] == sent[1] and "From nine to six." in sent


def test_credentials_that_are_refused_take_the_account_out_of_service(
    as_: As, app: Flask, client: FlaskClient, provider: Provider
) -> None:
    account = Account(as_("admin"), "whatsapp").connect()
    provider.answers = [(401, {"error": {"code": 190, "message": "expired"}})]
    account.send(client, whatsapp(wa_text("hello", "m1")))
    do_jobs(app)
    deployment = account.admin.get(account.path).json
    assert deployment["state"] == "error" and deployment["last_error"].startswith("190")
    assert deployment["failed"] > 0
    assert account.act("verify").json["state"] == "verified"


def test_the_life_of_an_account(as_: As, client: FlaskClient, provider: Provider) -> None:
    account = Account(as_("admin"), "slack")
    refused = account.act("enable")
    assert (refused.status_code, refused.json["code"]) == (409, "invalid_transition")
    assert refused.json["possible"] == ["verify", "fail", "remove"]
    account.connect()
    assert account.act("verify").status_code == 409
    assert account.act("disable").json["state"] == "disabled"
    etag = account.admin.get(account.path).headers["ETag"]
    assert account.admin.delete(account.path).status_code == 428
    assert account.admin.delete(account.path, headers={"If-Match": etag}).status_code == 204
    assert account.admin.get(account.path).status_code == 404
    assert account.send(client, slack("hello", "E1")).status_code == 404


def test_secrets_are_never_answered(as_: As, provider: Provider) -> None:
    account = Account(as_("admin"), "slack")
    answers = account.created.text + account.admin.get(account.path).text + account.admin.get("/api/v1/audit").text
    assert all(secret not in answers for secret in SECRETS["slack"].values())
    assert account.created.json["secrets"] == [
        {"name": "bot_token", "last4": ""}, {"name": "signing_secret", "last4": ""},
    ]  # fmt: skip


def test_of_a_short_secret_not_even_the_end_is_answered(as_: As, provider: Provider) -> None:
    secrets = {"bot_token": "auth", "signing_secret": "0123456789ab"}
    account = Account(as_("admin"), "slack", credentials=secrets)
    assert [secret["last4"] for secret in account.created.json["secrets"]] == ["", "89ab"]


def test_bad_accounts_are_refused(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=DESK)
    good = {"channel": "slack", "account": "T1", "environment": "live", "credentials": SECRETS["slack"]}
    for change, field in (
        ({"channel": "fax"}, "channel"), ({"environment": "prod"}, "environment"), ({"account": ""}, "account"),
        ({"credentials": {}}, "credentials.signing_secret"), ({"language": "ta"}, "language"),
        ({"outlet": "123"}, "outlet"),
    ):  # fmt: skip
        answer = admin.post(f"/api/v1/bots/{bot}/deployments", json=good | change)
        assert answer.status_code == 422 and field in answer.json["errors"], answer.text
    assert admin.post(f"/api/v1/bots/{bot}/deployments", json=good).status_code == 201
    again = admin.post(f"/api/v1/bots/{bot}/deployments", json=good)
    assert (again.json["code"], again.json["detail"]) == ("account_in_use", "This bot has this account already.")


def test_a_telephone_number_is_the_same_account_however_it_is_written(as_: As) -> None:
    admin = as_("admin")
    first, second = create_bot(admin, flow=DESK), create_bot(admin, flow=DESK, name="Second desk")
    body = {"channel": "sms", "account": "(020) 6812-4410", "environment": "live", "credentials": SECRETS["sms"]}
    created = admin.post(f"/api/v1/bots/{first}/deployments", json=body)
    assert created.json["account"] == "+912068124410", created.text
    for account in ("+91 20 6812 4410", "912068124410"):
        answer = admin.post(f"/api/v1/bots/{second}/deployments", json=body | {"account": account})
        assert (answer.status_code, answer.json["detail"][:11]) == (409, "Another bot")
    short = admin.post(f"/api/v1/bots/{second}/deployments", json=body | {"account": "56161"})
    assert short.json["account"] == "56161", short.text


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{", b'{"object":"page"}', b"\xff\xfe", json.dumps({"entry": 1}).encode()]
)
def test_what_cannot_be_read_is_put_aside(
    as_: As, app: Flask, client: FlaskClient, provider: Provider, body: bytes
) -> None:
    account = Account(as_("admin"), "whatsapp").connect()
    assert account.send(client, body).status_code == 200
    do_jobs(app)
    assert [event["state"] for event in account.events()] == ["dead"]


def break_bookings(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Let no wish to book be processed; gives what ends that."""
    apply = reading._apply

    def fail(*values: Any) -> Any:
        if values[3].text == "Book a service":
            raise ZeroDivisionError
        return apply(*values)

    monkeypatch.setattr(reading, "_apply", fail)
    return lambda: monkeypatch.setattr(reading, "_apply", apply)


def test_a_person_whose_event_fails_holds_up_nobody_and_is_put_aside(
    as_: As, app: Flask, client: FlaskClient, provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    account = Account(as_("admin"), "telegram").connect()
    cure = break_bookings(monkeypatch)
    account.send(client, telegram("Book a service", 1, user=1))
    do_jobs(app)
    account.send(client, telegram("when are you open", 2, user=1))
    account.send(client, telegram("when are you open", 3, user=2))
    do_jobs(app)
    assert texts(provider).count("From nine to six.") == 1
    assert [event["state"] for event in account.events()] == ["processed"] * 3
    for attempt in range(1, MAX_ATTEMPTS):
        with time_machine.travel(now() + timedelta(minutes=5 * attempt), tick=True):
            do_jobs(app)
    assert [event["state"] for event in account.events()] == ["dead", "processed", "processed"]
    assert account.events()[0]["reason"] == "not_processed"
    with time_machine.travel(now() + timedelta(hours=1), tick=True):
        do_jobs(app)
    assert texts(provider).count("From nine to six.") == 2
    cure()
    raw = account.events()[0]["id"]
    assert account.admin.post(f"{account.path}/events/{raw}/replay").json["state"] == "processed"
    do_jobs(app)
    assert texts(provider)[-1] == "Which day?"


def test_of_several_events_only_the_one_that_fails_is_put_aside(
    as_: As, app: Flask, client: FlaskClient, provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    account = Account(as_("admin"), "whatsapp").connect()
    break_bookings(monkeypatch)
    account.send(client, whatsapp(wa_text("Book a service", "m1"), wa_text("when are you open", "m2")))
    for attempt in range(MAX_ATTEMPTS + 1):
        with time_machine.travel(now() + timedelta(minutes=5 * attempt), tick=True):
            do_jobs(app)
    assert texts(provider).count("From nine to six.") == 1
    assert [event["state"] for event in account.events()] == ["dead"]


def test_a_receipt_until_an_impossible_time_is_put_aside(
    as_: As, app: Flask, client: FlaskClient, provider: Provider
) -> None:
    account = Account(as_("admin"), "messenger").connect()
    receipt = {"sender": {"id": "psid1"}, "read": {"watermark": 999_999_999_999_999}}
    entry = {"id": ACCOUNTS["messenger"], "messaging": [receipt]}
    account.send(client, json.dumps({"object": "page", "entry": [entry]}).encode())
    account.send(client, messenger("when are you open", "m1"))
    do_jobs(app)
    assert "From nine to six." in texts(provider)
    assert [(event["state"], event["reason"]) for event in account.events()] == [
        ("dead", "impossible_time"), ("processed", ""),
    ]  # fmt: skip


def test_receipts_of_two_people_until_the_same_moment_are_two(
    as_: As, app: Flask, client: FlaskClient, provider: Provider
) -> None:
    account = Account(as_("admin"), "messenger").connect()
    receipts = [{"sender": {"id": person}, "read": {"watermark": 1_700_000_000_000}} for person in ("psid1", "psid2")]
    delivered = {"sender": {"id": "psid1"}, "timestamp": 1}
    receipts += [
        delivered | {"delivery": {"mids": [mid], "watermark": 1_700_000_000_000}} for mid in ("m1", "m2", "m2")
    ]
    entry = {"id": ACCOUNTS["messenger"], "messaging": receipts}
    account.send(client, json.dumps({"object": "page", "entry": [entry]}).encode())
    do_jobs(app)
    assert [(event["state"], event["events"]) for event in account.events()] == [("processed", 4)]


def test_a_receipt_names_messages_and_means_those_before_them(
    as_: As, app: Flask, client: FlaskClient, provider: Provider
) -> None:
    account = Account(as_("admin"), "messenger").connect()
    for number, text in enumerate(("when are you open", "Book a service")):
        account.send(client, messenger(text, f"m{number}"))
        do_jobs(app)
    messages = db.session.scalars(select(SentMessage).order_by(SentMessage.id)).all()
    assert len(messages) > 1
    until = int(messages[-1].sent_at.timestamp() * 1000) + 1
    receipt = {"sender": {"id": "psid1"}, "delivery": {"mids": [messages[-1].ext_id], "watermark": until}}
    entry = {"id": ACCOUNTS["messenger"], "messaging": [receipt]}
    account.send(client, json.dumps({"object": "page", "entry": [entry]}).encode())
    do_jobs(app)
    db.session.expire_all()
    assert {message.state for message in db.session.scalars(select(SentMessage))} == {"delivered"}


def test_the_people_of_a_notification_with_an_odd_message_are_answered(
    as_: As, app: Flask, client: FlaskClient, provider: Provider
) -> None:
    account = Account(as_("admin"), "whatsapp").connect()
    account.send(client, whatsapp({"id": "m1", "type": "text"}, wa_text("when are you open", "m2")))
    do_jobs(app)
    assert "From nine to six." in texts(provider)
    ((state, reason, number),) = [(event["state"], event["reason"], event["events"]) for event in account.events()]
    assert (state, reason, number) == ("dead", "no_sender", 1)


def test_each_thread_of_slack_is_a_conversation_of_the_same_person(
    as_: As, app: Flask, client: FlaskClient, provider: Provider
) -> None:
    account = Account(as_("admin"), "slack").connect()
    mention = {"type": "app_mention", "channel_type": "channel", "channel": "C1"}

    def answers(body: bytes) -> list[tuple[str, str | None, str]]:
        provider.calls.clear()
        account.send(client, body)
        do_jobs(app)
        return [(sent["channel"], sent.get("thread_ts"), sent["text"]) for sent in provider.sent()]

    assert answers(slack("Book a service", "E1"))[-1] == ("D1", None, "Which day?")
    in_public = answers(slack("<@B> tomorrow", "E2", **mention, ts="1700000000.000100"))
    assert [sent[:2] for sent in in_public] == [("C1", "1700000000.000100")] * len(in_public) != []
    assert "How was it?" not in [text for *_, text in in_public]
    later = answers(slack("<@B> Book a service", "E3", **mention, thread_ts="1700000000.000100"))
    assert later[-1] == ("C1", "1700000000.000100", "Which day?")
    assert answers(slack("tomorrow", "E4"))[-1] == ("D1", None, "How was it?")
    assert len(db.session.scalars(select(MessagingThread)).all()) == 2
    conversations = db.session.scalars(select(Conversation)).all()
    assert len(conversations) == 2 and len({row.contact_id for row in conversations}) == 1
