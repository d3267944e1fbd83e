"""The invitation row."""

from datetime import datetime

from sqlalchemy import ForeignKeyConstraint, Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import now
from app.core.db.base import Base, RevisionMixin, WorkspaceMixin


class Invitation(WorkspaceMixin, RevisionMixin, Base):
    """A person may join by a link, good once; only the digest of the link in force is stored."""

    __tablename__ = "invitation"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "user_id"], ["user.workspace_id", "user.id"]),
        Index("uq_invitation_digest", "digest", unique=True),
        Index("ix_invitation_user", "workspace_id", "user_id"),
    )

    user_id: Mapped[int]
    invited_by: Mapped[int | None]
    digest: Mapped[str] = mapped_column(String(64))
    sends: Mapped[int] = mapped_column(Integer, default=1)
    """How often it was sent; each time with a new link, which replaces the one before."""
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]

    @property
    def state(self) -> str:
        """`open`, `used`, `revoked` or `expired`."""
        if self.used_at is not None:
            return "used"
        if self.revoked_at is not None:
            return "revoked"
        return "open" if self.expires_at > now() else "expired"
