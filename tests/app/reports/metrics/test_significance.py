"""Changes beyond chance, and what moved them: against values worked out by hand and by statistics tables."""

from typing import Any

import pytest

from app.reports import service
from app.reports.metrics.definitions import BY_ID
from app.reports.metrics.significance import Cause, cause, is_significant
from tests.fixtures import hand_counted


@pytest.mark.parametrize(
    ("now", "before", "expected"),
    [
        # z = 0.1 / sqrt(0.45 * 0.55 * 2 / 100) = 1.42.
        ((50, 100), (40, 100), False),
        # z = 0.15 / sqrt(0.425 * 0.575 * 2 / 100) = 2.15.
        ((50, 100), (35, 100), True),
        # z = 0.002 / sqrt(0.095 * 0.905 * 2 / 1000) = 0.15: two tenths of a point.
        ((96, 1000), (94, 1000), False),
        ((96, 1000), (60, 1000), True),
        ((60, 1000), (96, 1000), True),
        ((15, 29), (1, 1000), None),
        ((500, 1000), (1, 29), None),
        ((0, 50), (0, 50), False),
        ((50, 50), (50, 50), False),
    ],
)
def test_only_what_chance_does_not_explain_is_significant(now: Any, before: Any, expected: bool | None) -> None:
    assert is_significant(*now, *before) is expected


def test_the_part_that_moved_a_rate_most_is_its_cause() -> None:
    def of(handed: int, sessions: int) -> dict[str, int]:
        return {"handoff_requested": handed, "bot_sessions": sessions}

    channels = ({"web": of(10, 100), "whatsapp": of(40, 100)}, {"web": of(12, 100), "whatsapp": of(10, 100)})
    bots = ({"7": of(50, 200)}, {"7": of(22, 200)})
    metric = BY_ID["handoff_rate"]
    # WhatsApp: 40 / 200 - 10 / 200 = 15 points of the 14; the only bot explains nothing.
    assert cause(metric, {"channel": channels, "bot": bots}) == Cause("channel", "whatsapp", 15.0)
    assert cause(metric, {"bot": bots}) is None


def test_cards_of_few_sessions_are_not_judged(workspace: Any) -> None:
    hand_counted.lay()
    cards = service.dashboard(service.ReportQuery(), now=hand_counted.NOW)["cards"]
    assert {card["significant"] for card in cards} == {None} and {card["cause"] for card in cards} == {None}


def test_an_intent_is_a_cause_where_more_fallbacks_follow_it() -> None:
    metric = BY_ID["fallback_rate"]

    def parts(book: int, price: int, none: int) -> dict[str, dict[str, int]]:
        return {"service.book": {"fallback_turns": book}, "sales.price": {"fallback_turns": price},
                "": {"fallback_turns": none, "nlu_turns": 100}}  # fmt: skip

    # 20 points more: 12 after sales.price, 3 after service.book, 5 with no intent before them.
    assert cause(metric, {"intent": (parts(5, 15, 10), parts(2, 3, 5))}) == Cause("intent", "sales.price", 12.0)
    # What has no name is no cause, and neither is what moved the other way.
    assert cause(metric, {"intent": (parts(1, 3, 40), parts(2, 3, 5))}) is None
