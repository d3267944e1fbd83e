"""The bot row and the goals a bot is measured by."""

from sqlalchemy import Boolean, ForeignKeyConstraint, Index, Integer, String, text
from sqlalchemy.orm import Mapped, mapped_column, synonym, validates

from app.core.db.base import Base, BotScoped, ClientScoped, RevisionMixin, WorkspaceMixin
from app.core.errors import at_most

NAME_LENGTH = 60
GROUPS = ("service", "sales", "psf")
LANGUAGES = ("en", "hi", "ar", "gu", "mr", "ta", "te", "kn", "bn")
STATES = ("draft", "live", "paused", "draining", "archived", "deleted")


class Bot(WorkspaceMixin, RevisionMixin, ClientScoped, BotScoped, Base):
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
    session_timeout_s: Mapped[int | None] = mapped_column(Integer)
    """Overrides the channel's session timeout, 300 to 172800 seconds."""

    @validates("name_key")
    def _hold(self, _name: str, key: str) -> str:
        """What a name is found by fits its column."""
        return at_most(NAME_LENGTH, key, "name")

    @validates("state")
    def _remember_live(self, _name: str, state: str) -> str:
        """Whatever makes a bot live, it is remembered."""
        self.was_live = bool(self.was_live) or state == "live"
        return state


class Goal(WorkspaceMixin, RevisionMixin, BotScoped, Base):
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
