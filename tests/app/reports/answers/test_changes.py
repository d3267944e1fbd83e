"""A report asked again with `since`: what has changed comes as a patch that gives the whole answer."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.reports.answers import changes
from tests.fixtures import hand_counted

SignIn = Callable[..., FlaskClient]
RANGE = "r=2026-02-10..2026-03-09"


def patched(document: Any, patch: list[dict[str, Any]]) -> Any:
    """Apply the replacements of a patch."""
    for step in patch:
        assert step["op"] == "replace"
        *way, last = (key.replace("~1", "/").replace("~0", "~") for key in step["path"].split("/")[1:])
        part = document
        for key in way:
            part = part[int(key) if isinstance(part, list) else key]
        part[int(last) if isinstance(part, list) else last] = step["value"]
    return document


@pytest.mark.parametrize("report", ["dashboard", "usage", "engagement"])
def test_only_what_has_changed_comes_again(as_: SignIn, report: str) -> None:
    bots = hand_counted.lay()
    reader, url = as_("admin"), f"/api/v1/reports/{report}?{RANGE}"
    first = reader.get(url)
    again = reader.get(f"{url}&since={first.json['watermark']}")
    assert again.content_type == changes.JSON_PATCH and again.json == []
    row = hand_counted.Row(41, "03-01 12:00:00", "u30", "desk", "web", "ub")
    hand_counted.dialogues.store_dialogues([hand_counted.dialogue(row)], bot=bots["desk"], source="hand")
    patch, now = reader.get(f"{url}&since={first.json['watermark']}"), reader.get(url)
    assert patch.content_type == changes.JSON_PATCH and len(patch.data) < len(now.data) // 2
    assert patched(first.json, patch.json) == now.json != first.json
    assert re.fullmatch(r"[0-9a-f]{24}", now.json["watermark"])


def test_a_repeated_view_without_news_takes_little(as_: SignIn) -> None:
    hand_counted.lay()
    reader, url = as_("admin"), "/api/v1/reports/dashboard"
    first = reader.get(url)
    assert len(reader.get(f"{url}?since={first.json['watermark']}").data) <= 3 * 1024


def test_an_unknown_watermark_gets_the_whole_report(as_: SignIn) -> None:
    hand_counted.lay()
    answer = as_("admin").get(f"/api/v1/reports/usage?{RANGE}&since={'0' * 24}")
    assert answer.content_type == "application/json" and answer.json["figures"]
    refused = as_("admin").get(f"/api/v1/reports/usage?{RANGE}&since=yesterday")
    assert refused.status_code == 422 and list(refused.json["errors"]) == ["since"]


def test_a_watermark_of_another_range_gives_this_one(as_: SignIn) -> None:
    hand_counted.lay()
    reader, url = as_("admin"), "/api/v1/reports/dashboard"
    other, now = reader.get(f"{url}?r=2026-02-09..2026-03-08").json, reader.get(f"{url}?{RANGE}").json
    answer = reader.get(f"{url}?{RANGE}&since={other['watermark']}")
    assert (patched(other, answer.json) if answer.content_type == changes.JSON_PATCH else answer.json) == now


@pytest.mark.parametrize(
    ("before", "now", "patch"),
    [
        ({"a": [1, 2]}, {"a": [1, 3]}, [("/a/1", 3)]),
        ({"a": [1, 2]}, {"a": [1]}, [("/a", [1])]),
        ({"a": {"x/y~": 1}}, {"a": {"x/y~": None}}, [("/a/x~1y~0", None)]),
        ({"a": {"b": 1}}, {"a": {"c": 1}}, [("/a", {"c": 1})]),
        ({"a": 1}, {"a": True}, [("/a", True)]),
        ({"a": 1.0}, {"a": 1.0}, []),
    ],
)
def test_the_smallest_parts_that_differ_are_replaced(before: Any, now: Any, patch: list[Any]) -> None:
    steps = list(changes._replacements("", before, now))
    assert [(step["path"], step["value"]) for step in steps] == patch
    assert patched(before, steps) == now
