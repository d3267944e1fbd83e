"""A visitor asks for a person, and somebody answers from the inbox."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app.bots.understanding import client as understanding
from app.conversations.models import Conversation
from app.core import clock
from app.core.db.base import db
from app.core.jobs.runner import work_off
from app.inbox.models import Handoff
from tests.app.channels.talking import texts
from tests.factories.inbox import HANDOFFS, request_agent

As = Callable[..., FlaskClient]


def session() -> Conversation:
    """The reported conversation."""
    db.session.expire_all()
    return db.session.scalars(select(Conversation)).one()


def test_a_request_is_listed_with_who_waits_and_since_when(as_: As, client: FlaskClient) -> None:
    _visitor, item = request_agent(as_("admin"), client)
    assert (item["state"], item["queue"], item["agent"]) == ("requested", "service", None)
    assert item["contact"]["name"] == "Kavita Bhosale" and item["last_text"] == "A person"
    assert item["conversation"] == str(session().id)
    assert as_("admin").get(HANDOFFS).json["counts"] == {"requested": 1, "accepted": 0, "mine": 0}


def test_who_accepts_answers_by_the_channel_and_the_visitor_sees_who(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    visitor, item = request_agent(admin, client)
    seen = len(visitor.events())
    accepted = admin.post(f"{HANDOFFS}/{item['id']}/accept")
    assert accepted.status_code == 200 and accepted.json["agent"]["name"]
    said = admin.post(f"{HANDOFFS}/{item['id']}/messages", json={"text": "Hello Kavita"})
    assert said.status_code == 200 and said.json["messages"][-1]["text"] == "Hello Kavita"
    news = visitor.events(seen)
    assert (news[0]["type"], news[0]["state"], news[0]["text"]) == (
        "handoff",
        "accepted",
        accepted.json["agent"]["name"],
    )
    assert (news[1]["speaker"], news[1]["text"]) == ("agent", "Hello Kavita") and news[1]["name"]
    assert texts(visitor.say("Is Saturday free?")) == []
    shown = admin.get(f"{HANDOFFS}/{item['id']}").json
    assert shown["awaits_agent"] and shown["messages"][-1]["text"] == "Is Saturday free?"
    assert (session().handoff, session().messages_human, session().fallback_turns) == ("accepted", 1, 0)


def test_a_conversation_given_back_goes_on_with_the_bot(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    visitor, item = request_agent(admin, client)
    admin.post(f"{HANDOFFS}/{item['id']}/accept")
    assert admin.post(f"{HANDOFFS}/{item['id']}/return").json["state"] == "closed"
    assert visitor.events()[-1]["text"] == "What next?"
    assert texts(visitor.say("when are you open")) == ["From nine to six.", "What next?"]
    assert session().outcome is None and session().nlu_turns == 1


def test_closing_ends_the_conversation(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    visitor, item = request_agent(admin, client)
    admin.post(f"{HANDOFFS}/{item['id']}/accept")
    assert admin.post(f"{HANDOFFS}/{item['id']}/close").json["state"] == "closed"
    assert visitor.events()[-1]["type"] == "end"
    assert session().outcome == "handed_off" and session().ended_at is not None


@pytest.mark.parametrize("event", ["return", "close", "messages"])
def test_nothing_but_accepting_is_possible_before_that(as_: As, client: FlaskClient, event: str) -> None:
    admin = as_("admin")
    _visitor, item = request_agent(admin, client)
    body = {"json": {"text": "Hi"}} if event == "messages" else {}
    answer = admin.post(f"{HANDOFFS}/{item['id']}/{event}", **body)
    assert answer.status_code == 409 and answer.json["code"] == "invalid_transition"


def test_a_conversation_is_one_person_s_at_a_time(as_: As, client: FlaskClient) -> None:
    admin, other = as_("admin"), as_("maintainer")
    _visitor, item = request_agent(admin, client)
    admin.post(f"{HANDOFFS}/{item['id']}/accept")
    assert other.post(f"{HANDOFFS}/{item['id']}/accept").status_code == 409
    taken = other.post(f"{HANDOFFS}/{item['id']}/messages", json={"text": "Hi"})
    assert taken.status_code == 409 and taken.json["code"] == "taken"


def test_who_may_not_answer_is_refused(as_: As, client: FlaskClient) -> None:
    _visitor, item = request_agent(as_("admin"), client)
    reader = as_("subscriber")
    assert reader.get(HANDOFFS).status_code == 403
    assert reader.post(f"{HANDOFFS}/{item['id']}/accept").status_code == 403


def test_a_request_nobody_accepts_is_missed_and_the_bot_says_so(
    app: Flask, as_: As, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The bot's training is due as well, and nothing serves it here.
    monkeypatch.setattr(understanding, "PATIENCE", 0.0)
    admin = as_("admin")
    visitor, item = request_agent(admin, client)
    db.session.commit()
    with time_machine.travel(clock.now() + timedelta(minutes=16)):
        work_off(app)
        assert as_("admin").get(f"{HANDOFFS}/{item['id']}").json["state"] == "missed"
        assert visitor.events()[-1]["type"] == "end"
    assert session().handoff == "missed"


def test_beginning_again_takes_the_request_back(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    visitor, item = request_agent(admin, client)
    with time_machine.travel(clock.now() + timedelta(minutes=31)):
        visitor.say("when are you open")
    assert db.session.get_one(Handoff, int(item["id"])).state == "cancelled"


def test_nothing_is_said_to_nobody_and_what_people_did_is_told(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    _visitor, item = request_agent(admin, client)
    admin.post(f"{HANDOFFS}/{item['id']}/accept")
    blank = admin.post(f"{HANDOFFS}/{item['id']}/messages", json={"text": "  "})
    assert (blank.status_code, blank.json["errors"]) == (422, {"text": ["Write something first."]})
    told = [one["what"] for one in admin.get(f"{HANDOFFS}/{item['id']}").json["messages"] if one["kind"] == "handoff"]
    assert told == ["", "accepted"]
