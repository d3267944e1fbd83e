"""What documents were used for, and erasing questions with the conversations they were asked in."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Integer, cast, delete, func, select, update

from app.bots.catalog.models import Bot
from app.bots.documents.service import document_uses, passage_uses
from app.channels.questions.models import BotQuestion, PassageUse, QuestionGroup
from app.channels.questions.service import MONTH, WEEK
from app.clients.erasing import LAST, Step, erases
from app.clients.models import Client
from app.conversations.erasing import erases_contents
from app.core import clock
from app.core.db.base import db

_SILENT = {"synchronize_session": False}


@document_uses.provide
def _uses_of_documents(document_ids: list[int]) -> dict[int, dict[str, Any]]:
    """How often documents were found and cited in seven days, and when last."""
    if not document_ids:
        return {}
    lately = cast(PassageUse.at >= clock.now() - WEEK, Integer)
    query = (
        select(
            PassageUse.document_id, func.sum(lately), func.sum(lately * cast(PassageUse.is_cited, Integer)),
            func.max(PassageUse.at),
        )
        .where(PassageUse.document_id.in_(document_ids), PassageUse.is_found)
        .group_by(PassageUse.document_id)
    )  # fmt: skip
    return {
        document: {"found": int(found or 0), "cited": int(cited or 0), "used_at": used_at}
        for document, found, cited, used_at in db.session.execute(query)
    }


@passage_uses.provide
def _uses_of_passages(document_id: int) -> dict[int, dict[str, Any]]:
    """How often the passages of a document were found and cited in 28 days."""
    query = (
        select(PassageUse.passage_id, func.count(), func.sum(cast(PassageUse.is_cited, Integer)))
        .where(PassageUse.document_id == document_id, PassageUse.is_found, PassageUse.at >= clock.now() - MONTH)
        .group_by(PassageUse.passage_id)
    )
    return {passage: {"found": found, "cited": int(cited or 0)} for passage, found, cited in db.session.execute(query)}


@erases_contents
def _erase_questions(conversation_ids: Sequence[int]) -> None:
    """Empty what was asked in conversations; a group led by one of these is led by another, or deleted."""
    asked = BotQuestion.conversation_id.in_(conversation_ids)
    emptied = select(BotQuestion.id).where(asked, BotQuestion.text != "")
    groups = db.session.scalars(select(QuestionGroup).where(QuestionGroup.lead_id.in_(emptied))).all()
    db.session.execute(update(BotQuestion).where(asked).values(text=""), execution_options=_SILENT)
    for group in groups:
        others = select(func.min(BotQuestion.id)).where(BotQuestion.group_id == group.id, BotQuestion.text != "")
        lead_id = db.session.scalar(others)
        if lead_id is not None:
            group.lead_id = lead_id
        else:
            alone = update(BotQuestion).where(BotQuestion.group_id == group.id).values(group_id=None)
            db.session.execute(alone, execution_options=_SILENT)
            db.session.delete(group)
    db.session.flush()


@erases
def _erase_all(client: Client, step: Step) -> None:
    """Delete what the bots of a purged client were asked."""
    bots = select(Bot.id).where(Bot.client_id == client.id)
    for kind in (PassageUse, BotQuestion, QuestionGroup):
        db.session.execute(delete(kind).where(kind.bot_id.in_(bots)), execution_options=_SILENT)
    step(LAST)
