"""What validation says of phrases: too few, and too alike for two intents."""

from typing import Any

from app.bots.flow.validation import Issue, validate
from tests.app.bots.catalog.test_flows import SMALL


def issues(code: str, **phrases: list[str]) -> list[Issue]:
    """The issues of one kind of intents with these English phrases."""
    intents: dict[str, Any] = {name: {"goto": "booked", "phrases": {"en": said}} for name, said in phrases.items()}
    return [issue for issue in validate(SMALL | {"intents": intents}) if issue.code == code]


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
