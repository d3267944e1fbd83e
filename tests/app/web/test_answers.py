"""What an answer of our own call becomes inside a page."""

import orjson
import pytest

from app.web.rendering import CallResult


@pytest.mark.parametrize("kind", ["application/json", "application/json; charset=utf-8", "application/problem+json"])
def test_json_goes_into_a_page_as_it_is(kind: str) -> None:
    answer = CallResult(200, [("Content-Type", kind)], b'{"b":1,"a":[]}')
    assert orjson.dumps({"body": answer.embedded}) == b'{"body":{"b":1,"a":[]}}'


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("text/csv", b"1"),
        ("application/x-ndjson", b"1\n2\n"),
        ("application/jsonp", b"f()"),
        ("application/json", b""),
    ],
)
def test_anything_else_is_nothing_to_a_page(kind: str, body: bytes) -> None:
    assert CallResult(200, [("Content-Type", kind)], body).embedded is None
