"""Answers that are only compared: what is listed, for whom, and for how long."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from flask.testing import FlaskClient
from sqlalchemy import select

from app.bots.catalog.models import Bot
from app.channels.shadows import jobs, service
from app.channels.shadows.models import ShadowAnswer
from app.clients.models import Client
from app.core import clock
from app.core.db.base import db
from tests.factories.bots import create_bot

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
