"""Mail to addresses outside the workspace: a job for each recipient, where a mail server is configured."""

from sqlalchemy import select

from app.accounts.users.models import email_key
from app.core.db.base import db
from app.core.errors import Invalid
from app.core.jobs import enqueue
from app.core.mail.delivery import commit_and_deliver, compose, sends_mail
from app.core.realtime import publish
from app.office.email import files
from app.office.email.addresses import MailPerson
from app.office.email.models import Mail

PEOPLE = ("to", "cc", "bcc")
NOBODY = "Nobody in your workspace has this address, and mail to other addresses is not set up here"


def refuse_unreachable(mail: Mail, in_reach: set[str]) -> None:
    """Invalid, by field and naming the addresses, where a mail would reach nobody at one of its addresses."""
    if sends_mail():
        return
    outside = {field: [person["email"] for person in getattr(mail, field) if email_key(person["email"]) not in in_reach]
               for field in PEOPLE}  # fmt: skip
    errors = {field: [f"{NOBODY}: {', '.join(emails)[:300]}."] for field, emails in outside.items() if emails}
    if errors:
        raise Invalid(errors, code="unreachable")


def send_out(mail: Mail, recipients: list[str]) -> None:
    """Have a mail sent to each address outside; one that fails keeps none of the others back."""
    for email in recipients:
        enqueue("mail_out", {"mail": str(mail.id), "to": email})


def transmit(mail: Mail, to: str) -> None:
    """Hand a mail over for one recipient; a repeat is the same message by its id, which servers and readers go by."""
    place = sorted(email_key(person["email"]) for field in PEOPLE for person in getattr(mail, field)).index(
        email_key(to)
    )
    message = compose(to, mail.subject, mail.text, message_id=f"mail-{mail.id}-{place}")
    del message["Auto-Submitted"]
    sender = message["From"].addresses[0]
    message.replace_header("From", _line([{"name": mail.sender_name, "email": sender.addr_spec}]))
    message["Reply-To"] = _line([{"name": mail.sender_name, "email": mail.sender_email}])
    del message["To"]
    # Who gets it without being named stays unnamed.
    for header, people in (("To", mail.to), ("Cc", mail.cc)):
        if people:
            message[header] = _line(people)
    if not mail.to and not mail.cc:
        message["To"] = "undisclosed-recipients:;"
    for attachment in files.attachments_of([mail]):
        kind, _, subtype = attachment.kind.partition("/")
        message.add_attachment(files.content_of(attachment), maintype=kind, subtype=subtype, filename=attachment.name)
    commit_and_deliver(message, [to])


def note_undelivered(mail: Mail, to: str) -> None:
    """Say of a sent mail that an address did not get it."""
    if to not in mail.outside:
        mail.outside = [*mail.outside, to]
        db.session.flush()
        publish("mail:arrive", str(mail.id), [mail.user_id])


def find_sent(mail_id: int) -> Mail | None:
    """A sent mail of the workspace; None where its writer has deleted it for good."""
    return db.session.scalar(select(Mail).where(Mail.id == mail_id, Mail.kind == "sent"))


def _line(people: list[MailPerson]) -> str:
    """People as a header has them."""
    quoted = [(person["name"].replace("\\", "").replace('"', ""), person["email"]) for person in people]
    return ", ".join(f'"{name}" <{email}>' if name else email for name, email in quoted)
