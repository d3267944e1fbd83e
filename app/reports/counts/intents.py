"""The intents of a range: turns, confidence, what followed and how it was rated."""

from collections import defaultdict
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from sqlalchemy import case, func, select
from sqlalchemy.orm import aliased

from app.analytics.models import RollupIntentDay
from app.analytics.rollups import SATISFIED_FROM
from app.conversations.models import Conversation, Turn
from app.conversations.provenance import Provenance, knows
from app.core.db.base import db
from app.reports.counts.people import MAX_RAW
from app.reports.filters.ranges import Period, Range
from app.reports.filters.selection import Selection
from app.reports.metrics.definitions import Counts, round_half_up
from app.reports.metrics.significance import REST

NAMES = ("turns", "confidence_sum", "confidence_turns", "explained", "fallback_after", "ratings", "satisfied")
PARTED = ("fallback_turns", "ratings", "satisfied")
SCALE = 10_000
"""Confidence is summed in ten-thousandths."""


@dataclass(frozen=True, slots=True)
class Intents:
    """All turns routed to an intent, and the intents with their counts, the most frequent first.

    `turns` is None where they are too many to count at once: nobody knows then, and nought would be a lie.
    """

    turns: int | None
    top: list[tuple[str, dict[str, int]]]


def read_intents(selection: Selection, span: Range) -> Intents:
    """The intents of a range; of another zone than the clients' and too long a range, none known."""
    rows = _count(selection, span)
    if rows is None:
        return Intents(None, [])
    order = sorted(rows.items(), key=lambda item: (-item[1]["turns"], item[0]))
    return Intents(sum(row["turns"] for row in rows.values()), [item for item in order if item[1]["turns"]])


def mean_confidence(row: dict[str, int]) -> float | None:
    """The mean confidence of an intent's turns; None of none that has one."""
    turns = row["confidence_turns"]
    return round_half_up(Decimal(row["confidence_sum"]) / turns / SCALE, 2) if turns else None


def intent_parts(selection: Selection, period: Period, whole: Counts) -> dict[str, Counts] | None:
    """What each intent has of a period's fallbacks and ratings, and what none has; None where nobody knows.

    A fallback belongs to the intent before it: the turn itself was not understood.
    """
    rows = _count(selection, period)
    if rows is None:
        return None
    parts: dict[str, Counts] = {
        intent: {"fallback_turns": row["fallback_after"], "ratings": row["ratings"], "satisfied": row["satisfied"]}
        for intent, row in rows.items()
    }
    rest = {name: whole.get(name, 0) - sum(part[name] for part in parts.values()) for name in PARTED}
    return parts | {REST: rest | {"nlu_turns": whole.get("nlu_turns", 0)}}


def _count(selection: Selection, period: Period) -> dict[str, dict[str, int]] | None:
    """Counts by intent; None of another zone than the clients' and too long a period."""
    if selection.has_whole_days(period):
        return _from_days(selection, period)
    return _from_turns(selection, period) if period.end - period.start <= MAX_RAW else None


def _from_days(selection: Selection, span: Period) -> dict[str, dict[str, int]]:
    """Counts by intent from the rollup of the clients' days."""
    model = RollupIntentDay
    explains = knows(model.provenance, Provenance.UNDERSTANDING)
    columns = {
        "explained": case((explains, model.turns), else_=0),
        "fallback_after": case((explains, model.fallback_after), else_=0),
    }
    query = (
        select(model.intent, *(func.sum(columns.get(name, getattr(model, name, None))) for name in NAMES))
        .where(*selection.where(model), model.day >= span.first, model.day <= span.last)
        .group_by(model.intent)
    )
    return {row[0]: dict(zip(NAMES, map(int, row[1:]), strict=True)) for row in db.session.execute(query)}


def _from_turns(selection: Selection, span: Period) -> dict[str, dict[str, int]]:
    """The same counts from the turns and sessions themselves."""
    rows: dict[str, dict[str, int]] = defaultdict(lambda: dict.fromkeys(NAMES, 0))
    for row in db.session.execute(_turns(selection, span)):
        rows[row.intent] |= {name: int(getattr(row, name) or 0) for name in NAMES[:5]}
    for row in db.session.execute(_ratings(selection, span)):
        rows[row.intent] |= {name: int(getattr(row, name) or 0) for name in ("ratings", "satisfied")}
    return dict(rows)


def _turns(selection: Selection, span: Period) -> Any:
    """What turns add to their intents."""
    after = aliased(Turn)
    explains = knows(Conversation.provenance, Provenance.UNDERSTANDING)
    follows = (after.conversation_id == Turn.conversation_id) & (after.number == Turn.number + 1)
    return (
        select(
            Turn.intent,
            func.count().label("turns"),
            func.sum(func.round(func.coalesce(Turn.confidence, 0.0) * SCALE)).label("confidence_sum"),
            func.count(Turn.confidence).label("confidence_turns"),
            func.sum(case((explains, 1), else_=0)).label("explained"),
            func.sum(case((after.fallback & explains, 1), else_=0)).label("fallback_after"),
        )
        .join(Conversation, Conversation.id == Turn.conversation_id)
        .outerjoin(after, follows)
        .where(*selection.during(span), Turn.nlu, Turn.accepted, Turn.intent.is_not(None))
        .group_by(Turn.intent)
    )


def _ratings(selection: Selection, span: Period) -> Any:
    """What rated sessions add to their last accepted intent."""
    good = case((Conversation.rating >= SATISFIED_FROM, 1), else_=0)
    return (
        select(Conversation.intent, func.count().label("ratings"), func.sum(good).label("satisfied"))
        .where(*selection.during(span), Conversation.rating.is_not(None), Conversation.intent.is_not(None))
        .group_by(Conversation.intent)
    )
