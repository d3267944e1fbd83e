"""The jobs of alerts: looking at those that are due, and sending mails."""

from datetime import timedelta

from sqlalchemy import select

from app.core.clock import now
from app.core.db.base import db
from app.core.db.tenancy import within
from app.core.jobs import Job, heartbeat, job, named_id
from app.core.jobs.schedule import isolated, regularly
from app.reports.alerts import mails, service
from app.reports.alerts.models import Alert

EVERY = timedelta(minutes=5)


@regularly(EVERY)
def look_at_alerts() -> None:
    """See that each workspace with alerts that are due has a job that checks them."""
    due = select(Alert.workspace_id).where(Alert.active.is_(True), Alert.next_at <= now()).distinct()
    for workspace_id in db.session.scalars(due).all():
        with within(workspace_id):
            service.begin_checks()


@job("check_alerts")
def check_alerts(row: Job) -> None:
    """Check the alerts of a workspace that are due, one after the other."""
    due = select(Alert.id).where(Alert.active.is_(True), Alert.next_at <= now()).order_by(Alert.next_at)
    ids = db.session.scalars(due).all()
    for place, alert_id in enumerate(ids):
        with isolated("alerts", alert=alert_id) as attempt:
            service.check_alert(alert_id)
        if attempt.failed:
            service.postpone_check(alert_id)
        heartbeat(row, place / len(ids))
        db.session.commit()


@job("alert_mails")
def send_alert_mails(row: Job) -> None:
    """Send the mails of a firing."""
    mails.send_firing(named_id(row, "firing_id"), row)
