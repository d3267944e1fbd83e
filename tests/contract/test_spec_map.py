"""The map of the specification names files, pages and calls that are there."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.bench.pages import BUILD

ROOT = Path(__file__).parents[2]
MAP = (ROOT / "docs/spec-map.md").read_text()
ROWS = [line.strip("| \n").split(" | ") for line in MAP.splitlines() if line.startswith("| ")][1:]
STATES = re.compile(r"^(done|begun|open)\b")
PLACE = re.compile(r"(?:app|ui|ssr|tests|docs|deploy|templates)(?:/[\w.{},-]+)*")
ADDRESS = re.compile(r"(?<![\w`}/])/[a-z][\w/{},:-]*…?")
"""An address, or with an ellipsis what addresses begin with."""


def spread(text: str) -> Iterator[str]:
    """A text with each of the words in its braces."""
    match = re.search(r"\{([^{}]*,[^{}]*)\}", text)
    if match is None:
        yield text
        return
    for word in match[1].split(","):
        yield from spread(text[: match.start()] + word + text[match.end() :])


def shape(path: str) -> str:
    """An address whatever its parameters are called."""
    return re.sub(r":\w+|<[^>]+>|\{[^}]+\}", "*", path.rstrip("/"))


@pytest.fixture
def known(app: Flask) -> set[str]:
    """Every page's address and every call's."""
    pages = json.loads((BUILD / "pages.json").read_text())["pages"]
    of_pages = {path for page in pages for path in (page["path"], *page["also"])}
    return {shape(path) for path in of_pages | {rule.rule for rule in app.url_map.iter_rules()}}


def test_each_row_has_a_state_and_places_that_exist() -> None:
    assert len(ROWS) > 60
    for row in ROWS:
        assert len(row) == 3 and STATES.match(row[1]), row
        places = [place for place in re.findall(r"`([^`]+)`", row[2]) if PLACE.fullmatch(place)]
        missing = [path for place in places for path in spread(place) if not (ROOT / path).exists()]
        assert missing == [], row[0]


def test_each_address_is_a_pages_or_a_calls(known: set[str]) -> None:
    mentions = [match for row in ROWS for text in row[:2] for match in ADDRESS.findall(text.replace("`", " "))]
    addresses = [path for text in mentions for path in spread(text.rstrip(",:"))]
    assert len(addresses) > 50
    missing = [
        path
        for path in addresses
        if not (shape(path) in known or (path.endswith("…") and any(prefix.startswith(path[:-1]) for prefix in known)))
    ]
    assert missing == []
