"""What the calls of funnels take and give."""

from marshmallow import fields
from marshmallow.validate import Length, OneOf

from app.core.http.schemas import ResponseSchema, Text
from app.reports.cards.figure_schemas import FigureSchema, FrameSchema
from app.reports.filters.arguments import DashboardArgs
from app.reports.filters.fields import Flag
from app.reports.funnels.service import BY, ORDERS, SCOPES
from app.reports.funnels.steps import KINDS, LONGEST_NAME, MOST, WINDOW


class FunnelArgs(DashboardArgs):
    """The steps of a funnel, and the filters of a report."""

    steps = Text(
        required=True,
        validate=Length(max=(LONGEST_NAME + 8) * MOST),
        metadata={
            "description": "Two to eight steps, separated by semicolons: `goal:`, `node:`, `intent:`, `event:`, "
            "`offer:` (a stage, such as `offer:delivered`) or `lead:` (a state, such as `lead:won`) and a name",
            "example": "event:started;goal:service_booking_created",
        },
    )
    scope = Text(load_default="session", validate=OneOf(SCOPES))
    window = Text(
        load_default="7d",
        validate=Length(max=5),
        metadata={"description": "Time from the first step, up to 90 days", "pattern": f"^{WINDOW}$"},
    )
    order = Text(
        load_default="loose",
        validate=OneOf(ORDERS),
        metadata={"description": "`strict` where nothing else may happen between two steps"},
    )
    by = Text(load_default="", validate=OneOf(["", *BY]))
    settled = Flag(
        load_default=False, metadata={"description": "1 leaves out contacts whose time from the first step is not over"}
    )


class FunnelStepSchema(ResponseSchema):
    """A step: how many came to it, their share of the first step, and the times from the step before."""

    id = fields.String(metadata={"example": "goal:service_booking_created"})
    label = fields.String()
    count = fields.Integer(allow_none=True, metadata={"description": "Null where a range is too long to count at once"})
    share = fields.Float(allow_none=True)
    median_s = fields.Float(allow_none=True)
    p90_s = fields.Float(allow_none=True)


class FunnelRowSchema(ResponseSchema):
    """A part of a split: how many came to each step; the value `*` is all smaller parts together."""

    value = fields.String()
    label = fields.String()
    counts = fields.List(fields.Integer())


class FunnelSchema(FrameSchema):
    """A funnel: its steps, its parts, and both as figures."""

    steps = fields.List(fields.Nested(FunnelStepSchema))
    rows = fields.List(fields.Nested(FunnelRowSchema))
    figures = fields.List(fields.Nested(FigureSchema))


class StepChoiceSchema(ResponseSchema):
    """A step a funnel can have."""

    id = fields.String()
    kind = fields.String(validate=OneOf(KINDS))
    label = fields.String()


class StepChoicesSchema(FrameSchema):
    """The steps that funnels of a range can have: goals, nodes and intents by frequency, and named ones."""

    items = fields.List(fields.Nested(StepChoiceSchema))
