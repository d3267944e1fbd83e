"""A bookmark and the last value of its view."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKeyConstraint, Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.db.base import Base, RevisionMixin, WorkspaceMixin


class Bookmark(WorkspaceMixin, RevisionMixin, Base):
    """One exact view that one person keeps."""

    __tablename__ = "bookmark"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "user_id"], ["user.workspace_id", "user.id"]),
        Index("uq_bookmark_view", "workspace_id", "user_id", "view", unique=True),
    )

    user_id: Mapped[int]
    title: Mapped[str] = mapped_column(String(120))
    url: Mapped[str] = mapped_column(String(2000))
    """The canonical address, without language and fragment."""
    view: Mapped[str] = mapped_column(String(64))
    """Digest of the address: two bookmarks of a person never have the same one."""
    folder: Mapped[str] = mapped_column(String(60), default="")
    position: Mapped[int] = mapped_column(Integer)
    """Place in the person's order, from 1."""
    figure: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    """The view's first figure as it was last counted: value, unit and currency."""
    figure_at: Mapped[datetime | None]
