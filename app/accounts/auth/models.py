"""Rows of signing in: sessions, which a signed token must still find, and second factors."""

from datetime import datetime

from sqlalchemy import Boolean, ForeignKeyConstraint, Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import now
from app.core.db.base import Base, WorkspaceMixin
from app.core.security.encryption import Sealed


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
    viewing_id: Mapped[int | None]
    """As whom its person looks at the application, reading only."""
    viewing_until: Mapped[datetime | None]
    """When that ends by itself."""
    ip: Mapped[str] = mapped_column(String(45), default="")
    user_agent: Mapped[str] = mapped_column(String(200), default="")


def _user_key() -> ForeignKeyConstraint:
    """A reference to a person of the same workspace."""
    return ForeignKeyConstraint(["workspace_id", "user_id"], ["user.workspace_id", "user.id"])


class SecondFactor(WorkspaceMixin, Base):
    """The seed that a person's one-time codes come from; in force once `User.second_factor_at` is set."""

    __tablename__ = "second_factor"
    table_args = (_user_key(), Index("uq_second_factor_user", "workspace_id", "user_id", unique=True))

    user_id: Mapped[int]
    seed: Mapped[str] = mapped_column(Sealed)
    last_counter: Mapped[int] = mapped_column(default=0)
    """The time step of the last code taken: no code of it or before is taken again."""
    created_at: Mapped[datetime] = mapped_column(default=now)


class RecoveryCode(WorkspaceMixin, Base):
    """One way in without the device, good once; only its digest is kept."""

    __tablename__ = "recovery_code"
    table_args = (_user_key(), Index("uq_recovery_code", "workspace_id", "user_id", "digest", unique=True))

    user_id: Mapped[int]
    digest: Mapped[str] = mapped_column(String(64))
    """SHA-256 of 80 random bits, which need no slow hash."""
    used_at: Mapped[datetime | None]


class PasswordReset(WorkspaceMixin, Base):
    """A link by which a person sets a new password, good once; only its digest is stored."""

    __tablename__ = "password_reset"
    table_args = (
        _user_key(),
        Index("uq_password_reset_digest", "digest", unique=True),
        Index("ix_password_reset_user", "workspace_id", "user_id"),
    )

    user_id: Mapped[int]
    digest: Mapped[str] = mapped_column(String(64))
    created_at: Mapped[datetime] = mapped_column(default=now)
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]


class AddressChange(WorkspaceMixin, Base):
    """A person's next email address, until they confirm it; only the digest of its link is stored."""

    __tablename__ = "address_change"
    table_args = (_user_key(), Index("uq_address_change_user", "workspace_id", "user_id", unique=True))

    user_id: Mapped[int]
    email: Mapped[str] = mapped_column(String(254))
    digest: Mapped[str] = mapped_column(String(64))
    created_at: Mapped[datetime] = mapped_column(default=now)
    expires_at: Mapped[datetime]
