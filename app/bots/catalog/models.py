"""The bot row, its flow and the versions of it, and the goals a bot is measured by."""

from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import JSON, Boolean, ForeignKeyConstraint, Index, Integer, String, func, select, text
from sqlalchemy.orm import Mapped, column_property, mapped_column, synonym, validates

from app.core.clock import now
from app.core.db.base import Base, ClientScoped, OfBot, RevisionMixin, UniqueRow, WorkspaceMixin
from app.core.db.tenancy import Scope
from app.core.errors import Unavailable, at_most
from app.core.languages import SPOKEN
from app.core.security.encryption import Sealed, seal, secret_end, unseal
from app.reference.lists import GROUPS as GROUPS

NAME_LENGTH = 60
LANGUAGES = SPOKEN
SESSION_TIMEOUTS = (300, 172_800)
"""The shortest and the longest time, in seconds, after which a silent session ends."""
STATES = ("draft", "live", "paused", "draining", "archived", "deleted")
MOST_APPROVALS = 3
SPLIT_STATES = ("running", "promoted", "stopped", "ended")
REVIEW_STATES = ("requested", "approved", "rejected", "cancelled", "replaced", "published")


class Bot(WorkspaceMixin, RevisionMixin, ClientScoped, OfBot, UniqueRow, Base):
    """A conversational bot of one client."""

    __tablename__ = "bot"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "client_id"], ["client.workspace_id", "client.id"]),
        Index("uq_bot_name", "workspace_id", "client_id", "name_key", unique=True),
    )

    bot_id: Mapped[int] = synonym("id")  # so that a scope of bots cuts the bots themselves
    client_id: Mapped[int]
    name: Mapped[str] = mapped_column(String(NAME_LENGTH))
    name_key: Mapped[str] = mapped_column(String(NAME_LENGTH))
    group: Mapped[str] = mapped_column("bot_group", String(10))
    language: Mapped[str] = mapped_column(String(8), default="en")
    state: Mapped[str] = mapped_column(String(10), default="draft")
    state_reason: Mapped[str | None] = mapped_column(String(200))
    """Why it was paused, in the words of who did it."""
    was_live: Mapped[bool] = mapped_column(Boolean, default=False)
    """Whether there is something to resume."""
    live_version: Mapped[int | None] = mapped_column(Integer)
    """The number of the version that answers; None before the first one is published."""
    next_version: Mapped[int | None] = mapped_column(Integer)
    """The number of the version that answers as soon as its model is ready."""
    split_id: Mapped[int | None]
    """The traffic split under way, by which another version receives a share of new conversations."""
    owner_id: Mapped[int | None]
    """Who answers for it: who made it, or the person who has taken it over."""
    session_timeout_s: Mapped[int | None] = mapped_column(Integer)
    """Overrides the channel's session timeout, 300 to 172800 seconds."""
    replay_required: Mapped[bool] = mapped_column(Boolean, default=False)
    """Whether a version is published only after a replay of real conversations."""
    approvals: Mapped[int] = mapped_column(Integer, default=0)
    """How many other people must approve the working copy before it is published."""

    def sees_others(self, scope: Scope) -> bool:
        """Whether a scope holds all bots of the client."""
        return scope.bots is None

    @validates("name_key")
    def _hold(self, _name: str, key: str) -> str:
        """What a name is found by fits its column."""
        return at_most(NAME_LENGTH, key, "name")

    @validates("state")
    def _remember_live(self, _name: str, state: str) -> str:
        """Whatever makes a bot live, it is remembered."""
        self.was_live = bool(self.was_live) or state == "live"
        return state


class Goal(WorkspaceMixin, RevisionMixin, OfBot, Base):
    """A named end a bot works towards. `top` marks the one its rate of completion counts; without one, all do."""

    __tablename__ = "goal"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "bot_id"], ["bot.workspace_id", "bot.id"]),
        Index("uq_goal_name", "workspace_id", "bot_id", "name", unique=True),
        Index(
            "uq_goal_top",
            "workspace_id",
            "bot_id",
            unique=True,
            sqlite_where=text("top"),
            postgresql_where=text("top"),
        ),
    )

    bot_id: Mapped[int]
    name: Mapped[str] = mapped_column(String(80))
    top: Mapped[bool] = mapped_column(Boolean, default=False)


