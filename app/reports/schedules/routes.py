"""Calls on scheduled mails of reports."""

from typing import Any

from flask import Response, url_for

from app.core.db.base import db
from app.core.http import concurrency
from app.core.http.api import Blueprint
from app.core.http.listing import Page, paginate, with_more
from app.core.http.resources import Reply, Resource
from app.core.http.schemas import PageArgs
from app.core.security.operations import Operation, needs
from app.core.security.visitor import require_user
from app.reports.schedules import mails, service
from app.reports.schedules.models import ReportSchedule, ScheduleDelivery
from app.reports.schedules.schemas import (
    NewScheduleSchema,
    ScheduleChangeSchema,
    ScheduleDeliveryPageSchema,
    SchedulePageSchema,
    ScheduleRunSchema,
    ScheduleSchema,
)

blp = Blueprint("schedules", __name__, url_prefix="/api/v1/schedules", description="Scheduled mails of reports.")
PREVIEW_HEADERS = {
    # Its styles and pictures are within it; nothing acts, nothing is fetched, only our own pages may show it.
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
    "X-Frame-Options": "SAMEORIGIN",
    "Referrer-Policy": "no-referrer",
}


SCHEDULES = Resource(
    lambda row_id: service.get_schedule(row_id, require_user()),
    ScheduleSchema,
    service.show_schedule,
    lambda row: url_for("schedules.get_schedule", schedule_id=row.id),
)


@blp.get("", Operation(needs("read", "Dashboard"), query=PageArgs, answer=SchedulePageSchema))
def list_schedules(args: dict[str, Any]) -> dict[str, Any]:
    """List your schedules."""
    page = paginate(service.list_schedules(require_user()), args, key=ReportSchedule.id)
    return with_more(page, items=service.show_schedules(page.items))


@blp.post(
    "",
    Operation(
        needs("read", "Dashboard"),
        audit="schedule:create",
        revisioned=True,
        body=NewScheduleSchema,
        answer=ScheduleSchema,
        status=201,
        problems=(409,),
    ),
)
def create_schedule(args: dict[str, Any]) -> Reply:
    """Create a schedule."""
    return SCHEDULES.create(service.create_schedule(args, require_user()))


@blp.get("/<int:schedule_id>", Operation(needs("read", "Dashboard"), revisioned=True, answer=ScheduleSchema))
def get_schedule(schedule_id: int) -> Reply:
    """Retrieve a schedule."""
    return SCHEDULES.get(schedule_id)


@blp.patch(
    "/<int:schedule_id>",
    Operation(
        needs("read", "Dashboard"),
        audit="schedule:update",
        revisioned=True,
        body=ScheduleChangeSchema,
        answer=ScheduleSchema,
    ),
)
def change_schedule(args: dict[str, Any], schedule_id: int) -> Reply:
    """Update a schedule."""
    return SCHEDULES.change(schedule_id, lambda row: service.change_schedule(row, args, require_user()))


@blp.delete(
    "/<int:schedule_id>", Operation(needs("read", "Dashboard"), audit="schedule:delete", revisioned=True, status=204)
)
def delete_schedule(schedule_id: int) -> None:
    """Delete a schedule."""
    SCHEDULES.delete(schedule_id, service.delete_schedule)


@blp.post(
    "/<int:schedule_id>/restore",
    Operation(needs("read", "Dashboard"), audit="schedule:restore", answer=ScheduleSchema, problems=(409,)),
)
def restore_schedule(schedule_id: int) -> Reply:
    """Restore a schedule that was deleted in the last 30 days."""
    row = service.restore_schedule(schedule_id, require_user())
    db.session.commit()
    return SCHEDULES.answer(row)


@blp.post(
    "/<int:schedule_id>/run",
    Operation(
        needs("read", "Dashboard"),
        audit="schedule:run",
        limit="report",
        answer=ScheduleRunSchema,
        status=202,
        problems=(409,),
    ),
)
def run_schedule(schedule_id: int) -> dict[str, Any]:
    """Have a schedule's mails sent now."""
    job = service.run_schedule(service.get_schedule(schedule_id, require_user()))
    db.session.commit()
    return {"job": job.id}


@blp.get(
    "/<int:schedule_id>/preview",
    Operation(needs("read", "Dashboard"), limit="report", content_type="text/html", problems=(409,)),
)
def preview_schedule(schedule_id: int) -> Response:
    """Retrieve the mail that a schedule would send now, as a document for a sandboxed frame."""
    row = service.get_schedule(schedule_id, require_user())
    with concurrency.REPORTS.hold():
        content, kind = mails.preview_mail(row)
    return Response(content, content_type=f"{kind}; charset=utf-8", headers=PREVIEW_HEADERS)


@blp.get(
    "/<int:schedule_id>/deliveries",
    Operation(needs("read", "Dashboard"), query=PageArgs, answer=ScheduleDeliveryPageSchema),
)
def list_schedule_deliveries(args: dict[str, Any], schedule_id: int) -> Page:
    """List the deliveries of a schedule."""
    row = service.get_schedule(schedule_id, require_user())
    return paginate(service.list_deliveries(row), args, key=ScheduleDelivery.id)
