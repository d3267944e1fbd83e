"""What imports of master data look like in JSON."""

from typing import Any

import marshmallow as ma
from flask_smorest.fields import Upload

from app.core.db.base import db
from app.core.http.schemas import Answer, Id, PageArgs, PageSchema, Schema, Text, Whole
from app.masters.imports import service
from app.masters.imports.columns import COLUMNS
from app.masters.imports.models import KINDS, STATES, MasterImport

COLUMNS_AT_MOST = 200


class MasterImportListArgs(PageArgs):
    """Imports are listed newest first, of one kind if asked for."""

    kind = Text(load_default="", validate=ma.validate.OneOf(["", *KINDS]))


class MasterImportArgs(Schema):
    """Whether the file is only checked."""

    dry = ma.fields.Boolean(load_default=False)


class MasterImportFiles(ma.Schema):
    """The file of an upload."""

    file = Upload(required=True)


class MasterImportForm(Schema):
    """What may be said beside the file: for which client, what its columns hold, and whether to wait."""

    client = Id()
    mapping = Text(validate=ma.validate.Length(max=20_000), metadata={"example": '{"vin_no": "vin"}'})
    waits = ma.fields.Boolean(
        load_default=False, metadata={"description": "Check the file and wait for a start, instead of going on"}
    )
    csrf = Text(load_only=True)

    @ma.pre_load
    def drop_empty(self, data: Any, **_kwargs: Any) -> Any:
        """A form sends the fields left blank as empty texts."""
        return {key: value for key, value in data.items() if value != ""}


class MasterErrorSchema(Answer):
    """What is wrong in a row; the row of the names of columns is the first."""

    row = Whole()
    field = Text()
    message = Text()


class MasterValueErrorSchema(MasterErrorSchema):
    """The same with what the file says there."""

    value = Text()


class FieldCountSchema(Answer):
    """How many rows change a field."""

    field = Text()
    count = Whole()


class MasterChangeSchema(Answer):
    """What a row changes: before and after."""

    row = Whole()
    key = Text()
    field = Text()
    before = Text()
    after = Text()


class DifferenceSchema(Answer):
    """What a file would do; `items` are the first hundred changes."""

    new = Whole()
    changed = Whole()
    unchanged = Whole()
    by_field = ma.fields.List(ma.fields.Nested(FieldCountSchema))
    items = ma.fields.List(ma.fields.Nested(MasterChangeSchema))


class DryImportSchema(Answer):
    """What a file holds, what is wrong in it, and what it would change."""

    rows = Whole()
    errors = ma.fields.List(ma.fields.Nested(MasterErrorSchema))
    changes = ma.fields.Nested(DifferenceSchema)


class MasterColumnSchema(Answer):
    """A column of a file, its first value, and the field it holds."""

    column = Text()
    first = Text()
    field = Text(metadata={"description": "Empty where it is left out"})


class KeptSchema(Answer):
    """A row that an undoing has left as it is, and why."""

    row = Whole()
    reason = Text()


class MasterImportSchema(Answer):
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
    kept = Whole()
    error_count = Whole(metadata={"description": "Rows with errors, which are left out"})
    warning_count = Whole()
    columns = ma.fields.List(ma.fields.Nested(MasterColumnSchema))
    fields_known = ma.fields.List(Text(), metadata={"description": "The fields that a column may hold"})
    changes = ma.fields.Nested(DifferenceSchema, allow_none=True)
    errors = ma.fields.List(ma.fields.Nested(MasterValueErrorSchema))
    left = ma.fields.List(ma.fields.Nested(KeptSchema), metadata={"description": "Rows an undoing has left"})
    undo_until = ma.fields.AwareDateTime(allow_none=True)
    error = Text(allow_none=True)
    created_at = ma.fields.AwareDateTime()
    finished_at = ma.fields.AwareDateTime(allow_none=True)
    undone_at = ma.fields.AwareDateTime(allow_none=True, metadata={"description": "When its undoing was asked for"})


class SummedMasterImportSchema(MasterImportSchema):
    """An import as a list shows it: its columns, differences and errors are told one import at a time."""

    class Meta(MasterImportSchema.Meta):
        """Only their counts stand in a list."""

        exclude = ("columns", "fields_known", "changes", "errors", "left")


class MasterImportPageSchema(PageSchema):
    """One page of imports."""

    items = ma.fields.List(ma.fields.Nested(SummedMasterImportSchema))


class ColumnFieldSchema(Schema):
    """The field that a column holds; empty leaves it out."""

    column = Text(required=True, validate=ma.validate.Length(max=80))
    field = Text(load_default="", validate=ma.validate.Length(max=40))


class MasterMappingSchema(Schema):
    """What the columns of a file hold; those left out of it are left out of the import."""

    columns = ma.fields.List(
        ma.fields.Nested(ColumnFieldSchema), required=True, validate=ma.validate.Length(max=COLUMNS_AT_MOST)
    )


def shown(row: MasterImport) -> dict[str, Any]:
    """An import as it is answered, with what is kept beside it."""
    named = [field for field in MasterImportSchema._declared_fields if hasattr(row, field)]
    errors = db.session.scalars(service.errors_of(row).limit(service.SHOWN_ERRORS)).all() if row.error_count else []
    left = db.session.scalars(service.kept_of(row).limit(service.SHOWN_KEPT)).all() if row.kept else []
    return {name: getattr(row, name) for name in named} | {
        "columns": [
            {"column": name, "first": first, "field": row.mapping.get(name, "")} for name, first in row.header if name
        ],
        "fields_known": [column.name for column in COLUMNS[row.kind]],
        "changes": row.found or None,
        "errors": errors,
        "left": left,
        "undo_until": service.undo_until(row),
    }


def summed(row: MasterImport) -> dict[str, Any]:
    """An import as a list shows it."""
    named = [field for field in SummedMasterImportSchema().fields if hasattr(row, field)]
    return {name: getattr(row, name) for name in named} | {"undo_until": service.undo_until(row)}
