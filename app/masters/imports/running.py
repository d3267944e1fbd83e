"""Doing an import: the check of the whole file, then batches with their progress in one transaction; undoing it."""

from collections.abc import Callable, Iterable
from datetime import date
from itertools import groupby
from operator import attrgetter
from typing import Any

from sqlalchemy import delete, func, inspect, select
from sqlalchemy.exc import IntegrityError

from app.clients import moves
from app.clients.models import Outlet
from app.clients.places import delete_place
from app.clients.service import get_client
from app.conversations.masking import sees_names
from app.core import clock
from app.core.db.base import db, without_lock, write_rows, writing
from app.core.db.ids import new_id
from app.core.db.tenancy import Scope, current_scope
from app.core.errors import Conflict
from app.core.jobs import ReportProgress
from app.core.values.batches import batched
from app.masters.imports import service
from app.masters.imports.columns import missing
from app.masters.imports.finding import Correction, Findings, RowError, apply_corrections, wrong_in
from app.masters.imports.finding import check as check_file
from app.masters.imports.models import MasterChange, MasterImport, MasterImportError, MasterRow
from app.masters.imports.planning import Look, PlannedRow, Record, look_at, map_cells, plan
from app.masters.imports.reading import Limit, table
from app.masters.reasons import reason
from app.masters.records import service as masters
from app.masters.records.models import Customer, JobCard, Vehicle

AT_ONCE, MADE_AT_ONCE = 500, 100
"""Rows per transaction, and per transaction of a kind with a maker of its own, as SQLite lets nobody else write."""
CHECK_SECONDS = 900.0
"""How long the check of a file may take."""
MODELS: dict[str, Any] = {"customer": Customer, "vehicle": Vehicle, "job_card": JobCard, "outlet": Outlet}
OF_KIND = {"customers": "customer", "vehicles": "vehicle", "job_cards": "job_card", "outlets": "outlet"}
MAKERS: dict[str, Callable[[dict[str, Any], Look], Record]] = {}
"""How rows of a kind are added that are more than their values."""
CHANGED_SINCE, USED_SINCE, GONE = reason("changed_since"), reason("used_since"), reason("gone")
TAKEN_SINCE = reason("taken_since")


def look_of(row: MasterImport) -> Look:
    """What the rows of an import are understood by: its client, in the reach of who asked for this."""
    user = service.importer_of(row)
    # Whose account is gone reaches nothing any more.
    scope = current_scope() if user is not None else Scope(outlets=frozenset())
    look = look_at(get_client(row.client_id), scope, names=user is not None and sees_names(user))
    look.instead, look.orders = row.instead, row.orders
    look.marks = {column["field"]: column["mark"] for column in (row.findings or {}).get("marks", ())}
    return look


def check(row: MasterImport, beat: ReportProgress) -> None:
    """Read the whole file without taking anything in: what is new, what changes, and what does not fit."""

    def ignore_progress(_rows: int) -> None:
        with writing():
            beat(0.0)
            db.session.commit()

    kind, saved_mapping, path, corrections = row.kind, dict(row.mapping), service.IMPORTS.path(row.id), _rows(row)
    corrections = {
        number: correction
        for number, correction in corrections.items()
        if correction.corrected or correction.state in ("fits", "skipped")
    }
    limit = Limit(CHECK_SECONDS)
    with without_lock():
        names, look = table(path, limit)[0], look_of(row)
        mapping, before = service.understood(kind, saved_mapping, names, service.importer_of(row))
        mapped_as = before.id if before is not None else row.mapped_as
        findings = check_file(path, kind, mapping, look, ignore_progress, corrections, limit)
        keys = keys_by_row(look)
    row.columns_key, row.revision, row.mapped_as = service.columns_key(names), row.revision + 1, mapped_as
    beat(0.0)
    for model in (MasterImportError, MasterRow):
        write_rows(delete(model).where(model.import_id == row.id))
    write_errors(row, findings.errors)
    db.session.add_all(
        _bad_row(row, number, findings, corrections.get(number), keys.get(number, [])) for number in findings.cells
    )
    service.write_keys(
        row,
        {number: row_keys for number, row_keys in keys.items() if number not in findings.wrong | corrections.keys()},
    )
    pairs = zip(findings.names, [*findings.first, *[""] * len(findings.names)], strict=False)
    row.header = [[name, value[:80]] for name, value in pairs]
    row.mapping, row.rows, row.findings = mapping, findings.rows, findings.changes
    row.error_count, row.warning_count = findings.bad, findings.warned
    row.state = "columns" if missing(row.kind, mapping, row.instead) else "ready" if row.waits else "queued"
    if row.state != "queued":
        service.IMPORTS.publish_progress(row)
    db.session.commit()


