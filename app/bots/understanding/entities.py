"""Values in a text: those of the bot's own entities, near spellings included, and dates, phones and the like."""

import unicodedata
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from rapidfuzz.distance import OSA

from app.core.text import spans, words
from app.core.values import Value, find_values

KINDS = ("datetime", "date", "time", "phone", "email", "registration", "vin", "number")
"""What is looked for in every text, numbers last: one within something else is none."""
SHORTEST, LONG = 5, 9
"""Letters from which a name may have one slip, and from which it may have two."""


class Name(NamedTuple):
    """What a value of an entity is called, in words and as one text."""

    entity: str
    value: str
    words: tuple[str, ...]
    text: str


def names_of(entities: Mapping[str, Any]) -> list[Name]:
    """Return all names of a document's entities, their values' ids included, the longest first."""
    found: dict[tuple[str, tuple[str, ...]], Name] = {}
    for entity, definition in entities.items():
        for value, synonyms in definition.get("values", {}).items():
            for name in (value, *(one for said in synonyms.values() for one in said)):
                parts = tuple(words(name))
                if parts:
                    found.setdefault((entity, parts), Name(entity, value, parts, " ".join(parts)))
    return sorted(found.values(), key=lambda name: -len(name.text))


def find_entities(text: str, names: list[Name], now: datetime, zone: str) -> list[dict[str, Any]]:
    """Return the values in a text in its order, each with its type and place."""
    found = [(name.entity, one) for name, one in _named(text, names)]
    for kind in KINDS:
        around = [other for _, other in found] if kind == "number" else []
        values = find_values(text, kind, now, zone)
        found += [(kind, one) for one in values if not any(_overlap(one, other) for other in around)]
    shown = [
        {"type": kind, "value": one.value, "text": text[one.start : one.end], "start": one.start, "end": one.end}
        for kind, one in found
    ]
    return sorted(shown, key=lambda one: (one["start"], one["end"]))


def _overlap(one: Value, other: Value) -> bool:
    return one.start < other.end and other.start < one.end


def _named(text: str, names: list[Name]) -> list[tuple[Name, Value]]:
    """The names in a text: exact ones first, then near ones where nothing exact is there; the longer name wins."""
    said = [(_folded(text[start:end]), start, end) for start, end in spans(text)]
    found: list[tuple[Name, Value]] = []
    exact = {word for name in names for word in name.words}
    for is_near in (False, True):
        for name in names:
            for start, end in _places(said, name, exact if is_near else None):
                one = Value(name.value, text[start:end], start, end)
                if not any(_overlap(one, other) for taken, other in found if taken.entity == name.entity):
                    found.append((name, one))
    return found


def _folded(word: str) -> str:
    """A word as names are compared."""
    return unicodedata.normalize("NFKC", word).casefold()


def _places(said: list[tuple[str, int, int]], name: Name, exact: set[str] | None) -> Iterator[tuple[int, int]]:
    """Where a name is in a text; with `exact`, also where it is nearly that and no other name is."""
    size = len(name.words)
    for at in range(len(said) - size + 1):
        window = said[at : at + size]
        there = tuple(word for word, _, _ in window)
        if exact is None:
            fits = there == name.words
        else:
            fits = not all(word in exact for word in there) and _is_near(" ".join(there), name.text)
        if fits:
            yield window[0][1], window[-1][2]


def _is_near(said: str, name: str) -> bool:
    """Whether a text is a name with a slip or, if it is long, two; its first letter is right."""
    slips = 0 if len(name) < SHORTEST else 1 if len(name) < LONG else 2
    return bool(slips) and said[:1] == name[:1] and OSA.distance(said, name, score_cutoff=slips) <= slips
