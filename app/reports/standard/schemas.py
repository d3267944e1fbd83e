"""What the calls of reports give."""

from marshmallow import fields

from app.reports.cards.card_schemas import CardSchema
from app.reports.cards.figure_schemas import FigureSchema, FrameSchema


class ReportSchema(FrameSchema):
    """A report: filters as understood, key figures, and figures in their order."""

    cards = fields.List(fields.Nested(CardSchema))
    figures = fields.List(fields.Nested(FigureSchema))
