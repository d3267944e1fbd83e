"""What imports of master data look like in JSON."""

from collections.abc import Sequence
from typing import Any

import marshmallow as ma
from flask_smorest.fields import Upload

from app.core.db.base import db
from app.core.errors import BeyondSchema
from app.core.http.schemas import (
    MAX_INT,
    FormSchema,
    Id,
    PageArgs,
    ReasonText,
    ResponseSchema,
    Schema,
    Switch,
    Text,
    Whole,
    page_schema,
)
from app.core.languages import LANGUAGES
from app.masters.imports import service
from app.masters.imports.columns import COLUMNS, missing
from app.masters.imports.finding import with_corrections
from app.masters.imports.marks import MARKS, ORDERS
from app.masters.imports.models import KINDS, ROW_STATES, STATES, MasterImport, MasterImportError, MasterRow
from app.masters.imports.planning import KEPT_VALUE
from app.masters.imports.reading import MAX_CELL
from app.masters.reasons import code_of

COLUMNS_AT_MOST = 200
ROWS_AT_ONCE = 100
"""As many as a page has."""


class MasterImportListArgs(PageArgs):
    """Imports are listed newest first, of one kind if asked for."""

    kind = Text(load_default="", validate=ma.validate.OneOf(["", *KINDS]))


class MasterImportArgs(Schema):
    """Whether the file is only checked."""

    dry = ma.fields.Boolean(load_default=False)


class MasterImportFiles(ma.Schema):
    """The file of an upload."""

    file = Upload(required=True)


class MasterImportForm(FormSchema):
    """What may be said beside the file: for which client, what its columns hold, and whether to wait."""

    client = Id()
    mapping = Text(validate=ma.validate.Length(max=20_000), metadata={"example": '{"vin_no": "vin"}'})
    waits = ma.fields.Boolean(
        load_default=False, metadata={"description": "Check the file and wait for a start, instead of going on"}
    )


class LeadImportForm(MasterImportForm):
    """The same beside a file of leads."""


class WhyArgs(Schema):
    """The language of what a file says; empty is the client's own."""

    hl = Text(load_default="", validate=ma.validate.OneOf(["", *LANGUAGES]))


class WhySchema(ResponseSchema):
    """Why something does not fit: in English, and by a code with its parameters for other languages."""

    message = Text()
    code = Text(metadata={"example": "vin_letter"})
    params = ma.fields.Dict(keys=Text(), values=Text(), metadata={"example": {"letter": "I", "digit": "1"}})


class MasterErrorSchema(WhySchema):
    """What is wrong in a row; the row of the names of columns is the first."""

    row = Whole()
    field = Text()


class MasterValueErrorSchema(MasterErrorSchema):
    """The same with what the file says there."""

    value = Text()


class FieldCountSchema(ResponseSchema):
    """How many rows change a field."""

    field = Text()
    count = Whole()


class MasterChangeSchema(ResponseSchema):
    """What a row changes: before and after."""

    row = Whole()
    key = Text()
    field = Text()
    before = Text()
    after = Text()


class ColumnMarkSchema(ResponseSchema):
    """How a column was read: the mark before the decimals of its numbers, or the order of its days."""

    field = Text()
    mark = Text(metadata={"enum": list(MARKS)})


class DifferenceSchema(ResponseSchema):
    """What a file would do; `items` are the first hundred changes."""

    new = Whole()
    changed = Whole()
    unchanged = Whole()
    by_field = ma.fields.List(ma.fields.Nested(FieldCountSchema))
    items = ma.fields.List(ma.fields.Nested(MasterChangeSchema))
    marks = ma.fields.List(
        ma.fields.Nested(ColumnMarkSchema),
        metadata={"description": "Columns of numbers and days whose reading is known: by their cells, else the file's"},
    )


class DryImportSchema(ResponseSchema):
    """What a file holds, what is wrong in it, and what it would change."""

    rows = Whole()
    errors = ma.fields.List(ma.fields.Nested(MasterErrorSchema))
    changes = ma.fields.Nested(DifferenceSchema)


class MasterColumnSchema(ResponseSchema):
    """A column of a file, its first value, and the field it holds."""

    column = Text()
    first = Text()
    field = Text(metadata={"description": "Empty where it is left out"})


class UnchangedRowSchema(ResponseSchema):
    """A row that an undoing has left as it is, and why."""

    row = Whole()
    reason = Text()
    code = Text(metadata={"description": "The reason for the catalogue"})


class RowCountsSchema(ResponseSchema):
    """How many rows did not fit: still to correct, corrected, left out, and gone in afterwards."""

    open = Whole()
    fits = Whole()
    skipped = Whole()
    done = Whole()


class MappedAsSchema(ResponseSchema):
    """The earlier file of the same columns whose mapping is used again."""

    id = Id()
    name = Text()
    at = ma.fields.AwareDateTime()


class CountsSchema(ResponseSchema):
    """How many rows are new, changed and unchanged, in each state as far as it is known."""

    new = Whole()
    changed = Whole()
    unchanged = Whole()


