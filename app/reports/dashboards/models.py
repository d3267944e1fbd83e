"""A dashboard of a person's own."""

from sqlalchemy import JSON, Boolean, ForeignKeyConstraint, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.db.base import Base, RevisionMixin, WorkspaceMixin

NAME_LENGTH = 60


class Dashboard(WorkspaceMixin, RevisionMixin, Base):
    """Tiles in an order, of one person; others read it where it is shared, each in their own scope."""

    __tablename__ = "dashboard"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "owner_id"], ["user.workspace_id", "user.id"]),
        Index("ix_dashboard_owner", "workspace_id", "owner_id"),
    )

    owner_id: Mapped[int]
    name: Mapped[str] = mapped_column(String(NAME_LENGTH))
    shared: Mapped[bool] = mapped_column(Boolean, default=False)
    """Whether everyone of the workspace who reads reports sees it."""
    tiles: Mapped[list[dict[str, str]]] = mapped_column(JSON, default=list)
    """`[{report, figure, query}]`"""
