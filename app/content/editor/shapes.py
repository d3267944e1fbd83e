"""Shapes that the calls of all writers share."""

from typing import Any

import marshmallow as ma

from app.content.editor.models import STATUSES
from app.core.http.schemas import IDS, Id, PageArgs, PageSchema, Pattern, ResponseSchema, Schema, Text, Whole
from app.core.languages import LANGUAGES

TITLE_LENGTH, CONTENT_LENGTH, MOST = 160, 40_000, 100
BODY: dict[str, Any] = {"validate": ma.validate.Length(max=CONTENT_LENGTH)}


class Slug(Text):
    """An address of small letters, digits and hyphens."""

    def __init__(self) -> None:
        pattern = r"^[a-z0-9]+(?:-[a-z0-9]+)*$"
        fitting = Pattern(pattern, error="Use lowercase letters, digits and single hyphens between them.")
        super().__init__(validate=[ma.validate.Length(1, 80), fitting])


class LanguageArgs(Schema):
    """The language to read in."""

    hl = Text(load_default="")


class WrittenListArgs(PageArgs):
    """All rows of the workspace, whatever their state, and the language to read them in."""

    hl = Text(load_default="")
    status = Text(load_default="", validate=ma.validate.OneOf(["", *STATUSES, "Deleted"]))


class WrittenTextSchema(Schema):
    """What of a text can be changed, in one language; keys left out stay as they are."""

    language = Text(load_default="en", validate=ma.validate.OneOf(LANGUAGES))


class WrittenChangeSchema(WrittenTextSchema):
    """The same, and whether readers see it."""

    status = Text(validate=ma.validate.OneOf(STATUSES))


class WrittenOrderSchema(Schema):
    """Rows of one category in the order they are to stand in, as ids joined by commas."""

    order = Text(
        required=True,
        validate=[
            ma.validate.Length(max=20 * MOST),
            Pattern(rf"^{IDS}$", error="Must be IDs separated by commas."),
        ],
        metadata={"pattern": f"^{IDS}$"},
    )


class WrittenOrderedSchema(ResponseSchema):
    """The rows as they stand now."""

    ids = ma.fields.List(Id())


class TakeOverSchema(ResponseSchema):
    """How many rows were made of what was built in."""

    count = Whole()


class WrittenSchema(ResponseSchema):
    """What every text says of itself to its writers."""

    id = Id()
    language = Text()
    written = ma.fields.List(Text())
    status = Text()
    updated_at = ma.fields.AwareDateTime()
    deleted = ma.fields.Boolean()
    revision = Whole()


class WrittenRowsSchema(PageSchema):
    """A page of rows, and whether there are none yet and readers see what is built in."""

    built_in = ma.fields.Boolean()
