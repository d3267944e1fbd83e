"""Field types of report addresses: comma-separated lists and flags."""

from collections.abc import Sequence
from typing import Any

import marshmallow as ma

from app.schemas import Id, Text

MAX_ITEMS = 50


class _Listed(Text):
    """Values separated by commas."""

    def parts(self, value: Any, attr: str | None, data: Any) -> list[str]:
        """The non-empty parts, each once, in order."""
        text = Text._deserialize(self, value, attr, data)
        found = list(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))
        if len(found) > MAX_ITEMS:
            raise ma.ValidationError(f"Takes at most {MAX_ITEMS} values.")
        return found


class Ids(_Listed):
    """Ids separated by commas."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        one = Id()
        return tuple(one.deserialize(part, attr, data) for part in self.parts(value, attr, data))


class Words(_Listed):
    """Known words separated by commas."""

    def __init__(self, words: Sequence[str], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.words = tuple(words)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        parts = self.parts(value, attr, data)
        for part in parts:
            if part not in self.words:
                raise ma.ValidationError(f"Must be one of: {', '.join(self.words)}.")
        return tuple(parts)


class Flag(Text):
    """`1` for yes; `0` or nothing for no."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if value not in ("", "0", "1"):
            raise ma.ValidationError("Must be 1 or left out.")
        return value == "1"
