"""An import of master data with its progress, the rows that do not fit, and what it has changed."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKeyConstraint, Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import now
from app.core.db.base import Base, ClientScoped, WorkspaceMixin

STATES = ("checking", "columns", "ready", "queued", "running", "done", "failed", "cancelled", "undoing", "undone")
STARTABLE = ("ready", "cancelled", "failed")
CANCELLABLE = ("checking", "columns", "ready", "queued", "running")
UNDOABLE = ("done", "cancelled", "failed")
KINDS = ("outlets", "vehicles", "customers", "job_cards", "leads")
NUMBERS = ("new", "changed", "unchanged")
MENDABLE = ("ready", "done")
ROW_STATES = ("open", "fits", "skipped", "done")
"""Whether a row is still to be corrected, will go in, stays out, or has gone in."""


class MasterImport(WorkspaceMixin, ClientScoped, Base):
    """One uploaded file on its way in; `line` and the counts move in the transaction of each batch."""

    __tablename__ = "master_import"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "client_id"], ["client.workspace_id", "client.id"]),
        Index("ix_master_import_kind", "workspace_id", "kind", "id"),
        Index("ix_master_import_columns", "workspace_id", "columns_key", "id"),
    )

    client_id: Mapped[int]
    kind: Mapped[str] = mapped_column(String(10))
    user_id: Mapped[int | None]
    """Who brought it, whose reach it has and who learns what becomes of it."""
    user_name: Mapped[str] = mapped_column(String(120), default="")
    name: Mapped[str] = mapped_column(String(200))
    state: Mapped[str] = mapped_column(String(10), default="checking")
    waits: Mapped[bool] = mapped_column(default=False)
    """Whether it waits for a start after the check."""
    header: Mapped[list[Any]] = mapped_column(JSON, default=list)
    """The names of the file's columns, each with its first value."""
    mapping: Mapped[dict[str, str]] = mapped_column(JSON, default=dict)
    """The field that each column of the file holds; without one it is left out."""
    instead: Mapped[dict[str, dict[str, str]]] = mapped_column(JSON, default=dict)
    """What counts instead of what the file says, by field and by the file's text; of an empty one, for rows without."""
    orders: Mapped[dict[str, str]] = mapped_column(JSON, default=dict)
    """Whether the day or the month comes first in fields of days that can be read in two ways, as someone chose."""
    columns_key: Mapped[str] = mapped_column(String(64), default="")
    """What is the same for files with the same columns."""
    mapped_as: Mapped[int | None]
    """The earlier import of the same columns whose mapping this one has."""
    revision: Mapped[int] = mapped_column(Integer, default=1)
    """Counts the corrections of its rows, not its progress."""
    rows: Mapped[int] = mapped_column(Integer, default=0)
    findings: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    """What the check has found: how many are new, changed and as they were, and what changes."""
    error_count: Mapped[int] = mapped_column(Integer, default=0)
    """Rows that do not fit."""
    warning_count: Mapped[int] = mapped_column(Integer, default=0)
    line: Mapped[int] = mapped_column(Integer, default=0)
    """Rows that are dealt with: where a killed run goes on."""
    new: Mapped[int] = mapped_column(Integer, default=0)
    changed: Mapped[int] = mapped_column(Integer, default=0)
    unchanged: Mapped[int] = mapped_column(Integer, default=0)
    undone: Mapped[int] = mapped_column(Integer, default=0)
    """Rows put back as they were."""
    retained: Mapped[int] = mapped_column(Integer, default=0)
    """Rows of which something was changed or used since, so that they stay."""
    error: Mapped[str | None] = mapped_column(String(300))
    job_id: Mapped[int | None]
    created_at: Mapped[datetime] = mapped_column(default=now)
    finished_at: Mapped[datetime | None]
    undone_at: Mapped[datetime | None]
    """When its undo was requested; from then on it is never imported again."""


def _import_key() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(["workspace_id", "import_id"], ["master_import.workspace_id", "master_import.id"])


class MasterImportError(WorkspaceMixin, Base):
    """What is wrong in a row of a file."""

    __tablename__ = "master_import_error"
    table_args = (_import_key(), Index("ix_master_import_error_row", "workspace_id", "import_id", "row"))

    import_id: Mapped[int]
    row: Mapped[int] = mapped_column(Integer)
    """As spreadsheets count: the names of the columns are the first."""
    field: Mapped[str] = mapped_column(String(40))
    value: Mapped[str] = mapped_column(String(120))
    message: Mapped[str] = mapped_column(String(200))
    """In English."""
    code: Mapped[str] = mapped_column(String(40), default="")
    params: Mapped[dict[str, str]] = mapped_column(JSON, default=dict)
    """The same for the catalogue, which has it in every language."""


class MasterRow(WorkspaceMixin, Base):
    """A row of a file that did not fit, with what a person has corrected in it."""

    __tablename__ = "master_row"
    table_args = (
        _import_key(),
        Index("uq_master_row", "workspace_id", "import_id", "row", unique=True),
        Index("ix_master_row_state", "workspace_id", "import_id", "state", "row"),
    )

    import_id: Mapped[int]
    row: Mapped[int] = mapped_column(Integer)
    state: Mapped[str] = mapped_column(String(7), default="open")
    cells: Mapped[dict[str, str]] = mapped_column(JSON, default=dict)
    """What the file says, by field."""
    corrected: Mapped[dict[str, str]] = mapped_column(JSON, default=dict)
    """What a person says instead."""
    action: Mapped[str] = mapped_column(String(9), default="")
    """What it does once it fits; with a warning or without."""
    warned: Mapped[bool] = mapped_column(default=False)
    keys: Mapped[list[list[str]]] = mapped_column(JSON, default=list)
    """The names it holds once it fits, so that no other row takes them."""


class MasterChange(WorkspaceMixin, Base):
    """What an import has done to one row, which its undoing takes back."""

    __tablename__ = "master_change"
    table_args = (_import_key(), Index("ix_master_change_state", "workspace_id", "import_id", "state", "id"))

    import_id: Mapped[int]
    row: Mapped[int] = mapped_column(Integer)
    kind: Mapped[str] = mapped_column(String(10))
    """The table of the changed row."""
    record_id: Mapped[int]
    before: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    """The values it had; None of a row that is new."""
    after: Mapped[dict[str, Any]] = mapped_column(JSON)
    revision: Mapped[int] = mapped_column(Integer)
    """The row's revision afterwards: another one says that someone has changed it since."""
    state: Mapped[str] = mapped_column(String(6), default="done")
    """Afterwards `undone`, or `kept` with the reason."""
    reason: Mapped[str | None] = mapped_column(String(120))
