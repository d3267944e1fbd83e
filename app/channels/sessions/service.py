"""Opening conversations on a channel, finding them again, and listing what they show."""

import hashlib
import re
from collections.abc import Sequence
from typing import Any

from sqlalchemy import and_, select

from app.bots.catalog.models import Bot
from app.channels.sessions.models import ChannelEvent, ChannelSession
from app.core.db.base import db
from app.core.db.tenancy import everywhere
from app.core.security.comparing import is_same

EVENTS = 200
"""Events one answer holds."""
NUMBERED = ("whatsapp", "sms", "voice")
"""Channels that call people by their phone numbers."""
NUMBER = re.compile(r"\+?([0-9]{7,15})")
"""A telephone calls with the sign only who can be called back."""


def find_session(session_id: int, secret: str) -> tuple[ChannelSession, Bot] | None:
    """Return the session a browser's secret is of, of whatever workspace, with its bot; or None."""
    query = (
        select(ChannelSession, Bot)
        .join(Bot, and_(Bot.id == ChannelSession.bot_id, Bot.workspace_id == ChannelSession.workspace_id))
        .where(ChannelSession.id == session_id)
    )
    with everywhere():
        match = db.session.execute(query).first()
    if match is None:
        return None
    row, bot = match
    hashed = hashlib.sha256(secret.encode()).hexdigest()
    if row.secret_hash is None or not is_same(row.secret_hash, hashed):
        return None
    return row, bot


def events_after(session_id: int, position: int, *, limit: int = EVENTS) -> Sequence[ChannelEvent]:
    """Return the events after a position, in order."""
    query = (
        select(ChannelEvent)
        .where(ChannelEvent.session_id == session_id, ChannelEvent.position > position)
        .order_by(ChannelEvent.position)
        .limit(limit)
    )
    return db.session.scalars(query).all()


def answer_to(session_id: int, position: int) -> list[ChannelEvent]:
    """Return what came after a message of the person and before the next one."""
    answers: list[ChannelEvent] = []
    for event in events_after(session_id, position):
        if event.speaker == "user":
            break
        answers.append(event)
    return answers


def number_of(channel: str, ext_user: str) -> str:
    """Return the phone number that a channel calls a person by; empty where it calls people otherwise."""
    match = NUMBER.fullmatch(ext_user) if channel in NUMBERED and (channel != "voice" or "+" in ext_user) else None
    return f"+{match[1]}" if match else ""


def label_of(session_id: int, option: str) -> str:
    """Return an option as it was last offered; its id where it never was."""
    query = (
        select(ChannelEvent)
        .where(ChannelEvent.session_id == session_id, ChannelEvent.speaker == "bot")
        .order_by(ChannelEvent.position.desc())
        .limit(20)
    )
    for event in db.session.scalars(query):
        for offered in event.body.get("options", ()):
            if offered["id"] == option:
                return str(offered["label"])
    return option


def representation(event: ChannelEvent) -> dict[str, Any]:
    """Return an event as its channel shows it."""
    body = event.body
    always = {"id": event.id, "type": event.type, "speaker": event.speaker, "text": body.get("text", ""),
              "options": body.get("options", []), "at": event.at}  # fmt: skip
    names = ("input", "links", "media", "language", "name", "state", "option")
    own = {"client_msg_id": event.client_id} if event.client_id else {}
    rated = {"rating": {"helpful": body.get("helpful")}} if body.get("answer") else {}
    return always | own | rated | {name: body[name] for name in names if body.get(name)}
