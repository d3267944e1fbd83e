"""Values in what people write, in English, Hindi and Hinglish: the table of cases as the engine reads it."""

from datetime import datetime
from typing import Any

import pytest

from app.core.values import find_values, read_value
from tests.app.bots.engine.talking import NOW, ZONE
from tests.cases import cases

TABLE = cases("values")
ROWS = [
    pytest.param(group["kind"], group.get("scale", 5), group.get("hours"), *row[:2], id=f"{group['kind']}-{row[0]}")
    for group in TABLE["groups"]
    for row in group["rows"]
]


@pytest.mark.parametrize(("kind", "scale", "hours", "text", "value"), ROWS)
def test_a_text_is_read_as_the_table_says(kind: str, scale: int, hours: Any, text: str, value: Any) -> None:
    now = datetime.fromisoformat(TABLE["now"])
    reading = read_value(text, kind, now, TABLE["zone"], scale=scale, hours=hours)
    values = value if isinstance(value, list) else [] if value is None else [value]
    assert [item.value for item in reading.values] == values


def test_the_table_is_large() -> None:
    assert len(ROWS) >= 400


@pytest.mark.parametrize("row", [row for group in TABLE["groups"] if "hours" not in group for row in group["rows"]
                                 if row[2:] == ["beside"]], ids=lambda row: row[0])  # fmt: skip
def test_a_value_in_a_longer_text_is_placed_in_it(row: list[Any]) -> None:
    kind = next(group["kind"] for group in TABLE["groups"] if row in group["rows"])
    for value in find_values(row[0], kind, NOW, ZONE):
        assert 0 <= value.start < value.end <= len(row[0])


def test_a_wrong_check_digit_is_a_warning() -> None:
    good, doubtful = (find_values(vin, "vin", NOW, ZONE)[0] for vin in ("1M8GDM9AXKP042788", "1M8GDM9A1KP042788"))
    assert (good.warning, doubtful.warning) == ("", "vin_check_digit")
