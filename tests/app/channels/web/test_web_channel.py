"""A visitor talks to a live bot from a foreign page."""

import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from flask.testing import FlaskClient
from limits import parse
from sqlalchemy import func, select

from app.channels.sessions.models import ChannelEvent, ChannelSession, StoredState
from app.conversations.models import Conversation, Message, Turn
from app.core import clock
from app.core.db.base import db
from app.core.security.limits import OPENINGS, TOKEN_OPENINGS, limits
from tests.app.channels.talking import DESK, ORIGIN, Visitor, live, texts, token
from tests.conftest import add_workspace
from tests.factories.bots import create_bot, publish_bot

As = Callable[..., FlaskClient]


def sessions() -> list[Conversation]:
    """The reported conversations in order."""
    db.session.expire_all()
    return list(db.session.scalars(select(Conversation).order_by(Conversation.started_at, Conversation.id)))


def test_the_opening_waits_behind_the_cursor_and_is_not_reported(as_: As, client: FlaskClient) -> None:
    _bot, text = live(as_("admin"))
    visitor = Visitor(client, text)
    assert visitor.opened.status_code == 201
    assert visitor.opened.json["cursor"] == 0 and visitor.opened.json["theme_etag"]
    opening = visitor.events()
    assert [event["text"] for event in opening] == ["Hello", "What next?"]
    assert [option["id"] for option in opening[1]["options"]] == ["book", "person"]
    assert sessions() == []


def test_a_booking_is_reported_with_goal_rating_and_trace(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    _bot, text = live(admin)
    visitor = Visitor(client, text)
    assert texts(visitor.choose("book")) == ["Which day?"]
    assert texts(visitor.say("when are you open")) == ["From nine to six.", "Which day?"]
    assert texts(visitor.say("tomorrow")) == ["How was it?"]
    ended = visitor.say("5")
    assert texts(ended) == ["Bye"] and ended.json["events"][-1]["type"] == "end"
    (session,) = sessions()
    assert (session.outcome, session.goals, session.rating) == ("completed", ["booked"], 5)
    assert session.bot_version == 1 and session.ended_at is not None and session.goal_entered
    assert (session.turns, session.nlu_turns, session.fallback_turns, session.messages_in) == (4, 1, 0, 4)
    turns = list(db.session.scalars(select(Turn).order_by(Turn.number)))
    assert [turn.intent for turn in turns] == [None, "hours.ask", None, None]
    message = db.session.scalar(select(Message).where(Message.text == "when are you open"))
    assert message.extra["trace"]["path"] == ["hours", "ask"] and message.extra["trace"]["intent"]["by"] == "phrase"


def test_a_message_sent_twice_is_taken_in_once_and_answered_alike(as_: As, client: FlaskClient) -> None:
    visitor = Visitor(client, live(as_("admin"))[1])
    key = str(uuid.uuid4())
    first = visitor.say("when are you open", key)
    visitor.choose("book")
    again = visitor.say("when are you open", key)
    assert again.status_code == 200 and again.json == first.json
    (session,) = sessions()
    assert session.messages_in == 2


def test_a_visitor_s_own_message_is_reported_with_the_id_it_was_sent_with(as_: As, client: FlaskClient) -> None:
    visitor = Visitor(client, live(as_("admin"))[1])
    key = str(uuid.uuid4())
    visitor.say("when are you open", key)
    message_ids = {event["text"]: event.get("client_msg_id") for event in visitor.events(0)}
    assert message_ids["when are you open"] == key
    assert message_ids["From nine to six."] is None


def test_what_is_not_understood_counts_and_leads_to_a_person(as_: As, client: FlaskClient) -> None:
    visitor = Visitor(client, live(as_("admin"))[1])
    assert texts(visitor.say("blue whales")) == ["Sorry?", "What next?"]
    answer = visitor.say("green whales")
    assert texts(answer) == ["One moment."] and answer.json["events"][-1]["state"] == "requested"
    assert texts(visitor.say("anybody there?")) == []
    (session,) = sessions()
    assert (session.handoff, session.nlu_turns, session.fallback_turns) == ("requested", 2, 2)


def test_after_an_end_and_after_silence_the_next_word_begins_again(as_: As, client: FlaskClient) -> None:
    visitor = Visitor(client, live(as_("admin"))[1])
    for text in ("tomorrow", "4"):
        visitor.choose("book") if text == "tomorrow" else None
        visitor.say(text)
    assert texts(visitor.choose("book")) == ["Hello", "What next?", "Which day?"]
    with time_machine.travel(clock.now() + timedelta(minutes=31)):
        assert texts(visitor.say("when are you open"))[:2] == ["Hello", "What next?"]
    assert [session.goals for session in sessions()] == [["booked"], [], []]


def test_a_closing_word_after_the_end_opens_no_conversation(as_: As, client: FlaskClient) -> None:
    visitor = Visitor(client, live(as_("admin"))[1])
    visitor.choose("book")
    for text in ("tomorrow", "4"):
        visitor.say(text)
    ended = sessions()
    assert len(texts(visitor.say("Thanks!"))) == 1
    assert texts(visitor.say("bye")) == []
    assert [(row.id, row.messages_in) for row in sessions()] == [(row.id, row.messages_in) for row in ended]
    with time_machine.travel(clock.now() + timedelta(minutes=31)):
        assert texts(visitor.say("thanks"))[:2] == ["Hello", "What next?"]


def test_texts_are_kept_sealed_and_shown_again(as_: As, client: FlaskClient) -> None:
    visitor = Visitor(client, live(as_("admin"))[1])
    visitor.say("call me on 9812345678")
    events = visitor.events(2)
    assert (events[0]["speaker"], events[0]["text"]) == ("user", "call me on 9812345678")
    for row in db.session.scalars(select(ChannelEvent)):
        assert "9812345678" not in row.sealed_body
    assert "9812345678" not in db.session.scalar(select(ChannelSession)).sealed_state
    assert db.session.scalar(select(Message.text).where(Message.speaker == "user")) == "call me on [phone]"


@pytest.mark.parametrize(
    ("origins", "origin", "status"),
    [
        (["https://dealer.example"], "https://dealer.example", 201),
        (["https://dealer.example"], "https://dealer.example:8443", 403),
        (["https://dealer.example"], "http://dealer.example", 403),
        (["https://dealer.example"], "https://evil.example", 403),
        (["https://*.dealer.example"], "https://shop.dealer.example", 201),
        (["https://*.dealer.example"], "https://dealer.example", 403),
        (["https://*.dealer.example"], "https://evildealer.example", 403),
        (["https://dealer.example"], None, 403),
        ([], "https://dealer.example", 201),
        ([], "http://localhost", 201),
        (["https://dealer.example"], "http://localhost", 201),
    ],
)
def test_only_pages_on_the_list_and_ours_may_open(
    as_: As, client: FlaskClient, origins: list[str], origin: str | None, status: int
) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=DESK)
    publish_bot(admin, bot)
    text = token(admin, bot, origins=origins)["token"]
    headers = {"Origin": origin} if origin else {}
    answer = client.post("/w/1/sessions", json={"token": text}, headers=headers)
    assert answer.status_code == status, answer.text
    assert answer.headers.get("Access-Control-Allow-Origin") == (origin if status == 201 else None)
    assert "Origin" in answer.headers["Vary"] and "Set-Cookie" not in answer.headers


