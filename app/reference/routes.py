"""Calls on code lists."""

from dataclasses import replace
from typing import Any

from flask import Response, request, url_for
from sqlalchemy import String, cast, or_

from app.audit.recording import forgo_operation
from app.core.db.base import db
from app.core.http.api import Blueprint
from app.core.http.csv_files import MOST_BYTES
from app.core.http.csv_lines import attach_csv
from app.core.http.csv_schemas import CsvFiles, CsvImportArgs, CsvImportSchema
from app.core.http.listing import Page, paginate, with_more
from app.core.http.resources import Reply, Resource, single
from app.core.security.operations import LARGEST_UPLOAD, Answer, Operation, RowOperations, needs
from app.reference import importing, program_routes, schemas, service, snippet_routes
from app.reference.lists import get_list
from app.reference.models import Entry
from app.reference.uses import find_uses

blp = Blueprint("code_lists", __name__, url_prefix="/api/v1/reference", description="Code lists.")
blueprints = (blp, snippet_routes.snippets, program_routes.blp)
MOST_USES = 100


ENTRIES = Resource(
    service.get_entry,
    schemas.EntrySchema,
    single(service.serialize_entries),
    lambda row: url_for("code_lists.get_entry", reference_entry_id=row.id),
)
REFERENCE_ENTRY_CALLS = RowOperations("Reference", "reference_entry", schemas.EntrySchema)


@blp.get("", Operation(needs("read", "Reference"), answer=schemas.ReferenceListsSchema))
def list_lists() -> dict[str, Any]:
    """List code lists with the number of their entries."""
    return {"items": service.counts()}


@blp.get("/<list>", Operation(needs("read", "Reference"), query=schemas.EntryListArgs, answer=schemas.EntryPageSchema))
def list_entries(args: dict[str, Any], list: str) -> dict[str, Any]:
    """List the entries of a code list in their order."""
    kind = get_list(list)
    page = _elsewhere(list, args) if kind.kept_at else _own(list, args)
    return with_more(page, list=kind.name, kept_at=kind.kept_at)


def _own(name: str, args: dict[str, Any]) -> Page:
    """One page of a list of our own."""
    query = service.entries(name).order_by(None)
    for word in args["q"].split():
        # As it is stored, JSON has letters of every script as they are.
        fits_label = cast(Entry.labels, String).icontains(word, autoescape=True)
        query = query.where(or_(Entry.code_key.contains(word.lower(), autoescape=True), fits_label))
    if args["state"]:
        query = query.where(Entry.active.is_(args["state"] == "active"))
    if args["belongs_to"]:
        query = query.where(Entry.belongs_to == args["belongs_to"])
    place: Any = Entry.position
    page = paginate(query, args, key=Entry.id, sort=place, descending=False)
    return replace(page, items=service.serialize_entries([*page.items]))


def _elsewhere(name: str, args: dict[str, Any]) -> Page:
    """One page of a list that is kept elsewhere: a short one, read whole."""
    words = args["q"].casefold().split()
    rows = [
        row
        for row in service.list_source(name)
        if all(word in " ".join([row.entry.code, *row.entry.labels.values()]).casefold() for word in words)
        and args["state"] in ("", "active" if row.entry.active else "inactive")
        and args["belongs_to"] in ("", row.entry.belongs_to)
    ]
    number, per = int(args["page"]) if args["page"].isdigit() else 1, args["per"]
    more = len(rows) > number * per
    before = str(number - 1) if number > 1 else None
    items = rows[(number - 1) * per : number * per]
    return Page(items, len(rows), number, per, str(number + 1) if more else None, before)


@blp.post("/<list>", REFERENCE_ENTRY_CALLS.create(schemas.NewEntrySchema, problems=(409,)))
def create_entry(args: dict[str, Any], list: str) -> Reply:
    """Create an entry at the end of a code list."""
    return ENTRIES.create(service.add_entry(get_list(list), args))


@blp.post(
    "/<list>/order",
    Operation(
        needs("update", "Reference"),
        audit="reference_entry:order",
        body=schemas.EntryOrderSchema,
        answer=schemas.EntryIdsSchema,
        problems=(409,),
    ),
)
def order_entries(args: dict[str, Any], list: str) -> dict[str, Any]:
    """Reorder entries of a code list."""
    ids = [int(id_) for id_ in args["order"].split(",")]
    service.order_entries(get_list(list), ids)
    db.session.commit()
    return {"ids": ids}


@blp.get("/<list>/file", Operation(needs("read", "Reference"), content_type="text/csv"))
def export_entries(list: str) -> Response:
    """Export a code list as CSV, which can be imported again."""
    kind = get_list(list)
    return attach_csv("".join(importing.write_csv(kind)), kind.name)


@blp.post(
    "/<list>/import",
    Operation(
        needs("update", "Reference"),
        audit="reference_entry:import",
        largest=LARGEST_UPLOAD,
        files=CsvFiles,
        form=schemas.EntryFileForm,
        query=CsvImportArgs,
        answer=CsvImportSchema,
        status=201,
        answers=(Answer(schema=CsvImportSchema, description="The file was only checked"),),
        problems=(409,),
        renders_answer=True,
    ),
)
def import_entries(
    files: dict[str, Any], form: dict[str, Any], args: dict[str, Any], list: str
) -> tuple[importing.FileContents, int]:
    """Import entries from a CSV file, all or none; with `dry` the file is only checked."""
    kind = get_list(list)
    stream = files["file"].stream if "file" in files else request.stream
    result = importing.read(kind, stream.read(MOST_BYTES + 1))
    if form["dry"] or args["dry"]:
        forgo_operation()
        db.session.rollback()
        return result, 200
    importing.store(kind, result)
    db.session.commit()
    return result, 201


@blp.get("/entries/<int:reference_entry_id>", REFERENCE_ENTRY_CALLS.read())
def get_entry(reference_entry_id: int) -> Reply:
    """Retrieve an entry of a code list."""
    return ENTRIES.get(reference_entry_id)


@blp.get(
    "/entries/<int:reference_entry_id>/uses", Operation(needs("read", "Reference"), answer=schemas.EntryUsesSchema)
)
def list_uses(reference_entry_id: int) -> dict[str, Any]:
    """List where an entry is used, as far as the reader may see it."""
    entry = service.get_entry(reference_entry_id)
    uses = find_uses(entry.list_name, [entry.code])[entry.code]
    return {"total": len(uses), "uses": uses[:MOST_USES]}


@blp.patch("/entries/<int:reference_entry_id>", REFERENCE_ENTRY_CALLS.update(schemas.EntryChangeSchema))
def change_entry(args: dict[str, Any], reference_entry_id: int) -> Reply:
    """Update or deactivate an entry; its code stays."""
    return ENTRIES.change(reference_entry_id, lambda entry: service.change_entry(entry, args))


@blp.delete("/entries/<int:reference_entry_id>", REFERENCE_ENTRY_CALLS.delete(problems=(409,)))
def delete_entry(reference_entry_id: int) -> None:
    """Delete an unused entry."""
    ENTRIES.delete(reference_entry_id, service.delete_entry)
