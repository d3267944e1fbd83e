"""Rows of the audit log."""

from sqlalchemy import select

from app.audit.models import AuditEvent
from app.core.db.base import db


def audit_events(action: str = "") -> list[AuditEvent]:
    """Return the rows of the bound workspace, of one action or all, in order."""
    query = select(AuditEvent).order_by(AuditEvent.seq)
    rows = db.session.scalars(query.where(AuditEvent.action == action) if action else query)
    return list(rows)
