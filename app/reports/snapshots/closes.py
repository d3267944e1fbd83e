"""Rules of month closes: later changes in a closed month are listed, and those who keep snapshots are notified."""

from collections import defaultdict
from datetime import date
from zoneinfo import ZoneInfo

from sqlalchemy import Select, func, select

from app.accounts.users.models import User
from app.analytics.bitmaps import next_month
from app.analytics.models import Restatement
from app.clients.models import Client
from app.conversations.events import FINAL_AFTER
from app.core import clock
from app.core.db.base import db, fetch, note, read_only, rows_by_id
from app.core.db.tenancy import Scope, within
from app.core.errors import BeyondSchema, Conflict, Invalid
from app.notifications import tell
from app.reports.filters.ranges import DAY, midnight
from app.reports.records.models import MonthClose
from app.reports.records.restatements import is_after_close
from app.reports.snapshots.models import Snapshot


def list_closes() -> Select[MonthClose]:
    """Select the months that are closed."""
    return select(MonthClose)


def close_month(client: Client, month: str, user: User) -> MonthClose:
    """Close a month of a client; Invalid before all its numbers are final, Conflict where it is closed."""
    first = date.fromisoformat(f"{month}-01")
    last = next_month(first) - DAY
    if clock.now() < midnight(last + DAY, ZoneInfo(client.zone)) + FINAL_AFTER:
        raise Invalid({"month": [BeyondSchema("This month is not final yet. It is 72 hours after its end.")]})
    same = select(MonthClose.id).where(MonthClose.client_id == client.id, MonthClose.first == first)
    if db.session.scalar(same) is not None:
        raise Conflict("This month is closed already.", code="closed_already")
    row = MonthClose(client_id=client.id, first=first, last=last, closed_by=user.full_name)
    db.session.add(row)
    db.session.flush()
    return row


def get_close(close_id: int) -> MonthClose:
    """Return a closed month, or raise NotFound."""
    return fetch(select(MonthClose).where(MonthClose.id == close_id), "This month is not closed.")


def notify_of_changes() -> None:
    """Tell who keeps snapshots of closed months what has changed in them since, once for all of it."""
    with read_only():
        ids = db.session.execute(
            select(MonthClose.workspace_id)
            .join(Restatement, (Restatement.client_id == MonthClose.client_id) & is_after_close(MonthClose))
            .where(Restatement.created_at > MonthClose.announced_at)
            .distinct()
        ).scalars()
        workspaces = list(ids)
        db.session.rollback()
    for workspace_id in workspaces:
        with within(workspace_id):
            _notify_here()
            db.session.commit()


def _notify_here() -> None:
    news = defaultdict[int, list[str]](list)
    changes = db.session.execute(
        select(MonthClose.id, func.count(), func.max(Restatement.created_at))
        .join(Restatement, (Restatement.client_id == MonthClose.client_id) & is_after_close(MonthClose))
        .where(Restatement.created_at > MonthClose.announced_at)
        .group_by(MonthClose.id)
    ).all()
    closes = rows_by_id(MonthClose, (change[0] for change in changes))
    names = {client.id: client.name for client in db.session.scalars(select(Client))}
    for close_id, number, newest in changes:
        close = closes[close_id]
        snapshots = select(Snapshot.owner_id, Snapshot.scope).where(
            Snapshot.first <= close.last, Snapshot.last >= close.first, Snapshot.state != "expired"
        )
        owners = {
            owner for owner, scope in db.session.execute(snapshots)
            if owner is not None and close.client_id in (Scope.read(scope).clients or {close.client_id})
        }  # fmt: skip
        for owner in owners:
            news[owner].append(f"{names.get(close.client_id, '')} {close.first:%Y-%m}: {number}")
        note(close, announced_at=newest)
    for owner, lines in news.items():
        tell(owner, "restated", "/reports/snapshots?view=changes", what=", ".join(lines), subject="Dashboard")
