"""What is sent and answered where bots are made and their working copies changed in parts."""

import marshmallow as ma

from app.bots.catalog.flow_schemas import ContentsSchema, ValidationSchema
from app.bots.flow.schema import LANGUAGE
from app.core.http.hours_schemas import HoursFormSchema
from app.core.http.schemas import Answer, Schema, Text, Whole


class BotFileSchema(Schema):
    """The file of a bot."""

    file = ma.fields.Raw(required=True, metadata={"type": "string", "format": "binary"})


class BotFileAnswerSchema(ValidationSchema):
    """The document of a file, what it holds and what is wrong with it."""

    name = Text()
    document = ma.fields.Dict()
    inside = ma.fields.Nested(ContentsSchema)


class VariableRowSchema(Schema):
    """A declared variable; a row without a name counts for nothing."""

    name = Text(required=True, validate=ma.validate.Regexp(r"^([A-Za-z_][A-Za-z0-9_]{0,63})?$"))
    type = Text(required=True, validate=ma.validate.Length(min=1, max=64))


class WorkingSettingsSchema(HoursFormSchema):
    """Settings of the working copy; keys left out stay as they are. `open` decides whether hours are kept."""

    languages = ma.fields.List(Text(validate=ma.validate.Regexp(LANGUAGE)), validate=ma.validate.Length(1, 20))
    variables = ma.fields.List(ma.fields.Nested(VariableRowSchema), validate=ma.validate.Length(max=200))


class PhrasesSchema(Schema):
    """Phrases of an intent of the working copy."""

    intent = Text(required=True, validate=ma.validate.Length(min=1, max=80))
    phrases = ma.fields.List(
        Text(validate=ma.validate.Length(min=1, max=500)), required=True, validate=ma.validate.Length(min=1, max=100)
    )


class NewPhrasesSchema(PhrasesSchema):
    """The same to add: `goto` makes the intent, `language` is what the conversation was held in."""

    goto = Text(load_default=None, allow_none=True, validate=ma.validate.Length(min=1, max=64))
    language = Text(load_default=None, allow_none=True, validate=ma.validate.Length(max=12))


class PhrasesAnswerSchema(Answer):
    """The phrases that came in or went, and the working copy's revision."""

    intent = Text()
    phrases = ma.fields.List(Text())
    revision = Whole()
