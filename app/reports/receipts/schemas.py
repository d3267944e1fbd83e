"""What receipts look like in JSON."""

import marshmallow as ma

from app.core.http.schemas import Id, ResponseSchema, Schema, Text, Whole
from app.reports.cards.card_schemas import ClippedSchema, CountedNumberSchema
from app.reports.cards.key_figures import MARKS
from app.reports.filters.words import WordedFilterSchema
from app.reports.metrics.definitions import OF_CONVERSATIONS, UNITS
from app.reports.questions import LONGEST

STATES = ("equal", "restated")


class NewReceiptSchema(Schema):
    """A number: its metric, the filters of its report, and one bucket of the range if it is of no more."""

    metric = Text(required=True, validate=ma.validate.OneOf([metric.id for metric in OF_CONVERSATIONS]))
    query = Text(
        load_default="",
        validate=ma.validate.Length(max=LONGEST),
        metadata={"description": "Filters as the report's address has them", "example": "grp=service&r=last_7_days"},
    )
    bucket = Text(
        load_default=None,
        allow_none=True,
        validate=ma.validate.Length(1, 32),
        metadata={"description": "The date or the hour with which the bucket begins", "example": "2026-11-23"},
    )


class ReceiptFiltersSchema(ResponseSchema):
    """The filters with the dates they meant."""

    bot = ma.fields.List(Text())
    grp = Text()
    from_ = ma.fields.Date(data_key="from", attribute="from")
    to = ma.fields.Date()
    ch = ma.fields.List(Text())
    out = ma.fields.List(Text())
    lang = Text()
    traffic = Text()
    data = Text()


class ChannelPartSchema(ResponseSchema):
    """What a channel adds to a number."""

    channel = Text()
    num = ma.fields.Float(allow_none=True)
    den = Whole(allow_none=True)


class FingerprintedNumberSchema(CountedNumberSchema):
    """A number with its fingerprint."""

    sha256 = Text()


class CauseLineSchema(ResponseSchema):
    """A line of the ledger of restatements, or what is likely where it has none: `definition` or `provisional`."""

    day = Text(allow_none=True)
    metric = Text()
    old = ma.fields.Float(allow_none=True)
    new = ma.fields.Float(allow_none=True)
    cause = Text()
    at = Text(allow_none=True)
    later = ma.fields.Boolean(metadata={"description": "Whether that was after the receipt was made"})


class ReceiptSchema(FingerprintedNumberSchema):
    """The receipt of a number."""

    id = Id()
    metric = Text()
    version = Whole()
    unit = Text(validate=ma.validate.OneOf(UNITS))
    currency = Text()
    bucket = Text(allow_none=True)
    query = Text(metadata={"description": "The filters with the dates they meant, as an address has them"})
    filters = ma.fields.Nested(ReceiptFiltersSchema)
    conditions = ma.fields.List(ma.fields.Nested(WordedFilterSchema), metadata={"description": "What `filters` mean"})
    zone = Text()
    as_of = Text(allow_none=True)
    sessions = Whole(metadata={"description": "Sessions behind the number, which its card opens"})
    sha256 = Text(
        metadata={"description": "SHA-256 of the ids of these sessions: ascending, as decimal text, one a line"}
    )
    marks = ma.fields.List(Text(validate=ma.validate.OneOf(MARKS)))
    sources = ma.fields.List(ma.fields.Nested(ChannelPartSchema))
    formula = Text()
    population = Text()
    provisional_until = Text(allow_none=True)
    excluded = Whole(metadata={"description": "Test sessions that are not counted"})
    clipped = ma.fields.Nested(ClippedSchema, allow_none=True)
    own_part = ma.fields.Boolean(
        metadata={"description": "Whether the number is of the reader's part alone, counted now"}
    )
    live = ma.fields.Nested(CountedNumberSchema, metadata={"description": "The number as it is now"})
    causes = ma.fields.List(ma.fields.Nested(CauseLineSchema))
    created_at = ma.fields.AwareDateTime()
    link = Text(allow_none=True)
    population_link = Text(allow_none=True)
    report_link = Text()
    explain_link = Text()


class VerificationSchema(FingerprintedNumberSchema):
    """A number counted again."""

    state = Text(validate=ma.validate.OneOf(STATES))
    unit = Text()
    sessions = Whole()
    as_of = Text(allow_none=True)
    before = ma.fields.Nested(FingerprintedNumberSchema)
    causes = ma.fields.List(ma.fields.Nested(CauseLineSchema))
