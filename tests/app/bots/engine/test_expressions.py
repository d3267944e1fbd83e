"""Expressions: which values they are given by type, how far they may go, and what a failing one does."""

from typing import Any

import pytest

from app.bots.expressions import BadExpression, Expression
from tests.app.bots.engine.talking import Talk, flow, message

TYPES = {"n": "number", "yes": "bool", "day": "date", "clock": "time", "moment": "datetime", "model": "model",
         "thing": "object", "name": "text", "unset": "date"}  # fmt: skip
VALUES: dict[str, Any] = {"n": 7, "yes": True, "day": "2026-11-25", "clock": "16:00",
                          "moment": "2026-11-25T09:30:00+05:30", "model": "vela", "thing": {"a": [1, 2]},
                          "name": "Asha"}  # fmt: skip
CONTEXT = {"channel": "whatsapp", "outlet": {"code": "PUN"}}


def talk_with(node: dict[str, Any]) -> Talk:
    """A conversation that has these values and runs this node, then says which way it went."""
    nodes = {"start": {"type": "choice", "options": [{"id": "go", "label": {"en": "Go"}, "next": "node"}]},
             "node": node, "yes": message("yes"), "no": message("no")}  # fmt: skip
    document = flow(nodes, variables={name: {"type": kind} for name, kind in TYPES.items()})
    talk = Talk(document, **CONTEXT)
    talk.state["variables"] = dict(VALUES)
    talk.text("go")
    return talk


@pytest.mark.parametrize(
    "expression",
    [
        "n == 7",
        "n == 7.0",
        "n + 1.0 == 8.0",
        "type(n) == double",
        "yes",
        "type(yes) == bool",
        'day == timestamp("2026-11-24T18:30:00Z")',
        'day.getDayOfWeek("Asia/Kolkata") == 3',
        'moment == timestamp("2026-11-25T04:00:00Z")',
        "moment > now",
        'now == timestamp("2026-11-24T04:30:00Z")',
        'clock == "16:00"',
        "type(clock) == string",
        'model == "vela"',
        'name.startsWith("As")',
        "thing.a[1] == 2",
        "thing.a.exists(x, x > 1)",
        "unset == null",
        'contact.first_name == "Asha"',
        'channel == "whatsapp"',
        'language == "en"',
        'outlet.code == "PUN"',
    ],
)  # fmt: skip
def test_values_are_given_by_their_types(expression: str) -> None:
    node = {"type": "condition", "branches": [{"if": expression, "next": "yes"}], "else": "no"}
    talk = talk_with(node)
    assert talk.answers == ["yes"] and talk.last.trace["errors"] == []


@pytest.mark.parametrize(
    ("name", "expression", "stored"),
    [
        ("n", "n + 1.0", 8), ("n", "n / 2.0", 3.5), ("day", 'day + duration("24h")', "2026-11-26"),
        ("moment", "now", "2026-11-24T10:00:00+05:30"), ("yes", "!yes", False), ("name", 'name + "!"', "Asha!"),
        ("thing", '{"b": [n, 2.5]}', {"b": [7, 2.5]}), ("unset", "null", None),
    ],
)  # fmt: skip
def test_results_are_stored_by_the_variables_type(name: str, expression: str, stored: Any) -> None:
    assert talk_with({"type": "set", "set": {name: expression}})[name] == stored


@pytest.mark.parametrize(
    ("expression", "holds"),
    [
        ('day.getDayOfWeek("Asia/Kolkata") == 3', True), ("day.getDayOfWeek() == 2", True),
        ('day.getDayOfWeek("+05:30") == 3', True), ('day.getDate("Asia/Kolkata") == 25', True),
        ('day.getDayOfMonth("Asia/Kolkata") == 24', True), ('day.getMonth("Asia/Kolkata") == 10', True),
        ('day.getFullYear("Asia/Kolkata") == 2026', True), ('day.getDayOfYear("Asia/Kolkata") == 328', True),
        ('now.getHours("Asia/Kolkata") == 10', True), ('now.getHours("-04:00") == 0', True),
        ("now.getMinutes() == 30 && now.getSeconds() == 0 && now.getMilliseconds() == 0", True),
        ("(moment - now).getHours() == 23", True), ("(moment - now).getMinutes() == 1410", True),
        ("(moment - now).getSeconds() == 84600", True),
        ('day.getHours("Nowhere/At_all") == 0', False), ("unset.getHours() == 0", False),
    ],
)  # fmt: skip
def test_parts_of_a_moment_are_those_of_a_zone(expression: str, holds: bool) -> None:
    node = {"type": "condition", "branches": [{"if": expression, "next": "yes"}], "else": "no"}
    talk = talk_with(node)
    assert talk.answers == ["yes" if holds else "no"] and bool(talk.last.trace["errors"]) is not holds


@pytest.mark.parametrize("expression", ["1 / 0 == 1", "thing.b == 1", "name > 1", "unset > now", "n"])
def test_on_an_error_and_on_anything_but_true_a_branch_is_false(expression: str) -> None:
    talk = talk_with({"type": "condition", "branches": [{"if": expression, "next": "yes"}], "else": "no"})
    assert talk.answers == ["no"] and talk.last.trace["conditions"] == [
        {"node": "node", "if": expression, "holds": False}
    ]
    assert bool(talk.last.trace["errors"]) is (expression != "n")


def test_an_absent_else_ends_the_path() -> None:
    talk = talk_with({"type": "condition", "branches": [{"if": "n == 8", "next": "yes"}]})
    assert talk.answers == [] and talk.state["open"] is None and not talk.state["ended"]


@pytest.mark.parametrize(
    "expression",
    ["", "1 +", "x" * 501, "[[1]].all(a, a.all(b, [b].all(c, c == 1)))", "thing.a.map(a, [a].map(b, [b].map(c, c)))"],
)
def test_what_is_no_expression_or_goes_too_far_is_refused(expression: str) -> None:
    with pytest.raises(BadExpression):
        Expression(expression)


@pytest.mark.parametrize(
    "expression", ["'" + "x" * 498 + "'", "[[1]].all(a, a.all(b, b == 1))", "[1].all(a, a == 1) && [1].all(a, a == 1)"]
)
def test_the_limits_themselves_are_allowed(expression: str) -> None:
    assert Expression(expression).value({}) is not None


def test_names_bound_by_macros_are_no_variables() -> None:
    assert Expression("thing.a.exists(x, x > n)").names == {"thing", "n"}
