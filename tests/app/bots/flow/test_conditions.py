"""Rows of a condition's form as the CEL that a document holds: the same text that the editor writes."""

import json
from pathlib import Path
from typing import Any

import pytest

from app.bots.expressions import Expression
from app.bots.flow.conditions import write_condition
from app.core.errors import Invalid

CASES = json.loads(Path("tests/cases/conditions.cases.json").read_text())


def rows_of(rows: list[list[Any]]) -> list[dict[str, Any]]:
    names = ("join", "variable", "op", "value")
    return [dict(zip(names, row, strict=True)) for row in rows]


@pytest.mark.parametrize("case", CASES["shown"], ids=lambda case: case["cel"])
def test_rows_are_written_as_an_expression_that_bots_can_run(case: dict[str, Any]) -> None:
    assert write_condition(rows_of(case["rows"]), CASES["types"], CASES["zone"], "rows") == case["cel"]
    Expression(case["cel"])


def test_typed_values_are_parted_by_commas() -> None:
    rows = [{"variable": "name", "op": "one_of", "value": "a, b,"}, {"join": "or", "variable": "", "op": "is"}]
    assert write_condition(rows, CASES["types"], CASES["zone"], "rows") == 'name in ["a", "b"]'


@pytest.mark.parametrize(
    ("row", "field"),
    [
        ({"variable": "name", "op": "is", "value": " "}, "value"),
        ({"variable": "rating", "op": "more", "value": "many"}, "value"),
        ({"variable": "time", "op": "less", "value": "9"}, "value"),
        ({"variable": "name", "op": "is", "value": {"a": 1}}, "value"),
        ({"variable": "name", "op": "within"}, "op"),
        ({"variable": "name", "op": ["is"]}, "op"),
        ({"variable": "name) || (true", "op": "empty"}, "variable"),
        ({"variable": ["name"], "op": "empty"}, "variable"),
    ],
)
def test_a_value_that_cannot_be_used_is_refused_at_its_field(row: dict[str, Any], field: str) -> None:
    with pytest.raises(Invalid) as refused:
        write_condition([{"variable": "day", "op": "past"}, row], CASES["types"], CASES["zone"], "branches.0.rows")
    assert list(refused.value.errors or {}) == [f"branches.0.rows.1.{field}"]
