"""What the calls that explain a change take and give."""

from marshmallow import fields
from marshmallow.validate import Length, OneOf

from app.core.http.schemas import ResponseSchema, Text
from app.reports.cards.figure_schemas import FrameSchema
from app.reports.explanations.service import SPLITS
from app.reports.filters.arguments import DashboardArgs
from app.reports.metrics.definitions import UNITS


class ExplainArgs(DashboardArgs):
    """The figure whose change is explained, by what it is split, and the filters of a report."""

    metric = Text(required=True, validate=Length(1, 40), metadata={"example": "handoff_rate"})
    by = Text(load_default="channel", validate=OneOf(SPLITS))


class ExplainedPartSchema(ResponseSchema):
    """What a part adds to the change: by there being more or less of it, by its own rate, and together."""

    value = fields.String(metadata={"description": "`*` for all smaller parts"})
    label = fields.String()
    mix = fields.Float()
    rate = fields.Float()
    total = fields.Float()
    num = fields.Integer()
    den = fields.Integer(allow_none=True)
    previous_num = fields.Integer()
    previous_den = fields.Integer(allow_none=True)


class SampleContactSchema(ResponseSchema):
    """Who a conversation was with."""

    id = fields.String()
    name = fields.String()
    last4 = fields.String(allow_none=True)


class SampleSchema(ResponseSchema):
    """A conversation behind a number."""

    id = fields.String()
    started_at = fields.String()
    channel = fields.String()
    outcome = fields.String()
    contact = fields.Nested(SampleContactSchema)
    first_text = fields.String()


class ChangeExplanationSchema(FrameSchema):
    """Why a figure changed: the totals of its parts add up to the change."""

    report = fields.String()
    metric = fields.String()
    metrics = fields.List(fields.String(), metadata={"description": "The report's figures that can be explained"})
    by = fields.String(validate=OneOf(SPLITS))
    unit = fields.String(validate=OneOf(UNITS))
    better = fields.String(validate=OneOf(["up", "down"]))
    value = fields.Float(allow_none=True)
    previous = fields.Float(allow_none=True)
    num = fields.Integer()
    den = fields.Integer(allow_none=True)
    previous_num = fields.Integer(allow_none=True)
    previous_den = fields.Integer(allow_none=True)
    delta = fields.Float(
        allow_none=True,
        metadata={"description": "In the figure's unit, percentage points of a rate; null without a comparison"},
    )
    low = fields.Float(allow_none=True, metadata={"description": "Where the 95 % interval of the change begins"})
    high = fields.Float(allow_none=True)
    chance = fields.Boolean(
        allow_none=True, metadata={"description": "Whether the change is within 95 %; null where that is not known"}
    )
    small = fields.Boolean(metadata={"description": "Whether either period rests on fewer than 30"})
    marks = fields.List(
        fields.String(), metadata={"description": "`long` where the range is too long to be split by this"}
    )
    items = fields.List(fields.Nested(ExplainedPartSchema))
    conversations = fields.List(
        fields.Nested(SampleSchema), metadata={"description": "The newest ones of the part that adds most"}
    )
    link = fields.String(
        allow_none=True, metadata={"description": "The conversations behind the number; null where no list has them"}
    )
