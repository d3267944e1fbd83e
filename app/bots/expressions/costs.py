"""What evaluating an expression costs at most, counted on its tree before it runs.

Costs are tenths of a microsecond, as measured. The library copies a value where it is named, and copies the list so far
for each item that a macro adds.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from app.bots.expressions.bounds import DEPTH
from app.bots.expressions.grammar import Node

OPERATION = 2
COPY = 3
"""Copying a number, or anything else of weight 1."""
CONVERSION = 15
"""Handing over anything of weight 1."""
TEXT_WEIGHT = 1000
"""Characters that weigh as much as a number."""
PATTERN = 50
"""Compiling a character of a pattern."""
CLASS = 25_000
"""Compiling a class of characters of a pattern, such as a word's."""
UNKNOWN_PATTERN = 1_000_000
LARGEST = 5_000_000
"""No expression of a larger cost runs."""
Weights = dict[int, int]
_COMPOSING = frozenset({"+", "[]", "?", "string", "bytes", "dyn"})
"""Operators and functions whose result is as large as what they are given."""


class Bound(NamedTuple):
    """The most that a part can cost and weigh; the value where it is known."""

    cost: int
    weight: int
    length: int
    value: Any = None


class Estimate(NamedTuple):
    """What evaluating costs at most, and what the values it reads weigh."""

    cost: int
    inputs: int


SMALL_TEXT = 100
FLAT = Estimate(500, 1)
"""More than any expression costs that is flat and reads small values."""


def is_flat(node: Node) -> bool:
    """Whether a part has neither a macro nor a pattern."""
    return node.kind != "macro" and node.text != "matches" and all(map(is_flat, node.parts))


def is_small(value: Any) -> bool:
    """Whether a value is a number, a short text or none."""
    return len(value) < SMALL_TEXT if isinstance(value, str) else not isinstance(value, Mapping | list | tuple)


def estimate(tree: Node, names: Mapping[str, Any]) -> Estimate:
    """Return what evaluating costs at most with these names, values handed over and back included."""
    weights: Weights = {}
    bounds = {name: Bound(0, weigh(value, weights), _length(value), value) for name, value in names.items()}
    bound = _Bounds(weights).of(tree, bounds)
    inputs = sum(value.weight for value in bounds.values())
    return Estimate(bound.cost + CONVERSION * (inputs + bound.weight), inputs)


def weigh(value: Any, weights: Weights, depth: int = 0) -> int:
    """Return what copying a value costs, and note it for every list and object in it by its id."""
    if isinstance(value, str):
        return 1 + len(value) // TEXT_WEIGHT
    if not isinstance(value, Mapping | list | tuple):
        return 1
    if depth > DEPTH:
        return LARGEST
    items = value.values() if isinstance(value, Mapping) else value
    weight = 1 + sum([weigh(item, weights, depth + 1) for item in items])
    weights[id(value)] = weight = weight + len(value) * isinstance(value, Mapping)
    return weight


def _length(value: Any) -> int:
    return len(value) if isinstance(value, Mapping | list | tuple) else 0


class _Bounds:
    """The bounds of parts, with the weights of the values they read."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights

    def of(self, node: Node, names: Mapping[str, Bound]) -> Bound:
        """Return the bound of one part."""
        if node.kind == "literal":
            return Bound(OPERATION, 1 + len(node.text) // TEXT_WEIGHT, 0)
        if node.kind == "name":
            bound = names.get(node.text, Bound(0, 1, 0))
            return bound._replace(cost=OPERATION + COPY * bound.weight)
        if node.kind == "macro":
            return self._macro(node, names)
        parts = [self.of(part, names) for part in node.parts]
        if node.kind == "member":
            return self._member(node.text, parts[0])
        weight = sum(part.weight for part in parts)
        cost = OPERATION + sum(part.cost for part in parts) + COPY * weight
        if node.kind == "call" and node.text == "matches":
            cost += _pattern(node, weight)
        if node.kind in ("list", "map"):
            return Bound(cost, weight + 1, len(parts))
        if node.text not in _COMPOSING:
            return Bound(cost, 1 + weight // TEXT_WEIGHT, 0)
        # An item may be a longer list than the one it is in.
        length = weight if node.text == "[]" else sum(part.length for part in parts) or weight
        return Bound(cost, weight + 1, length)

    def _member(self, name: str, owner: Bound) -> Bound:
        """Return the bound of a field: its own where the value is known, else that of its owner."""
        if isinstance(owner.value, Mapping) and name in owner.value:
            value = owner.value[name]
            return Bound(owner.cost + OPERATION, self._weight(value), _length(value), value)
        return Bound(owner.cost + OPERATION, owner.weight, owner.weight)

    def _macro(self, node: Node, names: Mapping[str, Bound]) -> Bound:
        """Return the bound of a macro: its bodies once for each item."""
        source, variable, *bodies = node.parts
        items = self.of(source, names)
        count = items.length or items.weight
        inside = dict(names) | {variable.text: self._item(items)}
        parts = [self.of(body, inside) for body in bodies]
        cost = items.cost + count * (OPERATION + sum(part.cost for part in parts))
        if node.text not in ("map", "filter"):
            return Bound(cost, 1, 0)
        item = inside[variable.text].weight if node.text == "filter" else parts[-1].weight
        return Bound(cost + COPY * count * count * item // 2, count * item + 1, count)

    def _item(self, items: Bound) -> Bound:
        """Return the bound of any item of a list, or any key of an object."""
        if isinstance(items.value, list | tuple):
            heaviest = max(map(self._weight, items.value), default=1)
            return Bound(0, heaviest, max(map(_length, items.value), default=0))
        return Bound(0, items.weight, items.weight)

    def _weight(self, value: Any) -> int:
        """Return what a value weighs, as noted."""
        return self._weights.get(id(value)) or weigh(value, self._weights)


def _pattern(node: Node, weight: int) -> int:
    """Return what compiling a pattern and looking for it costs; one that repeats by numbers can take any time."""
    pattern = node.parts[-1]
    if pattern.kind != "literal" or "{" in pattern.text:
        return UNKNOWN_PATTERN
    return PATTERN * len(pattern.text) + CLASS * pattern.text.count("\\") + weight * len(pattern.text)
