"""Accounts that go from a bot to another: conversations under way stay with the bot that answers until they end."""

import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app.audit.models import AuditEvent
from app.bots.catalog.models import Bot
from app.channels.messaging.models import Deployment, MessageTemplate, MessagingThread
from app.channels.sessions.models import ChannelSession
from app.clients.models import Client
from app.conversations.models import Conversation
from app.core.clock import now
from app.core.db.base import db
from tests.app.channels.messaging.accounts import Account, provider
from tests.app.channels.messaging.provider import Provider, wa_choice, wa_text, whatsapp
from tests.app.channels.talking import DESK
from tests.factories.bots import create_bot, publish_bot
from tests.factories.mail import do_jobs

__all__ = ["provider"]
As = Callable[..., FlaskClient]
pytestmark = pytest.mark.both
NIGHT = DESK | {"nodes": DESK["nodes"] | {"hello": {"type": "message", "text": {"en": "Night desk"}, "next": "menu"}}}


@pytest.fixture
def account(as_: As, provider: Provider) -> Account:
    """A connected account of a live bot."""
    return Account(as_("admin"), "whatsapp").connect()


def night_bot(admin: FlaskClient, **more: Any) -> str:
    """Another live bot of the same client."""
    bot = create_bot(admin, name="Night", flow=NIGHT, **more)
    assert publish_bot(admin, bot).status_code == 201
    return bot


def move(account: Account, bot: object) -> Any:
    """Move the account."""
    return account.admin.post(f"{account.path}/move", json={"bot": str(bot)})


def say(account: Account, app: Flask, client: FlaskClient, provider: Provider, body: bytes) -> str:
    """Send what a person says; return what the provider was sent for it."""
    provider.calls.clear()
    assert account.send(client, body).status_code == 200
    do_jobs(app)
    return str(provider.sent())


def bots_of_conversations() -> list[int]:
    """The bot of each conversation, in their order."""
    db.session.expire_all()
    return list(db.session.scalars(select(Conversation.bot_id).order_by(Conversation.id)))


def test_a_new_conversation_is_the_new_bots_at_the_same_webhook(
    account: Account, app: Flask, client: FlaskClient, provider: Provider
) -> None:
    bot = night_bot(account.admin)
    moved = move(account, bot)
    assert moved.status_code == 200 and moved.headers["Location"].endswith(f"/bots/{bot}/deployments/{account.id}")
    assert (moved.json["id"], moved.json["state"]) == (account.id, "connected")
    assert moved.json["webhook_url"] == account.created.json["webhook_url"]
    assert account.admin.get(account.path).status_code == 404
    assert account.admin.get(f"/api/v1/bots/{bot}/deployments").json["total"] == 1
    assert "Night desk" in say(account, app, client, provider, whatsapp(wa_text("hello there", "m1")))
    assert bots_of_conversations() == [int(bot)]
    assert db.session.scalars(select(AuditEvent.action).where(AuditEvent.action == "deployment:move")).all() != []


def test_a_conversation_under_way_stays_until_it_ends(
    account: Account, app: Flask, client: FlaskClient, provider: Provider
) -> None:
    # Conversations are in the order of their beginnings, which WhatsApp tells to the second.
    earlier = int(time.time()) - 60
    assert "What next?" in say(account, app, client, provider, whatsapp(wa_text("hello", "m1", earlier)))
    bot = night_bot(account.admin)
    assert move(account, bot).status_code == 200
    assert "Which day?" in say(account, app, client, provider, whatsapp(wa_choice("book", "Book a service", "m2")))
    assert "How was it?" in say(account, app, client, provider, whatsapp(wa_text("tomorrow", "m3")))
    assert "Bye" in say(account, app, client, provider, whatsapp(wa_text("5", "m4")))
    assert bots_of_conversations() == [int(account.bot)]
    assert "Night desk" in say(account, app, client, provider, whatsapp(wa_text("when are you open", "m5")))
    assert bots_of_conversations() == [int(account.bot), int(bot)]
    thread = db.session.scalars(select(MessagingThread)).one()
    assert thread.bot_id == int(bot) and thread.ext_user == "919845011223"


