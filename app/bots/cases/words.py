"""Who reads the words of a case that repeats a customer's conversation: those who may read that conversation."""

from collections.abc import Sequence
from typing import Any

from app.bots.cases.models import BotCase
from app.core.db.tenancy import current_scope
from app.core.errors import Forbidden
from app.core.security.visitor import can

HIDDEN = "•••"
_QUOTING = ("slots", "contains", "replies")
"""Expectations that may quote what was said."""


def shows_words(case: BotCase) -> bool:
    """Whether the caller may read what was said; who sees some outlets does not know that it was said at theirs."""
    if case.source != "transcript" and "conversation" not in case.recording:
        return True
    scope = current_scope()
    measured = scope.measured_bots
    return can("read", "Conversation") and scope.outlets is None and (measured is None or case.bot_id in measured)


def check_words(case: BotCase) -> None:
    """Raise Forbidden where the caller may not read what was said."""
    if not shows_words(case):
        raise Forbidden("This case repeats a conversation that you cannot read.", code="hidden_words")


def hide_turns(turns: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the turns of a case without what was said."""
    return [
        {key: HIDDEN if key == "text" else value for key, value in turn.items() if key != "expect"}
        | {"expect": {what: value for what, value in turn.get("expect", {}).items() if what not in _QUOTING}}
        for turn in turns
    ]


def hide_results(turns: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return how turns went without what was said."""
    return [
        turn
        | {
            "input": HIDDEN if turn["kind"] == "text" else turn["input"], "changed": [],
            "differences": [row for row in turn["differences"] if row["what"] not in _QUOTING],
            "actual": turn["actual"] | {"slots": {}, "changed": {}, "replies": []},
        }
        for turn in turns
    ]  # fmt: skip
