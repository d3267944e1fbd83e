"""What several reports give beside their key figures: a figure, and the frame of a report."""

from marshmallow import fields
from marshmallow.validate import OneOf

from app.core.http.schemas import ResponseSchema
from app.reports.cards.card_schemas import ExcludedSchema, FiltersSchema, IncludedSchema, MarkerSchema, OptionsSchema
from app.reports.cards.lesson_schemas import LessonSchema
from app.reports.metrics.kinds import KINDS, UNITS


class FrozenSchema(ResponseSchema):
    """That a report is as it was when a snapshot was made."""

    id = fields.String()
    at = fields.String()
    by = fields.String()
    superseded = fields.Boolean()


class FrameSchema(ResponseSchema):
    """What every report has beside its numbers."""

    filters = fields.Nested(FiltersSchema)
    options = fields.Nested(OptionsSchema)
    as_of = fields.String(allow_none=True)
    watermark = fields.String(
        metadata={"optional": True, "description": "What `since` takes; a snapshot, which never changes, has none"}
    )
    stale = fields.Boolean(
        metadata={
            "optional": True,
            "description": "True where the database does not answer and this is its last answer, of 24 hours at most",
        }
    )
    age_s = fields.Integer(metadata={"optional": True, "description": "How many seconds ago a stale answer was made"})
    currency = fields.String()
    excluded = fields.Nested(ExcludedSchema)
    included = fields.Nested(IncludedSchema)
    markers = fields.List(fields.Nested(MarkerSchema))
    frozen = fields.Nested(
        FrozenSchema, metadata={"optional": True, "description": "Only where a snapshot was asked for"}
    )


class ColumnSchema(ResponseSchema):
    """A column of a figure."""

    id = fields.String(metadata={"example": "sessions"})
    unit = fields.String(validate=OneOf(UNITS))
    of = fields.String(metadata={"description": "What its texts name, such as `channel`; empty where they are words"})


class FlowPlaceSchema(ResponseSchema):
    """A thing that a flow leads through: a channel, an intent, a node or an outcome, `*` for the smaller ones."""

    stage = fields.Integer()
    name = fields.String(allow_none=True)
    link = fields.String(allow_none=True, metadata={"description": "The conversations that came through it"})


class FigureSchema(ResponseSchema):
    """A figure: raw numbers by row, null where there is none."""

    id = fields.String(metadata={"example": "messages"})
    kind = fields.String(validate=OneOf(KINDS))
    columns = fields.List(fields.Nested(ColumnSchema))
    rows = fields.List(fields.List(fields.Raw(allow_none=True)))
    totals = fields.List(fields.Raw(allow_none=True), allow_none=True)
    marks = fields.List(
        fields.String(),
        metadata={
            "description": "`uncounted` where a range is too long to count at once in its zone, `long` in any, "
            "`unmeasured` where no source tells, `provisional` where it may still grow, `young` where there are too "
            "few weeks to compare with, `usual` where no day differs"
        },
    )
    link = fields.String(allow_none=True, metadata={"description": "The conversations behind all of it"})
    links = fields.List(
        fields.String(allow_none=True),
        metadata={"description": "The conversations behind each row, or what explains it"},
    )
    row_marks = fields.List(
        fields.List(fields.String()),
        metadata={"description": "What is to be said of each row: `partial`, `running`, `provisional`, `masked`"},
    )
    row_units = fields.List(
        fields.String(validate=OneOf(UNITS)),
        metadata={"optional": True, "description": "The unit of each row's numbers, where rows differ"},
    )
    row_small = fields.List(
        fields.List(fields.String()),
        metadata={"optional": True, "description": "The columns of each row whose shares are of fewer than 30"},
    )
    places = fields.List(
        fields.Nested(FlowPlaceSchema), metadata={"optional": True, "description": "What a flow leads through"}
    )
    names = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        metadata={"optional": True, "description": "What its intents are called, by their names in the rows"},
    )
    row_lessons = fields.List(
        fields.Nested(LessonSchema, allow_none=True),
        metadata={"optional": True, "description": "What a bot can learn from each row that it did not understand"},
    )
    tab = fields.String(metadata={"description": "The tab of the report's page it is on; empty where it has none"})
    width = fields.Integer(metadata={"description": "Columns of twelve on a wide page; 0 where the page leaves it out"})
