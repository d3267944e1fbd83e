"""Parts of a working copy over the API: one node, intent or entity at a time, as forms send them."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from app.bots.catalog.part_schemas import FlowEntitySchema, FlowIntentSchema, FlowNodeSchema, FlowSettingsSchema
from app.web.coercion import to_json
from tests.conftest import add_workspace
from tests.factories.bots import BILINGUAL_FLOW, create_bot
from tests.factories.conversations import make_bot

As = Callable[..., FlaskClient]
URL = "/api/v1/bots"


@pytest.fixture
def admin(as_: As) -> FlaskClient:
    """An administrator."""
    return as_("admin")


@pytest.fixture
def bot(admin: FlaskClient) -> str:
    """The id of a bot with the flow."""
    answer = admin.post(URL, json={"name": "Desk", "group": "service", "flow": BILINGUAL_FLOW})
    assert answer.status_code == 201, answer.text
    return str(answer.json["id"])


def call(person: FlaskClient, method: str, path: str, body: Any = None, revision: object = 1) -> Any:
    """Make a call as a person who has seen that revision."""
    return person.open(f"{URL}/{path}", method=method, json=body, headers={"If-Match": f'"{revision}"'})


def flow_of(person: FlaskClient, bot: str) -> dict[str, Any]:
    """The working copy's document."""
    document: dict[str, Any] = person.get(f"{URL}/{bot}/flow").json
    return document


def test_the_working_copy_comes_with_its_revision_and_issues(admin: FlaskClient, bot: str) -> None:
    answer = admin.get(f"{URL}/{bot}/working-copy")
    assert answer.headers["ETag"] == '"1"' and answer.json["revision"] == 1
    assert answer.json["document"] == BILINGUAL_FLOW and answer.json["changed_at"]
    assert answer.json["errors"] == [] and {issue["code"] for issue in answer.json["warnings"]} == {
        "missing_goal", "few_phrases"
    }  # fmt: skip


def test_a_node_takes_the_place_of_the_old_one(admin: FlaskClient, bot: str) -> None:
    node = {"type": "message", "text": {"en": ["Hello", "Hi"]}, "next": "menu"}
    answer = call(admin, "put", f"{bot}/flow/nodes/hello", node)
    assert answer.status_code == 200, answer.text
    assert answer.json == {"id": "hello", "value": node} and answer.headers["ETag"] == '"2"'
    assert flow_of(admin, bot) == BILINGUAL_FLOW | {"nodes": BILINGUAL_FLOW["nodes"] | {"hello": node}}


def test_a_new_name_is_followed_by_every_reference(admin: FlaskClient, bot: str) -> None:
    node = BILINGUAL_FLOW["nodes"]["menu"] | {"id": "choose"}
    assert call(admin, "put", f"{bot}/flow/nodes/menu", node).json["id"] == "choose"
    document = flow_of(admin, bot)
    assert list(document["nodes"]) == ["hello", "choose", "ask", "bye"]
    assert document["nodes"]["hello"]["next"] == document["intents"]["book"]["goto"] == "choose"
    assert document["nodes"]["ask"]["retry"]["then"] == "choose"


@pytest.mark.parametrize(
    ("name", "body", "status", "field"),
    [
        ("hello", {"type": "message", "id": "menu"}, 409, "id"),
        ("hello", {"type": "message", "id": "two words"}, 422, "id"),
        ("hello", {"type": "message", "id": 7}, 422, "id"),
        ("hello", {"type": "dance"}, 422, "type"),
        ("hello", {}, 422, "type"),
        ("hello", {"type": "message", "options": [{"id": "a"}]}, 422, "options"),
        ("hello", {"type": "message", "colour": "red"}, 422, "colour"),
        ("hello", {"type": "goal"}, 422, "name"),
        ("menu", {"type": "choice", "options": [{"id": "x" * 65, "label": {}}]}, 422, "options.0.id"),
        ("ask", {"type": "input", "retry": {"times": "many"}}, 422, "retry.times"),
        ("none", {"type": "message"}, 404, None),
    ],
)
def test_a_node_that_does_not_fit_is_refused_by_field(
    admin: FlaskClient, bot: str, name: str, body: Any, status: int, field: str | None
) -> None:
    answer = call(admin, "put", f"{bot}/flow/nodes/{name}", body)
    assert answer.status_code == status, answer.text
    assert field is None or field in answer.json["errors"], answer.json
    assert flow_of(admin, bot) == BILINGUAL_FLOW


