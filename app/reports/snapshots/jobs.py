"""Housekeeping of snapshots and closed months."""

from sqlalchemy import select, update

from app.core.clock import now
from app.core.db.base import write_rows
from app.core.jobs.schedule import daily
from app.reports.snapshots import closes, service
from app.reports.snapshots.models import Snapshot


@daily
def expire_snapshots() -> None:
    """Delete the contents of snapshots that are no longer kept."""
    old = select(Snapshot.id).where(Snapshot.created_at < now() - service.KEPT, Snapshot.state != "expired")
    write_rows(update(Snapshot).where(Snapshot.id.in_(old)).values(state="expired", content=b""))


@daily
def tell_changes() -> None:
    """Tell of numbers that changed in closed months."""
    closes.notify_of_changes()
