"""What previews look like in JSON."""

import marshmallow as ma

from app.bots import templates
from app.bots.catalog.flow_schemas import ContentsSchema
from app.core.http.schemas import ResponseSchema, Schema, Text


class PreviewArgs(Schema):
    """How the visitor writes: in English, in Hindi, or as customers do."""

    speech = Text(load_default="mixed", validate=ma.validate.OneOf(templates.PREVIEWS))


class PreviewOptionSchema(ResponseSchema):
    """Something to press, and whether it was."""

    id = Text()
    label = Text()
    chosen = ma.fields.Boolean()


class PreviewMessageSchema(ResponseSchema):
    """What the bot or the visitor says."""

    speaker = Text(metadata={"enum": ["bot", "user"]})
    text = Text()
    options = ma.fields.List(ma.fields.Nested(PreviewOptionSchema))


class PreviewSchema(ResponseSchema):
    """A conversation with the bot of a template, the goals it reached, and what the template holds."""

    id = Text()
    messages = ma.fields.List(ma.fields.Nested(PreviewMessageSchema))
    goals = ma.fields.List(Text())
    inside = ma.fields.Nested(ContentsSchema)


class PreviewsSchema(ResponseSchema):
    """The preview of each template."""

    items = ma.fields.List(ma.fields.Nested(PreviewSchema))
