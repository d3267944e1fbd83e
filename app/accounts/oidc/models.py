"""Rows of single sign-on: a workspace's provider, who is who there, and answers of it that were taken."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Boolean, ForeignKeyConstraint, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import now
from app.core.db.base import Base, RevisionMixin, SharedRow, WorkspaceMixin
from app.core.security.encryption import Sealed

DOMAINS_LENGTH = 2000


class IdentityProvider(WorkspaceMixin, RevisionMixin, SharedRow, Base):
    """The OpenID provider of a workspace, and what it is trusted with; a workspace has one at most."""

    __tablename__ = "identity_provider"
    table_args = (Index("uq_identity_provider_workspace", "workspace_id", unique=True),)

    issuer: Mapped[str] = mapped_column(String(300))
    client_id: Mapped[str] = mapped_column(String(200))
    secret: Mapped[str] = mapped_column(Sealed)
    label: Mapped[str] = mapped_column(String(60))
    """What the button says one continues with."""
    domain_list: Mapped[str] = mapped_column(String(DOMAINS_LENGTH))
    """The domains whose addresses it speaks for, each between blanks, so that one can be looked for."""
    creates: Mapped[bool] = mapped_column(Boolean, default=False)
    """Whether people whom nobody has invited get an account with their first sign-in."""
    role: Mapped[str] = mapped_column(String(20), default="none")
    """What those are; they see nothing until someone gives them access."""
    exclusive: Mapped[bool] = mapped_column(Boolean, default=False)
    """Whether members sign in here alone, and by no password."""
    description: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    """Its endpoints and keys, as last read from it."""
    described_at: Mapped[datetime | None]
    """When it was last asked for them, in vain or not."""

    @property
    def domains(self) -> list[str]:
        """The domains whose addresses it speaks for."""
        return self.domain_list.split()

    @domains.setter
    def domains(self, names: list[str]) -> None:
        self.domain_list = f" {' '.join(names)} "


class Identity(WorkspaceMixin, Base):
    """Who a person is at an issuer: once known, neither address nor name of theirs matters."""

    __tablename__ = "identity"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "user_id"], ["user.workspace_id", "user.id"]),
        Index("uq_identity_subject", "workspace_id", "issuer", "subject", unique=True),
        Index("uq_identity_user", "workspace_id", "user_id", "issuer", unique=True),
    )

    user_id: Mapped[int]
    issuer: Mapped[str] = mapped_column(String(300))
    subject: Mapped[str] = mapped_column(String(255))
    created_at: Mapped[datetime] = mapped_column(default=now)
    used_at: Mapped[datetime] = mapped_column(default=now)


class TakenAnswer(WorkspaceMixin, Base):
    """An answer of a provider that was taken: none is taken twice. Kept for as long as it could come again."""

    __tablename__ = "taken_answer"
    table_args = (Index("uq_taken_answer_digest", "workspace_id", "digest", unique=True),)

    digest: Mapped[str] = mapped_column(String(64))
    taken_at: Mapped[datetime] = mapped_column(default=now)