class BotFlow(WorkspaceMixin, RevisionMixin, OfBot, Base):
    """The working copy of a bot's flow document: what is edited until it is published."""

    __tablename__ = "bot_flow"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "bot_id"], ["bot.workspace_id", "bot.id"]),
        Index("uq_bot_flow", "workspace_id", "bot_id", unique=True),
    )

    bot_id: Mapped[int]
    document: Mapped[dict[str, Any]] = mapped_column(JSON)
    backup: Mapped[dict[str, Any] | None] = mapped_column(JSON, deferred=True)
    """The working copy that restoring a version or importing texts has replaced."""
    changed_by: Mapped[int | None]
    authors: Mapped[dict[str, str]] = mapped_column(JSON, default=dict)
    """When each person last changed it, by id: who wrote a version does not approve it."""

    @validates("changed_by")
    def _remember_author(self, _name: str, user_id: int | None) -> int | None:
        """Every change has an author, however it is made."""
        if user_id is not None:
            self.authors = {**(self.authors or {}), str(user_id): now().isoformat()}
        return user_id


class BotEditor(WorkspaceMixin, OfBot, Base):
    """A person who edits a bot's working copy, as long as they are seen."""

    __tablename__ = "bot_editor"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "bot_id"], ["bot.workspace_id", "bot.id"]),
        Index("uq_bot_editor", "workspace_id", "bot_id", "user_id", unique=True),
    )

    bot_id: Mapped[int]
    user_id: Mapped[int]
    since: Mapped[datetime] = mapped_column(default=now)
    seen_at: Mapped[datetime] = mapped_column(default=now)


class BotSecret(WorkspaceMixin, RevisionMixin, OfBot, Base):
    """A value that a bot's calls and handlers send, by a name; it is in no document, so in no version and no file."""

    __tablename__ = "bot_secret"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "bot_id"], ["bot.workspace_id", "bot.id"]),
        Index("uq_bot_secret_name", "workspace_id", "bot_id", "name", unique=True),
    )

    bot_id: Mapped[int]
    name: Mapped[str] = mapped_column(String(40))
    sealed_secret: Mapped[str] = mapped_column(Sealed)
    set_at: Mapped[datetime]
    set_by: Mapped[str] = mapped_column(String(120))
    """Who set it, by the name of then."""

    @property
    def secret(self) -> str:
        """The value in clear."""
        place = {"workspace_id": self.workspace_id, "row_id": self.id}
        return unseal(BotSecret.sealed_secret, self.sealed_secret, **place).decode()

    def keep(self, secret: str) -> None:
        """Seal a value; the row has its id."""
        place = {"workspace_id": self.workspace_id, "row_id": self.id}
        self.sealed_secret = seal(BotSecret.sealed_secret, secret.encode(), **place)

    @property
    def secret_end(self) -> str:
        """The end of a long value; nothing where its key is gone."""
        try:
            return secret_end(self.secret)
        except Unavailable:
            return ""


class BotLayout(WorkspaceMixin, RevisionMixin, OfBot, Base):
    """Where nodes of a bot's working copy are on the canvas; no part of the document, and so of no version."""

    __tablename__ = "bot_layout"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "bot_id"], ["bot.workspace_id", "bot.id"]),
        Index("uq_bot_layout", "workspace_id", "bot_id", unique=True),
    )

    bot_id: Mapped[int]
    places: Mapped[dict[str, list[int]]] = mapped_column(JSON, default=dict)
    """By a node's name: how far it is from the start and the top; a node without a place is laid out by the page."""


class BotVersion(WorkspaceMixin, OfBot, Base):
    """A published flow document: it never changes."""

    __tablename__ = "bot_version"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "bot_id"], ["bot.workspace_id", "bot.id"]),
        Index("uq_bot_version_number", "workspace_id", "bot_id", "number", unique=True),
    )

    bot_id: Mapped[int]
    number: Mapped[int] = mapped_column(Integer)
    """From 1, without gaps."""
    document: Mapped[dict[str, Any]] = mapped_column(JSON, deferred=True)
    theme: Mapped[dict[str, Any]] = mapped_column(JSON, deferred=True, default=dict)
    """What the bot's theme has beside its defaults."""
    checksum: Mapped[str] = mapped_column(String(64))
    note: Mapped[str] = mapped_column(String(500))
    published_by: Mapped[int | None]
    published_name: Mapped[str] = mapped_column(String(120))
    """Who published it, by the name of then."""
    published_at: Mapped[datetime] = mapped_column(default=now)
    live_at: ClassVar[Any]
    """When it last went live; None before that."""
    override_reason: Mapped[str | None] = mapped_column(String(500))
    """Why it was published although regression cases failed."""


