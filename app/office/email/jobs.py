"""The jobs that send mails: when the time for undoing is over, and to each address outside the workspace."""

from sqlalchemy import select

from app.accounts.users.models import User
from app.core.db.base import db
from app.core.jobs import Job, job, named_id
from app.core.mail.delivery import NeverDelivered
from app.office.email import outgoing, writing
from app.office.email.models import Mail


def _record_failure(row: Job, _error: str) -> None:
    """Say of the mail that it did not arrive."""
    mail = outgoing.find_sent(named_id(row, "mail"))
    if mail is not None:
        outgoing.note_undelivered(mail, str(row.payload["to"]))


@job("mail_out", given_up=_record_failure)
def send_mail(row: Job) -> None:
    """Send a mail to one recipient; what the server will never take is not tried again."""
    mail = outgoing.find_sent(named_id(row, "mail"))
    if mail is None:
        return
    to = str(row.payload["to"])
    mail_id = mail.id
    try:
        outgoing.transmit(mail, to)
    except NeverDelivered:
        db.session.rollback()
        again = outgoing.find_sent(mail_id)
        if again is not None:
            outgoing.note_undelivered(again, to)


@job("send_mail")
def send_waiting(row: Job) -> None:
    """Send one mail, if it still waits for that."""
    mail = db.session.scalar(select(Mail).where(Mail.id == named_id(row, "mail_id")))
    if mail is not None:
        writing.send_waiting(mail, db.session.scalar(select(User).where(User.id == mail.user_id)))