def test_a_new_node_is_between_another_one_and_where_that_led(admin: FlaskClient, bot: str) -> None:
    body = {"type": "message", "after": "menu", "path": "options/0/next"}
    answer = admin.post(f"{URL}/{bot}/flow/nodes", json=body)
    assert answer.status_code == 201 and answer.json == {"id": "message", "value": {"type": "message", "next": "ask"}}
    assert flow_of(admin, bot)["nodes"]["menu"]["options"][0]["next"] == "message"
    assert admin.post(f"{URL}/{bot}/flow/nodes", json={"type": "message"}).json["id"] == "message_2"


@pytest.mark.parametrize("kind", [
    "message", "choice", "input", "condition", "set", "call", "knowledge", "handoff", "goal", "jump", "wait", "split",
    "rate", "lead", "offer", "end",
])  # fmt: skip
def test_a_node_of_every_type_can_be_added(admin: FlaskClient, bot: str, kind: str) -> None:
    answer = admin.post(f"{URL}/{bot}/flow/nodes", json={"type": kind, "id": f"new_{kind}", "after": "hello"})
    assert answer.status_code == 201, answer.text
    assert flow_of(admin, bot)["nodes"]["hello"]["next"] == f"new_{kind}"
    put = call(admin, "put", f"{bot}/flow/nodes/new_{kind}", answer.json["value"], 2)
    assert put.status_code == 200 and put.json["value"] == answer.json["value"]


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        ({"type": "message", "id": "menu"}, 409, "id"),
        ({"type": "message", "after": "nobody"}, 422, "after"),
        ({"type": "message", "after": "menu", "path": "options/7/next"}, 422, "path"),
        ({"type": "message", "after": "bye"}, 422, "path"),
        ({"type": "dance"}, 422, "type"),
    ],
)
def test_a_new_node_needs_a_free_name_and_a_place(
    admin: FlaskClient, bot: str, body: Any, status: int, field: str
) -> None:
    answer = admin.post(f"{URL}/{bot}/flow/nodes", json=body)
    assert answer.status_code == status and field in answer.json["errors"], answer.text
    assert flow_of(admin, bot) == BILINGUAL_FLOW


def test_what_led_to_a_deleted_node_leads_to_its_successor(admin: FlaskClient, bot: str) -> None:
    assert call(admin, "delete", f"{bot}/flow/nodes/ask").status_code == 200
    assert flow_of(admin, bot)["nodes"]["menu"]["options"][0]["next"] == "bye"
    assert call(admin, "delete", f"{bot}/flow/nodes/hello", revision=2).json["start"] == "menu"


def test_what_led_to_a_deleted_node_without_successor_leads_nowhere(admin: FlaskClient, bot: str) -> None:
    document = call(admin, "delete", f"{bot}/flow/nodes/bye").json
    assert "next" not in document["nodes"]["ask"] and "next" not in document["nodes"]["menu"]["options"][1]
    assert "then" not in document["fallback"] and document["fallback"]["times"] == 2


def test_the_last_node_stays(admin: FlaskClient, bot: str) -> None:
    for at, name in enumerate(("ask", "bye", "menu")):
        assert call(admin, "delete", f"{bot}/flow/nodes/{name}", revision=at + 1).status_code == 200
    assert call(admin, "delete", f"{bot}/flow/nodes/hello", revision=4).status_code == 409


