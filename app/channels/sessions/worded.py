"""Texts of a workspace as the bot would say them in a conversation, for people who answer in its place."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select

from app.bots.catalog.service import get_bot
from app.bots.engine.texts import fill, pick
from app.bots.runtime.conversing import flow_of
from app.channels.sessions.dialogue import document_of
from app.channels.sessions.models import ChannelSession
from app.channels.sessions.service import events_after
from app.conversations.masking import may_see_names
from app.conversations.redaction import redact, redact_value
from app.core.db.base import db

GREETING = 30
"""Events that come before a visitor's first word at most."""


def fill_texts(session_id: int, texts: Sequence[Mapping[str, str]], language: str) -> list[str]:
    """Each text in the conversation's language with variables filled in; the language given is for one that is gone.

    What the reader may not see of the person is left out, as if it were not known.
    """
    row = db.session.scalar(select(ChannelSession).where(ChannelSession.id == session_id))
    snapshot = row.stored_state if row is not None and row.version else None
    if row is None or snapshot is None:
        return [wording.get(language) or next(iter(wording.values()), "") for wording in texts]
    flow = flow_of(document_of(get_bot(row.bot_id), row.version), version=str(row.version))
    state = snapshot.state
    if not may_see_names():
        state_variables = state["variables"]
        variables = {name: value for name, value in state_variables.items() if redact_value(value) == value}
        state = state | {"contact": {}, "variables": variables}
    return [fill(pick(wording, flow, state), flow, state, []) for wording in texts]


def phone_of(session_id: int) -> str:
    """Return the number that the visitor of a conversation has left; empty where there is none any more."""
    row = db.session.scalar(select(ChannelSession).where(ChannelSession.id == session_id))
    snapshot = row.stored_state if row is not None and row.version else None
    return str(snapshot.state.get("contact", {}).get("phone") or "") if snapshot is not None else ""


def greeting_of(session_id: int, message_event: str) -> list[dict[str, Any]]:
    """Return what the bot said before the visitor's first word, redacted: nothing of it is in the reported messages.

    `message_event` is the event of the conversation's first message: one that is not the session's first has none.
    """
    messages: list[dict[str, Any]] = []
    for event in events_after(session_id, 0, limit=GREETING):
        if event.speaker == "user":
            return messages if message_event.endswith(f":{event.id}") else []
        if event.type == "message" and event.body.get("text"):
            messages.append({"id": event.id, "text": redact(event.body["text"]), "at": event.at})
    return []
