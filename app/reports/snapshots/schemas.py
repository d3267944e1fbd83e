"""What snapshots and closed months look like in JSON."""

import marshmallow as ma

from app.core.http.schemas import Id, Pattern, ResponseSchema, Schema, Text, Whole, page_schema
from app.reports.cards.card_schemas import CountedNumberSchema
from app.reports.dashboards.tiles import NAMES
from app.reports.filters.words import WordedFilterSchema
from app.reports.metrics.definitions import UNITS
from app.reports.questions import LONGEST
from app.reports.snapshots.models import STATES


class NewSnapshotSchema(Schema):
    """A report under the filters of its address."""

    report = Text(required=True, validate=ma.validate.OneOf(NAMES))
    query = Text(
        load_default="",
        validate=ma.validate.Length(max=LONGEST),
        metadata={"description": "Filters as the report's address has them", "example": "grp=service&r=last_7_days"},
    )


class SnapshotSchema(ResponseSchema):
    """A frozen report."""

    id = Text(metadata={"description": "The SHA-256 of its content"})
    report = Text()
    query = Text()
    conditions = ma.fields.List(ma.fields.Nested(WordedFilterSchema), metadata={"description": "What `query` means"})
    state = Text(validate=ma.validate.OneOf(STATES))
    first = ma.fields.Date()
    last = ma.fields.Date()
    as_of = ma.fields.AwareDateTime(allow_none=True)
    created_at = ma.fields.AwareDateTime()
    owner = Text()
    bytes = Whole(metadata={"description": "Its size as it is kept"})
    link = Text(metadata={"description": "The address of the frozen report"})
    live_link = Text()


class WholeSnapshotSchema(SnapshotSchema):
    """A frozen report with its document."""

    document = ma.fields.Dict(metadata={"description": "What the report's call answered"})


SnapshotPageSchema = page_schema(SnapshotSchema)


class ChangedNumberSchema(ResponseSchema):
    """A key figure of a snapshot beside what it is now for the same dates."""

    id = Text()
    unit = Text(validate=ma.validate.OneOf(UNITS))
    frozen = ma.fields.Nested(CountedNumberSchema)
    live = ma.fields.Nested(CountedNumberSchema, allow_none=True)
    changed = ma.fields.Boolean()


class ChangedFigureSchema(ResponseSchema):
    """How many numbers of a figure are others now."""

    id = Text()
    changed = Whole()
    of = Whole()


class SnapshotChangesSchema(ResponseSchema):
    """What has changed since a snapshot was made."""

    snapshot = ma.fields.Nested(SnapshotSchema)
    as_of = Text(allow_none=True)
    currency = Text()
    items = ma.fields.List(ma.fields.Nested(ChangedNumberSchema))
    figures = ma.fields.List(ma.fields.Nested(ChangedFigureSchema))


MONTH = r"^[0-9]{4}-(?:0[1-9]|1[0-2])$"


class NewMonthCloseSchema(Schema):
    """A month of a client."""

    client = Id(required=True)
    month = Text(
        required=True,
        validate=Pattern(MONTH, error="Must be a month such as 2026-10."),
        metadata={"example": "2026-10"},
    )


class MonthCloseSchema(ResponseSchema):
    """A closed month."""

    id = Id()
    client = Id(attribute="client_id")
    client_name = Text()
    month = Text()
    closed_by = Text()
    closed_at = ma.fields.AwareDateTime()
    revision = Whole()


MonthClosePageSchema = page_schema(MonthCloseSchema)
