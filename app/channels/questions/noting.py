"""Noting what knowledge was asked, in the transaction of the step that asked it."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from rapidfuzz import fuzz, process
from sqlalchemy import func, select, update

from app.bots.documents.library import THRESHOLD
from app.channels.questions.models import TEXT_LENGTH, BotQuestion, PassageUse, QuestionGroup
from app.conversations.models import Conversation, Message
from app.conversations.redaction import redact
from app.core.db.base import db, write_rows
from app.core.db.ids import new_id
from app.core.text import normalise

ALIKE = 74.0
"""Likeness of two questions, of 100, from which they say the same."""
COMPARED = 300
"""Groups of a bot, the last used first, that a question is compared with."""


def searches_of(calls: list[dict[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Yield the searches in a bot's knowledge among the calls of a trace."""
    for call in calls:
        if call["type"] == "knowledge":
            yield call
        for tried in call.get("tried", ()):
            if tried.get("knowledge"):
                yield tried["knowledge"]


def note_search(
    bot_id: int, conversation_id: int, search: Mapping[str, Any], at: datetime, language: str, key: int | None = None
) -> None:  # fmt: skip
    """Keep a question with what was found for it, under a key where it has one; without an answer it joins a group."""
    hits, cited = search.get("hits", ()), {citation["passage"] for citation in search.get("citations", ())}
    is_answered = bool(cited) or "question" in search
    key = key or new_id()
    text = redact(str(search["query"]))[:TEXT_LENGTH]
    outlet_id = db.session.scalar(select(Conversation.outlet_id).where(Conversation.id == conversation_id))
    row = BotQuestion(
        id=key, bot_id=bot_id, outlet_id=outlet_id,
        conversation_id=conversation_id,
        turn=_turn(conversation_id), at=at, text=text, language=language[:12],
        outcome="answered" if is_answered else "found" if hits else "nothing",
        source=search.get("by") if is_answered else None, score=search.get("score"), ms=search.get("ms"),
    )  # fmt: skip
    if not is_answered and normalise(text):
        row.group_id = _group(row)
    db.session.add(row)
    db.session.flush()
    for place, hit in enumerate(hits):
        is_found = hit["score"] >= THRESHOLD
        if is_found or place == 0 or hit["passage"] in cited:
            db.session.add(PassageUse(
                bot_id=bot_id, outlet_id=outlet_id, question_id=key,
                document_id=int(hit["document"]),
                passage_id=int(hit["passage"]), page=hit["page"], score=hit["score"], is_found=is_found,
                is_cited=hit["passage"] in cited, at=at,
            ))  # fmt: skip
    db.session.flush()


def note_rating(question_id: int, helpful: bool | None) -> None:
    """Note whether the answer to a question helped, with every passage that it cited."""
    cited = update(PassageUse).where(PassageUse.question_id == question_id, PassageUse.is_cited)
    write_rows(cited.values(is_helpful=helpful))


def _turn(conversation_id: int) -> int:
    """The number of the turn under way."""
    query = select(func.max(Message.turn_number)).where(
        Message.conversation_id == conversation_id, Message.speaker == "user"
    )
    return db.session.scalar(query) or 0


def _group(row: BotQuestion) -> int:
    """The group of questions like this one, or a new one that it leads."""
    query = (
        select(QuestionGroup, BotQuestion.text)
        .join(BotQuestion, BotQuestion.id == QuestionGroup.lead_id)
        .where(QuestionGroup.bot_id == row.bot_id, BotQuestion.text != "")
        .order_by(QuestionGroup.last_at.desc())
        .limit(COMPARED)
    )
    groups = db.session.execute(query).all()
    texts = [normalise(text) for _, text in groups]
    like = process.extractOne(normalise(row.text), texts, scorer=fuzz.token_sort_ratio, score_cutoff=ALIKE)
    if like is None:
        group = QuestionGroup(id=new_id(), bot_id=row.bot_id, lead_id=row.id, last_at=row.at)
        db.session.add(group)
        return group.id
    nearest: QuestionGroup = groups[like[2]][0]
    nearest.last_at = max(nearest.last_at, row.at)
    return nearest.id
