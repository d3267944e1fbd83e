"""Calls on imports of master data."""

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import Any

from flask import Response

from app.audit.recording import forgo_operation
from app.conversations.masking import may_see_names
from app.core.db.base import db, without_lock
from app.core.db.tenancy import current_scope
from app.core.errors import BeyondSchema, Invalid, NotFound
from app.core.http import csv_lines
from app.core.http.api import Blueprint
from app.core.http.concurrency import FILES
from app.core.http.etags import etag, match_revision
from app.core.http.listing import Page, paginate
from app.core.languages import reading_language
from app.core.security.operations import LARGEST_BODY, Answer, Operation, needs
from app.core.security.visitor import require_user
from app.imports.kinds import write_upload
from app.imports.reading import MAX_COMPRESSED, UnreadableImport
from app.masters.imports import corrections, service
from app.masters.imports.columns import missing
from app.masters.imports.finding import Findings, check
from app.masters.imports.models import KINDS, MasterImport, MasterImportError, MasterRow
from app.masters.imports.planning import look_at
from app.masters.imports.reading import Limit, table
from app.masters.imports.schemas import (
    DecidedSchema,
    DryImportSchema,
    LeadImportForm,
    MasterImportArgs,
    MasterImportFiles,
    MasterImportForm,
    MasterImportListArgs,
    MasterImportPageSchema,
    MasterImportSchema,
    MasterMappingSchema,
    MasterRowArgs,
    MasterRowPageSchema,
    MendedRowsSchema,
    WhyArgs,
    serialize_import,
    serialize_rows,
    serialize_summary,
)
from app.masters.reasons import reason_text

blp = Blueprint("masters", __name__, url_prefix="/api/v1/masters", description="Imports of master data.")
lead_files = Blueprint("lead_files", __name__, url_prefix="/api/v1/leads", description="Files of leads.")
blueprints = (blp, lead_files)
IN_ADDRESSES = {kind.replace("_", "-"): kind for kind in KINDS}
CHECK_SECONDS = 20.0
"""How long someone waits for the check of a file."""
IN_BACKGROUND = "Import it with “waits” instead of “dry”: then it is checked in the background and waits for a start."
_REASON = "reason"
"""The column beside the file's own in the file of rows that do not fit; read again it is left out."""


_UPLOAD = Operation(
    needs("create", "Master"),
    audit="master_import:create",
    largest=MAX_COMPRESSED + LARGEST_BODY,
    files=MasterImportFiles,
    form=MasterImportForm,
    query=MasterImportArgs,
    answer=MasterImportSchema,
    status=202,
    answers=(Answer(schema=DryImportSchema, description="The file was only checked"),),
)


@blp.post('/<any(outlets, vehicles, customers, "job-cards"):kind>/import', _UPLOAD)
def create_master_import(files: dict[str, Any], form: dict[str, Any], args: dict[str, Any], kind: str) -> Any:
    """Upload outlets, vehicles, customers or job-cards; with `dry` the file is only checked and answered."""
    return _receive_file(IN_ADDRESSES[kind], files["file"], form, is_dry=args["dry"])


@lead_files.post("/import", replace(_UPLOAD, access=needs("create", "Lead"), form=LeadImportForm))
def import_leads(files: dict[str, Any], form: dict[str, Any], args: dict[str, Any]) -> Any:
    """Import leads from a file, updated by VIN; with `dry` the file is only checked and answered."""
    return _receive_file("leads", files["file"], form, is_dry=args["dry"])


def _receive_file(kind: str, file: Any, form: dict[str, Any], *, is_dry: bool) -> Any:
    """Check an uploaded file of a kind and answer what it would do, or begin its import."""
    mapping = form.get("mapping", "")
    if is_dry:
        master_import = _check_file(file, kind, form.get("client"), mapping)
        forgo_operation()
        db.session.rollback()
        return Response(_json(master_import), 200, mimetype="application/json")
    row = service.create_import(
        file.stream, kind=kind, name=file.filename or "", by=require_user(),
        client_id=form.get("client"), mapping=mapping, waits=form["waits"],
    )  # fmt: skip
    db.session.commit()
    return serialize_import(row)


def _json(findings: Findings) -> str:
    """A checked file as it is answered."""
    text: str = DryImportSchema().dumps(findings)
    return text


def _check_file(file: Any, kind: str, client_id: int | None, mapping: str) -> Findings:
    """What a file would do; Invalid where it cannot be read, or where a column is lacking."""
    service.IMPORTS.clean_name(file.filename or "")
    client, fields = service.client_of(client_id), service.read_mapping(kind, mapping) if mapping else {}
    with without_lock(), tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file"
        write_upload(file.stream, path)
        look = look_at(client, current_scope(), names=may_see_names())
        try:
            with FILES.hold():
                limit = Limit(CHECK_SECONDS, IN_BACKGROUND)
                names = table(path, limit)[0]
                columns, _ = service.understood(kind, fields, names, require_user())
                if lacking := missing(kind, columns, look.instead):
                    raise Invalid({"mapping": [f"The file has no column for: {', '.join(lacking)}."]})
                return check(path, kind, columns, look, lambda _rows: None, {}, limit)
        except UnreadableImport as error:
            raise Invalid({"file": [BeyondSchema(error)]}, str(error)) from None


@blp.get("/imports", Operation(needs("read", "Master"), query=MasterImportListArgs, answer=MasterImportPageSchema))
def list_master_imports(args: dict[str, Any]) -> Page:
    """List imports, newest first."""
    page = paginate(service.list_imports(args["kind"]), args, key=MasterImport.id)
    return replace(page, items=[serialize_summary(row) for row in page.items])


