"""The intents of a range: turns, confidence, what followed and how it was rated."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from sqlalchemy import case, func, select
from sqlalchemy.orm import aliased

from app.conversations.models import Conversation, Turn
from app.conversations.rollup_models import RollupIntentDay
from app.conversations.rollups import SATISFIED_FROM
from app.db import db
from app.reports.people import MAX_RAW
from app.reports.ranges import Range
from app.reports.selection import Selection

TOP = 10
NAMES = ("turns", "confidence_sum", "confidence_turns", "fallback_after", "ratings", "satisfied")
SCALE = 10_000
"""Confidence is summed in ten-thousandths."""


@dataclass(frozen=True, slots=True)
class Intents:
    """All turns routed to an intent, and the ten most frequent intents with their counts.

    `turns` is None where they are too many to count at once: nobody knows then, and nought would be a lie.
    """

    turns: int | None
    top: list[tuple[str, dict[str, int]]]


def intents(selection: Selection, span: Range) -> Intents:
    """The intents of a range; of another zone than the clients' and too long a range, none known."""
    if selection.by_client_day:
        rows = _from_days(selection, span)
    elif span.end - span.start <= MAX_RAW:
        rows = _from_turns(selection, span)
    else:
        return Intents(None, [])
    order = sorted(rows.items(), key=lambda item: (-item[1]["turns"], item[0]))
    return Intents(sum(row["turns"] for row in rows.values()), [item for item in order if item[1]["turns"]][:TOP])


def _from_days(selection: Selection, span: Range) -> dict[str, dict[str, int]]:
    """Counts by intent from the rollup of the clients' days."""
    model = RollupIntentDay
    query = (
        select(model.intent, *(func.sum(getattr(model, name)) for name in NAMES))
        .where(*selection.where(model), model.day >= span.first, model.day <= span.last)
        .group_by(model.intent)
    )
    return {row[0]: dict(zip(NAMES, map(int, row[1:]), strict=True)) for row in db.session.execute(query)}


def _from_turns(selection: Selection, span: Range) -> dict[str, dict[str, int]]:
    """The same counts from the turns and sessions themselves."""
    rows: dict[str, dict[str, int]] = defaultdict(lambda: dict.fromkeys(NAMES, 0))
    for row in db.session.execute(_turns(selection, span)):
        rows[row.intent] |= {name: int(getattr(row, name) or 0) for name in NAMES[:4]}
    for row in db.session.execute(_ratings(selection, span)):
        rows[row.intent] |= {name: int(getattr(row, name) or 0) for name in NAMES[4:]}
    return dict(rows)


def _started(selection: Selection, span: Range) -> list[Any]:
    """The sessions of the range."""
    moment = Conversation.started_at
    return [*selection.where(Conversation), moment >= span.start, moment < span.end]


def _turns(selection: Selection, span: Range) -> Any:
    """What turns add to their intents."""
    after = aliased(Turn)
    follows = (after.conversation_id == Turn.conversation_id) & (after.number == Turn.number + 1)
    return (
        select(
            Turn.intent,
            func.count().label("turns"),
            func.sum(func.round(func.coalesce(Turn.confidence, 0.0) * SCALE)).label("confidence_sum"),
            func.count(Turn.confidence).label("confidence_turns"),
            func.sum(case((after.fallback, 1), else_=0)).label("fallback_after"),
        )
        .join(Conversation, Conversation.id == Turn.conversation_id)
        .outerjoin(after, follows)
        .where(*_started(selection, span), Turn.nlu, Turn.accepted, Turn.intent.is_not(None))
        .group_by(Turn.intent)
    )


def _ratings(selection: Selection, span: Range) -> Any:
    """What rated sessions add to their last accepted intent."""
    good = case((Conversation.rating >= SATISFIED_FROM, 1), else_=0)
    return (
        select(Conversation.intent, func.count().label("ratings"), func.sum(good).label("satisfied"))
        .where(*_started(selection, span), Conversation.rating.is_not(None), Conversation.intent.is_not(None))
        .group_by(Conversation.intent)
    )
