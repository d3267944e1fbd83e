"""A bot keeps leads: the node reads what was said, and the conversation's lead has its source and consent."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.accounts.workspaces.models import Workspace
from app.bots.flow.validation import validate
from tests.app.bots.engine.talking import Talk, ask, choice, flow
from tests.app.channels.talking import DESK, Visitor, live, texts
from tests.app.leads.making import API
from tests.app.masters.making import two_outlets, vin

As = Callable[..., FlaskClient]
FIELDS = {"phone": "phone", "registration": "reg", "model": "Vela", "consent": "agreed", "name": "{{who}}"}
LEAD = {"type": "lead", "fields": FIELDS, "text": {"en": "We call you."}, "save": "kept", "next": "bye",
        "failed": "sorry"}  # fmt: skip


def document(**more: Any) -> dict[str, Any]:
    """A flow that asks for all a lead needs."""
    return flow({
        "start": ask("text", "who", "reg"),
        "reg": ask("text", "reg", "phone"),
        "phone": ask("text", "phone", "agreed"),
        "agreed": choice(("yes", "lead"), ("no", "lead"), save="agreed", text={"en": "May we call you?"}),
        "lead": LEAD | more,
        "bye": {"type": "end", "text": {"en": "Bye"}},
        "sorry": {"type": "end", "text": {"en": "Sorry"}},
    })  # fmt: skip


@pytest.mark.parametrize(("phone", "expected", "is_kept"), [("98450 12345", ["We call you.", "Bye"], True),
                                                     ("12", ["Sorry"], False)])  # fmt: skip
def test_a_lead_needs_a_number_that_can_be_read(phone: str, expected: list[str], is_kept: bool) -> None:
    talk = Talk(document())
    talk.text("Rohan Deshpande")
    talk.text("mh 12 kd 2093")
    talk.text(phone)
    assert talk.event({"type": "choice", "option": "yes"}) == expected
    assert talk.state["variables"]["kept"] is is_kept
    assert [effect["type"] for effect in talk.last.effects] == (["lead", "end"] if is_kept else ["end"])
    if is_kept:
        effect = talk.last.effects[0]
        assert effect["lead"] == {"phone": "+919845012345", "registration": "MH12KD2093", "model": "Vela",
                                  "consent": True, "name": "Rohan Deshpande"}  # fmt: skip
        assert effect["consent_text"] == "May we call you?"


@pytest.mark.parametrize(("fields", "codes"), [
    ({"phone": "phone", "vin": "reg"}, []),
    ({"phone": "phone"}, ["lead_incomplete"]),
    ({"vin": "reg"}, ["lead_incomplete"]),
    ({}, ["lead_incomplete"]),
])  # fmt: skip
def test_a_lead_node_without_number_or_vehicle_is_an_error(fields: dict[str, str], codes: list[str]) -> None:
    issues = [issue.code for issue in validate(document(fields=fields)) if issue.level == "error"]
    assert issues == codes


def test_a_conversation_leaves_a_lead_with_its_source(as_: As, workspace: Workspace, client: FlaskClient) -> None:
    two_outlets()
    admin = as_("admin")
    nodes = {
        "hello": {"type": "input", "kind": "phone", "text": {"en": "Your number?"}, "save": "phone", "next": "vin"},
        "vin": {"type": "input", "kind": "vin", "text": {"en": "VIN?"}, "save": "vin", "next": "agreed"},
        "agreed": {
            "type": "choice", "text": {"en": "May we call you?"}, "save": "agreed",
            "options": [{"id": "yes", "label": {"en": "Yes"}, "next": "lead"}],
        },
        "lead": {
            "type": "lead", "fields": {"phone": "phone", "vin": "vin", "consent": "agreed"},
            "text": {"en": "We call you."}, "next": "bye",
        },
        "bye": {"type": "end", "text": {"en": "Bye"}},
    }  # fmt: skip
    bot, token = live(admin, DESK | {"nodes": nodes, "intents": {}, "fallback": {}, "start": "hello"})
    for _time in range(2):
        visitor = Visitor(client, token)
        visitor.say("98450 12345")
        visitor.say(vin(7))
        assert texts(visitor.choose("yes"))[:1] == ["We call you."]
    (lead,) = admin.get(f"{API}/leads").json["items"]
    assert (lead["customer"]["phone"], lead["vehicle"]["vin"], lead["state"]) == ("+919845012345", vin(7), "new")
    source = lead["source"]
    assert source["kind"] == "bot" and source["version"] == 1 and source["conversation"] and source["session"]
    assert source["bot"] == admin.get(f"{API}/bots/{bot}").json["name"]
    assert (lead["customer"]["consent"], lead["customer"]["consent_text"]) == (True, "May we call you?")
    kinds = [touch["kind"] for touch in admin.get(f"{API}/leads/{lead['id']}").json["touches"]]
    assert kinds == ["duplicate", "created"]
