"""Frozen reports."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import JSON, Date, Index, Integer, LargeBinary, String
from sqlalchemy.orm import Mapped, deferred, mapped_column

from app.core.clock import now
from app.core.db.base import Base, WorkspaceMixin

STATES = ("frozen", "superseded", "expired")


class Snapshot(WorkspaceMixin, Base):
    """A report of one part of the workspace as it was at a moment; its content never changes."""

    __tablename__ = "snapshot"
    table_args = (
        Index("uq_snapshot_digest", "workspace_id", "digest", unique=True),
        Index("ix_snapshot_series", "workspace_id", "series"),
        Index("ix_snapshot_owner", "workspace_id", "owner_id"),
    )

    digest: Mapped[str] = mapped_column(String(64))
    """The SHA-256 of the content."""
    series: Mapped[str] = mapped_column(String(64))
    """A digest of report, question and part: a later one of the same supersedes it."""
    report: Mapped[str] = mapped_column(String(40))
    query: Mapped[str] = mapped_column(String(1500))
    scope: Mapped[dict[str, Any]] = mapped_column(JSON)
    state: Mapped[str] = mapped_column(String(12), default="frozen")
    first: Mapped[date] = mapped_column(Date)
    last: Mapped[date] = mapped_column(Date)
    as_of: Mapped[datetime | None]
    owner_id: Mapped[int | None]
    owner: Mapped[str] = mapped_column(String(120))
    """The name of its owner at that time."""
    created_at: Mapped[datetime] = mapped_column(default=now)
    size: Mapped[int] = mapped_column(Integer)
    """The size of the stored content, in bytes."""
    content: Mapped[bytes] = deferred(mapped_column(LargeBinary))
    """Canonical JSON of report, question, part and document, compressed by gzip; empty once expired."""
