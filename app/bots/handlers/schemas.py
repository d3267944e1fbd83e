"""What handlers look like in JSON."""

from typing import Any

import marshmallow as ma

from app.bots.handlers.models import EXTERNAL, KINDS, LATER
from app.bots.handlers.service import MOST_RETRIES, RETRIES, TIMEOUT_S, TIMES
from app.core.http.schemas import (
    NO_SPACE,
    NonBlankText,
    Pattern,
    ResponseSchema,
    Schema,
    Switch,
    Text,
    Whole,
)

URL_LENGTH, MODEL_LENGTH, INSTRUCTION_LENGTH, SECRET_LENGTH, TEXT_LENGTH = 500, 120, 4000, 300, 2000
PRINTABLE = r"^[!-~]*$"
_LATER = f"(?:{'|'.join(LATER)})"


class HandlerSettingsSchema(Schema):
    """How a handler is asked; what is left out is as it is by default."""

    url = Text(
        validate=[ma.validate.Length(max=URL_LENGTH), Pattern(rf"^(?:https?://{NO_SPACE}+)?$")],
        metadata={"example": "https://rasa.example.com"},
    )
    model = Text(validate=ma.validate.Length(max=MODEL_LENGTH))
    instruction = Text(
        validate=ma.validate.Length(max=INSTRUCTION_LENGTH),
        metadata={"description": "What a model is to do; {language} becomes the language of the conversation"},
    )
    secret = Text(
        allow_none=True, load_only=True,
        validate=[ma.validate.Length(max=SECRET_LENGTH), Pattern(PRINTABLE)],
        metadata={
            "description": "Write-only; left out or empty the stored one is kept, null removes it; `{{secret.NAME}}`"
            " is a secret of the bot"
        },
    )  # fmt: skip
    timeout_s = Whole(load_default=TIMEOUT_S, validate=ma.validate.Range(*TIMES))
    retries = Whole(load_default=RETRIES, validate=ma.validate.Range(0, MOST_RETRIES))


class ShadowSchema(HandlerSettingsSchema):
    """A handler that only compares; its answers are never sent."""

    kind = Text(required=True, validate=ma.validate.OneOf(EXTERNAL))


class HandlerSchema(HandlerSettingsSchema):
    """Who answers what the flow has no answer for.

    Each kind that is another system has its settings under its name; those at the top are of `kind`.
    """

    kind = Text(required=True, validate=ma.validate.OneOf(KINDS))
    fallback = ma.fields.List(
        Text(validate=ma.validate.OneOf(KINDS)), load_default=list, validate=ma.validate.Length(max=len(KINDS)),
        metadata={"description": "Kinds that answer where the ones before had no answer, in order"},
    )  # fmt: skip
    order = Text(
        load_default="", validate=Pattern(rf"^(?:{_LATER}(?:,{_LATER}){{0,{len(LATER) - 1}}})?$"),
        metadata={
            "description": "All kinds after the flow in their places: those of `fallback` answer in this order",
            "example": "openai,knowledge,rasa,http",
        },
    )  # fmt: skip
    rasa = ma.fields.Nested(HandlerSettingsSchema)
    openai = ma.fields.Nested(HandlerSettingsSchema)
    http = ma.fields.Nested(HandlerSettingsSchema)
    shadow = ma.fields.Nested(ShadowSchema, load_default=None, allow_none=True)

    @ma.pre_load
    def leave_out_empty(self, data: Any, **_kwargs: Any) -> Any:
        """Take what forms send: places of the order that are left empty, and a shadow of no kind."""
        if not isinstance(data, dict):
            return data
        order, shadow = data.get("fallback"), data.get("shadow")
        if isinstance(order, list):
            data = data | {"fallback": [kind for kind in order if kind != ""]}
        if isinstance(shadow, dict) and shadow.get("kind", "x") in ("", None):
            data = data | {"shadow": None}
        return data


class HandlerConnectionSchema(ResponseSchema):
    """How a handler is asked, without its secret."""

    url = Text()
    model = Text()
    instruction = Text()
    timeout_s = Whole()
    retries = Whole()
    has_secret = Switch()
    secret_end = Text(metadata={"description": "The end of a long secret"})
    secret_name = Text(allow_none=True, metadata={"description": "The secret of the bot that it is"})


class ComparedHandlerSchema(HandlerConnectionSchema):
    """The handler that only compares."""

    kind = Text(metadata={"enum": list(EXTERNAL)})


class BotHandlerSchema(HandlerConnectionSchema):
    """Who answers what a bot's flow has no answer for."""

    kind = Text(metadata={"enum": list(KINDS)})
    fallback = ma.fields.List(Text(metadata={"enum": list(KINDS)}))
    order = ma.fields.List(
        Text(metadata={"enum": list(LATER)}),
        metadata={"description": "Also those that are off, which keep their places"},
    )
    rasa = ma.fields.Nested(HandlerConnectionSchema, metadata={"optional": True})
    openai = ma.fields.Nested(HandlerConnectionSchema, metadata={"optional": True})
    http = ma.fields.Nested(HandlerConnectionSchema, metadata={"optional": True})
    shadow = ma.fields.Nested(ComparedHandlerSchema, allow_none=True)
    revision = Whole()


class HandlerTestSchema(Schema):
    """A text to try the chain with."""

    text = NonBlankText(TEXT_LENGTH, required=True)


class HandlerCallSchema(ResponseSchema):
    """One try: who was asked, and what came of it."""

    kind = Text(metadata={"enum": list(KINDS)})
    ms = Whole()
    status = Whole(allow_none=True)
    error = Text()
    answer = Text()
    usage = ma.fields.Dict(allow_none=True, metadata={"description": "Tokens: `prompt`, `completion`"})


class HandlerTestedSchema(ResponseSchema):
    """What the chain answers, who did, and every try until then."""

    text = Text()
    answer = Text()
    kind = Text(metadata={"enum": list(KINDS)})
    ms = Whole()
    calls = ma.fields.List(ma.fields.Nested(HandlerCallSchema))
