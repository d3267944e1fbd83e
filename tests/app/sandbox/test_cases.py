"""Cases from conversations of the sandbox, and conversations that go through a case."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select, update

from app.conversations.erasing import erase
from app.conversations.models import Conversation
from app.core import clock
from app.core.db.base import db
from app.core.jobs import daily
from app.sandbox import service
from app.sandbox.models import Sandbox, SandboxTurn
from tests.app.channels.talking import Visitor, live
from tests.conftest import add_workspace
from tests.factories.bots import BOOKING_FLOW, cases_url, create_bot, publish_bot, put_flow, run_cases
from tests.factories.sandboxes import SANDBOX, bot_texts, open_sandbox, say

As = Callable[..., FlaskClient]
ANYWAY = {"If-Match": "*"}


def save(person: FlaskClient, sandbox: dict[str, Any], name: str = "As tried") -> Any:
    """Make a case of a conversation."""
    return person.post(f"{SANDBOX}/{sandbox['id']}/case", json={"name": name})


def change(person: FlaskClient, sandbox: dict[str, Any], **more: Any) -> Any:
    """Set something of a conversation."""
    answer = person.patch(f"{SANDBOX}/{sandbox['id']}", json=more, headers=ANYWAY)
    assert answer.status_code == 200, answer.text
    return answer.json


def test_a_conversation_becomes_a_case_that_passes_at_once(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=None, template="service-booking")
    sandbox = open_sandbox(admin, bot, now="2026-11-24T10:00:00+05:30", contact={"first_name": "Rohan"})
    for text in ("book a service", "Vela", "when are you open", "Repair", "KA01AB1234", "tomorrow", "no, Friday",
                 "10 am", "9845012345"):  # fmt: skip
        say(admin, sandbox, text)
    admin.post(f"{SANDBOX}/{sandbox['id']}/messages", json={"choice": "yes"})
    say(admin, sandbox, "5")
    answer = save(admin, sandbox)
    assert answer.status_code == 201, answer.text
    case = admin.get(cases_url(bot, answer.json["id"])).json
    assert case["source"] == "sandbox" and case["link"] == f"/sandbox?id={sandbox['id']}" and case["last"]["passed"]
    assert case["now"].startswith("2026-11-24T04:30:00")
    assert case["turns"][2] == {"text": "when are you open", "expect": {"intent": "workshop.hours", "node": "ask_work"}}
    assert case["turns"][6]["expect"]["slots"] == {"day": "2026-11-27"}
    assert case["turns"][9] == {"choice": "yes", "expect": {"goal": "service_booking_created", "node": "rate"}}
    result = run_cases(admin, bot)
    assert result["passed"] == 1 and not any(turn["changed"] for turn in result["items"][0]["turns"])
    assert publish_bot(admin, bot).status_code == 201


def test_a_changed_flow_fails_the_case_where_it_goes_otherwise(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=BOOKING_FLOW)
    sandbox = open_sandbox(admin, bot)
    say(admin, sandbox, "2030-01-07")
    assert save(admin, sandbox).status_code == 201
    elsewhere = BOOKING_FLOW["nodes"] | {"call": BOOKING_FLOW["nodes"]["call"] | {"failed": "bye"}}
    put_flow(admin, bot, BOOKING_FLOW | {"nodes": elsewhere})
    refused = publish_bot(admin, bot)
    assert refused.status_code == 409 and refused.json["code"] == "failing_cases"
    assert refused.json["cases"][0]["turns"][0]["differences"] == [{"what": "node", "expected": "ask", "actual": None}]


def test_other_words_are_shown_and_fail_nothing(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=BOOKING_FLOW)
    sandbox = open_sandbox(admin, bot)
    say(admin, sandbox, "2030-01-07")
    save(admin, sandbox)
    node = {"type": "message", "text": {"en": "It failed."}, "next": "ask"}
    put_flow(admin, bot, BOOKING_FLOW | {"nodes": BOOKING_FLOW["nodes"] | {"failed": node}})
    (turn,) = run_cases(admin, bot)["items"][0]["turns"]
    assert turn["passed"] and turn["changed"] == [
        {"what": "replies", "expected": ["That failed.", "Which day?"], "actual": ["It failed.", "Which day?"]}
    ]


@pytest.mark.parametrize("ok", [True, False])
def test_calls_are_answered_as_they_were_recorded(as_: As, monkeypatch: pytest.MonkeyPatch, ok: bool) -> None:
    admin, made_calls = as_("admin"), []

    def call(effect: dict[str, Any], hosts: tuple[str, ...], secrets: Any) -> dict[str, Any]:
        made_calls.append(effect["url"])
        result = {"method": "POST", "url": effect["url"], "status": 200 if ok else 503, "error": "", "ms": 1}
        return {"ok": ok, "status": result["status"], "value": {"id": "B7"} if ok else None, "trace": result}

    monkeypatch.setattr("app.bots.runtime.conversing._call", call)
    bot = create_bot(admin, flow=BOOKING_FLOW)
    sandbox = open_sandbox(admin, bot)
    say(admin, sandbox, "tomorrow")
    case = admin.get(cases_url(bot, save(admin, sandbox).json["id"])).json
    assert case["last"]["passed"] and len(made_calls) == 1
    assert (case["turns"][0]["expect"].get("slots", {}).get("booking") == {"id": "B7"}) is ok
    assert run_cases(admin, bot)["passed"] == 1 and len(made_calls) == 1


def test_a_call_that_nobody_recorded_is_not_made(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=BOOKING_FLOW)
    admin.post(cases_url(bot), json={"name": "Typed", "turns": [{"text": "2030-01-07", "expect": {"goal": "booked"}}]})
    (turn,) = run_cases(admin, bot)["items"][0]["turns"]
    assert turn["passed"] and turn["unrecorded"] == ["call"]


def test_what_the_debugger_did_is_done_again(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=BOOKING_FLOW)
    sandbox = open_sandbox(admin, bot, now="2030-01-01T12:00:00+05:30")
    change(admin, sandbox, failing=[{"node": "call", "as": "timeout"}], variables={"booking": {"id": 7}})
    say(admin, sandbox, "tomorrow")
    change(admin, sandbox, now="2030-02-01T12:00:00+05:30", variables={"day": "2030-05-05"})
    say(admin, sandbox, "kal")
    change(admin, sandbox, node="booked")
    say(admin, sandbox, "blue")
    case = save(admin, sandbox)
    assert case.status_code == 201, case.text
    assert [next(iter(turn)) for turn in case.json["turns"]] == ["text", "text", "jump", "text"]
    assert case.json["turns"][1]["expect"]["slots"] == {"day": "2030-02-02"}
    assert run_cases(admin, bot)["passed"] == 1


def test_a_conversation_that_ended_and_began_again_is_replayed_whole(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=BOOKING_FLOW)
    sandbox = open_sandbox(admin, bot)
    change(admin, sandbox, node="bye")
    say(admin, sandbox, "hello?")
    say(admin, sandbox, "tomorrow")
    admin.post(f"{SANDBOX}/{sandbox['id']}/rewind", json={"turn": 3})
    say(admin, sandbox, "Friday")
    assert save(admin, sandbox).status_code == 201
    assert run_cases(admin, bot)["passed"] == 1


def test_an_agent_is_played_again(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=None, template="service-booking")
    sandbox = open_sandbox(admin, bot, now="2026-11-24T10:00:00+05:30")
    say(admin, sandbox, "talk to a person")
    say(admin, sandbox, "hello?")
    admin.post(f"{SANDBOX}/{sandbox['id']}/messages", json={"agent": "returned"})
    assert save(admin, sandbox).status_code == 201 and run_cases(admin, bot)["passed"] == 1


def test_nothing_said_is_no_case(as_: As) -> None:
    admin = as_("admin")
    sandbox = open_sandbox(admin, create_bot(admin, flow=BOOKING_FLOW))
    answer = save(admin, sandbox)
    assert answer.status_code == 409 and answer.json["code"] == "nothing_said"
    say(admin, sandbox, "blue")
    assert save(admin, sandbox, " ").status_code == 422


def test_a_conversation_that_goes_otherwise_when_run_again_is_no_case(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=BOOKING_FLOW)
    sandbox = open_sandbox(admin, bot)
    say(admin, sandbox, "tomorrow")
    turn = db.session.scalars(select(SandboxTurn)).one()
    turn.input = turn.input | {"now": "2020-01-01T00:00:00+00:00"}
    db.session.commit()
    answer = save(admin, sandbox)
    assert answer.status_code == 409 and answer.json["code"] == "not_reproducible"
    assert admin.get(cases_url(bot)).json["items"] == []


def test_a_conversation_from_before_cases_has_to_be_reset(as_: As) -> None:
    admin = as_("admin")
    sandbox = open_sandbox(admin, create_bot(admin, flow=BOOKING_FLOW))
    say(admin, sandbox, "blue")
    db.session.execute(update(Sandbox).values(opened={}))
    db.session.commit()
    assert save(admin, sandbox).json["code"] == "not_reproducible"


def test_a_case_is_gone_through_in_the_sandbox(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=BOOKING_FLOW)
    sandbox = open_sandbox(admin, bot, now="2030-01-01T12:00:00+05:30", contact={"first_name": "Rohan"})
    change(admin, sandbox, failing=[{"node": "call", "as": "500"}])
    say(admin, sandbox, "tomorrow")
    case = save(admin, sandbox).json
    again = open_sandbox(admin, bot, case=case["id"])
    assert [turn["input"] for turn in again["turns"]] == ["tomorrow"] and bot_texts(again)[0] == "Hello Rohan"
    assert again["turns"][0]["trace"]["calls"][0]["status"] == 500 and again["now"].startswith("2030-01-01T06:30")
    assert say(admin, again, "kal")["turn"] == 2
    assert admin.post(SANDBOX, json={"bot": bot, "case": "9"}).status_code == 404


def test_conversations_that_cases_were_made_of_are_kept(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=BOOKING_FLOW)
    kept_sandbox, gone = open_sandbox(admin, bot), open_sandbox(admin, bot)
    for sandbox in (kept_sandbox, gone):
        say(admin, sandbox, "blue")
    save(admin, kept_sandbox)
    db.session.execute(update(Sandbox).values(updated_at=clock.now() - timedelta(days=31)))
    db.session.commit()
    service._sweep()
    db.session.commit()
    assert daily and [str(row) for row in db.session.scalars(select(Sandbox.id))] == [kept_sandbox["id"]]
    assert db.session.scalar(select(func.count()).select_from(SandboxTurn)) == 1


def test_who_may_only_try_may_not_make_cases(as_: As) -> None:
    admin = as_("admin")
    sandbox = open_sandbox(admin, create_bot(admin, flow=BOOKING_FLOW))
    say(admin, sandbox, "blue")
    assert save(as_("admin", add_workspace("B")), sandbox).status_code == 404
    assert save(as_("client"), sandbox).status_code == 403


def test_what_a_customer_said_is_gone_through_up_to_a_turn(app: Flask, as_: As) -> None:
    admin = as_("admin")
    bot, token = live(admin)
    visitor = Visitor(app.test_client(), token)
    for text in ("my number is 9845012345", "when are you open"):
        visitor.say(text)
    conversation = str(db.session.scalar(select(Conversation.id)))
    begun = open_sandbox(admin, bot, conversation=conversation)
    assert [turn["input"] for turn in begun["turns"]][1:] == ["when are you open"]
    assert "9845012345" not in str(begun) and "From nine to six." in bot_texts(begun["turns"][1])
    assert len(open_sandbox(admin, bot, conversation=conversation, until=1)["turns"]) == 1
    body = {"bot": bot, "conversation": conversation}
    assert admin.post(SANDBOX, json=body | {"case": "1"}).status_code == 422
    assert admin.post(SANDBOX, json=body | {"bot": create_bot(admin, name="Another")}).status_code == 404
    assert admin.post(SANDBOX, json=body | {"until": 0}).status_code == 422
    part = as_("maintainer", scope={"outlets": []}).post(SANDBOX, json=body)
    assert (part.status_code, part.json["code"]) == (403, "out_of_scope")
    assert as_("maintainer").post(SANDBOX, json=body).status_code == 201


def test_what_a_customer_said_is_erased_with_the_conversation(app: Flask, as_: As) -> None:
    admin = as_("admin")
    bot, token = live(admin)
    Visitor(app.test_client(), token).say("when are you open")
    conversation = db.session.scalar(select(Conversation.id))
    other = open_sandbox(admin, bot)
    case = save(admin, open_sandbox(admin, bot, conversation=str(conversation))).json
    assert as_("author").get(cases_url(bot, case["id"])).json["hidden"]
    again = open_sandbox(admin, bot, case=case["id"])
    assert save(admin, again, "Once more").status_code == 201
    erase([conversation], 30)
    db.session.commit()
    assert admin.get(cases_url(bot)).json["items"] == []
    assert [str(key) for key in db.session.scalars(select(Sandbox.id))] == [other["id"]]
    assert db.session.scalar(select(func.count(SandboxTurn.id))) == 0
