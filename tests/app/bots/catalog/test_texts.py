"""The texts of a working copy over the API: progress, changes by path, and a CSV file both ways."""

import csv
import io
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.factories.bots import BILINGUAL_FLOW, BOTS, create_bot

As = Callable[..., FlaskClient]


@pytest.fixture
def signed_in(as_: As) -> FlaskClient:
    """An administrator."""
    return as_("admin")


@pytest.fixture
def bot(signed_in: FlaskClient) -> str:
    """A bot whose working copy is the flow of these tests, as the path of its calls."""
    return f"{BOTS}/{create_bot(signed_in, flow=BILINGUAL_FLOW)}"


def _tag(client: FlaskClient, bot: str) -> dict[str, str]:
    return {"If-Match": client.get(f"{bot}/flow").headers["ETag"]}


def _file(client: FlaskClient, bot: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(client.get(f"{bot}/texts/file").data.decode("utf-8-sig"))))


def _import(client: FlaskClient, bot: str, rows: list[list[str]], **query: str) -> Any:
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    files = {"file": (io.BytesIO(text.getvalue().encode()), "texts.csv")}
    return client.post(f"{bot}/texts/import", data=files, query_string=query)


def test_progress_counts_the_texts_that_each_language_needs(signed_in: FlaskClient, bot: str) -> None:
    languages = signed_in.get(f"{bot}/texts").json["languages"]
    assert languages == [
        {"language": "en", "done": 7, "of": 7, "stale": []},
        {"language": "hi", "done": 7, "of": 7, "stale": []},
    ]


def test_texts_are_changed_by_path_and_the_rest_stays(signed_in: FlaskClient, bot: str) -> None:
    rows = [{"path": "nodes/hello/text", "text": {"hi": ["नमस्कार", " "]}},
            {"path": "nodes/menu/options/0/label", "text": {"hi": None}}]  # fmt: skip
    answer = signed_in.patch(f"{bot}/texts", json={"texts": rows}, headers=_tag(signed_in, bot))
    assert answer.status_code == 200, answer.json
    expected = deepcopy(BILINGUAL_FLOW)
    expected["nodes"]["hello"]["text"]["hi"] = "नमस्कार"
    del expected["nodes"]["menu"]["options"][0]["label"]["hi"]
    assert answer.json == expected
    assert signed_in.get(f"{bot}/texts").json["languages"][1] == {"language": "hi", "done": 6, "of": 7, "stale": []}


@pytest.mark.parametrize(
    ("row", "field"),
    [
        ({"path": "nodes/gone/text", "text": {"en": "x"}}, "texts.0.path"),
        ({"path": "nodes/hello/text", "text": {"ar": "x"}}, "texts.0.text.ar"),
        ({"path": "nodes/hello/text", "text": {"en": 7}}, "texts.0.text.en"),
        ({"path": "nodes/hello/text", "text": ["x"]}, "texts.0.text"),
        ({"path": "nodes/hello/text", "text": {"en": ["x", 7]}}, "texts.0.text.en"),
    ],
)
def test_what_is_no_text_is_named_and_nothing_is_stored(
    signed_in: FlaskClient, bot: str, row: dict[str, Any], field: str
) -> None:
    answer = signed_in.patch(f"{bot}/texts", json={"texts": [row]}, headers=_tag(signed_in, bot))
    assert answer.status_code == 422
    assert field in answer.json["errors"]
    assert signed_in.get(f"{bot}/flow").json == BILINGUAL_FLOW


def test_a_stale_revision_is_refused_with_the_present_document(signed_in: FlaskClient, bot: str) -> None:
    tag = _tag(signed_in, bot)
    row = {"path": "nodes/hello/text", "text": {"en": "Hi"}}
    assert signed_in.patch(f"{bot}/texts", json={"texts": [row]}, headers=tag).status_code == 200
    again = signed_in.patch(f"{bot}/texts", json={"texts": [row]}, headers=tag)
    assert again.status_code == 412
    assert again.json["current"]["nodes"]["hello"]["text"]["en"] == "Hi"


def test_the_file_goes_out_and_comes_back(signed_in: FlaskClient, bot: str) -> None:
    rows = _file(signed_in, bot)
    assert rows[0] == ["key", "en", "hi"]
    assert ["nodes/menu/options/1/label", "Bye", "विदा"] in rows
    unchanged = {"rows": len(rows) - 1, "errors": [], "changes": 0, "new": 0, "skipped": []}
    assert _import(signed_in, bot, rows, dry="1").json == unchanged
    at = next(at for at, row in enumerate(rows) if row[0] == "nodes/hello/text")
    rows[at] = ["nodes/hello/text", "", "- नमस्कार"]
    checked = _import(signed_in, bot, rows, dry="1")
    assert (checked.status_code, checked.json["changes"]) == (200, 1)
    assert signed_in.get(f"{bot}/flow").json == BILINGUAL_FLOW
    done = _import(signed_in, bot, rows)
    assert (done.status_code, done.json["changes"]) == (201, 1)
    assert signed_in.get(f"{bot}/flow").json["nodes"]["hello"]["text"] == {"en": "Hello", "hi": "- नमस्कार"}
    # A cell kept from being taken for a formula comes back as it was.
    assert ["nodes/hello/text", "Hello", "'- नमस्कार"] in _file(signed_in, bot)
    assert _import(signed_in, bot, _file(signed_in, bot), dry="1").json["changes"] == 0


def test_a_row_that_fits_no_text_is_reported_and_nothing_is_changed(signed_in: FlaskClient, bot: str) -> None:
    rows = [["key", "hi"], ["nodes/hello/text", "नमस्कार"], ["nodes/gone/text", "x"]]
    assert _import(signed_in, bot, rows, dry="1").json["errors"][0]["row"] == 3
    refused = _import(signed_in, bot, rows)
    assert refused.status_code == 422
    assert signed_in.get(f"{bot}/flow").json == BILINGUAL_FLOW


@pytest.mark.parametrize("data", [b"", b"\xff\xfe\x00", b"a,b\n1,2", b"key,fr\nx,y", b"key,key\nx,y"])
def test_what_is_no_list_of_texts_is_refused(signed_in: FlaskClient, bot: str, data: bytes) -> None:
    answer = signed_in.post(f"{bot}/texts/import", data={"file": (io.BytesIO(data), "texts.csv")})
    assert answer.status_code == 422
    assert answer.json["errors"]["file"]


def test_a_file_that_comes_back_unchanged_changes_nothing(signed_in: FlaskClient) -> None:
    document = deepcopy(BILINGUAL_FLOW)
    texts = ["'=1+1", "=1+1", "'quoted'", " spaced ", "two\r\nlines", "-5", ["One"], ["One", "-Two "], "'' x"]
    document["nodes"] |= {f"x{n}": {"type": "message", "text": {"en": text}} for n, text in enumerate(texts)}
    answer = signed_in.post("/api/v1/bots", json={"name": "Round", "group": "service", "flow": document})
    path = f"/api/v1/bots/{answer.json['id']}"
    file = signed_in.get(f"{path}/texts/file").data
    files = {"file": (io.BytesIO(file), "texts.csv")}
    checked = signed_in.post(f"{path}/texts/import", data=files)
    assert checked.status_code == 201 and checked.json["changes"] == 0, checked.json