@blp.get("/imports/<int:master_import_id>", Operation(needs("read", "Master"), answer=MasterImportSchema))
def get_master_import(master_import_id: int) -> Any:
    """Retrieve an import and its progress."""
    return serialize_import(service.get_import(master_import_id))


@blp.post(
    "/imports/<int:master_import_id>/mapping",
    Operation(
        needs("create", "Master"),
        audit="master_import:map",
        body=MasterMappingSchema,
        answer=MasterImportSchema,
        problems=(409,),
    ),
)
def map_master_import(args: dict[str, Any], master_import_id: int) -> Any:
    """Map the columns of a file, and check it again."""
    row = service.get_import(master_import_id)
    service.map_columns(row, args["columns"])
    db.session.commit()
    return serialize_import(row)


@blp.post(
    "/imports/<int:master_import_id>/values",
    Operation(
        needs("create", "Master"),
        audit="master_import:map",
        body=DecidedSchema,
        answer=MasterImportSchema,
        problems=(409,),
    ),
)
def decide_master_values(args: dict[str, Any], master_import_id: int) -> Any:
    """Map texts that are in no list to entries, or add them as entries; the file is checked again."""
    row = service.get_import(master_import_id)
    service.decide(row, args["values"])
    db.session.commit()
    return serialize_import(row)


@blp.get(
    "/imports/<int:master_import_id>/rows",
    Operation(needs("create", "Master"), query=MasterRowArgs, answer=MasterRowPageSchema),
)
def list_master_rows(args: dict[str, Any], master_import_id: int) -> Page:
    """List the invalid rows with their errors, corrected and skipped ones included."""
    row = service.get_import(master_import_id)
    place: Any = MasterRow.row
    page = paginate(service.rows_of(row, args["state"]), args, key=MasterRow.id, sort=place, descending=False)
    return replace(page, items=serialize_rows(row, list(page.items)))


@blp.patch(
    "/imports/<int:master_import_id>/rows",
    Operation(
        needs("create", "Master"),
        audit="master_import:correct",
        revisioned=True,
        body=MendedRowsSchema,
        answer=MasterImportSchema,
        problems=(409,),
    ),
)
def correct_master_rows(args: dict[str, Any], master_import_id: int) -> Any:
    """Correct or skip rows; valid ones are imported with the file, or at once if that is done."""
    row = match_revision(service.get_import(master_import_id), MasterImportSchema, serialize_import)
    corrections.correct(row, args["rows"])
    db.session.commit()
    return serialize_import(row), etag(row)


@blp.post(
    "/imports/<int:master_import_id>/start",
    Operation(
        needs("create", "Master"), audit="master_import:start", answer=MasterImportSchema, status=202, problems=(409,)
    ),
)
def start_master_import(master_import_id: int) -> Any:
    """Start a checked import, or resume a stopped one."""
    return _after(service.start, master_import_id)


@blp.post(
    "/imports/<int:master_import_id>/cancel",
    Operation(needs("create", "Master"), audit="master_import:cancel", answer=MasterImportSchema, problems=(409,)),
)
def cancel_master_import(master_import_id: int) -> Any:
    """Cancel an import; imported rows stay until it is undone."""
    return _after(service.IMPORTS.cancel, master_import_id)


@blp.post(
    "/imports/<int:master_import_id>/undo",
    Operation(
        needs("create", "Master"), audit="master_import:undo", answer=MasterImportSchema, status=202, problems=(409,)
    ),
)
def undo_master_import(master_import_id: int) -> Any:
    """Undo an import of the last 24 hours; rows that were changed since stay and are listed."""
    return _after(service.undo, master_import_id)


def _after(step: Any, import_id: int) -> Any:
    """An import after a step of its life."""
    row = service.get_import(import_id)
    step(row)
    db.session.commit()
    return serialize_import(row)


@blp.get(
    "/imports/<int:master_import_id>/errors.csv",
    Operation(
        needs("create", "Master"),
        audit="master_import:download",
        query=WhyArgs,
        content_type="text/csv",
    ),
)
def download_master_errors(args: dict[str, Any], master_import_id: int) -> Response:
    """Export the invalid rows as CSV, each with its reasons, to be corrected and imported again."""
    row = service.get_import(master_import_id)
    if not service.IMPORTS.path(row.id).exists():
        raise NotFound("The uploaded file has expired.")
    response = Response(
        "".join(_bad_rows(row, reading_language(args["hl"]))),
        mimetype="text/csv",
        headers={"Content-Disposition": "attachment; filename=errors.csv", "Cache-Control": "private, no-cache"},
    )
    return response


def _bad_rows(row: MasterImport, language: str) -> Iterator[str]:
    """The file's rows with errors, each with its reasons in a language."""
    reasons: dict[int, str] = {}
    for error in db.session.scalars(service.errors_of(row)):
        reasons[error.row] = f"{reasons[error.row]} " if error.row in reasons else ""
        reasons[error.row] += f"{error.field}: {_error_text(error, language)}"
    names, rows = table(service.IMPORTS.path(row.id), Limit(CHECK_SECONDS))
    own = [name for name in names if name.casefold() != _REASON]
    corrections = {
        bad_row.row: bad_row.corrected for bad_row in db.session.scalars(service.rows_of(row)) if bad_row.corrected
    }

    def corrected_cells(number: int, cells: list[str]) -> Iterator[str]:
        for name, cell in zip_longest(names, cells[: len(names)], fillvalue=""):
            if name in own:
                yield corrections.get(number, {}).get(row.mapping.get(name, ""), cell)

    bad = ([*corrected_cells(number, cells), reasons[number]] for number, cells in rows if number in reasons)
    yield from csv_lines.lines([*own, _REASON], bad)


def _error_text(error: MasterImportError, language: str) -> str:
    """What is wrong, in a language; imports of former times have it in English only."""
    return reason_text(error.code, error.params, language) if error.code else error.message
