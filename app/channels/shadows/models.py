"""An answer that was only compared."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKeyConstraint, Index, Integer, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import now
from app.core.db.base import Base, Measured, WorkspaceMixin

OUTCOMES = ("answered", "no_reply", "failed")


class ShadowAnswer(WorkspaceMixin, Measured, Base):
    """What the handler that only compares has answered to one text of a conversation."""

    __tablename__ = "shadow_answer"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "bot_id"], ["bot.workspace_id", "bot.id"]),
        Index("ix_shadow_answer_bot", "workspace_id", "bot_id", "id"),
        Index("ix_shadow_answer_at", "at"),
    )

    bot_id: Mapped[int]
    event_id: Mapped[str] = mapped_column(String(160))
    """The text's message."""
    kind: Mapped[str] = mapped_column(String(10))
    outcome: Mapped[str] = mapped_column(String(10))
    text: Mapped[str] = mapped_column(Text, default="")
    """The answer, redacted."""
    error: Mapped[str] = mapped_column(String(30), default="")
    ms: Mapped[int] = mapped_column(Integer)
    usage: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    at: Mapped[datetime] = mapped_column(default=now)
