"""How a bot's widget looks and greets, and when it looks otherwise for a while."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKeyConstraint, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.db.base import Base, OfBot, RevisionMixin, WorkspaceMixin

TITLE_LENGTH = 60


class BotTheme(WorkspaceMixin, RevisionMixin, OfBot, Base):
    """The working copy of a bot's theme; what it leaves out is as `app.channels.themes.service.DEFAULTS` has it."""

    __tablename__ = "bot_theme"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "bot_id"], ["bot.workspace_id", "bot.id"]),
        Index("uq_bot_theme", "workspace_id", "bot_id", unique=True),
    )

    bot_id: Mapped[int]
    values: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    backup: Mapped[dict[str, Any] | None] = mapped_column(JSON, deferred=True)
    """The values when the working copy of the flow was replaced."""


class ThemeSchedule(WorkspaceMixin, RevisionMixin, OfBot, Base):
    """A whole theme that is shown in place of the live version's from one instant to another."""

    __tablename__ = "bot_theme_schedule"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "bot_id"], ["bot.workspace_id", "bot.id"]),
        Index("ix_bot_theme_schedule_ends", "workspace_id", "bot_id", "ends_at"),
    )

    bot_id: Mapped[int]
    title: Mapped[str] = mapped_column(String(TITLE_LENGTH))
    """What its makers call it; visitors do not see it."""
    values: Mapped[dict[str, Any]] = mapped_column(JSON)
    starts_at: Mapped[datetime]
    ends_at: Mapped[datetime]
    """The first instant at which the live version's theme is shown again."""

    @property
    def rank(self) -> tuple[datetime, int]:
        """Of two that overlap the one of the greater rank is shown: the later start, then the later made."""
        return self.starts_at, self.id
