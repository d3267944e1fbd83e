"""Making what a schedule mails: once for each time it is due, in the scope of its owner."""

import gzip
import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import orjson
from sqlalchemy import select

from app.accounts.users.models import User
from app.accounts.users.scope import scope_of
from app.core import clock
from app.core.db.base import db, hold, note, without_lock
from app.core.db.tenancy import Scope, bound_workspace, within
from app.core.errors import DomainError, Invalid
from app.core.jobs import enqueue
from app.core.mail.opt_outs import new_code
from app.reports.context import ReportQuery
from app.reports.failures import can_read, tell_failure
from app.reports.mailing import waiting_mails
from app.reports.questions import NotVisible
from app.reports.schedules.models import ReportSchedule, ScheduleDelivery, ScheduleRecipient
from app.reports.schedules.service import PAGE, check_query
from app.reports.schedules.times import next_run
from app.reports.snapshots.service import keep_document, link_of, make_document
from app.reports.standard.service import report_of

COUNTED = ("id", "version", "value", "num", "den")
"""What of a key figure is compared, where an unchanged report is not mailed."""
FAILED_NO_ACCESS, FAILED_QUERY, FAILED_ERROR = "no_access", "not_understood", "error"
FAILED_NOT_VISIBLE = "not_visible"


@dataclass(frozen=True, slots=True)
class Contents:
    """What is mailed: the report as a snapshot keeps it."""

    question: ReportQuery
    document: dict[str, Any]
    scope: Scope

    @property
    def digest(self) -> str:
        """The SHA-256 of its key figures."""
        cards = [[card[name] for name in COUNTED] for card in self.document["cards"]]
        return hashlib.sha256(orjson.dumps(cards)).hexdigest()

    @property
    def packed(self) -> bytes:
        """The document as a delivery keeps it."""
        return gzip.compress(orjson.dumps(self.document), 6, mtime=0)


def deliver_due(schedule_id: int) -> None:
    """Make what is due of a schedule; commits."""
    row = db.session.get(ReportSchedule, schedule_id)
    if row is None or row.next_at > clock.now():
        return
    revision, due = row.revision, row.next_at

    def is_still_due(row: ReportSchedule) -> bool:
        return row.revision == revision and row.active and row.deleted_at is None

    _deliver(row, due, is_still_due, is_forced=False)


def give_up(schedule_id: int) -> None:
    """Note that what is due of a schedule cannot be made, and go on with its next time."""
    row = db.session.get(ReportSchedule, schedule_id)
    if row is None or row.next_at > clock.now():
        return
    hold(row)
    values = {"schedule_id": row.id, "due_at": row.next_at, "at": clock.now(), "state": "failed"}
    db.session.add(ScheduleDelivery(reason=FAILED_ERROR, mails=[], **values))
    db.session.flush()
    _tell_failure(row)
    note(row, skip_locked=False, next_at=next_run(row, clock.now()))


def _tell_failure(row: ReportSchedule) -> None:
    """Notify who can do something about it that a schedule mailed nothing."""
    tell_failure(db.session.get_one(User, row.owner_id), "schedule_failed", f"{PAGE}/{row.id}", row.name)


def deliver_now(schedule_id: int, asked_at: datetime) -> None:
    """Make what a schedule mails at its owner's wish, changed or not; commits."""
    row = db.session.get(ReportSchedule, schedule_id)
    if row is not None:
        _deliver(row, asked_at, lambda row: row.deleted_at is None, is_forced=True)


def _deliver(
    row: ReportSchedule, due: datetime, is_wanted: Callable[[ReportSchedule], bool], *, is_forced: bool
) -> None:
    if not is_wanted(row) or _is_made(row.id, due):
        return
    schedule_id, owner_id = row.id, row.owner_id
    contents = make_contents(row)
    row = db.session.get_one(ReportSchedule, schedule_id, populate_existing=True)
    hold(row)
    if not is_wanted(row) or _is_made(row.id, due):
        # Its owner has changed it meanwhile, or another runner was first.
        db.session.rollback()
        return
    delivery = ScheduleDelivery(schedule_id=row.id, due_at=due, at=clock.now(), state="failed", mails=[])
    if isinstance(contents, str):
        delivery.reason = contents
        _tell_failure(row)
    elif row.skip_unchanged and contents.digest == row.last_digest and not is_forced:
        delivery.state = "unchanged"
    else:
        _address(row, delivery, contents, owner_id)
    db.session.add(delivery)
    db.session.flush()
    if delivery.mails:
        with within(bound_workspace()):
            enqueue("schedule_mails", {"delivery_id": str(delivery.id)})
    note(row, skip_locked=False, next_at=next_run(row, clock.now()))
    db.session.commit()


def _is_made(schedule_id: int, due: datetime) -> bool:
    same = select(ScheduleDelivery.id).where(
        ScheduleDelivery.schedule_id == schedule_id, ScheduleDelivery.due_at == due
    )
    return db.session.scalar(same) is not None


def make_contents(row: ReportSchedule) -> Contents | str:
    """Read the report in the scope of the owner and in no transaction; or the reason why it cannot be."""
    owner = db.session.get(User, row.owner_id)
    report, query = row.report, row.query
    if owner is None or not can_read(owner, report_of(report).subject):
        return FAILED_NO_ACCESS
    scope = scope_of(owner)
    try:
        with within(bound_workspace(), scope), without_lock():
            check_query(report, query)
            question, document = make_document(report, query)
    except NotVisible:
        return FAILED_NOT_VISIBLE
    except DomainError:
        return FAILED_QUERY
    return Contents(question, document, scope)


def _address(row: ReportSchedule, delivery: ScheduleDelivery, contents: Contents, owner_id: int) -> None:
    """Freeze the report, and write down who gets it."""
    owner = db.session.get_one(User, owner_id)
    try:
        with within(bound_workspace(), contents.scope):
            snapshot = keep_document(
                row.report, contents.question, contents.document, owner_id=owner.id, owner=owner.full_name
            )
            delivery.link = link_of(snapshot)
    except Invalid:
        # Too large to be frozen: the mail has the link to the live report alone.
        delivery.link = ""
    stopped = {
        recipient.email for email in row.recipients if (recipient := recipient_of(row.id, email)).stopped_at is not None
    }
    delivery.state, delivery.content = "mailed", contents.packed
    delivery.mails = waiting_mails([email for email in row.recipients if email.lower() not in stopped])
    note(row, skip_locked=False, last_at=delivery.at, last_digest=contents.digest)


def recipient_of(schedule_id: int, email: str) -> ScheduleRecipient:
    """Return an address of a schedule with its code, which it keeps for good."""
    email = email.lower()
    query = select(ScheduleRecipient).where(
        ScheduleRecipient.schedule_id == schedule_id, ScheduleRecipient.email == email
    )
    row = db.session.scalar(query)
    if row is None:
        row = ScheduleRecipient(schedule_id=schedule_id, email=email, code=new_code())
        db.session.add(row)
        db.session.flush()
    return row
