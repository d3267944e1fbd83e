"""Words typed fit names as beginnings, longer ones with one slip, in every script."""

import pytest

from app.search.matching import mark_words, match, one_slip, parts, words


@pytest.mark.parametrize(
    ("typed", "name", "fits"),
    [
        ("ser", "Service Desk", True),
        ("desk ser", "Service Desk", True),
        ("vice", "Service Desk", False),
        ("servcie", "Service Desk", True),  # two neighbours exchanged
        ("sarvice", "Service Desk", True),  # one letter wrong
        ("srvice", "Service Desk", True),  # one missing
        ("serrvice", "Service Desk", True),  # one too many
        ("sarvise", "Service Desk", False),  # two wrong
        ("dsek", "Service Desk", False),  # too short to be mistyped
        ("convarsat", "Conversations", True),  # the beginning of a longer word, mistyped
        ("cafe", "Café Zürich", True),
        ("ZURICH", "Café Zürich", True),
        ("बात", "बातचीत", True),
        ("बातचित", "बातचीत", True),
        ("ال", "المحادثات", True),
        ("", "Service Desk", False),
        ("!!", "Service Desk", False),
    ],
)
def test_what_is_typed_fits_or_not(typed: str, name: str, fits: bool) -> None:
    assert (match([word.text for word in words(typed)], name) is not None) is fits


def test_the_better_fit_counts_less() -> None:
    first, later, slip = (match(["servi"], name) for name in ("Service desk", "After service", "Sarvice desk"))
    assert first and later and slip and first.score < later.score < slip.score


def test_what_fits_is_distinguished() -> None:
    hit = match(["desk", "ser"], "Service Desk")
    assert hit is not None
    assert parts("Service Desk", hit.spans) == [
        {"text": "Ser", "hit": True}, {"text": "vice ", "hit": False}, {"text": "Desk", "hit": True},
    ]  # fmt: skip
    assert "".join(part["text"] for part in mark_words(["noise"], "The noise, a noisy one")) == "The noise, a noisy one"
    assert [part["text"] for part in mark_words(["noise"], "The noise is back") if part["hit"]] == ["noise"]


@pytest.mark.parametrize(
    ("a", "b", "near"),
    [("brake", "brake", True), ("brake", "break", False), ("brake", "barke", True), ("brake", "brakes", True),
     ("brake", "rake", True), ("brake", "brokes", False), ("ab", "ba", True), ("", "a", True), ("", "ab", False)],
)  # fmt: skip
def test_one_slip_is_one_slip(a: str, b: str, near: bool) -> None:
    assert one_slip(a, b) is near and one_slip(b, a) is near
