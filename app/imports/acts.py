"""The mapping file of an import: which of its dialogue acts mean a goal, a failure, a handoff and so on."""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import orjson

from app.conversations.events import Marks
from app.core.errors import BeyondSchema, Invalid

MAX_BYTES = 65_536
MAX_ACTS, MAX_NAME = 200, 80
Acts = Mapping[str, list[str]]
"""The acts of each meaning."""
MEANINGS: dict[str, Callable[[Marks], Any]] = {
    "goal": lambda marks: marks.setdefault("reached", True),
    "missed": lambda marks: marks.setdefault("missed", True),
    "enters": lambda marks: marks.setdefault("enters", True),
    "waits": lambda marks: marks.setdefault("waits", True),
    "fallback": lambda marks: marks.setdefault("cause", "no_match"),
    "handoff": lambda marks: marks.setdefault("handoff", "requested"),
}
"""What each meaning says to the measuring; what a turn says itself is above it."""


@cache
def default_acts() -> Acts:
    """The mapping of files that bring none."""
    acts: Acts = orjson.loads(Path(__file__).with_name("acts.json").read_bytes())
    return acts


def read_acts(text: bytes) -> Acts:
    """A mapping file's content; Invalid on `mapping` says what is wrong with it."""
    try:
        document = orjson.loads(text) if len(text) <= MAX_BYTES else None
    except orjson.JSONDecodeError:
        document = None
    if not isinstance(document, dict):
        raise Invalid({"mapping": [BeyondSchema(f"Must be a JSON object of at most {MAX_BYTES // 1024} KB.")]})
    unknown = sorted(set(document) - set(MEANINGS))
    if unknown:
        raise Invalid({"mapping": [f"{unknown[0]!r} is not one of {', '.join(MEANINGS)}."]})
    for meaning, acts in document.items():
        good = isinstance(acts, list) and len(acts) <= MAX_ACTS
        if not good or not all(isinstance(act, str) and 0 < len(act) <= MAX_NAME for act in acts):
            raise Invalid({"mapping": [f"{meaning} must be a list of at most {MAX_ACTS} names of acts."]})
    return document


def mark(marks: Marks, acts: list[str] | None, mapping: Acts) -> None:
    """Say to the measuring what a turn's acts mean."""
    for meaning, say in MEANINGS.items():
        if acts and not set(acts).isdisjoint(mapping.get(meaning, ())):
            say(marks)
