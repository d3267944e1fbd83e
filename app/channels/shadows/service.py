"""Rules of shadows: what is kept of an answer, and what the bot itself has answered in the same turn."""

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import Select, func, select

from app.bots.catalog.models import Bot
from app.channels.shadows.models import OUTCOMES, ShadowAnswer
from app.conversations.models import Message
from app.conversations.redaction import redact
from app.core.db.base import db
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
    return select(ShadowAnswer).where(ShadowAnswer.bot_id == bot.id)


def counts_of(bot: Bot) -> dict[str, int]:
    """Return how many answers there are by outcome."""
    query = select(ShadowAnswer.outcome, func.count()).where(ShadowAnswer.bot_id == bot.id)
    found = {outcome: count for outcome, count in db.session.execute(query.group_by(ShadowAnswer.outcome))}
    return {outcome: found.get(outcome, 0) for outcome in OUTCOMES}


def compared(rows: Iterable[ShadowAnswer]) -> list[dict[str, Any]]:
    """Return answers with what was asked and what the bot has answered, all messages read at once."""
    rows = list(rows)
    asked = {one.event_id: one for one in _messages(Message.event_id.in_([row.event_id for row in rows]))}
    replies = _replies(asked.values())
    return [_compared(row, asked.get(row.event_id), replies) for row in rows]


Turn = tuple[int, int]


def _replies(asked: Iterable[Message]) -> dict[Turn, str]:
    """What the bot has said in the turns of some messages."""
    turns = {(one.conversation_id, one.turn_number) for one in asked}
    found: dict[Turn, list[str]] = {}
    which = Message.conversation_id.in_({conversation for conversation, _ in turns})
    for one in _messages(which, Message.speaker == "bot"):
        if (one.conversation_id, one.turn_number) in turns and one.text:
            found.setdefault((one.conversation_id, one.turn_number), []).append(one.text)
    return {turn: "\n".join(texts) for turn, texts in found.items()}


def _messages(*which: Any) -> list[Message]:
    return list(db.session.scalars(select(Message).where(*which).order_by(Message.position)))


def _compared(row: ShadowAnswer, asked: Message | None, replies: Mapping[Turn, str]) -> dict[str, Any]:
    """One answer beside the bot's own; a message that is erased leaves both empty."""
    said = replies.get((asked.conversation_id, asked.turn_number), "") if asked is not None else ""
    names = ("id", "kind", "outcome", "text", "error", "ms", "usage", "at")
    return {name: getattr(row, name) for name in names} | {
        "conversation": asked and asked.conversation_id,
        "asked": asked.text if asked is not None else "",
        "answered": said,
        "same": bool(row.text) and normalise(row.text) in normalise(said),
    }
