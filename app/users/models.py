"""The user row and a user's data scope."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from app.db import Base, VersionMixin, WorkspaceMixin


class User(WorkspaceMixin, VersionMixin, Base):
    """A person of one workspace; e-mail and username are unique over the installation."""

    __tablename__ = "user"
    table_args = (Index("uq_user_number", "workspace_id", "number", unique=True),)

    number: Mapped[int] = mapped_column(Integer)
    full_name: Mapped[str] = mapped_column(String(120))
    username: Mapped[str] = mapped_column(String(60))
    username_key: Mapped[str] = mapped_column(String(60), unique=True)
    email: Mapped[str] = mapped_column(String(254))
    email_key: Mapped[str] = mapped_column(String(254), unique=True)
    password_hash: Mapped[str | None] = mapped_column(String(200))
    password_version: Mapped[int] = mapped_column(Integer, default=1)
    second_factor_at: Mapped[datetime | None]
    """Since when signing in asks for a one-time code; null where it does not."""
    auth_role: Mapped[str] = mapped_column(String(20))
    """Role that abilities come from: admin, maintainer, author, editor, subscriber or client."""
    role: Mapped[str] = mapped_column(String(20))
    """Role shown in the user list: admin, author, editor, maintainer or subscriber."""
    status: Mapped[str] = mapped_column(String(12), default="active")
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


def email_key(email: str) -> str:
    """What makes two spellings of an address the same account: no blanks, no case."""
    return "".join(email.split()).lower()


def username_key(username: str) -> str:
    """What makes two spellings of a username the same."""
    return username.strip().casefold()