def _bad_row(
    row: MasterImport, number: int, findings: Findings, correction: Correction | None, keys: list[list[str]]
) -> MasterRow:
    """A row that did not fit as it was, with what its correction came to and the names that it takes."""
    fits = findings.fitting.get(number)
    is_skipped = correction is not None and correction.state == "skipped"
    return MasterRow(
        import_id=row.id,
        row=number,
        state="skipped" if is_skipped else "open" if fits is None else "fits",
        cells=findings.cells[number],
        corrected=correction.corrected if correction else {},
        action=fits.action if fits else "",
        warned=bool(fits and fits.warnings),
        keys=keys if fits else [],
    )


def _rows(row: MasterImport) -> dict[int, Correction]:
    """Return the corrections by row number, as plain values that survive a commit."""
    query = select(MasterRow.row, MasterRow.corrected, MasterRow.state).where(MasterRow.import_id == row.id)
    return {number: Correction(values, state) for number, values, state in db.session.execute(query)}


def keys_by_row(look: Look) -> dict[int, list[list[str]]]:
    """The names that each row holds alone, by its number."""
    keys: dict[int, list[list[str]]] = {}
    for (name, key), number in look.seen.items():
        keys.setdefault(number, []).append([name, key])
    return keys


def write_errors(row: MasterImport, errors: Iterable[RowError]) -> None:
    """Write down what is wrong in some rows."""
    db.session.add_all(
        MasterImportError(
            import_id=row.id,
            row=error.row,
            field=error.field,
            value=error.value,
            message=error.message[:200],
            code=error.code,
            params=error.params,
        )
        for error in errors
    )


def run(row: MasterImport, beat: ReportProgress) -> None:
    """Take the rows in that fit, from where it stopped; every batch commits with its progress."""
    look, total, path = look_of(row), max(row.rows, 1), service.IMPORTS.path(row.id)
    master_rows = _rows(row)
    skipped_rows = {number for number, correction in master_rows.items() if correction.state in ("open", "skipped")}
    row.state = "running"
    db.session.commit()
    names, rows = table(path, Limit(CHECK_SECONDS * 10))
    done_count = 0
    for batch in batched(rows, MADE_AT_ONCE if row.kind in MAKERS else AT_ONCE):
        done_count += len(batch)
        cells = [cell_row for cell_row in map_cells(batch, names, row.mapping) if cell_row[0] not in skipped_rows]
        planned_rows = plan(row.kind, apply_corrections(cells, master_rows), look)
        if done_count <= row.line:
            continue  # Read for the names it holds only: they count as standing in the file.
        take_in(row, [planned_row for planned_row in planned_rows if not planned_row.wrong], look)
        settle(row, [planned_row for planned_row in planned_rows if planned_row.number in master_rows])
        row.line = done_count
        beat(min(done_count / total, 0.99))
        db.session.commit()
    row.state, row.finished_at = "done", clock.now()
    service.IMPORTS.publish_progress(row)
    db.session.commit()


def settle(row: MasterImport, planned_rows: list[PlannedRow]) -> None:
    """Mark corrected rows as imported, or record what is wrong in them now."""
    numbers = [planned_row.number for planned_row in planned_rows]
    query = select(MasterRow).where(MasterRow.import_id == row.id, MasterRow.row.in_(numbers))
    rows = {error_row.row: error_row for error_row in db.session.scalars(query)} if numbers else {}
    for planned_row in planned_rows:
        rows[planned_row.number].state = "open" if planned_row.wrong else "done"
        if planned_row.wrong:
            row.error_count += 1
            write_errors(row, wrong_in(planned_row))


