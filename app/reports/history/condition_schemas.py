"""What conditions of conversations look like in JSON, wherever they are named."""

from marshmallow import fields

from app.core.http.schemas import ResponseSchema


class ConditionSchema(ResponseSchema):
    """A condition of `f` in words."""

    f = fields.String(metadata={"description": "As the address says it", "example": "turns:gt:5"})
    label = fields.String()
    op = fields.String(metadata={"example": "gt"})
    values = fields.List(fields.String())
