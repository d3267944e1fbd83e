"""What is sent and answered where bots are made and their working copies changed in parts."""

from typing import Any

import marshmallow as ma

from app.bots.catalog.flow_schemas import ContentsSchema, ValidationSchema
from app.bots.imports.drafts import CHOICES
from app.core.http.schemas import NOT_BLANK, ResponseSchema, Schema, Text, Whole

LONGEST_PHRASE = 500


class BotFileSchema(Schema):
    """The file of a bot."""

    file = ma.fields.Raw(required=True, metadata={"type": "string", "format": "binary"})


class UnderstoodSchema(ResponseSchema):
    """A part of a file of another builder, and the node it became; `note` says what is not quite the same."""

    where = Text(metadata={"example": "Booking · 2"})
    what = Text(metadata={"example": "Text input"})
    node = Text(allow_none=True)
    note = Text(allow_none=True)


class NotUnderstoodSchema(ResponseSchema):
    """A part that was not understood, and why; for a `node` in its place one of `choices` can be chosen."""

    where = Text(metadata={"example": "Contact · 6"})
    why = Text(metadata={"example": "Code: JavaScript is not run."})
    node = Text(allow_none=True)
    choices = ma.fields.List(Text(metadata={"enum": list(CHOICES)}))


class BotFileAnswerSchema(ValidationSchema):
    """The flow of a file, what it holds, what is wrong with it, and what was understood of another builder's."""

    name = Text()
    builder = Text(metadata={"example": "Typebot"})
    version = Text(metadata={"example": "6"})
    flow = ma.fields.Dict()
    understood = ma.fields.List(ma.fields.Nested(UnderstoodSchema))
    not_understood = ma.fields.List(ma.fields.Nested(NotUnderstoodSchema))
    inside = ma.fields.Nested(ContentsSchema)


class Lines(ma.fields.List[str]):
    """A list of texts, each of one line: one that has several, as a form's field may have, is several."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> list[str | None]:
        texts = super()._deserialize(value, attr, data, **kwargs)
        return list(dict.fromkeys(line.strip() for text in texts if text for line in text.splitlines() if line.strip()))


def _each_is_a_phrase(phrases: list[str]) -> None:
    """ValidationError where one is longer than a phrase may be, or has the columns of a sheet."""
    if any(len(phrase) > LONGEST_PHRASE for phrase in phrases):
        raise ma.ValidationError(f"A phrase has at most {LONGEST_PHRASE} characters.")
    if any("\t" in phrase for phrase in phrases):
        raise ma.ValidationError("These lines have several columns. Give the phrases alone, one a line.")


class PhrasesSchema(Schema):
    """Phrases of an intent of the working copy; a form's text has one a line."""

    intent = Text(required=True, validate=ma.validate.Length(min=1, max=80))
    phrases = Lines(
        Text(metadata={"pattern": NOT_BLANK}),
        required=True,
        validate=[ma.validate.Length(min=1, max=500), _each_is_a_phrase],
    )


class NewPhrasesSchema(PhrasesSchema):
    """The same to add: `goto` makes the intent, `language` is what they are said to be in."""

    goto = Text(load_default=None, allow_none=True, validate=ma.validate.Length(min=1, max=64))
    language = Text(load_default=None, allow_none=True, validate=ma.validate.Length(max=12))


class PhrasesAnswerSchema(ResponseSchema):
    """The phrases that came in or went, and the working copy's revision."""

    intent = Text()
    phrases = ma.fields.List(Text())
    revision = Whole()
