"""What dashboards look like in JSON."""

from typing import Any

import marshmallow as ma

from app.core.errors import BeyondSchema
from app.core.http.schemas import IDS, Id, Name, Pattern, ResponseSchema, Schema, Switch, Text, Whole, page_schema
from app.reports.cards.card_schemas import CardSchema, FiltersSchema, MarkerSchema
from app.reports.cards.figure_schemas import FigureSchema, FrameSchema
from app.reports.dashboards.models import NAME_LENGTH
from app.reports.dashboards.tiles import NAMES, TROUBLES
from app.reports.filters.arguments import DashboardArgs
from app.reports.filters.words import WordedFilterSchema

MOST_TILES = 12
QUERY_LENGTH = 1000


class NewTileSchema(Schema):
    """A figure or key figure of a report, under filters of its own."""

    report = Text(required=True, validate=ma.validate.OneOf(NAMES))
    figure = Text(
        required=True,
        validate=ma.validate.Length(1, 60),
        metadata={"description": "A figure's or a metric's id; `card:` before a metric's that a figure has too"},
    )
    query = Text(
        load_default="",
        validate=ma.validate.Length(max=QUERY_LENGTH),
        metadata={"description": "Filters as the report's address has them", "example": "grp=service&ch=web"},
    )


class AddedTileSchema(NewTileSchema):
    """A tile to be added, at the end or at a place."""

    position = Whole(load_default=None, allow_none=True, validate=ma.validate.Range(1, MOST_TILES))


class TileFrameSchema(ResponseSchema):
    """What a tile's numbers are of."""

    filters = ma.fields.Nested(FiltersSchema)
    currency = Text()
    markers = ma.fields.List(ma.fields.Nested(MarkerSchema))
    as_of = Text(allow_none=True)


class TileSchema(ResponseSchema):
    """What a tile shows, or why it shows nothing."""

    report = Text()
    figure = Text()
    query = Text()
    conditions = ma.fields.List(ma.fields.Nested(WordedFilterSchema), metadata={"description": "What `query` means"})
    subject = Text(metadata={"description": "What one needs the right to read"})
    address = Text(metadata={"description": "The whole query it was asked by, under the dashboard's"})
    trouble = Text(metadata={"enum": ["", *TROUBLES]})
    card = ma.fields.Nested(CardSchema, allow_none=True)
    content = ma.fields.Nested(FigureSchema, allow_none=True)
    frame = ma.fields.Nested(TileFrameSchema, allow_none=True)


class TileReferenceSchema(ResponseSchema):
    """A tile as it is kept."""

    report = Text()
    figure = Text()
    query = Text()


class DashboardChangeSchema(Schema):
    """What of a dashboard can be changed; keys left out stay as they are."""

    name = Name(NAME_LENGTH)
    shared = Switch()
    tiles = ma.fields.List(ma.fields.Nested(NewTileSchema), validate=ma.validate.Length(max=MOST_TILES))
    order = Text(
        validate=Pattern(f"^(?:{IDS})?$", error="Must be numbers of tiles, from 1."),
        metadata={"description": "The numbers of the tiles that stay, from 1, in their new order", "example": "2,1"},
    )

    @ma.validates_schema
    def check_one(self, data: dict[str, Any], **_kwargs: Any) -> None:
        """Refuse new tiles together with an order of those there are."""
        if "order" in data and "tiles" in data:
            raise ma.ValidationError(BeyondSchema("Takes tiles or their order, not both."), "order")


class NewDashboardSchema(Schema):
    """What a new dashboard needs."""

    name = Name(NAME_LENGTH, required=True)
    shared = Switch(load_default=False)
    tiles = ma.fields.List(
        ma.fields.Nested(NewTileSchema), load_default=list, validate=ma.validate.Length(max=MOST_TILES)
    )


class OwnDashboardSchema(ResponseSchema):
    """A dashboard."""

    id = Id()
    name = Text()
    shared = ma.fields.Boolean()
    own = ma.fields.Boolean(metadata={"description": "Whether it is the reader's, who alone changes it"})
    owner = Text(metadata={"description": "The name of whose it is"})
    tiles = ma.fields.List(ma.fields.Nested(TileReferenceSchema))
    updated_at = ma.fields.AwareDateTime()
    revision = Whole()


DashboardPageSchema = page_schema(OwnDashboardSchema, "DashboardPageSchema")


class TilesArgs(DashboardArgs):
    """The filters of a dashboard, which each tile narrows by its own."""


class TilesSchema(FrameSchema):
    """A dashboard with what its tiles show."""

    dashboard = ma.fields.Nested(OwnDashboardSchema)
    tiles = ma.fields.List(ma.fields.Nested(TileSchema))
