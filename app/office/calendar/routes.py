"""Our own calls on events, for the page: by days and in a list, by revisions, and as iCalendar files."""

from typing import Any

from flask import Response, url_for

from app.core.db.base import db
from app.core.http.api import Blueprint
from app.core.http.listing import Page, paginate
from app.core.http.resources import Reply, Resource
from app.core.security.operations import LARGEST_UPLOAD, Operation, RowOperations, needs
from app.office.calendar import exchange, service
from app.office.calendar.models import Event
from app.office.calendar.schemas import (
    EventChangeSchema,
    EventFileForm,
    EventFiles,
    EventImportSchema,
    EventListArgs,
    EventPageSchema,
    EventSchema,
    EventSpanArgs,
    EventSpanSchema,
    NewEventSchema,
)

blp = Blueprint("events", __name__, url_prefix="/api/v1/events", description="Calendar events.")


EVENTS = Resource(service.get_event, EventSchema, address=lambda row: url_for("events.get_event", event_id=row.id))
EVENT_CALLS = RowOperations("Office", "event", EventSchema)


@blp.get("", Operation(needs("read", "Office"), query=EventListArgs, answer=EventPageSchema))
def list_events(args: dict[str, Any]) -> Page:
    """List events from a day on by start, or deleted ones, last deleted first."""
    query = service.list_events(args["from_"], args["calendars"], args["q"], deleted=args["deleted"])
    if args["deleted"]:
        return paginate(query, args, key=Event.id, sort=service.deleted_at())
    return paginate(query, args, key=Event.id, sort=service.begins(), descending=False)


@blp.get("/between", Operation(needs("read", "Office"), query=EventSpanArgs, answer=EventSpanSchema))
def events_between(args: dict[str, Any]) -> dict[str, Any]:
    """List the events that take place on some days."""
    return service.between(args["from_"], args["to"], args["calendars"])


@blp.get("/file", Operation(needs("read", "Office"), content_type="text/calendar"))
def download_events() -> Response:
    """Export all events as an iCalendar file."""
    response = Response(exchange.write_ical(), content_type="text/calendar; charset=utf-8")
    response.headers["Content-Disposition"] = 'attachment; filename="calendar.ics"'
    response.headers["Cache-Control"] = "private, no-cache"
    return response


@blp.post(
    "/file",
    Operation(
        needs("create", "Office"),
        audit="event:import",
        largest=LARGEST_UPLOAD,
        files=EventFiles,
        form=EventFileForm,
        answer=EventImportSchema,
        status=201,
        renders_answer=True,
    ),
)
def upload_events(files: dict[str, Any], form: dict[str, Any]) -> dict[str, Any]:
    """Import the events of an iCalendar file, all or none."""
    raw = files["file"].stream.read(exchange.MAX_BYTES + 1)
    result = exchange.add(raw, calendar=form["calendar"], partly=form["partly"])
    db.session.commit()
    return result


@blp.get("/<int:event_id>", EVENT_CALLS.read())
def get_event(event_id: int) -> Reply:
    """Retrieve an event."""
    return EVENTS.get(event_id)


@blp.post("", EVENT_CALLS.create(NewEventSchema))
def create_event(args: dict[str, Any]) -> Reply:
    """Create an event."""
    return EVENTS.create(service.add_event(service.clean_changes(None, args)))


@blp.patch("/<int:event_id>", EVENT_CALLS.update(EventChangeSchema))
def change_event(args: dict[str, Any], event_id: int) -> Reply:
    """Update an event."""
    return EVENTS.change(event_id, lambda event: service.change_event(event, service.clean_changes(event, args)))


@blp.delete("/<int:event_id>", EVENT_CALLS.trash())
def delete_event(event_id: int) -> Reply:
    """Delete an event; it can be restored."""
    return _move_event(event_id, deleted=True)


@blp.post("/<int:event_id>/restore", EVENT_CALLS.restore())
def restore_event(event_id: int) -> Reply:
    """Restore a deleted event."""
    return _move_event(event_id, deleted=False)


def _move_event(event_id: int, *, deleted: bool) -> Reply:
    """The event put away, or taken out again."""
    return EVENTS.change(event_id, lambda event: service.move_event(event, deleted=deleted))
