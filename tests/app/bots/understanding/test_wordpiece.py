"""Texts as MiniLM's pieces; the numbers are those of the tokeniser it was trained with."""

import pytest

from app.bots.understanding.wordpiece import FIRST, LAST, MOST, UNKNOWN, numbers


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("Book a service, please!", [2338, 1037, 2326, 1010, 3531, 999]),
        ("I'd like pre-owned cafés", [1045, 1005, 1040, 2066, 3653, 1011, 3079, 23812]),
        ("सर्विस कब", [1338, 29869, 29871, 29877, 29874, 1315, 29865]),
        ("gaadi ki servicing", [19930, 4305, 11382, 26804]),
        ("汽车 $5", [UNKNOWN, UNKNOWN, 1002, 1019]),
        ("ca\u200dr\x00\tbook\n", [2482, 2338]),
        ("x" * 101, [UNKNOWN]),
        ("", []),
    ],
)
def test_a_text_is_its_pieces(text: str, pieces: list[int]) -> None:
    assert numbers(text) == [FIRST, *pieces, LAST]


def test_a_long_text_is_cut() -> None:
    ids = numbers("car " * 500)
    assert len(ids) == MOST and ids[-1] == LAST
