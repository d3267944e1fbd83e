"""What bots' knowledge was asked in a period: questions, passages found and cited, counted from stored rows."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Integer, Select, SQLColumnExpression, case, cast, func, select

from app.bots.catalog.models import Bot
from app.bots.documents.models import ANSWERING, BotDocument, BotPassage
from app.channels.questions.models import BotQuestion, PassageUse, QuestionGroup
from app.conversations.models import Conversation
from app.core.db.base import db
from app.reports.filters.ranges import Period
from app.reports.filters.selection import Selection
from app.reports.metrics.definitions import QUESTION_SUMS, Counts


@dataclass(frozen=True, slots=True)
class Use:
    """How often searches had a document and answers cited it in a period, and when last."""

    finds: int
    cited: int
    last: datetime
    rated: int
    helpful: int


def question_conditions(selection: Selection, period: Period) -> list[ColumnElement[bool]]:
    """The conditions on questions of a period, asked in the conversations that a report is about."""
    return [
        *selection.where(Conversation), BotQuestion.at >= period.start, BotQuestion.at < period.end,
    ]  # fmt: skip


def questions(selection: Selection, period: Period, *columns: Any) -> Select[Any]:
    """Select columns of the questions of a period."""
    query = select(*columns).select_from(BotQuestion)
    return query.join(Conversation, Conversation.id == BotQuestion.conversation_id).where(
        *question_conditions(selection, period)
    )


def outcomes(selection: Selection, period: Period) -> list[tuple[datetime, str]]:
    """When each question was asked and what came of it."""
    rows = db.session.execute(questions(selection, period, BotQuestion.at, BotQuestion.outcome))
    return [(at, outcome) for at, outcome in rows]


def count_judged(selection: Selection, period: Period) -> Counts:
    """How many answers visitors have judged, and how many of them helped: an answer once, whatever it cites."""
    helped = func.max(case((PassageUse.is_helpful.is_(True), 1), else_=0)).label("helped")
    of_question = questions(selection, period, helped).join(PassageUse, PassageUse.question_id == BotQuestion.id)
    judged = of_question.where(PassageUse.is_helpful.is_not(None)).group_by(BotQuestion.id).subquery()
    number, helpful = db.session.execute(select(func.count(), func.sum(judged.c.helped)).select_from(judged)).one()
    return {"answers_judged": number, "answers_helpful": int(helpful or 0)}


def count_by(selection: Selection, period: Period, key: SQLColumnExpression[Any]) -> dict[str, Counts]:
    """The sums over the questions of a period by what their conversations have."""
    query = questions(selection, period, key.label("key"), BotQuestion.outcome, func.count())
    by: dict[str, Counts] = {}
    for value, outcome, number in db.session.execute(query.group_by("key", BotQuestion.outcome)):
        counts = by.setdefault(str(value), dict.fromkeys(sorted(QUESTION_SUMS), 0))
        counts["knowledge_questions"] += number
        counts["knowledge_answered" if outcome == "answered" else "knowledge_zero"] += number
    return by


def uses(selection: Selection, period: Period) -> dict[int, Use]:
    """What each document was used for in a period."""
    query = (
        questions(
            selection, period, PassageUse.document_id, func.count(),
            func.sum(cast(PassageUse.is_cited, Integer)), func.max(PassageUse.at),
            func.count(PassageUse.is_helpful), func.count(case((PassageUse.is_helpful.is_(True), 1))),
        )
        .join(PassageUse, PassageUse.question_id == BotQuestion.id)
        .where(PassageUse.is_found)
        .group_by(PassageUse.document_id)
    )  # fmt: skip
    return {
        document: Use(hits, int(cited), last, rated, helpful)
        for document, hits, cited, last, rated, helpful in db.session.execute(query)
    }


def documents(selection: Selection) -> list[BotDocument]:
    """The documents of the bots that a report is about, but those that were replaced."""
    query = select(BotDocument).where(BotDocument.state != "replaced")
    if selection.bots:
        query = query.where(BotDocument.bot_id.in_(selection.bots))
    if selection.group != "overall":
        query = query.where(BotDocument.bot_id.in_(select(Bot.id).where(Bot.group == selection.group)))
    return list(db.session.scalars(query.order_by(BotDocument.title, BotDocument.id)))


def groups(selection: Selection, period: Period) -> list[tuple[QuestionGroup, int, int]]:
    """The groups of questions without an answer in a period, with how many questions and conversations each has."""
    query = (
        questions(
            selection, period, BotQuestion.group_id, func.count(), func.count(BotQuestion.conversation_id.distinct())
        )
        .where(BotQuestion.group_id.is_not(None))
        .group_by(BotQuestion.group_id)
    )  # fmt: skip
    counts = {group: (number, conversations) for group, number, conversations in db.session.execute(query)}
    if not counts:
        return []
    rows = db.session.scalars(select(QuestionGroup).where(QuestionGroup.id.in_(counts))).all()
    sized = [(row, *counts[row.id]) for row in rows]
    return sorted(sized, key=lambda group: (-group[1], group[0].id))


def counts_of(selection: Selection, period: Period) -> Counts:
    """The counts of the key figures; documents and passages are those there are now."""
    by_outcome = Counter(outcome for _, outcome in outcomes(selection, period))
    used, document_counts = uses(selection, period), documents(selection)
    active = [row for row in document_counts if row.state in ANSWERING]
    cited = sum(1 for row in active if row.id in used and used[row.id].cited)
    return {
        "knowledge_questions": by_outcome.total(), "knowledge_answered": by_outcome["answered"],
        "knowledge_zero": by_outcome.total() - by_outcome["answered"], "documents_active": len(active),
        "documents_stale": sum(1 for row in active if row.state == "stale"), "documents_cited": cited,
        "documents_unused": sum(1 for row in active if row.id not in used),
        "passages": sum(row.passages for row in active),
        "question_groups": sum(1 for group, _, _ in groups(selection, period) if group.state == "open"),
    }  # fmt: skip


@dataclass(frozen=True, slots=True)
class CitedPassage:
    """A passage with how often it was cited in a period, how near it was on average, and when last."""

    bot: int
    document: int
    passage: int
    title: str
    page: int | None
    heading: str
    cited: int
    score: float
    last: datetime


def cited_passages(selection: Selection, period: Period, most: int) -> list[CitedPassage]:
    """The passages that answers cited in a period, most first; those that are gone keep their document's name."""
    number = func.count()
    query = (
        questions(
            selection, period, PassageUse.bot_id, PassageUse.document_id, PassageUse.passage_id, BotDocument.title,
            func.max(PassageUse.page), func.max(BotPassage.heading), number, func.avg(PassageUse.score),
            func.max(PassageUse.at),
        )
        .join(PassageUse, PassageUse.question_id == BotQuestion.id)
        .join(BotDocument, BotDocument.id == PassageUse.document_id)
        .outerjoin(BotPassage, BotPassage.id == PassageUse.passage_id)
        .where(PassageUse.is_cited)
        .group_by(PassageUse.bot_id, PassageUse.document_id, PassageUse.passage_id, BotDocument.title)
        .order_by(number.desc(), PassageUse.passage_id)
        .limit(most)
    )  # fmt: skip
    return [
        CitedPassage(bot, document, passage, title, page, heading or "", cited, float(score), last)
        for bot, document, passage, title, page, heading, cited, score, last in db.session.execute(query)
    ]