def test_intents_are_added_changed_and_deleted(admin: FlaskClient, bot: str) -> None:
    answer = admin.post(
        f"{URL}/{bot}/flow/intents", json={"id": "cost", "phrases": {"en": "how much\n\n how much \nprice"}}
    )
    assert answer.status_code == 201
    assert answer.json["value"] == {"goto": "hello", "phrases": {"en": ["how much", "price"]}}
    assert admin.post(f"{URL}/{bot}/flow/intents", json={"id": "cost"}).status_code == 409
    changed = {"id": "price", "goto": "menu", "title": {"en": "Price", "hi": ""}}
    assert call(admin, "put", f"{bot}/flow/intents/cost", changed, 2).json == {
        "id": "price", "value": {"goto": "menu", "title": {"en": "Price"}}
    }  # fmt: skip
    assert call(admin, "put", f"{bot}/flow/intents/price", {"goto": ""}, 3).json["errors"] == {
        "goto": ["Must be given."]
    }
    assert list(call(admin, "delete", f"{bot}/flow/intents/price", revision=3).json["intents"]) == ["book"]


def test_entities_are_added_changed_and_deleted(admin: FlaskClient, bot: str) -> None:
    body = {
        "id": "work",
        "values": [{"id": "repair", "en": "Repair, brakes\nnoise"}, {"id": ""}, {"id": "x", "remove": "1"}],
    }
    answer = admin.post(f"{URL}/{bot}/flow/entities", json=body)
    assert answer.json == {"id": "work", "value": {"values": {"repair": {"en": ["Repair", "brakes", "noise"]}}}}
    value = {"values": {"repair": {"en": ["Repair"]}}}
    assert call(admin, "put", f"{bot}/flow/entities/work", value, 2).json["value"] == value
    assert call(admin, "put", f"{bot}/flow/entities/work", {"values": 7}, 3).status_code == 422
    document = call(admin, "delete", f"{bot}/flow/entities/model", revision=3).json
    assert list(document["entities"]) == ["work"]
    assert "entity" not in document["nodes"]["ask"] and document["nodes"]["ask"]["kind"] == "text"


def test_what_surrounds_the_nodes_is_changed_key_by_key(admin: FlaskClient, bot: str) -> None:
    body = {
        "fallback": {"times": "3", "text": {"en": ["Sorry?", ""]}, "then": ""},
        "goals": "booked\nbooked",
        "restart": {"en": "restart, again", "hi": ""},
        "hours": {"week": {"mon": "9:00-13:00, 14:00-18:00", "tue": ""}, "holidays": "2026-12-25"},
        "variables": [{"name": "day", "type": "date"}, {"name": ""}],
        "knowledge": [{"question": {"en": "Why?"}, "answer": {"en": "So."}}, {"question": {"en": ""}}],
        "languages": ["hi", "en", "hi"],
    }
    answer = call(admin, "patch", f"{bot}/flow", body)
    assert answer.status_code == 200, answer.text
    assert answer.json == BILINGUAL_FLOW | {
        "fallback": {"times": 3, "text": {"en": "Sorry?"}},
        "goals": ["booked"],
        "restart": {"en": ["restart", "again"]},
        "hours": {"week": {"mon": [["09:00", "13:00"], ["14:00", "18:00"]]}, "holidays": ["2026-12-25"]},
        "variables": {"day": {"type": "date"}},
        "knowledge": [{"question": {"en": "Why?"}, "answer": {"en": "So."}}],
        "languages": ["hi", "en"],
    }
    emptied = {"fallback": {}, "goals": "", "restart": None, "hours": {}, "variables": [], "knowledge": []}
    assert call(admin, "patch", f"{bot}/flow", emptied, 2).json == {
        key: value for key, value in answer.json.items() if key not in emptied
    }


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"start": ""}, "start"),
        ({"languages": "?"}, "languages.0"),
        ({"nodes": {}}, "nodes"),
        ({"hours": {"week": {"mon": "from nine"}}}, "hours.week.mon"),
        ({"fallback": {"times": "often"}}, "fallback.times"),
        ({"sensitivity": "high"}, "sensitivity"),
        ({"hours": {"open": "hours", "week": {"mon": ["", ""]}}}, "hours.week"),
        ({"hours": {"open": "hours", "week": {"mon": [["10:00", "10:00"]]}}}, "hours.week.mon"),
        ({"hours": {"open": "hours", "week": {"mon": [["10:00", ""]]}}}, "hours.week.mon"),
        ({"hours": {"week": {"mon": [["10:00", "11:00"]]}, "zone": "Mars"}}, "hours.zone"),
        ({"variables": [{"name": "a", "type": "text"}, {"name": "a", "type": "date"}]}, "variables"),
        ({"languages": []}, "languages"),
    ],
)
def test_settings_that_do_not_fit_are_refused_by_field(
    admin: FlaskClient, bot: str, body: dict[str, Any], field: str
) -> None:
    answer = call(admin, "patch", f"{bot}/flow", body)
    assert answer.status_code == 422 and field in answer.json["errors"], answer.text
    assert flow_of(admin, bot) == BILINGUAL_FLOW


