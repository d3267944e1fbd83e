"""The specified calendar calls."""

from typing import Any

from flask import request

from app.core.db.base import db
from app.core.http.api import SpecifiedBlueprint
from app.core.security.operations import Operation, needs
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


@blp.get("/events", Operation(needs("read", "Office"), query=CalendarArgs, answer=CalendarEventSchema(many=True)))
def events(args: dict[str, Any]) -> list[Event]:
    """List the events of some calendars; of all without the parameter, of none with an empty list."""
    filters = request.args.keys() & {"calendars", "calendars[]"}
    return service.numbered_events(args.get("calendars", []) if filters else None)


@blp.post(
    "/add-event",
    Operation(
        needs("create", "Office"),
        audit="event:create",
        body=NewCalendarEventSchema,
        answer=CalendarAnswerSchema,
        status=201,
    ),
)
def add_event(args: dict[str, Any]) -> dict[str, Event]:
    """Create an event; its id is the highest one plus one."""
    event = service.add_event(args["event"])
    db.session.commit()
    return {"event": event}


@blp.post(
    "/update-event",
    Operation(needs("update", "Office"), audit="event:update", body=CalendarUpdateSchema, answer=CalendarAnswerSchema),
)
def update_event(args: dict[str, Any]) -> dict[str, Event]:
    """Update an event and answer all of it; `extendedProps` is replaced whole."""
    values = args["event"]
    event = service.numbered_event(values.pop("id"))
    service.change_event(event, values)
    db.session.commit()
    return {"event": event}


@blp.delete(
    "/remove-event",
    Operation(needs("delete", "Office"), audit="event:delete", query=CalendarDeleteArgs, answer=CalendarAnswerSchema),
)
def remove_event(args: dict[str, Any]) -> dict[str, Event]:
    """Delete an event; `POST /events/{event_id}/restore` restores it."""
    event = service.numbered_event(args["id"])
    service.move_event(event, deleted=True)
    db.session.commit()
    return {"event": event}
