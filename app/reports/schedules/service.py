"""Rules of schedules: who has them, what they may mail to whom, and when they are due."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import ColumnElement, Select, func, select

from app.accounts.users.models import User
from app.accounts.users.rights import abilities_of
from app.core import clock
from app.core.db.base import db, fetch
from app.core.errors import BeyondSchema, Conflict, Forbidden, Invalid
from app.core.hours import known_zones
from app.core.jobs import UNFINISHED, Job, enqueue
from app.core.languages import reading_language
from app.core.security.abilities import can
from app.reports.filters.words import Condition, conditions_of_questions
from app.reports.mailing import check_recipients
from app.reports.metrics.written import report_name
from app.reports.questions import address_of, read_question, visible_context_of
from app.reports.schedules.models import FORMATS, NAME_LENGTH, ReportSchedule, ScheduleDelivery, ScheduleRecipient
from app.reports.schedules.times import next_run
from app.reports.standard.service import question_of, report_of

MOST, MOST_OF_WORKSPACE = 50, 500
"""Schedules of one person, and of all."""
KEPT_DELETED = timedelta(days=30)
"""How long one that was deleted can be restored."""
PAGE = "/reports/schedules"
RUN = "run_schedule"
LAST_DAYS = {"week": 7, "month": 31}
UNCHECKED = {"name", "active", "skip_unchanged"}
"""Fields that can be changed without a check of rights and recipients."""
VALUES = ("report", "query", "every", "on", "at", "zone", "recipients", "formats", "skip_unchanged", "active")


def list_schedules(user: User) -> Select[ReportSchedule]:
    """Select a person's own schedules."""
    return select(ReportSchedule).where(ReportSchedule.owner_id == user.id, ReportSchedule.deleted_at.is_(None))


def get_schedule(schedule_id: int, user: User) -> ReportSchedule:
    """Return one of a person's own schedules, or raise NotFound."""
    return fetch(list_schedules(user).where(ReportSchedule.id == schedule_id), "This schedule does not exist.")


def create_schedule(values: Mapping[str, Any], user: User) -> ReportSchedule:
    """Add a schedule; Conflict beyond the most that there may be."""
    _check_number(user)
    row = ReportSchedule(owner_id=user.id, active=True, on=None)
    _apply(row, values, user)
    db.session.add(row)
    db.session.flush()
    return row


def change_schedule(row: ReportSchedule, values: Mapping[str, Any], user: User) -> None:
    """Change a schedule; Invalid names what does not fit."""
    _apply(row, values, user)
    db.session.flush()


def _check_number(user: User) -> None:
    def count(*conditions: ColumnElement[bool]) -> int:
        query = select(func.count(ReportSchedule.id)).where(ReportSchedule.deleted_at.is_(None), *conditions)
        return db.session.scalar(query) or 0

    if count(ReportSchedule.owner_id == user.id) >= MOST:
        raise Conflict(f"You can have {MOST} schedules. Delete one first.", code="too_many")
    if count() >= MOST_OF_WORKSPACE:
        raise Conflict(f"The workspace can have {MOST_OF_WORKSPACE} schedules. Delete one first.", code="too_many")


def _apply(row: ReportSchedule, values: Mapping[str, Any], user: User) -> None:
    """Take the values of a call over; what says who gets what is checked as a whole."""
    with db.session.no_autoflush:
        whole = {name: values.get(name, getattr(row, name)) for name in VALUES}
        if values.keys() - UNCHECKED:
            if "every" in values and "on" not in values:
                whole["on"] = None
            _check(whole, user)
        elif values.get("active"):
            check_query(row.report, row.query)
    for name in VALUES:
        setattr(row, name, whole[name])
    if "name" in values:
        row.name = values["name"] or report_name(row.report, user.locale or "en")[:NAME_LENGTH]
    row.next_at = next_run(row, clock.now())


def _check(whole: dict[str, Any], user: User) -> None:
    """Bring the values of a schedule into their form; Invalid names what does not fit."""
    subject = _check_report(whole["report"], user)
    whole["query"] = check_query(whole["report"], whole["query"])
    whole["on"] = _check_day(whole["every"], whole["on"])
    if whole["zone"] not in known_zones():
        raise Invalid({"zone": [BeyondSchema("This zone does not exist.")]})
    whole["recipients"] = list(dict.fromkeys(whole["recipients"]))
    check_recipients(whole["recipients"], user, subject=subject, field="recipients")
    whole["formats"] = _check_formats(whole["formats"], subject, user)


def _check_report(report: str, user: User) -> str:
    """Return the subject of a report that a person may read."""
    subject = report_of(report).subject
    if not can(abilities_of(user), "read", subject):
        raise Forbidden
    return subject


