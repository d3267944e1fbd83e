"""Alerts and the times they fired."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Boolean, Float, ForeignKeyConstraint, Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import now
from app.core.db.base import Base, RevisionMixin, WorkspaceMixin

STATES = ("armed", "firing", "acknowledged", "resolved")
PAUSED = "paused"
"""What people see in place of a state where an alert is not active."""
PAUSE_REASONS = ("no_access", "not_visible", "not_understood")
"""Why an alert was paused by itself: its owner, what it names, or its filters can be read no more."""
WINDOWS = ("hour", "day", "week")
OPS = ("above", "below", "rises", "falls", "anomaly")
NAME_LENGTH, NOTE_LENGTH = 80, 200


class Alert(WorkspaceMixin, RevisionMixin, Base):
    """A rule on one number, of one person and in their scope."""

    __tablename__ = "alert"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "owner_id"], ["user.workspace_id", "user.id"]),
        Index("ix_alert_owner", "workspace_id", "owner_id"),
        Index("ix_alert_due", "active", "next_at"),
    )

    owner_id: Mapped[int]
    name: Mapped[str] = mapped_column(String(NAME_LENGTH))
    metric: Mapped[str] = mapped_column(String(40))
    query: Mapped[str] = mapped_column(String(1500), default="")
    """What it is narrowed to, without a range."""
    window: Mapped[str] = mapped_column(String(4))
    op: Mapped[str] = mapped_column(String(8))
    threshold: Mapped[float] = mapped_column(Float)
    min_n: Mapped[int] = mapped_column(Integer)
    cooldown_h: Mapped[int] = mapped_column(Integer)
    emails: Mapped[list[str]] = mapped_column(JSON, default=list)
    webhook_id: Mapped[int | None]
    active: Mapped[bool] = mapped_column(Boolean, default=True)
    paused_for: Mapped[str] = mapped_column(String(16), default="")
    """Why it was paused by itself: one of `PAUSE_REASONS`, or empty."""
    state: Mapped[str] = mapped_column(String(12), default="armed")
    next_at: Mapped[datetime] = mapped_column(default=now)
    """When it is looked at next."""
    checked_from: Mapped[datetime | None]
    """The beginning of the last window that was judged."""
    last: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    """`{start, end, value, before, n, provisional}` of that window, and the `trend` of values up to it."""
    fired_at: Mapped[datetime | None]


class AlertFiring(WorkspaceMixin, Base):
    """One firing of an alert, for one window, and who was notified."""

    __tablename__ = "alert_firing"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "alert_id"], ["alert.workspace_id", "alert.id"], ondelete="CASCADE"),
        Index("uq_alert_firing_window", "workspace_id", "alert_id", "start_at", unique=True),
    )

    alert_id: Mapped[int]
    start: Mapped[datetime] = mapped_column("start_at")
    end: Mapped[datetime] = mapped_column("end_at")
    value: Mapped[float] = mapped_column(Float)
    before: Mapped[float | None] = mapped_column(Float)
    n: Mapped[int] = mapped_column(Integer)
    score: Mapped[float | None] = mapped_column(Float)
    """By how many standard deviations an anomaly is off."""
    provisional: Mapped[bool] = mapped_column(Boolean)
    link: Mapped[str] = mapped_column(String(2000))
    """The frozen report of the window."""
    at: Mapped[datetime] = mapped_column(default=now)
    mails: Mapped[list[dict[str, str]]] = mapped_column(JSON, default=list)
    """`[{to, state, reason}]`: waiting, sending, sent or failed."""
    acknowledged_by: Mapped[str] = mapped_column(String(120), default="")
    acknowledged_at: Mapped[datetime | None]
    note: Mapped[str] = mapped_column(String(NOTE_LENGTH), default="")
    resolved_at: Mapped[datetime | None]
