"""Hostile files of bots: every one is read to a flow that can be run, or refused with a reason."""

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import orjson
import pytest
import yaml
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.bots.catalog.flows import check_shape
from app.bots.flow.documents import DEPTH, LARGEST, UnreadableDocument
from app.bots.flow.validation import errors_of, validate
from app.bots.imports import archives, choices
from app.bots.imports.drafts import CHOICES, MOST_NODES
from app.bots.imports.files import read_bot_file
from app.core.errors import Invalid
from tests.endurance import repetitions
from tests.factories.bots import BOTS, upload_bot
from tests.fixtures.imports import FILES, FOLDER, bot_file, document, packed, tarred

As = Callable[..., FlaskClient]
VALUES: list[Any] = [
    None, True, False, 0, -1, 1.5, 10**14, "", " ", "x", "{{", "}}", "{{x}}", "{{Full name}}", "{{snippet.x}}",
    "{{now}}", "\\", '"', "'", "a" * 5000, "{{" * 3000, "[" * 3000, "😀", "नमस्ते", "true", "#", "main.flow.json",
    "\u202e", [], {}, [[]], [{}], [None, 1], {"id": {}}, {"x": []}, "say #!builtin_text-hello", "now", "language",
    "null", "1 + 1", "{{Cars}} / 0",
]  # fmt: skip
"""What takes the place of a value, whatever was there."""
RUNS = settings(max_examples=repetitions(25, 1000), deadline=None, suppress_health_check=list(HealthCheck))


def is_sound(name: str, data: bytes) -> bool:
    """Whether a file is read to a flow without errors; False where it is refused with a reason."""
    try:
        file = read_bot_file(name, data)
        flow = check_shape(file.flow)
    except UnreadableDocument as error:
        assert str(error)
        return False
    except Invalid as refused:
        assert "cannot be stored" in str(refused.errors) or json.loads(data).get("format"), refused.errors
        return False
    if file.builder != "parley-flow":
        assert [issue for issue in errors_of(validate(flow)) if issue] == []
        orjson.dumps(file.understood), orjson.dumps(file.not_understood)
        for choice in CHOICES:
            chosen = {row["node"]: choice for row in file.not_understood if row["node"]}
            assert errors_of(validate(check_shape(choices.with_choices(flow, chosen)))) == []
    return True


