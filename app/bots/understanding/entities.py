"""Values in a text: those of the bot's own entities, near spellings included, and dates, phones and the like."""

import unicodedata
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from rapidfuzz.distance import OSA

from app.core.text import spans, words
from app.core.values import Value, find_values
from app.core.values.reading import drop_denied

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
    collected: dict[tuple[str, tuple[str, ...]], Name] = {}
    for entity, definition in entities.items():
        for value, synonyms in definition.get("values", {}).items():
            for name in (value, *(synonym for wordings in synonyms.values() for synonym in wordings)):
                parts = tuple(words(name))
                if parts:
                    collected.setdefault((entity, parts), Name(entity, value, parts, " ".join(parts)))
    return sorted(collected.values(), key=lambda name: -len(name.text))


def find_entities(text: str, names: list[Name], now: datetime, zone: str) -> list[dict[str, Any]]:
    """Return the values in a text in its order, each with its type and place."""
    values_by_kind = [(name.entity, value) for name, value in _match_names(text, names)]
    for kind in KINDS:
        around = [other for _, other in values_by_kind] if kind == "number" else []
        values = find_values(text, kind, now, zone)
        values_by_kind += [(kind, value) for value in values if not any(_overlap(value, other) for other in around)]
    entities = [
        {
            "type": kind,
            "value": value.value,
            "text": text[value.start : value.end],
            "start": value.start,
            "end": value.end,
        }
        for kind, value in values_by_kind
    ]
    return sorted(entities, key=lambda entity: (entity["start"], entity["end"]))


def _overlap(value: Value, other: Value) -> bool:
    return value.start < other.end and other.start < value.end


def _match_names(text: str, names: list[Name]) -> list[tuple[Name, Value]]:
    """The names a text means: exact ones first, then near ones where nothing exact is there; the longer name wins."""
    pieces = [(_fold_word(text[start:end]), start, end) for start, end in spans(text)]
    matches: list[tuple[Name, Value]] = []
    exact = {word for name in names for word in name.words}
    for is_near in (False, True):
        for name in names:
            for start, end in _places(pieces, name, exact if is_near else None):
                value = Value(name.value, text[start:end], start, end)
                if not any(_overlap(value, other) for match, other in matches if match.entity == name.entity):
                    matches.append((name, value))
    meant = {
        entity: drop_denied(text, [value for name, value in matches if name.entity == entity])
        for entity in {name.entity for name, _ in matches}
    }
    return [(name, value) for name, value in matches if value in meant[name.entity]]


def _fold_word(word: str) -> str:
    """A word as names are compared."""
    return unicodedata.normalize("NFKC", word).casefold()


def _places(pieces: list[tuple[str, int, int]], name: Name, exact: set[str] | None) -> Iterator[tuple[int, int]]:
    """Where a name is in a text; with `exact`, also where it is nearly that and no other name is."""
    size = len(name.words)
    for at in range(len(pieces) - size + 1):
        window = pieces[at : at + size]
        there = tuple(word for word, _, _ in window)
        if exact is None:
            fits = there == name.words
        else:
            fits = not all(word in exact for word in there) and _is_near(" ".join(there), name.text)
        if fits:
            yield window[0][1], window[-1][2]


def _is_near(text: str, name: str) -> bool:
    """Whether a text is a name with a slip or, if it is long, two; its first letter is right."""
    slips = 0 if len(name) < SHORTEST else 1 if len(name) < LONG else 2
    return bool(slips) and text[:1] == name[:1] and OSA.distance(text, name, score_cutoff=slips) <= slips
