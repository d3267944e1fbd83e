"""One event of a workspace's calendar."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import JSON, Boolean, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.db.base import Base, BigInt, RevisionMixin, WorkspaceMixin

CALENDARS = ("Business", "Holiday", "Personal", "Family", "ETC")
OTHER = "ETC"
"""Where an event is that names no calendar."""


class Event(WorkspaceMixin, RevisionMixin, Base):
    """Something that takes place; the specified calls know it by its number, ours by its id.

    An event of whole days has dates and no instants, one with times the other way round: so neither moves
    when the zone of the workspace changes.
    """

    __tablename__ = "calendar_event"
    live_kind = "event"
    table_args = (
        Index("uq_calendar_event_number", "workspace_id", "number", unique=True),
        Index("ix_calendar_event_start", "workspace_id", "is_deleted", "start_at"),
        Index("ix_calendar_event_day", "workspace_id", "is_deleted", "first_day"),
        Index("ix_calendar_event_uid", "workspace_id", "uid"),
    )

    number: Mapped[int] = mapped_column(BigInt)
    title: Mapped[str] = mapped_column(String(200), default="")
    url: Mapped[str] = mapped_column(String(2000), default="")
    calendar: Mapped[str] = mapped_column(String(20), default=OTHER)
    is_all_day: Mapped[bool] = mapped_column(Boolean, default=False)
    start_at: Mapped[datetime | None]
    end_at: Mapped[datetime | None]
    first_day: Mapped[date | None]
    last_day: Mapped[date | None]
    """The last of the whole days, itself one of them."""
    start_text: Mapped[str | None] = mapped_column(String(40))
    """As the specified calls were sent it and answer it."""
    end_text: Mapped[str | None] = mapped_column(String(40))
    display: Mapped[str] = mapped_column(String(40), default="")
    extended_props: Mapped[Any] = mapped_column(JSON, default=dict)
    """Whatever a client keeps with an event; place, text and guests are in it."""
    sent_keys: Mapped[str] = mapped_column(String(80), default="")
    """The keys a client has sent, between commas: the specified calls answer no others."""
    uid: Mapped[str] = mapped_column(String(255), default="")
    """What an iCalendar file called it, or empty."""
    is_deleted: Mapped[bool] = mapped_column(Boolean, default=False)

    def _prop(self, key: str) -> str:
        """A text among what a client keeps with it."""
        value = (self.extended_props or {}).get(key)
        return value if isinstance(value, str) else ""

    @property
    def location(self) -> str:
        """Where it takes place."""
        return self._prop("location")

    @property
    def description(self) -> str:
        """What is said of it."""
        return self._prop("description")

    @property
    def guests(self) -> list[str]:
        """Who is invited, by name."""
        value = (self.extended_props or {}).get("guests")
        many = value if isinstance(value, list) else [value]
        return [guest for guest in many if isinstance(guest, str) and guest.strip()]

    @property
    def start(self) -> date | datetime | None:
        """The first day or the instant it begins at."""
        return self.first_day if self.is_all_day else self.start_at

    @property
    def end(self) -> date | datetime | None:
        """The last day or the instant it ends at."""
        return self.last_day if self.is_all_day else self.end_at
