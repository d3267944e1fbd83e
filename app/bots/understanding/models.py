"""The row of a trained model."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Float, ForeignKeyConstraint, Index, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import now
from app.core.db.base import Base, OfBot, WorkspaceMixin

STATES = ("queued", "running", "ready", "failed")


class BotModel(WorkspaceMixin, OfBot, Base):
    """What was learnt from one state of a bot's phrases; while it is trained again, the old content answers."""

    __tablename__ = "bot_model"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "bot_id"], ["bot.workspace_id", "bot.id"]),
        Index("uq_bot_model_key", "workspace_id", "bot_id", "key", unique=True),
    )

    bot_id: Mapped[int]
    key: Mapped[str] = mapped_column(String(64))
    """The SHA-256 of what it is trained on."""
    state: Mapped[str] = mapped_column(String(10), default="queued")
    progress: Mapped[float] = mapped_column(Float, default=0.0)
    """Of the training under way, from 0 to 1."""
    job_id: Mapped[int | None]
    data: Mapped[dict[str, Any] | None] = mapped_column(JSON, deferred=True)
    """What it is to be trained on, until that is done."""
    engines: Mapped[list[str]] = mapped_column(JSON, default=list)
    thresholds: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    """By script and sensitivity."""
    accuracy: Mapped[float | None] = mapped_column(Float)
    intents: Mapped[list[dict[str, Any]]] = mapped_column(JSON, default=list)
    confusions: Mapped[list[dict[str, Any]]] = mapped_column(JSON, default=list)
    content: Mapped[bytes | None] = mapped_column(LargeBinary, deferred=True)
    """The model as it is kept."""
    error: Mapped[str | None] = mapped_column(String(300))
    created_at: Mapped[datetime] = mapped_column(default=now)
    trained_at: Mapped[datetime | None]
    """When its content was made; None while there is none."""
