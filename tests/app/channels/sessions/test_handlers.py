"""Who answers in a conversation what its flow does not: handlers, in the flow's place and without holding it up."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app.channels.sessions import effects
from app.channels.shadows.models import ShadowAnswer
from app.conversations.models import Message, Turn
from app.core.db.base import db
from tests.app.channels.talking import DESK, Visitor, live, texts
from tests.factories.handlers import Peer, peer_running, put_handler

As = Callable[..., FlaskClient]
FLOW = DESK | {"fallback": {"times": 5, "text": {"en": "Sorry?"}, "then": "person"}}
pytestmark = pytest.mark.both


@pytest.fixture
def peer(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[Peer]:
    """A server that may be called."""
    monkeypatch.setitem(app.config, "SETTINGS", replace(app.config["SETTINGS"], outgoing_hosts=("127.0.0.1",)))
    with peer_running() as peer:
        yield peer


def talk(admin: FlaskClient, client: FlaskClient, **values: Any) -> Visitor:
    """A visitor of a live bot with handlers."""
    bot, token = live(admin, FLOW)
    answer = put_handler(admin, bot, **values)
    assert answer.status_code == 200, answer.text
    return Visitor(client, token)


def heard() -> Message:
    """The newest text of the visitor as it is stored."""
    db.session.rollback()
    query = select(Message).where(Message.speaker == "user").order_by(Message.position.desc()).limit(1)
    return db.session.scalars(query).one()


def cause() -> str | None:
    """Why the newest turn was not understood."""
    return db.session.scalars(select(Turn.cause).order_by(Turn.number.desc()).limit(1)).one()


def test_a_handler_answers_word_for_word_and_the_question_stays_open(as_: As, client: FlaskClient, peer: Peer) -> None:
    visitor = talk(as_("admin"), client, kind="openai", url=peer.url, model="m")
    peer.text = "Hello {{contact.id}}, it does not."
    assert texts(visitor.say("does CNG end my warranty, call 98220 14501")) == [peer.text, "What next?"]
    (request,) = peer.requests
    history = [message["content"] for message in request.body["messages"]][1:]
    assert history == ["Hello", "What next?", "does CNG end my warranty, call [phone]"]
    message = heard()
    (call,) = message.extra["trace"]["calls"] if message.extra else []
    assert (call["type"], call["handler"]) == ("handler", "openai")
    assert call["tried"][0]["usage"] == {"prompt": 212, "completion": 58}
    assert "answer" not in call["tried"][0] and cause() is None
    assert texts(visitor.say("Book a service")) == ["Which day?"]


def test_handlers_apply_at_once_to_conversations_under_way(as_: As, client: FlaskClient, peer: Peer) -> None:
    admin = as_("admin")
    bot, token = live(admin, FLOW)
    visitor = Visitor(client, token)
    assert texts(visitor.say("gibberish")) == ["Sorry?", "What next?"]
    put_handler(admin, bot, kind="rasa", url=peer.url)
    assert texts(visitor.say("gibberish")) == ["From the peer.", "What next?"]
    put_handler(admin, bot, kind="flow")
    assert texts(visitor.say("gibberish")) == ["Sorry?", "What next?"] and len(peer.requests) == 1


@pytest.mark.parametrize(("answer", "why"), [((200, [], {}), "no_match"), ((500, {}, {}), "error")])
def test_without_an_answer_the_turn_is_a_miss(as_: As, client: FlaskClient, peer: Peer, answer: Any, why: str) -> None:
    visitor = talk(as_("admin"), client, kind="rasa", url=peer.url, retries=0)
    peer.always = answer
    assert texts(visitor.say("gibberish")) == ["Sorry?", "What next?"]
    assert cause() == why and heard().extra["trace"]["fallback"] == why  # type: ignore[index]


def test_a_slow_handler_answers_later_and_what_is_said_meanwhile_is_kept(
    as_: As, client: FlaskClient, peer: Peer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(effects, "SECONDS", 0.0)
    visitor = talk(as_("admin"), client, kind="rasa", url=peer.url, timeout_s=5)
    answer = visitor.say("gibberish")
    assert answer.status_code == 202
    for _ in range(100):
        texts = [event["text"] for event in visitor.events(0)]
        if "From the peer." in texts:
            break
        time.sleep(0.05)
    assert texts[-2:] == ["From the peer.", "What next?"]


def test_a_shadow_is_asked_beside_and_never_sent(as_: As, client: FlaskClient, peer: Peer) -> None:
    admin = as_("admin")
    bot, token = live(admin, FLOW)
    put_handler(admin, bot, kind="flow", shadow={"kind": "rasa", "url": peer.url})
    visitor = Visitor(client, token)
    peer.text = "Call me on 98220 14501."
    assert texts(visitor.say("gibberish")) == ["Sorry?", "What next?"]
    for _ in range(100):
        db.session.rollback()
        if db.session.scalars(select(ShadowAnswer)).all():
            break
        time.sleep(0.05)
    page = admin.get(f"/api/v1/bots/{bot}/handler/shadow").json
    (row,) = page["items"]
    assert (row["input"], row["answered"], row["text"]) == ("gibberish", "Sorry?\nWhat next?", "Call me on [phone].")
    assert (row["outcome"], row["same"], page["counts"]["answered"]) == ("answered", False, 1)
    assert "98220" not in str(visitor.events(0))
