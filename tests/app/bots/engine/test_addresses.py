"""Addresses of calls and links: what a visitor says is encoded for its place, and never becomes a host."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from app.bots.engine import compile_flow, new_state
from app.bots.engine.texts import Filling, is_address_of_variables
from app.bots.flow.validation import validate
from tests.app.bots.engine.talking import Talk, flow, message

HOST = "https://dealer.example"


def filling(value: Any) -> Filling:
    """Texts of a conversation whose variable `x` has a value."""
    compiled = compile_flow(flow({"start": message("x")}))
    state = new_state(compiled, session="s", contact={"id": "7"})
    state["variables"]["x"] = value
    return Filling(compiled, state)


@pytest.mark.parametrize(
    "value", ["a/b", "a?b=c", "a#b", "a&admin=1", "a b", "%2F", "../../admin", "आशा शर्मा", "a\r\nX: y", "é+", "@evil"]
)
def test_what_is_said_arrives_as_it_was_said_in_a_segment_and_in_a_query(value: str) -> None:
    parts = urlsplit(filling(value).address(f"{HOST}/c/{{{{x}}}}/orders?name={{{{x}}}}&page=1"))
    assert (parts.scheme, parts.netloc, parts.path.count("/")) == ("https", "dealer.example", 3)
    assert parts.path.isascii() and parts.query.isascii() and not parts.fragment
    assert parse_qs(parts.query) == {"name": [value], "page": ["1"]}


@pytest.mark.parametrize("value", [".", "..", "%2e%2e"])
def test_a_value_does_not_climb_out_of_its_path(value: str) -> None:
    address = filling(value).address(f"{HOST}/c/{{{{x}}}}/orders")
    assert address == ("" if "%" not in value else f"{HOST}/c/%252e%252e/orders")


@pytest.mark.parametrize(
    "template",
    [
        "{{x}}", " {{x}}/a", "{{x}}://dealer.example/", "https://{{x}}/a", "https://{{x}}.dealer.example/a",
        "https://dealer.example{{x}}/a", "https://dealer.example:{{x}}/a", "https://{{x}}@dealer.example/",
        "https:{{x}}", "https:/{{x}}", "HTTPS:/{{x}}", "//{{x}}/a", "///{{x}}", "https:///{{x}}",
        "https://dealer.example\\{{x}}",
    ],
)  # fmt: skip
def test_a_variable_is_no_part_of_scheme_and_host(template: str) -> None:
    assert is_address_of_variables(template) and filling("evil.example").address(template) == ""
    call = {"type": "call", "url": template, "next": "end", "failed": "sorry"}
    nodes = {
        "start": call,
        "sorry": {"type": "message", "text": {"en": "Sorry."}, "next": "end"},
        "end": {"type": "end"},
    }
    issues = validate(flow(nodes, variables={"x": {"type": "text"}}))
    assert [issue.code for issue in issues if issue.level == "error"] == ["variable_host"]


@pytest.mark.parametrize("template", ["/a/{{x}}", "?q={{x}}", "/{{x}}", "a/{{x}}", "/\\{{x}}"])
def test_an_address_of_ours_stays_one(template: str) -> None:
    parts = urlsplit(filling("//evil.example/").address(template))
    assert not parts.netloc and not parts.scheme and "\\" not in parts.path


def test_what_its_author_wrote_stays_as_it_is() -> None:
    assert filling("z").address(f"{HOST}/a;b/c,d/%20?x=1&y[]={{{{x}}}}#t") == f"{HOST}/a;b/c,d/%20?x=1&y[]=z#t"
    assert filling("z").address(f"{HOST}/सेवा/{{{{x}}}}").startswith(f"{HOST}/%E0%A4%B8")
    assert filling("+91 98450").link("tel:{{x}}") == "tel:+91%2098450"


@pytest.mark.parametrize(
    ("value", "link"),
    [("https://pay.example/7?a=b", "https://pay.example/7?a=b"), ("javascript:alert(1)", ""), ("//x", ""), (7, "")],
)
def test_a_link_may_be_an_address_that_a_call_has_answered(value: Any, link: str) -> None:
    node = message("Pay", buttons=[{"label": {"en": "Pay"}, "url": "{{x}}"}])
    talk = Talk(flow({"start": {"type": "call", "url": HOST, "save": "x", "next": "pay"}, "pay": node}))
    talk.result(value=value, status=200)
    assert [row["url"] for row in talk.last.replies[0]["links"]] == ([link] if link else [])
