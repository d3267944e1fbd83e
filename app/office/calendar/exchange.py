"""Our events as an iCalendar file, and such a file's events as ours."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import select

from app.core.db.base import db
from app.core.errors import BeyondSchema, Invalid
from app.core.http.schemas import FIRST_DAY, LAST_DAY
from app.core.values.batches import batched
from app.office.calendar import ical, moments
from app.office.calendar.models import CALENDARS, Event
from app.office.calendar.service import add_event, zone

MAX_BYTES = 2 * 2**20
MOST = 2000
MOST_PROBLEMS = 50
"""As many faults of a file are reported as a person reads."""
DOMAIN = "parley"
_REPEATS = ("RRULE", "RDATE", "RECURRENCE-ID")


def _uid(event: Event) -> str:
    """What an event is called in files."""
    return event.uid or f"{event.id}@{DOMAIN}"


def write_ical() -> str:
    """All events that are there as a file's text."""
    events = db.session.scalars(select(Event).where(Event.is_deleted.is_(False)).order_by(Event.number))
    head = [
        ("BEGIN", "VCALENDAR"),
        ("VERSION", "2.0"),
        ("PRODID", "-//Parley//Calendar//EN"),
        ("CALSCALE", "GREGORIAN"),
    ]
    lines = [*head, *(line for event in events if event.start for line in _lines(event)), ("END", "VCALENDAR")]
    return "".join(ical.line(name, value) for name, value in lines)


def _lines(event: Event) -> Iterator[tuple[str, str]]:
    """The content lines of one event."""
    yield "BEGIN", "VEVENT"
    yield "UID", ical.escape(_uid(event))
    yield "DTSTAMP", ical.stamp(event.updated_at)
    if event.is_all_day and event.first_day and event.last_day:
        yield "DTSTART;VALUE=DATE", event.first_day.strftime("%Y%m%d")
        yield "DTEND;VALUE=DATE", moments.after(event.last_day).strftime("%Y%m%d")
    elif event.start_at:
        yield "DTSTART", ical.stamp(event.start_at)
        if event.end_at:
            yield "DTEND", ical.stamp(event.end_at)
    yield "SUMMARY", ical.escape(event.title)
    yield "CATEGORIES", ical.escape(event.calendar)
    for name, text in (("LOCATION", event.location), ("DESCRIPTION", event.description)):
        if text:
            yield name, ical.escape(text)
    if event.url and not any(sign.isspace() for sign in event.url):
        yield "URL", event.url
    for guest in event.guests:
        # A guest is a name to us; an address is what the format asks for.
        quoted_name = guest.replace('"', "'").replace("\n", " ").replace("\r", " ")
        yield (
            f'ATTENDEE;CN="{quoted_name}"',
            f"mailto:{guest}" if "@" in guest and " " not in guest else "invalid:nomail",
        )
    yield "END", "VEVENT"


def add(raw: bytes, *, calendar: str, partly: bool) -> dict[str, Any]:
    """Add a file's events; Invalid with the reasons, and nothing added, where one cannot be read, unless `partly`."""
    parts = _events_of(raw)
    here = zone()
    good: list[tuple[str, dict[str, Any]]] = []
    problems: list[str] = []
    for place, part in enumerate(parts, 1):
        try:
            good.append((part.text("UID")[:255], _values(part, here, calendar)))
        except ValueError as error:
            name = part.text("SUMMARY")[:60]
            problems.append(f"Event {place}{f' “{name}”' if name else ''}, line {part.line}: {error}.")
    if problems and not (partly and good):
        more = [f"And {len(problems) - MOST_PROBLEMS} more."] if len(problems) > MOST_PROBLEMS else []
        raise Invalid(
            {"file": problems[:MOST_PROBLEMS] + more}, f"{len(problems)} of {len(parts)} events cannot be read."
        )
    there = _existing_ids({uid for uid, _ in good if uid})
    added_count = 0
    for uid, values in good:
        if uid in there:
            continue
        add_event(values, uid=uid)
        added_count += 1
        there |= {uid} - {""}
    return {
        "added": added_count,
        "known": len(good) - added_count,
        "left_out": len(problems),
        "problems": problems[:MOST_PROBLEMS],
    }


