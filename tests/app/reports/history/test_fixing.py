"""A turn that was misunderstood becomes a phrase of the working copy and a case."""

from collections.abc import Callable
from typing import Any

from flask.testing import FlaskClient

from tests.app.channels.talking import Visitor, live

As = Callable[..., FlaskClient]


def misunderstood(admin: FlaskClient, client: FlaskClient) -> tuple[str, str]:
    """A bot, and a conversation whose second turn it did not understand."""
    bot, token = live(admin)
    visitor = Visitor(client, token)
    visitor.choose("book")
    visitor.say("till when are the gates open")
    (row,) = admin.get("/api/v1/conversations?r=today").json["items"]
    return bot, row["id"]


def fix(person: FlaskClient, conversation: str, number: int, intent: str = "hours.ask") -> Any:
    """Say what a turn should have been."""
    return person.post(f"/api/v1/conversations/{conversation}/turns/{number}/fix", json={"intent": intent})


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
