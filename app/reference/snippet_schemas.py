"""What text snippets look like in JSON."""

import marshmallow as ma

from app.core.http.schemas import (
    LANGUAGE_KEY,
    Id,
    Line,
    ListArgs,
    Pattern,
    ResponseSchema,
    Schema,
    Text,
    Whole,
    page_schema,
)
from app.reference.schemas import EntryUsesSchema

KEY = r"^[a-z][a-z0-9_]{0,39}$"
LONGEST = 2_000


class SnippetListArgs(ListArgs):
    """Snippets are listed by key."""

    sort = Text(load_default="key", validate=ma.validate.OneOf(["key", "-key"]))


class SnippetSchema(ResponseSchema):
    """A text that bots say by `{{snippet.key}}`."""

    id = Id(attribute="snippet.id")
    key = Text(attribute="snippet.key", metadata={"example": "opening_hours"})
    texts = ma.fields.Dict(
        keys=Text(), values=Text(), attribute="snippet.texts", metadata={"example": {"en": "We open at nine."}}
    )
    note = Text(attribute="snippet.note")
    variables = ma.fields.List(Text(), metadata={"example": ["contact.first_name"]})
    used = Whole(metadata={"description": "How many things use it that the reader may see"})
    revision = Whole(attribute="snippet.revision")


SnippetPageSchema = page_schema(SnippetSchema)


class SnippetChangeSchema(Schema):
    """What of a snippet can be changed; keys left out stay as they are."""

    texts = ma.fields.Dict(
        keys=Text(validate=LANGUAGE_KEY),
        values=Text(validate=ma.validate.Length(max=LONGEST)),
        metadata={"example": {"en": "We open at nine."}},
    )
    note = Line(validate=ma.validate.Length(max=200))


class NewSnippetSchema(SnippetChangeSchema):
    """What a new snippet needs."""

    key = Text(
        required=True,
        validate=Pattern(KEY, error="Must be small letters, digits and underscores, such as opening_hours."),
    )
    texts = ma.fields.Dict(
        required=True,
        keys=Text(validate=LANGUAGE_KEY),
        values=Text(validate=ma.validate.Length(max=LONGEST)),
        metadata={"example": {"en": "We open at nine."}},
    )


class SnippetUsesSchema(EntryUsesSchema):
    """Where a snippet is used."""


class OfferedSnippetSchema(ResponseSchema):
    """A snippet for someone who writes."""

    key = Text()
    note = Text()
    texts = ma.fields.Dict(keys=Text(), values=Text(), metadata={"example": {"en": "We open at nine."}})


class OfferedSnippetsSchema(ResponseSchema):
    """The snippets to choose from, by key."""

    snippets = ma.fields.List(ma.fields.Nested(OfferedSnippetSchema))
