"""What is sent and answered where the request of a call node is tried."""

import marshmallow as ma

from app.core.http.schemas import ResponseSchema, Schema, Text, Whole

REQUEST = {"method": "GET", "url": "https://dealer.example/slots?day={{day}}"}


class TriedRequestSchema(Schema):
    """A call node as it is edited, and example values of the variables in it."""

    node = ma.fields.Dict(required=True, metadata={"example": REQUEST})
    variables = ma.fields.Dict(
        keys=Text(validate=ma.validate.Length(max=64)),
        values=Text(validate=ma.validate.Length(max=2000)),
        load_default=dict,
        validate=ma.validate.Length(max=50),
        metadata={"example": {"day": "2026-12-01"}},
    )


class RequestAnswerSchema(ResponseSchema):
    """What was sent, secrets by their names, and what came back; `error` says why the bot would go on as failed."""

    method = Text()
    url = Text()
    headers = ma.fields.Dict()
    body = ma.fields.Raw(allow_none=True, metadata={"description": "JSON, or a text"})
    ok = ma.fields.Boolean()
    status = Whole(allow_none=True)
    error = Text(allow_none=True)
    ms = Whole()
    value = ma.fields.Raw(allow_none=True, metadata={"description": "The JSON that the variable would get"})
    unset = ma.fields.List(Text(), metadata={"description": "Variables in it that have no value"})
