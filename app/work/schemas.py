"""What work under way looks like in JSON."""

import marshmallow as ma

from app.core.http.schemas import Id, ResponseSchema, Text, Whole


class WorkItemSchema(ResponseSchema):
    """One piece of work and how far it is."""

    kind = Text(metadata={"enum": ["export", "import"]})
    id = Id()
    name = Text(metadata={"description": "The file's name; empty for an export", "example": "march.jsonl"})
    done = Whole()
    of = Whole(metadata={"description": "0 until it is counted"})
    link = Text(metadata={"description": "The page that shows it", "example": "/reports/exports"})


class WorkSchema(ResponseSchema):
    """What is under way for the reader, newest first, ten at most."""

    items = ma.fields.List(ma.fields.Nested(WorkItemSchema))