class UndecidedSchema(ResponseSchema):
    """A text that is in no list, or a value that rows lack and one may hold for all: and in how many rows."""

    field = Text()
    text = Text(metadata={"description": "What the file says; empty where it says nothing"})
    model = Text(metadata={"description": "The model of a variant"})
    rows = Whole()


class ChosenValueSchema(ResponseSchema):
    """What counts instead of a text of the file; of an empty one, in all rows that say nothing."""

    field = Text()
    text = Text()
    value = Text()


class MasterImportSchema(ResponseSchema):
    """An import with its progress, its columns, its difference, and the first of its errors."""

    id = Id()
    kind = Text(metadata={"enum": list(KINDS)})
    name = Text()
    state = Text(metadata={"enum": list(STATES)})
    user_name = Text()
    rows = Whole()
    line = Whole(metadata={"description": "Rows that are dealt with"})
    new = Whole()
    changed = Whole()
    unchanged = Whole()
    undone = Whole()
    retained = Whole(metadata={"description": "Rows of which something was left as it is"})
    error_count = Whole(metadata={"description": "Rows with errors, which are left out"})
    warning_count = Whole()
    counts = ma.fields.Nested(CountsSchema)
    undecided = ma.fields.List(ma.fields.Nested(UndecidedSchema), metadata={"description": "The most frequent ones"})
    chosen = ma.fields.List(ma.fields.Nested(ChosenValueSchema))
    columns = ma.fields.List(ma.fields.Nested(MasterColumnSchema))
    fields_known = ma.fields.List(Text(), metadata={"description": "The fields that a column may hold"})
    lacking = ma.fields.List(
        Text(), metadata={"description": "Fields that are needed, and that no column and no value for all rows holds"}
    )
    changes = ma.fields.Nested(DifferenceSchema, allow_none=True)
    errors = ma.fields.List(ma.fields.Nested(MasterValueErrorSchema))
    left = ma.fields.List(ma.fields.Nested(UnchangedRowSchema), metadata={"description": "Rows an undoing has left"})
    row_counts = ma.fields.Nested(RowCountsSchema)
    mapped_as = ma.fields.Nested(MappedAsSchema, allow_none=True)
    revision = Whole(metadata={"description": "Counts the corrections of its rows"})
    undo_until = ma.fields.AwareDateTime(allow_none=True)
    error = ReasonText(allow_none=True)
    created_at = ma.fields.AwareDateTime()
    finished_at = ma.fields.AwareDateTime(allow_none=True)
    undone_at = ma.fields.AwareDateTime(allow_none=True, metadata={"description": "When its undo was requested"})


class SummedMasterImportSchema(MasterImportSchema):
    """An import as a list shows it: its columns, differences and errors are reported one import at a time."""

    class Meta(MasterImportSchema.Meta):
        """Only their counts stand in a list."""

        exclude = (
            "undecided",
            "chosen",
            "columns",
            "fields_known",
            "lacking",
            "changes",
            "errors",
            "left",
            "row_counts",
            "mapped_as",
            "revision",
        )


MasterImportPageSchema = page_schema(SummedMasterImportSchema, "MasterImportPageSchema")


class ColumnFieldSchema(Schema):
    """The field that a column holds; empty leaves it out."""

    column = Text(required=True, validate=ma.validate.Length(max=80))
    field = Text(load_default="", validate=ma.validate.Length(max=40))
    order = Text(
        load_default="", validate=ma.validate.OneOf(["", *ORDERS]),
        metadata={"description": "What comes first in days that can be read in two ways; empty is as the file says"},
    )  # fmt: skip


class MasterMappingSchema(Schema):
    """What the columns of a file hold; those left out of it are left out of the import."""

    columns = ma.fields.List(
        ma.fields.Nested(ColumnFieldSchema), required=True, validate=ma.validate.Length(max=COLUMNS_AT_MOST)
    )


class DecidedValueSchema(Schema):
    """What counts instead of a text of the file."""

    field = Text(required=True, validate=ma.validate.Length(max=40))
    text = Text(load_default="", validate=ma.validate.Length(max=KEPT_VALUE))
    model = Text(load_default="", validate=ma.validate.Length(max=KEPT_VALUE))
    value = Text(
        load_default="", validate=ma.validate.Length(max=KEPT_VALUE),
        metadata={"description": "A value as a file may say it; `+` adds the text to its list; empty takes it back"},
    )  # fmt: skip


class DecidedSchema(Schema):
    """Values that are chosen together."""

    values = ma.fields.List(
        ma.fields.Nested(DecidedValueSchema), required=True, validate=ma.validate.Length(min=1, max=COLUMNS_AT_MOST)
    )


class MasterRowArgs(PageArgs):
    """Rows are listed as they stand in the file; those still to correct unless asked otherwise."""

    state = Text(load_default="open", validate=ma.validate.OneOf(ROW_STATES))


class MasterCellSchema(ResponseSchema):
    """A value of a row: what counts, what the file says, and why it does not fit; empty where it does."""

    field = Text()
    value = Text()
    file = Text()
    message = Text()
    code = Text()
    params = ma.fields.Dict(keys=Text(), values=Text())


