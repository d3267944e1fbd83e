"""One piece of news for one person."""

from datetime import datetime

from sqlalchemy import ForeignKeyConstraint, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.db.base import Base, RevisionMixin, WorkspaceMixin

WHAT_LENGTH = 200


class Notification(WorkspaceMixin, RevisionMixin, Base):
    """That something happened which concerns a person, and where it is to be seen."""

    __tablename__ = "notification"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "user_id"], ["user.workspace_id", "user.id"], ondelete="CASCADE"),
        Index("ix_notification_user", "workspace_id", "user_id", "deleted_at", "id"),
        Index("ix_notification_unread", "workspace_id", "user_id", "read_at", "deleted_at", "id"),
    )

    user_id: Mapped[int]
    kind: Mapped[str] = mapped_column(String(20))
    what: Mapped[str] = mapped_column(String(WHAT_LENGTH), default="")
    """The name of what it is about: a title, a file, a device."""
    link: Mapped[str] = mapped_column(String(200))
    """Where it is to be seen: an address of this product."""
    actor_id: Mapped[int | None]
    """Who did it; accounts of other workspaces are no rows of this one, so it points at nothing."""
    actor: Mapped[str] = mapped_column(String(120), default="")
    avatar: Mapped[str] = mapped_column(String(500), default="")
    read_at: Mapped[datetime | None]
    deleted_at: Mapped[datetime | None]
    """Since when it is out of the list; it can be restored until it is swept."""

    @property
    def by(self) -> dict[str, str] | None:
        """Who did it, or nobody."""
        return {"name": self.actor, "avatar": self.avatar} if self.actor else None

    @property
    def is_read(self) -> bool:
        """Whether it was read."""
        return self.read_at is not None
