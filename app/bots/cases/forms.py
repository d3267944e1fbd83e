"""Turns of a case as forms have them: an input of a kind, and what is expected as lines of text."""

from typing import Any

import orjson

NOTHING = "-"
"""Written where nothing is expected: no intent, no open question."""
_LISTS = ("route", "contains", "replies")


def is_blank(turn: Any) -> bool:
    """Whether a row of a form was left empty."""
    return isinstance(turn, dict) and "kind" in turn and not turn.get("value")


def turn_of_form(row: dict[str, Any]) -> dict[str, Any]:
    """Return a turn: `kind` and `value` are its input, `expect.…` what is expected, empty fields nothing."""
    expect: dict[str, Any] = {}
    for key, value in row.items():
        name = key.removeprefix("expect.")
        if name == key or not isinstance(value, str) or not value.strip():
            continue
        if name in _LISTS:
            expect[name] = _lines(value)
        elif name == "slots":
            expect[name] = dict(map(_slot, _lines(value)))
        else:
            expect[name] = None if value.strip() == NOTHING else value.strip()
    return {str(row["kind"]): row.get("value"), "expect": expect}


def _lines(text: str) -> list[str]:
    """The lines of a field that say something; texts of several lines stand as JSON in one that nobody edits."""
    if text.startswith("["):
        try:
            return [str(item) for item in orjson.loads(text)]
        except (orjson.JSONDecodeError, TypeError):
            pass
    return [line.strip() for line in text.splitlines() if line.strip()]


def _slot(line: str) -> tuple[str, Any]:
    """A variable and its value: `day = 2026-11-27`; a number, true, false, null or JSON is what it is."""
    name, _, value = line.partition("=")
    try:
        return name.strip(), orjson.loads(value.strip())
    except orjson.JSONDecodeError:
        return name.strip(), value.strip()
