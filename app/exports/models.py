"""An export with its progress."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKeyConstraint, Index, Integer, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from app.clients.models import NAME_LENGTH
from app.core.clock import now
from app.core.db.base import Base, WorkspaceMixin

STATES = ("queued", "running", "ready", "cancelled", "failed", "expired")
CANCELLABLE = ("queued", "running")
STARTABLE = ("ready", "cancelled", "failed", "expired")


class Export(WorkspaceMixin, Base):
    """One list on its way into a file; only the person who asked for it sees it."""

    __tablename__ = "export"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "user_id"], ["user.workspace_id", "user.id"]),
        Index("ix_export_user", "workspace_id", "user_id", "id"),
    )

    user_id: Mapped[int]
    query: Mapped[str] = mapped_column(Text)
    """The list's filters as in its address; empty for the export of a client."""
    format: Mapped[str] = mapped_column(String(10), default="csv")
    """What the file is; `zip` for the export of a client."""
    of_client: Mapped[int | None]
    """The client whose data is exported; None if a list is."""
    client_name: Mapped[str | None] = mapped_column(String(NAME_LENGTH))
    """The client's name when the export was started."""
    state: Mapped[str] = mapped_column(String(10), default="queued")
    asked_at: Mapped[datetime] = mapped_column(default=now)
    """The moment that relative ranges of the filters are meant at."""
    rows: Mapped[int] = mapped_column(Integer, default=0)
    done: Mapped[int] = mapped_column(Integer, default=0)
    size: Mapped[int | None]
    """Bytes of the file that is ready."""
    file: Mapped[str | None] = mapped_column(String(60))
    """Its name in the workspace's folder: nobody can guess it."""
    scope: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    """The part of the workspace its maker could see when it was written."""
    error: Mapped[str | None] = mapped_column(String(300))
    job_id: Mapped[int | None]
    created_at: Mapped[datetime] = mapped_column(default=now)
    finished_at: Mapped[datetime | None]
    expires_at: Mapped[datetime | None]
