"""One row of the audit log, and what its digest is taken over."""

import hashlib
import json
from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.db.base import Base, WorkspaceMixin

FIRST = "0" * 64
"""What the first row of a chain names as its predecessor."""
ERASABLE = ("address", "user_agent", "salt")


class AuditEvent(WorkspaceMixin, Base):
    """Someone did something. Rows are only ever added; what is personal in them can be erased."""

    __tablename__ = "audit_event"
    table_args = (
        Index("uq_audit_event_seq", "workspace_id", "seq", unique=True),
        Index("ix_audit_event_action", "workspace_id", "action", "id"),
        Index("ix_audit_event_user", "workspace_id", "user_id", "id"),
        Index("ix_audit_event_subject", "workspace_id", "subject", "subject_id", "id"),
    )

    seq: Mapped[int]
    """Its number in the workspace's chain, from 1 without a gap."""
    at: Mapped[datetime]
    action: Mapped[str] = mapped_column(String(60))
    """Kind of thing and what was done to it: `bot:update`."""
    subject: Mapped[str] = mapped_column(String(40))
    subject_id: Mapped[int | None]
    user_id: Mapped[int | None]
    """Who did it; none for the installation itself and for people who are not signed in."""
    fields: Mapped[list[str]] = mapped_column(JSON)
    """Names of what changed, never values."""
    detail: Mapped[str] = mapped_column(String(120))
    request_id: Mapped[str] = mapped_column(String(64))
    address: Mapped[str | None] = mapped_column(String(45))
    user_agent: Mapped[str | None] = mapped_column(String(200))
    salt: Mapped[str | None] = mapped_column(String(32))
    personal: Mapped[str] = mapped_column(String(64))
    """Digest of address and user agent with the salt: it stays when they are erased, and tells nothing then."""
    previous: Mapped[str] = mapped_column(String(64))
    digest: Mapped[str] = mapped_column(String(64))
    version: Mapped[int] = mapped_column(Integer, default=1)
    """Of the rule by which the digest is taken."""


_HASHED = (
    "id", "workspace_id", "seq", "action", "subject", "subject_id", "user_id", "fields", "detail", "request_id",
    "personal", "previous", "version",
)  # fmt: skip


def digest_of(row: AuditEvent) -> str:
    """The digest of a row and, through `previous`, of all before it."""
    values: dict[str, Any] = {name: getattr(row, name) for name in _HASHED}
    values["at"] = row.at.isoformat(timespec="milliseconds")
    return hashlib.sha256(json.dumps(values, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def personal_digest(row: AuditEvent) -> str:
    """The digest of what may be erased from a row later."""
    return hashlib.sha256("\n".join((row.salt or "", row.address or "", row.user_agent or "")).encode()).hexdigest()
