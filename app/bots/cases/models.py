"""A case with what is said and expected, and the result of its last run."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Boolean, ForeignKeyConstraint, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import now
from app.core.db.base import Base, OfBot, RevisionMixin, WorkspaceMixin

NAME_LENGTH = 120
SOURCES = ("typed", "sandbox", "transcript")


class BotCase(WorkspaceMixin, RevisionMixin, OfBot, Base):
    """A conversation that a bot's versions have to reproduce."""

    __tablename__ = "bot_case"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "bot_id"], ["bot.workspace_id", "bot.id"]),
        Index("ix_bot_case_bot", "workspace_id", "bot_id", "id"),
    )

    bot_id: Mapped[int]
    name: Mapped[str] = mapped_column(String(NAME_LENGTH))
    language: Mapped[str | None] = mapped_column(String(12))
    """The language the session is opened in; None for the bot's own."""
    source: Mapped[str] = mapped_column(String(12))
    link: Mapped[str | None] = mapped_column(String(300))
    """The page it was made from."""
    turns: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    """What is said and what is expected of it."""
    recording: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    """Clock, contact and channel of what it was made from, and the id of a customer's `conversation`; of each turn its
    clock and what calls answered."""
    made_by: Mapped[int | None]


class BotCaseResult(WorkspaceMixin, OfBot, Base):
    """How a case went when it was last run."""

    __tablename__ = "bot_case_result"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "case_id"], ["bot_case.workspace_id", "bot_case.id"]),
        Index("uq_bot_case_result", "workspace_id", "case_id", unique=True),
    )

    bot_id: Mapped[int]
    case_id: Mapped[int]
    version: Mapped[str] = mapped_column(String(12))
    """What it was run on: `working` or a number."""
    checksum: Mapped[str] = mapped_column(String(64))
    """The document it was run on."""
    case_revision: Mapped[int]
    passed: Mapped[bool] = mapped_column(Boolean)
    turns: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    ran_at: Mapped[datetime] = mapped_column(default=now)