def take_in(row: MasterImport, planned_rows: list[PlannedRow], look: Look) -> None:
    """Count what some rows do, and write what they change and what that was before."""
    for planned_row in planned_rows:
        setattr(row, planned_row.action, getattr(row, planned_row.action) + 1)
    kind = OF_KIND[row.kind]
    log: list[tuple[int, Record, dict[str, Any] | None, dict[str, Any]]] = []
    owners = _add_owners(row, planned_rows, look)
    for planned_row in planned_rows:
        if planned_row.owner is not None:
            owner_id = owners[planned_row.owner[0]].id
            planned_row.values["customer_id"] = owner_id
            if planned_row.record is not None:
                planned_row.changes["customer_id"] = (planned_row.changes["customer_id"][0], owner_id)
        if planned_row.record is None:
            record = _new_record(row.kind, planned_row, look)
            log.append((planned_row.number, record, None, planned_row.values))
        elif planned_row.changes:
            for name, (_before, value) in planned_row.changes.items():
                setattr(planned_row.record, name, value)
            before = {name: pair[0] for name, pair in planned_row.changes.items()}
            log.append(
                (
                    planned_row.number,
                    planned_row.record,
                    before,
                    {name: pair[1] for name, pair in planned_row.changes.items()},
                )
            )
    db.session.flush()
    db.session.add_all(
        MasterChange(import_id=row.id, row=number, kind=kind, record_id=record.id, revision=record.revision,
                     before=None if before is None else _plain_values(before), after=_plain_values(after))
        for number, record, before, after in log
    )  # fmt: skip


def _add_owners(row: MasterImport, planned_rows: list[PlannedRow], look: Look) -> dict[str, Customer]:
    """Add the customers whose numbers nobody has yet; they belong to the outlet of their first vehicle."""
    row_by_owner = {planned_row.owner[0]: planned_row for planned_row in planned_rows if planned_row.owner is not None}
    customers = masters.by_phones(look.client.id, row_by_owner) if row_by_owner else {}
    new_records = []
    for number, planned_row in row_by_owner.items():
        if number not in customers and planned_row.owner is not None:
            outlet_id = planned_row.values.get("outlet_id") or getattr(planned_row.record, "outlet_id", None)
            customers[number] = Customer(
                id=new_id(), client_id=look.client.id, outlet_id=outlet_id, name=planned_row.owner[1], phone=number
            )
            new_records.append((planned_row.number, customers[number]))
    db.session.add_all(owner for _, owner in new_records)
    db.session.flush()
    db.session.add_all(
        MasterChange(import_id=row.id, row=number, kind="customer", record_id=owner.id, revision=owner.revision,
                     before=None, after={"phone": owner.phone})
        for number, owner in new_records
    )  # fmt: skip
    return customers


def _new_record(kind: str, planned_row: PlannedRow, look: Look) -> Record:
    """Add the record of a row."""
    if kind in MAKERS:
        return MAKERS[kind](planned_row.values, look)
    model = MODELS[OF_KIND[kind]]
    record: Record = model(id=new_id(), client_id=look.client.id, **planned_row.values)
    db.session.add(record)
    if isinstance(record, Outlet):
        db.session.flush()
        moves.begin(record, look.today, None)
    return record


def _plain_values(values: dict[str, Any]) -> dict[str, Any]:
    """Values as they are kept: days as texts."""
    return {name: value.isoformat() if isinstance(value, date) else value for name, value in values.items()}


# ---- undoing ------------------------------------------------------------------------------------------