WRITES = [
    ("put", "flow/nodes/hello", {"type": "message"}), ("delete", "flow/nodes/hello", None),
    ("put", "flow/intents/book", {"goto": "menu"}), ("delete", "flow/intents/book", None),
    ("put", "flow/entities/model", {"values": {}}), ("delete", "flow/entities/model", None),
    ("patch", "flow", {"start": "menu"}),
]  # fmt: skip
ADDITIONS = [
    ("nodes", {"type": "end"}), ("intents", {"id": "new"}), ("entities", {"id": "new"}),
]  # fmt: skip


@pytest.mark.parametrize(("method", "path", "body"), WRITES)
def test_parts_are_stored_on_the_revision_that_was_seen(
    admin: FlaskClient, bot: str, method: str, path: str, body: Any
) -> None:
    assert admin.open(f"{URL}/{bot}/{path}", method=method, json=body).status_code == 428
    stale = call(admin, method, f"{bot}/{path}", body, 9)
    assert stale.status_code == 412 and stale.json["current"] == BILINGUAL_FLOW and stale.headers["ETag"] == '"1"'
    assert flow_of(admin, bot) == BILINGUAL_FLOW


@pytest.mark.parametrize(("method", "path", "body"), WRITES)
def test_parts_are_changed_by_those_who_may(as_: As, bot: str, method: str, path: str, body: Any) -> None:
    assert call(as_("client"), method, f"{bot}/{path}", body).status_code == 403
    other = as_("admin", add_workspace("Other"))
    assert call(other, method, f"{bot}/{path}", body).status_code == 404
    assert call(other, method, f"{bot}/{path}", body, 9).status_code == 404


@pytest.mark.parametrize(("kind", "body"), ADDITIONS)
def test_parts_are_added_by_those_who_may(as_: As, client: FlaskClient, bot: str, kind: str, body: Any) -> None:
    assert as_("client").post(f"{URL}/{bot}/flow/{kind}", json=body).status_code == 403
    assert as_("admin", add_workspace("Other")).post(f"{URL}/{bot}/flow/{kind}", json=body).status_code == 404
    assert client.post(f"{URL}/{bot}/flow/{kind}", json=body).status_code == 401


@pytest.mark.parametrize(("method", "path", "body"), WRITES)
def test_an_archived_bot_is_not_changed(admin: FlaskClient, bot: str, method: str, path: str, body: Any) -> None:
    revision = admin.get(f"{URL}/{bot}").headers["ETag"]
    assert admin.post(f"{URL}/{bot}/archive", headers={"If-Match": revision}).status_code == 200
    assert call(admin, method, f"{bot}/{path}", body).status_code == 409


def test_a_bot_from_before_flows_gets_one_with_its_first_part(admin: FlaskClient) -> None:
    bot = str(make_bot().id)
    copy = admin.get(f"{URL}/{bot}/working-copy").json
    assert (copy["revision"], copy["changed_at"]) == (0, None)
    assert admin.post(f"{URL}/{bot}/flow/nodes", json={"type": "end", "after": "hello"}).headers["ETag"] == '"1"'


# ---- the same as a form --------------------------------------------------------------------------------


def form(schema: Any, *fields: tuple[str, str]) -> Any:
    """A body as the form's route makes it."""
    return to_json(dict(schema().load_fields), MultiDict(fields))


