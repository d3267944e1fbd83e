"""What is sent and answered where bots are made and their working copies changed in parts."""

import marshmallow as ma

from app.bots.catalog.flow_schemas import ContentsSchema, ValidationSchema
from app.bots.catalog.flow_settings import ALWAYS, HOURS
from app.bots.engine.hours import WEEKDAYS
from app.bots.flow.schema import LANGUAGE
from app.core.http.schemas import Answer, Day, Schema, Text, Whole

CLOCK = r"^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)?$"


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


class OpeningRowSchema(Schema):
    """From when to when a weekday is open; a row without times counts for nothing."""

    day = Text(required=True, validate=ma.validate.OneOf(WEEKDAYS))
    from_ = Text(data_key="from", load_default="", validate=ma.validate.Regexp(CLOCK))
    to = Text(load_default="", validate=ma.validate.Regexp(CLOCK))


class HolidayRowSchema(Schema):
    """A day on which nobody is there; a row without a date counts for nothing."""

    date = Day(load_default=None, allow_none=True)


class WorkingSettingsSchema(Schema):
    """Settings of the working copy; keys left out stay as they are. `open` decides whether hours are kept."""

    open = Text(validate=ma.validate.OneOf([ALWAYS, HOURS]))
    languages = ma.fields.List(Text(validate=ma.validate.Regexp(LANGUAGE)), validate=ma.validate.Length(1, 20))
    variables = ma.fields.List(ma.fields.Nested(VariableRowSchema), validate=ma.validate.Length(max=200))
    week = ma.fields.List(ma.fields.Nested(OpeningRowSchema), validate=ma.validate.Length(max=42))
    zone = Text(validate=ma.validate.Length(max=64))
    holidays = ma.fields.List(ma.fields.Nested(HolidayRowSchema), validate=ma.validate.Length(max=400))


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
