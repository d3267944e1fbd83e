"""Flow documents over the API: templates, the working copy, its checks, versions, going live and back."""

import json
from collections.abc import Callable
from copy import deepcopy
from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.http import parse_options_header

from app.bots.catalog.bot_files import look_into
from app.bots.flow.documents import checksum, read
from app.bots.templates import TEMPLATES
from tests.conftest import add_workspace
from tests.factories.bots import BOTS, SMALL_FLOW, create_bot, publish_bot, put_flow
from tests.factories.conversations import make_bot

As = Callable[..., FlaskClient]


def test_templates_say_what_they_are(as_: As) -> None:
    items = as_("admin").get("/api/v1/bot-templates").json["items"]
    assert {item["id"] for item in items} == set(TEMPLATES)
    assert all({"en", "hi"} <= set(item["languages"]) and item["goals"] for item in items)


@pytest.mark.parametrize("template", TEMPLATES)
@pytest.mark.parametrize("language", ["en", "hi"])
def test_a_bot_from_a_template_can_be_published(as_: As, template: str, language: str) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=None, template=template, language=language)
    assert admin.get(f"{BOTS}/{bot}/flow").json["languages"][0] == language
    checked = admin.post(f"{BOTS}/{bot}/validation").json
    assert checked == {"errors": [], "warnings": []}
    assert publish_bot(admin, bot).status_code == 201
    assert admin.get(f"{BOTS}/{bot}").json["state"] == "live"


def test_a_bot_from_nothing_has_a_working_copy_that_is_not_finished(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=None)
    answer = admin.get(f"{BOTS}/{bot}/flow")
    assert answer.headers["ETag"] == '"1"' and list(answer.json["nodes"]) == ["hello"]
    codes = {issue["code"] for issue in admin.post(f"{BOTS}/{bot}/validation").json["errors"]}
    assert codes == {"dead_end", "missing_text"}


def test_a_bot_starts_from_one_thing(as_: As) -> None:
    body = {"name": "Desk", "group": "service", "flow": SMALL_FLOW, "template": "service-booking"}
    answer = as_("admin").post(BOTS, json=body)
    assert answer.status_code == 422 and "flow" in answer.json["errors"]


def test_a_bot_from_before_flows_gets_one_when_it_is_stored(as_: As) -> None:
    admin, bot = as_("admin"), str(make_bot().id)
    assert admin.get(f"{BOTS}/{bot}/flow").headers["ETag"] == '"0"'
    assert put_flow(admin, bot, SMALL_FLOW, 0).headers["ETag"] == '"1"'
    assert admin.get(f"{BOTS}/{bot}/flow").json == SMALL_FLOW


def test_the_working_copy_is_stored_on_its_revision(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin)
    changed = deepcopy(SMALL_FLOW)
    changed["nodes"]["hello"]["text"]["en"] = "Good day"
    assert admin.put(f"{BOTS}/{bot}/flow", json=changed).status_code == 428
    answer = put_flow(admin, bot, changed)
    assert answer.status_code == 200 and answer.headers["ETag"] == '"2"' and answer.json == changed
    stale = put_flow(admin, bot, SMALL_FLOW)
    assert stale.status_code == 412 and stale.json["current"] == changed


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"nodes": {"hello": {"type": "dance"}}}, "nodes/hello/type"),
        ({"nodes": {"hello": {"type": "message", "colour": 1}}}, "nodes/hello/colour"),
        ({"format": "other/1"}, "format"),
        ({"extra": 1}, "extra"),
        ({"languages": []}, "languages"),
    ],
)
def test_a_document_of_another_shape_is_refused_with_its_path(as_: As, change: dict[str, Any], path: str) -> None:
    admin = as_("admin")
    bot = create_bot(admin)
    answer = put_flow(admin, bot, SMALL_FLOW | change)
    assert answer.status_code == 422 and path in answer.json["errors"]
    assert admin.get(f"{BOTS}/{bot}/flow").json == SMALL_FLOW


@pytest.mark.parametrize("body", [[], "text", 7, None])
def test_what_is_no_document_is_refused(as_: As, body: Any) -> None:
    admin = as_("admin")
    assert put_flow(admin, create_bot(admin), body).status_code in (400, 422)


