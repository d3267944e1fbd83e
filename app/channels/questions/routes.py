"""Calls on questions to a bot's knowledge."""

from typing import Any

from app.bots.catalog.service import get_bot
from app.bots.documents.service import get_document
from app.channels.questions import service
from app.channels.questions.figures import shares_of
from app.channels.questions.models import BotQuestion, PassageUse, QuestionGroup
from app.channels.questions.schemas import (
    AnswerAddedSchema,
    CitationListArgs,
    CitedAnswerPageSchema,
    DraftSchema,
    NewAnswerSchema,
    QuestionGroupSchema,
    QuestionListArgs,
    UnansweredPageSchema,
)
from app.core import clock
from app.core.db.base import db, rows_by_id
from app.core.http.api import Blueprint
from app.core.http.listing import paginate, with_more
from app.core.security.operations import UNAUDITED, Operation, needs, transition
from app.core.security.visitor import require_user

blp = Blueprint("questions", __name__, url_prefix="/api/v1/bots", description="Questions to bots' knowledge.")


@blp.get(
    "/<int:bot_id>/questions", Operation(needs("read", "Bot"), query=QuestionListArgs, answer=UnansweredPageSchema)
)
def list_questions(args: dict[str, Any], bot_id: int) -> dict[str, Any]:
    """List groups of questions that a bot could not answer, latest first."""
    bot = get_bot(bot_id)
    query = service.list_groups(bot, args["state"])
    if args["document"] is not None:
        query = service.nearest_unanswered(bot, args["document"])
    page = paginate(query, args, key=QuestionGroup.id, sort=QuestionGroup.last_at)
    return with_more(
        page,
        items=service.serialize_groups(page.items),
        summary=service.summary(bot),
        shares=shares_of(bot, clock.now()),
    )


@blp.post(
    "/<int:bot_id>/questions/<int:question_group_id>/draft",
    Operation(needs("update", "Text"), audit=UNAUDITED, answer=DraftSchema, renders_answer=True),
)
def draft_answer(bot_id: int, question_group_id: int) -> dict[str, Any]:
    """Draft an answer from the documents without storing it."""
    bot = get_bot(bot_id)
    return service.draft_answer(bot, service.get_group(bot, question_group_id))


@blp.post(
    "/<int:bot_id>/questions/<int:question_group_id>/answer",
    Operation(
        needs("update", "Text"),
        audit="question:answer",
        by_service=True,
        body=NewAnswerSchema,
        answer=AnswerAddedSchema,
        status=201,
        problems=(409,),
    ),
)
def add_answer(args: dict[str, Any], bot_id: int, question_group_id: int) -> dict[str, Any]:
    """Answer a group of questions in the working copy."""
    bot = get_bot(bot_id)
    group = service.get_group(bot, question_group_id)
    revision = service.add_answer(bot, group, args["question"], args["answer"], require_user().id)
    db.session.commit()
    return {"group": _serialize(group), "flow_revision": revision}


@blp.post(
    "/<int:bot_id>/questions/<int:question_group_id>/ignore",
    transition(needs("update", "Text"), "question:ignore", answer=QuestionGroupSchema),
)
def ignore_question(bot_id: int, question_group_id: int) -> dict[str, Any]:
    """Ignore a group of questions."""
    return _move(bot_id, question_group_id, "ignore")


@blp.post(
    "/<int:bot_id>/questions/<int:question_group_id>/reopen",
    transition(needs("update", "Text"), "question:reopen", answer=QuestionGroupSchema),
)
def reopen_question(bot_id: int, question_group_id: int) -> dict[str, Any]:
    """Reopen a group of questions."""
    return _move(bot_id, question_group_id, "reopen")


@blp.get(
    "/<int:bot_id>/documents/<int:bot_document_id>/citations",
    Operation(needs("read", "Conversation"), query=CitationListArgs, answer=CitedAnswerPageSchema),
)
def list_citations(args: dict[str, Any], bot_id: int, bot_document_id: int) -> dict[str, Any]:
    """List answers that cited a document, newest first."""
    bot = get_bot(bot_id)
    document = get_document(bot, bot_document_id)
    query = service.citations_of(bot, document.id, args["passage"])
    page = paginate(query, args, key=PassageUse.id)
    questions = rows_by_id(BotQuestion, [row.question_id for row in page.items])
    items = [
        {"id": row.id, "at": row.at, "passage": row.passage_id, "page": row.page, "score": row.score,
         "helpful": row.is_helpful,
         "question": questions[row.question_id].text, "conversation": questions[row.question_id].conversation_id,
         "turn": questions[row.question_id].turn}
        for row in page.items if row.question_id in questions
    ]  # fmt: skip
    return with_more(page, items=items)


def _move(bot_id: int, group_id: int, event: str) -> dict[str, Any]:
    group = service.get_group(get_bot(bot_id), group_id)
    service.move_group(group, event)
    db.session.commit()
    return _serialize(group)


def _serialize(group: QuestionGroup) -> dict[str, Any]:
    (answer,) = service.serialize_groups([group])
    return answer