@pytest.mark.parametrize(("site", "status"), [("same-origin", 200), ("cross-site", 403), ("none", 403), (None, 403)])
def test_a_page_of_ours_reads_without_naming_its_origin(
    as_: As, client: FlaskClient, site: str | None, status: int
) -> None:
    text = live(as_("admin"))[1]
    headers = {"Sec-Fetch-Site": site} if site else {}
    assert client.get(f"/w/1/{text}/theme", headers=headers).status_code == status


def test_a_preflight_lets_a_page_ask(client: FlaskClient) -> None:
    headers = {
        "Origin": ORIGIN,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type",
    }
    answer = client.options("/w/1/sessions", headers=headers)
    assert answer.status_code == 204 and answer.headers["Access-Control-Allow-Origin"] == ORIGIN
    assert "Authorization" in answer.headers["Access-Control-Allow-Headers"]


@pytest.mark.parametrize("headers", [{}, {"Authorization": "Bearer wrong"}, {"Authorization": "Basic eA=="}])
def test_another_secret_opens_nothing(as_: As, client: FlaskClient, headers: dict[str, str]) -> None:
    visitor = Visitor(client, live(as_("admin"))[1])
    for answer in (
        client.get(f"/w/1/sessions/{visitor.id}/events", headers=headers | {"Origin": ORIGIN}),
        client.post(
            f"/w/1/sessions/{visitor.id}/messages",
            json={"client_msg_id": str(uuid.uuid4()), "type": "text", "text": "Hi"},
            headers=headers | {"Origin": ORIGIN},
        ),
    ):
        assert answer.status_code == 401 and answer.headers["Access-Control-Allow-Origin"] == ORIGIN


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"type": "text", "text": "Hi"}, "client_msg_id"),
        ({"client_msg_id": "x", "type": "text", "text": "Hi"}, "client_msg_id"),
        ({"client_msg_id": str(uuid.uuid4()), "type": "text", "text": "  "}, "text"),
        ({"client_msg_id": str(uuid.uuid4()), "type": "text", "text": "x" * 2001}, "text"),
        ({"client_msg_id": str(uuid.uuid4()), "type": "choice"}, "payload"),
        ({"client_msg_id": str(uuid.uuid4()), "type": "file"}, "type"),
    ],
)
def test_a_message_that_is_none_is_refused_by_its_field(
    as_: As, client: FlaskClient, body: dict[str, Any], field: str
) -> None:
    answer = Visitor(client, live(as_("admin"))[1]).post(body)
    assert answer.status_code == 422 and field in answer.json["errors"]
    assert sessions() == []


