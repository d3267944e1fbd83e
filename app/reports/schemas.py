"""What the report calls take and give."""

import marshmallow as ma
from marshmallow import fields
from marshmallow.validate import Length, OneOf

from app.bots.models import GROUPS
from app.conversations.models import CHANNELS
from app.reports.fields import Flag, Ids, Words
from app.reports.ranges import COMPARISONS, GRANULARITIES
from app.schemas import Id, ListArgs, Schema, Text, Whole


class DashboardArgs(Schema):
    """The dashboard's filters, in the order of its address."""

    bot = Ids(load_default=(), metadata={"description": "Bots, by id, separated by commas", "example": "17,23"})
    grp = Text(load_default="overall", validate=OneOf(["overall", *GROUPS]))
    r = Text(
        load_default="last_28_days",
        validate=Length(max=30),
        metadata={"description": "A preset or YYYY-MM-DD..YYYY-MM-DD", "example": "last_28_days"},
    )
    tz = Text(load_default="client", validate=Length(max=64), metadata={"example": "Asia/Kolkata"})
    cmp = Text(load_default="prev", validate=OneOf(COMPARISONS))
    ch = Words(CHANNELS, load_default=(), metadata={"example": "web,whatsapp"})
    today = Flag(load_default=False, metadata={"description": "1 appends the day that is not over yet"})
    g = Text(load_default="auto", validate=OneOf(["auto", *GRANULARITIES]))


class DatesSchema(Schema):
    """First and last date."""

    from_ = fields.String(data_key="from")
    to = fields.String()


class CountingSchema(Schema):
    """How far a count of people is; `current` says whether it is of the data there is."""

    state = fields.String(validate=OneOf(["none", "queued", "running", "done", "failed", "cancelled"]))
    progress = fields.Float()
    as_of = fields.String(allow_none=True)
    current = fields.Boolean()


class CardCountingSchema(CountingSchema):
    """How far the count behind a card is, and the call that starts it."""

    call = fields.String(metadata={"example": "/api/v1/reports/people?r=this_year&tz=UTC"})


class CardSchema(Schema):
    """A key figure; percent values run from 0 to 100."""

    id = fields.String(metadata={"example": "handoff_rate"})
    version = fields.Integer()
    value = fields.Float(allow_none=True)
    unit = fields.String(validate=OneOf(["count", "percent", "money", "score"]))
    num = fields.Float(allow_none=True)
    den = fields.Integer(allow_none=True)
    previous = fields.Float(allow_none=True)
    delta = fields.Float(allow_none=True)
    delta_unit = fields.String(validate=OneOf(["percent", "pp", "new", "none"]))
    better = fields.String(validate=OneOf(["up", "down"]))
    provisional = fields.Boolean()
    spark = fields.List(fields.Float(allow_none=True))
    link = fields.String()
    population_link = fields.String(allow_none=True)
    formula = fields.String()
    population = fields.String()
    new = fields.Integer()
    returning = fields.Integer()
    total = fields.Float()
    counting = fields.Nested(CardCountingSchema)


class DashboardSchema(ma.Schema):
    """The dashboard; documented here, made whole by the service."""

    filters = fields.Dict()
    options = fields.Dict()
    as_of = fields.String(allow_none=True)
    currency = fields.String()
    excluded = fields.Dict(keys=fields.String(), values=fields.Integer())
    cards = fields.List(fields.Nested(CardSchema))
    series = fields.Dict()
    outcomes = fields.Dict()
    channels = fields.List(fields.Dict())
    intents = fields.Dict()
    heat = fields.Dict()


class MetricSchema(Schema):
    """A metric's definition."""

    id = fields.String()
    version = fields.Integer()
    name = fields.String()
    unit = fields.String()
    formula = fields.String()
    population = fields.String()
    null_rule = fields.String()
    better = fields.String()


class MetricsSchema(Schema):
    """Every metric."""

    items = fields.List(fields.Nested(MetricSchema))


class RestatementListArgs(ListArgs):
    """Restatements are listed newest first, all of them."""

    class Meta(ListArgs.Meta):
        """There is nothing to search by, and no other order."""

        exclude = ("q", "sort")


class RestatementSchema(Schema):
    """A number of a final day that changed; an import of history has one line without a day."""

    id = Id()
    day = fields.Date(allow_none=True)
    bot = Id(attribute="bot_id")
    metric = fields.String(metadata={"example": "engaged"})
    old = Whole(allow_none=True)
    new = Whole(allow_none=True)
    cause = fields.String(metadata={"example": "late event"})
    at = fields.AwareDateTime(attribute="created_at")
    import_id = Id(data_key="import", allow_none=True)


class RestatementPageSchema(Schema):
    """One page of the ledger."""

    items = fields.List(fields.Nested(RestatementSchema))
    total = Whole()
    page = Whole(allow_none=True)
    per = Whole()
    next = Text(allow_none=True)
    previous = Text(allow_none=True)
