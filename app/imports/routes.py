"""Calls on imports."""

from typing import Any

from app.core.db.base import db
from app.core.http.api import Blueprint
from app.core.http.listing import Page, paginate
from app.core.http.schemas import PageArgs
from app.core.security.operations import LARGEST_BODY, Operation, needs
from app.core.security.visitor import require_user
from app.imports import service
from app.imports.acts import MAX_BYTES
from app.imports.models import Import
from app.imports.reading import MAX_COMPRESSED
from app.imports.schemas import ImportPageSchema, ImportSchema, NewImportFiles, NewImportForm

blp = Blueprint("imports", __name__, url_prefix="/api/v1/imports", description="Imports of conversations.")


@blp.get("", Operation(needs("read", "Import"), query=PageArgs, answer=ImportPageSchema))
def list_imports(args: dict[str, Any]) -> Page:
    """List imports, newest first."""
    return paginate(service.list_imports(), args, key=Import.id)


@blp.post(
    "",
    Operation(
        needs("create", "Import"),
        audit="import:create",
        largest=MAX_COMPRESSED + LARGEST_BODY,
        files=NewImportFiles,
        form=NewImportForm,
        answer=ImportSchema,
        status=202,
    ),
)
def create_import(files: dict[str, Any], form: dict[str, Any]) -> Import:
    """Upload a file; with `dry` it is only checked and waits for a start."""
    file = files["file"]
    row = service.create_import(
        file.stream,
        name=file.filename or "",
        user_id=require_user().id,
        bot_id=form.get("bot"),
        first_day=form.get("first_day"),
        last_day=form.get("last_day"),
        dry=form["dry"],
        mapping=files["mapping"].read(MAX_BYTES + 1) if files.get("mapping") else None,
    )
    db.session.commit()
    return row


@blp.get("/<int:import_id>", Operation(needs("read", "Import"), answer=ImportSchema))
def get_import(import_id: int) -> Import:
    """Retrieve an import and its progress."""
    return service.get_import(import_id)


@blp.post(
    "/<int:import_id>/start",
    Operation(needs("create", "Import"), audit="import:start", answer=ImportSchema, status=202),
)
def start_import(import_id: int) -> Import:
    """Start a checked import, or resume a stopped one."""
    row = service.get_import(import_id)
    service.start(row)
    db.session.commit()
    return row


@blp.post("/<int:import_id>/cancel", Operation(needs("create", "Import"), audit="import:cancel", answer=ImportSchema))
def cancel_import(import_id: int) -> Import:
    """Cancel an import; imported rows stay."""
    row = service.get_import(import_id)
    service.IMPORTS.cancel(row)
    db.session.commit()
    return row
