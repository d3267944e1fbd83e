"""Bots, events and dialogues for tests: valid by default, explicit where it matters."""

from datetime import UTC, datetime, timedelta
from typing import Any

from app.bots.catalog.models import Bot
from app.clients.service import only_client
from app.conversations.events import ConversationEvent, Dialogue, Marks
from app.core.db.base import db
from app.core.db.ids import new_id

START = datetime(2026, 3, 2, 5, 0, tzinfo=UTC)
"""A Monday, 10:30 in Kolkata."""


def make_bot(name: str = "Service Desk", group: str = "service", **more: Any) -> Bot:
    """A live bot of the bound workspace's client."""
    bot = Bot(client_id=only_client().id, name=name, name_key=name.casefold(), group=group, state="live", **more)
    db.session.add(bot)
    db.session.flush()
    return bot


def event(
    speaker: str, text: str = "hello", at: float = 0, *, base: datetime = START, **more: Any
) -> ConversationEvent:
    """An event some seconds after the start; names of marks among the keywords become marks."""
    marks = Marks(**{key: more.pop(key) for key in list(more) if key in Marks.__annotations__})  # type: ignore[typeddict-item]
    more.setdefault("event_id", f"test:{new_id()}")
    return ConversationEvent(speaker=speaker, text=text, sent_at=base + timedelta(seconds=at), marks=marks, **more)


def asked_and_answered(base: datetime = START, intent: str = "service.hours") -> list[ConversationEvent]:
    """One question and its answer."""
    return [
        event("user", "When are you open?", intent=intent, confidence=0.9, base=base),
        event("bot", "From nine to six.", 1, base=base),
    ]


def dialogue(events: list[ConversationEvent] | None = None, **more: Any) -> Dialogue:
    """A whole session of one contact."""
    more.setdefault("source_id", f"d{new_id()}")
    more.setdefault("ext_user", "asha")
    return Dialogue(events=events if events is not None else asked_and_answered(), **more)
