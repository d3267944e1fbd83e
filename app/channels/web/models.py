"""How a bot's widget looks and greets."""

from typing import Any

from sqlalchemy import JSON, ForeignKeyConstraint, Index
from sqlalchemy.orm import Mapped, mapped_column

from app.core.db.base import Base, OfBot, RevisionMixin, WorkspaceMixin


class BotTheme(WorkspaceMixin, RevisionMixin, OfBot, Base):
    """A bot's theme; what it leaves out is as `app.channels.web.service.DEFAULTS` has it."""

    __tablename__ = "bot_theme"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "bot_id"], ["bot.workspace_id", "bot.id"]),
        Index("uq_bot_theme", "workspace_id", "bot_id", unique=True),
    )

    bot_id: Mapped[int]
    values: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
