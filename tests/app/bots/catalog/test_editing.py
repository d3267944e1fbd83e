"""Copies, files, previews, summaries, phrases and settings of bots over the API."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
import yaml
from flask.testing import FlaskClient

from tests.conftest import add_workspace
from tests.factories.bots import BOTS, SMALL_FLOW, create_bot, publish_bot, put_flow, upload_bot
from tests.factories.conversations import make_bot

As = Callable[..., FlaskClient]
BOOK = {"goto": "booked", "phrases": {"en": ["book a service"]}}
KNOWING = SMALL_FLOW | {"languages": ["en", "hi"], "intents": {"service.book": BOOK}}


def phrases_of(person: FlaskClient, bot_id: str) -> Any:
    """The intents of the working copy with their phrases."""
    intents = person.get(f"{BOTS}/{bot_id}/flow").json.get("intents", {})
    return {name: intent.get("phrases", {}) for name, intent in intents.items()}


def test_a_copy_has_the_working_copy_and_nothing_else(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin)
    publish_bot(admin, bot)
    put_flow(admin, bot, SMALL_FLOW | {"start": "bye"})
    admin.patch(f"{BOTS}/{bot}", json={"session_timeout_s": 600}, headers={"If-Match": "*"})
    answer = admin.post(f"{BOTS}/{bot}/clone", json={"name": "Desk two"})
    assert answer.status_code == 201 and answer.headers["ETag"] == '"2"'
    document = {"name": "Desk two", "state": "draft", "live_version": None, "session_timeout_s": 600}
    assert answer.json | document == answer.json
    copy = answer.json["id"]
    assert admin.get(f"{BOTS}/{copy}/flow").json["start"] == "bye"
    put_flow(admin, copy, SMALL_FLOW)
    assert admin.get(f"{BOTS}/{bot}/flow").json["start"] == "bye"
    assert admin.post(f"{BOTS}/{bot}/clone", json={"name": "desk TWO"}).status_code == 409
    assert admin.post(f"{BOTS}/{bot}/clone", json={"name": " "}).status_code == 422


def test_several_bots_are_paused_and_the_others_reported(as_: As) -> None:
    admin = as_("admin")
    live, other = make_bot("Live"), make_bot("Other")
    draft = create_bot(admin)
    answer = admin.post(f"{BOTS}/pause", json={"ids": [str(live.id), draft, str(other.id)], "reason": "Stock taking"})
    assert answer.status_code == 200 and answer.json["ids"] == [str(live.id), str(other.id)]
    assert [bot["name"] for bot in answer.json["refused"]] == ["Desk"]
    assert admin.get(f"{BOTS}/{live.id}").json["state_reason"] == "Stock taking"
    assert admin.post(f"{BOTS}/pause", json={"ids": ["77"], "reason": "No"}).status_code == 404
    assert admin.post(f"{BOTS}/pause", json={"ids": [], "reason": "No"}).status_code == 422
    assert as_("author").post(f"{BOTS}/pause", json={"ids": [str(live.id)], "reason": "No"}).status_code == 403


@pytest.mark.parametrize(("seconds", "status"), [(300, 200), (172_800, 200), (None, 200), (299, 422), (172_801, 422)])
def test_a_session_timeout_is_5_minutes_to_48_hours(as_: As, seconds: int | None, status: int) -> None:
    bot, admin = make_bot(), as_("admin")
    body = {"session_timeout_s": seconds}
    answer = admin.patch(f"{BOTS}/{bot.id}", json=body, headers={"If-Match": '"1"'})
    assert answer.status_code == status
    assert status == 422 or answer.json["session_timeout_s"] == seconds


@pytest.mark.parametrize("name", ["nashik_service-bot.json", "nashik-service bot.YAML", "nashik service bot.yml"])
def test_a_file_tells_what_it_holds_and_a_bot_is_made_of_it(as_: As, name: str) -> None:
    admin = as_("admin")
    text = yaml.safe_dump(KNOWING, allow_unicode=True)
    content = text.encode() if not name.endswith("json") else str(KNOWING).replace("'", '"').encode()
    answer = upload_bot(admin, name, content)
    assert answer.status_code == 200, answer.text
    document = answer.json
    assert document["name"] == "nashik service bot" and document["flow"] == KNOWING
    assert document["inside"] | {"nodes": 3, "intents": 1, "phrases": 1, "goals": ["booked"]} == document["inside"]
    assert document["inside"]["texts"][1] == {"language": "hi", "done": 0, "of": 2}
    assert {issue["code"] for issue in document["errors"]} == {"missing_text"}
    assert {issue["code"] for issue in document["warnings"]} == {"few_phrases"}
    assert admin.get(BOTS).json["total"] == 0
    bot = create_bot(admin, flow=document["flow"])
    assert admin.get(f"{BOTS}/{bot}/flow").json == KNOWING


@pytest.mark.parametrize(
    ("name", "content", "path"),
    [
        ("bot.txt", b"{}", "file"),
        ("bot.json", b"{", "file"),
        ("bot.yaml", b"a: *b", "file"),
        ("bot.json", b'{"format": "parley-flow/1"}', "document"),
        ("bot.yaml", b"format: parley-flow/1\nlanguages: [en]\nstart: a\nnodes: {a: {type: dance}}", "nodes/a/type"),
    ],
)
def test_a_file_that_is_no_bot_is_refused_with_paths(as_: As, name: str, content: bytes, path: str) -> None:
    answer = upload_bot(as_("admin"), name, content)
    assert answer.status_code == 422 and path in answer.json["errors"]


def test_only_who_may_make_bots_looks_into_files(as_: As) -> None:
    assert upload_bot(as_("editor"), "bot.json", b"{}").status_code == 403


def test_a_summary_says_what_is_wrong_inside_and_not_live(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin)
    document = admin.get(f"{BOTS}/{bot}/summary").json
    assert document | {"errors": [], "versions": 0, "newest": None, "has_backup": False, "changes": 5} == document
    publish_bot(admin, bot)
    changed = deepcopy(SMALL_FLOW)
    changed["nodes"]["hello"] |= {"text": {"en": "Good day"}, "next": "nowhere"}
    put_flow(admin, bot, changed)
    document = admin.get(f"{BOTS}/{bot}/summary").json
    assert [issue["code"] for issue in document["errors"]] == ["missing_node"]
    assert (document["changes"], document["versions"], document["newest"]["number"], document["flow_revision"]) == (
        2,
        1,
        1,
        2,
    )
    assert document["changed_by"] and document["inside"]["texts"] == [{"language": "en", "done": 2, "of": 2}]


def test_a_change_of_a_text_tells_its_pieces(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin)
    publish_bot(admin, bot)
    changed = deepcopy(SMALL_FLOW)
    changed["nodes"]["hello"]["text"]["en"] = "Hello again"
    changed["nodes"]["hello"]["next"] = "bye"
    put_flow(admin, bot, changed)
    text, way = admin.get(f"{BOTS}/{bot}/flow/changes").json["items"]
    assert (text["field"], text["language"], text["before"], text["after"]) == ("text", "en", "Hello", "Hello again")
    assert text["parts"] == [{"op": "same", "text": "Hello"}, {"op": "added", "text": " again"}]
    assert (way["field"], way["before"], way["after"], way["parts"]) == ("next", "booked", "bye", [])
    everything = admin.get(f"{BOTS}/{bot}/flow/changes?from=0").json["items"]
    assert {item["change"] for item in everything if item["kind"] == "node"} == {"added"}
    assert admin.get(f"{BOTS}/{bot}/flow/changes?from=9").status_code == 404


def test_restoring_is_taken_back_by_its_backup(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin)
    publish_bot(admin, bot)
    assert admin.post(f"{BOTS}/{bot}/flow/backup").status_code == 409
    put_flow(admin, bot, SMALL_FLOW | {"start": "bye"})
    admin.post(f"{BOTS}/{bot}/versions/1/restore")
    assert admin.get(f"{BOTS}/{bot}/summary").json["has_backup"] is True
    assert admin.post(f"{BOTS}/{bot}/flow/backup").json["start"] == "bye"
    assert admin.get(f"{BOTS}/{bot}/flow").json["start"] == "bye"


@pytest.mark.parametrize("form", ["json", "yaml"])
def test_a_version_is_a_file(as_: As, form: str) -> None:
    admin = as_("admin")
    bot = create_bot(admin)
    publish_bot(admin, bot)
    answer = admin.get(f"{BOTS}/{bot}/versions/1/file?format={form}")
    assert answer.headers["Content-Disposition"].endswith(f' v1.{form}"')
    assert upload_bot(admin, f"bot.{form}", answer.data).json["flow"] == SMALL_FLOW
    assert admin.get(f"{BOTS}/{bot}/versions/2/file").status_code == 404


def test_phrases_come_in_under_their_language_once_and_go_again(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=KNOWING)
    phrases = ["Book a service!", "fix my car", "गाड़ी ठीक करो", "fix my CAR"]
    answer = admin.post(f"{BOTS}/{bot}/phrases", json={"intent": "service.book", "phrases": phrases})
    assert answer.status_code == 200
    assert answer.json == {"intent": "service.book", "phrases": ["fix my car", "गाड़ी ठीक करो"], "revision": 2}
    assert phrases_of(admin, bot)["service.book"] == {"en": ["book a service", "fix my car"], "hi": ["गाड़ी ठीक करो"]}
    hindi = {"intent": "service.book", "phrases": ["gaadi kab milegi"], "language": "hi"}
    assert admin.post(f"{BOTS}/{bot}/phrases", json=hindi).json["phrases"] == ["gaadi kab milegi"]
    assert phrases_of(admin, bot)["service.book"]["hi-Latn"] == ["gaadi kab milegi"]
    undone = admin.post(f"{BOTS}/{bot}/phrases/undo", json={"intent": "service.book", "phrases": phrases[1:3]})
    assert undone.json["phrases"] == ["fix my car", "गाड़ी ठीक करो"]
    assert phrases_of(admin, bot)["service.book"] == {"en": ["book a service"], "hi-Latn": ["gaadi kab milegi"]}


def test_a_new_intent_leads_somewhere_and_goes_with_its_last_phrase(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=KNOWING)
    new = {"intent": "invoice", "phrases": ["bill bhej do"], "goto": "bye"}
    assert admin.post(f"{BOTS}/{bot}/phrases", json=new).status_code == 200
    assert admin.post(f"{BOTS}/{bot}/phrases", json=new).status_code == 409
    assert phrases_of(admin, bot)["invoice"] == {"en": ["bill bhej do"]}
    admin.post(f"{BOTS}/{bot}/phrases/undo", json={"intent": "invoice", "phrases": ["bill bhej do"]})
    assert "invoice" not in phrases_of(admin, bot)
    # An intent that is live stays, with nothing said.
    assert put_flow(admin, bot, KNOWING | {"languages": ["en"]}, 3).status_code == 200
    assert publish_bot(admin, bot).status_code == 201
    admin.post(f"{BOTS}/{bot}/phrases/undo", json={"intent": "service.book", "phrases": ["book a service"]})
    assert phrases_of(admin, bot) == {"service.book": {}}


def test_a_text_of_lines_is_a_phrase_a_line_each_of_the_language_it_is_said_to_be(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=KNOWING | {"languages": ["en", "mr"]})
    body = {"intent": "service.book", "phrases": ["Book a service!\r\n\n service please \nservice please"]}
    assert admin.post(f"{BOTS}/{bot}/phrases", json=body | {"language": "en"}).json["phrases"] == ["service please"]
    columns = admin.post(f"{BOTS}/{bot}/phrases", json=body | {"phrases": ["service please\tservice.book\ten"]})
    assert columns.status_code == 422 and "several columns" in columns.text
    marathi = {"intent": "service.book", "phrases": ["गाडी दुरुस्त करा"], "language": "mr"}
    admin.post(f"{BOTS}/{bot}/phrases", json=marathi)
    assert phrases_of(admin, bot)["service.book"]["mr"] == marathi["phrases"]


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("phrases", {"intent": "nothing", "phrases": ["a"]}, "intent"),
        ("phrases", {"intent": "new", "phrases": ["a"], "goto": "nowhere"}, "goto"),
        ("phrases", {"intent": "service.book", "phrases": []}, "phrases"),
        ("phrases", {"intent": "service.book", "phrases": [" \n"]}, "phrases"),
        ("phrases", {"intent": "service.book", "phrases": ["fine\n" + "x" * 501]}, "phrases"),
        ("phrases/undo", {"intent": "nothing", "phrases": ["a"]}, "intent"),
    ],
)
def test_phrases_that_belong_nowhere_are_refused(as_: As, path: str, body: dict[str, Any], field: str) -> None:
    admin = as_("admin")
    answer = admin.post(f"{BOTS}/{create_bot(admin, flow=KNOWING)}/{path}", json=body)
    assert answer.status_code == 422 and list(answer.json["errors"]) == [field]


def test_an_archived_bot_takes_no_phrases_and_no_settings(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=KNOWING)
    admin.post(f"{BOTS}/{bot}/archive", headers={"If-Match": "*"})
    body = {"intent": "service.book", "phrases": ["a"]}
    assert admin.post(f"{BOTS}/{bot}/phrases", json=body).status_code == 409
    answer = admin.patch(f"{BOTS}/{bot}/flow", json={"hours": None}, headers={"If-Match": "*"})
    assert answer.status_code == 409
    assert admin.post(f"{BOTS}/{bot}/clone", json={"name": "Copy"}).status_code == 201


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "summary", None),
        ("POST", "clone", {"name": "Copy"}),
        ("POST", "phrases", {"intent": "a", "phrases": ["a"]}),
        ("POST", "phrases/undo", {"intent": "a", "phrases": ["a"]}),
        ("PATCH", "flow", {"hours": None}),
        ("POST", "flow/backup", None),
        ("GET", "versions/1/file", None),
    ],
)
def test_another_workspaces_bot_is_not_there(as_: As, method: str, path: str, body: Any) -> None:
    bot = create_bot(as_("admin"), flow=KNOWING)
    stranger = as_("admin", add_workspace("Elsewhere"))
    answer = stranger.open(f"{BOTS}/{bot}/{path}", method=method, json=body, headers={"If-Match": "*"})
    assert answer.status_code == 404
