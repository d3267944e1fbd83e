"""The parsed tree of an expression: limits are read from it, and it agrees with what the library accepts."""

import cel
import pytest

from app.bots.expressions import BadExpression, Expression
from app.bots.expressions.grammar import NESTING, free_names, macro_depth, parse

DEEP = "[[1]].all(a, a.all(b, [b].all(c, c == 1)))"
GOOD = [
    "a.b == 'x' && c > 1.0", "!yes || -n < 2", "a ? b : c ? d : e", "now.getHours('Asia/Kolkata') == 10",
    "{'b': [n, 2.5], 'c': {}}", "[1, 2,]", "'it\\'s' + \"\\\"\"", "r'\\' + b'ab' + 'हिन्दी'", "a[0].b[c]", "1u + 0x1F",
    "size(c) > 2 // all of them", "has(a.b)", "inside in insides", "n.x.map(i, i > 1, i)", "a.existsOne(x, x)", "1e3",
]  # fmt: skip


@pytest.mark.parametrize("source", GOOD)
def test_what_is_read_here_the_library_accepts(source: str) -> None:
    bound = {"i", "x"}
    assert set(cel.compile(source).variables()) - bound == set(free_names(parse(source)))


@pytest.mark.parametrize(
    "source",
    [
        DEEP,
        DEEP.replace("a.all", "a // ( 'no string\n.all"),
        f"r'\\' == '' || {DEEP}",
        f"r\"\\\" == '' || {DEEP}",
        DEEP.replace(".all(", ". all ("),
        DEEP.replace(".all", ".existsOne"),
    ],
)
def test_no_comment_blank_or_raw_string_hides_a_macro(source: str) -> None:
    assert macro_depth(parse(source)) == 3
    with pytest.raises(BadExpression, match="nested 2 deep"):
        Expression(source)


@pytest.mark.parametrize(
    "source",
    [
        "1 +", "a in", "'open", "a..b", "[1", "f(1)", "lists.range(9)", "a.map(1, 2)", "'''a'''", "'a''b'", ".a",
        "A{b: 1}", "/*x*/ 1", "a\\b", "optional.of(1)", "cel.bind(x, 1, x)",
    ],
)  # fmt: skip
def test_what_is_not_known_here_does_not_reach_the_library(source: str) -> None:
    with pytest.raises(BadExpression):
        Expression(source)


def test_brackets_nested_too_deep_are_refused() -> None:
    assert Expression("(" * (NESTING - 1) + "1" + ")" * (NESTING - 1)).value({}) == 1
    with pytest.raises(BadExpression, match="nested"):
        Expression("(" * NESTING + "1" + ")" * NESTING)


def test_a_name_bound_by_a_macro_may_be_a_variable_elsewhere() -> None:
    assert Expression("x > 1 && [2].all(x, x > y)").names == {"x", "y"}
