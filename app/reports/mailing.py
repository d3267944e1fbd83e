"""Sending the mails of one event: each goes out once, whatever ends the process in between."""

from collections.abc import Callable, Sequence
from email.message import EmailMessage
from typing import Any

from sqlalchemy import select

from app.accounts.users.models import User, email_key
from app.accounts.users.rights import abilities_of
from app.accounts.users.scope import scope_of
from app.core.db.base import db, hold
from app.core.db.tenancy import current_scope
from app.core.errors import BeyondSchema, Invalid
from app.core.jobs import Job, heartbeat
from app.core.mail.delivery import Deferred, MailConnection, NotConnected, NotDelivered, mail_connection, takes_mail
from app.core.security.abilities import can

NO_SERVER = "no_server"
"""Why a mail failed where no mail server is set up."""
Compose = Callable[[Any, str, int], EmailMessage | str]
"""Writes the mail of a row to an address at its place, or says why it does not go out."""


def waiting_mails(emails: Sequence[str]) -> list[dict[str, str]]:
    """Return the mails of an event before any was sent."""
    return [{"to": email, "state": "waiting", "reason": ""} for email in emails]


def find_person(email: str) -> User | None:
    """Return the person with an address, whose language their mail has."""
    return db.session.scalar(select(User).where(User.email_key == email_key(email)))


def send_mails(model: Any, row_id: int, job: Job, compose: Compose) -> None:
    """Send each mail of a row not attempted yet; one under way when a process ended is not sent again.

    Deferred once all others are sent, where the server takes some later.
    """
    _fail_interrupted(model, row_id)
    deferred: dict[int, Deferred] = {}
    with mail_connection() as connection:
        while _send_next(model, row_id, job, compose, connection, deferred):
            pass
    for refusal in deferred.values():
        raise refusal


def _fail_interrupted(model: Any, row_id: int) -> None:
    """Mark those as failed during whose sending a process ended: whether they got it is not known."""
    row = db.session.get(model, row_id)
    if row is not None and any(mail["state"] == "sending" for mail in row.mails):
        row.mails = [
            mail | ({"state": "failed", "reason": "interrupted"} if mail["state"] == "sending" else {})
            for mail in row.mails
        ]
        db.session.commit()


def _send_next(
    model: Any, row_id: int, job: Job, compose: Compose, connection: MailConnection, deferred: dict[int, Deferred]
) -> bool:
    """Mark the next mail as being sent, send it in no transaction, and note what came of it."""
    row = db.session.get(model, row_id, populate_existing=True)
    waiting = (at for at, mail in enumerate(row.mails if row else ()) if mail["state"] == "waiting")
    place = next((at for at in waiting if at not in deferred), None)
    if row is None or place is None:
        return False
    message = compose(row, row.mails[place]["to"], place)
    if isinstance(message, str):
        _note(row, place, "failed", message)
        db.session.commit()
        return True
    _note(row, place, "sending")
    heartbeat(job, place / len(row.mails))
    db.session.commit()
    # Without a server it only gets into the outbox.
    state, reason = ("sent", "") if takes_mail() else ("failed", NO_SERVER)
    try:
        connection.deliver(message)
    except NotConnected:
        _note(db.session.get_one(model, row_id), place, "waiting")
        db.session.commit()
        raise
    except Deferred as refusal:
        state, deferred[place] = "waiting", refusal
    except NotDelivered as error:
        state, reason = "failed", str(error)
    _note(db.session.get_one(model, row_id), place, state, reason)
    db.session.commit()
    return True


def _note(row: Any, place: int, state: str, reason: str = "") -> None:
    hold(row)
    mails = [dict(mail) for mail in row.mails]
    mails[place] |= {"state": state, "reason": reason}
    row.mails = mails
    db.session.flush()


def check_recipients(emails: Sequence[str], user: User, *, subject: str, field: str) -> None:
    """Refuse addresses of people who could not see the numbers, unless the person may export them anyway."""
    if can(abilities_of(user), "export", subject):
        return
    scope = current_scope()
    for email in emails:
        person = db.session.scalar(select(User).where(User.email_key == email_key(email), User.status == "active"))
        if person is None or not (can(abilities_of(person), "read", subject) and scope_of(person).covers(scope)):
            raise Invalid({field: [BeyondSchema(f"{email} has no access to this number.")]})
