"""The ledger of restatements as reports show it: marks on days, and the list of all of them."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, func, select

from app.analytics.models import Restatement, RollupDay
from app.bots.catalog.models import Bot
from app.core.db.base import db
from app.reports.filters.ranges import Range
from app.reports.filters.selection import REAL, Selection
from app.reports.records.models import MonthClose


def by_day(selection: Selection, span: Range, metric: str) -> dict[date, datetime]:
    """When a number of each day was last restated.

    The ledger speaks of a bot's whole days in its client's zone: where a report cuts days otherwise, or shows
    some channels, outlets, languages or test traffic only, it cannot tell which numbers were others, and marks none.
    """
    if not (selection.by_client_day and selection.is_whole):
        return {}
    query = (
        select(Restatement.day, func.max(Restatement.created_at))
        .where(Restatement.metric == metric, Restatement.day >= span.first, Restatement.day <= span.last)
        .group_by(Restatement.day)
    )
    if selection.bots:
        query = query.where(Restatement.bot_id.in_(selection.bots))
    if selection.group != "overall":
        query = query.where(_group_condition(selection.group))
    return {day: at for day, at in db.session.execute(query) if day is not None}


def _group_condition(group: str) -> ColumnElement[bool]:
    """Lines of bots that were of the group on the line's day; of a day without sessions, of those that are now."""
    that_day = select(RollupDay.bot_id).where(
        RollupDay.bot_id == Restatement.bot_id, RollupDay.day == Restatement.day, RollupDay.traffic == REAL
    )
    now = Restatement.bot_id.in_(select(Bot.id).where(Bot.group == group))
    return that_day.where(RollupDay.bot_group == group).exists() | (now & ~that_day.exists())


def is_after_close(close: type[MonthClose]) -> ColumnElement[bool]:
    """Whether a line of a client changed a day of a month after the month was closed."""
    return and_(Restatement.day >= close.first, Restatement.day <= close.last, Restatement.created_at > close.closed_at)


def list_restatements(*, after_close: bool = False) -> Select[Restatement]:
    """Every line of the ledger the reader may see: who sees some outlets only sees none, for lines are of them all."""
    query = select(Restatement)
    if after_close:
        closed = select(MonthClose.id).where(MonthClose.client_id == Restatement.client_id, is_after_close(MonthClose))
        query = query.where(closed.exists())
    return query


def serialize(lines: Sequence[Restatement]) -> list[dict[str, Any]]:
    """Lines of the ledger as they are answered, each with whether its month was closed before."""
    closed = select(Restatement.id).join(
        MonthClose, and_(MonthClose.client_id == Restatement.client_id, is_after_close(MonthClose))
    )
    later = set(db.session.scalars(closed.where(Restatement.id.in_([line.id for line in lines]))))
    names = ("id", "day", "bot_id", "metric", "old", "new", "cause", "created_at", "import_id")
    return [{name: getattr(line, name) for name in names} | {"after_close": line.id in later} for line in lines]
