"""Bookmarks with the last value of their view, saved views of a page, and short addresses of long ones."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Boolean, ForeignKeyConstraint, Index, Integer, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import now
from app.core.db.base import Base, RevisionMixin, WorkspaceMixin

SLUG_LENGTH = 8
LONGEST_QUERY = 2000


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
    """The canonical address, without language and fragment, or the short one of a long one."""
    view: Mapped[str] = mapped_column(String(64))
    """Digest of the address: two bookmarks of a person never have the same one."""
    folder: Mapped[str] = mapped_column(String(60), default="")
    position: Mapped[int] = mapped_column(Integer)
    """Place in the person's order, from 1."""
    figure: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    """The view's first figure as it was last counted: value, unit and currency."""
    figure_at: Mapped[datetime | None]


class SavedView(WorkspaceMixin, RevisionMixin, Base):
    """Filters and columns of a page under a name, of one person and read by the workspace where it is shared."""

    __tablename__ = "saved_view"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "user_id"], ["user.workspace_id", "user.id"]),
        Index("uq_saved_view_name", "workspace_id", "user_id", "area", "name", unique=True),
        Index("ix_saved_view_area", "workspace_id", "area", "name"),
    )

    user_id: Mapped[int]
    area: Mapped[str] = mapped_column(String(40))
    """The name of the page."""
    name: Mapped[str] = mapped_column(String(60))
    query: Mapped[str] = mapped_column(String(LONGEST_QUERY))
    """The page's query in its canonical form, without the place in a list."""
    shared: Mapped[bool] = mapped_column(Boolean, default=False)


class ShortAddress(WorkspaceMixin, Base):
    """A short link to a long address; opening it needs the same rights as the page itself."""

    __tablename__ = "short_address"
    table_args = (Index("uq_short_address", "workspace_id", "slug", unique=True),)

    slug: Mapped[str] = mapped_column(String(SLUG_LENGTH))
    url: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(default=now)
