"""Flow documents as files: what is read back as it was written, and what is refused with a reason."""

from typing import Any

import pytest

from app.bots.flow.documents import DEPTH, UnreadableDocument, dump, read
from app.bots.flow.schema import shape_errors


@pytest.mark.parametrize("form", ["json", "yaml"])
def test_a_file_is_read_as_it_was_written(form: str) -> None:
    document = {"a": ["yes", "2026-01-01", 1, 1.5, True, None, {"on": "नमस्ते"}], "1": "number", "true": "", "x": "'\n"}
    assert read(dump(document, form), form) == document


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1: a", "the key “1” is not text"),
        ("a: {true: b}", "the key “true” is not text"),
        ("null: a", "the key “null” is not text"),
        ("? [a]\n: b", "the key a list or object is not text"),
        ("a: 1\nb: 2\na: 3", "the key “a” is given twice"),
        ("a: {b: 1, 'b': 2}", "the key “b” is given twice"),
        ("<<: {a: 1}", "the key “<<” is not text"),
        ("a: &x 1\nb: *x", "Aliases"),
        ("a: [1,", "not YAML"),
        ("a: !!python/object:os.system {}", "not YAML"),
        ("[" * 500_000, f"at most {DEPTH} deep"),
        ("{a: " * 200_000, f"at most {DEPTH} deep"),
        ("a: \x00", "not YAML"),
    ],
)
def test_yaml_that_is_no_document_is_refused(text: str, reason: str) -> None:
    with pytest.raises(UnreadableDocument, match=reason):
        read(text.encode(), "yaml")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"a": 1, "b": {"c": 1, "c": 2}}', "The key “c” is given twice"),
        ("[" * 500_000, "not JSON"),
        ('{"a": NaN}', "not JSON"),
    ],
)
def test_json_that_is_no_document_is_refused(text: str, reason: str) -> None:
    with pytest.raises(UnreadableDocument, match=reason):
        read(text.encode(), "json")


@pytest.mark.parametrize("data", [b"\xff\xfe\xfa", b"\x80abc", "a: b".encode("utf-16")[:-1]])
@pytest.mark.parametrize("form", ["json", "yaml"])
def test_bytes_that_are_no_text_are_refused(data: bytes, form: str) -> None:
    with pytest.raises(UnreadableDocument):
        read(data, form)


def test_yaml_is_parsed_by_the_library_in_c() -> None:
    """A megabyte takes half a second there, and eleven in Python."""
    from app.bots.flow import documents

    loader: Any = documents._Loader
    assert "CParser" in {kind.__name__ for kind in loader.__mro__}


def test_a_character_of_two_escapes_is_one() -> None:
    assert read(rb'{text: "Hi \ud83d\ude4f", "\ud83d\ude4f": x}', "yaml") == {"text": "Hi 🙏", "🙏": "x"}


@pytest.mark.parametrize("text", [r'{nodes: {a: "\ud83d"}}', r'{nodes: {a: "\ude4f\ud83d"}}', r'{a: "\\\ud83d x"}'])
def test_half_a_character_is_refused_with_its_place(text: str) -> None:
    with pytest.raises(UnreadableDocument, match="line 1, column"):
        read(text.encode(), "yaml")


@pytest.mark.parametrize("text", ["nodes: {}\n2024: {}", "a: 1\na: 2", "1.5: x", "null: x"])
def test_keys_that_are_no_texts_or_are_there_twice_are_refused(text: str) -> None:
    with pytest.raises(UnreadableDocument, match="key"):
        read(text.encode(), "yaml")


@pytest.mark.parametrize("form", ["json", "yaml"])
@pytest.mark.parametrize(
    "number", ["9007199254740992", "-9007199254740992", "1" + "0" * 30, "1e300", "12345678901234567"]
)
def test_numbers_that_a_browser_would_round_are_refused(number: str, form: str) -> None:
    nodes = f'{{"ask": {{"type": "call", "url": "https://x.example", "body": {{"orders": [1, {number}]}}}}}}'
    flow = f'{{"format": "parley-flow/1", "languages": ["en"], "start": "ask", "nodes": {nodes}}}'
    errors = shape_errors(read(flow.encode(), form))
    if number == "1e300" and form == "yaml":
        assert errors == {}  # YAML 1.1 takes it for a text.
    else:
        assert list(errors) == ["nodes/ask/body/orders/1"] and "lose digits" in errors["nodes/ask/body/orders/1"][0]
    for exact in ("9007199254740991", "-9007199254740991", "0.1", f'"{number}"', "true"):
        assert shape_errors(read(flow.replace(number, exact).encode(), form)) == {}
