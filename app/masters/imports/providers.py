"""What imports of master data do where clients end."""

from sqlalchemy import Text, and_, cast, or_, select

from app.clients.erasing import EraseStep, erases, remove
from app.clients.models import Client
from app.conversations.forgetting import ForgottenPerson, erase_rows, finds, forgets
from app.core.db.base import db
from app.masters.imports.models import MasterChange, MasterImport, MasterImportError, MasterRow

NATIONAL = 10
"""So many last digits tell a number from others, however it is written."""


@erases
def _purge_client(client: Client, step: EraseStep) -> None:
    """Remove the imports of a purged client with the values they hold."""
    own = MasterImport.client_id == client.id
    for model in (MasterChange, MasterImportError, MasterRow):
        remove(model, model.import_id.in_(select(MasterImport.id).where(own)), step)
    remove(MasterImport, own, step)


@finds
def _find_rows(person: ForgottenPerson) -> None:
    """Note what imports keep of a person's customers and vehicles, and of rows with their numbers."""
    changed = [("customers", person.rows.get("customers", [])), ("vehicles", person.rows.get("vehicles", []))]
    theirs = [and_(MasterChange.kind == kind, MasterChange.record_id.in_(ids)) for kind, ids in changed]
    person.note("master_changes", db.session.scalars(select(MasterChange.id).where(or_(*theirs))))
    imports = select(MasterImport.id).where(MasterImport.client_id == person.client_id)
    for number in person.numbers:
        digits = number[-NATIONAL:]
        in_cells = or_(*(cast(column, Text).contains(digits) for column in (MasterRow.cells, MasterRow.corrected)))
        rows = select(MasterRow.id).where(MasterRow.import_id.in_(imports), in_cells)
        person.note("master_rows", db.session.scalars(rows))
        wrong = select(MasterImportError.id).where(MasterImportError.import_id.in_(imports))
        person.note("master_errors", db.session.scalars(wrong.where(MasterImportError.value.contains(digits))))
        first = select(MasterImport.id).where(
            MasterImport.client_id == person.client_id, cast(MasterImport.header, Text).contains(digits)
        )
        person.note("master_imports", db.session.scalars(first))


@forgets
def _forget_rows(person: ForgottenPerson, step: EraseStep) -> None:
    """Remove those, and the first values by which a file's columns are shown."""
    for model, kind in ((MasterChange, "master_changes"), (MasterRow, "master_rows"),
                        (MasterImportError, "master_errors")):  # fmt: skip
        erase_rows(model, person.rows.get(kind, []), step)
    imports = select(MasterImport).where(MasterImport.id.in_(person.rows.get("master_imports", [])))
    for row in db.session.scalars(imports):
        row.header = [[name, ""] for name, *_ in row.header]
    db.session.flush()
