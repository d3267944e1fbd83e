"""Rules of imports of master data: what may be uploaded, started, cancelled and undone, and by whom it is seen."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import IO

import orjson
from sqlalchemy import Select, delete, func, select

from app.accounts.users.models import User
from app.clients.models import TAKING, Client
from app.clients.service import check_taking, get_client, sole_client
from app.core import clock
from app.core.db.base import db, fetch, without_lock, write_rows
from app.core.db.ids import new_id
from app.core.db.tenancy import current_asker, current_scope
from app.core.errors import BeyondSchema, Conflict, Invalid
from app.imports.kinds import KEPT, ImportKind
from app.imports.reading import UnreadableImport
from app.masters.imports.columns import columns_of, guess_fields
from app.masters.imports.models import (
    CANCELLABLE,
    NUMBERS,
    STARTABLE,
    UNDOABLE,
    MasterChange,
    MasterImport,
    MasterImportError,
    MasterRow,
)
from app.masters.imports.planning import normalise_cell
from app.masters.imports.reading import check_begins
from app.masters.records import codes

IMPORTS = ImportKind(
    "masters",
    (".csv", ".tsv", ".txt", ".xlsx"),
    "master_import",
    "/admin/masters/imports/{import_id}",
    STARTABLE,
    CANCELLABLE,
    subject="Master",
)
UNDO_FOR = timedelta(hours=24)
SHOWN_ERRORS, SHOWN_KEPT = 50, 50


def list_imports(kind: str = "") -> Select[MasterImport]:
    """Return the imports of a kind, or all; who sees only some outlets sees their own."""
    query = select(MasterImport)
    if current_scope().outlets is not None:
        query = query.where(MasterImport.user_id == current_asker())
    return query.where(MasterImport.kind == kind) if kind else query


def get_import(import_id: int) -> MasterImport:
    """An import the present reader may see, or NotFound."""
    return fetch(list_imports().where(MasterImport.id == import_id), "This import does not exist.")


def errors_of(row: MasterImport) -> Select[MasterImportError]:
    """Return what is wrong in the rows of a file, in their order."""
    query = select(MasterImportError).where(MasterImportError.import_id == row.id)
    return query.order_by(MasterImportError.row, MasterImportError.id)


def list_kept_changes(row: MasterImport) -> Select[MasterChange]:
    """Return the changes that an undoing has left as they are."""
    query = select(MasterChange).where(MasterChange.import_id == row.id, MasterChange.reason.is_not(None))
    return query.order_by(MasterChange.row, MasterChange.id)


def rows_of(row: MasterImport, state: str = "") -> Select[MasterRow]:
    """Return the rows of a file that did not fit, of a state or all."""
    query = select(MasterRow).where(MasterRow.import_id == row.id)
    return query.where(MasterRow.state == state) if state else query


def row_counts(row: MasterImport) -> dict[str, int]:
    """How many of these rows there are, by state."""
    query = select(MasterRow.state, func.count()).where(MasterRow.import_id == row.id).group_by(MasterRow.state)
    counts: dict[str, int] = {state: n for state, n in db.session.execute(query)}
    return counts


def keys_path(row: MasterImport) -> Path:
    """Where the names are kept that the file's good rows hold, each in one of them only."""
    return IMPORTS.folder() / f"{row.id}.keys"


def write_keys(row: MasterImport, keys: Mapping[int, list[list[str]]]) -> None:
    """Keep which row holds which names: a corrected one must not take them."""
    with keys_path(row).open("w", encoding="utf-8") as file:
        for number, row_keys in keys.items():
            file.writelines(f"{number}\t{name}\t{key}\n" for name, key in row_keys)


def holders(row: MasterImport, keys: Iterable[tuple[str, str]]) -> dict[tuple[str, str], int]:
    """The rows of the file that hold some names."""
    remaining = {f"{name}\t{key}": (name, key) for name, key in keys}
    holder_rows: dict[tuple[str, str], int] = {}
    with keys_path(row).open(encoding="utf-8") as file:
        for line in file:
            number, _, text = line.rstrip("\n").partition("\t")
            if text in remaining:
                holder_rows[remaining[text]] = int(number)
    return holder_rows


