"""What schedules do where a recipient opts out, and where their owner leaves."""

from functools import partial

from sqlalchemy import select

from app.core import clock
from app.core.db.base import db, find_in_any_workspace
from app.core.mail.opt_outs import OptOut, opt_out_source
from app.reports.schedules.models import ReportSchedule, ScheduleRecipient
from app.reports.schedules.service import PAGE
from app.reports.successors import keep_rows

keep_rows("schedules", ReportSchedule, PAGE, ReportSchedule.deleted_at.is_(None))


@opt_out_source
def find_recipient(code: str) -> OptOut | None:
    """Return what the code of a recipient stops, in whose workspace the request goes on."""
    recipient = find_in_any_workspace(select(ScheduleRecipient).where(ScheduleRecipient.code == code))
    if recipient is None:
        return None
    schedule = db.session.get_one(ReportSchedule, recipient.schedule_id)
    return OptOut(schedule.name, "report", recipient.stopped_at is not None, partial(_stop, recipient))


def _stop(recipient: ScheduleRecipient) -> None:
    """Note that a recipient wants no more of the mails; again changes nothing."""
    if recipient.stopped_at is None:
        recipient.stopped_at = clock.now()
        db.session.flush()
