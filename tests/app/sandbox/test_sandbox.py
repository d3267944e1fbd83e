"""Trying a bot over the API: talking, looking inside, going back, failing calls, the clock."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import func, select

from app.conversations.models import Conversation
from app.core.db.base import db
from tests.conftest import add_workspace
from tests.factories.bots import BOOKING_FLOW, SMALL_FLOW, create_bot, publish_bot, put_flow
from tests.factories.sandboxes import SANDBOX, bot_texts, open_sandbox, say

As = Callable[..., FlaskClient]


def test_the_bot_opens_and_answers_with_its_reasons(as_: As) -> None:
    admin = as_("admin")
    sandbox = open_sandbox(admin, create_bot(admin, flow=None, template="service-booking"))
    assert sandbox["state"]["node"] == "menu" and bot_texts(sandbox)[-1] == "How can I help you?"
    answer = say(admin, sandbox, "book a service")
    assert bot_texts(answer)[0].startswith("Which car") and answer["state"]["node"] == "ask_model"
    trace = answer["trace"]
    assert trace["rule"] == 2 and trace["path"] == ["ask_model"] and trace["text"] == "book a service"
    assert answer["turn"] == 1 and trace["variables"] == {"before": {}, "after": {}}
    choice = admin.post(f"{SANDBOX}/{sandbox['id']}/messages", json={"choice": "nothing"})
    assert choice.json["trace"]["warnings"] == [{"code": "unknown_option", "option": "nothing"}]


def test_a_conversation_is_shown_with_all_its_turns(as_: As) -> None:
    admin = as_("admin")
    sandbox = open_sandbox(admin, create_bot(admin, flow=BOOKING_FLOW))
    say(admin, sandbox, "blue")
    body = admin.get(f"{SANDBOX}/{sandbox['id']}").json
    assert [(turn["number"], turn["input"], turn["kind"]) for turn in body["turns"]] == [(1, "blue", "text")]
    assert bot_texts(body)[0].startswith("Hello ") and bot_texts(body)[1:] == ["Which day?"]
    assert admin.get(SANDBOX).json["items"][0]["id"] == sandbox["id"]


def test_a_call_to_a_private_address_is_refused_and_the_flow_goes_on(as_: As) -> None:
    admin = as_("admin")
    sandbox = open_sandbox(admin, create_bot(admin, flow=BOOKING_FLOW))
    answer = say(admin, sandbox, "tomorrow")
    assert bot_texts(answer) == ["That failed.", "Which day?"]
    assert answer["trace"]["calls"][0]["error"] == "refused_address"


@pytest.mark.parametrize(("how", "status"), [("timeout", None), ("500", 500)])
def test_a_call_can_be_made_to_fail(as_: As, how: str, status: int | None) -> None:
    admin = as_("admin")
    sandbox = open_sandbox(admin, create_bot(admin, flow=BOOKING_FLOW))
    changed = admin.patch(
        f"{SANDBOX}/{sandbox['id']}", json={"failing": [{"node": "call", "as": how}]}, headers={"If-Match": "*"}
    )
    assert changed.json["failing"] == [{"node": "call", "as": how}]
    call = say(admin, sandbox, "tomorrow")["trace"]["calls"][0]
    assert (call["status"], call["error"]) == (status, "forced")


def test_a_call_gets_a_sample_answer(as_: As) -> None:
    admin = as_("admin")
    sandbox = open_sandbox(admin, create_bot(admin, flow=BOOKING_FLOW))
    address, anyway = f"{SANDBOX}/{sandbox['id']}", {"If-Match": "*"}
    forced = {"node": "call", "as": "sample"}
    changed = admin.patch(address, json={"failing": [forced | {"sample": '{"number": 7}'}]}, headers=anyway)
    assert changed.json["failing"] == [forced | {"sample": {"number": 7}}]
    trace = say(admin, sandbox, "tomorrow")["trace"]
    assert (trace["calls"][0]["status"], trace["calls"][0]["error"], trace["calls"][0]["sample"]) == (200, None, True)
    assert trace["variables"]["after"]["booking"] == {"number": 7}
    for wrong in ("{", "", "[" * 300 + "]" * 300):
        refused = admin.patch(address, json={"failing": [forced | {"sample": wrong}]}, headers=anyway)
        assert refused.status_code == 422 and "JSON" in str(refused.json["errors"]), wrong
    assert admin.get(address).json["failing"] == changed.json["failing"]


def test_the_clock_can_be_set(as_: As) -> None:
    admin = as_("admin")
    sandbox = open_sandbox(admin, create_bot(admin, flow=BOOKING_FLOW), now="2030-01-01T12:00:00+05:30")
    answer = say(admin, sandbox, "tomorrow")
    assert answer["trace"]["variables"]["after"]["day"] == "2030-01-02"


def test_variables_are_set_and_nodes_gone_to(as_: As) -> None:
    admin = as_("admin")
    sandbox = open_sandbox(admin, create_bot(admin, flow=BOOKING_FLOW))
    address, anyway = f"{SANDBOX}/{sandbox['id']}", {"If-Match": "*"}
    body = admin.patch(address, json={"variables": {"day": "2030-01-01"}, "node": "booked"}, headers=anyway).json
    assert body["state"]["variables"] == {"day": "2030-01-01"} and body["state"]["ended"]
    assert body["turns"][-1]["kind"] == "jump" and body["turns"][-1]["trace"]["path"] == ["booked", "bye"]
    refused = admin.patch(address, json={"node": "nowhere"}, headers=anyway)
    assert refused.status_code == 422 and "node" in refused.json["errors"]
    assert admin.patch(address, json={}).status_code == 428


def test_an_ended_conversation_begins_again_with_the_next_text(as_: As) -> None:
    admin = as_("admin")
    sandbox = open_sandbox(admin, create_bot(admin, flow=BOOKING_FLOW))
    admin.patch(f"{SANDBOX}/{sandbox['id']}", json={"node": "bye"}, headers={"If-Match": "*"})
    answer = say(admin, sandbox, "hello?")
    assert answer["state"]["node"] == "ask" and bot_texts(answer)[0].startswith("Hello")


def test_a_turn_can_be_taken_back(as_: As) -> None:
    admin = as_("admin")
    sandbox = open_sandbox(admin, create_bot(admin, flow=None, template="service-booking"))
    for text in ("book a service", "Vela", "repair"):
        say(admin, sandbox, text)
    body = admin.post(f"{SANDBOX}/{sandbox['id']}/rewind", json={"turn": 2}).json
    assert len(body["turns"]) == 1 and body["state"]["node"] == "ask_model" and body["state"]["variables"] == {}
    assert admin.post(f"{SANDBOX}/{sandbox['id']}/rewind", json={"turn": 2}).status_code == 422
    assert say(admin, sandbox, "Terra")["turn"] == 2


def test_a_reset_takes_the_document_of_now(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=BOOKING_FLOW)
    sandbox = open_sandbox(admin, bot)
    say(admin, sandbox, "blue")
    put_flow(
        admin,
        bot,
        BOOKING_FLOW
        | {"nodes": BOOKING_FLOW["nodes"] | {"hello": {"type": "message", "text": {"en": "Good day"}, "next": "ask"}}},
    )
    assert bot_texts(say(admin, sandbox, "green"))[-1] == "Which day?"
    body = admin.post(f"{SANDBOX}/{sandbox['id']}/reset", json={"keep_contact": False}).json
    assert body["turns"] == [] and bot_texts(body)[0] == "Good day"


def test_versions_are_tried_as_they_are(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=BOOKING_FLOW)
    assert admin.post(SANDBOX, json={"bot": bot, "version": "live"}).json["code"] == "no_live_version"
    publish_bot(admin, bot)
    put_flow(admin, bot, SMALL_FLOW)
    assert open_sandbox(admin, bot, version="live")["state"]["node"] == "ask"
    assert open_sandbox(admin, bot, version="1")["state"]["node"] == "ask"
    assert open_sandbox(admin, bot)["state"]["ended"]
    assert admin.post(SANDBOX, json={"bot": bot, "version": "9"}).status_code == 404
    for version, status in ((1, 201), ("1", 201), (9, 404), (0, 422), (-1, 422), (True, 422), (1.0, 422), (10**9, 422)):
        assert admin.post(SANDBOX, json={"bot": bot, "version": version}).status_code == status, version


def test_a_working_copy_with_errors_that_break_it_says_why_it_cannot_be_tried(as_: As) -> None:
    admin = as_("admin")
    broken = SMALL_FLOW | {"start": "nowhere"}
    answer = admin.post(SANDBOX, json={"bot": create_bot(admin, flow=broken)})
    assert answer.status_code == 409 and answer.json["issues"][0]["code"] == "missing_node"


def test_a_person_who_takes_over_is_played(as_: As) -> None:
    admin = as_("admin")
    sandbox = open_sandbox(
        admin, create_bot(admin, flow=None, template="service-booking"), now="2026-11-24T10:00:00+05:30"
    )
    answer = say(admin, sandbox, "talk to a person")
    assert answer["state"]["waiting"] == "handoff" and answer["messages"][-1]["kind"] == "handoff"
    assert say(admin, sandbox, "hello?")["messages"] == []
    ended = admin.post(f"{SANDBOX}/{sandbox['id']}/messages", json={"agent": "returned"}).json
    assert ended["state"]["ended"]


def test_knowledge_answers(as_: As) -> None:
    admin = as_("admin")
    sandbox = open_sandbox(admin, create_bot(admin, flow=BOOKING_FLOW))
    answer = say(admin, sandbox, "do you wash cars")
    assert bot_texts(answer) == ["We do.", "Which day?"] and answer["trace"]["rule"] == 8


@pytest.mark.parametrize("body", [{}, {"text": "a", "choice": "b"}, {"text": ""}, {"text": "x" * 2001}, {"agent": "x"}])
def test_an_input_is_one_thing(as_: As, body: dict[str, Any]) -> None:
    admin = as_("admin")
    sandbox = open_sandbox(admin, create_bot(admin, flow=BOOKING_FLOW))
    assert admin.post(f"{SANDBOX}/{sandbox['id']}/messages", json=body).status_code == 422


def test_nothing_of_it_counts(as_: As) -> None:
    admin = as_("admin")
    sandbox = open_sandbox(admin, create_bot(admin, flow=BOOKING_FLOW))
    say(admin, sandbox, "tomorrow")
    assert db.session.scalar(select(func.count()).select_from(Conversation)) == 0


def test_a_conversation_is_ones_own(as_: As) -> None:
    admin = as_("admin")
    sandbox = open_sandbox(admin, create_bot(admin, flow=BOOKING_FLOW))
    for other in (as_("maintainer"), as_("admin", add_workspace("B"))):
        assert other.get(f"{SANDBOX}/{sandbox['id']}").status_code == 404
    assert as_("client").get(SANDBOX).status_code == 403


HOURS = {"week": {"tue": [["09:00", "18:00"]], "wed": [["10:00", "13:00"], ["14:00", "18:00"]]}}


def test_the_clock_is_set_on_the_bots_own_time_and_tells_its_hours(as_: As) -> None:
    admin = as_("admin")
    sandbox = open_sandbox(admin, create_bot(admin, flow=BOOKING_FLOW | {"hours": HOURS}))
    assert sandbox["clock"]["moved"] is False and sandbox["clock"]["zone"] == "Asia/Kolkata"
    address = f"{SANDBOX}/{sandbox['id']}"
    body = admin.patch(address, json={"local": "2026-11-24T20:00"}, headers={"If-Match": "*"}).json["clock"]
    assert body == {
        "at": "2026-11-24T14:30:00+00:00", "local": "2026-11-24T20:00", "zone": "Asia/Kolkata", "moved": True,
        "open": False, "hours": [["09:00", "18:00"]], "next_opening": "2026-11-25T10:00",
    }  # fmt: skip
    turn = admin.post(f"{address}/messages", json={"text": "blue"}).json
    assert turn["at"] == "2026-11-24T14:30:00+00:00"
    back = admin.patch(address, json={"now": None}, headers={"If-Match": "*"}).json["clock"]
    assert back["moved"] is False
    for local in ("2026-02-30T10:00", "2026-11-24", "tomorrow"):
        assert admin.patch(address, json={"local": local}, headers={"If-Match": "*"}).status_code == 422


def test_a_variable_set_in_a_form_has_its_own_type(as_: As) -> None:
    admin = as_("admin")
    variables = {"n": {"type": "number"}, "sure": {"type": "bool"}, "name": {"type": "text"}}
    sandbox = open_sandbox(admin, create_bot(admin, flow=BOOKING_FLOW | {"variables": variables}))
    assert {"name": "n", "type": "number"} in sandbox["declared"] and {"name": "day", "type": "date"} in sandbox[
        "declared"
    ]
    values = {"n": "7.5", "sure": "true", "name": "7", "day": " ", "booking": {"id": 1}}
    body = admin.patch(f"{SANDBOX}/{sandbox['id']}", json={"variables": values}, headers={"If-Match": "*"}).json
    assert body["state"]["variables"] == {"n": 7.5, "sure": True, "name": "7", "day": None, "booking": {"id": 1}}


def test_the_person_is_who_one_says_until_they_are_forgotten(as_: As) -> None:
    admin = as_("admin")
    sandbox = open_sandbox(admin, create_bot(admin, flow=BOOKING_FLOW), contact={"first_name": "Rohan"})
    assert bot_texts(sandbox)[0] == "Hello Rohan"
    body = admin.post(f"{SANDBOX}/{sandbox['id']}/reset", json={"keep_contact": True}).json
    assert bot_texts(body)[0] == "Hello Rohan" and body["contact"]["first_name"] == "Rohan"
    fresh = admin.post(f"{SANDBOX}/{sandbox['id']}/reset", json={"keep_contact": False}).json
    assert bot_texts(fresh)[0] != "Hello Rohan"
    assert admin.post(SANDBOX, json={"bot": sandbox["bot"], "contact": {"first_name": " "}}).status_code == 422


def test_a_turn_shows_what_was_understood(as_: As, inside: None, work: Callable[[], None]) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=None, template="service-booking")
    work()
    sandbox = open_sandbox(admin, bot)
    answer = say(admin, sandbox, "I'd like to get my car serviced")
    trace = answer["trace"]
    assert bot_texts(answer)[0].startswith("Which car") and answer["state"]["node"] == "ask_model"
    assert trace["understanding"] and trace["rule"] == 5 and trace["band"] == "accept"
    assert trace["engines"] == ["tfidf", "minilm"] and trace["candidates"][0]["name"] == "service.book"
    assert trace["intent"] | {"name": "service.book", "by": "understanding"} == trace["intent"]
    assert trace["candidates"][0]["confidence"] >= trace["threshold"]
    near = say(admin, sandbox, "the orbiit")
    assert near["trace"]["variables"]["after"]["model"] == "orbit", "a slip of the finger is no other car"
    assert near["trace"]["entities"][0] | {"value": "orbit", "text": "orbiit"} == near["trace"]["entities"][0]
    known = say(admin, sandbox, "can I pay by card")
    assert known["trace"]["rule"] == 8 and bot_texts(known)[0].startswith("By card, UPI")


def test_a_conversation_keeps_to_the_model_of_its_own_words(as_: As, inside: None, work: Callable[[], None]) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=None, template="service-booking")
    work()
    sandbox = open_sandbox(admin, bot)
    document = admin.get(f"/api/v1/bots/{bot}/flow").json
    document["intents"] = {"workshop.hours": document["intents"]["workshop.hours"]}
    put_flow(admin, bot, document)
    admin.post(f"/api/v1/bots/{bot}/training")
    work()
    assert say(admin, sandbox, "I'd like to get my car serviced")["trace"]["intent"]["name"] == "service.book"


def test_dates_are_understood_at_the_moment_it_plays_at(as_: As, inside: None, work: Callable[[], None]) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=None, template="service-booking")
    work()
    sandbox = open_sandbox(admin, bot, now="2027-03-01T06:00:00Z")
    (day,) = say(admin, sandbox, "tomorrow please")["trace"]["entities"]
    assert (day["type"], day["value"]) == ("date", "2027-03-02")


def test_without_understanding_the_trace_says_so(as_: As) -> None:
    admin = as_("admin")
    sandbox = open_sandbox(admin, create_bot(admin, flow=None, template="service-booking"))
    trace = say(admin, sandbox, "my car is due")["trace"]
    assert trace["understanding"] is False and trace["engines"] == [] and trace["band"] is None


def test_knowledge_is_searched_by_meaning(as_: As, inside: None, work: Callable[[], None]) -> None:
    admin = as_("admin")
    flow = BOOKING_FLOW | {
        "nodes": BOOKING_FLOW["nodes"] | {
            "ask": {"type": "input", "text": {"en": "What?"}, "save": "what", "next": "look"},
            "look": {"type": "knowledge", "next": "bye", "none": "failed"},
        }
    }  # fmt: skip
    bot = create_bot(admin, flow=flow)
    work()
    answer = say(admin, open_sandbox(admin, bot), "is washing of cars something you do?")
    assert bot_texts(answer)[0] == "We do." and answer["trace"]["calls"][0]["score"] > 0.55
    assert bot_texts(say(admin, open_sandbox(admin, bot), "the price of gold"))[0] == "That failed."
