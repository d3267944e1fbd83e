"""What the calls of Rasa's REST channel take and give."""

import marshmallow as ma

from app.core.http.schemas import ResponseSchema, Schema, Text

SENDER_LENGTH, TEXT_LENGTH = 100, 4000


class RestMessageSchema(Schema):
    """What a person says, and who; other fields are left alone."""

    sender = Text(
        required=True, validate=ma.validate.Length(1, SENDER_LENGTH),
        metadata={"description": "The program's id of the person, whose conversation goes on with each message"},
    )  # fmt: skip
    message = Text(
        required=True, validate=ma.validate.Length(1, TEXT_LENGTH),
        metadata={"description": "A text, or the payload of a button"},
    )  # fmt: skip


class RestStreamArgs(Schema):
    """How the answer comes."""

    stream = ma.fields.Boolean(load_default=False, metadata={"description": "One object a line instead of a list"})


class RestButtonSchema(ResponseSchema):
    """An answer that is offered; its payload is sent back as a message."""

    title = Text()
    payload = Text()


class RestReplySchema(ResponseSchema):
    """One message of the bot; it has what it shows."""

    recipient_id = Text()
    text = Text()
    buttons = ma.fields.List(ma.fields.Nested(RestButtonSchema))
    image = Text(metadata={"description": "The address of a picture"})
    attachment = Text(metadata={"description": "The address of a file"})


class RestStatusSchema(ResponseSchema):
    """Whether the channel is there."""

    status = Text(metadata={"example": "ok"})
