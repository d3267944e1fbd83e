"""Answers that are only compared: what is listed, for whom, and for how long."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from flask.testing import FlaskClient
from sqlalchemy import select

from app.accounts.workspaces.models import Workspace
from app.bots.catalog.models import Bot
from app.channels.shadows import jobs, service
from app.channels.shadows.models import ShadowAnswer
from app.clients.models import Client
from app.conversations.models import Conversation, Message
from app.core import clock
from app.core.db.base import db
from app.ingest import dialogues
from tests.factories.bots import create_bot
from tests.factories.conversations import asked_and_answered, dialogue, make_bot
from tests.factories.places import add_city, add_outlet, add_parent

As = Callable[..., FlaskClient]
CALL = {"kind": "rasa", "ms": 12, "status": 200, "error": "", "answer": "We open at nine.", "usage": None}
pytestmark = pytest.mark.both


@pytest.fixture
def bot(as_: As) -> str:
    """A bot with three answers."""
    bot = create_bot(as_("admin"))
    for number, more in enumerate(({}, {"answer": ""}, {"answer": "", "error": "timeout"})):
        service.note(int(bot), f"web:1:{number}", CALL | more)
    db.session.commit()
    return bot


def test_answers_are_listed_and_counted_by_outcome(as_: As, bot: str) -> None:
    page = as_("admin").get(f"/api/v1/bots/{bot}/handler/shadow").json
    assert page["counts"] == {"answered": 1, "no_reply": 1, "failed": 1} and page["total"] == 3
    assert [row["outcome"] for row in page["items"]] == ["failed", "no_reply", "answered"]
    assert page["items"][2]["input"] == "" and page["items"][2]["conversation"] is None


def test_who_may_not_read_conversations_reads_none_of_it(as_: As, bot: str) -> None:
    assert as_("editor").get(f"/api/v1/bots/{bot}/handler/shadow").status_code == 403


def test_readers_of_an_outlet_read_those_of_its_conversations(as_: As, workspace: Workspace) -> None:
    parent, city = add_parent("West"), add_city("Pune")
    baner, wakad = add_outlet("Baner", parent, city), add_outlet("Wakad", parent, city)
    bot = make_bot()
    for place in (baner, wakad):
        talk = dialogue(asked_and_answered(clock.now()), ext_user=place.name, outlet_id=place.id)
        dialogues.store_dialogues([talk], bot=bot, source=place.name)
    events = db.session.scalars(select(Message.event_id).where(Message.speaker == "user")).all()
    for event_id in (*events, "web:1:gone"):
        service.note(bot.id, event_id, CALL)
    db.session.commit()
    assert len(events) > 1

    def read(person: FlaskClient) -> Any:
        return person.get(f"/api/v1/bots/{bot.id}/handler/shadow").json

    assert read(as_("admin"))["total"] == len(events) + 1
    own = set(db.session.scalars(select(Conversation.id).where(Conversation.outlet_id == baner.id)))
    page = read(as_("admin", scope={"outlets": [str(baner.id)]}))
    assert {row["conversation"] for row in page["items"]} == {str(key) for key in own}
    assert page["total"] == page["counts"]["answered"] == len(events) / 2
    assert read(as_("admin", scope={"outlets": []}))["counts"] == {"answered": 0, "no_reply": 0, "failed": 0}


def test_they_are_forgotten(as_: As, bot: str) -> None:
    with time_machine.travel(clock.now() + jobs.KEPT - timedelta(hours=1), tick=False):
        jobs.forget_shadows()
        assert len(db.session.scalars(select(ShadowAnswer)).all()) == 3
    with time_machine.travel(clock.now() + jobs.KEPT + timedelta(hours=1), tick=False):
        jobs.forget_shadows()
        assert db.session.scalars(select(ShadowAnswer)).all() == []


def test_a_purged_client_leaves_none(bot: str) -> None:
    client = db.session.scalars(select(Client).join(Bot, Bot.client_id == Client.id).where(Bot.id == int(bot))).one()
    jobs._forget_client(client, lambda _progress, **_erased: None)
    assert db.session.scalars(select(ShadowAnswer)).all() == []
