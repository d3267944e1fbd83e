"""Shapes of the call that waits."""

import marshmallow as ma

from app.core.http.schemas import MAX_INT, ResponseSchema, Schema, Text, Whole


class LiveArgs(Schema):
    """From where to listen; without it the answer comes at once and says from where."""

    after = Whole(load_default=None, validate=ma.validate.Range(min=0, max=MAX_INT))


class ChangeSchema(ResponseSchema):
    """What has changed."""

    kind = Text(metadata={"example": "chat:message"})
    subject = Text(metadata={"example": "12", "description": "Which of its kind"})


class LiveSchema(ResponseSchema):
    """What has changed, each thing once, and from where to listen next."""

    after = Whole(metadata={"example": 17})
    changes = ma.fields.List(ma.fields.Nested(ChangeSchema))
    missed = ma.fields.Boolean(metadata={"description": "More has changed than is kept: ask for everything again"})
