"""Expressions in CEL: compiled once, and given values of the types the flow document promises."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

from app.bots.expressions import costs, getters
from app.bots.expressions.bounds import bound_value
from app.bots.expressions.grammar import MalformedExpression, free_names, macro_depth, parse

LENGTH = 500
MACRO_DEPTH = 2
GIVEN = ("now", "contact", "channel", "language", "outlet")
"""Names every expression knows beside the bot's variables."""
Request = Mapping[str, Any]
"""What is evaluated, as plain JSON: `source`, `names` with their values, `types` of variables, `now`, `zone` and the
`kind` of the result."""


class BadExpression(ValueError):
    """An expression that is not CEL, or goes beyond the limits."""


class Expression:
    """A compiled expression with the names it reads."""

    def __init__(self, source: str) -> None:
        """Compile; BadExpression where it cannot be."""
        import cel  # It brings a console, which most processes never need.

        if len(source) > LENGTH:
            raise BadExpression(f"An expression has at most {LENGTH} characters; this one has {len(source)}.")
        try:
            self.tree = parse(source)
            if macro_depth(self.tree) > MACRO_DEPTH:
                raise MalformedExpression(f"Macros such as exists() can be nested {MACRO_DEPTH} deep at most.")
            self._program = cel.compile(source)
        except (ValueError, RuntimeError) as error:
            raise BadExpression(str(error).splitlines()[0][:200]) from None
        self.source = source
        self._is_flat = costs.is_flat(self.tree)
        self._getters = getters.find_getters(source)
        self.names = frozenset(free_names(self.tree))

    def estimate(self, names: Mapping[str, Any]) -> costs.Estimate:
        """Return what evaluating with these names costs at most."""
        if self._is_flat and all(map(costs.is_small, names.values())):
            return costs.FLAT
        return costs.estimate(self.tree, names)

    def value(self, names: Mapping[str, Any]) -> Any:
        """Evaluate with these names; raises whatever CEL raises."""
        import cel

        if not self._getters:
            return self._program.execute(dict(names))
        context = cel.Context()
        for name, value in names.items():
            context.add_variable(name, value)
        for name, getter in self._getters.items():
            context.add_function(name, getter)
        return self._program.execute(context)


def evaluate(expression: Expression, request: Request) -> Any:
    """Return what an expression gives, as a variable of the wanted type keeps it; raises Breach and what CEL raises."""
    zone, types = ZoneInfo(request["zone"]), request["types"]
    names = {name: _to_cel(value, types.get(name), zone) for name, value in request["names"].items()}
    if "now" in expression.names:
        names["now"] = datetime.fromisoformat(request["now"]).astimezone(UTC)
    return from_cel(expression.value(names), request["kind"], zone)


def _to_cel(value: Any, kind: str | None, place: ZoneInfo) -> Any:
    """Return a value as CEL is given it: numbers as doubles, dates and moments as timestamps, all else as it is."""
    if kind is None or value is None or isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        return float(value)
    if kind == "date" and isinstance(value, str):
        return datetime.combine(date.fromisoformat(value), time(), place).astimezone(UTC)
    if kind == "datetime" and isinstance(value, str):
        return datetime.fromisoformat(value).astimezone(UTC)
    return value


def from_cel(value: Any, kind: str, zone: ZoneInfo) -> Any:
    """Return a result of CEL as a variable of a type keeps it: bounded JSON, whole numbers without a fraction."""
    return bound_value(_local(value, kind, zone))


def _local(value: Any, kind: str, zone: ZoneInfo) -> Any:
    """Return a value whose moments are texts in a zone."""
    if isinstance(value, datetime):
        local = value.astimezone(zone)
        return local.date().isoformat() if kind == "date" else local.isoformat()
    if isinstance(value, Mapping):
        return {key: _local(item, "", zone) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_local(item, "", zone) for item in value]
    return value
