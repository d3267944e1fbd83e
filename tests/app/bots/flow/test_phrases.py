"""What validation says of phrases: too few, and too alike for two intents."""

import random
from typing import Any

import pytest
from rapidfuzz import fuzz

from app.bots.flow import overlaps as overlapping
from app.bots.flow.overlaps import ALIKE, overlaps
from app.bots.flow.validation import Issue, validate
from tests.factories.bots import SMALL_FLOW


def issues(code: str, **phrases: list[str]) -> list[Issue]:
    """The issues of one kind of intents with these English phrases."""
    intents: dict[str, Any] = {name: {"goto": "booked", "phrases": {"en": texts}} for name, texts in phrases.items()}
    return [issue for issue in validate(SMALL_FLOW | {"intents": intents}) if issue.code == code]


def test_an_intent_of_few_phrases_is_named() -> None:
    (few,) = issues("few_phrases", book=list("abcd"), cost=list("vwxyz"))
    assert (few.level, few.path) == ("warning", "intents/book/phrases") and "4 phrases" in few.message


def test_phrases_of_two_intents_that_are_alike_are_named() -> None:
    (alike,) = issues("phrases_overlap", book=["Book a service!", "service my car"], cost=["book a services", "price"])
    assert alike.path == "intents/cost/phrases" and "book a services" in alike.message


def test_an_intents_own_repetitions_hide_no_other() -> None:
    same = [f"what does a service cost{end}" for end in ("", "?", "!", ".", "…")]
    assert issues("phrases_overlap", cost=same) == []
    assert len(issues("phrases_overlap", book=["what does a service costs"], cost=same)) == 5


def _drawn(count: int, seed: int = 7) -> list[tuple[str, str]]:
    """Phrases of a few words by intent, half of them with up to three letters changed."""
    dice = random.Random(seed)
    words = ["".join(dice.choices("abcdeghilmnorstu", k=dice.randint(2, 8))) for _ in range(40)]
    phrases: list[tuple[str, str]] = []
    while len(phrases) < count:
        text = " ".join(dice.choices(words, k=dice.randint(1, 8)))
        phrases.append((f"i{dice.randrange(4)}", text))
        for _ in range(dice.randint(0, 3)):
            at = dice.randrange(len(text) + 1)
            text = text[:at] + dice.choice("ae") * dice.randint(0, 1) + text[at + dice.randint(0, 1) :]
        phrases.append((f"i{dice.randrange(4)}", text))
    return phrases


@pytest.mark.parametrize("seed", range(5))
def test_alike_phrases_are_all_found_among_a_few_hundred(seed: int) -> None:
    phrases = _drawn(300, seed)
    alike = {
        (at, before)
        for at, (intent, text) in enumerate(phrases)
        for before, (other, earlier) in enumerate(phrases[:at])
        if intent != other and fuzz.ratio(text, earlier) >= ALIKE
    }
    assert alike and set(overlaps(phrases)) == alike


@pytest.mark.parametrize("text", ["{at:07}", "book a service at {at:07} please", "the very same words", "a"])
def test_many_phrases_cost_a_few_comparisons_each(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Fifty thousand phrases take a second or two: each is compared with a few others, whatever they say."""
    compared = 0

    def counted(*_: Any, **__: Any) -> float:
        nonlocal compared
        compared += 1
        return 0.0

    monkeypatch.setattr(overlapping, "ratio", counted)
    count = 3_000
    assert not list(overlaps([(f"i{at % 3}", text.format(at=at)) for at in range(count)]))
    assert compared <= count * overlapping.COMPARED
