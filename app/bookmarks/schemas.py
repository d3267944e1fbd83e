"""What the bookmark calls take and give."""

import marshmallow as ma
from flask_smorest.fields import Upload

from app.bookmarks.service import FOLDER, MOST, TITLE
from app.bookmarks.views import MAX_URL, TROUBLES
from app.core.http.schemas import Id, Line, NonBlankLine, ResponseSchema, Schema, Text, Whole, page_schema
from app.web.navigation import PlaceSchema


class TroubleSchema(ResponseSchema):
    """Why a bookmark does not lead where it did, and what is nearest."""

    kind = Text(metadata={"enum": list(TROUBLES)})
    key = Text(metadata={"description": "The value of the address that does not fit any more, by its key"})
    value = Text()
    url = Text(metadata={"description": "What is nearest"})


class ValueSchema(ResponseSchema):
    """The first figure of a view."""

    value = ma.fields.Float(allow_none=True)
    unit = Text(metadata={"enum": ["count", "percent", "money", "score"]})
    currency = Text()


class BookmarkSchema(ResponseSchema):
    """A bookmark with the last value of its view."""

    id = Id()
    title = Text()
    url = Text(metadata={"example": "/reports/dashboard?grp=service"})
    icon = Text(metadata={"example": "layout-dashboard"})
    folder = Text()
    position = Whole()
    figure = ma.fields.Nested(ValueSchema, allow_none=True)
    as_of = ma.fields.AwareDateTime(allow_none=True, metadata={"description": "When the figure was counted"})
    trouble = ma.fields.Nested(TroubleSchema, allow_none=True)
    revision = Whole()


BookmarkPageSchema = page_schema(BookmarkSchema)


class BarSchema(ResponseSchema):
    """All bookmarks as the bar has them; the page of bookmarks also tries the things they name."""

    bookmarks = ma.fields.List(ma.fields.Nested(BookmarkSchema))


class NewBookmarkSchema(Schema):
    """A view to keep; without a title it is called by its page and what narrows it."""

    url = Text(
        required=True, validate=ma.validate.Length(1, MAX_URL), metadata={"example": "/reports/dashboard?grp=service"}
    )
    title = Line(load_default="", validate=ma.validate.Length(max=TITLE))
    folder = Text(load_default="", validate=ma.validate.Length(max=FOLDER))
    position = Whole(load_default=None, allow_none=True, validate=ma.validate.Range(1, MOST))


class NewShortAddressSchema(Schema):
    """The address of a page."""

    url = Text(
        required=True, validate=ma.validate.Length(1, MAX_URL), metadata={"example": "/reports/dashboard?grp=service"}
    )


class ShortAddressSchema(ResponseSchema):
    """A short address and the one it leads to."""

    slug = Text(metadata={"example": "k3v7m2qa"})
    link = Text(metadata={"example": "/b/k3v7m2qa"})
    url = Text()


class BookmarkChangeSchema(Schema):
    """What of a bookmark can be changed; keys left out stay as they are."""

    title = NonBlankLine(TITLE)
    folder = Text(validate=ma.validate.Length(max=FOLDER))
    position = Whole(validate=ma.validate.Range(1, MOST))


class BookmarkFileSchema(ma.Schema):
    """A file of bookmarks."""

    file = Upload(required=True)


class BookmarkFileForm(Schema):
    """What comes with the file."""

    csrf = Text(load_only=True)


class BookmarkErrorSchema(ResponseSchema):
    """A bookmark of a file that was not added, and why."""

    number = Whole(metadata={"description": "Which one of the file, from 1"})
    url = Text()
    reason = Text()


class BookmarkImportSchema(ResponseSchema):
    """What became of a file."""

    added = Whole()
    refused = ma.fields.List(ma.fields.Nested(BookmarkErrorSchema))


class BookmarksDataSchema(ResponseSchema):
    """The specified bookmarks: every page the reader may open, and those of them that are kept."""

    suggestions = ma.fields.List(ma.fields.Nested(PlaceSchema))
    bookmarks = ma.fields.List(ma.fields.Nested(PlaceSchema))


class ToggleArgs(Schema):
    """The number of a page."""

    id = Whole(required=True)
