"""VINs and registrations."""

import pytest

from app.masters.records.identities import (
    NotFitting,
    format_registration,
    has_check_digit,
    registration_of,
    vin_of,
    with_check_digit,
)


def test_a_vin_is_stored_in_capitals_without_blanks() -> None:
    assert vin_of(" 1m8gdm9axkp042788 ") == "1M8GDM9AXKP042788"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("MRDHK4S2XT04I2915", "The letter I is not used in a VIN. Is it 1?"),
        ("MRDHK4S2XT04O2915", "The letter O is not used in a VIN. Is it 0?"),
        ("MRDVA2E61T079188", "Has 16 characters; a VIN has 17."),
        ("MRDVA2E61T079188É", "A VIN has only letters without accents and digits."),
    ],
)
def test_what_is_no_vin_has_a_reason(text: str, expected: str) -> None:
    with pytest.raises(NotFitting) as refused:
        vin_of(text)
    assert str(refused.value) == expected


def test_the_check_digit_is_that_of_the_standard() -> None:
    assert has_check_digit("1M8GDM9AXKP042788") and has_check_digit("11111111111111111")
    assert not has_check_digit("1M8GDM9A1KP042788")
    assert with_check_digit("1M8GDM9A_KP042788".replace("_", "0")) == "1M8GDM9AXKP042788"


@pytest.mark.parametrize(
    ("text", "country", "stored"),
    [
        ("mh 12 qt 4417", "IN", "MH12QT4417"),
        ("DL-3C-AB-1234", "IN", "DL3CAB1234"),
        ("22 BH 1234 AA", "IN", "22BH1234AA"),
        ("A 12345", "AE", "A12345"),
    ],
)
def test_a_registration_is_stored_without_blanks(text: str, country: str, stored: str) -> None:
    assert registration_of(text, country) == stored


@pytest.mark.parametrize(("text", "country"), [("MH12 4417 QT", "IN"), ("QT4417", "IN"), ("A", "AE"), ("Ä 12", None)])
def test_another_order_is_refused(text: str, country: str | None) -> None:
    with pytest.raises(NotFitting, match="Must be a registration such as"):
        registration_of(text, country)


def test_a_registration_is_shown_with_blanks() -> None:
    assert format_registration("MH12QT4417") == "MH 12 QT 4417"
