"""A conversation in the sandbox, and its turns with the state before each."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKeyConstraint, Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import now
from app.core.db.base import Base, BotScoped, RevisionMixin, WorkspaceMixin


class Sandbox(WorkspaceMixin, RevisionMixin, BotScoped, Base):
    """One conversation of one person with one version of a bot."""

    __tablename__ = "sandbox"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "bot_id"], ["bot.workspace_id", "bot.id"]),
        Index("ix_sandbox_user", "workspace_id", "user_id", "id"),
        Index("ix_sandbox_updated", "updated_at"),
    )

    bot_id: Mapped[int]
    user_id: Mapped[int]
    version: Mapped[str] = mapped_column(String(12))
    """`working`, `live` or a number."""
    document: Mapped[dict[str, Any]] = mapped_column(JSON, deferred=True)
    """What it talks by: a session keeps its version, whatever is edited meanwhile."""
    language: Mapped[str | None] = mapped_column(String(12))
    channel: Mapped[str] = mapped_column(String(12))
    at: Mapped[datetime | None]
    """The moment it plays at; None for the present one."""
    failing: Mapped[dict[str, dict[str, Any]]] = mapped_column(JSON, default=dict)
    """Nodes whose call is not made, each with `as`: `timeout`, `500`, or `sample` and the value it answers."""
    state: Mapped[dict[str, Any]] = mapped_column(JSON)
    opening: Mapped[list[dict[str, Any]]] = mapped_column(JSON, default=list)
    """What the bot says before the first turn."""
    opened: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    """By what it was opened, to replay it: moment, session, contact, answers of calls, variables after it."""
    restarts: Mapped[int] = mapped_column(Integer, default=0)


class SandboxTurn(WorkspaceMixin, Base):
    """What one input led to."""

    __tablename__ = "sandbox_turn"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "sandbox_id"], ["sandbox.workspace_id", "sandbox.id"]),
        Index("uq_sandbox_turn_number", "workspace_id", "sandbox_id", "number", unique=True),
    )

    sandbox_id: Mapped[int]
    number: Mapped[int] = mapped_column(Integer)
    """From 1."""
    said: Mapped[dict[str, Any]] = mapped_column(JSON)
    """The event that came in, and how it is shown."""
    messages: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    trace: Mapped[dict[str, Any]] = mapped_column(JSON)
    before: Mapped[dict[str, Any]] = mapped_column(JSON, deferred=True)
    """The state before it."""
    at: Mapped[datetime] = mapped_column(default=now)