def paths(data: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place of a document."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inner:
        yield (*at, key)
        yield from paths(value, (*at, key))


def changed(data: Any, changes: list[tuple[int, Any]]) -> Any:
    """A document with other values at some of its places."""
    for place, value in changes:
        places = list(paths(data))
        if not places:
            return data
        *above, last = places[place % len(places)]
        holder = data
        for key in above:
            holder = holder[key]
        holder[last] = deepcopy(value)
    return data


CHANGES = st.lists(st.tuples(st.integers(0, 100_000), st.sampled_from(VALUES)), min_size=1, max_size=6)


@RUNS
@given(CHANGES, st.sampled_from(["typebot.json", "typebot-1.json"]))
def test_a_bot_of_typebot_with_any_values_in_it(changes: list[tuple[int, Any]], name: str) -> None:
    is_sound("bot.json", orjson.dumps(changed(document(name), changes)))


BOTPRESS = [file.relative_to(FOLDER / "botpress").as_posix() for file in sorted((FOLDER / "botpress").rglob("*.json"))]
RASA = ("domain.yml", "data/nlu.yml", "data/rules.yml", "data/stories.yml")


@RUNS
@given(CHANGES, st.sampled_from(BOTPRESS))
def test_a_bot_of_botpress_with_any_values_in_it(changes: list[tuple[int, Any]], name: str) -> None:
    files = {path: (FOLDER / "botpress" / path).read_bytes() for path in BOTPRESS}
    is_sound("bot.zip", packed(files | {name: orjson.dumps(changed(orjson.loads(files[name]), changes))}))


@RUNS
@given(CHANGES, st.sampled_from(RASA))
def test_a_bot_of_rasa_with_any_values_in_it(changes: list[tuple[int, Any]], name: str) -> None:
    files = {path: (FOLDER / "rasa" / path).read_bytes() for path in RASA}
    text = json.dumps(changed(yaml.safe_load(files[name]), changes), ensure_ascii=False)
    is_sound("bot.zip", packed(files | {name: text.encode()}))


KINDS = ["text", "image", "text input", "choice input", "Condition", "Set variable", "Jump", "Wait", "AB test",
         "Webhook", "Redirect", "rating input", "Return", "Code", "start"]  # fmt: skip
BLOCK = st.fixed_dictionaries({
    "id": st.sampled_from([f"b{n}" for n in range(8)]),
    "type": st.sampled_from(KINDS),
    "content": st.sampled_from([{}, {"plainText": "Hello {{X}}"}, {"url": "https://x.example/p.png"}]),
    "outgoingEdgeId": st.sampled_from(["e0", "e1", "e2", "", None]),
    "items": st.lists(st.fixed_dictionaries({
        "id": st.just("i"), "content": st.sampled_from(["Yes", "No", {"comparisons": [
            {"variableId": "x", "comparisonOperator": "Greater than", "value": "3"}]}]),
        "outgoingEdgeId": st.sampled_from(["e0", "e1", "e2", None]),
    }), max_size=3),
    "options": st.fixed_dictionaries({
        "variableId": st.sampled_from(["x", "y", None]), "groupId": st.sampled_from(["g0", "g1", "g9"]),
        "expressionToEvaluate": st.sampled_from(["1", "{{X}} + 1", "{{Y}}", "new Date()", "Dear {{X}}"]),
        "secondsToWaitFor": st.sampled_from(["1", "x"]), "url": st.sampled_from(["https://x.example", "{{X}}"]),
        "webhook": st.sampled_from([{}, {"url": "https://x.example/{{X}}"}, {"url": "https://{{X}}/"}]),
    }),
})  # fmt: skip
TO = st.fixed_dictionaries(
    {"groupId": st.sampled_from(["g0", "g1", "g2", "g9"]), "blockId": st.sampled_from(["b0", "b9", None])}
)


@RUNS
@given(st.lists(st.lists(BLOCK, max_size=5), min_size=1, max_size=3), st.lists(TO, min_size=3, max_size=3))
def test_blocks_of_typebot_joined_in_any_way(groups: list[list[Any]], to: list[Any]) -> None:
    bot = {
        "version": "6",
        "groups": [{"id": f"g{at}", "title": f"Group {at}", "blocks": blocks} for at, blocks in enumerate(groups)],
        "edges": [{"id": f"e{at}", "to": where} for at, where in enumerate(to)],
        "variables": [{"id": "x", "name": "X"}, {"id": "y", "name": "Y"}],
    }
    is_sound("bot.json", orjson.dumps(bot))


@RUNS
@given(st.sampled_from(list(FILES)), st.integers(0, 10**6), st.binary(min_size=0, max_size=8), st.booleans())
def test_bytes_that_are_changed_or_cut(name: str, at: int, noise: bytes, is_cut: bool) -> None:
    data = bot_file(name)
    at %= len(data)
    is_sound(name, data[:at] + noise + (b"" if is_cut else data[at + len(noise) :]))


def _lied() -> bytes:
    """An archive whose list states another size than its entry has."""
    data = bytearray(packed({"domain.yml": b"x" * 50_000}))
    place = data.rindex((50_000).to_bytes(4, "little"))
    data[place : place + 4] = (10).to_bytes(4, "little")
    return bytes(data)


def _encrypted() -> bytes:
    data = bytearray(packed({"domain.yml": b"version: 3"}))
    data[data.index(b"PK\x01\x02") + 8] |= 1
    return bytes(data)


def _texts(*texts: str) -> bytes:
    """A bot of Typebot that says texts, one after another."""
    blocks = [{"id": f"b{at}", "type": "text", "content": {"plainText": text}} for at, text in enumerate(texts)]
    return orjson.dumps({"groups": [{"id": "g", "blocks": blocks}], "edges": []})


LAUGHS = b"a: &a [x, x]\nb: &b [*a, *a]\nresponses: {utter_a: [{text: *b}]}\nintents: []\n"
DEEP = b"nlu: " + b"[" * (DEPTH + 5) + b"]" * (DEPTH + 5)
HOSTILE = {
    "a ZIP bomb": ("bot.zip", packed({f"data/{n}.yml": b" " * (LARGEST - 1) for n in range(40)})),
    "a TAR bomb": ("bot.tgz", tarred({f"data/{n}.yml": b" " * (LARGEST - 1) for n in range(40)})),
    "one large entry": ("bot.zip", packed({"domain.yml": b" " * (LARGEST + 1)})),
    "an archive in an archive": ("bot.zip", packed({"bot.zip": bot_file("rasa.zip")})),
    "many entries": ("bot.zip", packed({f"{n}.txt": b"" for n in range(archives.MOST_FILES + 1)})),
    "a path that climbs": ("bot.zip", packed({"../domain.yml": b"intents: []"})),
    "a path that climbs backwards": ("bot.zip", packed({"..\\domain.yml": b"intents: []"})),
    "a path from the root": ("bot.tgz", tarred({"/domain.yml": b"intents: []"})),
    "a lie about a size": ("bot.zip", _lied()),
    "an encrypted archive": ("bot.zip", _encrypted()),
    "no archive": ("bot.zip", b"not an archive"),
    "half an archive": ("bot.zip", bot_file("rasa.zip")[:700]),
    "half a TAR": ("bot.tgz", tarred({"domain.yml": b"intents: []"})[:60]),
    "billion laughs": ("bot.yaml", LAUGHS),
    "billion laughs in an archive": ("bot.zip", packed({"domain.yml": LAUGHS})),
    "nested deep": ("bot.yaml", DEEP),
    "nested deep in an archive": ("bot.zip", packed({"data/nlu.yml": DEEP})),
    "keys that are no text": ("bot.yaml", b"nlu: []\n1: x\n"),
    "a NUL": ("bot.json", _texts("a\x00b")),
    "half a character": ("bot.yaml", b'responses: {utter_a: [{text: "\\ud800"}]}\nrules: []'),
    "nothing": ("bot.json", b""),
    "an empty archive": ("bot.zip", packed({})),
    "a list": ("bot.json", b"[]"),
    "something else": ("bot.json", b'{"name": "package", "version": "1.0.0"}'),
    "another kind of file": ("bot.exe", b"MZ"),
    "too many blocks": ("bot.json", _texts(*"x" * (MOST_NODES + 1))),
    "too much in all": ("bot.zip", b"PK" + b"\x00" * archives.LARGEST_PACKED),
}  # fmt: skip


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_files_are_refused_with_a_reason_and_nothing_is_written(as_: As, case: str) -> None:
    admin = as_("admin")
    answer = upload_bot(admin, *HOSTILE[case])
    assert answer.status_code in (413, 422), answer.text[:300]
    if answer.status_code == 422:
        assert next(iter(answer.json["errors"].values()))
    assert admin.get(BOTS).json["total"] == 0


def test_a_file_of_no_known_kind_is_refused_with_what_was_looked_for(as_: As) -> None:
    (message,) = upload_bot(as_("admin"), *HOSTILE["something else"]).json["errors"]["file"]
    assert all(name in message for name in ("parley-flow/1", "Typebot", "Botpress", "Rasa"))


def test_texts_that_take_long_to_search_are_read_at_once() -> None:
    braces, marks = "{{" * 200_000, "[" * 400_000
    bots = [
        {"groups": [{"id": "g", "blocks": [{"id": "b", "type": "Webhook", "options": {"webhook": {
            "url": f"https://x.example/{braces}"}}}]}], "edges": []},
        {"nlu": [{"intent": "a", "examples": [marks]}], "rules": [{"steps": [{"intent": "a"}, {"bot": braces}]}]},
        {"startNode": "a", "nodes": [{"name": "a", "onEnter": [f"say {braces}"], "next": [{"condition": marks}]}]},
    ]  # fmt: skip
    for bot in bots:
        assert is_sound("bot.json", orjson.dumps(bot))


def test_choices_replace_parts_that_were_not_understood(as_: As) -> None:
    admin = as_("admin")
    held = upload_bot(admin, "typebot.json", bot_file("typebot.json")).json
    assert held["builder"] == "Typebot" and held["errors"] == [] and held["understood"]
    nodes = [row["node"] for row in held["not_understood"] if row["node"]]
    chosen = dict(zip(nodes, ("handoff", "skip", "placeholder"), strict=True))
    bot = _create(admin, held["flow"], chosen)
    flow = admin.get(f"{BOTS}/{bot}/flow").json
    before = held["flow"]["nodes"]
    assert flow["nodes"][nodes[0]] == {
        "type": "handoff",
        "next": before[nodes[1]]["next"],
        "closed": before[nodes[1]]["next"],
    }
    assert nodes[1] not in flow["nodes"] and flow["nodes"][nodes[2]] == before[nodes[2]]
    assert admin.post(f"{BOTS}/{bot}/validation").json["errors"] == []


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"choices": {"nowhere": "skip"}}, "choices.nowhere"),
        ({"choices": {"contact_code": "dance"}}, "choices"),
        ({"choices": {"contact_code": "skip"}, "flow": None}, "choices"),
        ({"choices": ["contact_code"]}, "choices"),
    ],
)
def test_wrong_choices_make_no_bot(as_: As, body: dict[str, Any], path: str) -> None:
    admin = as_("admin")
    flow = read_bot_file("typebot.json", bot_file("typebot.json")).flow
    answer = admin.post(BOTS, json={"name": "Desk", "group": "service", "flow": flow} | body)
    assert answer.status_code == 422 and path in answer.json["errors"], answer.text
    assert admin.get(BOTS).json["total"] == 0


def _create(admin: FlaskClient, flow: Any, chosen: dict[str, str]) -> str:
    """The bot that is made of a flow after some choices."""
    answer = admin.post(BOTS, json={"name": "Desk", "group": "service", "flow": flow, "choices": chosen})
    assert answer.status_code == 201, answer.text
    return str(answer.json["id"])
