"""A conversation in the sandbox with its turns, links by which testers have some, and what they comment."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKeyConstraint, Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import now
from app.core.db.base import Base, BotScoped, OfBot, RevisionMixin, WorkspaceMixin

NAME_LENGTH, COMMENT_LENGTH = 60, 1000


class Sandbox(WorkspaceMixin, RevisionMixin, BotScoped, Base):
    """One conversation of one person with one version of a bot."""

    __tablename__ = "sandbox"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "bot_id"], ["bot.workspace_id", "bot.id"]),
        ForeignKeyConstraint(["workspace_id", "link_id"], ["sandbox_link.workspace_id", "sandbox_link.id"]),
        Index("ix_sandbox_link", "workspace_id", "link_id"),
        Index("ix_sandbox_user", "workspace_id", "user_id", "id"),
        Index("ix_sandbox_updated", "updated_at"),
    )

    bot_id: Mapped[int]
    user_id: Mapped[int]
    """Who has it; of a tester's, who made the link."""
    link_id: Mapped[int | None]
    """The link by which a tester has it."""
    version: Mapped[str] = mapped_column(String(12))
    """`working`, `live` or a number."""
    document: Mapped[dict[str, Any]] = mapped_column(JSON, deferred=True)
    """What it talks by: a session keeps its version, whatever is edited meanwhile."""
    language: Mapped[str | None] = mapped_column(String(12))
    channel: Mapped[str] = mapped_column(String(12))
    at: Mapped[datetime | None]
    """The moment it plays at; None for the present one."""
    failing: Mapped[dict[str, dict[str, Any]]] = mapped_column(JSON, default=dict)
    """Nodes whose call is not made, each with `as`: `timeout`, `500`, or `sample` and the value it answers."""
    state: Mapped[dict[str, Any]] = mapped_column(JSON)
    opening: Mapped[list[dict[str, Any]]] = mapped_column(JSON, default=list)
    """What the bot says before the first turn."""
    opened: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    """By what it was opened, to replay it: moment, session, contact, answers of calls, variables after it; the id of a
    customer's `conversation` whose words it repeats."""
    restarts: Mapped[int] = mapped_column(Integer, default=0)


class SandboxLink(WorkspaceMixin, RevisionMixin, OfBot, Base):
    """A link by which people without an account try a version of a bot."""

    __tablename__ = "sandbox_link"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "bot_id"], ["bot.workspace_id", "bot.id"]),
        Index("ix_sandbox_link_bot", "workspace_id", "bot_id", "id"),
    )

    bot_id: Mapped[int]
    name: Mapped[str] = mapped_column(String(NAME_LENGTH))
    """Whom or what it is for."""
    user_id: Mapped[int]
    """Who made it."""
    version: Mapped[str] = mapped_column(String(12))
    channel: Mapped[str] = mapped_column(String(12))
    language: Mapped[str | None] = mapped_column(String(12))
    expires_at: Mapped[datetime]
    revoked_at: Mapped[datetime | None]

    @property
    def state(self) -> str:
        """`open`, `expired` or `revoked`."""
        if self.revoked_at is not None:
            return "revoked"
        return "open" if self.expires_at > now() else "expired"


class SandboxComment(WorkspaceMixin, RevisionMixin, OfBot, Base):
    """What a tester says of a turn."""

    __tablename__ = "sandbox_comment"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "bot_id"], ["bot.workspace_id", "bot.id"]),
        ForeignKeyConstraint(["workspace_id", "link_id"], ["sandbox_link.workspace_id", "sandbox_link.id"]),
        ForeignKeyConstraint(["workspace_id", "sandbox_id"], ["sandbox.workspace_id", "sandbox.id"]),
        Index("ix_sandbox_comment_bot", "workspace_id", "bot_id", "id"),
        Index("ix_sandbox_comment_link", "workspace_id", "link_id"),
        Index("ix_sandbox_comment_sandbox", "workspace_id", "sandbox_id"),
    )

    bot_id: Mapped[int]
    link_id: Mapped[int]
    sandbox_id: Mapped[int]
    turn: Mapped[int] = mapped_column(Integer)
    """Its number; 0 is what the bot opens with."""
    text: Mapped[str] = mapped_column(String(COMMENT_LENGTH))
    author: Mapped[str] = mapped_column(String(NAME_LENGTH))
    """What the tester calls themselves, or nothing."""
    done_at: Mapped[datetime | None]
    done_by: Mapped[int | None]


class SandboxTurn(WorkspaceMixin, Base):
    """What one input led to."""

    __tablename__ = "sandbox_turn"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "sandbox_id"], ["sandbox.workspace_id", "sandbox.id"]),
        Index("uq_sandbox_turn_number", "workspace_id", "sandbox_id", "number", unique=True),
    )

    sandbox_id: Mapped[int]
    number: Mapped[int] = mapped_column(Integer)
    """From 1."""
    input: Mapped[dict[str, Any]] = mapped_column(JSON)
    """The event that came in, and how it is shown."""
    messages: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    trace: Mapped[dict[str, Any]] = mapped_column(JSON)
    before: Mapped[dict[str, Any]] = mapped_column(JSON, deferred=True)
    """The state before it."""
    at: Mapped[datetime] = mapped_column(default=now)