def test_a_silent_conversation_is_left_and_who_waited_waits_no_longer(
    account: Account, app: Flask, client: FlaskClient, provider: Provider
) -> None:
    say(account, app, client, provider, whatsapp(wa_choice("person", "A person", "m1")))
    assert account.admin.get("/api/v1/handoffs").json["items"][0]["state"] == "requested"
    session = db.session.scalars(select(ChannelSession)).one()
    session.last_event_at = now() - timedelta(days=3)
    db.session.commit()
    bot = night_bot(account.admin)
    move(account, bot)
    assert "Night desk" in say(account, app, client, provider, whatsapp(wa_text("hello", "m2")))
    assert [row["state"] for row in account.admin.get("/api/v1/handoffs?state=requested").json["items"]] == []


def test_a_conversation_of_an_archived_bot_is_left(
    account: Account, app: Flask, client: FlaskClient, provider: Provider
) -> None:
    say(account, app, client, provider, whatsapp(wa_text("hello", "m1")))
    move(account, night_bot(account.admin))
    db.session.get_one(Bot, int(account.bot)).state = "archived"
    db.session.commit()
    assert "Night desk" in say(account, app, client, provider, whatsapp(wa_text("hello again", "m2")))


def test_it_comes_back_with_its_templates(account: Account, provider: Provider) -> None:
    row = db.session.get_one(Deployment, int(account.id))
    template = {"name": "a", "language": "en", "state": "approved", "category": "", "reason": ""}
    db.session.add(MessageTemplate(bot_id=row.bot_id, deployment_id=row.id, **template))
    db.session.commit()
    bot = night_bot(account.admin)
    move(account, bot)
    moved = f"/api/v1/bots/{bot}/deployments/{account.id}"
    assert account.admin.get(f"{moved}/templates").json["total"] == 1
    db.session.expire_all()
    assert db.session.scalars(select(MessageTemplate.bot_id)).one() == int(bot)
    assert account.admin.post(f"{moved}/move", json={"bot": account.bot}).status_code == 200
    db.session.expire_all()
    assert db.session.get_one(Deployment, int(account.id)).bot_ids == [int(account.bot), int(bot)]


def test_bots_that_cannot_have_it_are_refused(as_: As, account: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    admin = account.admin
    bot = night_bot(admin)

    def refusal(target: object) -> tuple[int, str, list[str]]:
        answer = move(account, target)
        return answer.status_code, answer.json["code"], list(answer.json["errors"])

    assert refusal(account.bot) == (422, "invalid", ["bot"])
    assert refusal(4_611_686_018_427_387_904) == (422, "invalid", ["bot"])
    row = db.session.get_one(Bot, int(bot))
    client_id, other = row.client_id, Client(name="Suryodaya", name_key="suryodaya", zone="Asia/Kolkata")
    db.session.add(other)
    db.session.flush()
    row.client_id = other.id
    db.session.commit()
    assert refusal(bot) == (422, "invalid", ["bot"])
    row.client_id, row.state = client_id, "archived"
    db.session.commit()
    assert refusal(bot) == (409, "archived", [])
    row.state = "live"
    db.session.get_one(Deployment, int(account.id)).language = "hi"
    db.session.commit()
    assert refusal(bot) == (422, "invalid", ["bot"])
    db.session.get_one(Deployment, int(account.id)).language = None
    db.session.commit()
    monkeypatch.setattr("app.channels.messaging.service.MOST", 0)
    assert refusal(bot)[1] == "too_many"
    assert as_("subscriber").post(f"{account.path}/move", json={"bot": bot}).status_code == 403
    db.session.expire_all()
    assert db.session.get_one(Deployment, int(account.id)).bot_id == int(account.bot)