def test_a_flow_with_errors_is_not_published(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin)
    broken = deepcopy(SMALL_FLOW)
    broken["nodes"]["hello"]["next"] = "nowhere"
    put_flow(admin, bot, broken)
    answer = publish_bot(admin, bot)
    assert answer.status_code == 409 and answer.json["code"] == "invalid_flow"
    assert answer.json["issues"][0] | {"code": "missing_node", "node": "hello"} == answer.json["issues"][0]
    assert admin.get(f"{BOTS}/{bot}/versions").json["total"] == 0


def test_publishing_counts_versions_and_keeps_them(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin)
    first = publish_bot(admin, bot)
    assert (
        first.json | {"number": 1, "state": "live", "checksum": checksum(SMALL_FLOW), "note": "First words"}
        == first.json
    )
    changed = deepcopy(SMALL_FLOW)
    changed["nodes"]["hello"]["text"]["en"] = "Good day"
    put_flow(admin, bot, changed)
    second = publish_bot(admin, bot, live=False)
    assert (second.json["number"], second.json["state"]) == (2, "published")
    assert admin.get(first.headers["Location"]).json == SMALL_FLOW
    listing = admin.get(f"{BOTS}/{bot}/versions").json["items"]
    assert [(version["number"], version["state"]) for version in listing] == [(2, "published"), (1, "live")]
    goals = admin.get(f"{BOTS}/{bot}/goals").json["items"]
    assert [goal["name"] for goal in goals] == ["booked"]


def test_a_version_goes_live_and_back_in_one_call(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin)
    publish_bot(admin, bot)
    publish_bot(admin, bot)
    assert admin.get(f"{BOTS}/{bot}").json["live_version"] == 2
    for _ in range(2):
        assert admin.post(f"{BOTS}/{bot}/versions/1/live").json["state"] == "live"
    assert admin.get(f"{BOTS}/{bot}").json["live_version"] == 1
    assert admin.post(f"{BOTS}/{bot}/versions/9/live").status_code == 404


def test_a_version_becomes_the_working_copy(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin)
    publish_bot(admin, bot)
    put_flow(admin, bot, SMALL_FLOW | {"start": "bye"})
    answer = admin.post(f"{BOTS}/{bot}/versions/1/restore")
    assert answer.status_code == 200 and answer.headers["ETag"] == '"3"'
    assert admin.get(f"{BOTS}/{bot}/flow").json == SMALL_FLOW


def test_differences_are_reported_in_words(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin)
    publish_bot(admin, bot)
    changed = deepcopy(SMALL_FLOW)
    changed["nodes"]["hello"]["text"]["en"] = "Good day"
    changed["nodes"]["more"] = {"type": "message", "text": {"en": "More"}, "next": "bye"}
    put_flow(admin, bot, changed)
    document = [item["text"] for item in admin.get(f"{BOTS}/{bot}/flow/changes").json["items"]]
    assert document == ["node “hello”, text en: “Hello” → “Good day”", "node “more” was added"]
    publish_bot(admin, bot)
    assert [item["text"] for item in admin.get(f"{BOTS}/{bot}/versions/2/changes?from=1").json["items"]] == document
    assert admin.get(f"{BOTS}/{bot}/flow/changes").json["items"] == []


@pytest.mark.parametrize("form", ["json", "yaml"])
def test_the_file_of_a_flow_is_read_back_as_it_was(as_: As, form: str) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=None, template="service-booking")
    answer = admin.get(f"{BOTS}/{bot}/flow/file?format={form}")
    assert read(answer.data, form) == admin.get(f"{BOTS}/{bot}/flow").json


@pytest.mark.parametrize(("name", "file"), [("Service/Desk: 2", "Service Desk 2"), ("सेवा", "सेवा")])
def test_a_file_of_a_flow_is_called_as_its_bot(as_: As, name: str, file: str) -> None:
    admin = as_("admin")
    bot = create_bot(admin, name=name)
    publish_bot(admin, bot)
    for call, end in (("flow", ".yaml"), ("versions/1", " v1.yaml")):
        answer = admin.get(f"{BOTS}/{bot}/{call}/file?format=yaml")
        _, options = parse_options_header(answer.headers["Content-Disposition"])
        assert options["filename"] == file + end
        held = look_into(options["filename"], BytesIO(answer.data))
        assert held["name"] == file + end.removesuffix(".yaml")