def test_a_revoked_token_ends_its_sessions(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    bot, text = live(admin)
    visitor = Visitor(client, text)
    row = admin.get(f"/api/v1/bots/{bot}/tokens").json["items"][0]
    headers = {"If-Match": f'"{row["revision"]}"'}
    assert admin.delete(f"/api/v1/bots/{bot}/tokens/{row['id']}", headers=headers).status_code == 204
    assert visitor.say("Hi").status_code == 401
    assert client.post("/w/1/sessions", json={"token": text}, headers={"Origin": ORIGIN}).status_code == 404


def test_an_unpublished_bot_answers_nobody(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    text = token(admin, create_bot(admin, flow=DESK))["token"]
    answer = client.post("/w/1/sessions", json={"token": text}, headers={"Origin": ORIGIN})
    assert answer.status_code == 409 and answer.json["code"] == "no_live_version"


def test_a_paused_bot_says_so_once(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    bot, text = live(admin)
    visitor = Visitor(client, text)
    bot_answer = admin.get(f"/api/v1/bots/{bot}")
    paused = admin.post(
        f"/api/v1/bots/{bot}/pause", json={"reason": "Repairs"}, headers={"If-Match": bot_answer.headers["ETag"]}
    )
    assert paused.status_code == 200
    assert texts(visitor.say("Hi"))[0].startswith("This assistant is paused")
    assert texts(visitor.say("Hello?")) == []
    (session,) = sessions()
    assert session.messages_in == 2 and session.messages_out == 1


def test_what_a_person_of_the_workspace_tries_counts_in_no_report(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    text = live(admin)[1]
    trial = admin.get(f"/api/v1/try/{text}").json["trial"]
    Visitor(client, text, trial=trial).say("when are you open")
    assert [session.traffic for session in sessions()] == ["test"]


def small(monkeypatch: pytest.MonkeyPatch, **rates: str) -> None:
    """Have the windows of openings hold less."""
    for name, rate in rates.items():
        monkeypatch.setattr(f"app.channels.web.routes.{name}", parse(rate))


def test_openings_count_by_token_and_address(as_: As, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (OPENINGS.amount, TOKEN_OPENINGS.amount) == (600, 10_000)
    small(monkeypatch, OPENINGS="3/hour")
    admin = as_("admin")
    bot, first = live(admin)
    second = str(token(admin, bot, name="Another page")["token"])
    opened = [Visitor(client, first).opened for _ in range(4)]
    assert [answer.status_code for answer in opened] == [201] * 3 + [429] and opened[3].headers["Retry-After"]
    # Visitors of another page, and those who come from elsewhere, are let in.
    assert Visitor(client, second).opened.status_code == 201
    client.environ_base["REMOTE_ADDR"] = "203.0.113.9"
    assert Visitor(client, first).opened.status_code == 201


def test_a_token_has_a_bound_of_its_own_that_refused_openings_do_not_fill(
    as_: As, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    small(monkeypatch, OPENINGS="2/hour", TOKEN_OPENINGS="4/hour")
    text = live(as_("admin"))[1]
    statuses = []
    for address in ("203.0.113.1", "203.0.113.2", "203.0.113.3"):
        client.environ_base["REMOTE_ADDR"] = address
        statuses += [Visitor(client, text).opened.status_code for _ in range(3)]
    assert statuses == [201, 201, 429, 201, 201, 429, 429, 429, 429]


@pytest.mark.parametrize("wrong", ["é" * 64, "१" * 32, "f" * 64, "", "\u2028"])
def test_a_proof_of_another_form_is_refused(as_: As, client: FlaskClient, wrong: str) -> None:
    admin = as_("admin")
    bot = live(admin)[0]
    text = str(token(admin, bot, name="Signed in", identity="required")["token"])
    answer = Visitor(client, text, user={"id": "7", "hash": wrong}).opened
    assert (answer.status_code, answer.json["code"]) == (403, "bad_identity")


def test_no_visitor_hides_a_conversation_from_reports(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    bot, text = live(admin)
    other = token(admin, bot)["token"]
    assert client.get(f"/api/v1/try/{text}").json["trial"] == ""
    assert client.get(f"/api/v1/try/{text}").json["published"] is True
    draft = token(admin, create_bot(admin, name="Draft"))["token"]
    assert client.get(f"/api/v1/try/{draft}").json["published"] is False
    stranger = as_("admin", add_workspace("Other"))
    assert stranger.get(f"/api/v1/try/{text}").json["trial"] == ""
    foreign = admin.get(f"/api/v1/try/{other}").json["trial"]
    ends, _, signature = admin.get(f"/api/v1/try/{text}").json["trial"].partition(".")
    page = f"http://localhost/try/{text}"
    for trial in ("", "x", foreign, f"{int(ends) + 1}.{signature}", f"{ends}.é", f"1.{signature}"):
        Visitor(client, text, page_url=page, trial=trial).say("when are you open")
    assert {session.traffic for session in sessions()} == {"real"}


def test_too_many_messages_are_asked_to_wait(as_: As, client: FlaskClient) -> None:
    visitor = Visitor(client, live(as_("admin"))[1])
    answers = [visitor.say("when are you open").status_code for _ in range(10)]
    limits._memory.storage.reset()  # What follows comes to another process.
    answers += [visitor.say("when are you open").status_code for _ in range(11)]
    assert answers[:20] == [200] * 20 and answers[20] == 429
    assert db.session.scalar(select(func.count(ChannelEvent.id)).where(ChannelEvent.speaker == "user")) == 20


def broken(row: ChannelSession, how: str) -> None:
    """Make a stored state one that cannot be gone on from."""
    snapshot = row.stored_state
    assert snapshot is not None
    if how == "cut":
        row.sealed_state = row.sealed_state[:-8]
    elif how == "nothing":
        row.sealed_state = "null"
    elif how == "shape":
        row.store(StoredState({"variables": []}, None))
    elif how == "node":
        row.store(StoredState(snapshot.state | {"open": "gone"}, None))
    db.session.commit()


@pytest.mark.parametrize("how", ["cut", "nothing", "shape", "node"])
def test_a_conversation_that_cannot_be_read_says_so_and_begins_again(as_: As, client: FlaskClient, how: str) -> None:
    visitor = Visitor(client, live(as_("admin"))[1])
    visitor.choose("book")
    broken(db.session.scalars(select(ChannelSession)).one(), how)
    replies = texts(visitor.say("tomorrow"))
    assert replies[0].startswith("Sorry, I cannot go on") and "What next?" in replies
    assert texts(visitor.choose("book")) == ["Which day?"]


def test_a_state_of_an_earlier_release_goes_on(as_: As, client: FlaskClient) -> None:
    visitor = Visitor(client, live(as_("admin"))[1])
    visitor.choose("book")
    row = db.session.scalars(select(ChannelSession)).one()
    snapshot = row.stored_state
    assert snapshot is not None
    del snapshot.state["heard"], snapshot.state["asked"]
    row.store(snapshot)
    db.session.commit()
    assert texts(visitor.say("tomorrow")) == ["How was it?"]


def test_the_widgets_own_button_asks_for_a_person_whatever_is_open(as_: As, client: FlaskClient) -> None:
    _bot, text = live(as_("admin"))
    visitor = Visitor(client, text)
    visitor.choose("book")
    body = {"client_msg_id": str(uuid.uuid4()), "type": "choice", "text": "Talk to a person",
            "payload": {"id": "@person"}}  # fmt: skip
    headers = {"Origin": ORIGIN, "Authorization": f"Bearer {visitor.secret}"}
    answer = client.post(f"/w/1/sessions/{visitor.id}/messages", json=body, headers=headers)
    assert [event["type"] for event in answer.json["events"]] == ["message", "handoff"]
    heard = db.session.scalars(select(Message).where(Message.text == "Talk to a person")).all()
    assert len(heard) == 1


@pytest.mark.parametrize(("node", "offered"), [
    (DESK["nodes"]["person"], True),
    ({"type": "handoff", "call_back": True, "text": {"en": "We call you."}, "next": "bye"}, False),
    ({"type": "message", "text": {"en": "Nobody."}, "next": "bye"}, False),
])  # fmt: skip
def test_the_button_is_offered_where_the_bot_hands_over(
    as_: As, client: FlaskClient, node: dict[str, Any], offered: bool
) -> None:
    _bot, text = live(as_("admin"), DESK | {"nodes": DESK["nodes"] | {"person": node}})
    assert client.get(f"/w/1/{text}/theme", headers={"Origin": ORIGIN}).json["handoff"] is offered
