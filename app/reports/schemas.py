"""What the report calls take and give."""

from marshmallow import fields
from marshmallow.validate import OneOf

from app.core.http.schemas import (
    DatesSchema,
    Id,
    PageArgs,
    PageSchema,
    ResponseSchema,
    Schema,
    Text,
    Whole,
    page_schema,
)
from app.reports.cards.card_schemas import (
    CardSchema,
    ClippedSchema,
    GoneSchema,
    PlaceOptionSchema,
)
from app.reports.cards.figure_schemas import FigureSchema, FrameSchema
from app.reports.counts.contact_list import KINDS, LATEST, SORT_NAMES
from app.reports.filters.arguments import SelectionArgs
from app.reports.filters.fields import Flag
from app.reports.filters.ranges import GRANULARITIES


class NowSchema(ResponseSchema):
    """What is going on at this moment."""

    active = Whole()
    waiting = Whole(metadata={"description": "Visitors who wait for a person"})
    waiting_since = fields.AwareDateTime(allow_none=True)
    errors = Whole(metadata={"description": "Turns of the last 15 minutes that failed technically"})
    webhook_lag_s = fields.Float(
        allow_none=True,
        metadata={"description": "Median seconds that events of 15 minutes waited for their bot; null of none"},
    )
    active_link = fields.String(metadata={"description": "The conversations that are open"})
    errors_link = fields.String(metadata={"description": "The conversations in which turns have just failed"})
    as_of = fields.AwareDateTime()


class BucketSchema(ResponseSchema):
    """One step of the series."""

    start = fields.String()
    service = fields.Integer()
    sales = fields.Integer()
    psf = fields.Integer()
    total = fields.Integer()
    previous = fields.Integer(allow_none=True)
    partial = fields.Boolean(metadata={"description": "Not over, or cut by the range"})  # type: ignore[assignment]
    running = fields.Boolean(metadata={"description": "Not over"})
    provisional = fields.Boolean()
    restated_at = fields.String(
        allow_none=True, metadata={"description": "When its number was last changed after it was final"}
    )
    link = fields.String()


class SeriesSchema(ResponseSchema):
    """Engaged sessions over time, by group."""

    g = fields.String(validate=OneOf(GRANULARITIES))
    buckets = fields.List(fields.Nested(BucketSchema))


class OutcomeRowSchema(ResponseSchema):
    """How many sessions ended in one way."""

    id = fields.String()
    count = fields.Integer()
    share = fields.Float(allow_none=True)
    delta = fields.Float(allow_none=True)
    link = fields.String()


class WaitsSchema(ResponseSchema):
    """How long visitors waited for a person, and how many waited too long."""

    wait_ms = fields.Integer(allow_none=True, metadata={"description": "The median; null of none that was taken"})
    missed = fields.Integer()
    of = fields.Integer(metadata={"description": "Requests that were answered or missed"})
    share = fields.Float(allow_none=True)
    wait_link = fields.String()
    missed_link = fields.String()


class OutcomesSchema(ResponseSchema):
    """How the ended bot sessions ended; `handoffs` is null where none asked for a person or too many did."""

    ended = fields.Integer()
    items = fields.List(fields.Nested(OutcomeRowSchema))
    handoffs = fields.Nested(WaitsSchema, allow_none=True)


class ChannelRowSchema(ResponseSchema):
    """The sessions of one channel."""

    channel = fields.String()
    sessions = fields.Integer()
    share = fields.Float(allow_none=True)
    delta = fields.Float(allow_none=True)
    csat = fields.Float(allow_none=True)
    ratings = fields.Integer()
    fallback = fields.Float(allow_none=True)
    link = fields.String()


class IntentRowSchema(ResponseSchema):
    """The turns of one intent and what followed them."""

    intent = fields.String()
    title = fields.String()
    turns = fields.Integer()
    share = fields.Float(allow_none=True)
    confidence = fields.Float(allow_none=True)
    fallback_after = fields.Float(allow_none=True)
    csat = fields.Float(allow_none=True)
    link = fields.String()


