"""What several report calls give: key figures, filters as understood and what they offer, and what is left out."""

from marshmallow import fields
from marshmallow.validate import OneOf

from app.core.http.schemas import DatesSchema, ResponseSchema
from app.reports.cards.key_figures import MARKS, OPENS
from app.reports.filters.places import KINDS
from app.reports.filters.ranges import GRANULARITIES
from app.reports.filters.selection import DATA, TRAFFIC
from app.reports.metrics.definitions import UNITS
from app.reports.records import markers


class CountingSchema(ResponseSchema):
    """How far a count of people is; `current` says whether it is of the data there is."""

    state = fields.String(validate=OneOf(["none", "queued", "running", "done", "failed", "cancelled"]))
    progress = fields.Float()
    as_of = fields.String(allow_none=True)
    current = fields.Boolean()


class CardCountingSchema(CountingSchema):
    """How far the count behind a card is, and the call that starts it."""

    call = fields.String(metadata={"example": "/api/v1/reports/people?r=this_year&tz=UTC"})


class CauseSchema(ResponseSchema):
    """The bot, channel or intent that moved a rate most, and its part of the change in percentage points."""

    by = fields.String(validate=OneOf(["bot", "channel", "intent"]))
    key = fields.String()
    title = fields.String(allow_none=True, metadata={"description": "What an intent is called"})
    part = fields.Float()


class CoverageSchema(ResponseSchema):
    """How many of the range's engaged sessions can have a number at all."""

    n = fields.Integer()
    of = fields.Integer()


class AttainmentSchema(ResponseSchema):
    """What a number should have come to in the part of the range that is over."""

    value = fields.Float(metadata={"description": "In the number's unit"})
    attained = fields.Float(
        allow_none=True, metadata={"description": "The number in percent of it, for sums of which more is better"}
    )
    met = fields.Boolean()
    prorated = fields.Boolean(metadata={"description": "Whether a part of a month has a part of its target"})


class CardSchema(ResponseSchema):
    """A key figure; percent values run from 0 to 100."""

    id = fields.String(metadata={"example": "handoff_rate"})
    version = fields.Integer()
    value = fields.Float(allow_none=True)
    unit = fields.String(validate=OneOf(UNITS))
    num = fields.Float(allow_none=True)
    den = fields.Integer(allow_none=True)
    previous = fields.Float(allow_none=True)
    previous_num = fields.Float(allow_none=True)
    previous_den = fields.Integer(allow_none=True)
    delta = fields.Float(allow_none=True)
    delta_unit = fields.String(
        validate=OneOf(["percent", "pp", "count", "new", "unmeasured", "none"]),
        metadata={
            "description": "Below 30 a number changes by a count, and a rate has no change; `unmeasured` where nothing "
            "was measured in the compared period"
        },
    )
    better = fields.String(validate=OneOf(["up", "down"]))
    provisional = fields.Boolean()
    measured = fields.Nested(CoverageSchema)
    marks = fields.List(fields.String(validate=OneOf(MARKS)))
    notes = fields.List(fields.String(), metadata={"description": "What the marks mean, in the reader's language"})
    significant = fields.Boolean(
        allow_none=True, metadata={"description": "Two-proportion test at 95 %; null below 30 and of what is no rate"}
    )
    explained = fields.Boolean(metadata={"description": "Whether the report's `explain` call has parts of the change"})
    cause = fields.Nested(CauseSchema, allow_none=True)
    target = fields.Nested(
        AttainmentSchema, allow_none=True, metadata={"description": "Null where no target can be compared"}
    )
    spark = fields.List(fields.Float(allow_none=True))
    link = fields.String(allow_none=True, metadata={"description": "Null of what no list has"})
    opens = fields.String(
        validate=OneOf(OPENS),
        metadata={"description": "People, the sessions that were counted, or sessions holding what was counted"},
    )
    population_link = fields.String(allow_none=True)
    formula = fields.String()
    population = fields.String()
    new = fields.Integer(allow_none=True, metadata={"optional": True})
    returning = fields.Integer(allow_none=True, metadata={"optional": True})
    total = fields.Float(allow_none=True, metadata={"optional": True})
    counting = fields.Nested(CardCountingSchema, metadata={"optional": True})


