"""What calls of several areas say of alerts."""

import marshmallow as ma

from app.core.http.schemas import Emails, Id, Name, ResponseSchema, Schema, Switch, Text, Whole
from app.reports.alerts.judging import WATCHED
from app.reports.alerts.models import NAME_LENGTH, OPS, PAUSE_REASONS, STATES, WINDOWS
from app.reports.filters.words import WordedFilterSchema
from app.reports.metrics.definitions import UNITS
from app.reports.questions import LONGEST

MOST_EMAILS = 10
LARGEST = 1e12
METRICS = [metric.id for metric in WATCHED]
"""What an alert can be of."""


class AlertChangeSchema(Schema):
    """What of an alert can be changed; keys left out stay as they are."""

    name = Name(NAME_LENGTH)
    metric = Text(validate=ma.validate.OneOf(METRICS))
    query = Text(
        validate=ma.validate.Length(max=LONGEST),
        metadata={"description": "Filters as the report's address has them; a range means nothing here"},
    )
    window = Text(validate=ma.validate.OneOf(WINDOWS))
    op = Text(
        validate=ma.validate.OneOf(OPS),
        metadata={
            "description": "`rises` and `falls` compare with the window before, in percent or percentage points; "
            "`anomaly` with the same weekday of eight weeks, in standard deviations"
        },
    )
    threshold = ma.fields.Float(validate=ma.validate.Range(-LARGEST, LARGEST), allow_nan=False)
    min_n = Whole(validate=ma.validate.Range(0, 1_000_000))
    cooldown_h = Whole(validate=ma.validate.Range(1, 24 * 30))
    emails = Emails(validate=ma.validate.Length(max=MOST_EMAILS))
    webhook = Id(allow_none=True)
    active = Switch()


class WatchSchema(AlertChangeSchema):
    """How a bookmark is watched; all of it has a default."""


class MailStateSchema(ResponseSchema):
    """What became of one mail."""

    to = Text()
    state = Text(validate=ma.validate.OneOf(["waiting", "sending", "sent", "failed"]))
    reason = Text()


class FiringSchema(ResponseSchema):
    """That an alert fired for one window."""

    id = Id()
    start = ma.fields.AwareDateTime()
    end = ma.fields.AwareDateTime()
    value = ma.fields.Float()
    before = ma.fields.Float(allow_none=True)
    n = Whole()
    score = ma.fields.Float(allow_none=True)
    provisional = ma.fields.Boolean()
    link = Text(metadata={"description": "The frozen report of the window"})
    at = ma.fields.AwareDateTime()
    mails = ma.fields.List(ma.fields.Nested(MailStateSchema))
    acknowledged_by = Text()
    acknowledged_at = ma.fields.AwareDateTime(allow_none=True)
    note = Text()
    resolved_at = ma.fields.AwareDateTime(allow_none=True)


class LastWindowSchema(ResponseSchema):
    """The last window that was judged."""

    start = Text()
    end = Text()
    value = ma.fields.Float(allow_none=True)
    before = ma.fields.Float(allow_none=True)
    n = Whole()
    score = ma.fields.Float(allow_none=True)
    provisional = ma.fields.Boolean()
    currency = Text()
    trend = ma.fields.List(
        ma.fields.Float(allow_none=True),
        dump_default=list,
        metadata={"description": "Those of the last 28 windows, the oldest first"},
    )


class AlertSchema(ResponseSchema):
    """An alert."""

    id = Id()
    name = Text()
    metric = Text()
    unit = Text(validate=ma.validate.OneOf(UNITS))
    query = Text()
    conditions = ma.fields.List(ma.fields.Nested(WordedFilterSchema), metadata={"description": "What `query` means"})
    window = Text()
    op = Text()
    threshold = ma.fields.Float()
    min_n = Whole()
    cooldown_h = Whole()
    emails = ma.fields.List(Text())
    webhook = Id(allow_none=True)
    active = ma.fields.Boolean()
    paused_for = Text(
        validate=ma.validate.OneOf(["", *PAUSE_REASONS]),
        metadata={"description": "Why it was paused by itself; empty where a person paused it"},
    )
    state = Text(validate=ma.validate.OneOf(STATES))
    possible = ma.fields.List(Text())
    last = ma.fields.Nested(LastWindowSchema, allow_none=True)
    firing = ma.fields.Nested(FiringSchema, allow_none=True)
    fired_at = ma.fields.AwareDateTime(allow_none=True)
    link = Text(metadata={"description": "The report it is of"})
    created_at = ma.fields.AwareDateTime()
    revision = Whole()
