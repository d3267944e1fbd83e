"""What accounts ask of exports: whose files there are, and that someone else takes them over."""

from collections.abc import Collection

from sqlalchemy import select, true, update

from app.accounts.people.owned import Thing, keeps
from app.clients.erasing import EraseStep
from app.conversations.forgetting import ForgottenPerson, finds, forgets
from app.core.db.base import db
from app.core.jobs import cancel_job
from app.exports.models import Export
from app.exports.service import PAGE, remove_file


def _list_owned(owner_id: int) -> list[Thing]:
    query = select(Export).where(Export.user_id == owner_id, Export.state == "ready").order_by(Export.id.desc())
    return [Thing(row.id, row.created_at.date().isoformat(), PAGE) for row in db.session.scalars(query)]


def _give(owner_id: int, successor_id: int, ids: Collection[int] | None) -> None:
    condition = Export.id.in_(ids) if ids is not None else true()
    statement = update(Export).where(Export.user_id == owner_id, Export.state == "ready", condition)
    statement = statement.values(user_id=successor_id)
    db.session.execute(statement.execution_options(synchronize_session="fetch"))


keeps("exports", _list_owned, _give, needs=("export", "Conversation"))


@finds
def _find_searches(person: ForgottenPerson) -> None:
    """Note the exports of lists that were searched for a person."""
    exports = db.session.scalars(select(Export).where(Export.of_client.is_(None)))
    person.note("exports", (export.id for export in exports if person.is_sought_by(export.query)))


@forgets
def _forget_files(person: ForgottenPerson, step: EraseStep) -> None:
    """Remove all files that were written, since any may tell of the person, and lists that were searched for them."""
    for export in db.session.scalars(select(Export).where(Export.id.in_(person.rows.get("exports", [])))).all():
        cancel_job(export.job_id)
        remove_file(export)
        db.session.delete(export)
    db.session.flush()
    ready = db.session.scalars(select(Export).where(Export.state == "ready")).all()
    for export in ready:
        remove_file(export)
        export.state = "expired"
    db.session.flush()
    step(0.0, export_files=len(ready))
