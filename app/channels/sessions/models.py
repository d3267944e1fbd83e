"""A person's conversation with a bot on a channel: what the dialogue engine needs to go on, and what was said."""

from datetime import datetime
from typing import Any, NamedTuple

import orjson
from sqlalchemy import JSON, Boolean, ForeignKeyConstraint, Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import now
from app.core.db.base import Base, BotScoped, WorkspaceMixin
from app.core.security.encryption import Sealed, UnreadableEnvelope, seal, unseal

CALLED_BACK = "called_back"
"""What of a session's origin says that its program has an address to which replies are sent."""


class StoredState(NamedTuple):
    """What a conversation goes on from."""

    state: dict[str, Any]
    effect: dict[str, Any] | None


class ChannelSession(WorkspaceMixin, BotScoped, Base):
    """One person on one channel account of a bot: endless, like its thread."""

    __tablename__ = "channel_session"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "bot_id"], ["bot.workspace_id", "bot.id"]),
        Index("ix_channel_session_conversation", "workspace_id", "conversation_id"),
        Index("ix_channel_session_last", "last_event_at"),
    )

    bot_id: Mapped[int]
    channel: Mapped[str] = mapped_column(String(12))
    account: Mapped[str] = mapped_column(String(80))
    """The channel's account: for the web the id of the widget's token."""
    ext_user: Mapped[str] = mapped_column(String(120))
    """What the channel calls the person."""
    secret_hash: Mapped[str | None] = mapped_column(String(64))
    """SHA-256 of the secret a browser goes on with; None where the channel proves who sends."""
    version: Mapped[int] = mapped_column(Integer)
    """The bot's version that answers until the dialogue begins again."""
    sealed_state: Mapped[str] = mapped_column(Sealed)
    """The engine's state as JSON: it holds what people have said."""
    cursor: Mapped[int] = mapped_column(Integer, default=0)
    """The position of the newest event."""
    restarts: Mapped[int] = mapped_column(Integer, default=0)
    conversation_id: Mapped[int | None]
    """The reported session under way; None before the person's first word and after an end."""
    traffic: Mapped[str] = mapped_column(String(4), default="real")
    outlet_id: Mapped[int | None]
    """The outlet its conversations belong to, where the channel's account has one."""
    language: Mapped[str | None] = mapped_column(String(12))
    origin: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    """Where it was opened: `page`, `referrer` without queries; the marks of `origins`; whether its program is
    `called_back`."""
    recipient_id: Mapped[int | None]
    """The recipient of an offer that the next message answers, or the next conversation begins with."""
    is_pause_announced: Mapped[bool] = mapped_column(Boolean, default=False)
    last_event_at: Mapped[datetime] = mapped_column(default=now)
    created_at: Mapped[datetime] = mapped_column(default=now)

    @property
    def stored_state(self) -> StoredState | None:
        """The engine's state and the effect it waits for; None where they cannot be read any more."""
        try:
            clear = unseal(
                ChannelSession.sealed_state, self.sealed_state, workspace_id=self.workspace_id, row_id=self.id
            )
            content = orjson.loads(clear)
            return StoredState(dict(content["state"]), content["effect"])
        except (UnreadableEnvelope, ValueError, TypeError, KeyError):
            return None

    def store(self, stored: StoredState) -> None:
        """Store what `stored_state` returns."""
        clear = orjson.dumps(stored._asdict())
        self.sealed_state = seal(ChannelSession.sealed_state, clear, workspace_id=self.workspace_id, row_id=self.id)


class ChannelEvent(WorkspaceMixin, Base):
    """One thing the person's side of a channel shows, in order."""

    __tablename__ = "channel_event"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "session_id"], ["channel_session.workspace_id", "channel_session.id"]),
        Index("uq_channel_event_position", "workspace_id", "session_id", "position", unique=True),
        Index("uq_channel_event_client", "workspace_id", "session_id", "client_id", unique=True),
    )

    session_id: Mapped[int]
    position: Mapped[int] = mapped_column(Integer)
    """From 1, without gaps."""
    type: Mapped[str] = mapped_column(String(12))
    """message, handoff or end."""
    speaker: Mapped[str] = mapped_column(String(6))
    """user, bot, agent or system."""
    client_id: Mapped[str | None] = mapped_column(String(64))
    """The sender's own id of a message, by which a repeat is known."""
    sealed_body: Mapped[str] = mapped_column(Sealed)
    """Text, options and the rest as JSON."""
    at: Mapped[datetime] = mapped_column(default=now)

    @property
    def body(self) -> dict[str, Any]:
        """Text, options and the rest."""
        clear = unseal(ChannelEvent.sealed_body, self.sealed_body, workspace_id=self.workspace_id, row_id=self.id)
        body: dict[str, Any] = orjson.loads(clear)
        return body
