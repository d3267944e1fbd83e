"""Variables in texts: what is left where one has no value."""

import pytest

from app.core.values.placeholders import fill_in


@pytest.mark.parametrize(("text", "values", "filled"), [
    ("{{a}}, {{b}}", "a", "A"), ("{{a}}, {{b}}", "b", "B"), ("{{a}}, {{b}}", "ab", "A, B"),
    ("{{a}}، {{b}}", "b", "B"), ("{{a}} {{b}}", "b", "B"), ("{{a}} {{b}}", "ab", "A B"), ("{{a}}{{b}}", "ab", "AB"),
    ("{{a}}, {{b}}, {{c}}", "b", "B"), ("{{a}}, {{b}}, {{c}}", "ac", "A, C"), ("{{a}}, {{b}}, {{c}}", "c", "C"),
    ("{{a}}, {{b}}, welcome.", "b", "B, welcome."), ("{{a}}, {{b}}, welcome.", "", "welcome."),
    ("{{a}}, {{b}} is free.", "b", "B is free."),
    ("Cars:\n{{a}}, {{b}}\n{{c}}, {{a}}", "bc", "Cars:\nB\nC"), ("{{a}}\n{{b}}", "b", "\nB"),
    ("Models: {{a}}, {{b}}.", "a", "Models: A."), ("Models: {{a}}, {{b}}.", "b", "Models: B."),
    ("No{{a}} {{b}}", "b", "No B"), ("Hello {{a}}, {{b}}!", "", "Hello!"), ("Hi\n{{a}}, {{b}}\nBye", "", "Hi\nBye"),
    ("Hi\n{{a}}, your car", "", "Hi\nyour car"), ("Hi,\n{{a}}", "", "Hi"), ("Hi,\n{{a}}", "a", "Hi,\nA"),
])  # fmt: skip
def test_of_several_some_may_be_empty(text: str, values: str, filled: str) -> None:
    assert fill_in(text, lambda name: name.upper() if name in values else "") == filled


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
