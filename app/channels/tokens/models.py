"""A token of a bot: public on a web page, or a program's secret."""

from datetime import datetime

from sqlalchemy import JSON, ForeignKeyConstraint, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import now
from app.core.db.base import Base, OfBot, RevisionMixin, WorkspaceMixin
from app.core.security.abilities import PROGRAM_SCOPES
from app.core.security.encryption import Sealed

KINDS = ("web", "api")
SCOPES = tuple(PROGRAM_SCOPES)
STATES = ("active", "rotating", "revoked")
CALLBACK_LENGTH = 500
IDENTITY = ("off", "optional", "required")


class BotToken(WorkspaceMixin, RevisionMixin, OfBot, Base):
    """A token; while it rotates, the one before is good as well."""

    __tablename__ = "bot_token"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "bot_id"], ["bot.workspace_id", "bot.id"]),
        ForeignKeyConstraint(["workspace_id", "outlet_id"], ["outlet.workspace_id", "outlet.id"]),
        Index("uq_bot_token_hash", "token_hash", unique=True),
        Index("ix_bot_token_previous", "previous_hash"),
        Index("ix_bot_token_bot", "workspace_id", "bot_id"),
    )

    bot_id: Mapped[int]
    name: Mapped[str] = mapped_column(String(60))
    kind: Mapped[str] = mapped_column(String(3))
    """`web` or `api`."""
    token_hash: Mapped[str] = mapped_column(String(64))
    """SHA-256 of the token."""
    public_token: Mapped[str | None] = mapped_column(String(64))
    """A web token, which is in every page that uses it; a program's secret is not kept."""
    prefix: Mapped[str] = mapped_column(String(12))
    origins: Mapped[list[str]] = mapped_column(JSON, default=list)
    """Where a web token may be used: origins, `*.` standing for any subdomain; none is any."""
    scopes: Mapped[list[str]] = mapped_column(JSON, default=list)
    identity: Mapped[str] = mapped_column(String(8), default="off")
    """Whether the page says who its visitors are, signed with the identity secret."""
    sealed_identity: Mapped[str | None] = mapped_column(Sealed)
    """The identity secret; with the one before it while that is good, one a line."""
    identity_rotated_at: Mapped[datetime | None]
    outlet_id: Mapped[int | None]
    """The outlet that conversations through this token belong to; None where a page speaks for several."""
    callback_url: Mapped[str | None] = mapped_column(String(CALLBACK_LENGTH))
    """Where a program's token has replies of Rasa's callback format sent."""
    previous_hash: Mapped[str | None] = mapped_column(String(64))
    previous_until: Mapped[datetime | None]
    created_by: Mapped[int | None]
    """Who created it; a program may never do more than they may."""
    expires_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]
    last_used_at: Mapped[datetime | None]
    last_page: Mapped[str | None] = mapped_column(String(300))
    """The page it was last used on, without its query."""
    refused: Mapped[list[dict[str, str]]] = mapped_column(JSON, default=list)
    """Origins of pages that could not use it, `{origin, at}`, the newest first."""

    @property
    def state(self) -> str:
        """Active, rotating (the old secret still works) or revoked."""
        if self.revoked_at is not None:
            return "revoked"
        return "rotating" if self.previous_until is not None and self.previous_until > now() else "active"
