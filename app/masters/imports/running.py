"""Doing an import: the check of the whole file, then batches with their progress in one transaction; undoing it."""

from collections.abc import Callable
from datetime import date
from itertools import groupby
from operator import attrgetter
from typing import Any

from sqlalchemy import delete, inspect, select
from sqlalchemy.exc import IntegrityError

from app.accounts.users.scope import scope_of
from app.clients import moves
from app.clients.models import Outlet
from app.clients.places import delete_place
from app.clients.service import get_client
from app.conversations.masking import sees_names
from app.core import clock
from app.core.db.base import db
from app.core.db.ids import new_id
from app.core.db.tenancy import Scope
from app.core.errors import Conflict
from app.masters.imports import service
from app.masters.imports.columns import missing
from app.masters.imports.finding import batches
from app.masters.imports.finding import check as check_file
from app.masters.imports.models import MasterChange, MasterImport, MasterImportError
from app.masters.imports.planning import Look, Planned, Record, look_at, plan
from app.masters.imports.reading import table
from app.masters.records import service as masters
from app.masters.records.models import Customer, JobCard, Vehicle

AT_ONCE = 500
MODELS: dict[str, type[Record]] = {"customer": Customer, "vehicle": Vehicle, "job_card": JobCard, "outlet": Outlet}
_OF_KIND = {"customers": "customer", "vehicles": "vehicle", "job_cards": "job_card", "outlets": "outlet"}
CHANGED_SINCE, USED_SINCE, GONE = "Changed since.", "In use since.", "Deleted since."
TAKEN_SINCE = "Another row has its values now, or refers to it."
Beat = Callable[[float], None]
"""Told how far the work is, from 0 to 1, before every commit; raises to stop it."""


def look_of(row: MasterImport) -> Look:
    """What the rows of an import are understood by: its client, in the reach of who brought it."""
    user = service.importer_of(row)
    # Whose account is gone reaches nothing any more.
    scope = scope_of(user) if user is not None else Scope(outlets=frozenset())
    return look_at(get_client(row.client_id), scope, names=user is not None and sees_names(user))


def check(row: MasterImport, beat: Beat) -> None:
    """Read the whole file without taking anything in: what is new, what changes, and what does not fit."""
    look = look_of(row)

    def told(_rows: int) -> None:
        beat(0.0)
        db.session.commit()

    kind, given, path = row.kind, dict(row.mapping), service.path_of(row)
    found = check_file(path, kind, lambda names: service.mapped(kind, given, names), look, told)
    mapping = service.mapped(kind, given, found.names)
    beat(0.0)
    gone = delete(MasterImportError).where(MasterImportError.import_id == row.id)
    db.session.execute(gone.execution_options(synchronize_session=False))
    db.session.add_all(
        MasterImportError(import_id=row.id, row=one.row, field=one.field, value=one.value, message=one.message)
        for one in found.errors
    )
    pairs = zip(found.names, [*found.first, *[""] * len(found.names)], strict=False)
    row.header = [[name, value[:80]] for name, value in pairs]
    row.mapping, row.rows, row.found = mapping, found.rows, found.changes
    row.error_count, row.warning_count = found.bad, found.warned
    row.state = "columns" if missing(row.kind, mapping) else "ready" if row.waits else "queued"
    if row.state != "queued":
        service.tell_of(row)
    db.session.commit()


def run(row: MasterImport, beat: Beat) -> None:
    """Take the rows in that fit, from where it stopped; every batch commits with its progress."""
    look, total = look_of(row), max(row.rows, 1)
    names, rows = table(service.path_of(row))
    row.state = "running"
    db.session.commit()
    done = 0
    for batch in batches(rows, AT_ONCE):
        done += len(batch)
        planned = plan(row.kind, batch, names, row.mapping, look)
        if done <= row.line:
            continue  # Read for the names it holds only: they count as standing in the file.
        for one in planned:
            _count(row, one)
        _apply(row, [one for one in planned if not one.wrong], look)
        row.line = done
        beat(min(done / total, 0.99))
        db.session.commit()
    row.state, row.finished_at = "done", clock.now()
    service.tell_of(row)
    db.session.commit()


def _count(row: MasterImport, one: Planned) -> None:
    """Count what a row does."""
    if not one.wrong:
        setattr(row, one.action, getattr(row, one.action) + 1)


