"""The specified calendar calls."""

from typing import Any

from flask import request

from app.audit.recording import audited
from app.core.db.base import db
from app.core.http.api import SpecifiedBlueprint
from app.core.security.visitor import needs
from app.office.calendar import service
from app.office.calendar.models import Event
from app.office.calendar.schemas import (
    CalendarAnswerSchema,
    CalendarArgs,
    CalendarDeleteArgs,
    CalendarEventSchema,
    CalendarUpdateSchema,
    NewCalendarEventSchema,
)

blp = SpecifiedBlueprint("calendar", __name__, url_prefix="/apps/calendar", description="Calendar events.")


@blp.get("/events")
@needs("read", "Office")
@blp.arguments(CalendarArgs, location="query")
@blp.response(200, CalendarEventSchema(many=True))
def events(args: dict[str, Any]) -> list[Event]:
    """List the events of some calendars; of all without the parameter, of none with an empty list."""
    filters = request.args.keys() & {"calendars", "calendars[]"}
    return service.numbered_events(args.get("calendars", []) if filters else None)


@blp.post("/add-event")
@needs("create", "Office")
@audited("event:create")
@blp.arguments(NewCalendarEventSchema)
@blp.response(201, CalendarAnswerSchema)
def add_event(args: dict[str, Any]) -> dict[str, Event]:
    """Create an event; its id is the highest one plus one."""
    event = service.add_event(args["event"])
    db.session.commit()
    return {"event": event}


@blp.post("/update-event")
@needs("update", "Office")
@audited("event:update")
@blp.arguments(CalendarUpdateSchema)
@blp.response(200, CalendarAnswerSchema)
def update_event(args: dict[str, Any]) -> dict[str, Event]:
    """Update an event and answer all of it; `extendedProps` is replaced whole."""
    values = args["event"]
    event = service.numbered_event(values.pop("id"))
    service.change_event(event, values)
    db.session.commit()
    return {"event": event}


@blp.delete("/remove-event")
@needs("delete", "Office")
@audited("event:delete")
@blp.arguments(CalendarDeleteArgs, location="query")
@blp.response(200, CalendarAnswerSchema)
def remove_event(args: dict[str, Any]) -> dict[str, Event]:
    """Delete an event; `POST /events/{event_id}/restore` restores it."""
    event = service.numbered_event(args["id"])
    service.move_event(event, deleted=True)
    db.session.commit()
    return {"event": event}
