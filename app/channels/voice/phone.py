"""The telephone in the browser: test calls that take the way of real ones, without a provider."""

import secrets
from typing import Any

from sqlalchemy import select

from app.accounts.users.models import User
from app.bots.catalog.models import Bot
from app.channels.sessions.dialogue import get_live_version
from app.channels.voice import calling, sound, transcription
from app.channels.voice.calling import Heard
from app.channels.voice.models import VoiceCall, VoiceTurn
from app.channels.voice.service import locale_of, settings_of
from app.conversations.models import Message
from app.core.db.base import db, fetch, without_lock
from app.core.errors import BeyondSchema, Conflict, Invalid, Unavailable
from app.core.extras import missing_extra
from app.core.http.concurrency import FILES


def start(bot: Bot, user: User) -> int:
    """Begin a call of a reader; Conflict where the bot has no live version."""
    get_live_version(bot)
    key, _ = calling.begin(
        bot, None, f"browser-{secrets.token_hex(12)}", f"test:{user.id}", traffic="test", user_id=user.id
    )
    return key


def get_call(bot: Bot, call_id: int, user: User) -> VoiceCall:
    """Return a call that a reader has begun, or raise NotFound."""
    query = select(VoiceCall).where(VoiceCall.id == call_id, VoiceCall.bot_id == bot.id, VoiceCall.user_id == user.id)
    return fetch(query, "This call does not exist.")


LONGEST_S = 30
"""The longest answer that is heard."""
LARGEST = 2 * LONGEST_S * transcription.RATE + 4096
"""Bytes of its WAV."""


def hear(call: VoiceCall, data: bytes) -> dict[str, Any]:
    """Return what is said in a WAV of at most 30 seconds; it is neither sent to the bot nor stored."""
    if (hearing := _hearing(call)) != "ready":
        raise Conflict("Speech in this language cannot be recognised here.", code=hearing)
    try:
        samples = sound.read_wav(data, transcription.RATE)[:, :1]
    except sound.UnreadableSound:
        raise Invalid({"file": [BeyondSchema("Must be a WAV of 16 bits.")]}) from None
    if len(samples) > LONGEST_S * transcription.RATE:
        raise Invalid({"file": [BeyondSchema(f"Must be {LONGEST_S} seconds at most.")]})
    try:
        with without_lock(), FILES.hold():
            transcript = transcription.transcribe(samples, transcription.RATE)
    except transcription.Unheard:
        raise Unavailable("The recording could not be read. Try again.") from None
    return {
        "text": " ".join(line.text for line in transcript),
        "confidence": min((line.confidence for line in transcript), default=None),
    }


def _hearing(call: VoiceCall) -> str:
    """Whether the telephone hears: one of HEARING."""
    if not transcription.is_available():
        return "not_installed"
    return "ready" if transcription.is_known(call.language) else "needs_provider"


def say(call: VoiceCall, values: dict[str, Any]) -> None:
    """Bring in what the reader has said or pressed."""
    token, call_id = values.pop("token"), call.id
    values["speech"] = " ".join(values["speech"].split())
    heard = Heard(**values | {"dialled": values["dialled"] or None})
    db.session.rollback()
    calling.take(call_id, token, heard)


def representation(bot: Bot, call: VoiceCall) -> dict[str, Any]:
    """Return the present state of a call."""
    turns = calling.turns_of(call.id)
    texts = _texts_by_event([turn.event_id for turn in turns if turn.event_id])
    reply = calling.stored_answer(turns[-1] if turns else None)
    listen = reply.answer.listen
    names = ("id", "token", "state", "ended_by", "awaits", "node", "started_at")
    return {name: getattr(call, name) for name in names} | {
        "locale": listen.locale if listen is not None else locale_of(settings_of(bot), call.language),
        "hearing": _hearing(call), "extras": missing_extra(transcription.EXTRA),
        "transfer": reply.answer.transfer, "turns": [_turn(call, turn, texts) for turn in turns],
    }  # fmt: skip


def _turn(call: VoiceCall, turn: VoiceTurn, heard: dict[str, str]) -> dict[str, Any]:
    reply = calling.stored_answer(turn)
    names = ("number", "kind", "key", "confidence", "is_missed")
    return {name: getattr(turn, name) for name in names} | {
        "heard": heard.get(turn.event_id or "", ""), "says": reply.answer.says, "ms": reply.ms,
        "at_ms": call.offset_ms(turn.heard_at),
    }  # fmt: skip


def _texts_by_event(event_ids: list[str]) -> dict[str, str]:
    """What was heard, as the conversation has it."""
    query = select(Message.event_id, Message.text).where(Message.event_id.in_(event_ids))
    return {event_id: text for event_id, text in db.session.execute(query)} if event_ids else {}
