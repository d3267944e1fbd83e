"""How well a bot's knowledge answers: shares of seven days, those of the seven days before, and one for each day."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, and_, case, func, or_, select
from sqlalchemy.orm import InstrumentedAttribute

from app.bots.catalog.models import Bot
from app.channels.questions.models import BotQuestion, PassageUse
from app.core.db.base import db

DAYS = 7
SHARES = ("answered", "found", "helpful")


class Part(NamedTuple):
    """A part of a whole."""

    num: int = 0
    den: int = 0


def shares_of(bot: Bot, now: datetime) -> list[dict[str, Any]]:
    """Return which part of the questions was answered, found a passage, and helped by what visitors say.

    A question that the flow's own questions answer is not looked up in the documents.
    """
    days = {"answered": [Part()] * 2 * DAYS, "found": [Part()] * 2 * DAYS, "helpful": [Part()] * 2 * DAYS}
    for day, questions, answered, searched, passages in _questions(bot, now):
        days["answered"][day], days["found"][day] = Part(answered, questions), Part(passages, searched)
    for day, rated, helpful in _ratings(bot, now):
        days["helpful"][day] = Part(helpful, rated)
    return [_share(name, days[name]) for name in SHARES]


def _share(name: str, days: Sequence[Part]) -> dict[str, Any]:
    """A share with its course, the oldest day first; `days` begin with the last one."""
    lately, before = _sum(days[:DAYS]), _sum(days[DAYS:])
    return {
        "id": name, "num": lately.num, "den": lately.den, "num_before": before.num, "den_before": before.den,
        "days": [round(part.num / part.den, 3) if part.den else None for part in reversed(days[:DAYS])],
    }  # fmt: skip


def _sum(parts: Iterable[Part]) -> Part:
    parts = list(parts)
    return Part(sum(part.num for part in parts), sum(part.den for part in parts))


def _day(at: InstrumentedAttribute[datetime], now: datetime) -> ColumnElement[int]:
    """How many days ago an instant was, as far back as is counted."""
    return case(*((at >= now - timedelta(days=day + 1), day) for day in range(2 * DAYS - 1)), else_=2 * DAYS - 1)


def _questions(bot: Bot, now: datetime) -> Iterable[tuple[int, int, int, int, int]]:
    """The questions of each day, those answered, those looked up in documents, and those that found a passage."""
    day = _day(BotQuestion.at, now)
    has_passage = select(PassageUse.id).where(PassageUse.question_id == BotQuestion.id, PassageUse.is_found).exists()
    is_searched = or_(BotQuestion.source.is_(None), BotQuestion.source == "documents")
    query = (
        select(
            day, func.count(), func.count(case((BotQuestion.outcome == "answered", 1))),
            func.count(case((is_searched, 1))), func.count(case((and_(is_searched, has_passage), 1))),
        )
        .select_from(BotQuestion)
        .where(BotQuestion.bot_id == bot.id, BotQuestion.at >= now - timedelta(days=2 * DAYS))
        .group_by(day)
    )  # fmt: skip
    return db.session.execute(query)


def _ratings(bot: Bot, now: datetime) -> Iterable[tuple[int, int, int]]:
    """The rated answers of each day, and those that helped."""
    day = _day(PassageUse.at, now)
    query = (
        select(
            day, func.count(PassageUse.question_id.distinct()),
            func.count(case((PassageUse.is_helpful.is_(True), PassageUse.question_id)).distinct()),
        )
        .where(
            PassageUse.bot_id == bot.id, PassageUse.at >= now - timedelta(days=2 * DAYS),
            PassageUse.is_cited, PassageUse.is_helpful.is_not(None),
        )
        .group_by(day)
    )  # fmt: skip
    return db.session.execute(query)
