"""Notices of second factors: when a date is set from which they are required, three days before, and of one turned off.

A notice of a date is checked again when it is due: nobody is notified who has set one up, and nothing if the date has
changed.
"""

from datetime import datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import select

from app.accounts.auth.notices import tell
from app.accounts.auth.service import SECURITY_PAGE
from app.accounts.users.models import User
from app.accounts.users.quiet import after_quiet
from app.accounts.workspaces.models import Workspace
from app.core.clock import now
from app.core.db.base import db
from app.core.jobs import Job, enqueue, named_id
from app.core.mail import texts
from app.core.mail.delivery import commit_and_deliver, compose, settings

BEFORE = timedelta(days=3)
"""How long before the date members are reminded."""
KIND, NOTICE, MAIL = "second_factor", "factor_notice", "factor_mail"
OFF = "factor_off"


def announce(workspace: Workspace) -> None:
    """Enqueue the notice and, if its time is still to come, the reminder, in the transaction that sets the date."""
    day = workspace.second_factor_from
    if day is None or not workspace.second_factor_required or workspace.asks_for_factor:
        return
    enqueue(NOTICE, {"day": day.isoformat()})
    again = datetime.combine(day - BEFORE, time(), ZoneInfo(workspace.zone))
    if again > now():
        enqueue(NOTICE, {"day": day.isoformat()}, run_at=again)


def notify_members(row: Job) -> None:
    """Notify each member who has none; their mails are jobs, committed together with the end of this one."""
    workspace = db.session.get_one(Workspace, row.workspace_id)
    if not _is_due(workspace, row.payload):
        return
    lacking = (User.status == "active", User.deleted_at.is_(None), User.second_factor_at.is_(None))
    for user in db.session.scalars(select(User).where(*lacking)).all():
        tell(user.id, KIND, SECURITY_PAGE, what=str(row.payload["day"]))
        enqueue(
            MAIL, {"user": str(user.id), "day": row.payload["day"]}, run_at=after_quiet(user, now(), workspace.zone)
        )


def mail_member(row: Job) -> None:
    """Mail the notice to one member, unless it no longer applies."""
    workspace = db.session.get_one(Workspace, row.workspace_id)
    user = db.session.scalar(select(User).where(User.id == named_id(row, "user")))
    if user is None or user.second_factor_at is not None or user.state not in ("active", "locked"):
        return
    if not _is_due(workspace, row.payload):
        return
    words = texts.compose(
        texts.SECOND_FACTOR, user.locale or workspace.locale, name=user.full_name, workspace=workspace.name,
        day=str(row.payload["day"]), link=f"{settings().base_url}{SECURITY_PAGE}",
    )  # fmt: skip
    _deliver(row, user, words)


def announce_off(user: User, by: User) -> None:
    """Notify a person, and enqueue a mail to them, that someone has turned their second factor off."""
    tell(user.id, OFF, SECURITY_PAGE, what=by.full_name)
    enqueue(OFF, {"user": str(user.id), "by": str(by.id)})


def mail_off(row: Job) -> None:
    """Mail a person who has turned their second factor off, and what to do if that was not agreed."""
    user, by = (db.session.get(User, named_id(row, name)) for name in ("user", "by"))
    if user is None or by is None or user.deleted_at is not None:
        return
    workspace = db.session.get_one(Workspace, row.workspace_id)
    words = texts.compose(
        texts.SECOND_FACTOR_OFF, user.locale or workspace.locale, name=user.full_name, workspace=workspace.name,
        by=by.full_name, link=f"{settings().base_url}{SECURITY_PAGE}",
    )  # fmt: skip
    _deliver(row, user, words)


def _deliver(row: Job, user: User, words: texts.MailText) -> None:
    """Mail a job's words to a person."""
    message = compose(user.email, words.subject, words.text, message_id=f"second-factor-{row.id}")
    commit_and_deliver(message)


def _is_due(workspace: Workspace, payload: dict[str, Any]) -> bool:
    """Return whether the date in the notice still applies."""
    day = workspace.second_factor_from
    return workspace.second_factor_required and day is not None and day.isoformat() == payload.get("day")
