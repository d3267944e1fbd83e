"""Shapes of the calendar calls: the specified ones by API.md §2, and our own."""

from collections.abc import Mapping
from datetime import date
from typing import Any

import marshmallow as ma
import orjson
from flask_smorest.fields import Upload

from app.core.errors import BeyondSchema
from app.core.http.schemas import (
    FIRST_DAY,
    LAST_DAY,
    NO_SPACE,
    Day,
    Id,
    ListArgs,
    NonBlankLine,
    Pattern,
    ResponseSchema,
    Schema,
    Switch,
    Text,
    Whole,
    page_schema,
)
from app.office.calendar import moments
from app.office.calendar.models import CALENDARS, Event
from app.office.calendar.service import zone
from app.office.todo.documents import problem_of

TITLE_LENGTH, URL_LENGTH, PLACE_LENGTH, TEXT_LENGTH = 200, 2000, 300, 10_000
GUESTS, GUEST_LENGTH = 50, 200
PROPS_LENGTH = 20_000
_LINK = rf"^(?:https?://{NO_SPACE}+)?$"


class _DateOrTime(Text):
    """An ISO date or time, kept as it is written."""

    described: Mapping[str, Any] = {"pattern": r"^\d{4}-\d{2}-\d{2}([T ].*)?$", "maxLength": moments.LENGTH}

    def deserialize(self, value: Any, attr: str | None = None, data: Any = None, **kwargs: Any) -> Any:
        """The text; none where it is empty."""
        return super().deserialize(None if value == "" else value, attr, data, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        text = super()._deserialize(value, attr, data, **kwargs)
        try:
            moments.read(text, zone())
        except ValueError:
            first, last = FIRST_DAY.year, LAST_DAY.year
            raise ma.ValidationError(BeyondSchema(f"Must be an ISO date or time between {first} and {last}.")) from None
        if len(text) > moments.LENGTH:
            raise ma.ValidationError("Too long.")
        return text


class _Props(ma.fields.Raw):
    """What a client keeps with an event: an object, returned as it came."""

    described: Mapping[str, Any] = {
        "type": ["object", "null"],
        "properties": {"calendar": {"enum": [*CALENDARS, "", None]}},
        "additionalProperties": True,
    }

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if not isinstance(value, dict):
            raise ma.ValidationError("Must be an object.")
        if wrong := problem_of(value):
            raise ma.ValidationError(wrong)
        if len(orjson.dumps(value)) > PROPS_LENGTH:
            raise ma.ValidationError(f"Must be at most {PROPS_LENGTH} bytes.")
        if value.get("calendar") not in (None, "", *CALENDARS):
            raise ma.ValidationError({"calendar": [f"Must be one of: {', '.join(CALENDARS)}."]})
        return value


class _Calendars(ma.fields.List[Any]):
    """Names of calendars, each by itself or several between commas."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> list[Any]:
        texts = value if isinstance(value, list) else [value]
        parts = [part for text in texts for part in (text.split(",") if isinstance(text, str) else [text])]
        return super()._deserialize([part for part in parts if part != ""], attr, data, **kwargs)


def _calendars(**more: Any) -> _Calendars:
    return _Calendars(Text(validate=ma.validate.OneOf(["", *CALENDARS])), **more)


# ---- the specified calls ------------------------------------------------------------------------------


class CalendarArgs(Schema):
    """Which calendars; missing means all, present but empty means none."""

    calendars = _calendars()


class CalendarEventSchema(ResponseSchema):
    """An event as the specified calls show it: keys that were never sent are missing."""

    id = Whole(attribute="number")
    url = Text(metadata={"optional": True})
    title = Text(metadata={"optional": True})
    start = Text(attribute="start_text", allow_none=True, metadata={"optional": True, "format": "date-time"})
    end = Text(attribute="end_text", allow_none=True, metadata={"optional": True})
    allDay = ma.fields.Boolean(attribute="is_all_day", metadata={"optional": True})
    extendedProps = ma.fields.Dict(attribute="extended_props", metadata={"optional": True})
    display = Text(metadata={"optional": True})

    @ma.post_dump(pass_original=True)
    def leave_out(self, data: dict[str, Any], event: Event, **_kwargs: Any) -> dict[str, Any]:
        """Only what a client has sent."""
        dates = {"id", *event.sent_keys.split(",")}
        return {key: value for key, value in data.items() if key in dates}


class CalendarChangeSchema(Schema):
    """What the specified calls take of an event; keys left out stay as they are."""

    class Meta:
        """Existing clients send whole events of their widgets."""

        unknown = ma.EXCLUDE

    url = Text(allow_none=True, validate=ma.validate.Length(max=URL_LENGTH))
    title = Text(allow_none=True, validate=ma.validate.Length(max=TITLE_LENGTH))
    start = _DateOrTime(allow_none=True)
    end = _DateOrTime(allow_none=True)
    is_all_day = Switch(data_key="allDay", allow_none=True)
    extended_props = _Props(data_key="extendedProps", allow_none=True)
    display = Text(allow_none=True, validate=ma.validate.Length(max=40))


class CalendarFieldsSchema(CalendarChangeSchema):
    """An event's number, and what is to change."""

    id = Whole(required=True)


class NewCalendarEventSchema(Schema):
    """A new event."""

    event = ma.fields.Nested(CalendarChangeSchema, required=True)


class CalendarUpdateSchema(Schema):
    """An event to be changed."""

    event = ma.fields.Nested(CalendarFieldsSchema, required=True)


class CalendarDeleteArgs(Schema):
    """Which event goes."""

    id = Whole(required=True)


class CalendarAnswerSchema(ResponseSchema):
    """One event."""

    event = ma.fields.Nested(CalendarEventSchema)


# ---- our own calls ------------------------------------------------------------------------------------


class EventSpanArgs(Schema):
    """Days of the workspace's zone, both counted, a month from today unless said; no calendar named means all."""

    from_ = Day(data_key="from", load_default=None)
    to = Day(load_default=None)
    calendars = _calendars(load_default=list)


class EventListArgs(ListArgs):
    """Events from a day on, the first to begin first; or those that are deleted."""

    from_ = Day(data_key="from", load_default=None)
    calendars = _calendars(load_default=list)
    deleted = ma.fields.Boolean(load_default=False)


class EventSchema(ResponseSchema):
    """An event as our page shows it: of whole days `start` and `end` are its first and last day."""

    id = Id()
    number = Whole()
    title = Text(metadata={"example": "Monthly review with the dealers"})
    calendar = Text(metadata={"enum": list(CALENDARS)})
    is_all_day = ma.fields.Boolean()
    start = ma.fields.Method("_start", metadata={"type": ["string", "null"], "example": "2026-11-22T04:30:00Z"})
    end = ma.fields.Method("_end", metadata={"type": ["string", "null"]})
    url = Text()
    location = Text()
    description = Text()
    guests = ma.fields.List(Text())
    is_deleted = ma.fields.Boolean()
    updated_at = ma.fields.AwareDateTime()
    revision = Whole()

    def _start(self, event: Event) -> str | None:
        return _moment(event.start)

    def _end(self, event: Event) -> str | None:
        return _moment(event.end)


def _moment(moment: Any) -> str | None:
    """A day or an instant as text."""
    if moment is None or (isinstance(moment, date) and not hasattr(moment, "hour")):
        return moment.isoformat() if moment else None
    return moments.write_instant(moment)


class EventSpanSchema(ResponseSchema):
    """The events of some days, at most a thousand of `total`."""

    events = ma.fields.List(ma.fields.Nested(EventSchema))
    total = Whole()


EventPageSchema = page_schema(EventSchema)


class EventChangeSchema(Schema):
    """What of an event can be changed; a time without a zone is the workspace's, `end` of whole days the last one."""

    title = NonBlankLine(TITLE_LENGTH)
    calendar = Text(validate=ma.validate.OneOf(CALENDARS))
    is_all_day = Switch()
    start = _DateOrTime()
    end = _DateOrTime(allow_none=True)
    url = Text(
        validate=[
            ma.validate.Length(max=URL_LENGTH),
            Pattern(_LINK, error="Must start with http:// or https://."),
        ]
    )
    location = Text(validate=ma.validate.Length(max=PLACE_LENGTH))
    description = Text(validate=ma.validate.Length(max=TEXT_LENGTH))
    guests = ma.fields.List(
        Text(validate=ma.validate.Length(min=1, max=GUEST_LENGTH)), validate=ma.validate.Length(max=GUESTS)
    )

    @ma.pre_load
    def part_guests(self, data: Any, **_kwargs: Any) -> Any:
        """One line of a form holds all guests, between commas."""
        if isinstance(data, dict) and isinstance(data.get("guests"), list):
            texts = [
                part for guest in data["guests"] for part in (guest.split(",") if isinstance(guest, str) else [guest])
            ]
            guests = [part.strip() if isinstance(part, str) else part for part in texts]
            return data | {"guests": [part for part in guests if part != ""]}
        return data

    @ma.validates_schema
    def check_start(self, data: dict[str, Any], **_kwargs: Any) -> None:
        """An event begins at some time."""
        if "start" in data and data["start"] is None:
            raise ma.ValidationError("Must be a date or time.", "start")


class NewEventSchema(EventChangeSchema):
    """What a new event is made of."""

    title = NonBlankLine(TITLE_LENGTH, required=True)
    start = _DateOrTime(required=True)


class EventFiles(ma.Schema):
    """An iCalendar file."""

    file = Upload(required=True)


class EventFileForm(Schema):
    """Where events go that name no calendar of ours, and whether those that cannot be read are left out."""

    calendar = Text(load_default="ETC", validate=ma.validate.OneOf(CALENDARS))
    partly = ma.fields.Boolean(load_default=False)


class EventImportSchema(ResponseSchema):
    """How many events came in, were there already, and were left out."""

    added = Whole()
    known = Whole()
    left_out = Whole()
    problems = ma.fields.List(Text())
