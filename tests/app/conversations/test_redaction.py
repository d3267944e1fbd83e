"""What is taken out of text, and what is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.conversations.redaction import redact, redact_value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("call 98765 43210 now", "call [phone] now"),
        ("+91-98765-43210", "[phone]"),
        ("(020) 5550 1234", "[phone]"),
        ("फ़ोन ९८७६५४३२१०", "फ़ोन [phone]"),
        ("a.b+c@mail.example.co.in!", "[email]!"),
        ("4111 1111 1111 1111", "[card]"),
        ("4111 1111 1111 1112", "[number]"),
        ("VIN MA3EYD81S00123456.", "VIN [vin]."),
        ("MH 12 AB 1234 and mh12ab1234", "[registration] and [registration]"),
        ("22 BH 1234 AA", "[registration]"),
    ],
)
def test_personal_numbers_are_replaced_by_their_kind(text: str, expected: str) -> None:
    assert redact(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "on 2026-11-21 10:30",
        "21.11.2026 16:00",
        "Rs 12,34,567 on road",
        "about 42000 km",
        "job card JC-12345",
        "from 9 to 6",
        "no digits at all",
        "ABCDEFGHJKLMNPRST",
    ],
)
def test_other_numbers_stay(text: str) -> None:
    assert redact(text) == text


@given(st.text(alphabet=st.sampled_from("0123456789 +-().@abMH१२"), max_size=60))
def test_redacting_twice_changes_nothing_more(text: str) -> None:
    assert redact(redact(text)) == redact(text)


def test_values_are_redacted_however_deep() -> None:
    value = {"phone": "98765 43210", "list": [{"n": 9876543210, "ok": True}], "none": None, "year": 2019}
    assert redact_value(value) == {
        "phone": "[phone]",
        "list": [{"n": "[phone]", "ok": True}],
        "none": None,
        "year": 2019,
    }
