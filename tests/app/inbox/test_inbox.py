"""A visitor asks for a person, and someone answers from the inbox."""

import uuid
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app.accounts.users.models import User
from app.conversations.erasing import erase
from app.conversations.models import Conversation
from app.core import clock
from app.core.db.base import db
from app.core.jobs.runner import work_off
from app.inbox.models import Handoff, HandoffNote
from tests.app.channels.talking import DESK, Visitor, live, texts
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
    assert as_("admin").get(HANDOFFS).json["counts"] == {
        "requested": 1, "accepted": 0, "mine": 0, "call_back": 0, "waiting": 1,
    }  # fmt: skip


def test_who_accepts_answers_by_the_channel_and_the_visitor_sees_who(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    visitor, item = request_agent(admin, client)
    seen = len(visitor.events())
    accepted = admin.post(f"{HANDOFFS}/{item['id']}/accept")
    assert accepted.status_code == 200 and accepted.json["agent"]["name"]
    response = admin.post(f"{HANDOFFS}/{item['id']}/messages", json={"text": "Hello Kavita"})
    assert response.status_code == 200 and response.json["messages"][-1]["text"] == "Hello Kavita"
    news = visitor.events(seen)
    assert (news[0]["type"], news[0]["state"], news[0]["text"]) == (
        "handoff",
        "accepted",
        accepted.json["agent"]["name"],
    )
    assert (news[1]["speaker"], news[1]["text"]) == ("agent", "Hello Kavita") and news[1]["name"]
    assert texts(visitor.say("Is Saturday free?")) == []
    body = admin.get(f"{HANDOFFS}/{item['id']}").json
    assert body["awaits_agent"] and body["messages"][-1]["text"] == "Is Saturday free?"
    assert (session().handoff, session().messages_human, session().fallback_turns) == ("accepted", 1, 0)


def test_a_conversation_given_back_goes_on_with_the_bot(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    visitor, item = request_agent(admin, client)
    admin.post(f"{HANDOFFS}/{item['id']}/accept")
    assert admin.post(f"{HANDOFFS}/{item['id']}/return").json["state"] == "closed"
    assert visitor.events()[-1]["text"] == "What next?"
    assert texts(visitor.say("when are you open")) == ["From nine to six.", "What next?"]
    assert session().outcome is None and session().nlu_turns == 1


@pytest.mark.parametrize(("is_accepted", "state"), [(True, "closed"), (False, "missed")])
def test_a_visitor_who_begins_again_reads_that_no_person_answers_any_more(
    as_: As, client: FlaskClient, is_accepted: bool, state: str
) -> None:
    admin = as_("admin")
    visitor, item = request_agent(admin, client)
    if is_accepted:
        admin.post(f"{HANDOFFS}/{item['id']}/accept")
    seen = len(visitor.events())
    with time_machine.travel(clock.now() + timedelta(hours=30)):
        visitor.say("when are you open")
        news = visitor.events(seen)
    assert (news[0]["type"], news[0]["state"], news[1]["speaker"]) == ("handoff", state, "user"), news


def test_closing_ends_the_conversation(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    visitor, item = request_agent(admin, client)
    admin.post(f"{HANDOFFS}/{item['id']}/accept")
    assert admin.post(f"{HANDOFFS}/{item['id']}/close").json["state"] == "closed"
    assert visitor.events()[-1]["input"] == {"kind": "rating", "scale": 5}
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
    late = other.post(f"{HANDOFFS}/{item['id']}/accept")
    assert (late.status_code, late.json["code"]) == (409, "taken") and late.json["detail"].startswith("Admin has")
    taken = other.post(f"{HANDOFFS}/{item['id']}/messages", json={"text": "Hi"})
    assert taken.status_code == 409 and taken.json["code"] == "taken"


def test_who_may_not_answer_is_refused(as_: As, client: FlaskClient) -> None:
    _visitor, item = request_agent(as_("admin"), client)
    reader = as_("subscriber")
    assert reader.get(HANDOFFS).status_code == 403
    assert reader.post(f"{HANDOFFS}/{item['id']}/accept").status_code == 403


def test_a_request_nobody_accepts_is_missed_and_the_bot_says_so(app: Flask, as_: As, client: FlaskClient) -> None:
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


def test_a_message_that_comes_twice_is_one_while_a_person_is_waited_for_and_answers(
    as_: As, client: FlaskClient
) -> None:
    admin = as_("admin")
    visitor, item = request_agent(admin, client)
    for text in ("Hello?", "Is somebody there?"):
        key = str(uuid.uuid4())
        answers = [visitor.say(text, key) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [200, 200]
        assert answers[0].json["events"] == answers[1].json["events"]
        admin.post(f"{HANDOFFS}/{item['id']}/accept")


def test_nothing_is_said_to_nobody_and_what_people_did_is_reported(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    _visitor, item = request_agent(admin, client)
    admin.post(f"{HANDOFFS}/{item['id']}/accept")
    blank = admin.post(f"{HANDOFFS}/{item['id']}/messages", json={"text": "  "})
    assert (blank.status_code, blank.json["errors"]) == (422, {"text": ["Enter a value."]})
    kinds = [
        message["what"]
        for message in admin.get(f"{HANDOFFS}/{item['id']}").json["messages"]
        if message["kind"] == "handoff"
    ]
    assert kinds == ["", "accepted"]


LATER: dict[str, Any] = DESK | {
    "hours": {"week": {}},
    "nodes": DESK["nodes"] | {
        "person": DESK["nodes"]["person"] | {"closed": "number"},
        "number": {"type": "input", "kind": "phone", "save": "phone", "text": {"en": "Which number?"}, "next": "back"},
        "back": {
            "type": "handoff", "call_back": True, "queue": "sales", "text": {"en": "We call."}, "next": "bye",
        },
    },
}  # fmt: skip


def leave_number(admin: FlaskClient, client: FlaskClient) -> dict[str, Any]:
    """Let a visitor leave a number out of hours; return what the inbox has of it."""
    visitor = Visitor(client, live(admin, LATER)[1], user={"attrs": {"name": "Kavita Bhosale"}})
    assert texts(visitor.choose("person")) == ["Which number?"]
    assert texts(visitor.say("9845012345")) == ["We call.", "Bye"]
    (item,) = admin.get(f"{HANDOFFS}?state=call_back").json["items"]
    return dict(item)


def notified(reader: FlaskClient) -> list[dict[str, Any]]:
    """The unread notifications of a person."""
    return [item for item in reader.get("/api/v1/notifications?show=unread").json["items"] if "handoff" in item["kind"]]


def test_out_of_hours_a_call_back_is_filed_and_the_people_of_the_inbox_are_notified(
    as_: As, client: FlaskClient
) -> None:
    admin, other, author = as_("admin"), as_("maintainer"), as_("author")
    item = leave_number(admin, client)
    assert (item["state"], item["queue"], item["agent"]) == ("call_back", "sales", None)
    assert (item["contact"]["name"], item["contact"]["last4"]) == ("Kavita Bhosale", "2345")
    assert admin.get(HANDOFFS).json["items"] == []
    assert admin.get(HANDOFFS).json["counts"] == {
        "requested": 0, "accepted": 0, "mine": 0, "call_back": 1, "waiting": 1,
    }  # fmt: skip
    for reader, name in ((admin, "Kavita Bhosale"), (other, "K. B.")):
        (news,) = notified(reader)
        assert (news["kind"], news["what"], news["link"]) == ("handoff_call_back", name, f"/inbox/{item['id']}")
    assert notified(author) == []


def test_the_number_is_for_who_takes_the_call_on_and_it_is_closed_when_done(as_: As, client: FlaskClient) -> None:
    admin, other = as_("admin"), as_("maintainer")
    at = f"{HANDOFFS}/{leave_number(admin, client)['id']}"
    assert other.get(at).json["phone"] == ""
    assert other.post(f"{at}/messages", json={"text": "Hi"}).status_code == 409
    assert other.post(f"{at}/return").status_code == 409
    assert other.post(f"{at}/accept").json["phone"] == "+919845012345"
    assert admin.get(at).json["phone"] == "" and notified(admin) == []
    assert admin.get(HANDOFFS).json["counts"]["waiting"] == 0
    assert admin.post(f"{at}/accept").json["code"] == "taken"
    assert admin.post(f"{at}/close").json["code"] == "taken"
    done = other.post(f"{at}/close").json
    assert (done["state"], done["agent"]["name"], done["phone"]) == ("closed", "Maintainer", "")
    assert other.post(f"{at}/close").status_code == 409


def test_a_second_request_of_the_same_conversation_is_one_call_back(as_: As, client: FlaskClient) -> None:
    again = LATER["nodes"] | {"back": LATER["nodes"]["back"] | {"next": "menu"}}
    visitor = Visitor(client, live(as_("admin"), LATER | {"nodes": again})[1])
    for _ in range(2):
        visitor.choose("person")
        visitor.say("9845012345")
    assert as_("admin").get(f"{HANDOFFS}?state=call_back").json["total"] == 1


def test_who_is_away_is_not_notified(as_: As, client: FlaskClient) -> None:
    admin, other = as_("admin"), as_("maintainer")
    assert admin.get(f"{HANDOFFS}/desk").json == {"waiting": 0, "available": True, "sound": False}
    away = other.post(f"{HANDOFFS}/desk", json={"available": False}).json
    assert (away["available"], away["sound"]) == (False, False)
    _visitor, item = request_agent(admin, client)
    assert [notice["kind"] for notice in notified(admin)] == ["handoff_waits"] and notified(other) == []
    availability = {
        person["name"]: person["available"]
        for person in admin.get(f"{HANDOFFS}/{item['id']}/colleagues").json["people"]
    }
    assert availability["Maintainer"] is False
    assert other.post(f"{HANDOFFS}/desk", json={"sound": True}).json == {
        "waiting": 1, "available": False, "sound": True,
    }  # fmt: skip
    # What else they have chosen to be notified of stays.
    assert as_("author").post(f"{HANDOFFS}/desk", json={"sound": True}).status_code == 403


def test_conversations_of_who_goes_away_are_offered_until_they_are_back(as_: As, client: FlaskClient) -> None:
    admin, other = as_("admin"), as_("maintainer")
    visitor, item = request_agent(admin, client)
    at = f"{HANDOFFS}/{item['id']}"
    assert other.post(f"{at}/accept").json["agent"]["available"] is True
    assert notified(admin) == []
    other.post(f"{HANDOFFS}/desk", json={"available": False})
    (notice,) = notified(admin)
    assert (notice["kind"], notice["by"]["name"], notice["what"]) == ("handoff_offered", "Maintainer", "Kavita Bhosale")
    (row,) = admin.get(f"{HANDOFFS}?state=accepted").json["items"]
    assert row["agent"]["available"] is False
    # Hearing who waits is no other availability.
    other.post(f"{HANDOFFS}/desk", json={"sound": True})
    other.post(f"{HANDOFFS}/desk", json={"available": True})
    assert notified(admin) == [] and admin.get(at).json["agent"]["available"] is True
    visitor.say("Is Saturday free?")
    assert notified(admin) == []
    other.post(f"{HANDOFFS}/desk", json={"available": False})
    visitor.say("Is anybody there?")
    assert [notice["kind"] for notice in notified(admin)] == ["handoff_offered"]
    me = next(person["id"] for person in admin.get(f"{at}/colleagues").json["people"] if person["name"] == "Admin")
    assert admin.post(f"{at}/assign", json={"agent": me}).json["agent"]["name"] == "Admin"
    assert notified(admin) == [] and visitor.events()[-1]["text"] == "Admin"


def test_an_offered_conversation_that_ends_waits_for_nobody(as_: As, client: FlaskClient) -> None:
    admin, other = as_("admin"), as_("maintainer")
    _visitor, item = request_agent(admin, client)
    other.post(f"{HANDOFFS}/{item['id']}/accept")
    other.post(f"{HANDOFFS}/desk", json={"available": False})
    assert notified(admin)
    other.post(f"{HANDOFFS}/{item['id']}/return")
    assert notified(admin) == []


def test_only_who_sees_the_conversation_is_notified(as_: As, client: FlaskClient) -> None:
    other = as_("maintainer")
    row = db.session.scalars(select(User).where(User.auth_role == "maintainer")).one()
    row.scope = {"bots": []}
    db.session.commit()
    _visitor, item = request_agent(as_("admin"), client)
    assert notified(other) == [] and other.get(f"{HANDOFFS}/{item['id']}").status_code == 404
    assigned = as_("admin").post(f"{HANDOFFS}/{item['id']}/assign", json={"agent": str(row.id)})
    assert (assigned.status_code, list(assigned.json["errors"])) == (422, ["agent"])


def test_a_conversation_is_given_to_a_colleague_whom_the_visitor_sees(as_: As, client: FlaskClient) -> None:
    admin, other = as_("admin"), as_("maintainer")
    visitor, item = request_agent(admin, client)
    at = f"{HANDOFFS}/{item['id']}"
    ids = {person["name"]: person["id"] for person in admin.get(f"{at}/colleagues").json["people"]}
    response = admin.post(f"{at}/assign", json={"agent": ids["Maintainer"]})
    assert response.status_code == 200, response.text
    assert (response.json["state"], response.json["agent"]["name"]) == ("accepted", "Maintainer")
    assert (visitor.events()[-1]["state"], visitor.events()[-1]["text"]) == ("accepted", "Maintainer")
    assert [notice["kind"] for notice in notified(other)] == ["handoff_given"] and notified(admin) == []
    assert admin.post(f"{at}/messages", json={"text": "Hi"}).json["code"] == "taken"
    assert admin.post(f"{at}/assign", json={"agent": ids["Maintainer"]}).status_code == 409
    # Back to the one who gave it; then it is over, and nobody's any more.
    me = next(person["id"] for person in other.get(f"{at}/colleagues").json["people"] if person["name"] != "Maintainer")
    assert other.post(f"{at}/assign", json={"agent": me}).json["agent"]["id"] == me
    admin.post(f"{at}/close")
    assert admin.post(f"{at}/assign", json={"agent": ids["Maintainer"]}).status_code == 409


def test_a_note_is_for_the_inbox_alone(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    visitor, item = request_agent(admin, client)
    before, at = visitor.events(), f"{HANDOFFS}/{item['id']}"
    noted = as_("maintainer").post(f"{at}/notes", json={"text": " Call 9845012345, not by mail "})
    assert noted.status_code == 200, noted.text
    (note,) = admin.get(at).json["notes"]
    assert (note["author"], note["text"]) == ("Maintainer", "Call 9845012345, not by mail")
    assert visitor.events() == before and "9845012345" not in noted.json["messages"]
    assert admin.post(f"{at}/notes", json={"text": "  "}).status_code == 422
    assert as_("subscriber").post(f"{at}/notes", json={"text": "Hi"}).status_code == 403
    row = db.session.scalars(select(HandoffNote)).one()
    assert "9845" not in row.sealed_text
    erase([int(item["conversation"])], 30)
    db.session.commit()
    assert admin.get(at).json["notes"] == []


def test_hand_offs_are_narrowed_by_queue_and_outlet(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    request_agent(admin, client)
    page = admin.get(HANDOFFS).json
    assert (page["queues"], page["outlets"], page["items"][0]["outlet"]) == (["service"], [], None)
    assert admin.get(f"{HANDOFFS}?queue=service").json["total"] == 1
    assert admin.get(f"{HANDOFFS}?queue=sales").json["total"] == 0
    assert admin.get(f"{HANDOFFS}?outlet=1").json["total"] == 0
    assert admin.get(f"{HANDOFFS}?outlet=x").status_code == 422


def test_the_greeting_is_shown_before_the_visitor_s_first_word(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    _visitor, item = request_agent(admin, client)
    body = admin.get(f"{HANDOFFS}/{item['id']}").json
    assert [message["text"] for message in body["greeting"]] == ["Hello Kavita", "What next?"]
    assert body["messages"][0]["text"] == "A person"
    assert body["greeting"][0]["at"] <= body["messages"][0]["at"]


def test_a_wait_begins_with_the_request(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    visitor = Visitor(client, live(admin)[1])
    visitor.say("when are you open")
    begin = clock.now() + timedelta(minutes=9)
    with time_machine.travel(begin, tick=False):
        visitor.choose("person")
    (item,) = admin.get(HANDOFFS).json["items"]
    assert datetime.fromisoformat(item["waiting_since"]) == begin
    assert datetime.fromisoformat(item["due_at"]) == begin + timedelta(minutes=15)


def test_a_visitor_sees_their_place_in_line(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    key = live(admin)[1]
    visitors = [Visitor(client, key) for _ in range(3)]
    for minute, visitor in enumerate(visitors):
        with time_machine.travel(clock.now() + timedelta(minutes=minute), tick=False):
            visitor.choose("person")

    def place(visitor: Visitor, known: int = 0) -> int | None:
        after = max(1, len(visitor.events()))
        answer = client.get(f"/w/1/sessions/{visitor.id}/events?after={after}&place={known}", headers=visitor.headers)
        return answer.json["place"] if answer.status_code == 200 else None

    assert [place(visitor) for visitor in visitors] == [1, 2, 3]
    # What they know already is nothing new.
    assert place(visitors[2], 3) is None
    first = admin.get(HANDOFFS).json["items"][0]
    admin.post(f"{HANDOFFS}/{first['id']}/accept")
    assert [place(visitor, 3) for visitor in visitors] == [None, 1, 2]


def test_after_closing_the_visitor_rates_the_conversation(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    visitor, item = request_agent(admin, client)
    admin.post(f"{HANDOFFS}/{item['id']}/accept")
    admin.post(f"{HANDOFFS}/{item['id']}/close")
    event = visitor.events()[-1]
    assert event["input"] == {"kind": "rating", "scale": 5} and event["text"].startswith("How was")
    first = session()
    ended, first_id = first.ended_at, first.id
    assert ended is not None and first.rating is None
    assert texts(visitor.choose("4")) == ["Thank you for your answer."]
    current = session()
    assert (current.id, current.rating, current.outcome) == (first_id, 4, "handed_off") and current.ended_at is not None
    visitor.say("when are you open")
    assert len(db.session.scalars(select(Conversation)).all()) == 2


def test_what_is_said_instead_of_a_rating_opens_another_conversation(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    visitor, item = request_agent(admin, client)
    admin.post(f"{HANDOFFS}/{item['id']}/accept")
    admin.post(f"{HANDOFFS}/{item['id']}/close")
    assert "From nine to six." in texts(visitor.say("when are you open"))
    first, second = db.session.scalars(select(Conversation).order_by(Conversation.id))
    assert (first.outcome, first.rating, second.outcome) == ("handed_off", None, None)


def test_a_page_knows_how_many_wait_for_who_may_read_the_inbox(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    request_agent(admin, client)
    assert admin.get(f"{HANDOFFS}/desk").json["waiting"] == 1
    for role, status in (("admin", 200), ("maintainer", 200), ("author", 403), ("editor", 403), ("client", 403)):
        assert as_(role).get(f"{HANDOFFS}/desk").status_code == status
