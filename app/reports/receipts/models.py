"""The receipt of a number."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Float, Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import now
from app.core.db.base import Base, WorkspaceMixin


class Receipt(WorkspaceMixin, Base):
    """One number of one part of the workspace as it was at a moment; never changed."""

    __tablename__ = "receipt"
    table_args = (Index("uq_receipt_key", "workspace_id", "key", unique=True),)

    key: Mapped[str] = mapped_column(String(64))
    """A digest of the question, the part, the state of the data and the number."""
    metric: Mapped[str] = mapped_column(String(40))
    version: Mapped[int] = mapped_column(Integer)
    query: Mapped[str] = mapped_column(String(1500))
    """The question with its dates, as an address says it."""
    bucket: Mapped[str | None] = mapped_column(String(32))
    scope: Mapped[dict[str, Any]] = mapped_column(JSON)
    """The part of the workspace whose number it is."""
    as_of: Mapped[datetime | None]
    counted: Mapped[dict[str, Any]] = mapped_column(JSON)
    """`{value, num, den, sessions, sha256, marks, sources}`"""
    value: Mapped[float | None] = mapped_column(Float)
    owner_id: Mapped[int | None]
    created_at: Mapped[datetime] = mapped_column(default=now)
