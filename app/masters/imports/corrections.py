"""Correcting rows of a file that do not fit, in place: checked as the file was, taken in with it or after it."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import delete

from app.core import clock
from app.core.db.base import db, write_rows
from app.core.errors import Conflict, Invalid
from app.masters.imports import running, service
from app.masters.imports.columns import columns_of
from app.masters.imports.finding import with_corrections, wrong_in
from app.masters.imports.models import MENDABLE, MasterImport, MasterImportError, MasterRow
from app.masters.imports.planning import Cells, Look, PlannedRow, plan


def correct(row: MasterImport, changes: Sequence[dict[str, Any]]) -> None:
    """Correct or skip rows: valid ones are imported with the file, or at once if the file has been imported."""
    if row.state not in MENDABLE:
        raise Conflict(f"The rows of an import that is {row.state} cannot be corrected.", code="invalid_transition")
    if not service.keys_path(row).exists():
        raise Conflict("The uploaded file has expired.", code="file_gone")
    by_number, look = {change["row"]: change for change in changes}, running.look_of(row)
    master_rows = _correctable_rows(row, by_number)
    row.revision += 1
    planned_rows = _plan_rows(row, _corrected_cells(by_number, master_rows), master_rows, look)
    of_rows = (MasterImportError.import_id == row.id, MasterImportError.row.in_(by_number))
    write_rows(delete(MasterImportError).where(*of_rows))
    for number, correction in master_rows.items():
        _settle(row, correction, planned_rows.get(number))
    running.write_errors(row, [wrong for planned_row in planned_rows.values() for wrong in wrong_in(planned_row)])
    if row.state == "done":
        _take_in(row, [planned_row for planned_row in planned_rows.values() if not planned_row.wrong], look)
    db.session.flush()


def _correctable_rows(row: MasterImport, by_number: dict[int, dict[str, Any]]) -> dict[int, MasterRow]:
    """The rows that are to be corrected; Invalid where one of them cannot be."""
    rows = db.session.scalars(service.rows_of(row).where(MasterRow.row.in_(by_number)).order_by(MasterRow.row))
    master_rows = {row.row: row for row in rows}
    wrong = [number for number in by_number if number not in master_rows or master_rows[number].state == "done"]
    if wrong:
        raise Invalid({"rows": [f"Row {wrong[0]} is not one that can be corrected."]})
    fields = columns_of(row.kind)
    for change in by_number.values():
        if unknown := [name for name in change["cells"] if name not in fields]:
            raise Invalid({"rows": [f"{unknown[0]!r} is not one of {', '.join(fields)}."]})
    return master_rows


def _corrected_cells(by_number: dict[int, dict[str, Any]], master_rows: dict[int, MasterRow]) -> list[Cells]:
    """What the rows say now; those that are left out say nothing."""
    cells = []
    for number, correction in master_rows.items():
        texts = {name: text.strip() for name, text in by_number[number]["cells"].items()}
        both = correction.corrected | texts
        correction.corrected = {name: text for name, text in both.items() if text != correction.cells.get(name, "")}
        if not by_number[number]["skip"]:
            cells.append((number, with_corrections(correction.cells, correction.corrected)))
    return cells


def _plan_rows(
    row: MasterImport, cells: list[Cells], master_rows: dict[int, MasterRow], look: Look
) -> dict[int, PlannedRow]:
    """What the rows would do, beside those of the file and those that were corrected before."""
    plan(row.kind, cells, look)
    # The names they have are known by now: only who holds these is looked for.
    others = service.rows_of(row).where(MasterRow.row.not_in(master_rows), MasterRow.state.in_(("fits", "done")))
    keys_before = set(look.seen)
    row_by_key = {
        (name, key): other_row.row for other_row in db.session.scalars(others) for name, key in other_row.keys
    }
    look.seen = service.holders(row, keys_before) | {
        pair: number for pair, number in row_by_key.items() if pair in keys_before
    }
    planned_rows = {planned_row.number: planned_row for planned_row in plan(row.kind, cells, look)}
    keys = running.keys_by_row(look)
    for number in master_rows:
        master_rows[number].keys = (
            keys.get(number, []) if number in planned_rows and not planned_rows[number].wrong else []
        )
    return planned_rows


def _settle(row: MasterImport, master_row: MasterRow, planned_row: PlannedRow | None) -> None:
    """Move a row to its state, and the counts of its import with it."""
    before = master_row.state
    master_row.state = "skipped" if planned_row is None else "open" if planned_row.wrong else "fits"
    row.error_count += (master_row.state == "open") - (before == "open")
    if row.state == "done":
        return
    counts = dict(row.findings)
    if before == "fits":
        counts[master_row.action] -= 1
        row.warning_count -= master_row.warned
    fits = planned_row if planned_row is not None and not planned_row.wrong else None
    master_row.action, master_row.warned = (fits.action, bool(fits.warnings)) if fits else ("", False)
    if fits:
        counts[master_row.action] += 1
        row.warning_count += master_row.warned
    row.findings = counts


def _take_in(row: MasterImport, planned_rows: list[PlannedRow], look: Look) -> None:
    """Import corrected rows after their file; the day to undo all of it begins again."""
    if not planned_rows:
        return
    running.take_in(row, planned_rows, look)
    row.warning_count += sum(bool(planned_row.warnings) for planned_row in planned_rows)
    running.settle(row, planned_rows)
    row.finished_at = clock.now()
