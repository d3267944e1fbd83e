"""Values in texts: names with slips, and kinds of values, each where it is."""

from datetime import UTC, datetime
from typing import Any

import pytest

from app.bots.understanding.entities import find_entities, names_of

NOW = datetime(2026, 11, 24, 6, tzinfo=UTC)
ENTITIES = {
    "model": {"values": {
        "vela": {"en": ["Vela", "Vela 1.5"], "hi": ["वेला"]},
        "nexa_city": {"en": ["Nexa City", "Nexa"]},
        "terra": {"en": ["Terra"], "ar": ["تيرا"]},
    }},
    "work": {"values": {"alignment": {"en": ["wheel alignment"]}, "wash": {"en": ["wash"]}}},
}  # fmt: skip


def find(text: str) -> list[dict[str, Any]]:
    """What is found on a Tuesday in Kolkata."""
    return find_entities(text, names_of(ENTITIES), NOW, "Asia/Kolkata")


@pytest.mark.parametrize(
    ("text", "kind", "value", "match"),
    [
        ("My Terra please", "model", "terra", "Terra"),
        ("my tera please", "model", "terra", "tera"),
        ("the NEXA   city", "model", "nexa_city", "NEXA   city"),
        ("vela 1.5 wash", "model", "vela", "vela 1.5"),
        ("वेला की सर्विस", "model", "vela", "वेला"),
        ("تيرا", "model", "terra", "تيرا"),
        ("wheel alignmnt", "work", "alignment", "wheel alignmnt"),
        ("tomorrow", "date", "2026-11-25", "tomorrow"),
        ("कल 5 बजे", "date", "2026-11-25", "कल"),
        ("call 98450 12345", "phone", "+919845012345", "98450 12345"),
        ("a.b@example.com", "email", "a.b@example.com", "a.b@example.com"),
        ("KA 01 AB 1234", "registration", "KA01AB1234", "KA 01 AB 1234"),
        ("3 cars", "number", 3, "3"),
    ],
)
def test_a_value_is_found_where_it_is(text: str, kind: str, value: Any, match: str) -> None:
    (entity,) = [entity for entity in find(text) if entity["type"] == kind]
    assert (entity["value"], entity["text"]) == (value, match) and text[entity["start"] : entity["end"]] == match


@pytest.mark.parametrize("text", ["next week", "cash", "I washed it", "velo", "the territory", ""])
def test_words_that_are_only_somewhat_alike_are_no_names(text: str) -> None:
    assert [entity for entity in find(text) if entity["type"] in ENTITIES] == []


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("not the Vela", []), ("anything but the tera", []), ("वेला नहीं चाहिए", []), ("ليس تيرا", []),
        ("not the Vela, the Terra", ["terra"]), ("Vela, no, Terra", ["terra"]), ("no, Vela", ["vela"]),
        ("why not the Vela", ["vela"]), ("not the Vela, wheel alignment", ["alignment"]),
    ],
)  # fmt: skip
def test_a_denied_name_is_none(text: str, values: list[str]) -> None:
    assert [entity["value"] for entity in find(text) if entity["type"] in ENTITIES] == values


def test_numbers_within_other_values_are_none() -> None:
    assert {entity["type"] for entity in find("Vela 1.5 on 3 December at 10:30, 98450 12345")} == {
        "model", "date", "time", "datetime", "phone",
    }  # fmt: skip


def test_an_exact_name_is_no_slip_of_another() -> None:
    names = names_of({"colour": {"values": {"light": {"en": ["lights"]}, "night": {"en": ["lightz"]}}}})
    (entity,) = find_entities("lightz", names, NOW, "Asia/Kolkata")
    assert entity["value"] == "night"