class BotRelease(WorkspaceMixin, OfBot, Base):
    """A version going live; rows are only added."""

    __tablename__ = "bot_release"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "bot_id"], ["bot.workspace_id", "bot.id"]),
        Index("ix_bot_release_version", "workspace_id", "bot_id", "number"),
        Index("ix_bot_release_at", "workspace_id", "at"),
    )

    bot_id: Mapped[int]
    number: Mapped[int] = mapped_column(Integer)
    before: Mapped[int | None] = mapped_column(Integer)
    """The number of the version that answered until then; one with a higher number was rolled back."""
    at: Mapped[datetime] = mapped_column(default=now)


class BotSplit(WorkspaceMixin, RevisionMixin, OfBot, Base):
    """A share of new conversations that a published version receives beside the live one."""

    __tablename__ = "bot_split"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "bot_id"], ["bot.workspace_id", "bot.id"]),
        Index("ix_bot_split_bot", "workspace_id", "bot_id", "id"),
        Index(
            "uq_bot_split_running", "workspace_id", "bot_id", unique=True,
            sqlite_where=text("state = 'running'"), postgresql_where=text("state = 'running'"),
        ),
    )  # fmt: skip

    bot_id: Mapped[int]
    state: Mapped[str] = mapped_column(String(8), default="running")
    live: Mapped[int] = mapped_column(Integer)
    """The number of the version that is live beside it."""
    number: Mapped[int] = mapped_column(Integer)
    """The number of the version that receives the share."""
    share: Mapped[int] = mapped_column(Integer)
    """Per cent of new conversations, by contact."""
    user_name: Mapped[str] = mapped_column(String(120))
    """Who started it, by the name of then."""
    started_at: Mapped[datetime] = mapped_column(default=now)
    closed_by: Mapped[str | None] = mapped_column(String(120))
    closed_at: Mapped[datetime | None]


class BotReview(WorkspaceMixin, RevisionMixin, OfBot, Base):
    """A working copy that other people are asked to approve before it is published."""

    __tablename__ = "bot_review"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "bot_id"], ["bot.workspace_id", "bot.id"]),
        Index("ix_bot_review_bot", "workspace_id", "bot_id", "id"),
    )

    bot_id: Mapped[int]
    state: Mapped[str] = mapped_column(String(10), default="requested")
    checksum: Mapped[str] = mapped_column(String(64))
    """The document that may be published once it is approved."""
    theme_checksum: Mapped[str] = mapped_column(String(64))
    """The theme that goes with it."""
    note: Mapped[str] = mapped_column(String(500))
    user_id: Mapped[int | None]
    user_name: Mapped[str] = mapped_column(String(120))
    """Who asked, by the name of then."""
    reason: Mapped[str | None] = mapped_column(String(500))
    """Why it was rejected."""
    closed_by: Mapped[str | None] = mapped_column(String(120))
    """Who rejected, cancelled or published it."""
    closed_at: Mapped[datetime | None]


class BotApproval(WorkspaceMixin, OfBot, Base):
    """One person's approval of a review; rows are only added."""

    __tablename__ = "bot_approval"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "review_id"], ["bot_review.workspace_id", "bot_review.id"]),
        Index("uq_bot_approval_user", "workspace_id", "review_id", "user_id", unique=True),
    )

    bot_id: Mapped[int]
    review_id: Mapped[int]
    user_id: Mapped[int]
    user_name: Mapped[str] = mapped_column(String(120))
    comment: Mapped[str] = mapped_column(String(500), default="")
    at: Mapped[datetime] = mapped_column(default=now)


_last_release = (
    select(func.max(BotRelease.at))
    .where(BotRelease.workspace_id == BotVersion.workspace_id, BotRelease.bot_id == BotVersion.bot_id,
           BotRelease.number == BotVersion.number)
    .correlate_except(BotRelease)
    .scalar_subquery()
)  # fmt: skip
BotVersion.live_at = column_property(_last_release)
