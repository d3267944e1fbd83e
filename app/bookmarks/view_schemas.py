"""What saved views look like in JSON."""

import marshmallow as ma

from app.bookmarks.models import LONGEST_QUERY
from app.core.http.schemas import Id, Name, PageArgs, ResponseSchema, Schema, Text, Whole, page_schema
from app.core.security.visitor import require_user
from app.reports.history.service import FEW
from app.web.site import site

AREA = ma.validate.Length(1, 40)
NAME = 60
_QUERY = {"description": "The page's query, as its address has it", "example": "outcome=abandoned&f=turns:gt:5"}


class SavedViewListArgs(PageArgs):
    """Views of a page, in the order of their names."""

    area = Text(
        load_default="", validate=ma.validate.Length(max=40),
        metadata={"description": "The page; all where left out", "example": "conversations"},
    )  # fmt: skip


class SavedViewChangeSchema(Schema):
    """What of a view can be changed; keys left out stay as they are."""

    name = Name(NAME)
    query = Text(validate=ma.validate.Length(max=LONGEST_QUERY), metadata=_QUERY)
    shared = ma.fields.Boolean(metadata={"description": "Whether the whole workspace reads it"})


class NewSavedViewSchema(Schema):
    """A view to save."""

    area = Text(
        load_default=None, allow_none=True, validate=AREA,
        metadata={"description": "The page, unless the address says it", "example": "conversations"},
    )  # fmt: skip
    name = Name(NAME, required=True)
    query = Text(required=True, validate=ma.validate.Length(max=LONGEST_QUERY), metadata=_QUERY)
    shared = ma.fields.Boolean(load_default=False, metadata={"description": "Whether the whole workspace reads it"})


class AreaSchema(Schema):
    """The page a view is of."""

    area = Text(load_default="", validate=ma.validate.Length(max=40), metadata={"example": "conversations"})


class SavedViewSchema(ResponseSchema):
    """Filters and columns of a page under a name; who opens it sees their own part of the data."""

    id = Id()
    area = Text()
    name = Text()
    query = Text()
    shared = ma.fields.Boolean()
    own = ma.fields.Function(
        lambda row: row.user_id == require_user().id,
        metadata={"type": "boolean", "description": "Whether it is the reader's, who may change it"},
    )
    link = ma.fields.Function(
        lambda row: (
            next((page.path for page in site().table.pages if page.name == row.area), "")
            + (f"?{row.query}" if row.query else "")
        ),
        metadata={"type": "string", "example": "/reports/conversations?outcome=abandoned"},
    )
    created_at = ma.fields.AwareDateTime()
    revision = Whole()


class SavedViewCountSchema(ResponseSchema):
    """How many conversations a view has."""

    id = Text(metadata={"description": "The view's; `review` for those chosen for review"})
    count = Whole(
        allow_none=True,
        metadata={"description": f"{FEW} means more than {FEW - 1}; null of too many to be looked through"},
    )


class SavedViewCountsSchema(ResponseSchema):
    """How many conversations each view has."""

    items = ma.fields.List(ma.fields.Nested(SavedViewCountSchema))


SavedViewPageSchema = page_schema(SavedViewSchema)
