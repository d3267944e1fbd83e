"""What is sent and answered where bots are made and their working copies changed in parts."""

from typing import Any

import marshmallow as ma

from app.bots.catalog.flow_schemas import ContentsSchema, ValidationSchema
from app.core.http.schemas import NOT_BLANK, Answer, Schema, Text, Whole

LONGEST_PHRASE = 500


class BotFileSchema(Schema):
    """The file of a bot."""

    file = ma.fields.Raw(required=True, metadata={"type": "string", "format": "binary"})


class BotFileAnswerSchema(ValidationSchema):
    """The document of a file, what it holds and what is wrong with it."""

    name = Text()
    document = ma.fields.Dict()
    inside = ma.fields.Nested(ContentsSchema)


class Lines(ma.fields.List[str]):
    """A list of texts, each of one line: one that has several, as a form's field may have, is several."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> list[str | None]:
        found = super()._deserialize(value, attr, data, **kwargs)
        return list(dict.fromkeys(line.strip() for text in found if text for line in text.splitlines() if line.strip()))


def _no_line_too_long(phrases: list[str]) -> None:
    """ValidationError where one is longer than a phrase may be."""
    if any(len(phrase) > LONGEST_PHRASE for phrase in phrases):
        raise ma.ValidationError(f"A phrase has at most {LONGEST_PHRASE} characters.")


class PhrasesSchema(Schema):
    """Phrases of an intent of the working copy; a form's text has one a line."""

    intent = Text(required=True, validate=ma.validate.Length(min=1, max=80))
    phrases = Lines(
        Text(metadata={"pattern": NOT_BLANK}),
        required=True,
        validate=[ma.validate.Length(min=1, max=500), _no_line_too_long],
    )


class NewPhrasesSchema(PhrasesSchema):
    """The same to add: `goto` makes the intent, `language` is what they are said to be in."""

    goto = Text(load_default=None, allow_none=True, validate=ma.validate.Length(min=1, max=64))
    language = Text(load_default=None, allow_none=True, validate=ma.validate.Length(max=12))


class PhrasesAnswerSchema(Answer):
    """The phrases that came in or went, and the working copy's revision."""

    intent = Text()
    phrases = ma.fields.List(Text())
    revision = Whole()