def undo(row: MasterImport, beat: ReportProgress) -> None:
    """Put back what an import has changed, the last first; what was changed or used since stays and is reported."""
    total, import_id = max(row.new + row.changed, 1), row.id
    query = (
        select(MasterChange)
        .where(MasterChange.import_id == import_id, MasterChange.state == "done")
        .order_by(MasterChange.id.desc())
        .limit(AT_ONCE)
    )
    while changes := list(db.session.scalars(query)):
        # Vehicles before the customers that were added for them: what goes no more refers to anything.
        for kind, alike in groupby(changes, key=attrgetter("kind")):
            _take_back(kind, list(alike))
        own = OF_KIND[row.kind]
        db.session.flush()
        row.undone, row.retained = _rows_undone(import_id, own)
        beat(min((row.undone + row.retained) / total, 0.99))
        db.session.commit()
    row.state = "undone"
    service.IMPORTS.publish_progress(row)
    db.session.commit()


def _rows_undone(import_id: int, own: str) -> tuple[int, int]:
    """How many rows are put back, and of how many something stays: each row counts once, whatever it has changed."""
    of_import = MasterChange.import_id == import_id
    stays = select(MasterChange.row).where(of_import, MasterChange.state == "kept")
    back = select(func.count(MasterChange.row.distinct())).where(
        of_import, MasterChange.state == "undone", MasterChange.kind == own, MasterChange.row.not_in(stays)
    )
    kept_changes = select(func.count(MasterChange.row.distinct())).where(of_import, MasterChange.state == "kept")
    return db.session.scalar(back) or 0, db.session.scalar(kept_changes) or 0


def _records_of(kind: str, changes: list[MasterChange]) -> dict[int, Record]:
    """The rows that some changes are about."""
    model: Any = MODELS[kind]
    query = select(model).where(model.id.in_([change.record_id for change in changes]))
    return {row.id: row for row in db.session.scalars(query)}


def _take_back(kind: str, changes: list[MasterChange]) -> None:
    """Put some rows of a table back, all at once; where one of them cannot be, each by itself."""
    records, used = _records_of(kind, changes), _referenced_ids(kind, changes)

    def put_back(change: MasterChange) -> None:
        change.reason = _revert(change, records.get(change.record_id), change.record_id in used)
        change.state = "undone" if change.reason is None else "kept"

    try:
        with db.session.begin_nested(), db.session.no_autoflush:
            for change in changes:
                put_back(change)
            db.session.flush()
    except IntegrityError:
        records = _records_of(kind, changes)
        for change in changes:
            try:
                with db.session.begin_nested():
                    put_back(change)
                    db.session.flush()
            except IntegrityError:
                change.state, change.reason = "kept", TAKEN_SINCE


def _referenced_ids(kind: str, changes: list[MasterChange]) -> set[int]:
    """Which of the rows that are to go something refers to."""
    column: Any = {"vehicle": JobCard.vehicle_id, "customer": Vehicle.customer_id}.get(kind)
    if column is None:
        return set()
    ids = [change.record_id for change in changes if change.before is None]
    return set(db.session.scalars(select(column).where(column.in_(ids))))


def _revert(change: MasterChange, record: Record | None, is_used: bool) -> str | None:
    """Put one row back; why not, where it stays."""
    if record is None:
        return GONE
    if change.before is not None:
        return _restore_values(record, change)
    if record.revision != change.revision:
        return CHANGED_SINCE
    if isinstance(record, Outlet):
        try:
            delete_place(record)
        except Conflict:
            return USED_SINCE
    elif is_used:
        return USED_SINCE
    else:
        db.session.delete(record)
    return None


def _restore_values(record: Record, change: MasterChange) -> str | None:
    """Give a row the values it had; one that someone has changed since keeps its own."""
    before = {name: _value(type(record), name, value) for name, value in (change.before or {}).items()}
    after = {name: _value(type(record), name, value) for name, value in change.after.items()}
    same = [name for name in before if getattr(record, name) == after[name]]
    for name in same:
        setattr(record, name, before[name])
    return None if len(same) == len(before) else CHANGED_SINCE


def _value(model: Any, name: str, stored: Any) -> Any:
    """A value as it was kept."""
    is_day = inspect(model).columns[name].type.python_type is date
    return date.fromisoformat(stored) if is_day and stored is not None else stored
