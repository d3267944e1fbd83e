"""A turn that was misunderstood becomes a phrase of the working copy and a case."""

from collections.abc import Callable
from typing import Any

from flask.testing import FlaskClient

from app.conversations.erasing import erase
from app.core.db.base import db
from tests.app.channels.talking import Visitor, live
from tests.app.reports.history.misunderstanding import fix, misunderstood

As = Callable[..., FlaskClient]


def test_the_phrase_and_a_case_linked_to_the_turn_are_there(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    bot, conversation = misunderstood(admin, client)
    assert admin.get(f"/api/v1/conversations/{conversation}").json["intents"] == ["hours.ask"]
    answer = fix(admin, conversation, 2)
    assert answer.status_code == 201, answer.text
    assert answer.json["phrase"] == "till when are the gates open" and answer.json["added"]
    phrases = admin.get(f"/api/v1/bots/{bot}/flow").json["intents"]["hours.ask"]["phrases"]["en"]
    assert phrases == ["when are you open", "till when are the gates open"]
    (case,) = admin.get(f"/api/v1/bots/{bot}/cases").json["items"]
    assert case["id"] == answer.json["case"] and case["source"] == "transcript"
    assert case["link"] == f"/reports/conversations/{conversation}?turn=2#t2"
    ran = admin.post(f"/api/v1/bots/{bot}/cases/run", json={}).json
    assert ran["passed"] == 1, ran


def test_a_turn_is_fixed_by_one_case_however_often(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    bot, conversation = misunderstood(admin, client)
    fix(admin, conversation, 2)
    again = fix(admin, conversation, 2)
    assert again.status_code == 201 and not again.json["added"]
    assert admin.get(f"/api/v1/bots/{bot}/cases").json["total"] == 1


def test_what_cannot_be_fixed_is_refused(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    _bot, conversation = misunderstood(admin, client)
    assert fix(admin, conversation, 9).status_code == 404
    assert fix(admin, conversation, 1).json["code"] == "no_text"
    unknown = fix(admin, conversation, 2, "nothing.such")
    assert unknown.status_code == 422 and "intent" in unknown.json["errors"]
    assert fix(as_("subscriber"), conversation, 2).status_code == 403
    assert as_("subscriber").get(f"/api/v1/conversations/{conversation}").json["intents"] == []


def phrases_of(admin: FlaskClient, bot: str) -> list[str]:
    """The phrases of the one intent of the working copy."""
    return list(admin.get(f"/api/v1/bots/{bot}/flow").json["intents"]["hours.ask"]["phrases"]["en"])


def test_a_fix_is_shown_at_its_turn_and_can_be_undone(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    bot, conversation = misunderstood(admin, client)
    url = f"/api/v1/conversations/{conversation}"
    assert admin.post(f"{url}/turns/2/fix/undo").status_code == 404
    fix(admin, conversation, 2)
    (fixed,) = admin.get(url).json["fixed"]
    assert (fixed["turn"], fixed["what"], fixed["intent"]) == (2, "intent", "hours.ask") and fixed["intent_title"]
    assert admin.post(f"{url}/turns/2/fix/undo").status_code == 204
    assert admin.get(url).json["fixed"] == []
    assert phrases_of(admin, bot) == ["when are you open"]
    assert admin.get(f"/api/v1/bots/{bot}/cases").json["total"] == 0


def test_undoing_a_fix_leaves_a_phrase_that_was_there_before(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    bot, conversation = misunderstood(admin, client)
    body = {"intent": "hours.ask", "phrases": ["Till when are the gates open"]}
    admin.post(f"/api/v1/bots/{bot}/phrases", json=body)
    assert not fix(admin, conversation, 2).json["added"]
    admin.post(f"/api/v1/conversations/{conversation}/turns/2/fix/undo")
    assert phrases_of(admin, bot) == ["when are you open", "Till when are the gates open"]


def test_a_turn_fixed_again_takes_its_phrase_along(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    bot, conversation = misunderstood(admin, client)
    admin.post(f"/api/v1/bots/{bot}/phrases", json={"intent": "gates", "phrases": ["open the gate"], "goto": "hours"})
    fix(admin, conversation, 2, "gates")
    fix(admin, conversation, 2)
    intents = admin.get(f"/api/v1/bots/{bot}/flow").json["intents"]
    assert intents["gates"]["phrases"]["en"] == ["open the gate"]
    assert intents["hours.ask"]["phrases"]["en"] == ["when are you open", "till when are the gates open"]


def test_a_masked_text_becomes_no_phrase(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    bot, token = live(admin)
    visitor = Visitor(client, token)
    visitor.choose("book")
    visitor.say("please write to asha@example.com about the gates")
    (row,) = admin.get("/api/v1/conversations?r=today").json["items"]
    refused = fix(admin, row["id"], 2)
    assert (refused.status_code, refused.json["code"]) == (409, "masked_text")
    assert phrases_of(admin, bot) == ["when are you open"]


def correct(person: FlaskClient, conversation: str, number: int, path: str = "", **expected: Any) -> Any:
    """Say of a turn what it should have been, or try that."""
    return person.post(f"/api/v1/conversations/{conversation}/turns/{number}/fix{path}", json=expected)


def test_a_fix_is_tried_before_it_is_made(as_: As, client: FlaskClient) -> None:
    """The turn and all cases are played on the working copy as it would be; nothing of that is kept."""
    admin = as_("admin")
    bot, conversation = misunderstood(admin, client)
    turn = {"text": "till when are the gates open", "expect": {"intent": None}}
    case = admin.post(f"/api/v1/bots/{bot}/cases", json={"name": "Not hours", "turns": [{"choice": "book"}, turn]})
    assert case.status_code == 201, case.text
    tried = correct(admin, conversation, 2, "/try", intent="hours.ask")
    assert tried.status_code == 200, tried.text
    document = tried.json
    assert (document["passed"], document["before"], document["intent"]) == (True, None, "hours.ask")
    assert (document["cases"], document["passing"]) == (1, 0)
    assert document["broken"] == [{"id": case.json["id"], "name": "Not hours"}]
    assert phrases_of(admin, bot) == ["when are you open"]
    assert admin.get(f"/api/v1/bots/{bot}/cases").json["total"] == 1
    assert admin.get(f"/api/v1/conversations/{conversation}").json["fixed"] == []
    assert correct(as_("subscriber"), conversation, 2, "/try", intent="hours.ask").status_code == 403


def test_rightly_not_understood_makes_a_case_alone(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    bot, conversation = misunderstood(admin, client)
    assert correct(admin, conversation, 2, "/try", what="none").json["passed"]
    before = admin.get(f"/api/v1/bots/{bot}/flow").json
    answer = correct(admin, conversation, 2, what="none")
    assert (answer.status_code, answer.json["added"]) == (201, False)
    assert admin.get(f"/api/v1/bots/{bot}/flow").json == before
    assert admin.get(f"/api/v1/conversations/{conversation}").json["fixed"] == [
        {"turn": 2, "what": "none", "intent": "", "intent_title": None}
    ]
    assert admin.post(f"/api/v1/bots/{bot}/cases/run", json={}).json["passed"] == 1


def test_an_answer_is_taught_as_knowledge_and_taken_back(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    bot, conversation = misunderstood(admin, client)
    answer = correct(admin, conversation, 2, what="answer", answer="The gates close at 9.")
    assert answer.status_code == 201 and answer.json["added"], answer.text
    known = admin.get(f"/api/v1/bots/{bot}/flow").json["knowledge"]
    assert known[-1] == {
        "question": {"en": "till when are the gates open"}, "answer": {"en": "The gates close at 9."}
    }  # fmt: skip
    # The other way of fixing the same turn takes that back.
    assert fix(admin, conversation, 2).json["added"]
    assert known[-1] not in admin.get(f"/api/v1/bots/{bot}/flow").json.get("knowledge", [])
    assert admin.get(f"/api/v1/bots/{bot}/cases").json["total"] == 1


def test_a_value_is_expected_of_the_turn(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    bot, conversation = misunderstood(admin, client)
    wrong = correct(admin, conversation, 2, what="value", variable="day")
    assert wrong.status_code == 422 and list(wrong.json["errors"]) == ["value"]
    tried = correct(admin, conversation, 2, "/try", what="value", variable="day", value="monday")
    assert tried.status_code == 200 and not tried.json["passed"]
    assert correct(admin, conversation, 2, what="value", variable="day", value="monday").status_code == 201
    (case,) = admin.get(f"/api/v1/bots/{bot}/cases").json["items"]
    turns = admin.get(f"/api/v1/bots/{bot}/cases/{case['id']}").json["turns"]
    assert turns[-1]["expect"] == {"slots": {"day": "monday"}}


def test_a_phrase_may_be_written_better_and_is_undone_as_it_was_taught(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    bot, conversation = misunderstood(admin, client)
    assert correct(admin, conversation, 2, intent="hours.ask", phrase="gates open till").json["added"]
    assert correct(admin, conversation, 2, intent="hours.ask", phrase="how long are the gates open").json["added"]
    assert phrases_of(admin, bot) == ["when are you open", "how long are the gates open"]
    masked = correct(admin, conversation, 2, intent="hours.ask", phrase="ask [email] for the gates")
    assert masked.json["code"] == "masked_text"
    admin.post(f"/api/v1/conversations/{conversation}/turns/2/fix/undo")
    assert phrases_of(admin, bot) == ["when are you open"]


def test_a_case_goes_with_the_words_it_repeats(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    bot, conversation = misunderstood(admin, client)
    cases = f"/api/v1/bots/{bot}/cases"
    assert fix(admin, conversation, 2).status_code == 201
    assert admin.post(f"{cases}/run", json={}).json["passed"] == 1
    turn = {"text": "till when are the gates open"}
    copied = {
        "name": "Gates",
        "turns": [turn],
        "source": "transcript",
        "link": f"/reports/conversations/{conversation}",
    }
    typed = {"name": "Typed", "turns": [turn]}
    for body in (copied, typed):
        assert admin.post(cases, json=body).status_code == 201
    erase([int(conversation)], 30)
    db.session.commit()
    assert [case["name"] for case in admin.get(cases).json["items"]] == ["Typed"]
    # What a person has taught the bot is its own.
    assert "till when are the gates open" in admin.get(f"/api/v1/bots/{bot}/flow").text
