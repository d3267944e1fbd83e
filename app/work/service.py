"""What is under way for a reader: their exports, and the imports they may see."""

from typing import Any

from sqlalchemy import bindparam, or_, select

from app.core.db.base import db
from app.core.security.visitor import can
from app.exports.models import Export
from app.imports.models import Import
from app.web.page_context import has_work

MOST = 10
IMPORTING = ("checking", "queued", "running")
EXPORTING = ("queued", "running")


def _exports(user_id: Any) -> Any:
    """One's exports that are not finished."""
    return select(Export).where(Export.user_id == user_id, Export.state.in_(EXPORTING))


def _imports() -> Any:
    """Imports that are not finished and do not wait for someone."""
    return select(Import).where(Import.state.in_(IMPORTING))


# Made once: one of them is asked with every page.
_EXPORTED = _exports(bindparam("user_id")).with_only_columns(Export.id).exists()
_OWN = select(_EXPORTED)
_ALL = select(or_(_EXPORTED, _imports().with_only_columns(Import.id).exists()))


@has_work.provide
def is_under_way(user_id: int) -> bool:
    """Whether anything is: one look, made for every page."""
    return bool(db.session.scalar(_ALL if can("read", "Import") else _OWN, {"user_id": user_id}))


def under_way(user_id: int) -> list[dict[str, Any]]:
    """The work itself, newest first: how much is done of how much, 0 while that is not known."""
    items = [
        _serialize_export(row) for row in db.session.scalars(_exports(user_id).order_by(Export.id.desc()).limit(MOST))
    ]
    if can("read", "Import"):
        newest = _imports().order_by(Import.id.desc()).limit(MOST)
        items += [_serialize_import(row) for row in db.session.scalars(newest)]
    return sorted(items, key=lambda item: item["id"], reverse=True)[:MOST]


def _serialize_export(row: Export) -> dict[str, Any]:
    """An export as work."""
    return {"kind": "export", "id": row.id, "name": "", "done": row.done, "of": row.rows, "link": "/reports/exports"}


def _serialize_import(row: Import) -> dict[str, Any]:
    """An import as work."""
    done = row.done + row.skipped
    link = f"/admin/import/{row.id}"
    return {"kind": "import", "id": row.id, "name": row.name, "done": done, "of": row.dialogues, "link": link}
