"""Ids in texts from outside."""

import pytest

from app.core.db.ids import MAX_ID, parse_id


@pytest.mark.parametrize(
    "text", ["", "0", "-1", "+1", "1.0", "²", "٣", " 1", "1e3", "x", str(MAX_ID + 1), "9" * 19, "9" * 5000, None, True]
)
def test_what_can_be_no_id_is_none(text: object) -> None:
    assert parse_id(text) is None


@pytest.mark.parametrize("number", [1, 192_773_668_641_683_304, MAX_ID])
def test_an_id_is_read(number: int) -> None:
    assert parse_id(str(number)) == parse_id(number) == number
