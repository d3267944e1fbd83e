"""What an expression costs is counted before it runs: by its tree and the values it reads."""

from typing import Any

import pytest

from app.bots.engine.run import INLINE
from app.bots.expressions import Expression
from app.bots.expressions.costs import LARGEST, estimate

NUMBERS = [float(n) for n in range(1000)]
ROWS = [{"name": f"row {n}", "ok": True} for n in range(500)]


def cost(source: str, **names: Any) -> int:
    """The cost of an expression with these values."""
    expression = Expression(source)
    cost, inputs = expression.estimate(names)
    assert (cost, inputs) == (counted := estimate(expression.tree, names)) or counted.cost < cost <= INLINE
    return cost


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("n == 7.0", {"n": 7}),
        ("contact.first_name == 'Asha' && thing.slots[0].free", {"contact": {}, "thing": {"slots": [{"free": True}]}}),
        ("slots.exists(s, s.free)", {"slots": ROWS[:20]}),
        ("text + '!'", {"text": "x" * 60_000}),
        ("text.matches('[a-z]+@[a-z.]+')", {"text": "a@b"}),
    ],
)
def test_what_flows_usually_ask_is_cheap(source: str, names: dict[str, Any]) -> None:
    assert cost(source, **names) <= INLINE


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("numbers.map(n, n * 2.0)", {"numbers": NUMBERS[:100]}),
        ("numbers + numbers", {"numbers": NUMBERS}),
        ("numbers.exists(a, numbers.exists(b, a == b))", {"numbers": NUMBERS[:100]}),
        ("rows.filter(r, r.ok)", {"rows": ROWS}),
        ("'x'.matches('a{500}{500}')", {}),
        ("'x'.matches(pattern)", {"pattern": "x"}),
        ("'x'.matches('\\\\w\\\\w')", {}),
    ],
)
def test_what_takes_milliseconds_is_costly(source: str, names: dict[str, Any]) -> None:
    assert INLINE < cost(source, **names)


@pytest.mark.parametrize("source", ["l.map(a, l)", "l.all(a, l.all(b, l == l))", "l.map(a, a + l)"])
def test_what_takes_seconds_never_runs(source: str) -> None:
    assert cost(source, l=NUMBERS) > LARGEST


def test_a_field_is_weighed_by_itself_where_its_object_is_known() -> None:
    answer = {"slots": NUMBERS, "ok": True}
    assert cost("answer.ok", answer=answer) < cost("answer.slots", answer=answer)
    assert cost("answer.few.map(x, x)", answer=answer | {"few": [1]}) < LARGEST
