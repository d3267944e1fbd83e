"""What the calls for programs' authors look like in JSON."""

import marshmallow as ma

from app.core.http.schemas import ResponseSchema, Schema, Text, Whole
from app.reference.programs import EVENTS

LARGEST = 20_000


class ApiArgs(Schema):
    """The area whose calls are listed."""

    area = Text(load_default="", validate=ma.validate.Length(max=60))


class ApiAreaSchema(ResponseSchema):
    """An area of the API with how many calls it has."""

    name = Text()
    description = Text()
    calls = Whole()


class ApiCallSchema(ResponseSchema):
    """A call with the command that makes it."""

    method = Text(attribute="operation.method")
    path = Text(attribute="operation.path")
    summary = Text(attribute="operation.summary")
    ability = Text(attribute="operation.ability", metadata={"example": "read Bot"})
    curl = Text()
    scopes = ma.fields.List(Text(), metadata={"description": "Scopes of a bot's API token that allow it"})
    link = Text(metadata={"description": "Where it is described in full"})


class ApiSchema(ResponseSchema):
    """The areas of the API, and the calls of one."""

    areas = ma.fields.List(ma.fields.Nested(ApiAreaSchema))
    calls = ma.fields.List(ma.fields.Nested(ApiCallSchema))


class WebhookSampleArgs(Schema):
    """The event, and the secret to sign it with, which is not kept."""

    event = Text(required=True, validate=ma.validate.OneOf([*EVENTS]))
    secret = Text(required=True, validate=ma.validate.Length(1, 200))


class WebhookHeaderSchema(ResponseSchema):
    """A header of a webhook."""

    name = Text()
    value = Text()


class WebhookSampleSchema(ResponseSchema):
    """A webhook as it would be sent."""

    event = Text()
    headers = ma.fields.List(ma.fields.Nested(WebhookHeaderSchema))
    body = Text()


class WebhookCheckArgs(Schema):
    """What was received, and the secret, which is not kept."""

    secret = Text(required=True, validate=ma.validate.Length(1, 200))
    body = Text(required=True, validate=ma.validate.Length(max=LARGEST))
    timestamp = Whole(required=True, validate=ma.validate.Range(0, 10**11))
    signature = Text(required=True, validate=ma.validate.Length(max=200))


class WebhookVerdictSchema(ResponseSchema):
    """Whether a signature is right, and whether it is less than five minutes old."""

    valid = ma.fields.Boolean()
    fresh = ma.fields.Boolean()
