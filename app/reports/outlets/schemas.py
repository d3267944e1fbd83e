"""What the calls on outlets compared take and give."""

from marshmallow import fields
from marshmallow.validate import OneOf, Range

from app.core.http.schemas import DatesSchema, PageSchema, ResponseSchema, Text, Whole
from app.reports.cards.card_schemas import BotOptionSchema, ClippedSchema, GoneSchema, PlaceOptionSchema
from app.reports.cards.standing import RANKED_BY
from app.reports.filters.arguments import SelectionArgs
from app.reports.filters.selection import DATA, TRAFFIC
from app.reports.outlets.service import COMPARED, SORTS
from app.reports.outlets.standing import BOOKINGS


class OutletFileArgs(SelectionArgs):
    """Which conversations outlets are compared by, by which metric they are ranked, and in which order they stand."""

    by = Text(load_default=RANKED_BY, validate=OneOf(COMPARED))
    sort = Text(load_default="rank", validate=OneOf(SORTS))


class OutletArgs(OutletFileArgs):
    """The filters of outlets, and one page by its number."""

    page = Whole(load_default=1, validate=Range(1, 10_000))
    per = Whole(load_default=25, validate=OneOf([10, 25, 50, 100]))


class OutletFigureSchema(ResponseSchema):
    """A metric of an outlet, with what it is made of."""

    id = fields.String(validate=OneOf(COMPARED))
    unit = fields.String(validate=OneOf(["count", "percent"]))
    value = fields.Float(allow_none=True)
    num = fields.Integer()
    den = fields.Integer(allow_none=True)
    small = fields.Boolean(metadata={"description": "Whether it is of fewer than 30"})


class StandingFigureSchema(OutletFigureSchema):
    """A metric of an outlet beside those of its dealer group."""

    id = fields.String(validate=OneOf([*COMPARED, BOOKINGS]))
    better = fields.String(validate=OneOf(["up", "down"]))
    rank = fields.Integer(allow_none=True, metadata={"description": "Null with too few conversations"})
    of = fields.Integer(allow_none=True)
    median = fields.Float(allow_none=True, metadata={"description": "Null where it would tell of another outlet"})
    others = fields.List(fields.Float(), metadata={"description": "Of the other outlets that the reader may see"})


class OutletStandingSchema(DatesSchema):
    """An outlet beside the others of its dealer group, over the last 28 complete days."""

    parent = fields.String()
    outlets = fields.Integer(metadata={"description": "Open outlets of the group"})
    zone = fields.String()
    as_of = fields.String(allow_none=True)
    figures = fields.List(fields.Nested(StandingFigureSchema))
    dashboard = fields.String(metadata={"description": "Its dashboard"})


class ComparedOutletSchema(ResponseSchema):
    """An outlet with its figures."""

    id = fields.String()
    name = fields.String()
    parent = fields.String()
    city = fields.String()
    rank = fields.Integer(allow_none=True, metadata={"description": "Null with too few conversations"})
    figures = fields.List(fields.Nested(OutletFigureSchema))
    link = fields.String(metadata={"description": "Its conversations"})
    dashboard = fields.String(metadata={"description": "Its dashboard"})


class RankedSchema(ResponseSchema):
    """What outlets are ranked by, and among how many: all of them, not only those a reader may see."""

    by = fields.String(validate=OneOf(COMPARED))
    better = fields.String(validate=OneOf(["up", "down"]))
    of = fields.Integer(allow_none=True)
    median = fields.Float(allow_none=True)


class OutletFiltersSchema(DatesSchema):
    """The filters as understood, with the dates and the zone they mean."""

    bot = fields.List(fields.String())
    grp = fields.String()
    r = fields.String()
    tz = fields.String()
    ch = fields.List(fields.String())
    out = fields.List(fields.String())
    lang = fields.String()
    traffic = fields.String(validate=OneOf(TRAFFIC))
    data = fields.String(validate=OneOf(DATA))
    today = fields.Boolean()
    zone = fields.String()
    gone = fields.List(fields.Nested(GoneSchema))
    clipped = fields.Nested(ClippedSchema, allow_none=True)


class OutletOptionsSchema(ResponseSchema):
    """What the filters of the table offer."""

    bots = fields.List(fields.Nested(BotOptionSchema))
    places = fields.List(fields.Nested(PlaceOptionSchema))
    channels = fields.List(fields.String())


class ComparedOutletPageSchema(PageSchema):
    """One page of outlets compared."""

    filters = fields.Nested(OutletFiltersSchema)
    options = fields.Nested(OutletOptionsSchema)
    as_of = fields.String(allow_none=True)
    ranked = fields.Nested(RankedSchema)
    items = fields.List(fields.Nested(ComparedOutletSchema))
    all = fields.List(fields.Nested(OutletFigureSchema))
