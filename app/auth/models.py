"""Session rows: what a signed token must still find to be worth anything."""

from datetime import datetime

from sqlalchemy import Boolean, Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from app.clock import now
from app.db import Base, WorkspaceMixin


class AuthSession(WorkspaceMixin, Base):
    """One sign-in: the family of tokens that came from it."""

    __tablename__ = "auth_session"
    table_args = (Index("ix_auth_session_user", "workspace_id", "user_id"),)

    user_id: Mapped[int]
    kind: Mapped[str] = mapped_column(String(8))
    """`bearer` for tokens in JSON, `cookie` for pages."""
    keep: Mapped[bool] = mapped_column(Boolean, default=False)
    counter: Mapped[int] = mapped_column(Integer, default=0)
    """How often the refresh token was rotated; the token carries the same number."""
    rotated_at: Mapped[datetime] = mapped_column(default=now)
    password_version: Mapped[int] = mapped_column(Integer)
    created_at: Mapped[datetime] = mapped_column(default=now)
    last_seen_at: Mapped[datetime] = mapped_column(default=now)
    expires_at: Mapped[datetime]
    """The absolute end of the family, whatever happens."""
    revoked_at: Mapped[datetime | None]
    ip: Mapped[str] = mapped_column(String(45), default="")
    user_agent: Mapped[str] = mapped_column(String(200), default="")