def test_a_node_by_its_form(admin: FlaskClient, bot: str) -> None:
    body = form(
        FlowNodeSchema, ("csrf", "x"), ("type", "choice"), ("id", "menu"),
        ("text.en.0", "What?"), ("text.en.1", "Which?"),
        ("text.hi.0", "क्या?"), ("text.hi.1", ""), ("save", ""),
        ("options.0.id", "car"), ("options.0.label.en.0", "Car"),
        ("options.0.next", "ask"), ("options.0.set.0.name", "kind"), ("options.0.set.0.value", "1"),
        ("options.0.set.1.name", ""),
        ("options.1.id", "bye"), ("options.1.label.en.0", "Bye"), ("options.1.remove", "1"),
        ("options.2.label.en.0", "Something else"), ("options.2.next", ""), ("options.3.label.en.0", ""),
    )  # fmt: skip
    answer = call(admin, "put", f"{bot}/flow/nodes/menu", body)
    assert answer.status_code == 200, answer.text
    assert answer.json["value"] == {
        "type": "choice",
        "text": {"en": ["What?", "Which?"], "hi": "क्या?"},
        "options": [
            {"id": "car", "label": {"en": "Car"}, "next": "ask", "set": {"kind": "1"}},
            {"id": "something_else", "label": {"en": "Something else"}},
        ],
    }


def test_a_call_by_its_form(admin: FlaskClient, bot: str) -> None:
    body = form(
        FlowNodeSchema, ("type", "call"), ("method", "POST"), ("url", "https://dealer.example/slots"),
        ("timeout_s", "7.5"),
        ("headers.0.name", "X-Key"), ("headers.0.value", "abc"), ("body", '{"day": "{{day}}"}'), ("next", "bye"),
    )  # fmt: skip
    assert call(admin, "put", f"{bot}/flow/nodes/ask", body).json["value"] == {
        "type": "call", "method": "POST", "url": "https://dealer.example/slots", "timeout_s": 7.5,
        "headers": {"X-Key": "abc"}, "body": {"day": "{{day}}"}, "next": "bye",
    }  # fmt: skip


def test_a_jump_by_its_form(admin: FlaskClient, bot: str) -> None:
    on = form(FlowNodeSchema, ("type", "jump"), ("to", "menu"), ("back", "0"), ("back", "1"), ("next", "bye"))
    assert call(admin, "put", f"{bot}/flow/nodes/ask", on).json["value"]["back"] is True
    off = form(FlowNodeSchema, ("type", "jump"), ("to", "menu"), ("back", "0"))
    assert call(admin, "put", f"{bot}/flow/nodes/ask", off, 2).json["value"] == {"type": "jump", "to": "menu"}


def test_phrases_values_and_settings_by_their_forms(admin: FlaskClient, bot: str) -> None:
    intent = form(
        FlowIntentSchema, ("goto", "menu"), ("phrases.en", "one\r\ntwo"), ("phrases.hi-Latn", "ek"), ("phrases.hi", "")
    )
    assert call(admin, "put", f"{bot}/flow/intents/book", intent).json["value"]["phrases"] == {
        "en": ["one", "two"], "hi-Latn": ["ek"]
    }  # fmt: skip
    entity = form(FlowEntitySchema, ("values.0.id", "vela"), ("values.0.en", "Vela, vela 1.5"), ("values.1.id", ""))
    assert call(admin, "put", f"{bot}/flow/entities/model", entity, 2).json["value"] == {
        "values": {"vela": {"en": ["Vela", "vela 1.5"]}}
    }
    settings = form(
        FlowSettingsSchema, ("languages.0", "hi"), ("languages.1", "en"), ("languages.2", ""), ("start", "menu")
    )
    document = call(admin, "patch", f"{bot}/flow", settings, 3).json
    assert (document["languages"], document["start"]) == (["hi", "en"], "menu")
    hours = form(
        FlowSettingsSchema, ("hours.open", "hours"), ("hours.zone", "Asia/Kolkata"),
        ("hours.week.mon.0.0", "10:00"), ("hours.week.mon.0.1", "24:00"),
        ("hours.week.tue.0.0", "14:00"), ("hours.week.tue.0.1", "18:00"),
        ("hours.week.tue.1.0", "9:00"), ("hours.week.tue.1.1", "13:00"),
        ("hours.week.wed.0.0", ""), ("hours.week.wed.0.1", ""),
        ("hours.holidays.0", "2026-12-25"), ("hours.holidays.1", ""),
    )  # fmt: skip
    assert call(admin, "patch", f"{bot}/flow", hours, 4).json["hours"] == {
        "week": {"mon": [["10:00", "24:00"]], "tue": [["09:00", "13:00"], ["14:00", "18:00"]]},
        "zone": "Asia/Kolkata", "holidays": ["2026-12-25"],
    }  # fmt: skip
    always = form(FlowSettingsSchema, ("hours.open", "always"), ("hours.week.mon.0.0", "10:00"))
    assert "hours" not in call(admin, "patch", f"{bot}/flow", always, 5).json


