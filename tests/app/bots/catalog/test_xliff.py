"""A translation as XLIFF over the API: out, checked, taken in, undone; what does not fit is left out with a reason."""

import io
from collections.abc import Callable
from copy import deepcopy
from typing import Any
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient

from app.bots.flow.xliff import NAMESPACE, Unit, read, writable, write
from tests.factories.bots import BILINGUAL_FLOW, BOTS, create_bot

As = Callable[..., FlaskClient]
FLOW = deepcopy(BILINGUAL_FLOW)
FLOW["nodes"]["hello"]["text"] = {"en": "Hello {{contact.first_name}} <b> & co", "hi": "नमस्ते {{contact.first_name}}"}
FLOW["nodes"]["bye"]["text"] = {"en": ["Bye", "See you"]}
HELLO, BYE, CAR = "nodes/hello/text", "nodes/bye/text", "nodes/menu/options/0/label"


@pytest.fixture
def admin(as_: As) -> FlaskClient:
    """An administrator."""
    return as_("admin")


@pytest.fixture
def bot(admin: FlaskClient) -> str:
    """A bot in two languages, as the path of its calls."""
    return f"{BOTS}/{create_bot(admin, flow=FLOW)}"


def _export(admin: FlaskClient, bot: str) -> bytes:
    answer = admin.get(f"{bot}/texts/file?format=xliff&language=hi")
    assert answer.status_code == 200, answer.text
    return answer.data


def _import(admin: FlaskClient, bot: str, file: bytes, **query: Any) -> Any:
    return admin.post(f"{bot}/texts/import", data={"file": (io.BytesIO(file), "hi.xlf")}, query_string=query)


def _file(*units: tuple[str, str, str]) -> bytes:
    return write("x", "en", "hi", [Unit(*unit) for unit in units]).encode()


def test_a_translation_goes_out_as_xliff(admin: FlaskClient, bot: str) -> None:
    answer = admin.get(f"{bot}/texts/file?format=xliff&language=hi")
    assert answer.headers["Content-Disposition"].endswith('-hi.xlf"')
    root = ElementTree.fromstring(answer.data)
    names = {"x": NAMESPACE}
    units = {unit.get("id"): unit for unit in root.iterfind(".//x:trans-unit", names)}
    assert (root.get("version"), root.find("x:file", names).get("target-language")) == ("1.2", "hi")
    hello = units[HELLO].find("x:source", names)
    assert "".join(hello.itertext()) == "Hello {{contact.first_name}} <b> & co"
    assert [part.text for part in hello] == ["{{contact.first_name}}"]
    assert units[HELLO].find("x:target", names).get("state") == "translated"
    assert units[BYE].find("x:target", names) is None
    assert units[BYE].find("x:source", names).text == "Bye\n---\nSee you"
    assert units[CAR].get("maxwidth") == "20"


@pytest.mark.parametrize("query", ["format=xliff", "format=xliff&language=en", "format=xliff&language=ar", "format=po"])
def test_only_translations_of_the_bot_go_out(admin: FlaskClient, bot: str, query: str) -> None:
    assert admin.get(f"{bot}/texts/file?{query}").status_code in (400, 422)


def test_a_file_that_comes_back_unchanged_changes_nothing(admin: FlaskClient, bot: str) -> None:
    done = _import(admin, bot, _export(admin, bot))
    assert (done.status_code, done.json["changes"], done.json["skipped"]) == (201, 0, [])
    assert admin.get(bot + "/summary").json["has_backup"] is False


def test_a_file_is_checked_then_imported_in_one_revision_and_undone(admin: FlaskClient, bot: str) -> None:
    before = int(admin.get(f"{bot}/flow").headers["ETag"].strip('"'))
    file = _file((BYE, "Bye\n---\nSee you", "विदा\n---\nफिर मिलेंगे"), (CAR, "Car", "कार"))
    checked = _import(admin, bot, file, dry="1")
    assert (checked.status_code, checked.json["changes"], checked.json["new"]) == (200, 2, 1)
    assert admin.get(f"{bot}/flow").json == FLOW
    assert _import(admin, bot, file).status_code == 201
    flow = admin.get(f"{bot}/flow")
    assert flow.json["nodes"]["bye"]["text"]["hi"] == ["विदा", "फिर मिलेंगे"]
    assert flow.json["nodes"]["menu"]["options"][0]["label"]["hi"] == "कार"
    assert int(flow.headers["ETag"].strip('"')) == before + 1
    assert admin.post(f"{bot}/flow/backup").json == FLOW


def test_undoing_an_import_leaves_the_theme_alone(admin: FlaskClient, bot: str) -> None:
    theme = admin.get(f"{bot}/theme")
    values = {"primary": "#123456"}
    tag = {"If-Match": theme.headers["ETag"]}
    assert admin.put(f"{bot}/theme", json=values, headers=tag).status_code == 200
    assert _import(admin, bot, _file((CAR, "Car", "कार"))).status_code == 201
    assert admin.post(f"{bot}/flow/backup").status_code == 200
    assert admin.get(f"{bot}/theme").json["primary"] == "#123456"


