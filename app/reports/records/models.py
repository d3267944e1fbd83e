"""Numbers of people that a job counted, and what people add to reports: annotations and targets."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import JSON, Date, ForeignKeyConstraint, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import now
from app.core.db.base import Base, ClientScoped, OfBot, RevisionMixin, SharedRow, WorkspaceMixin

ANNOTATION_KINDS = ("outage", "note")
TEXT_LENGTH = 120


class PeopleCount(WorkspaceMixin, Base):
    """One question about people, the job that counts them, and the newest result."""

    __tablename__ = "people_count"
    table_args = (Index("uq_people_count_key", "workspace_id", "key", unique=True),)

    key: Mapped[str] = mapped_column(String(64))
    """A digest of the question."""
    question: Mapped[dict[str, Any]] = mapped_column(JSON)
    job_id: Mapped[int]
    asked_at: Mapped[datetime] = mapped_column(default=now)
    result: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    """`active`, `new`, `before` (null without comparison) and `by`, a number for each point of the sparkline."""
    data_version: Mapped[int | None]
    """Of which data the result is true."""
    as_of: Mapped[datetime | None]
    """The newest event in it."""
    counted_at: Mapped[datetime | None]


class Annotation(WorkspaceMixin, RevisionMixin, SharedRow, Base):
    """What people noted of an instant; everyone who reads reports sees it."""

    __tablename__ = "annotation"
    table_args = (Index("ix_annotation_at", "workspace_id", "at"),)

    at: Mapped[datetime]
    text: Mapped[str] = mapped_column(String(TEXT_LENGTH))
    kind: Mapped[str] = mapped_column(String(10))
    owner_id: Mapped[int | None]


class MonthClose(WorkspaceMixin, RevisionMixin, ClientScoped, SharedRow, Base):
    """A month of a client whose numbers count as settled: what changes in it later is said apart."""

    __tablename__ = "month_close"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "client_id"], ["client.workspace_id", "client.id"]),
        Index("uq_month_close", "workspace_id", "client_id", "first_day", unique=True),
    )
    cut_by = ("outlets", "bots")

    client_id: Mapped[int]
    first: Mapped[date] = mapped_column("first_day", Date)
    last: Mapped[date] = mapped_column("last_day", Date)
    closed_by: Mapped[str] = mapped_column(String(120))
    """Who closed it, by the name of then."""
    closed_at: Mapped[datetime] = mapped_column(default=now)
    announced_at: Mapped[datetime] = mapped_column(default=now)
    """Until when those who keep snapshots were notified of changes."""


class Target(WorkspaceMixin, ClientScoped, OfBot, Base):
    """What a metric is meant to come to in a month; rows are only added, and the newest one counts.

    It is of all sessions of a bot, or of the whole workspace: a reader of some outlets or clients sees none of more.
    """

    __tablename__ = "target"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "bot_id"], ["bot.workspace_id", "bot.id"]),
        Index("ix_target_month", "workspace_id", "month", "metric", "bot_id"),
    )
    is_hidden = True

    client_id: Mapped[int | None] = mapped_column(nullable=True)  # type: ignore[assignment]
    """The bot's client; None for all bots."""
    bot_id: Mapped[int | None] = mapped_column(nullable=True)  # type: ignore[assignment]
    metric: Mapped[str] = mapped_column(String(40))
    month: Mapped[date]
    """Its first day."""
    value: Mapped[float | None]
    """In the unit of the metric's values; None where the target was removed."""
    set_by: Mapped[str] = mapped_column(String(120))
    """Who set it, by the name of then."""
    set_at: Mapped[datetime] = mapped_column(default=now)
