"""What media of a bot look like in JSON."""

import marshmallow as ma
from flask_smorest.fields import Upload

from app.bots.flow.schema import LANGUAGE
from app.bots.media.models import ALT_LENGTH, KINDS, NAME_LENGTH
from app.core.http.schemas import (
    Id,
    Line,
    NonBlankLine,
    PageArgs,
    PageSchema,
    Pattern,
    ResponseSchema,
    Schema,
    Text,
    Whole,
)

LANGUAGES = 20
_LONGEST = ma.validate.Length(max=ALT_LENGTH)


class MediumFiles(ma.Schema):
    """The file: a JPEG, PNG or WebP picture of at most 2 MB, or a PDF of at most 20 MB."""

    file = Upload()


class NewMediumForm(Schema):
    """What it is called, and what it shows in the bot's own language."""

    csrf = Text(load_only=True)
    name = Line(validate=ma.validate.Length(max=NAME_LENGTH), metadata={"description": "The file's by default"})
    alt = Line(validate=_LONGEST, metadata={"description": "What it shows, in the bot's language"})


class MediumChangeSchema(Schema):
    """What of a medium can be changed; keys and languages left out stay as they are."""

    name = NonBlankLine(NAME_LENGTH)
    alt = ma.fields.Dict(
        keys=Text(validate=Pattern(LANGUAGE)), values=Line(validate=_LONGEST),
        validate=ma.validate.Length(max=LANGUAGES),
        metadata={"description": "What it shows, by language", "example": {"en": "A red hatchback"}},
    )  # fmt: skip


class MediumListArgs(PageArgs):
    """Media by words of their name or alternative text, and by kind."""

    q = Line(load_default="", validate=ma.validate.Length(max=200))
    kind = Text(load_default="", validate=ma.validate.OneOf(("", *KINDS)))


class MediumSchema(ResponseSchema):
    """A picture or a PDF in a bot's library."""

    id = Id()
    file = Text(attribute="digest", metadata={"description": "What nodes name it by: SHA-256 of what is kept of it"})
    name = Text()
    kind = Text(metadata={"enum": list(KINDS)})
    media_type = Text()
    size = Whole()
    width = Whole(allow_none=True)
    height = Whole(allow_none=True)
    pages = Whole(allow_none=True)
    alt = ma.fields.Dict(keys=Text(), values=Text(), metadata={"description": "What it shows, by language"})
    url = Text(metadata={"description": "Its public address; good as long as it is in the library"})
    widths = ma.fields.List(Whole(), metadata={"description": "Widths it was made in; `original` of `url` becomes "
                                               "`640.webp` or `640.avif`"})  # fmt: skip
    progress = ma.fields.Float(allow_none=True, metadata={"description": "Of making its sizes, 0 to 1"})
    nodes = Whole(metadata={"description": "Nodes of the working copy that show it"})
    live_nodes = Whole(metadata={"description": "Nodes of the live version that show it"})
    created_at = ma.fields.AwareDateTime()
    revision = Whole()


class MediumTotalsSchema(ResponseSchema):
    """How much a library holds."""

    media = Whole()
    bytes = Whole()
    most_bytes = Whole()


class MediumPageSchema(PageSchema):
    """A page of media."""

    items = ma.fields.List(ma.fields.Nested(MediumSchema))
    totals = ma.fields.Nested(MediumTotalsSchema)


class MediumUseSchema(ResponseSchema):
    """A version that shows a medium, and where."""

    version = Whole()
    is_live = ma.fields.Boolean()
    nodes = ma.fields.List(Text())


class MediumUsePageSchema(PageSchema):
    """A page of the versions that show a medium, the newest first."""

    items = ma.fields.List(ma.fields.Nested(MediumUseSchema))
    working_copy = ma.fields.List(Text(), metadata={"description": "Nodes of the working copy that show it"})
