"""What schedules look like in JSON."""

import marshmallow as ma

from app.core.http.schemas import Emails, Id, Line, Pattern, ResponseSchema, Schema, Switch, Text, Whole, page_schema
from app.reports.alerts.rule_schemas import MailStateSchema
from app.reports.dashboards.tiles import NAMES
from app.reports.filters.words import WordedFilterSchema
from app.reports.questions import LONGEST
from app.reports.schedules.models import EVERY, FORMATS, NAME_LENGTH, STATES

MOST_RECIPIENTS = 50
AT = r"^(?:[01]\d|2[0-3]):[0-5]\d$"


class ScheduleChangeSchema(Schema):
    """What of a schedule can be changed; keys left out stay as they are."""

    name = Line(
        validate=ma.validate.Length(max=NAME_LENGTH),
        metadata={"description": "What its mails are called; empty: as the report is"},
    )
    report = Text(validate=ma.validate.OneOf(NAMES))
    query = Text(
        validate=ma.validate.Length(max=LONGEST),
        metadata={"description": "Filters as the report's address has them", "example": "grp=service&r=last_7_days"},
    )
    every = Text(validate=ma.validate.OneOf(EVERY))
    on = Whole(
        allow_none=True,
        validate=ma.validate.Range(1, 31),
        metadata={"description": "Weekday from Monday = 1, or day of the month; 31 is its last day in any month"},
    )
    at = Text(
        validate=Pattern(AT, error="Must be a time such as 09:00."),
        metadata={"description": "On the clock of the zone", "example": "09:00"},
    )
    zone = Text(validate=ma.validate.Length(max=64), metadata={"example": "Asia/Kolkata"})
    recipients = Emails(validate=ma.validate.Length(min=1, max=MOST_RECIPIENTS))
    formats = ma.fields.List(
        Text(validate=ma.validate.OneOf(FORMATS)),
        validate=ma.validate.Length(min=1, max=len(FORMATS)),
        metadata={"description": "`html` is the mail itself, `png` its pictures of figures; the others are attached"},
    )
    skip_unchanged = Switch(metadata={"description": "Whether it is left out where no key figure has changed"})
    active = Switch()


class NewScheduleSchema(ScheduleChangeSchema):
    """What a new schedule needs."""

    name = Line(load_default="", validate=ma.validate.Length(max=NAME_LENGTH))
    report = Text(required=True, validate=ma.validate.OneOf(NAMES))
    query = Text(load_default="", validate=ma.validate.Length(max=LONGEST))
    every = Text(required=True, validate=ma.validate.OneOf(EVERY))
    on = Whole(load_default=None, allow_none=True, validate=ma.validate.Range(1, 31))
    at = Text(
        required=True,
        validate=Pattern(AT, error="Must be a time such as 09:00."),
        metadata={"example": "09:00"},
    )
    zone = Text(required=True, validate=ma.validate.Length(max=64), metadata={"example": "Asia/Kolkata"})
    recipients = Emails(required=True, validate=ma.validate.Length(min=1, max=MOST_RECIPIENTS))
    formats = ma.fields.List(
        Text(validate=ma.validate.OneOf(FORMATS)),
        load_default=lambda: ["html"],
        validate=ma.validate.Length(min=1, max=len(FORMATS)),
    )
    skip_unchanged = Switch(load_default=False)
    active = Switch(load_default=True)


class ScheduleDeliverySchema(ResponseSchema):
    """What a schedule did for one time it was due."""

    id = Id()
    due_at = ma.fields.AwareDateTime()
    at = ma.fields.AwareDateTime()
    state = Text(validate=ma.validate.OneOf(STATES))
    reason = Text(metadata={"description": "Why it failed: `no_access`, `not_visible`, `not_understood` or `error`"})
    link = Text(metadata={"description": "The frozen report"})
    mails = ma.fields.List(ma.fields.Nested(MailStateSchema))


class ScheduleSchema(ResponseSchema):
    """A schedule."""

    id = Id()
    name = Text()
    report = Text()
    query = Text()
    conditions = ma.fields.List(ma.fields.Nested(WordedFilterSchema), metadata={"description": "What `query` means"})
    every = Text(validate=ma.validate.OneOf(EVERY))
    on = Whole(allow_none=True)
    at = Text()
    zone = Text()
    recipients = ma.fields.List(Text())
    opted_out = ma.fields.List(Text(), metadata={"description": "Recipients who want no more of its mails"})
    formats = ma.fields.List(Text(validate=ma.validate.OneOf(FORMATS)))
    skip_unchanged = ma.fields.Boolean()
    active = ma.fields.Boolean()
    next_at = ma.fields.AwareDateTime(allow_none=True)
    last_at = ma.fields.AwareDateTime(allow_none=True)
    last = ma.fields.Nested(ScheduleDeliverySchema, allow_none=True)
    link = Text(metadata={"description": "The live report"})
    created_at = ma.fields.AwareDateTime()
    revision = Whole()


SchedulePageSchema = page_schema(ScheduleSchema)


ScheduleDeliveryPageSchema = page_schema(ScheduleDeliverySchema)


class ScheduleRunSchema(ResponseSchema):
    """The job that delivers a schedule now."""

    job = Id()