def test_a_text_whose_source_has_changed_is_a_conflict_until_it_is_chosen(admin: FlaskClient, bot: str) -> None:
    file = _file((CAR, "Automobile", "मोटर"), (BYE, "Bye\n---\nSee you", "विदा"))
    done = _import(admin, bot, file).json
    assert done["changes"] == 1
    assert [(text["key"], text["state"], text["source"], text["target"]) for text in done["skipped"]] == [
        (CAR, "conflict", "Car", "मोटर")
    ]
    chosen = _import(admin, bot, file, conflicts=CAR).json
    assert (chosen["changes"], chosen["skipped"]) == (1, [])
    assert admin.get(f"{bot}/flow").json["nodes"]["menu"]["options"][0]["label"]["hi"] == "मोटर"


@pytest.mark.parametrize(
    ("unit", "state", "message"),
    [
        (("nodes/gone/text", "Hi", "x"), "unknown", "no text here"),
        ((HELLO, FLOW["nodes"]["hello"]["text"]["en"], "नमस्कार"), "refused", "{{contact.first_name}}"),
        ((CAR, "Car", "x" * 5000), "refused", "4096"),
        ((CAR, "Car", "\n---\n".join(map(str, range(30)))), "refused", "20 wordings"),
    ],
)
def test_what_does_not_fit_is_left_out_with_its_reason(
    admin: FlaskClient, bot: str, unit: tuple[str, str, str], state: str, message: str
) -> None:
    answer = _import(admin, bot, _file(unit, (BYE, "Bye\n---\nSee you", "विदा")), conflicts=unit[0]).json
    assert answer["changes"] == 1
    assert [text["state"] for text in answer["skipped"]] == [state]
    assert message in answer["skipped"][0]["message"]


def test_a_text_that_is_in_a_file_twice_is_taken_once(admin: FlaskClient, bot: str) -> None:
    answer = _import(admin, bot, _file((CAR, "Car", "कार"), (CAR, "Car", "मोटर"))).json
    assert (answer["changes"], [text["state"] for text in answer["skipped"]]) == (1, ["refused"])


@pytest.mark.parametrize(
    "file",
    [
        b"<xliff",
        b"<html/>",
        b'<xliff version="2.0"/>',
        b'<xliff version="1.2"/>',
        _file((CAR, "Car", "x")).replace(b'"hi"', b'"fr"'),
        _file((CAR, "Car", "x")).replace(b'"en"', b'"de"'),
        b'<!DOCTYPE x [<!ENTITY a "aaa"><!ENTITY b "&a;&a;&a;">]><xliff version="1.2">&b;</xliff>',
        b'<!DOCTYPE x SYSTEM "http://127.0.0.1:9/x.dtd"><xliff version="1.2"/>',
        b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><xliff version="1.2">&e;</xliff>',
        b'<xliff version="1.2">' + b"<g>" * 100_000,
        b'<?xml version="1.0" encoding="no-such"?><xliff version="1.2"/>',
        b"<" + b" " * 2**20,
    ],
)
def test_what_is_no_translation_of_the_bot_is_refused(admin: FlaskClient, bot: str, file: bytes) -> None:
    answer = _import(admin, bot, file)
    assert answer.status_code == 422, answer.json
    assert answer.json["errors"]["file"]
    assert admin.get(f"{bot}/flow").json == FLOW


def test_files_as_programs_send_them_back_are_read(admin: FlaskClient, bot: str) -> None:
    file = f"""<x:xliff version="1.2" xmlns:x="{NAMESPACE}"><x:file source-language="en-US" target-language="hi-IN">
      <x:header><x:note>n</x:note></x:header><x:body><x:group><x:trans-unit id="{HELLO}">
      <x:source>Hello <x:x id="1" equiv-text="{{{{contact.first_name}}}}"/> &lt;b&gt; &amp; co</x:source>
      <x:seg-source><x:mrk mtype="seg">Hello</x:mrk></x:seg-source>
      <x:target><x:mrk mtype="seg"><x:g id="2">नमस्कार</x:g> <x:ph>{{{{contact.first_name}}}}</x:ph></x:mrk></x:target>
      <x:alt-trans><x:target>no</x:target></x:alt-trans></x:trans-unit></x:group>
      <x:trans-unit id="{CAR}"><x:source>Car</x:source><x:target state="needs-translation">Car</x:target></x:trans-unit>
      </x:body></x:file></x:xliff>"""
    answer = _import(admin, bot, file.encode("utf-16"))
    assert (answer.status_code, answer.json.get("changes")) == (201, 1), answer.json
    assert admin.get(f"{bot}/flow").json["nodes"]["hello"]["text"]["hi"] == "नमस्कार {{contact.first_name}}"


def test_every_text_comes_back_as_xml_can_hold_it() -> None:
    texts = ["a\r\nb", "a\x0bb", "{{a}}", "x{{a}}y{{ b.c }}", " a ", "<&>\"'", "]]>", "a\rb", "𝔘\ufffe"]
    units = [Unit(str(at), text, text) for at, text in enumerate(texts)]
    back = read(write("x", "en", "hi", units).encode())
    assert [(unit.source, unit.target) for unit in back.units] == [(writable(text), writable(text)) for text in texts]


def test_people_who_may_not_edit_bots_export_but_do_not_import(as_: As, bot: str) -> None:
    reader = as_("subscriber")
    assert reader.get(f"{bot}/texts/file?format=xliff&language=hi").status_code in (200, 403)
    assert _import(reader, bot, _file((CAR, "Car", "x"))).status_code == 403
