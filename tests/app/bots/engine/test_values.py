"""Values in what people write, in English, Hindi and Hinglish."""

from typing import Any

import pytest

from app.bots.engine.values import find_values, read_value
from tests.app.bots.engine.talking import NOW, ZONE


def read(text: str, kind: str, **more: Any) -> Any:
    """The value that answers a question of a kind."""
    found = read_value(text, kind, NOW, ZONE, **more)
    return found.value if found else None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("tomorrow", "2026-11-25"), ("कल", "2026-11-25"), ("kal aaunga", "2026-11-25"), ("आज", "2026-11-24"),
        ("परसों", "2026-11-26"), ("Monday", "2026-11-30"), ("on Tuesday", "2026-12-01"), ("सोमवार को", "2026-11-30"),
        ("somvar ko", "2026-11-30"), ("3/12", "2026-12-03"), ("03-12-2026", "2026-12-03"), ("1/2/27", "2027-02-01"),
        ("5 December", "2026-12-05"), ("December 5th", "2026-12-05"), ("५ दिसंबर", "2026-12-05"),
        ("2 January", "2027-01-02"), ("2026-12-24", "2026-12-24"), ("in 3 days", "2026-11-27"), ("28", "2026-11-28"),
        ("5 tarikh ko", "2026-12-05"), ("3 din baad", "2026-11-27"), ("31/2", None), ("soon", None), ("13/13", None),
    ],
)  # fmt: skip
def test_dates_are_day_first_and_the_next_ones(text: str, value: str | None) -> None:
    assert read(text, "date") == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("10 am", "10:00"), ("4 pm", "16:00"), ("16:30", "16:30"), ("शाम 4 बजे", "16:00"), ("subah 9 baje", "09:00"),
        ("sham ko 5 baje", "17:00"), ("सुबह 10 बजे", "10:00"), ("half past 10", "10:30"), ("साढ़े 10 बजे", "10:30"),
        ("noon", "12:00"), ("10", "10:00"), ("at 3", "15:00"), ("25:00", None), ("later", None),
    ],
)  # fmt: skip
def test_times(text: str, value: str | None) -> None:
    assert read(text, "time") == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("tomorrow at 4 pm", "2026-11-25T16:00:00+05:30"), ("कल सुबह 10 बजे", "2026-11-25T10:00:00+05:30"),
        ("9 am", "2026-11-25T09:00:00+05:30"), ("11 am", "2026-11-24T11:00:00+05:30"),
        ("2026-12-01T09:30:00+05:30", "2026-12-01T09:30:00+05:30"), ("tomorrow", None),
    ],
)  # fmt: skip
def test_moments_are_rfc_3339_in_the_bots_zone(text: str, value: str | None) -> None:
    assert read(text, "datetime") == value


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("number", "3", 3), ("number", "2.5", 2.5), ("number", "1,20,000 rupees", 120_000), ("number", "three", 3),
        ("number", "पाँच", 5), ("number", "paanch", 5), ("number", "3 or 4", None), ("number", "many", None),
        ("email", "mail me at Asha@Example.org", "asha@example.org"), ("email", "asha at home", None),
        ("phone", "98450 12345", "+919845012345"), ("phone", "९८४५०१२३४५", "+919845012345"),
        ("phone", "+44 20 7946 0958", "+442079460958"), ("phone", "12345", None),
        ("registration", "ka 01 ab 1234", "KA01AB1234"), ("registration", "MH12DE1433 hai", "MH12DE1433"),
        ("registration", "22 BH 1234 AA", "22BH1234AA"), ("registration", "XX01AB1234", None),
        ("vin", "1m8gdm9axkp042788", "1M8GDM9AXKP042788"), ("vin", "1M8GDM9AXKP04278", None),
        ("text", "  any thing ", "any thing"), ("text", "   ", None),
    ],
)  # fmt: skip
def test_other_kinds(kind: str, text: str, value: Any) -> None:
    assert read(text, kind) == value


def test_a_wrong_check_digit_is_a_warning() -> None:
    good, doubtful = (find_values(vin, "vin", NOW, ZONE)[0] for vin in ("1M8GDM9AXKP042788", "1M8GDM9A1KP042788"))
    assert (good.warning, doubtful.warning) == ("", "vin_check_digit")


@pytest.mark.parametrize(
    ("text", "scale", "value"),
    [("4", 5, 4), ("चार", 5, 4), ("4 stars", 5, 4), ("4/5", 5, 4), ("0", 5, None), ("0", 10, 0), ("10", 10, 10),
     ("6", 5, None), ("ten", 10, 10), ("I would give it a 4", 5, 4)],
)  # fmt: skip
def test_ratings_stay_within_their_scale(text: str, scale: int, value: int | None) -> None:
    assert read(text, "rating", scale=scale) == value
