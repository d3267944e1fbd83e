"""Schedules of reports, their recipients, and what went out."""

from datetime import datetime

from sqlalchemy import JSON, Boolean, ForeignKeyConstraint, Index, LargeBinary, String
from sqlalchemy.orm import Mapped, deferred, mapped_column

from app.core.clock import now
from app.core.db.base import Base, RevisionMixin, WorkspaceMixin

EVERY = ("day", "week", "month")
FORMATS = ("html", "png", "pdf", "xlsx", "csv")
STATES = ("mailed", "unchanged", "failed")
NAME_LENGTH, CODE_LENGTH = 80, 12


class ReportSchedule(WorkspaceMixin, RevisionMixin, Base):
    """A report that is mailed at times of one's own, in the scope of its owner."""

    __tablename__ = "report_schedule"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "owner_id"], ["user.workspace_id", "user.id"]),
        Index("ix_report_schedule_owner", "workspace_id", "owner_id"),
        Index("ix_report_schedule_due", "active", "next_at"),
    )

    owner_id: Mapped[int]
    name: Mapped[str] = mapped_column(String(NAME_LENGTH))
    report: Mapped[str] = mapped_column(String(40))
    query: Mapped[str] = mapped_column(String(1500), default="")
    every: Mapped[str] = mapped_column(String(5))
    on: Mapped[int | None] = mapped_column("on_day")
    """The weekday from Monday = 1, or the day of the month; none for each day."""
    at: Mapped[str] = mapped_column("at_time", String(5))
    zone: Mapped[str] = mapped_column(String(64))
    recipients: Mapped[list[str]] = mapped_column(JSON, default=list)
    formats: Mapped[list[str]] = mapped_column(JSON, default=list)
    skip_unchanged: Mapped[bool] = mapped_column(Boolean, default=False)
    active: Mapped[bool] = mapped_column(Boolean, default=True)
    next_at: Mapped[datetime] = mapped_column(default=now)
    last_at: Mapped[datetime | None]
    last_digest: Mapped[str] = mapped_column(String(64), default="")
    """The SHA-256 of the key figures that were mailed last."""
    deleted_at: Mapped[datetime | None]


class ScheduleRecipient(WorkspaceMixin, Base):
    """An address that a schedule has written to, with the code that stops its mails."""

    __tablename__ = "schedule_recipient"
    table_args = (
        ForeignKeyConstraint(
            ["workspace_id", "schedule_id"], ["report_schedule.workspace_id", "report_schedule.id"], ondelete="CASCADE"
        ),
        Index("uq_schedule_recipient_email", "workspace_id", "schedule_id", "email", unique=True),
        Index("uq_schedule_recipient_code", "code", unique=True),
    )

    schedule_id: Mapped[int]
    email: Mapped[str] = mapped_column(String(254))
    code: Mapped[str] = mapped_column(String(CODE_LENGTH))
    stopped_at: Mapped[datetime | None]


class ScheduleDelivery(WorkspaceMixin, Base):
    """What a schedule did for one time it was due."""

    __tablename__ = "schedule_delivery"
    table_args = (
        ForeignKeyConstraint(
            ["workspace_id", "schedule_id"], ["report_schedule.workspace_id", "report_schedule.id"], ondelete="CASCADE"
        ),
        Index("uq_schedule_delivery_due", "workspace_id", "schedule_id", "due_at", unique=True),
    )

    schedule_id: Mapped[int]
    due_at: Mapped[datetime]
    at: Mapped[datetime] = mapped_column(default=now)
    state: Mapped[str] = mapped_column(String(12))
    reason: Mapped[str] = mapped_column(String(40), default="")
    link: Mapped[str] = mapped_column(String(2000), default="")
    """The frozen report; empty where it was too large to freeze."""
    mails: Mapped[list[dict[str, str]]] = mapped_column(JSON, default=list)
    """`[{to, state, reason}]`: waiting, sending, sent or failed."""
    content: Mapped[bytes] = deferred(mapped_column(LargeBinary, default=b""))
    """What the mails are made of, as JSON compressed by gzip; empty once each was attempted."""
