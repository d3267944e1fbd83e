"""How large the values of a conversation may be."""

import math
from collections.abc import Mapping
from typing import Any

VALUE_BYTES = 64 * 1024
STATE_BYTES = 256 * 1024
ITEMS = 1000
"""Items of one list or object."""
DEPTH = 32
"""Lists and objects within each other."""
REPLY_LENGTH = 16 * 1024
"""Characters of one text."""
STEP_LENGTH = 64 * 1024
"""Characters of all that one step says and sends."""
WHOLE = 2**63
"""Whole numbers from here on become floating-point numbers."""
EXACT = 2**53
"""Floating-point numbers below it are exact, and are kept as whole numbers where they are whole."""


class Breach(Exception):
    """A step went beyond a limit; `code` names it for the trace."""

    def __init__(self, code: str, detail: str) -> None:
        """Name the limit, and say what went beyond it."""
        super().__init__(detail)
        self.code = code


def bound_value(value: Any) -> Any:
    """Return a value as plain JSON that every database takes; Breach where it is too large, too long or too deep."""
    return _Measure().plain(value, 0)


class _Measure:
    """The size of one value, counted while it is copied."""

    def __init__(self) -> None:
        self._left = VALUE_BYTES

    def plain(self, value: Any, depth: int) -> Any:
        """Return a part of the value, counted."""
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, Mapping | list | tuple):
            return self._items(value, depth)
        self._take(8)
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, int):
            return value if -WHOLE <= value < WHOLE else float(value)
        if isinstance(value, float):
            return _number(value)
        return self._text(str(value))

    def _items(self, value: Any, depth: int) -> Any:
        if depth >= DEPTH:
            raise Breach("too_deep", f"A value can be nested {DEPTH} deep at most.")
        if len(value) > ITEMS:
            raise Breach("too_many_items", f"A list can have {ITEMS} items at most; this one has {len(value)}.")
        self._take(2)
        if isinstance(value, Mapping):
            return {self._text(str(key)): self.plain(item, depth + 1) for key, item in value.items()}
        return [self.plain(item, depth + 1) for item in value]

    def _text(self, text: str) -> str:
        self._take((len(text) if text.isascii() else len(text.encode(errors="replace"))) + 3)
        return text.replace("\x00", "")

    def _take(self, size: int) -> None:
        self._left -= size
        if self._left < 0:
            raise Breach("too_large", f"A value can have {VALUE_BYTES // 1024} KB at most.")


def _number(value: float) -> int | float | None:
    """Return a number as JSON has it; None for what is no number there."""
    if not math.isfinite(value):
        return None
    return int(value) if value.is_integer() and abs(value) < EXACT else value
