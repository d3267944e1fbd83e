"""Rules of questions without an answer: their groups, drafts of answers, and what documents were used for."""

from collections.abc import Iterable
from copy import deepcopy
from datetime import timedelta
from typing import Any

from sqlalchemy import Integer, Select, cast, func, select

from app.bots.catalog.flows import check_editable, get_flow, set_flow
from app.bots.catalog.models import Bot
from app.bots.catalog.phrases import language_of
from app.bots.documents.library import THRESHOLD
from app.bots.understanding.service import library_of
from app.channels.questions.models import GROUP_STATES, BotQuestion, PassageUse, QuestionGroup
from app.core import clock
from app.core.db.base import db, fetch, hold, without_lock
from app.core.lifecycles import Lifecycle

LIFE = Lifecycle("question", GROUP_STATES, {
    "answer": ("open", "answered"),
    "ignore": ("open", "ignored"),
    "reopen": (("answered", "ignored"), "open"),
})  # fmt: skip
EXAMPLES = 4
WEEK, MONTH = timedelta(days=7), timedelta(days=28)
NEAREST = 3
"""Passages that a draft is written from at most."""


def list_groups(bot: Bot, state: str = "") -> Select[QuestionGroup]:
    """Select the groups of questions that a bot could not answer."""
    query = select(QuestionGroup).where(QuestionGroup.bot_id == bot.id)
    return query.where(QuestionGroup.state == state) if state else query


def get_group(bot: Bot, group_id: int) -> QuestionGroup:
    """Return a group, or raise NotFound."""
    return fetch(list_groups(bot).where(QuestionGroup.id == group_id), "This question does not exist.")


def serialize_groups(groups: Iterable[QuestionGroup]) -> list[dict[str, Any]]:
    """Return groups with their counts and some wordings, all read at once."""
    rows = list(groups)
    ids = [group.id for group in rows]
    counts = _counts(ids)
    texts = _wordings(ids)
    leads = {row.id: row for row in db.session.scalars(
        select(BotQuestion).where(BotQuestion.id.in_([group.lead_id for group in rows])))}  # fmt: skip
    documents = []
    for group in rows:
        lead = leads.get(group.lead_id)
        documents.append(
            {name: getattr(group, name) for name in ("id", "state", "last_at", "revision")}
            | counts.get(group.id, {"count": 0, "conversations": 0, "recent": 0})
            | {"text": lead.text if lead else "", "language": lead.language if lead else "en",
               "conversation": lead and lead.conversation_id, "turn": lead and lead.turn,
               "examples": [text for text in texts.get(group.id, []) if lead is None or text != lead.text][:EXAMPLES],
               "possible": LIFE.possible(group.state)}
        )  # fmt: skip
    return documents


def _counts(ids: list[int]) -> dict[int, dict[str, int]]:
    is_recent = cast(BotQuestion.at >= clock.now() - WEEK, Integer)
    query = (
        select(
            BotQuestion.group_id, func.count(), func.count(BotQuestion.conversation_id.distinct()),
            func.sum(is_recent),
        )
        .where(BotQuestion.group_id.in_(ids))
        .group_by(BotQuestion.group_id)
    )  # fmt: skip
    return {
        group: {"count": count, "conversations": conversations, "recent": int(recent or 0)}
        for group, count, conversations, recent in (db.session.execute(query) if ids else ())
        if group is not None
    }


def _wordings(ids: list[int]) -> dict[int, list[str]]:
    """The different texts of groups, the newest first."""
    query = (
        select(BotQuestion.group_id, BotQuestion.text, func.max(BotQuestion.at))
        .where(BotQuestion.group_id.in_(ids), BotQuestion.text != "")
        .group_by(BotQuestion.group_id, BotQuestion.text)
        .order_by(func.max(BotQuestion.at).desc())
        .limit(500)
    )
    wordings: dict[int, list[str]] = {}
    for group, text, _ in db.session.execute(query) if ids else ():
        wordings.setdefault(group or 0, []).append(text)
    return wordings


def summary(bot: Bot) -> dict[str, Any]:
    """Return how many questions of seven days were asked and answered, and how many groups are open."""
    since = BotQuestion.at >= clock.now() - WEEK
    query = (
        select(BotQuestion.outcome, func.count())
        .where(BotQuestion.bot_id == bot.id, since)
        .group_by(BotQuestion.outcome)
    )
    counts = {outcome: count for outcome, count in db.session.execute(query)}
    is_open = select(func.count()).where(QuestionGroup.bot_id == bot.id, QuestionGroup.state == "open")
    return {"total": sum(counts.values()), "answered": counts.get("answered", 0),
            "groups": db.session.scalar(is_open) or 0}  # fmt: skip


def draft_answer(bot: Bot, group: QuestionGroup) -> dict[str, Any]:
    """Return a question and an answer of what the nearest passages say; an empty answer where none is near."""
    (description,) = serialize_groups([group])
    library = library_of(bot)
    with without_lock():
        hits = library.find(description["text"])["hits"] if library is not None else []
        near = [hit for hit in hits if hit["score"] >= THRESHOLD / 2][:NEAREST]
        text = library.best_sentences(description["text"], near[0]["text"]) if library is not None and near else ""
    names = ("document", "passage", "title", "page", "score", "text", "stale")
    citations = [{name: hit[name] for name in names} for hit in near]
    return {"question": description["text"], "answer": text, "citations": citations}


def add_answer(bot: Bot, group: QuestionGroup, question: str, answer: str, user_id: int) -> int:
    """Put a question with its answer into the working copy; return the revision it has then."""
    hold(bot)
    check_editable(bot)
    hold(group)
    LIFE.move(group, "answer")
    document = deepcopy(get_flow(bot).document)
    language = language_of(answer, None, document["languages"])
    language = language if language in document["languages"] else document["languages"][0]
    document.setdefault("knowledge", []).append({"question": {language: question}, "answer": {language: answer}})
    flow = set_flow(bot, document, user_id)
    db.session.flush()
    return int(flow.revision)


def move_group(group: QuestionGroup, event: str) -> None:
    """Ignore a group, or open it again."""
    hold(group)
    LIFE.move(group, event)
    db.session.flush()


def citations_of(bot: Bot, document_id: int, passage_id: int | None) -> Select[PassageUse]:
    """Select where a document, or a passage of it, was cited."""
    query = select(PassageUse).where(
        PassageUse.bot_id == bot.id, PassageUse.document_id == document_id, PassageUse.is_cited
    )
    return query.where(PassageUse.passage_id == passage_id) if passage_id is not None else query


def nearest_unanswered(bot: Bot, document_id: int) -> Select[QuestionGroup]:
    """Select the open groups whose questions came nearest to a document."""
    near = (
        select(BotQuestion.group_id)
        .join(PassageUse, PassageUse.question_id == BotQuestion.id)
        .where(PassageUse.document_id == document_id, PassageUse.is_found.is_(False))
    )
    return list_groups(bot, "open").where(QuestionGroup.id.in_(near))
