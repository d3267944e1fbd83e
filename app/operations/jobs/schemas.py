"""What jobs look like in JSON."""

import marshmallow as ma

from app.core.http.schemas import Id, PageArgs, ResponseSchema, Text, Whole, page_schema
from app.core.jobs import STATES, page_of


class JobListArgs(PageArgs):
    """Jobs are listed newest first; `state=failed` are the dead letters."""

    state = Text(load_default="", validate=ma.validate.OneOf(["", *STATES]))
    work = Text(load_default="", validate=ma.validate.OneOf(["", "people", "upkeep"]),
                metadata={"description": "What people began, or what the server does by itself"})  # fmt: skip


class JobSchema(ResponseSchema):
    """A piece of background work, how far it is and what went wrong."""

    id = Id()
    kind = Text(metadata={"example": "import"})
    state = Text(metadata={"enum": list(STATES)})
    link = ma.fields.Function(
        page_of,
        metadata={"type": "string", "description": "The page that shows it, or empty", "example": "/admin/import/7"},
    )
    attempts = Whole()
    progress = ma.fields.Float()
    error = Text(allow_none=True)
    created_at = ma.fields.DateTime()
    run_at = ma.fields.DateTime()
    finished_at = ma.fields.DateTime(allow_none=True)


JobPageSchema = page_schema(JobSchema)
