"""Full-text search: words, phrases, beginnings, scripts; nothing typed is an operator or an error."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, select, update

from app.bots.catalog.models import Bot
from app.clients.models import Client
from app.conversations.events import ConversationEvent, Dialogue
from app.conversations.models import Conversation, Message
from app.core.db.base import db
from app.core.db.tenancy import within
from app.ingest import dialogues as ingest
from app.reports.history import database_objects, search
from tests.conftest import add_workspace, as_owner

TEXTS = {
    "1": "My car makes a brake noise when I stop",
    "2": "The noise of the brake is worse today",
    "3": "मेरी गाड़ी की सर्विस बुक करें",
    "4": "أريد حجز موعد لصيانة السيارة",
    "5": "Oil change costs 50% less, isn't it?",
    "6": "Café Zürich booking",
}


@pytest.fixture
def stored(workspace: Any) -> None:
    """One conversation for each text."""
    lay()


def lay() -> None:
    """Store the texts in the bound workspace."""
    client = Client(name="Meridian", zone="Asia/Kolkata")
    db.session.add(client)
    db.session.flush()
    bot = Bot(client_id=client.id, name="desk", name_key="desk", group="service")
    db.session.add(bot)
    db.session.flush()
    start = datetime(2026, 3, 1, 9, tzinfo=UTC)
    dialogues = [
        Dialogue(
            source_id=number,
            ext_user=number,
            events=[
                ConversationEvent(
                    event_id=f"s{number}", speaker="user", text=text, sent_at=start + timedelta(hours=int(number))
                )
            ],
        )
        for number, text in TEXTS.items()
    ]
    ingest.store_dialogues(dialogues, bot=bot, source="search")
    db.session.commit()


def matching_ids(q: str) -> list[str]:
    """The source ids of the conversations that match."""
    query = select(Conversation.source_id).where(search.matching(q)).order_by(Conversation.source_id)
    return [str(value) for value in db.session.scalars(query)]


@pytest.mark.parametrize(
    ("q", "expected"),
    [
        ("brake noise", ["1", "2"]),
        ("BRAKE", ["1", "2"]),
        ('"brake noise"', ["1"]),
        ('today "the brake"', ["2"]),
        ("bra", ["1", "2"]),
        ("br", []),
        ("brake AND noise", []),
        ("brake OR oil", []),
        ("NEAR(brake noise)", []),
        ("noise*", ["1", "2"]),
        ("गाड़ी", ["3"]),
        ("सर्विस बुक", ["3"]),
        ("حجز", ["4"]),
        ("50%", ["5"]),
        ("isn't", ["5"]),
        ("%", []),
        ('"', []),
        ("' OR 1=1 --", []),
        ("noise brake stop", ["1"]),
    ],
)
def test_words_and_phrases(stored: None, q: str, expected: list[str]) -> None:
    assert matching_ids(q) == expected


def test_the_index_follows_the_messages(stored: None) -> None:
    message = db.session.scalars(select(Message).where(Message.event_id == "s1")).one()
    db.session.execute(update(Message).where(Message.id == message.id).values(text="silence"))
    assert matching_ids("stop") == [] and matching_ids("silence") == ["1"]
    db.session.execute(delete(Message).where(Message.id == message.id))
    assert matching_ids("silence") == []


def test_the_index_takes_in_what_was_there_before(app: Flask, stored: None) -> None:
    with as_owner(app) as connection:
        database_objects.install(connection)
    assert matching_ids("brake") == ["1", "2"]


def test_a_snippet_shows_the_place(stored: None) -> None:
    ids = {s.source_id: s.id for s in db.session.scalars(select(Conversation))}
    snippets = search.snippets("noise", list(ids.values()), width=12)
    assert set(snippets) == {ids["1"], ids["2"]}
    assert "noise" in snippets[ids["1"]] and snippets[ids["1"]].startswith("…")


def test_other_workspaces_are_not_searched(stored: None) -> None:
    with within(add_workspace("Other").id):
        assert matching_ids("brake") == []
        lay()
        assert matching_ids("brake") == ["1", "2"]


def test_the_list_searches_and_shows_snippets(stored: None, as_: Callable[..., FlaskClient]) -> None:
    answer = as_("admin").get('/api/v1/conversations?r=2026-03-01..2026-03-01&q="brake noise"').json
    assert answer["total"] == 1 and answer["items"][0]["snippet"] == TEXTS["1"]


@given(q=st.text(max_size=60) | st.text(alphabet="\"'*()^:-+%&|!\\<> aéक", max_size=30))
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_typed_is_only_words(stored: None, q: str) -> None:
    if "\x00" in q or any("\ud800" <= letter <= "\udfff" for letter in q):
        return
    assert len(matching_ids(q)) <= len(TEXTS)
