"""What the calls of OpenAI's format take and give."""

from typing import Any

import marshmallow as ma

from app.core.errors import BeyondSchema
from app.core.http.schemas import ResponseSchema, Switch, Text, Whole

ROLES = ("developer", "system", "user", "assistant", "tool")
MESSAGES, TURNS, TEXT_LENGTH = 200, 50, 4000
"""Messages of a request, texts of the person among them that are gone through, and characters of each."""


class LenientSchema(ma.Schema):
    """What a program sends: fields that we have no use for are left alone."""

    class Meta:
        """Programs of any age send what their libraries do."""

        unknown = ma.INCLUDE


class ChatMessageSchema(LenientSchema):
    """One message; its content is a text, or parts of one."""

    role = Text(required=True, validate=ma.validate.OneOf(ROLES))
    content = ma.fields.Raw(load_default=None, allow_none=True)

    @ma.post_load
    def join_parts(self, data: dict[str, Any], **_kwargs: Any) -> dict[str, Any]:
        """Make one text of the parts, which are all texts but where there is audio."""
        content = data["content"]
        if data.get("audio") or (isinstance(content, list) and any(map(_is_audio, content))):
            return {"role": data["role"], "text": "", "has_audio": True}
        parts = content if isinstance(content, list) else [{"type": "text", "text": content or ""}]
        if not all(isinstance(part, dict) and isinstance(part.get("text"), str) for part in parts):
            raise ma.ValidationError(BeyondSchema("Only texts are understood."), "content")
        text = "\n".join(part["text"] for part in parts).strip()
        if len(text) > TEXT_LENGTH or "\0" in text:
            raise ma.ValidationError(BeyondSchema(f"A text has at most {TEXT_LENGTH} characters."), "content")
        return {"role": data["role"], "text": text, "has_audio": False}


def _is_audio(part: Any) -> bool:
    return isinstance(part, dict) and part.get("type") == "input_audio"


class StreamOptionsSchema(LenientSchema):
    """What a stream holds besides."""

    include_usage = Switch(load_default=False)


class ChatSchema(LenientSchema):
    """A conversation to go on with."""

    model = Text(
        required=True, validate=ma.validate.Length(min=1, max=200), metadata={"example": "bot:service-desk@live"}
    )
    messages = ma.fields.List(
        ma.fields.Nested(ChatMessageSchema), required=True, validate=ma.validate.Length(1, MESSAGES)
    )
    stream = Switch(load_default=False, allow_none=True)
    stream_options = ma.fields.Nested(StreamOptionsSchema, load_default=None, allow_none=True)
    n = Whole(load_default=1, allow_none=True)
    modalities = ma.fields.List(Text(), load_default=None, allow_none=True)
    audio = ma.fields.Raw(load_default=None, allow_none=True)
    user = Text(load_default=None, allow_none=True, validate=ma.validate.Length(max=100))


class ChatErrorSchema(ResponseSchema):
    """What went wrong, in the format's words."""

    message = Text()
    type = Text()
    param = Text(allow_none=True)
    code = Text(allow_none=True)


class ChatRefusalSchema(ResponseSchema):
    """An answer to what went wrong."""

    error = ma.fields.Nested(ChatErrorSchema)


class ModelSchema(ResponseSchema):
    """A bot as a model."""

    id = Text()
    object = Text()
    created = Whole()
    owned_by = Text()


class ModelsSchema(ResponseSchema):
    """The bots that a token may talk to."""

    object = Text()
    data = ma.fields.List(ma.fields.Nested(ModelSchema))


class ChatCompletionSchema(ResponseSchema):
    """A completion; a stream has its parts as events."""

    id = Text()
    object = Text()
    created = Whole()
    model = Text()
    choices = ma.fields.List(ma.fields.Dict())
    usage = ma.fields.Dict()
