"""Reading the audit log."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import orjson
from sqlalchemy import Select, select

from app.audit.models import AuditEvent
from app.db import db
from app.reports.export import lines
from app.tenancy import bound_workspace
from app.users.models import User
from app.workspaces.models import Workspace

MAX_ROWS = 10_000
COLUMNS = ("seq", "at", "action", "subject", "subject_id", "user_id", "user", "fields", "detail", "address",
           "user_agent", "request_id", "digest")  # fmt: skip


def list_events(
    *, action: str, user: int | None, subject: str, subject_id: int | None, from_: date | None, to: date | None
) -> Select[AuditEvent]:
    """The rows that fit."""
    query = select(AuditEvent)
    if ":" in action and not action.endswith(":"):
        query = query.where(AuditEvent.action == action)
    elif action:
        query = query.where(AuditEvent.action.startswith(f"{action.rstrip(':')}:", autoescape=True))
    for column, value in (
        (AuditEvent.user_id, user),
        (AuditEvent.subject, subject),
        (AuditEvent.subject_id, subject_id),
    ):
        if value:
            query = query.where(column == value)
    if from_ is not None:
        query = query.where(AuditEvent.at >= _begin(from_))
    if to is not None:
        query = query.where(AuditEvent.at < _begin(to + timedelta(days=1)))
    return query


def _begin(day: date) -> datetime:
    """When a day begins in the workspace's zone."""
    zone = db.session.scalar(select(Workspace.zone).where(Workspace.id == bound_workspace()))
    return datetime.combine(day, time(), ZoneInfo(zone or "UTC"))


def shown(events: Sequence[AuditEvent]) -> list[dict[str, Any]]:
    """Rows with the names of who did it, as they are now."""
    wanted = {event.user_id for event in events if event.user_id is not None}
    found = db.session.execute(select(User.id, User.full_name).where(User.id.in_(wanted)))
    names = {row.id: row.full_name for row in found}
    return [
        {name: getattr(event, name) for name in COLUMNS if name != "user"}
        | {"id": event.id, "user": event.user_id and {"id": event.user_id, "name": names.get(event.user_id)}}
        for event in events
    ]


def as_file(rows: Iterable[dict[str, Any]], kind: str) -> str:
    """Rows as CSV or as one JSON object a line."""
    flat = [row | {"user": row["user"] and row["user"]["name"]} for row in rows]
    if kind == "jsonl":
        wanted = ({name: _text(name, row[name]) for name in COLUMNS} for row in flat)
        return "".join(orjson.dumps(row, option=orjson.OPT_UTC_Z).decode() + "\n" for row in wanted)
    cells = ([" ".join(row[name]) if name == "fields" else _text(name, row[name]) for name in COLUMNS] for row in flat)
    return "".join(lines(COLUMNS, cells))


def _text(name: str, value: Any) -> Any:
    """Ids as text, since they are longer than a spreadsheet's or a script's numbers; instants as they are written."""
    if value is not None and name.endswith("_id"):
        return str(value)
    return value.isoformat(timespec="milliseconds") if isinstance(value, datetime) else value