def columns_key(names: Iterable[str]) -> str:
    """What is the same for files with the same columns, whatever their order."""
    return sha256("\n".join(sorted(name.casefold() for name in names if name)).encode()).hexdigest()


def same_columns(kind: str, names: list[str], by: User | None) -> MasterImport | None:
    """Return the last completed import of a kind with the same columns that the person may see, or None."""
    query = list_imports(kind).where(
        MasterImport.columns_key == columns_key(names), MasterImport.state.in_(("done", "undoing", "undone"))
    )
    return db.session.scalar(query.order_by(MasterImport.id.desc()).limit(1))


def understood(
    kind: str, mapping: dict[str, str], names: list[str], by: User | None
) -> tuple[dict[str, str], MasterImport | None]:
    """Map each column to a field: as given, as in the last import of these columns, which is returned, or by name."""
    earlier = None if mapping else same_columns(kind, names, by)
    return fields_by_column(kind, dict(earlier.mapping) if earlier else mapping, names), earlier


def client_of(client_id: int | None) -> Client:
    """The client a file is for: the one that is named, or the only one in reach; Invalid where one has to be chosen."""
    if client_id is not None:
        client = get_client(client_id, field="client")
    else:
        client = sole_client("client", "Choose the client that the file is for.", Client.state.in_(TAKING))
    check_taking(client)
    return client


def read_mapping(kind: str, text: str) -> dict[str, str]:
    """Understand a mapping that comes with a file: a JSON object of columns and the fields they hold."""
    try:
        document = orjson.loads(text)
    except orjson.JSONDecodeError:
        document = None
    if not isinstance(document, dict) or not all(isinstance(value, str) for value in document.values()):
        raise Invalid({"mapping": ["Must be a JSON object of column names and field names."]})
    return checked_mapping(kind, document)


def checked_mapping(kind: str, mapping: dict[str, str]) -> dict[str, str]:
    """A mapping without the columns that are left out; Invalid where a field is unknown or held twice."""
    fields = {name: field for name, field in mapping.items() if field}
    columns = columns_of(kind)
    for field in fields.values():
        if field not in columns:
            raise Invalid({"mapping": [f"{field!r} is not one of {', '.join(columns)}."]})
    if len(set(fields.values())) != len(fields):
        raise Invalid({"mapping": ["Two columns hold the same field."]})
    return fields


def fields_by_column(kind: str, mapping: dict[str, str], names: list[str]) -> dict[str, str]:
    """The field of each column: as given, else as the names of the columns say."""
    by_key = {name.casefold(): name for name in names if name}
    fields = {by_key[name.casefold()]: field for name, field in mapping.items() if name.casefold() in by_key}
    return fields if mapping else guess_fields(kind, names)


def create_import(
    file: IO[bytes], *, kind: str, name: str, by: User, client_id: int | None, mapping: str, waits: bool
) -> MasterImport:
    """Keep the file and have it checked; unless it `waits`, what fits goes in when the check is done."""
    name, import_id = IMPORTS.clean_name(name), new_id()
    fields = read_mapping(kind, mapping) if mapping else {}
    with IMPORTS.store(file, import_id) as path:
        by_id, by_name, client_id = by.id, by.full_name, client_of(client_id).id
        try:
            with without_lock():
                check_begins(path)
        except UnreadableImport as error:
            raise Invalid({"file": [BeyondSchema(error)]}, str(error)) from None
        row = MasterImport(
            id=import_id, client_id=client_id, kind=kind, user_id=by_id, user_name=by_name,
            name=name, waits=waits, mapping=fields,
        )  # fmt: skip
        db.session.add(row)
        db.session.flush()
        IMPORTS.enqueue(row)
    return row


def map_columns(row: MasterImport, columns: list[dict[str, str]]) -> None:
    """Have a file checked again with its columns understood otherwise."""
    if row.state not in ("columns", "ready"):
        raise Conflict(f"An import that is {row.state} has no columns to choose.", code="invalid_transition")
    fields = {column["column"]: column["field"] for column in columns}
    names = [str(cell[0]) for cell in row.header]
    if unknown := [name for name in fields if name not in names]:
        raise Invalid({"columns": [f"The file has no column {unknown[0]!r}."]})
    row.mapping, days = checked_mapping(row.kind, fields), columns_of(row.kind)
    orders = {column["field"]: column["order"] for column in columns if column["order"]}
    row.orders = {field: order for field, order in orders.items() if field and days[field].is_day}
    row.state, row.waits, row.mapped_as = "checking", True, None
    IMPORTS.enqueue(row)


