"""Rules of events: where they stand, what a client's words mean, and what may become of them."""

from datetime import date, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, Select, and_, func, or_, select

from app.accounts.workspaces.models import Workspace
from app.core import clock
from app.core.db.base import count_rows, db, fetch
from app.core.db.numbering import next_number
from app.core.db.tenancy import bound_workspace
from app.core.errors import BeyondSchema, Conflict, Invalid
from app.core.http.schemas import LAST_DAY
from app.office.calendar import moments
from app.office.calendar.models import CALENDARS, OTHER, Event

MOST = 1000
"""As many events as one sheet of days shows."""
SPAN_DAYS = 92
MONTH_DAYS = 30
KEYS = {"url": "url", "title": "title", "start": "start", "end": "end", "is_all_day": "allDay",
        "extended_props": "extendedProps", "display": "display"}  # fmt: skip
EVERY = ",".join(KEYS.values())


def zone() -> ZoneInfo:
    """The zone of the bound workspace."""
    workspace = db.session.get(Workspace, bound_workspace())
    return ZoneInfo(workspace.zone if workspace else "UTC")


def numbered_events(calendars: list[str] | None) -> list[Event]:
    """All events of some calendars, or of all, by number."""
    query = select(Event).where(Event.is_deleted.is_(False))
    if calendars is not None:
        query = query.where(Event.calendar.in_(calendars))
    return list(db.session.scalars(query.order_by(Event.number)))


def _touches(first: date, last: date) -> ColumnElement[bool]:
    """Whether an event takes place on one of these days."""
    here = zone()
    begin, end = moments.midnight(first, here), moments.midnight(moments.after(last), here)
    days = and_(Event.is_all_day.is_(True), Event.first_day <= last, Event.last_day >= first)
    # What ends at midnight is not on the day that begins then.
    times = and_(Event.is_all_day.is_(False), Event.start_at < end, or_(Event.end_at > begin, Event.start_at >= begin))
    return or_(days, times)


def _select_events(calendars: list[str]) -> Select[Event]:
    """The events of some calendars; none named means all."""
    query = select(Event).where(Event.is_deleted.is_(False))
    return query.where(Event.calendar.in_(calendars)) if calendars else query


def between(first: date | None, last: date | None, calendars: list[str]) -> dict[str, Any]:
    """The events on some days, the longest first among those of a day, and how many there are."""
    first = first or clock.now().astimezone(zone()).date()
    last = last or min(first + timedelta(days=MONTH_DAYS), LAST_DAY)
    if last < first:
        raise Invalid({"to": [BeyondSchema("The last day is before the first day.")]})
    if (last - first).days >= SPAN_DAYS:
        raise Invalid({"to": [BeyondSchema(f"Choose at most {SPAN_DAYS} days.")]})
    query = _select_events(calendars).where(_touches(first, last))
    total = count_rows(query)
    order = (Event.is_all_day.desc(), Event.first_day, Event.last_day.desc(), Event.start_at, Event.id)
    return {"events": list(db.session.scalars(query.order_by(*order).limit(MOST))), "total": total}


def list_events(first: date | None, calendars: list[str], q: str, *, deleted: bool) -> Select[Event]:
    """The events from a day on, or the deleted ones, of some calendars, with words in their titles."""
    query = select(Event).where(Event.is_deleted.is_(deleted))
    if calendars:
        query = query.where(Event.calendar.in_(calendars))
    if q.strip():
        query = query.where(Event.title.icontains(q.strip(), autoescape=True))
    return query.where(_touches(first, LAST_DAY - timedelta(days=1))) if first and not deleted else query


def begins() -> ColumnElement[Any]:
    """What a list goes by: when an event begins."""
    return func.coalesce(Event.start_at, Event.first_day)


def deleted_at() -> ColumnElement[Any]:
    """What a list of deleted events goes by: when they were last changed."""
    return func.coalesce(Event.updated_at, Event.created_at)


def get_event(event_id: int) -> Event:
    """An event by its id, deleted or not; or NotFound."""
    return _get_event(Event.id == event_id)


def numbered_event(number: int) -> Event:
    """An event that is there by the number the specified calls know it by, or NotFound."""
    return _get_event((Event.number == number) & Event.is_deleted.is_(False))


def _get_event(condition: ColumnElement[bool]) -> Event:
    return fetch(select(Event).where(condition), "This event does not exist.")


