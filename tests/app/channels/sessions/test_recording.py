"""What a rating means to the store, by the scale on which a bot has asked."""

from datetime import UTC, datetime

import pytest

from app.bots.runtime.conversing import TurnResult
from app.channels.sessions.recording import record_utterance


@pytest.mark.parametrize(
    ("scale", "value", "marks"), [(5, 4, {"rating": 4}), (10, 9, {"nps": 9}), (10, 0, {"nps": 0}), (3, 2, {})]
)
def test_an_answer_is_marked_by_its_scale(scale: int, value: int, marks: dict[str, int]) -> None:
    turn = TurnResult(state={}, effects=[{"type": "rate", "node": "ask", "value": value, "scale": scale}])
    at = datetime(2026, 3, 2, tzinfo=UTC)
    event = record_utterance({"type": "choice", "text": str(value), "option": str(value)}, turn, None, at=at, key="k")
    assert event.marks == marks