ADD = "+"
"""Chosen instead of a text of the file: an entry of this name is added to the list."""


def decide(row: MasterImport, values: list[dict[str, str]]) -> None:
    """Choose what counts instead of texts of a file that are in no list, or in rows without; then it is checked again.

    Who may add to the list can have an entry made of a text; choosing nothing leaves its rows out.
    """
    if row.state not in ("columns", "ready"):
        raise Conflict(f"An import that is {row.state} has no values to choose.", code="invalid_transition")
    columns = columns_of(row.kind)
    instead = {field: dict(replacements) for field, replacements in row.instead.items()}
    # Models come before the variants that belong to them.
    for at, entry in sorted(enumerate(values), key=lambda pair: pair[1]["field"] != "model"):
        field, text, value = entry["field"], normalise_cell(entry["text"]), entry["value"].strip()
        if field not in columns:
            raise Invalid({f"values.{at}.field": [BeyondSchema(f"Must be one of: {', '.join(columns)}.")]})
        if value == ADD:
            model = instead.get("model", {}).get(normalise_cell(entry["model"]), entry["model"])
            value = codes.add(field, entry["text"], model, f"values.{at}.value")
        if value:
            instead.setdefault(field, {})[text] = value
        else:
            instead.get(field, {}).pop(text, None)
    row.instead = {field: replacements for field, replacements in instead.items() if replacements}
    row.state, row.waits = "checking", True
    IMPORTS.enqueue(row)


def start(row: MasterImport) -> None:
    """Let a checked import run, or one that stopped go on."""
    resume(row)
    IMPORTS.enqueue(row)


def resume(row: MasterImport) -> None:
    """Make a stopped import, or its undo, ready for a job to continue; Conflict if it cannot be."""
    IMPORTS.check_startable(row)
    row.waits, row.error, row.finished_at = False, None, None
    if row.undone_at is not None:
        row.state = "undoing"
        return
    IMPORTS.check_file(row)
    # One that never got through its check begins with it.
    row.state = "queued" if row.findings else "checking"


def counts_of(row: MasterImport) -> dict[str, int]:
    """How many rows are new, changed and unchanged: as the check says before the import, then as far as it has come."""
    is_begun = row.line > 0 or row.state not in ("checking", "columns", "ready", "queued")
    return {name: getattr(row, name) if is_begun else (row.findings or {}).get(name, 0) for name in NUMBERS}


def undo_until(row: MasterImport) -> datetime | None:
    """Until when an import can be undone; None when it cannot be."""
    if row.state not in UNDOABLE or row.finished_at is None or not row.new + row.changed:
        return None
    until = row.finished_at + UNDO_FOR
    return until if clock.now() < until else None


def undo(row: MasterImport) -> None:
    """Have an import put back what it has changed."""
    if undo_until(row) is None:
        raise Conflict("This import cannot be undone: it is too long ago, or has changed nothing.", code="not_undoable")
    row.state, row.undone_at = "undoing", clock.now()
    IMPORTS.enqueue(row)


def sweep() -> None:
    """Remove the files of imports that ended some days ago, and those of imports nobody has started."""
    old = select(MasterImport).where(MasterImport.created_at < clock.now() - KEPT, MasterImport.id.in_(IMPORTS.ids()))
    for row in db.session.scalars(old):
        IMPORTS.path(row.id).unlink(missing_ok=True)
        keys_path(row).unlink(missing_ok=True)
        write_rows(delete(MasterRow).where(MasterRow.import_id == row.id))


def importer_of(row: MasterImport) -> User | None:
    """Who brought an import, while they are here."""
    query = select(User).where(User.id == row.user_id, User.deleted_at.is_(None))
    user: User | None = db.session.scalar(query)
    return user