def test_what_a_part_call_is_given_stays_as_it_was(admin: FlaskClient, bot: str) -> None:
    before = deepcopy(BILINGUAL_FLOW)
    call(admin, "put", f"{bot}/flow/nodes/menu", BILINGUAL_FLOW["nodes"]["menu"] | {"id": "m"})
    assert before == BILINGUAL_FLOW


@pytest.mark.parametrize(
    "more",
    [
        {"id": ["a"]}, {"id": {"a": 1}}, {"id": "renamed", "next": ["ask"]}, {"id": "renamed", "next": {"a": 1}},
        {"id": "renamed", "buttons": [5]}, {"id": "renamed", "buttons": "x"}, {"id": "renamed", "retry": [1]},
        {"id": "renamed", "skip": "x"}, {"id": "renamed", "branches": [[1]], "type": "branch"},
        {"id": "renamed", "options": {"a": 1}, "type": "choice"}, {"id": "renamed", "variants": 1, "type": "split"},
        {"id": "x" * 5000}, {"id": "two words"},
    ],
)  # fmt: skip
def test_a_malformed_part_under_a_new_name_is_refused(as_: As, more: dict[str, Any]) -> None:
    admin = as_("admin")
    bot = create_bot(admin)
    node = {"type": "message", "text": {"en": "Hello"}} | more
    answer = admin.put(f"/api/v1/bots/{bot}/flow/nodes/hello", json=node, headers={"If-Match": "*"})
    assert answer.status_code == 422 and answer.json["errors"], answer.text


def test_conditions_and_values_of_a_form_are_stored_as_expressions(admin: FlaskClient, bot: str) -> None:
    rows = [
        {"variable": "model", "op": "one_of", "value": ["vela"]},
        {"join": "or", "variable": "contact.name", "op": "filled"},
        {"join": "and", "variable": "", "op": "is"},
    ]
    node = {"type": "condition", "branches": [{"rows": rows, "next": "menu"}, {"rows": [{"variable": ""}], "next": ""}]}
    stored = call(admin, "put", f"{bot}/flow/nodes/hello", node).json["value"]
    source = "model in [\"vela\"] || has(contact.name) && contact.name != ''"
    assert stored == {"type": "condition", "branches": [{"if": source, "next": "menu"}]}
    typed = node | {"branches": [{"rows": rows, "if": "true", "next": "menu"}]}
    assert call(admin, "put", f"{bot}/flow/nodes/hello", typed, 2).json["value"]["branches"][0]["if"] == "true"
    wrong = node | {"branches": [{"rows": [{"variable": "model", "op": "is", "value": ""}], "next": "menu"}]}
    refused = call(admin, "put", f"{bot}/flow/nodes/hello", wrong, 3)
    assert refused.status_code == 422 and list(refused.json["errors"]) == ["branches.0.rows.0.value"]
    pairs = [{"name": "city", "kind": "text", "value": "Pune"}, {"name": "known", "kind": "yes"},
             {"name": "next_day", "kind": "expression", "value": "now"}]  # fmt: skip
    stored = call(admin, "put", f"{bot}/flow/nodes/hello", {"type": "set", "set": pairs, "next": "menu"}, 3).json
    assert stored["value"]["set"] == {"city": '"Pune"', "known": "true", "next_day": "now"}
