"""What documents were used for, and erasing questions with the conversations they were asked in."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Integer, Select, and_, case, cast, delete, func, select, update

from app.bots.catalog.models import Bot
from app.bots.documents.service import LEAST_HELPFUL, LEAST_RATED, document_uses, passage_uses, poorly_rated
from app.channels.questions.models import BotQuestion, PassageUse, QuestionGroup
from app.channels.questions.service import MONTH, WEEK
from app.clients.erasing import LAST, EraseStep, erases
from app.clients.models import Client
from app.conversations.erasing import erases_contents
from app.core import clock
from app.core.db.base import db, write_rows


@document_uses.provide
def _uses_of_documents(document_ids: list[int]) -> dict[int, dict[str, Any]]:
    """How often documents were found and cited in seven days, and when last; ratings of 28 days."""
    if not document_ids:
        return {}
    lately = cast(PassageUse.at >= clock.now() - WEEK, Integer)
    rated = and_(PassageUse.is_helpful.is_not(None), PassageUse.at >= clock.now() - MONTH)
    query = (
        select(
            PassageUse.document_id, func.sum(lately), func.sum(lately * cast(PassageUse.is_cited, Integer)),
            func.max(PassageUse.at), *_ratings(rated),
        )
        .where(PassageUse.document_id.in_(document_ids), PassageUse.is_found)
        .group_by(PassageUse.document_id)
    )  # fmt: skip
    return {
        document: {
            "times_found": int(hits or 0),
            "cited": int(cited or 0),
            "used_at": used_at,
            "rated": ratings,
            "helpful": helpful,
        }
        for document, hits, cited, used_at, ratings, helpful in db.session.execute(query)
    }


@passage_uses.provide
def _uses_of_passages(document_id: int) -> dict[int, dict[str, Any]]:
    """How often the passages of a document were found, cited and rated in 28 days."""
    query = (
        select(
            PassageUse.passage_id, func.count(), func.sum(cast(PassageUse.is_cited, Integer)),
            *_ratings(PassageUse.is_helpful.is_not(None)),
        )
        .where(PassageUse.document_id == document_id, PassageUse.is_found, PassageUse.at >= clock.now() - MONTH)
        .group_by(PassageUse.passage_id)
    )  # fmt: skip
    return {
        passage: {"times_found": hits, "cited": int(cited or 0), "rated": ratings, "helpful": helpful}
        for passage, hits, cited, ratings, helpful in db.session.execute(query)
    }


def _ratings(rated: ColumnElement[bool]) -> tuple[ColumnElement[int], ColumnElement[int]]:
    """The numbers of ratings, and of those that say an answer helped."""
    return func.count(case((rated, 1))), func.count(case((and_(rated, PassageUse.is_helpful.is_(True)), 1)))


@poorly_rated.provide
def _select_poorly_rated(bot_id: int) -> Select[int]:
    """Select the documents of a bot whose answers mostly did not help in 28 days."""
    number, helpful = _ratings(PassageUse.is_helpful.is_not(None))
    return (
        select(PassageUse.document_id)
        .where(PassageUse.bot_id == bot_id, PassageUse.is_cited, PassageUse.at >= clock.now() - MONTH)
        .group_by(PassageUse.document_id)
        .having(number >= LEAST_RATED, helpful * 100 < number * LEAST_HELPFUL)
    )


@erases_contents
def _erase_questions(conversation_ids: Sequence[int]) -> None:
    """Empty what was asked in conversations; a group led by one of these is led by another, or deleted."""
    condition = BotQuestion.conversation_id.in_(conversation_ids)
    emptied = select(BotQuestion.id).where(condition, BotQuestion.text != "")
    groups = db.session.scalars(select(QuestionGroup).where(QuestionGroup.lead_id.in_(emptied))).all()
    write_rows(update(BotQuestion).where(condition).values(text=""))
    for group in groups:
        others = select(func.min(BotQuestion.id)).where(BotQuestion.group_id == group.id, BotQuestion.text != "")
        lead_id = db.session.scalar(others)
        if lead_id is not None:
            group.lead_id = lead_id
        else:
            write_rows(update(BotQuestion).where(BotQuestion.group_id == group.id).values(group_id=None))
            db.session.delete(group)
    db.session.flush()


@erases
def _erase_all(client: Client, step: EraseStep) -> None:
    """Delete what the bots of a purged client were asked."""
    bots = select(Bot.id).where(Bot.client_id == client.id)
    for kind in (PassageUse, BotQuestion, QuestionGroup):
        write_rows(delete(kind).where(kind.bot_id.in_(bots)))
    step(LAST)