def test_a_file_needs_the_secrets_that_it_names(app: Flask) -> None:
    sends = {"type": "call", "method": "GET", "url": "https://x.example/{{secret.KEY}}", "next": "bye", "failed": "bye"}
    document = SMALL_FLOW | {"nodes": SMALL_FLOW["nodes"] | {"send": sends}}
    held = look_into("desk.json", BytesIO(json.dumps(document).encode()))
    assert [(issue.code, issue.node) for issue in held["errors"]] == [("missing_secret", "send")]


def test_the_schema_of_documents_is_public(client: FlaskClient) -> None:
    answer = client.get("/api/v1/schemas/parley-flow-1.json")
    assert answer.status_code == 200 and answer.json["properties"]["format"] == {"const": "parley-flow/1"}


@pytest.mark.parametrize(("role", "read_status", "write_status"), [("author", 200, 200), ("client", 403, 403)])
def test_who_may_edit(as_: As, role: str, read_status: int, write_status: int) -> None:
    bot = create_bot(as_("admin"))
    person = as_(role)
    assert person.get(f"{BOTS}/{bot}/flow").status_code == read_status
    assert put_flow(person, bot, SMALL_FLOW).status_code == write_status
    assert publish_bot(person, bot).status_code == 403


def test_an_editor_changes_texts_and_knowledge_and_nothing_else(as_: As) -> None:
    bot, editor = create_bot(as_("admin")), as_("editor")
    document = editor.get(f"{BOTS}/{bot}/flow").json
    node = next(name for name, node in document["nodes"].items() if node.get("text"))
    texts = {**document["nodes"][node]["text"], "en": "Welcome to us."}
    answers = [{"question": {"en": "When are you open?"}, "answer": {"en": "From nine to six."}}]
    worded = document | {"nodes": document["nodes"] | {node: document["nodes"][node] | {"text": texts}}}
    assert put_flow(editor, bot, worded).status_code == 200
    assert put_flow(editor, bot, worded | {"knowledge": answers}, 2).status_code == 200
    rewired = worded | {"nodes": worded["nodes"] | {"more": {"type": "end", "text": {"en": "Bye."}}}}
    assert put_flow(editor, bot, rewired, 3).status_code == 403
    settings = f"{BOTS}/{bot}/flow"
    assert editor.patch(settings, json={"knowledge": []}, headers={"If-Match": "*"}).status_code == 200
    assert (
        editor.patch(settings, json={"variables": {"x": {"type": "text"}}}, headers={"If-Match": "*"}).status_code
        == 403
    )
    assert as_("admin").get(settings).json["nodes"] == worded["nodes"]


@pytest.mark.parametrize(
    ("role", "texts", "live"), [("editor", 200, 403), ("author", 200, 403), ("maintainer", 200, 200)]
)
def test_what_applies_to_a_live_bot_at_once_is_for_those_who_publish(as_: As, role: str, texts: int, live: int) -> None:
    admin, person = as_("admin"), as_(role)
    bot = create_bot(admin)
    publish_bot(admin, bot)
    any_revision = {"If-Match": "*"}
    assert (
        person.patch(
            f"{BOTS}/{bot}/texts",
            json={"texts": [{"path": "nodes/hello/text", "text": {"en": "Hi"}}]},
            headers=any_revision,
        ).status_code
        == texts
    )
    assert person.patch(f"{BOTS}/{bot}", json={"name": "Mine"}, headers=any_revision).status_code == live
    handler = person.get(f"{BOTS}/{bot}/handler").json
    assert person.put(f"{BOTS}/{bot}/handler", json={"kind": handler["kind"]}, headers=any_revision).status_code == live
    secret = person.post(f"{BOTS}/{bot}/secrets", json={"name": "DMS_KEY", "secret": "abcdefgh"})
    assert secret.status_code == (201 if live == 200 else 403)


def test_another_workspaces_flow_never_was(as_: As) -> None:
    bot = create_bot(as_("admin"))
    other = as_("admin", add_workspace("B"))
    assert other.get(f"{BOTS}/{bot}/flow").status_code == put_flow(other, bot, SMALL_FLOW).status_code == 404


def test_an_archived_bots_flow_is_for_reading(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin)
    admin.post(f"{BOTS}/{bot}/archive", headers={"If-Match": "*"})
    answer = put_flow(admin, bot, SMALL_FLOW)
    assert answer.status_code == 409 and answer.json["code"] == "archived"
    assert publish_bot(admin, bot).status_code == 409
