"""Hours of business: their shape, what a form makes of them, and whether a moment lies within them."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from jsonschema import Draft202012Validator

from app.core.errors import BeyondSchema, FieldErrors, Invalid
from app.core.providers import Provider

WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
ALWAYS, HOURS = "always", "hours"
"""What a form says: always open, or by the hours beside it."""
_SPAN = {
    "type": "array",
    "prefixItems": [{"type": "string", "pattern": r"^([01]\d|2[0-4]):[0-5]\d$"}] * 2,
    "minItems": 2,
    "maxItems": 2,
}
SHAPE: dict[str, Any] = {
    "type": "object",
    "properties": {
        "zone": {"type": "string", "maxLength": 64},
        "week": {
            "type": "object",
            "properties": {day: {"type": "array", "items": _SPAN, "maxItems": 6} for day in WEEKDAYS},
            "required": [],
            "additionalProperties": False,
        },
        "holidays": {"type": "array", "items": {"type": "string", "pattern": r"^\d{4}-\d\d-\d\d$"}, "maxItems": 400},
    },
    "required": [],
    "additionalProperties": False,
}
"""The JSON Schema of hours, wherever they are kept."""


@cache
def quiet_errors(first: str | None, last: str | None) -> FieldErrors:
    """What is wrong with the times that quiet hours begin and end at, by field."""
    if (first is None) != (last is None):
        return {"quiet_to" if last is None else "quiet_from": [BeyondSchema("Give both times, or none.")]}
    return (
        {"quiet_to": [BeyondSchema("Must not be the time they begin at.")]}
        if first is not None and first == last
        else {}
    )


def _validator() -> Draft202012Validator:
    """The schema, compiled once."""
    return Draft202012Validator(SHAPE)


def check_hours(hours: Mapping[str, Any], field: str = "hours") -> dict[str, Any]:
    """Return hours as they are stored, or raise Invalid with what does not fit by its path below the field."""
    errors: FieldErrors = {}
    for error in _validator().iter_errors(hours):
        path = ".".join([field, *(str(part) for part in error.absolute_path)])
        errors.setdefault(path, []).append(error.message[:200])
    if errors:
        raise Invalid(errors)
    check_sense(hours, field)
    return dict(hours)


def check_sense(hours: Mapping[str, Any], field: str = "hours") -> None:
    """Invalid where hours end when they begin, overlap on a day, are in no zone, or name days there are not.

    Hours that end before they begin go over midnight.

    What has not the shape is left to the schema.
    """
    errors: FieldErrors = {}
    week, zone, holidays = hours.get("week"), hours.get("zone"), hours.get("holidays")
    for day, spans in week.items() if isinstance(week, Mapping) else ():
        if isinstance(spans, list) and (problem := _problem_of(day, spans)) is not None:
            errors[f"{field}.week.{day}"] = [problem]
    if isinstance(zone, str) and zone not in known_zones():
        errors[f"{field}.zone"] = [BeyondSchema("Must be a zone such as Asia/Kolkata.")]
    if isinstance(holidays, list) and not all(is_day(day) for day in holidays if isinstance(day, str)):
        errors[f"{field}.holidays"] = [BeyondSchema("Must be days such as 2026-08-15.")]
    if errors:
        raise Invalid(errors)


def _problem_of(day: str, spans: list[Any]) -> BeyondSchema | None:
    """Return what is wrong with the hours of a day; what has not the shape is not judged."""
    if not all(map(_is_span, spans)):
        return BeyondSchema(f"From must not be the time of to on {day}.")
    pairs = sorted(tuple(span) for span in spans if isinstance(span, list | tuple) and all(map(_is_text, span)))
    # A span that ends before it begins goes over midnight: no other one of its day may follow it.
    if any(first[0] >= first[1] or first[1] > second[0] for first, second in pairwise(pairs)):
        return BeyondSchema(f"Times must not overlap on {day}.")
    return None


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_span(span: Any) -> bool:
    """Whether a span begins within a day and ends at another time; anything of another shape is not judged."""
    if not (isinstance(span, list | tuple) and len(span) == 2 and all(isinstance(time, str) for time in span)):
        return not isinstance(span, list | tuple) or len(span) == 2
    return bool(span[0] != span[1] and span[0] < "24:00" and "00:00" < span[1] <= "24:00")


def is_day(text: str) -> bool:
    """Whether a text is a day, as in 2026-08-15."""
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def hours_of(form: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the hours that a form's rows say, None for always open; rows without a time are rows nobody filled in."""
    if form.get("open") != HOURS:
        return None
    week: dict[str, list[list[str]]] = {}
    for row in form.get("week", ()):
        first, last = row["from_"], row["to"]
        if not first and not last:
            continue
        week.setdefault(row["day"], []).append([first, last])
    if not week:
        raise Invalid({"week": [BeyondSchema("Give the hours of at least one day, or choose “always open”.")]})
    hours: dict[str, Any] = {"week": {day: sorted(week[day]) for day in WEEKDAYS if day in week}}
    for day, spans in hours["week"].items():
        if (problem := _problem_of(day, spans)) is not None:
            raise Invalid({"week": [problem]})
    if form.get("zone"):
        if form["zone"] not in known_zones():
            raise Invalid({"zone": [BeyondSchema("Must be a zone such as Asia/Kolkata.")]})
        hours["zone"] = form["zone"]
    holidays = {row["date"].isoformat() for row in form.get("holidays", ()) if row["date"] is not None}
    if holidays:
        hours["holidays"] = sorted(holidays)
    return hours


