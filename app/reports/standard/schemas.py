"""What the calls of reports give."""

from marshmallow import fields
from marshmallow.validate import OneOf

from app.core.http.schemas import Text
from app.reports.cards.card_schemas import CardSchema
from app.reports.cards.figure_schemas import FigureSchema, FrameSchema
from app.reports.filters.arguments import DashboardArgs
from app.reports.metrics.definitions import BY_ID


class ReportSchema(FrameSchema):
    """A report: filters as understood, key figures, and figures in their order."""

    cards = fields.List(fields.Nested(CardSchema))
    figures = fields.List(fields.Nested(FigureSchema))


class MetricValuesArgs(DashboardArgs):
    """The filters of the key figures, and one metric where the others are not wanted."""

    metric = Text(load_default="", validate=OneOf(["", *BY_ID]))


class MetricValuesSchema(FrameSchema):
    """The key figures of all reports a reader may see."""

    cards = fields.List(fields.Nested(CardSchema))
