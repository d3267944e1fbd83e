"""What bots can learn from what they did not understand, in JSON."""

from marshmallow import fields

from app.core.http.schemas import ResponseSchema


class NearestSchema(ResponseSchema):
    """The intent that came nearest, and how near from 0 to 1."""

    intent = fields.String()
    title = fields.String()
    score = fields.Float()


class AddedSchema(ResponseSchema):
    """Phrases that the working copy has by now."""

    intent = fields.String()
    title = fields.String()
    phrases = fields.List(fields.String())


class TeachableSchema(ResponseSchema):
    """What a bot can learn from texts that say nearly the same."""

    id = fields.String()
    text = fields.String()
    language = fields.String()
    phrases = fields.List(fields.String())
    nearest = fields.Nested(NearestSchema, allow_none=True)
    added = fields.Nested(AddedSchema, allow_none=True)


class LessonSchema(TeachableSchema):
    """The same with its bot, where a report is on several."""

    bot = fields.String()
    bot_name = fields.String()