class PlaceOptionSchema(ResponseSchema):
    """A dealer group or a city to choose from, or an outlet that is chosen."""

    kind = fields.String(validate=OneOf(KINDS))
    id = fields.String()
    name = fields.String()


class StandingSchema(ResponseSchema):
    """Where the outlets a reader sees stand among all outlets by a metric; the others are not named."""

    by = fields.String(metadata={"description": "A metric's id"})
    unit = fields.String(metadata={"enum": ["count", "percent", "money", "score"]})
    first = fields.List(fields.Integer(), metadata={"description": "Their first ranks, the best first"})
    more = fields.Integer(metadata={"description": "How many of them have a rank after these"})
    of = fields.Integer(metadata={"description": "How many outlets have a rank"})
    median = fields.Float(metadata={"description": "The median of all outlets"})
    link = fields.String(metadata={"description": "The page that compares them"})


class ClippedSchema(ResponseSchema):
    """How many of the outlets asked for a reader may see, and how many there are."""

    visible = fields.Integer()
    of = fields.Integer()
    ranked = fields.Nested(
        StandingSchema, allow_none=True, metadata={"description": "On the dashboard, where ranks can be computed"}
    )


class GoneSchema(ResponseSchema):
    """A bot or a place that a report is narrowed to and that is not there, or not for the reader."""

    kind = fields.String(validate=OneOf(["bot", *KINDS]))
    id = fields.String()


class BotOptionSchema(ResponseSchema):
    """A bot to choose from."""

    id = fields.String()
    name = fields.String()
    group = fields.String()


class ComparedSchema(DatesSchema):
    """The compared period."""

    measured = fields.Boolean(metadata={"description": "Whether any session had begun before its end"})


class FiltersSchema(DatesSchema):
    """The filters as understood, with the dates and the zone they mean."""

    bot = fields.List(fields.String())
    grp = fields.String()
    r = fields.String()
    tz = fields.String()
    cmp = fields.String()
    ch = fields.List(fields.String())
    out = fields.List(fields.String())
    gone = fields.List(fields.Nested(GoneSchema))
    clipped = fields.Nested(
        ClippedSchema,
        allow_none=True,
        metadata={"description": "How many of the outlets asked for the reader may see, where that is not all"},
    )
    lang = fields.String()
    traffic = fields.String(validate=OneOf(TRAFFIC))
    data = fields.String(validate=OneOf(DATA))
    today = fields.Boolean()
    g = fields.String(validate=OneOf(GRANULARITIES))
    zone = fields.String()
    zone_source = fields.String()
    can_add_today = fields.Boolean(metadata={"description": "Whether the range ends yesterday"})
    compared = fields.Nested(ComparedSchema, allow_none=True)


class OptionsSchema(ResponseSchema):
    """What the filters offer."""

    bots = fields.List(fields.Nested(BotOptionSchema))
    places = fields.List(fields.Nested(PlaceOptionSchema))
    channels = fields.List(fields.String())
    languages = fields.List(fields.String())
    steps = fields.List(fields.String(validate=OneOf(GRANULARITIES)), metadata={"description": "What `g` may be"})
    zones = fields.List(fields.String())


class ExcludedSchema(ResponseSchema):
    """The sessions that are not counted: of test traffic, at estimated times, not ended."""

    test = fields.Integer()
    estimated = fields.Integer()
    open = fields.Integer()


class IncludedSchema(ResponseSchema):
    """Sessions that every figure counts although something of them is not measured: those at estimated times."""

    estimated = fields.Integer()


class MarkerSchema(ResponseSchema):
    """Something that happened in the range and may have moved its numbers."""

    at = fields.String(metadata={"example": "2026-11-20T14:05:31.000+05:30"})
    kind = fields.String(validate=OneOf(markers.KINDS))
    text = fields.String(metadata={"description": "The bot's or the offer's name, or what was noted"})
    version = fields.Integer(allow_none=True, metadata={"description": "The version that went live"})
    link = fields.String(allow_none=True)
    step = fields.Integer(metadata={"description": "The place of the step it lies in, from 0"})


class CountedNumberSchema(ResponseSchema):
    """A number and what it was counted from."""

    value = fields.Float(allow_none=True)
    num = fields.Float(allow_none=True)
    den = fields.Integer(allow_none=True)