def _apply(row: MasterImport, planned: list[Planned], look: Look) -> None:
    """Write what some rows change, and what that was before."""
    kind = _OF_KIND[row.kind]
    log: list[tuple[int, Record, dict[str, Any] | None, dict[str, Any]]] = []
    owners = _add_owners(row, planned, look)
    for one in planned:
        if one.owner is not None:
            owner_id = owners[one.owner[0]].id
            one.values["customer_id"] = owner_id
            if one.record is not None:
                one.changes["customer_id"] = (one.changes["customer_id"][0], owner_id)
        if one.record is None:
            record = _made(row.kind, one, look)
            log.append((one.number, record, None, one.values))
        elif one.changes:
            for name, (_before, value) in one.changes.items():
                setattr(one.record, name, value)
            before = {name: pair[0] for name, pair in one.changes.items()}
            log.append((one.number, one.record, before, {name: pair[1] for name, pair in one.changes.items()}))
    db.session.flush()
    db.session.add_all(
        MasterChange(import_id=row.id, row=number, kind=kind, record_id=record.id, revision=record.revision,
                     before=None if before is None else _kept(before), after=_kept(after))
        for number, record, before, after in log
    )  # fmt: skip


def _add_owners(row: MasterImport, planned: list[Planned], look: Look) -> dict[str, Customer]:
    """Add the customers whose numbers nobody has yet; they belong to the outlet of their first vehicle."""
    wanted = {one.owner[0]: one for one in planned if one.owner is not None}
    found = masters.by_phones(look.client.id, wanted) if wanted else {}
    made = []
    for number, one in wanted.items():
        if number not in found and one.owner is not None:
            outlet_id = one.values.get("outlet_id") or getattr(one.record, "outlet_id", None)
            found[number] = Customer(
                id=new_id(), client_id=look.client.id, outlet_id=outlet_id, name=one.owner[1], phone=number
            )
            made.append((one.number, found[number]))
    db.session.add_all(owner for _, owner in made)
    db.session.flush()
    db.session.add_all(
        MasterChange(import_id=row.id, row=number, kind="customer", record_id=owner.id, revision=owner.revision,
                     before=None, after={"phone": owner.phone})
        for number, owner in made
    )  # fmt: skip
    return found


def _made(kind: str, one: Planned, look: Look) -> Record:
    """Add the record of a row."""
    model = MODELS[_OF_KIND[kind]]
    record: Record = model(id=new_id(), client_id=look.client.id, **one.values)
    db.session.add(record)
    if isinstance(record, Outlet):
        db.session.flush()
        moves.begin(record, look.today, None)
    return record


def _kept(values: dict[str, Any]) -> dict[str, Any]:
    """Values as they are kept: days as texts."""
    return {name: value.isoformat() if isinstance(value, date) else value for name, value in values.items()}


# ---- undoing ------------------------------------------------------------------------------------------


def undo(row: MasterImport, beat: Beat) -> None:
    """Put back what an import has changed, the last first; what was changed or used since stays and is told."""
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
        own = _OF_KIND[row.kind]
        row.undone += sum(1 for one in changes if one.state == "undone" and one.kind == own)
        row.kept += sum(1 for one in changes if one.state == "kept")
        beat(min((row.undone + row.kept) / total, 0.99))
        db.session.commit()
    row.state = "undone"
    service.tell_of(row)
    db.session.commit()


def _records_of(kind: str, changes: list[MasterChange]) -> dict[int, Record]:
    """The rows that some changes are about."""
    model: Any = MODELS[kind]
    query = select(model).where(model.id.in_([change.record_id for change in changes]))
    return {row.id: row for row in db.session.scalars(query)}


def _take_back(kind: str, changes: list[MasterChange]) -> None:
    """Put some rows of a table back, all at once; where one of them cannot be, each by itself."""
    records, used = _records_of(kind, changes), _used(kind, changes)

    def put_back(change: MasterChange) -> None:
        change.reason = _put_back(change, records.get(change.record_id), change.record_id in used)
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


def _used(kind: str, changes: list[MasterChange]) -> set[int]:
    """Which of the rows that are to go something refers to."""
    column: Any = {"vehicle": JobCard.vehicle_id, "customer": Vehicle.customer_id}.get(kind)
    if column is None:
        return set()
    ids = [change.record_id for change in changes if change.before is None]
    return set(db.session.scalars(select(column).where(column.in_(ids))))


def _put_back(change: MasterChange, record: Record | None, is_used: bool) -> str | None:
    """Put one row back; why not, where it stays."""
    if record is None:
        return GONE
    if change.before is not None:
        return _restored(record, change)
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


def _restored(record: Record, change: MasterChange) -> str | None:
    """Give a row the values it had; one that somebody has changed since keeps its own."""
    before = {name: _value(type(record), name, value) for name, value in (change.before or {}).items()}
    after = {name: _value(type(record), name, value) for name, value in change.after.items()}
    same = [name for name in before if getattr(record, name) == after[name]]
    for name in same:
        setattr(record, name, before[name])
    return None if len(same) == len(before) else CHANGED_SINCE


def _value(model: Any, name: str, kept: Any) -> Any:
    """A value as it was kept."""
    is_day = inspect(model).columns[name].type.python_type is date
    return date.fromisoformat(kept) if is_day and kept is not None else kept
