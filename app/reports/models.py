"""Numbers of people that a job counted, and what people say about reports: annotations."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import now
from app.core.db.base import Base, RevisionMixin, SharedRow, WorkspaceMixin

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