class IntentsSchema(ResponseSchema):
    """The most frequent intents; `turns` is null where they are too many to count at once."""

    turns = fields.Integer(allow_none=True)
    items = fields.List(fields.Nested(IntentRowSchema))


class HourSchema(ResponseSchema):
    """An hour of a weekday; Monday is 0."""

    weekday = fields.Integer()
    hour = fields.Integer()


class PeakSchema(HourSchema):
    """The busiest hour."""

    value = fields.Float()


class HeatSchema(ResponseSchema):
    """Sessions by weekday and hour, as the mean over the hours that are over; null where there is none."""

    cells = fields.List(fields.List(fields.Float(allow_none=True)))
    max = fields.Float()
    peak = fields.Nested(PeakSchema, allow_none=True)
    partial = fields.Nested(HourSchema, allow_none=True)  # type: ignore[assignment]


class DashboardSchema(FrameSchema):
    """The dashboard; documented here, made whole by the service."""

    cards = fields.List(fields.Nested(CardSchema))
    series = fields.Nested(SeriesSchema)
    outcomes = fields.Nested(OutcomesSchema)
    channels = fields.List(fields.Nested(ChannelRowSchema))
    intents = fields.Nested(IntentsSchema)
    heat = fields.Nested(HeatSchema)
    figures = fields.List(fields.Nested(FigureSchema))


class MetricVersionSchema(ResponseSchema):
    """A definition that a metric has had."""

    version = fields.Integer()
    since = fields.String(metadata={"format": "date", "example": "2026-11-21"})
    change = fields.String()


class MetricSchema(ResponseSchema):
    """A metric's definition."""

    id = fields.String()
    version = fields.Integer()
    name = fields.String()
    unit = fields.String()
    formula = fields.String()
    population = fields.String()
    null_rule = fields.String()
    better = fields.String()
    versions = fields.List(fields.Nested(MetricVersionSchema), metadata={"description": "Newest first"})


class MetricsSchema(ResponseSchema):
    """Every metric."""

    items = fields.List(fields.Nested(MetricSchema))


class RestatementListArgs(PageArgs):
    """Restatements are listed newest first."""

    after_close = Flag(load_default=False, metadata={"description": "1 for those of months that were closed before"})


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
    after_close = fields.Boolean(metadata={"description": "Whether its month was closed before"})


class ContactListArgs(PageArgs, SelectionArgs):
    """Filters, order and page of the people of a range."""

    kind = Text(
        data_key="is",
        load_default="",
        validate=OneOf(["", *KINDS]),
        metadata={"description": "`new`: their first engaged session ever is in the range"},
    )
    sort = Text(load_default=LATEST, validate=OneOf(SORT_NAMES))


class ListedContactSchema(ResponseSchema):
    """A person with their engaged sessions of the range."""

    id = fields.String()
    name = fields.String()
    last4 = fields.String(allow_none=True)
    channels = fields.List(fields.String())
    sessions = fields.Integer()
    first_at = fields.String(metadata={"example": "2026-11-20T14:05:31.000+05:30"})
    last_at = fields.String()
    new = fields.Boolean()


class LeftOutSchema(ResponseSchema):
    """Sessions of the range that are left out for their estimated times."""

    estimated = fields.Integer()


class ContactPageSchema(PageSchema):
    """One page of the people of a range."""

    items = fields.List(fields.Nested(ListedContactSchema))
    masked = fields.Boolean(metadata={"description": "Whether names are shortened to initials"})
    as_of = fields.String(allow_none=True)
    zone = fields.String()
    range = fields.Nested(DatesSchema)
    excluded = fields.Nested(LeftOutSchema)
    places = fields.List(fields.Nested(PlaceOptionSchema), metadata={"description": "The places it is narrowed to"})
    gone = fields.List(fields.Nested(GoneSchema))
    clipped = fields.Nested(ClippedSchema, allow_none=True)


RestatementPageSchema = page_schema(RestatementSchema)
