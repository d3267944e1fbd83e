"""The jobs of schedules: making what is due, sending its mails, and housekeeping."""

from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, delete, select

from app.core.clock import now
from app.core.db.base import db, write_rows
from app.core.db.tenancy import bound_workspace, within
from app.core.jobs import MAX_ATTEMPTS, Job, enqueue, heartbeat, job, named_id
from app.core.jobs.schedule import daily, isolated, regularly
from app.reports.schedules import deliveries, mails
from app.reports.schedules.models import ReportSchedule, ScheduleDelivery
from app.reports.schedules.service import KEPT_DELETED

EVERY = timedelta(minutes=1)
KEPT = timedelta(days=400)
"""How long deliveries are kept."""
DELIVER = "deliver_schedules"


@regularly(EVERY)
def look_at_schedules() -> None:
    """See that each workspace with schedules that are due has a job that delivers them."""
    due = select(ReportSchedule.workspace_id).where(*_is_due()).distinct()
    for workspace_id in db.session.scalars(due).all():
        with within(workspace_id):
            waiting = select(Job.id).where(Job.kind == DELIVER, Job.state == "ready").limit(1)
            if db.session.scalar(waiting) is None:
                enqueue(DELIVER, {})


def _is_due() -> tuple[ColumnElement[bool], ...]:
    return ReportSchedule.active.is_(True), ReportSchedule.deleted_at.is_(None), ReportSchedule.next_at <= now()


@job("deliver_schedules")
def deliver_schedules(row: Job) -> None:
    """Deliver the schedules of a workspace that are due, one after the other, and again those that failed."""
    failed_ids = list[int]()
    ids = db.session.scalars(select(ReportSchedule.id).where(*_is_due()).order_by(ReportSchedule.next_at)).all()
    for place, schedule_id in enumerate(ids):
        with isolated("schedules", schedule=schedule_id) as attempt:
            deliveries.deliver_due(schedule_id)
        if attempt.failed:
            failed_ids.append(schedule_id)
        heartbeat(row, place / len(ids))
        db.session.commit()
    if failed_ids and row.attempts < MAX_ATTEMPTS:
        raise RuntimeError(f"{len(failed_ids)} of {len(ids)} schedules could not be delivered.")
    for schedule_id in failed_ids:
        deliveries.give_up(schedule_id)


@job("run_schedule")
def run_schedule(row: Job) -> None:
    """Deliver a schedule at its owner's wish."""
    with within(bound_workspace()):
        deliveries.deliver_now(named_id(row, "schedule_id"), datetime.fromisoformat(row.payload["due"]))


@job("schedule_mails")
def send_schedule_mails(row: Job) -> None:
    """Send the mails of a delivery."""
    mails.send_delivery(named_id(row, "delivery_id"), row)


@daily
def forget_old_deliveries() -> None:
    """Delete schedules that can be restored no more, and what went out long ago."""
    old = (
        delete(ReportSchedule).where(ReportSchedule.deleted_at < now() - KEPT_DELETED),
        delete(ScheduleDelivery).where(ScheduleDelivery.at < now() - KEPT),
    )
    for statement in old:
        write_rows(statement)
