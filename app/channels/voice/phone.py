"""The telephone in the browser: test calls that take the way of real ones, without a provider."""

import secrets
from typing import Any

from sqlalchemy import select

from app.accounts.users.models import User
from app.bots.catalog.models import Bot
from app.channels.sessions.dialogue import live_version
from app.channels.voice import calling
from app.channels.voice.calling import Heard
from app.channels.voice.models import VoiceCall, VoiceTurn
from app.channels.voice.service import locale_of, settings_of
from app.conversations.models import Message
from app.core.db.base import db
from app.core.errors import NotFound


def start(bot: Bot, user: User) -> int:
    """Begin a call of a reader; Conflict where the bot has no live version."""
    live_version(bot)
    key, _ = calling.begin(
        bot, None, f"browser-{secrets.token_hex(12)}", f"test:{user.id}", traffic="test", user_id=user.id
    )
    return key


def get_call(bot: Bot, call_id: int, user: User) -> VoiceCall:
    """Return a call that a reader has begun, or raise NotFound."""
    query = select(VoiceCall).where(VoiceCall.id == call_id, VoiceCall.bot_id == bot.id, VoiceCall.user_id == user.id)
    call = db.session.scalar(query)
    if call is None:
        raise NotFound("This call does not exist.")
    return call


def say(call: VoiceCall, values: dict[str, Any]) -> None:
    """Bring in what the reader has said or pressed."""
    token, call_id = values.pop("token"), call.id
    values["speech"] = " ".join(values["speech"].split())
    heard = Heard(**values | {"dialled": values["dialled"] or None})
    db.session.rollback()
    calling.take(call_id, token, heard)


def shown(bot: Bot, call: VoiceCall) -> dict[str, Any]:
    """Return the present state of a call."""
    turns = calling.turns_of(call.id)
    heard = _heard([turn.event_id for turn in turns if turn.event_id])
    given = calling.stored_answer(turns[-1] if turns else None)
    listen = given.answer.listen
    names = ("id", "token", "state", "ended_by", "awaits", "node", "started_at")
    return {name: getattr(call, name) for name in names} | {
        "locale": listen.locale if listen is not None else locale_of(settings_of(bot), call.language),
        "transfer": given.answer.transfer, "turns": [_turn(call, turn, heard) for turn in turns],
    }  # fmt: skip


def _turn(call: VoiceCall, turn: VoiceTurn, heard: dict[str, str]) -> dict[str, Any]:
    given = calling.stored_answer(turn)
    names = ("number", "kind", "key", "confidence", "is_missed")
    return {name: getattr(turn, name) for name in names} | {
        "heard": heard.get(turn.event_id or "", ""), "says": given.answer.says, "ms": given.ms,
        "at_ms": max(round((turn.heard_at - call.started_at).total_seconds() * 1000), 0),
    }  # fmt: skip


def _heard(event_ids: list[str]) -> dict[str, str]:
    """What was heard, as the conversation has it."""
    query = select(Message.event_id, Message.text).where(Message.event_id.in_(event_ids))
    return {event_id: text for event_id, text in db.session.execute(query)} if event_ids else {}
