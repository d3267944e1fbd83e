"""The user row and a user's data scope."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import JSON, ColumnElement, Date, Index, Integer, String, case
from sqlalchemy.orm import Mapped, mapped_column, validates

from app.core.clock import now
from app.core.db.base import Base, BigInt, RevisionMixin, WorkspaceMixin
from app.core.errors import at_most
from app.core.values.emails import normalise_email_text

USERNAME_LENGTH, EMAIL_LENGTH = 60, 254
LIFE = ("invited", "active", "suspended", "locked", "deactivated")
"""The states of a person; the specified calls know three of them, see `User.shown_status`."""


class User(WorkspaceMixin, RevisionMixin, Base):
    """A person of one workspace; e-mail and username are unique over the installation."""

    __tablename__ = "user"
    table_args = (
        Index("uq_user_number", "workspace_id", "number", unique=True),
        # Lists count by these three, and look for names, without reading whole people.
        Index(
            "ix_user_listed",
            "workspace_id",
            "deleted_at",
            "role",
            "current_plan",
            "status",
            "deactivated_at",
            "locked_until",
        ),
        Index("ix_user_name", "workspace_id", "deleted_at", "name_key"),
    )

    number: Mapped[int] = mapped_column(BigInt)
    full_name: Mapped[str] = mapped_column(String(120))
    username: Mapped[str] = mapped_column(String(USERNAME_LENGTH))
    username_key: Mapped[str] = mapped_column(String(USERNAME_LENGTH), unique=True)
    email: Mapped[str] = mapped_column(String(EMAIL_LENGTH))
    email_key: Mapped[str] = mapped_column(String(EMAIL_LENGTH), unique=True)
    password_hash: Mapped[str | None] = mapped_column(String(200))
    password_version: Mapped[int] = mapped_column(Integer, default=1)
    second_factor_at: Mapped[datetime | None]
    """Since when signing in asks for a one-time code; null where it does not."""
    auth_role: Mapped[str] = mapped_column(String(20))
    """Role that abilities come from: admin, maintainer, author, editor, subscriber, client or none."""
    role: Mapped[str] = mapped_column(String(20))
    """Role shown in the user list: admin, author, editor, maintainer or subscriber."""
    extra_abilities: Mapped[list[dict[str, str]]] = mapped_column(JSON, default=list)
    """What they may do beyond their role, as pairs of action and subject."""
    status: Mapped[str] = mapped_column(String(12), default="active")
    """`pending`, `active` or `inactive`; the two columns below tell more."""
    deactivated_at: Mapped[datetime | None]
    """Since when they are out for good; who is inactive without it is suspended."""
    locked_until: Mapped[datetime | None]
    """Until when too many wrong passwords keep out browsers they have not used before."""
    company: Mapped[str] = mapped_column(String(120), default="")
    country: Mapped[str] = mapped_column(String(80), default="")
    contact: Mapped[str] = mapped_column(String(40), default="")
    current_plan: Mapped[str] = mapped_column(String(20), default="basic")
    billing: Mapped[str] = mapped_column(String(40), default="")
    avatar: Mapped[str] = mapped_column(String(500), default="")
    locale: Mapped[str | None] = mapped_column(String(8))
    scope: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    """Data scope: lists of ids under clients, parents, cities, outlets, bots; a missing key means all."""
    last_seen_at: Mapped[datetime | None]
    deleted_at: Mapped[datetime | None]
    """Since when they are out of every list; their rows stay theirs, and they can be restored."""
    name_key: Mapped[str] = mapped_column(String(360), default="", deferred=True)
    """The full name without case, to look for and to sort by. Casefolding can make a letter three."""
    # What only the person's own pages show comes when it is asked for: the row is read with every request.
    designation: Mapped[str] = mapped_column(String(80), default="", deferred=True, deferred_group="about")
    bio: Mapped[str] = mapped_column(String(1000), default="", deferred=True, deferred_group="about")
    dob: Mapped[date | None] = mapped_column(Date, deferred=True, deferred_group="about")
    website: Mapped[str] = mapped_column(String(200), default="", deferred=True, deferred_group="about")
    social_links: Mapped[dict[str, str]] = mapped_column(JSON, default=dict, deferred=True, deferred_group="about")
    notifications: Mapped[dict[str, bool]] = mapped_column(JSON, default=dict, deferred=True, deferred_group="about")
    """What they want to be notified of, where they have chosen."""
    quiet_from: Mapped[str | None] = mapped_column(String(5), deferred=True, deferred_group="about")
    quiet_to: Mapped[str | None] = mapped_column(String(5), deferred=True, deferred_group="about")
    """Quiet hours in the workspace's time zone: mails they have not asked for wait until these end."""

    @property
    def state(self) -> str:
        """Where they are in their life here: one of `LIFE`."""
        if self.deactivated_at is not None:
            return "deactivated"
        if self.status == "active" and self.locked_until is not None and self.locked_until > now():
            return "locked"
        return {"pending": "invited", "active": "active"}.get(self.status, "suspended")

    @property
    def shown_status(self) -> str:
        """Their state in the three words of the specified calls."""
        return {"invited": "pending", "active": "active"}.get(self.state, "inactive")

    @validates("username_key", "email_key")
    def _hold(self, name: str, key: str) -> str:
        """What someone is found by fits its column."""
        return at_most(USERNAME_LENGTH if name == "username_key" else EMAIL_LENGTH, key, name.removesuffix("_key"))

    @validates("full_name")
    def _fold(self, _name: str, full_name: str) -> str:
        """What is looked for follows what is read."""
        self.name_key = full_name.casefold()
        return full_name


def email_key(email: str) -> str:
    """What makes two spellings of an address the same account: no blanks, no unseen characters, no case."""
    return "".join(normalise_email_text(email).split()).lower()


def username_key(username: str) -> str:
    """What makes two spellings of a username the same."""
    return username.strip().casefold()


def state_now() -> ColumnElement[str]:
    """`User.state` for the database, at this moment."""
    return case(
        (User.deactivated_at.is_not(None), "deactivated"),
        ((User.status == "active") & (User.locked_until > now()), "locked"),
        (User.status == "active", "active"),
        (User.status == "pending", "invited"),
        else_="suspended",
    )
