"""What webhooks and their deliveries look like in JSON."""

import marshmallow as ma

from app.core.http.schemas import NO_SPACE, Id, Line, Pattern, ResponseSchema, Schema, Text, Whole, page_schema
from app.webhooks.models import EVENTS, NAME_LENGTH, STATES, URL_LENGTH


class WebhookChangeSchema(Schema):
    """What of a webhook can be changed; keys left out stay as they are."""

    name = Line(validate=ma.validate.Length(max=NAME_LENGTH))
    url = Text(
        validate=[ma.validate.Length(max=URL_LENGTH), Pattern(rf"^https?://{NO_SPACE}+$")],
        metadata={"example": "https://crm.example.com/parley"},
    )
    events = ma.fields.List(Text(validate=ma.validate.OneOf(EVENTS)), validate=ma.validate.Length(1, len(EVENTS)))
    active = ma.fields.Boolean()


class NewWebhookSchema(WebhookChangeSchema):
    """What a new webhook needs."""

    url = Text(
        required=True, validate=[ma.validate.Length(max=URL_LENGTH), Pattern(rf"^https?://{NO_SPACE}+$")],
        metadata={"example": "https://crm.example.com/parley"},
    )  # fmt: skip
    events = ma.fields.List(
        Text(validate=ma.validate.OneOf(EVENTS)), required=True, validate=ma.validate.Length(1, len(EVENTS))
    )


class WebhookSchema(ResponseSchema):
    """An address that receives events."""

    id = Id()
    name = Text()
    url = Text()
    events = ma.fields.List(Text())
    active = ma.fields.Boolean()
    failing_since = ma.fields.AwareDateTime(allow_none=True)
    switched_off_at = ma.fields.AwareDateTime(allow_none=True)
    created_at = ma.fields.AwareDateTime()
    revision = Whole()


class CreatedWebhookSchema(WebhookSchema):
    """A webhook that was just made, with the secret that its deliveries are signed by."""

    secret = Text(metadata={"description": "Shown this once"})


WebhookPageSchema = page_schema(WebhookSchema)


class AttemptSchema(ResponseSchema):
    """One attempt to deliver."""

    at = ma.fields.String(metadata={"format": "date-time"})
    status = Whole(allow_none=True)
    error = Text()
    ms = Whole()


class WebhookDeliverySchema(ResponseSchema):
    """One event for a webhook, with every attempt."""

    id = Id()
    event = Text()
    state = Text(metadata={"enum": list(STATES)})
    body = Text()
    attempts = ma.fields.List(ma.fields.Nested(AttemptSchema))
    next_at = ma.fields.AwareDateTime(allow_none=True)
    created_at = ma.fields.AwareDateTime()


WebhookDeliveryPageSchema = page_schema(WebhookDeliverySchema)
