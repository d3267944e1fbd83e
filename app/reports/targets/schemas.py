"""What targets look like in JSON."""

from datetime import date
from typing import Any

import marshmallow as ma

from app.core.errors import BeyondSchema
from app.core.http.schemas import Id, PageArgs, PageSchema, Pattern, ResponseSchema, Schema, Switch, Text
from app.reports.filters.fields import Flag
from app.reports.metrics.definitions import BY_ID, OF_CONVERSATIONS, UNITS

LARGEST = 1_000_000_000_000
MONTH = r"^20[0-9]{2}-(?:0[1-9]|1[0-2])$"


class Month(Text):
    """A calendar month, as YYYY-MM."""

    def __init__(self, **more: Any) -> None:
        metadata = {"example": "2026-11", "pattern": MONTH}
        is_month = Pattern(MONTH, error="Must be a month such as 2026-11.")
        super().__init__(validate=is_month, metadata=metadata, **more)

    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> str | None:
        return value.strftime("%Y-%m") if isinstance(value, date) else None


class NewTargetSchema(Schema):
    """The target of a metric for a month, of a bot or of all bots; or that there is none any more."""

    metric = Text(required=True, validate=ma.validate.OneOf([metric.id for metric in OF_CONVERSATIONS]))
    bot = Id(load_default=None, allow_none=True, metadata={"description": "Left out, of all bots"})
    month = Month(required=True)
    value = ma.fields.Float(
        load_default=None,
        validate=ma.validate.Range(0, LARGEST),
        metadata={"description": "In the unit of the metric's values"},
    )
    removed = Switch(load_default=False, metadata={"description": "There is no target any more"})

    @ma.validates_schema
    def check_value(self, data: dict[str, Any], **_kwargs: Any) -> None:
        """Refuse a target without a value, or with one that its metric cannot have."""
        value, unit = data["value"], BY_ID[data["metric"]].unit
        if data["removed"]:
            return
        if value is None:
            raise ma.ValidationError(BeyondSchema("Required."), "value")
        if unit == "percent" and value > 100:
            raise ma.ValidationError(BeyondSchema("Must be at most 100."), "value")
        if unit in ("count", "duration") and value % 1:
            raise ma.ValidationError(BeyondSchema("Must be a whole number."), "value")


class TargetSchema(ResponseSchema):
    """A target, or one that was removed."""

    id = Id()
    metric = Text()
    bot = Id(attribute="bot_id", allow_none=True)
    month = Month()
    value = ma.fields.Float(allow_none=True, metadata={"description": "Null where the target was removed"})
    set_by = Text()
    set_at = ma.fields.AwareDateTime()


class TargetListArgs(PageArgs):
    """Targets are listed by month, the latest first; their changes by when they were made."""

    metric = Text(load_default="", validate=ma.validate.OneOf(["", *(metric.id for metric in OF_CONVERSATIONS)]))
    history = Flag(load_default=False, metadata={"description": "1 lists every change instead"})


class TargetMetricSchema(ResponseSchema):
    """A metric that can have targets."""

    id = Text()
    unit = Text(validate=ma.validate.OneOf(UNITS))


class TargetBotSchema(ResponseSchema):
    """A bot that can have targets."""

    id = Text()
    name = Text()


class TargetPageSchema(PageSchema):
    """One page of targets."""

    items = ma.fields.List(ma.fields.Nested(TargetSchema))
    metrics = ma.fields.List(ma.fields.Nested(TargetMetricSchema))
    bots = ma.fields.List(ma.fields.Nested(TargetBotSchema))
    currency = Text()