def check_query(report: str, query: str) -> str:
    """Return a query as addresses have it; Invalid where the report cannot be read by it."""
    question = read_question(query)
    visible_context_of(question_of(report_of(report), question))
    return address_of(question)


def _check_day(every: str, on: int | None) -> int | None:
    """Return the day a schedule is due on: the first where none is given, none for each day."""
    if every not in LAST_DAYS:
        return None
    if on is not None and not 1 <= on <= LAST_DAYS[every]:
        raise Invalid({"on": [BeyondSchema(f"Must be from 1 to {LAST_DAYS[every]}.")]})
    return on or 1


def _check_formats(formats: Sequence[str], subject: str, user: User) -> list[str]:
    """Return formats in their order; Invalid for files where a person may not export the report."""
    files = set(formats) - {"html"}
    if files and not can(abilities_of(user), "export", subject):
        raise Invalid({"formats": [BeyondSchema("You cannot export this report. Choose mail only.")]})
    if "png" in files and "html" not in formats:
        raise Invalid({"formats": [BeyondSchema("Pictures are in the mail. Choose the mail with figures as well.")]})
    return [name for name in FORMATS if name in formats]


def delete_schedule(row: ReportSchedule) -> None:
    """Delete a schedule; it can be restored for a month."""
    row.deleted_at = clock.now()
    db.session.flush()


def restore_schedule(schedule_id: int, user: User) -> ReportSchedule:
    """Restore a deleted schedule; NotFound once it is gone, Conflict where it is not deleted."""
    query = select(ReportSchedule).where(ReportSchedule.owner_id == user.id, ReportSchedule.id == schedule_id)
    row = fetch(query, "This schedule does not exist.")
    if row.deleted_at is None:
        raise Conflict("This schedule is not deleted.", code="not_deleted")
    _check_number(user)
    row.deleted_at, row.next_at = None, next_run(row, clock.now())
    db.session.flush()
    return row


def run_schedule(row: ReportSchedule) -> Job:
    """Have a schedule mailed now; Conflict while that is under way."""
    running = select(Job).where(Job.kind == RUN, Job.state.in_(UNFINISHED))
    if any(job.payload.get("schedule_id") == str(row.id) for job in db.session.scalars(running)):
        raise Conflict("This schedule is being run already.", code="running")
    return enqueue(RUN, {"schedule_id": str(row.id), "due": clock.now().isoformat()})


def list_deliveries(row: ReportSchedule) -> Select[ScheduleDelivery]:
    """Select what a schedule did."""
    return select(ScheduleDelivery).where(ScheduleDelivery.schedule_id == row.id)


def live_link(row: ReportSchedule) -> str:
    """Return the address of the live report."""
    return f"/reports/{row.report}" + (f"?{row.query}" if row.query else "")


def show_schedules(rows: Sequence[ReportSchedule]) -> list[dict[str, Any]]:
    """Schedules as a list answers them, what they did last read at once."""
    ids = [row.id for row in rows]
    newest = select(func.max(ScheduleDelivery.id)).where(ScheduleDelivery.schedule_id.in_(ids))
    query = select(ScheduleDelivery).where(ScheduleDelivery.id.in_(newest.group_by(ScheduleDelivery.schedule_id)))
    last = {delivery.schedule_id: delivery for delivery in db.session.scalars(query)} if ids else {}
    stopped = select(ScheduleRecipient.schedule_id, ScheduleRecipient.email).where(
        ScheduleRecipient.schedule_id.in_(ids), ScheduleRecipient.stopped_at.is_not(None)
    )
    stopped_pairs = {(schedule_id, email) for schedule_id, email in db.session.execute(stopped)} if ids else set()
    conditions = conditions_of_questions([read_question(row.query) for row in rows], reading_language())
    return [_serialize(row, last.get(row.id), stopped_pairs, its) for row, its in zip(rows, conditions, strict=True)]


def show_schedule(row: ReportSchedule) -> dict[str, Any]:
    """A schedule as it is answered."""
    return show_schedules([row])[0]


def _serialize(
    row: ReportSchedule, last: ScheduleDelivery | None, stopped_pairs: set[tuple[int, str]], conditions: list[Condition]
) -> dict[str, Any]:
    names = ("id", "name", *VALUES, "last_at", "revision", "created_at")
    return {name: getattr(row, name) for name in names} | {
        "next_at": row.next_at if row.active else None,
        "opted_out": [email for email in row.recipients if (row.id, email.lower()) in stopped_pairs],
        "last": last, "conditions": conditions, "link": live_link(row),
    }  # fmt: skip
