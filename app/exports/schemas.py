"""What exports look like in JSON."""

from typing import Any

import marshmallow as ma

from app.core.http.schemas import Id, ResponseSchema, Text, Whole, page_schema
from app.exports.formats import FORMATS
from app.exports.models import STATES, Export
from app.exports.service import in_words
from app.reports.history.arguments import FilterArgs
from app.reports.history.condition_schemas import ConditionSchema


class NewExportArgs(FilterArgs):
    """The list's filters, and what the file is to be."""

    format = Text(
        load_default="csv",
        validate=ma.validate.OneOf([*FORMATS]),
        metadata={"description": "`parquet` has numbers and times as such; all can be downloaded in ranges"},
    )


class ExportSchema(ResponseSchema):
    """An export with its progress."""

    id = Id()
    format = Text(metadata={"enum": [*FORMATS, "zip"]})
    state = Text(metadata={"enum": list(STATES)})
    rows = Whole(metadata={"description": "Rows the file will have; 0 until they are counted"})
    done = Whole()
    size = Whole(allow_none=True, metadata={"description": "Bytes of the file"})
    error = Text(allow_none=True)
    created_at = ma.fields.AwareDateTime()
    asked_at = ma.fields.AwareDateTime(metadata={"description": "The moment the list is of"})
    finished_at = ma.fields.AwareDateTime(allow_none=True)
    expires_at = ma.fields.AwareDateTime(allow_none=True)
    query = Text(metadata={"description": "The list's filters", "example": "bot=17&outcome=abandoned"})
    conditions = ma.fields.List(ma.fields.Nested(ConditionSchema))
    intent_title = Text(allow_none=True, metadata={"description": "What `intent` of `query` is called"})
    client = Text(
        attribute="client_name", allow_none=True,
        metadata={"description": "The client whose data is exported; null if a list is"},
    )  # fmt: skip
    file = ma.fields.Method("get_file", metadata={"type": ["string", "null"]})

    @ma.post_dump(pass_original=True)
    def add_words(self, data: dict[str, Any], row: Export, **_: Any) -> dict[str, Any]:
        """Add what the filters are called in the reader's language."""
        return data | in_words(row.query)

    def get_file(self, row: Export) -> str | None:
        """The call that gives the file, once it is ready."""
        return f"/api/v1/exports/{row.id}/file" if row.state == "ready" else None


ExportPageSchema = page_schema(ExportSchema)
