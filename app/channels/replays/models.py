"""A replay with its figures, and the conversations in it that went otherwise."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Float, ForeignKeyConstraint, Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import now
from app.core.db.base import Base, BotScoped, WorkspaceMixin

STATES = ("queued", "running", "ready", "failed")
VERDICTS = ("green", "amber", "red", "none")
GRADES = ("same", "better", "worse", "changed")
STOPS = ("", "diverged", "unrecorded", "agent", "unreadable")
"""Why the rest of a conversation was not replayed."""


class BotReplay(WorkspaceMixin, BotScoped, Base):
    """One run of real conversations against the working copy."""

    __tablename__ = "bot_replay"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "bot_id"], ["bot.workspace_id", "bot.id"]),
        Index("ix_bot_replay_bot", "workspace_id", "bot_id", "id"),
    )

    bot_id: Mapped[int]
    job_id: Mapped[int | None]
    checksum: Mapped[str] = mapped_column(String(64))
    """The document that was replayed against."""
    state: Mapped[str] = mapped_column(String(10), default="queued")
    progress: Mapped[float] = mapped_column(Float, default=0.0)
    error: Mapped[str | None] = mapped_column(String(300))
    live_version: Mapped[int | None] = mapped_column(Integer)
    sessions: Mapped[int] = mapped_column(Integer, default=0)
    turns: Mapped[dict[str, int]] = mapped_column(JSON, default=dict)
    """How many turns of each grade."""
    conversations: Mapped[dict[str, int]] = mapped_column(JSON, default=dict)
    """How many conversations of each grade; those without a turn that can be compared have none."""
    rates: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    """Of `fallback`, `goal` and `handoff`: shares before and after, and the interval of their difference."""
    calls: Mapped[dict[str, int]] = mapped_column(JSON, default=dict)
    """How many outside calls were answered from recordings, and how many had none."""
    verdict: Mapped[str | None] = mapped_column(String(6))
    user_id: Mapped[int | None]
    user_name: Mapped[str] = mapped_column(String(120), default="")
    created_at: Mapped[datetime] = mapped_column(default=now)
    finished_at: Mapped[datetime | None]


class BotReplayItem(WorkspaceMixin, BotScoped, Base):
    """A conversation that went otherwise, with the turns that did."""

    __tablename__ = "bot_replay_item"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "replay_id"], ["bot_replay.workspace_id", "bot_replay.id"]),
        Index("ix_bot_replay_item_replay", "workspace_id", "replay_id", "id"),
        Index("ix_bot_replay_item_conversation", "workspace_id", "conversation_id"),
    )

    bot_id: Mapped[int]
    replay_id: Mapped[int]
    conversation_id: Mapped[int]
    grade: Mapped[str] = mapped_column(String(8))
    """The worst grade of its turns."""
    kind: Mapped[str] = mapped_column(String(10))
    """What differs first in a turn of that grade: `missed`, `goal`, `path` or `words`."""
    node: Mapped[str] = mapped_column(String(80), default="")
    """The node that turn came to before."""
    intent: Mapped[str] = mapped_column(String(80), default="")
    """What that turn was understood as, on the side that understood it."""
    group: Mapped[str] = mapped_column("cause_group", String(12))
    """The conversations that went otherwise for the same cause."""
    stopped: Mapped[str] = mapped_column(String(10), default="")
    turns: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    """Of each turn that was replayed: message, grade, nodes and intents before and now, the new replies redacted."""


class BotReplayAcceptance(WorkspaceMixin, BotScoped, Base):
    """A group of a replay that a person accepts as it is; the gate counts the others."""

    __tablename__ = "bot_replay_acceptance"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "replay_id"], ["bot_replay.workspace_id", "bot_replay.id"]),
        Index("uq_bot_replay_acceptance", "workspace_id", "replay_id", "cause_group", unique=True),
    )

    bot_id: Mapped[int]
    replay_id: Mapped[int]
    group: Mapped[str] = mapped_column("cause_group", String(12))
    reason: Mapped[str] = mapped_column(String(500))
    user_id: Mapped[int | None]
    user_name: Mapped[str] = mapped_column(String(120))
    at: Mapped[datetime] = mapped_column(default=now)