@cache
def known_zones() -> frozenset[str]:
    """Return the names of all zones; the library walks thousands of files for them at every call."""
    return frozenset(available_timezones())


def local(hours: Mapping[str, Any] | None, moment: datetime, zone: str) -> datetime:
    """Return a moment as the hours count it: in their own zone, or in the one given."""
    return moment.astimezone(_zone((hours or {}).get("zone"), zone))


def _zone(name: Any, otherwise: str) -> ZoneInfo:
    """A zone by its name; another one where there is none of that name, so that stored hours never fail."""
    return ZoneInfo(name if isinstance(name, str) and name in known_zones() else otherwise)


def is_open(hours: Mapping[str, Any] | None, now: datetime, zone: str) -> bool:
    """Whether it is open: always without hours; `to` is the first minute after, `24:00` the end of the day."""
    return closing(hours, now, zone) is not None


def closing(hours: Mapping[str, Any] | None, now: datetime, zone: str) -> str | None:
    """Return the time of day at which what is open now closes; None where it is closed."""
    here = local(hours, now, zone)
    clock = here.strftime("%H:%M")
    for first, last in spans_on(hours, here, zone):
        if first <= clock and (clock < last or last < first):
            return last
    # A span over midnight belongs to the day on which it begins.
    nights = (last for first, last in spans_on(hours, here - timedelta(days=1), zone) if last < first)
    return next((last for last in nights if clock < last), None)


def spans_on(hours: Mapping[str, Any] | None, day: datetime, zone: str) -> list[tuple[str, str]]:
    """Return the hours of a moment's day as `HH:MM` pairs: the whole day without hours, none on a holiday."""
    if not hours:
        return [("00:00", "24:00")]
    here = local(hours, day, zone)
    if is_holiday(hours, here.date()):
        return []
    return [(first, last) for first, last in hours.get("week", {}).get(WEEKDAYS[here.weekday()], ())]


@Provider
def workspace_holidays() -> Mapping[str, Mapping[str, str]]:
    """Days on which no place of the workspace that keeps hours is open, with their names by language."""
    return {}


def is_holiday(hours: Mapping[str, Any], day: date) -> bool:
    """Whether a day is a holiday of these hours or of the workspace."""
    text = day.isoformat()
    return text in hours.get("holidays", ()) or text in workspace_holidays()


def holidays_from(hours: Mapping[str, Any] | None, day: date) -> list[str]:
    """Return the holidays of these hours and of the workspace from a day on, in their order."""
    if not hours:
        return []
    return sorted(text for text in {*hours.get("holidays", ()), *workspace_holidays()} if text >= day.isoformat())


def closed_days(hours: Mapping[str, Any] | None, now: datetime, zone: str, ahead: int) -> list[str]:
    """Return the days from today on, so many ahead, on which it is never open."""
    here = local(hours, now, zone)
    days = (here + timedelta(days=day) for day in range(ahead))
    return [day.date().isoformat() for day in days if not spans_on(hours, day, zone)]


def open_times(hours: Mapping[str, Any] | None, step: int) -> list[str]:
    """Return the times of day, so many minutes apart, at which it is open on every day that it opens at all."""
    days = [spans for spans in (hours or {}).get("week", {}).values() if spans]
    clock = [f"{minute // 60:02}:{minute % 60:02}" for minute in range(0, 24 * 60, step)]
    return [at for at in clock if days and all(any(first <= at < last for first, last in day) for day in days)]


def next_opening(hours: Mapping[str, Any] | None, now: datetime, zone: str) -> datetime | None:
    """Return when it opens next, after now; None where it is always open or never within a fortnight."""
    if not hours:
        return None
    place = _zone(hours.get("zone"), zone)
    for ahead in range(15):
        day = now.astimezone(place) + timedelta(days=ahead)
        for first, _ in sorted(spans_on(hours, day, zone)):
            opens = datetime.combine(day.date(), time.fromisoformat(first), place) if first < "24:00" else None
            if opens is not None and opens > now:
                return opens
    return None


AHEAD = 60
"""Days that are looked through for open hours."""


def after_open_time(hours: Mapping[str, Any] | None, start: datetime, span: timedelta, zone: str) -> datetime:
    """Return when so much open time has passed since a moment; plain time where it is always or never open."""
    if not hours:
        return start + span
    place, left = _zone(hours.get("zone"), zone), span
    for ahead in range(-1, AHEAD):
        day = start.astimezone(place) + timedelta(days=ahead)
        for first, last in sorted(spans_on(hours, day, zone)):
            begins, ends = _moment(day.date(), first, place), _moment(day.date(), last, place)
            ends += timedelta(days=1) if ends <= begins else timedelta()
            begins = max(begins, start)
            if ends > begins:
                if begins + left <= ends:
                    return begins + left
                left -= ends - begins
    return start + span


def _moment(day: date, clock: str, place: ZoneInfo) -> datetime:
    """A time of a day as an instant; `24:00` is the next day's beginning."""
    if clock == "24:00":
        return datetime.combine(day + timedelta(days=1), time(), place).astimezone(UTC)
    return datetime.combine(day, time.fromisoformat(clock), place).astimezone(UTC)