def _events_of(raw: bytes) -> list[ical.Component]:
    """The events of a file, judged by its bytes; Invalid where it is no calendar."""
    if len(raw) > MAX_BYTES:
        raise Invalid({"file": [f"The file is larger than {MAX_BYTES // 2**20} MB."]})
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Invalid({"file": [BeyondSchema("This is not an iCalendar file: it is not UTF-8 text.")]}) from None
    if "\x00" in text or not text.lstrip()[:15].upper().startswith("BEGIN:VCALENDAR"):
        raise Invalid(
            {"file": [BeyondSchema("This is not an iCalendar file: it does not start with BEGIN:VCALENDAR.")]}
        )
    try:
        whole = ical.parse(text)
    except ValueError as error:
        raise Invalid({"file": [str(error)]}) from None
    parts = [part for part in whole.parts if part.name == "VEVENT"]
    if not parts:
        raise Invalid({"file": ["The file has no events."]})
    if len(parts) > MOST:
        raise Invalid({"file": [f"The file has {len(parts)} events. Import at most {MOST} at a time."]})
    return parts


def _existing_ids(uids: set[str]) -> set[str]:
    """Those of some names that an event here has, by its own or by ours."""
    names: set[str] = set()
    for some in batched(sorted(uids), 500):
        ours = {int(uid.split("@")[0]) for uid in some if uid.endswith(f"@{DOMAIN}") and uid.split("@")[0].isdecimal()}
        ours = {number for number in ours if number < 2**63}
        query = select(Event).where(Event.is_deleted.is_(False), Event.uid.in_(some) | Event.id.in_(ours))
        names |= {_uid(event) for event in db.session.scalars(query)}
    return names & uids


def _values(part: ical.Component, here: ZoneInfo, calendar: str) -> dict[str, Any]:
    """An event's values as the service takes them; ValueError says why there are none."""
    for name in _REPEATS:
        if part.first(name):
            raise ValueError(f"it repeats ({name}), which this calendar cannot do")
    title = " ".join(part.text("SUMMARY").split())
    if len(title) > 200:
        raise ValueError("its title is longer than 200 characters")
    props = {
        "calendar": _calendar(part, calendar),
        "location": part.text("LOCATION")[:300],
        "description": part.text("DESCRIPTION")[:10_000],
        "guests": _guests(part)[:50],
    }
    url = part.first("URL")
    link = url.value.strip() if url else ""
    link = link if link.startswith(("http://", "https://")) and len(link) <= 2000 else ""
    return {"title": title or "(no title)", "url": link, "extended_props": props} | _parse_times(part, here)


def _parse_times(part: ical.Component, here: ZoneInfo) -> dict[str, Any]:
    """When it takes place."""
    begins = part.first("DTSTART")
    if begins is None:
        raise ValueError("DTSTART is missing")
    ends, lasts = part.first("DTEND"), part.first("DURATION")
    end: date | datetime | None = None
    try:
        start = ical.moment(begins, here)
        if ends is not None:
            end = ical.moment(ends, here)
        elif lasts is not None:
            end = start + ical.duration(lasts)
    except OverflowError:
        raise ValueError("it is too far away") from None
    if end is not None and isinstance(end, datetime) != isinstance(start, datetime):
        raise ValueError("DTSTART and DTEND are not of one kind, a date and a time")
    if end is not None and end < start:
        raise ValueError("it ends before it begins")
    first = start.date() if isinstance(start, datetime) else start
    if not FIRST_DAY + timedelta(days=2) <= first <= LAST_DAY - timedelta(days=2) or (
        end is not None and str(end)[:10] > str(LAST_DAY - timedelta(days=2))
    ):
        raise ValueError("it is too far away")
    if isinstance(start, datetime):
        until = moments.write_instant(end) if isinstance(end, datetime) and end > start else None
        return {"is_all_day": False, "start": moments.write_instant(start), "end": until}
    after = end if end is not None and end > start else moments.after(start)
    return {"is_all_day": True, "start": start.isoformat(), "end": after.isoformat()}


def _calendar(part: ical.Component, otherwise: str) -> str:
    """The first of its categories that is a calendar of ours."""
    by_name = {name.casefold(): name for name in CALENDARS}
    for prop in part.properties:
        for category in prop.value.split(",") if prop.name == "CATEGORIES" else ():
            if label := by_name.get(ical.unescape(category).strip().casefold()):
                return label
    return otherwise


def _guests(part: ical.Component) -> list[str]:
    """Those invited, by their names or addresses."""
    attendees = [prop for prop in part.properties if prop.name == "ATTENDEE"]
    names = [prop.parameters.get("CN") or prop.value.removeprefix("mailto:").strip() for prop in attendees]
    return [name.replace(",", " ").strip()[:200] for name in names if name.strip() and name != "invalid:nomail"]
