"""Variables in texts: what is left where one has no value."""

import pytest

from app.core.values.placeholders import fill_in


def test_of_two_one_may_be_empty() -> None:
    assert fill_in("{{a}}, {{b}}", lambda name: "A" if name == "a" else "") == "A"
    assert fill_in("Models: {{a}}, {{b}}.", lambda name: "A" if name == "a" else "") == "Models: A."


@pytest.mark.parametrize(("text", "known", "unknown"), [
    ("Booked, {{name}}.", "Booked, Asha.", "Booked."),
    ("Hello {{ name }}, your car is ready.", "Hello Asha, your car is ready.", "Hello, your car is ready."),
    ("{{name}}, your car is ready.", "Asha, your car is ready.", "your car is ready."),
    ("Thanks, {{name}}, and goodbye.", "Thanks, Asha, and goodbye.", "Thanks, and goodbye."),
    ("مرحبًا، {{name}}.", "مرحبًا، Asha.", "مرحبًا."),
    ("{{name}}, {{name}}", "Asha, Asha", ""),
    ("No variable, here {{.", "No variable, here {{.", "No variable, here {{."),
])  # fmt: skip
def test_a_variable_without_a_value_leaves_no_hole(text: str, known: str, unknown: str) -> None:
    assert fill_in(text, lambda name: {"name": "Asha"}[name]) == known
    assert fill_in(text, lambda _name: "") == unknown
