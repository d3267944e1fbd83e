"""How a bot's handlers did in conversations: calls that answered, that failed, and that a breaker refused."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import select

from app.bots.catalog.models import Bot
from app.bots.handlers.models import LATER
from app.conversations.models import Message
from app.core.db.base import db
from app.core.values.batches import batched
from app.reports.bots.traffic import BATCH, newest_conversations
from app.reports.counts.facts import percentiles

OUTCOMES = ("answered", "silent", "failed", "refused")
REFUSED = "breaker_open"
"""The error of a call that was not made, as several before it had failed."""


def calls_of(bot: Bot, now: datetime) -> dict[str, Any]:
    """Return what came of the calls to each kind of handler in conversations of seven days and today."""
    total, ids = newest_conversations(bot, now)
    outcomes: dict[str, Counter[str]] = {kind: Counter() for kind in LATER}
    durations: dict[str, Counter[int]] = defaultdict(Counter)
    for part in batched(ids, BATCH):
        for kind, outcome, ms in _calls_in(part):
            outcomes.setdefault(kind, Counter())[outcome] += 1
            if outcome != "refused":
                durations[kind][ms] += 1
    return {
        "conversations": total,
        "read": len(ids),
        "items": [
            {"kind": kind, "calls": counts.total(), "p95_ms": percentiles(durations[kind].items(), [0.95])[0]}
            | {outcome: counts[outcome] for outcome in OUTCOMES}
            for kind, counts in outcomes.items()
        ],
    }


def _calls_in(conversation_ids: Sequence[int]) -> Iterator[tuple[str, str, int]]:
    """The calls to handlers in the traces of conversations: the kind, what came of it, and the milliseconds."""
    query = select(Message.extra["trace"]["calls"]).where(
        Message.conversation_id.in_(conversation_ids), Message.speaker == "user"
    )
    for calls in db.session.scalars(query):
        for chain in calls or ():
            tried = chain.get("tried", ())
            for call in tried:
                is_answer = chain.get("handler") == call["kind"] and call is tried[-1]
                yield call["kind"], _outcome_of(call, is_answer), call["ms"]


def _outcome_of(call: Mapping[str, Any], is_answer: bool) -> str:
    """What came of a call; one without an answer and without an error had nothing to say."""
    if call["error"]:
        return "refused" if call["error"] == REFUSED else "failed"
    return "answered" if is_answer else "silent"
