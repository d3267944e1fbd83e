"""Rules of shadows: what is kept of an answer, and what the bot itself has answered in the same turn."""

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import ColumnElement, Select, func, select

from app.bots.catalog.models import Bot
from app.channels.shadows.models import OUTCOMES, ShadowAnswer
from app.conversations.models import Conversation, Message
from app.conversations.redaction import redact
from app.core.db.base import db
from app.core.db.tenancy import current_scope
from app.core.text import normalise


def note(bot_id: int, event_id: str, call: Mapping[str, Any]) -> None:
    """Keep what a handler would have answered to a message."""
    outcome = "failed" if call["error"] else "answered" if call["answer"] else "no_reply"
    row = ShadowAnswer(
        bot_id=bot_id, event_id=event_id, kind=call["kind"], outcome=outcome, text=redact(call["answer"]),
        error=call["error"], ms=call["ms"], usage=call["usage"],
    )  # fmt: skip
    db.session.add(row)
    db.session.flush()


def list_answers(bot: Bot) -> Select[ShadowAnswer]:
    """Select what a bot's shadow has answered."""
    return select(ShadowAnswer).where(*_visible(bot))


def _visible(bot: Bot) -> list[ColumnElement[bool]]:
    """The conditions on a bot's answers: readers of some outlets see those given in their conversations."""
    conditions = [ShadowAnswer.bot_id == bot.id]
    if current_scope().outlets is not None:
        own = select(Message.id).join(Conversation, Conversation.id == Message.conversation_id)
        conditions.append(own.where(Message.event_id == ShadowAnswer.event_id).exists())
    return conditions


def counts_of(bot: Bot) -> dict[str, int]:
    """Return how many answers there are by outcome."""
    query = select(ShadowAnswer.outcome, func.count()).where(*_visible(bot))
    counts = {outcome: count for outcome, count in db.session.execute(query.group_by(ShadowAnswer.outcome))}
    return {outcome: counts.get(outcome, 0) for outcome in OUTCOMES}


def serialize_comparisons(rows: Iterable[ShadowAnswer]) -> list[dict[str, Any]]:
    """Return answers with what was asked and what the bot has answered, all messages read at once."""
    rows = list(rows)
    messages = {
        message.event_id: message for message in _messages(Message.event_id.in_([row.event_id for row in rows]))
    }
    replies = _replies(messages.values())
    return [_serialize_comparison(row, messages.get(row.event_id), replies) for row in rows]


TurnKey = tuple[int, int]


def _replies(messages: Iterable[Message]) -> dict[TurnKey, str]:
    """What the bot has said in the turns of some messages."""
    turns = {(message.conversation_id, message.turn_number) for message in messages}
    lines: dict[TurnKey, list[str]] = {}
    condition = Message.conversation_id.in_({conversation for conversation, _ in turns})
    for reply in _messages(condition, Message.speaker == "bot"):
        if (reply.conversation_id, reply.turn_number) in turns and reply.text:
            lines.setdefault((reply.conversation_id, reply.turn_number), []).append(reply.text)
    return {turn: "\n".join(texts) for turn, texts in lines.items()}


def _messages(*conditions: Any) -> list[Message]:
    return list(db.session.scalars(select(Message).where(*conditions).order_by(Message.position)))


def _serialize_comparison(row: ShadowAnswer, message: Message | None, replies: Mapping[TurnKey, str]) -> dict[str, Any]:
    """One answer beside the bot's own; a message that is erased leaves both empty."""
    reply = replies.get((message.conversation_id, message.turn_number), "") if message is not None else ""
    names = ("id", "kind", "outcome", "text", "error", "ms", "usage", "at")
    return {name: getattr(row, name) for name in names} | {
        "conversation": message and message.conversation_id,
        "input": message.text if message is not None else "",
        "answered": reply,
        "same": bool(row.text) and normalise(row.text) in normalise(reply),
    }
