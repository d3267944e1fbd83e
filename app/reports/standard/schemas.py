"""What the calls of reports give."""

from marshmallow import fields
from marshmallow.validate import OneOf, Range

from app.core.http.schemas import DatesSchema, PageSchema, ResponseSchema, Text, Whole
from app.reports.cards.card_schemas import CardSchema, ClippedSchema, GoneSchema, PlaceOptionSchema
from app.reports.cards.figure_schemas import FigureSchema, FrameSchema
from app.reports.filters.arguments import DashboardArgs, SelectionArgs
from app.reports.metrics.definitions import BY_ID


class ReportSchema(FrameSchema):
    """A report: filters as understood, key figures, and figures in their order."""

    cards = fields.List(fields.Nested(CardSchema))
    figures = fields.List(fields.Nested(FigureSchema))


class DueVisitListArgs(SelectionArgs):
    """The dates, zone and places of visits whose customers are to be asked, and one page by its number."""

    class Meta(SelectionArgs.Meta):
        """Bots and what their conversations are like cut nothing of visits."""

        exclude = ("bot", "grp", "ch", "lang", "traffic", "data", "today")

    page = Whole(load_default=1, validate=Range(1, 10_000))
    per = Whole(load_default=25, validate=OneOf([10, 25, 50, 100]))


class DueVisitSchema(ResponseSchema):
    """A visit to a workshop whose customer is to be asked and has not talked with a feedback bot since."""

    due_on = fields.Date()
    outlet = fields.String()
    job_card = fields.String()
    vehicle_id = fields.String(allow_none=True, metadata={"description": "Null if the reader does not see it"})
    registration = fields.String(allow_none=True)
    model = fields.String()
    model_labels = fields.Dict(keys=fields.String(), values=fields.String())


class DueVisitPageSchema(PageSchema):
    """One page of the visits whose customers are to be asked, the first due first."""

    items = fields.List(fields.Nested(DueVisitSchema))
    zone = fields.String()
    range = fields.Nested(DatesSchema)
    places = fields.List(fields.Nested(PlaceOptionSchema), metadata={"description": "The places it is narrowed to"})
    gone = fields.List(fields.Nested(GoneSchema))
    clipped = fields.Nested(ClippedSchema, allow_none=True)


class MetricValuesArgs(DashboardArgs):
    """The filters of the key figures, and one metric where the others are not wanted."""

    metric = Text(load_default="", validate=OneOf(["", *BY_ID]))


class MetricValuesSchema(FrameSchema):
    """The key figures of all reports a reader may see."""

    cards = fields.List(fields.Nested(CardSchema))
