"""How forms send hours of business."""

import marshmallow as ma

from app.core.hours import ALWAYS, HOURS, WEEKDAYS
from app.core.http.schemas import Day, Pattern, Schema, Text

CLOCK = r"^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)?$"


class TimeOfDay(Text):
    """A time of day such as 21:00, or null."""

    def __init__(self, example: str) -> None:
        valid = Pattern(r"^(?:[01]\d|2[0-3]):[0-5]\d$", error=f"Must be a time such as {example}.")
        super().__init__(allow_none=True, validate=valid)


class OpeningRowSchema(Schema):
    """From when to when a weekday is open; a row without times counts for nothing."""

    day = Text(required=True, validate=ma.validate.OneOf(WEEKDAYS))
    from_ = Text(data_key="from", load_default="", validate=Pattern(CLOCK))
    to = Text(load_default="", validate=Pattern(CLOCK))


class HolidayRowSchema(Schema):
    """A day on which nobody is there; a row without a date counts for nothing."""

    date = Day(load_default=None, allow_none=True)


class HoursFormSchema(Schema):
    """Hours as rows of a form; `open` decides whether they are kept."""

    open = Text(validate=ma.validate.OneOf([ALWAYS, HOURS]))
    week = ma.fields.List(ma.fields.Nested(OpeningRowSchema), validate=ma.validate.Length(max=42))
    zone = Text(validate=ma.validate.Length(max=64))
    holidays = ma.fields.List(ma.fields.Nested(HolidayRowSchema), validate=ma.validate.Length(max=400))