class MasterRowSchema(ResponseSchema):
    """A row of a file that did not fit; the row of the names of columns is the first."""

    row = Whole()
    state = Text(metadata={"enum": list(ROW_STATES)})
    cells = ma.fields.List(ma.fields.Nested(MasterCellSchema))


MasterRowPageSchema = page_schema(MasterRowSchema)


class MendedRowSchema(Schema):
    """What a row says instead, by field; fields left out stay, and a row that is skipped is left out."""

    row = Whole(required=True, validate=ma.validate.Range(1, MAX_INT))
    skip = Switch(load_default=False)
    cells = ma.fields.Dict(
        keys=Text(validate=ma.validate.Length(max=40)), values=Text(validate=ma.validate.Length(max=MAX_CELL)),
        load_default=dict, metadata={"example": {"vin": "MRDHK4S2XT0412867"}},
    )  # fmt: skip


class MendedRowsSchema(Schema):
    """Rows that are corrected together."""

    rows = ma.fields.List(
        ma.fields.Nested(MendedRowSchema), required=True, validate=ma.validate.Length(min=1, max=ROWS_AT_ONCE)
    )

    @ma.validates_schema
    def check_once(self, data: Any, **_kwargs: Any) -> None:
        """A row says one thing."""
        if len({entry["row"] for entry in data.get("rows", ())}) != len(data.get("rows", ())):
            raise ma.ValidationError(BeyondSchema("Each row may stand here once."), "rows")


def serialize_rows(row: MasterImport, rows: Sequence[MasterRow]) -> list[dict[str, Any]]:
    """Rows of an import as they are answered: the fields its columns hold, and those that are lacking."""
    wrong: dict[tuple[int, str], MasterImportError] = {}
    numbers = [row.row for row in rows]
    for error in db.session.scalars(service.errors_of(row).where(MasterImportError.row.in_(numbers))):
        wrong[error.row, error.field] = error
    mapped = set(row.mapping.values())

    def cell(master_row: MasterRow, name: str) -> dict[str, Any]:
        reason = wrong.get((master_row.row, name))
        counts, file = (
            with_corrections(master_row.cells, master_row.corrected).get(name, ""),
            master_row.cells.get(name, ""),
        )
        problem = {key: getattr(reason, key) for key in ("message", "code", "params")} if reason else {}
        return {"field": name, "value": counts, "file": file, "message": "", "code": "", "params": {}} | problem

    return [
        {"row": import_row.row, "state": import_row.state, "cells": [
            cell(import_row, column.name) for column in COLUMNS[row.kind]
            if column.name in mapped or column.name in import_row.corrected or (import_row.row, column.name) in wrong
        ]}
        for import_row in rows
    ]  # fmt: skip


def _mapping_source(row: MasterImport) -> dict[str, Any] | None:
    """The earlier import whose mapping one has, as far as the reader sees it."""
    query = service.list_imports().where(MasterImport.id == row.mapped_as)
    mapped_by = db.session.scalar(query) if row.mapped_as else None
    return None if mapped_by is None else {"id": mapped_by.id, "name": mapped_by.name, "at": mapped_by.created_at}


def serialize_import(row: MasterImport) -> dict[str, Any]:
    """An import as it is answered, with what is kept beside it."""
    fields = [field for field in MasterImportSchema._declared_fields if hasattr(row, field)]
    errors = db.session.scalars(service.errors_of(row).limit(service.SHOWN_ERRORS)).all() if row.error_count else []
    left = db.session.scalars(service.list_kept_changes(row).limit(service.SHOWN_KEPT)).all() if row.retained else []
    return {name: getattr(row, name) for name in fields} | {
        "columns": [
            {"column": name, "first": first, "field": row.mapping.get(name, "")} for name, first in row.header if name
        ],
        "counts": service.counts_of(row),
        "undecided": (row.findings or {}).get("undecided", []),
        "chosen": [
            {"field": field, "text": text, "value": value}
            for field, chosen in row.instead.items()
            for text, value in chosen.items()
        ],
        "fields_known": [column.name for column in COLUMNS[row.kind]],
        "lacking": missing(row.kind, row.mapping, row.instead) if row.state == "columns" else [],
        "changes": {"marks": []} | row.findings if row.findings else None,
        "errors": errors,
        "left": [
            {"row": left_row.row, "reason": left_row.reason, "code": code_of(left_row.reason or "")}
            for left_row in left
        ],
        "row_counts": dict.fromkeys(ROW_STATES, 0) | service.row_counts(row),
        "mapped_as": _mapping_source(row),
        "undo_until": service.undo_until(row),
    }


def serialize_summary(row: MasterImport) -> dict[str, Any]:
    """An import as a list shows it."""
    fields = [field for field in SummedMasterImportSchema().fields if hasattr(row, field)]
    more = {"undo_until": service.undo_until(row), "counts": service.counts_of(row)}
    return {name: getattr(row, name) for name in fields} | more
