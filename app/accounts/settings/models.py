"""What belongs to a person's account besides their own row: the picture, and accounts they have elsewhere."""

from datetime import datetime

from sqlalchemy import ForeignKeyConstraint, Index, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import now
from app.core.db.base import Base, RevisionMixin, WorkspaceMixin


def _user_key() -> ForeignKeyConstraint:
    """A reference to the person, with whom the row goes."""
    return ForeignKeyConstraint(["workspace_id", "user_id"], ["user.workspace_id", "user.id"], ondelete="CASCADE")


class Avatar(WorkspaceMixin, Base):
    """A person's picture, under an address that names its content."""

    __tablename__ = "avatar"
    table_args = (
        _user_key(),
        Index("uq_avatar_user", "workspace_id", "user_id", unique=True),
        Index("ix_avatar_digest", "workspace_id", "digest"),
    )

    user_id: Mapped[int]
    digest: Mapped[str] = mapped_column(String(32))
    kind: Mapped[str] = mapped_column(String(20))
    """Its media type, found out from the bytes."""
    content: Mapped[bytes] = mapped_column(LargeBinary)
    created_at: Mapped[datetime] = mapped_column(default=now)


class Connection(WorkspaceMixin, RevisionMixin, Base):
    """An account a person says they have elsewhere; it holds its name and no right to anything there."""

    __tablename__ = "connection"
    table_args = (
        _user_key(),
        Index("uq_connection_service", "workspace_id", "user_id", "service", unique=True),
    )

    user_id: Mapped[int]
    service: Mapped[str] = mapped_column(String(20))
    account: Mapped[str] = mapped_column(String(80))
