"""Expressions in CEL: compiled once, bounded, and given values of the types the flow document promises."""

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

import cel

from app.bots.engine import getters

LENGTH = 500
MACROS = ("all", "exists", "exists_one", "filter", "map")
MACRO_DEPTH = 2
GIVEN = ("now", "contact", "channel", "language", "outlet")
"""Names every expression knows beside the bot's variables."""
_TOKEN = re.compile(r""""(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\w+|[^\s\w]""")
_BOUND = re.compile(rf"\.(?:{'|'.join(MACROS)})\(\s*(\w+)\s*,")


class BadExpression(ValueError):
    """An expression that is not CEL, or goes beyond the limits."""


class Expression:
    """A compiled expression with the names it reads."""

    def __init__(self, source: str) -> None:
        """Compile; BadExpression where it cannot be."""
        if len(source) > LENGTH:
            raise BadExpression(f"An expression has at most {LENGTH} characters; this one has {len(source)}.")
        if _depth(source) > MACRO_DEPTH:
            raise BadExpression(f"Macros such as exists() can stand {MACRO_DEPTH} deep at most.")
        try:
            self._program = cel.compile(source)
        except (ValueError, RuntimeError) as error:
            raise BadExpression(str(error).splitlines()[0][:200]) from None
        self.source = source
        self._getters = getters.used_in(source)
        self.names = frozenset(self._program.variables()) - set(_BOUND.findall(source))

    def value(self, names: Mapping[str, Any]) -> Any:
        """Evaluate with these names; raises whatever CEL raises."""
        if not self._getters:
            return self._program.execute(dict(names))
        context = cel.Context()
        for name, value in names.items():
            context.add_variable(name, value)
        for name, getter in self._getters.items():
            context.add_function(name, getter)
        return self._program.execute(context)


def _depth(source: str) -> int:
    """How many macros stand within each other."""
    open_calls: list[bool] = []
    deepest, before, last = 0, "", ""
    for token in _TOKEN.findall(source):
        if token == "(":  # noqa: S105
            open_calls.append(before == "." and last in MACROS)
            deepest = max(deepest, sum(open_calls))
        elif token == ")" and open_calls:  # noqa: S105
            open_calls.pop()
        before, last = last, token
    return deepest


def names_for(
    variables: Mapping[str, Any], types: Mapping[str, str], given: Mapping[str, Any], now: datetime, zone: str
) -> dict[str, Any]:
    """Return what expressions see: numbers as doubles, dates and moments as timestamps, all else as it is."""
    place = ZoneInfo(zone)
    seen = {name: _typed(variables.get(name), kind, place) for name, kind in types.items()}
    return seen | dict(given) | {"now": now.astimezone(UTC)}


def _typed(value: Any, kind: str, place: ZoneInfo) -> Any:
    """A variable's value as CEL is given it."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        return float(value)
    if kind == "date" and isinstance(value, str):
        return datetime.combine(date.fromisoformat(value), time(), place).astimezone(UTC)
    if kind == "datetime" and isinstance(value, str):
        return datetime.fromisoformat(value).astimezone(UTC)
    return value


def stored(value: Any, kind: str, zone: str) -> Any:
    """Return a result of CEL as a variable of a type keeps it: JSON, whole numbers without a fraction."""
    if isinstance(value, datetime):
        local = value.astimezone(ZoneInfo(zone))
        return local.date().isoformat() if kind == "date" else local.isoformat()
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return int(value)
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Mapping):
        return {str(key): stored(one, "", zone) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [stored(one, "", zone) for one in value]
    return str(value)
