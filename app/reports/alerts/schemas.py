"""What alerts look like in JSON."""

import marshmallow as ma

from app.core.http.schemas import (
    Emails,
    Id,
    Name,
    PageArgs,
    PageSchema,
    ResponseSchema,
    Schema,
    Switch,
    Text,
    Whole,
    page_schema,
)
from app.reports.alerts.models import NAME_LENGTH, NOTE_LENGTH, OPS, PAUSED, STATES, WINDOWS
from app.reports.alerts.rule_schemas import LARGEST, METRICS, MOST_EMAILS, AlertSchema, FiringSchema
from app.reports.metrics.definitions import UNITS
from app.reports.questions import LONGEST


class RuleSchema(Schema):
    """What an alert looks for and whom it notifies."""

    metric = Text(required=True, validate=ma.validate.OneOf(METRICS))
    query = Text(load_default="", validate=ma.validate.Length(max=LONGEST))
    window = Text(load_default="day", validate=ma.validate.OneOf(WINDOWS))
    op = Text(required=True, validate=ma.validate.OneOf(OPS))
    threshold = ma.fields.Float(
        required=True, validate=ma.validate.Range(-LARGEST, LARGEST), allow_nan=False, metadata={"example": 13}
    )
    min_n = Whole(load_default=30, validate=ma.validate.Range(0, 1_000_000))
    cooldown_h = Whole(load_default=24, validate=ma.validate.Range(1, 24 * 30))
    emails = Emails(load_default=list, validate=ma.validate.Length(max=MOST_EMAILS))
    webhook = Id(load_default=None, allow_none=True)
    active = Switch(load_default=True)


class NewAlertSchema(RuleSchema):
    """What a new alert needs."""

    name = Name(NAME_LENGTH, required=True)


class TriedRuleSchema(RuleSchema):
    """A rule that is tried before it is saved: it may have no name yet."""

    name = Text(load_default="", validate=ma.validate.Length(max=NAME_LENGTH))


class AlertListArgs(PageArgs):
    """Your own alerts are listed with the newest first."""

    q = Text(
        load_default="", validate=ma.validate.Length(max=60), metadata={"description": "Words that a name contains"}
    )

    state = Text(
        load_default="",
        validate=ma.validate.OneOf(["", *STATES, PAUSED]),
        metadata={"description": "Only alerts in this state; `paused` are those that are not active"},
    )


class AlertPageSchema(PageSchema):
    """One page of alerts."""

    items = ma.fields.List(ma.fields.Nested(AlertSchema))
    metrics = ma.fields.List(Text(), metadata={"description": "What an alert can be of"})
    counts = ma.fields.Dict(
        Text(validate=ma.validate.OneOf([*STATES, PAUSED])),
        Whole(),
        metadata={"description": "Your alerts by state", "example": {"armed": 2, "paused": 1}},
    )


FiringPageSchema = page_schema(FiringSchema)


class FiredAlertSchema(ResponseSchema):
    """The alert that fired."""

    id = Id()
    name = Text()


class RecentFiringSchema(FiringSchema):
    """A firing of one of your alerts."""

    alert = ma.fields.Nested(FiredAlertSchema)
    unit = Text(validate=ma.validate.OneOf(UNITS))
    currency = Text()


RecentFiringPageSchema = page_schema(RecentFiringSchema)


class AcknowledgementSchema(Schema):
    """What someone says who looks into it."""

    note = Text(load_default="", validate=ma.validate.Length(max=NOTE_LENGTH))


class TriedWindowSchema(ResponseSchema):
    """A window for which a rule would have fired."""

    start = Text()
    value = ma.fields.Float()
    before = ma.fields.Float(allow_none=True)
    n = Whole()


class TrialSchema(ResponseSchema):
    """When a rule would have fired."""

    fires = Whole()
    windows = Whole(metadata={"description": "Windows with enough to judge"})
    from_ = ma.fields.Date(data_key="from", attribute="from", allow_none=True)
    to = ma.fields.Date(allow_none=True)
    items = ma.fields.List(ma.fields.Nested(TriedWindowSchema))
    unit = Text(validate=ma.validate.OneOf(UNITS))
    currency = Text()