def add_event(values: dict[str, Any], *, uid: str = "") -> Event:
    """A new event under the next number, from what a client has sent."""
    event = Event(number=next_number("event"), extended_props={}, sent_keys="", uid=uid, is_all_day=False)
    _set(event, values)
    db.session.add(event)
    db.session.flush()
    return event


def change_event(event: Event, values: dict[str, Any]) -> None:
    """Give an event other values; keys that are not given stay, `extended_props` is replaced whole."""
    _set(event, values)
    db.session.flush()


def _set(event: Event, values: dict[str, Any]) -> None:
    """Put values, as the schemas load them, into an event and say where it is."""
    changes = dict(values)
    sent_keys = {KEYS[key] for key in changes} | set(event.sent_keys.split(",")) - {""}
    event.sent_keys = ",".join(key for key in KEYS.values() if key in sent_keys)
    for key in ("start", "end"):
        if key in changes:
            setattr(event, f"{key}_text", changes.pop(key))
    for key, value in changes.items():
        setattr(event, key, value if value is not None else {"extended_props": {}, "is_all_day": False}.get(key, ""))
    calendar_name = (event.extended_props or {}).get("calendar")
    event.calendar = calendar_name if calendar_name in CALENDARS else OTHER
    _place(event)


def _place(event: Event) -> None:
    """Days or instants by what is written; an end before the start is none, as widgets send it."""
    here = zone()
    start, end = event.start_text, event.end_text
    event.start_at = event.end_at = event.first_day = event.last_day = None
    if start is None:
        return
    if end is not None and moments.read(end, here) < moments.read(start, here):
        end = event.end_text = None
    if event.is_all_day:
        event.first_day = moments.day_of(start, here)
        # The day a widget's end names is the first without the event.
        until = moments.day_of(end, here) - timedelta(days=1) if end is not None else event.first_day
        event.last_day = max(event.first_day, until)
    else:
        event.start_at = moments.read(start, here)
        event.end_at = moments.read(end, here) if end is not None else None


def clean_changes(event: Event | None, values: dict[str, Any]) -> dict[str, Any]:
    """What our own page sends, as `change_event` takes it; Invalid where it ends before it begins."""
    if event is not None and event.is_deleted:
        raise Conflict("This event is deleted. Restore it first.", code="invalid_transition")
    changes = dict(values)
    props = dict(event.extended_props or {}) if event else {}
    props |= {key: changes.pop(key) for key in ("calendar", "location", "description", "guests") if key in changes}
    props.setdefault("calendar", OTHER)
    out = {key: changes[key] for key in ("title", "url") if key in changes} | {"extended_props": props}
    if event is None or changes.keys() & {"start", "end", "is_all_day"}:
        out |= _event_times(event, changes)
    return out


def _event_times(event: Event | None, values: dict[str, Any]) -> dict[str, Any]:
    """Start and end as they are stored: of whole days dates, the end the first day after."""
    here = zone()
    whole = values.get("is_all_day", event.is_all_day if event else False)
    start = values.get("start", _iso_text(event.start) if event else None)
    end = values.get("end", _iso_text(event.end) if event else None)
    if start is None:
        return {"is_all_day": whole, "start": None, "end": None}
    if whole:
        first, last = moments.day_of(start, here), moments.day_of(end, here) if end else None
        if last is not None and last < first:
            raise Invalid({"end": [BeyondSchema("The end is before the start.")]})
        return {"is_all_day": True, "start": first.isoformat(), "end": moments.after(last or first).isoformat()}
    begin = moments.read(start, here, event.start_at if event else None)
    until = moments.read(end, here, event.end_at if event else None) if end else None
    if until is not None and until < begin:
        raise Invalid({"end": [BeyondSchema("The end is before the start.")]})
    return {
        "is_all_day": False,
        "start": moments.write_instant(begin),
        "end": moments.write_instant(until) if until else None,
    }


def _iso_text(moment: Any) -> str | None:
    """A day or an instant as text."""
    if moment is None:
        return None
    return moments.write_instant(moment) if hasattr(moment, "hour") else str(moment.isoformat())


def move_event(event: Event, *, deleted: bool) -> None:
    """Put an event away or take it out again; Conflict where it is already."""
    if event.is_deleted == deleted:
        raise Conflict(f"This event is {'already' if deleted else 'not'} deleted.", code="invalid_transition")
    event.is_deleted = deleted
    db.session.flush()
