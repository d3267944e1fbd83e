"""Rules of exports: who sees which, what may be started and cancelled, and how long files are kept."""

import secrets
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

from flask import current_app
from sqlalchemy import Select, func, select

from app.bots.catalog.intents import intent_title
from app.clients.models import Client
from app.config import Settings
from app.core import clock
from app.core.db.base import db, fetch
from app.core.db.tenancy import current_scope
from app.core.errors import Conflict, Gone, TooMany
from app.core.http.schemas import load_query
from app.core.jobs import owners
from app.core.languages import reading_language
from app.core.security.visitor import can
from app.exports.formats import rows_beside
from app.exports.models import CANCELLABLE, STARTABLE, Export
from app.notifications import tell
from app.reports.history.arguments import FilterArgs
from app.reports.history.fields import conditions_in_words
from app.reports.history.filters import Filters, filters_of, narrow

KEPT = timedelta(days=7)
MAX_WAITING = 3
RETRY_S = 30
PAGE = "/reports/exports"
ARCHIVE = "zip"


def list_exports(user_id: int) -> Select[Export]:
    """A person's exports."""
    return select(Export).where(Export.user_id == user_id)


def get_export(export_id: int, user_id: int) -> Export:
    """One of a person's exports, or NotFound."""
    return fetch(list_exports(user_id).where(Export.id == export_id), "This export does not exist.")


def create_export(user_id: int, query: str, file_format: str) -> Export:
    """Have the conversation list of an address written to a file; Invalid names a filter that does not fit."""
    filters, *_ = understood(query)
    narrow(filters, clock.now())
    _refuse_many(user_id)
    row = Export(user_id=user_id, query=query, format=file_format)
    db.session.add(row)
    db.session.flush()
    _enqueue(row)
    return row


def create_client_export(user_id: int, client: Client) -> Export:
    """Start the export of all data of a client; Conflict once it is purged."""
    if client.state == "purged":
        raise Conflict("What this client had was erased.", code="client_purged")
    _refuse_many(user_id)
    row = Export(user_id=user_id, query="", format=ARCHIVE, of_client=client.id, client_name=client.name)
    db.session.add(row)
    db.session.flush()
    _enqueue(row)
    return row


def understood(query: str) -> tuple[Filters, str, Sequence[str]]:
    """The filters, the order and the columns of a list's address."""
    args = load_query(FilterArgs(), query)
    return filters_of(args), args["sort"], args["cols"]


def in_words(query: str) -> dict[str, Any]:
    """Return what the conditions and the intent of a list's address are called."""
    filters, *_ = understood(query)
    return {
        "conditions": conditions_in_words(filters.f, reading_language()),
        "intent_title": intent_title(filters.intent, bots=filters.bot),
    }


def start(row: Export) -> None:
    """Write the file again, with the present list."""
    _check_right(row)
    resume(row)
    _enqueue(row)


def resume(row: Export) -> None:
    """Make an export one that a job writes; Conflict when it cannot be."""
    owners.check_state(row, STARTABLE, "export", "started")
    _refuse_many(row.user_id)
    remove_file(row)
    row.state, row.asked_at, row.error = "queued", clock.now(), None
    row.rows = row.done = 0
    row.finished_at = row.expires_at = None


def cancel(row: Export) -> None:
    """Stop an export; what was written goes."""
    owners.cancel(row, CANCELLABLE, "export")
    remove_file(row)


def readable_file(row: Export) -> Path:
    """The file of an export that is ready, for a reader who may see as much as when it was written."""
    if row.state == "expired":
        raise Gone(f"The file was deleted after {KEPT.days} days. Run the export again.")
    path = path_of(row)
    if row.state != "ready" or path is None or not path.exists():
        raise Conflict("The file is missing. Run the export again.", code="not_ready")
    if row.scope != current_scope().serialize():
        raise Conflict("Your access to data has changed since this export. Run it again.", code="scope_changed")
    _check_right(row)
    return path


def _check_right(row: Export) -> None:
    """Raise Conflict if the reader may no longer export all data of a client."""
    if row.of_client is not None and not can("delete", "Client"):
        raise Conflict("Your access to data has changed since this export.", code="scope_changed")


def expire(row: Export) -> None:
    """Remove a file that has been kept long enough."""
    if row.state == "ready" and row.expires_at is not None and row.expires_at <= clock.now():
        remove_file(row)
        row.state = "expired"
        db.session.flush()


def fail(row: Export, reason: str) -> None:
    """Write down that an export cannot go on, and why."""
    remove_file(row)
    owners.fail(row, reason)
    tell(row.user_id, "export_failed", PAGE)


def new_file(row: Export) -> Path:
    """Where a new file of the export is to be written."""
    remove_file(row)
    row.file = f"{secrets.token_urlsafe(24)}.{row.format}"
    path = path_of(row)
    assert path is not None  # noqa: S101 - it has a name now
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    return path


def path_of(row: Export) -> Path | None:
    """Where the file of an export is, if it has one: each workspace has a folder of its own."""
    settings: Settings = current_app.config["SETTINGS"]
    return settings.instance / "exports" / str(row.workspace_id) / row.file if row.file else None


def remove_file(row: Export) -> None:
    """Remove the file of an export, finished or not."""
    path = path_of(row)
    if path is not None:
        path.unlink(missing_ok=True)
        rows_beside(path).unlink(missing_ok=True)
    row.file = row.size = None


def _refuse_many(user_id: int) -> None:
    """Bound how much one person has waiting."""
    waiting = select(func.count(Export.id)).where(Export.user_id == user_id, Export.state.in_(CANCELLABLE))
    if (db.session.scalar(waiting) or 0) >= MAX_WAITING:
        raise TooMany(RETRY_S, f"{MAX_WAITING} exports of yours are waiting already. Try again when one is done.")


def _enqueue(row: Export) -> None:
    owners.employ(row, "export", "export_id")
