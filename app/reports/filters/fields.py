"""Field types of report addresses: comma-separated lists and flags."""

from collections.abc import Mapping, Sequence
from typing import Any

import marshmallow as ma

from app.core.http.schemas import ID, Id, Pattern, Text
from app.reports.filters.places import KINDS

MAX_ITEMS = 50
ZONE = "^(?:client|viewer|[A-Za-z0-9_+-]+(?:/[A-Za-z0-9_+-]+)*)$"
"""What a zone looks like, before it is known whether there is one of that name."""


LANG = "^(?:[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,4})?)?$"
"""What a language of conversations looks like; empty for all of them."""


def _pattern(item: str) -> str:
    """A list of such values, as a pattern."""
    return rf"^\s*(?:{item})?\s*(?:,\s*(?:{item})?\s*){{0,{MAX_ITEMS - 1}}}$"


class _List(Text):
    """Values separated by commas."""

    def parts(self, value: Any, attr: str | None, data: Any) -> list[str]:
        """The non-empty parts, each once, in order."""
        text = Text._deserialize(self, value, attr, data)
        parts = list(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))
        if len(parts) > MAX_ITEMS:
            raise ma.ValidationError(f"Takes at most {MAX_ITEMS} values.")
        return parts


class Ids(_List):
    """Ids separated by commas."""

    described: Mapping[str, Any] = {"pattern": _pattern(ID), "default": ""}

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        field = Id()
        return tuple(field.deserialize(part, attr, data) for part in self.parts(value, attr, data))


class WordsField(_List):
    """Known words separated by commas."""

    def __init__(self, words: Sequence[str], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.words = tuple(words)
        self.described = {"pattern": _pattern("|".join(self.words)), "default": ""}

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        parts = self.parts(value, attr, data)
        for part in parts:
            if part not in self.words:
                raise ma.ValidationError(f"Must be one of: {', '.join(self.words)}.")
        return tuple(parts)


class Places(_List):
    """Dealer groups, cities and outlets, each as its kind and id, separated by commas."""

    described: Mapping[str, Any] = {"pattern": _pattern(f"(?:{'|'.join(KINDS)}):{ID}"), "default": ""}

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        field, places = Id(), []
        for part in self.parts(value, attr, data):
            kind, _, id_ = part.partition(":")
            if kind not in KINDS:
                raise ma.ValidationError(f"Must be one of {', '.join(KINDS)} with an id, such as city:12.")
            places.append((kind, field.deserialize(id_, attr, data)))
        return tuple(places)


class Language(Text):
    """One language of conversations, or nothing for all of them."""

    def __init__(self, **kwargs: Any) -> None:
        pattern = Pattern(LANG, error="Must be a language code such as en or hi.")
        super().__init__(load_default="", validate=pattern, metadata={"example": "hi"}, **kwargs)


class Flag(Text):
    """`1` for yes; `0` or nothing for no."""

    described: Mapping[str, Any] = {"enum": ["", "0", "1"], "default": "0"}

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if value not in ("", "0", "1"):
            raise ma.ValidationError("Must be 1 or left out.")
        return value == "1"
