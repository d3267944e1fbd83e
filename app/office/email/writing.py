"""From a draft to a mail that is sent: answers, what is kept while typing, and who gets it.

A mail arrives in the boxes of people of the same workspace. Other addresses get it where a mail server is configured;
without one a mail to them is refused before anything is sent.
"""

from datetime import timedelta
from typing import Any

from sqlalchemy import select

from app.accounts.users.models import User, email_key
from app.core import clock
from app.core.db.base import db
from app.core.errors import BeyondSchema, Conflict, Invalid, field_error
from app.core.jobs import enqueue
from app.core.mail.delivery import sends_mail, settings
from app.core.realtime import publish
from app.office.email import addresses, files, outgoing
from app.office.email.addresses import MailPerson
from app.office.email.models import Mail
from app.office.email.service import SUBJECT_LENGTH, add_mail, get_mail, write_down

ANSWERS = ("reply", "all", "forward")
_PREFIX = {"reply": "Re: ", "all": "Re: ", "forward": "Fwd: "}
PEOPLE = ("to", "cc", "bcc")
MODES = ("now", "undoable", "undoable_empty")


def answer_to(user: User, mail: Mail, kind: str) -> dict[str, Any]:
    """What an answer begins with: its people, its subject and what it quotes."""
    me = email_key(user.email)

    def others(people: list[MailPerson]) -> list[MailPerson]:
        """Everybody but the reader."""
        return [person for person in people if email_key(person["email"]) != me]

    back = [{"name": mail.sender_name, "email": mail.sender_email}]
    first = mail.to if email_key(mail.sender_email) == me else back
    to, cc = {"reply": (first, []), "all": ([*first, *others(mail.to)], others(mail.cc)), "forward": ([], [])}[kind]
    prefix = _PREFIX[kind]
    plain = mail.subject.casefold().startswith(prefix.casefold())
    return {
        "kind": kind,
        "to": addresses.write(addresses.read(addresses.write(to))),
        "cc": addresses.write(addresses.read(addresses.write(cc))),
        "subject": (mail.subject if plain else prefix + mail.subject)[:SUBJECT_LENGTH],
        "quoted": "\n".join(f"> {line}".rstrip() for line in mail.text.split("\n")),
        "mail": mail,
    }


def begin(user: User, values: dict[str, Any]) -> Mail:
    """A new draft; one that answers belongs to the exchange, one that forwards brings what hangs on the mail."""
    draft_values = dict(values)
    answers, kind = draft_values.pop("answers", None), draft_values.pop("kind", None) or "reply"
    source = None
    if answers is not None:
        with field_error("answers"):
            source = get_mail(user, answers)
    draft = add_mail(user, {
        "kind": "draft", "folder": "draft", "is_read": True, "is_starred": False, "text": "", "subject": "", "to": [],
        "cc": [], "bcc": [], "outside": [], "at": clock.now(), "label_text": ",", "sender_name": user.full_name,
        "sender_email": user.email, "sender_avatar": user.avatar,
        "thread_id": source.thread_id if source and kind != "forward" else None,
    })  # fmt: skip
    if source and kind == "forward":
        files.copy(source, draft)
    save(draft, draft_values)
    return draft


def get_draft(user: User, mail_id: int) -> Mail:
    """One of someone's drafts; NotFound, or Conflict where it has been sent."""
    mail = get_mail(user, mail_id)
    if mail.kind != "draft":
        raise Conflict("This mail was already sent. It cannot be changed.", code="invalid_transition")
    if mail.send_at is not None:
        raise Conflict("This mail is being sent. Undo sending to change it.", code="being_sent")
    return mail


def save(draft: Mail, values: dict[str, Any]) -> None:
    """Keep what has been typed, whether it can be sent yet or not."""
    for field, value in values.items():
        stored = addresses.read(value) if field in PEOPLE else " ".join(value.split()) if field == "subject" else value
        setattr(draft, field, stored)
    if values:
        draft.at = clock.now()
        write_down(draft)
    db.session.flush()


def send_soon(user: User, draft: Mail, mode: str = "now") -> None:
    """Send a draft now, or after some seconds in which its writer can undo it; the page need not stay open for that."""
    _check(draft)
    if mode == "undoable" and not draft.text.strip():
        raise Invalid({"text": ["This mail has no text. Send it again to send it without text."]})
    if mode == "now":
        send(user, draft)
        return
    draft.send_at = clock.now() + timedelta(seconds=settings().mail_undo_seconds)
    db.session.flush()
    enqueue("send_mail", {"mail_id": str(draft.id)}, run_at=draft.send_at)


def unsend(mail: Mail) -> None:
    """Undo a sending that still waits; Conflict when it is too late."""
    if mail.kind != "draft":
        raise Conflict("This mail was already sent.", code="invalid_transition")
    mail.send_at = None
    db.session.flush()


def send_waiting(mail: Mail, writer: User | None) -> None:
    """Send a mail whose time has come, unless its sending was undone, asked for again later, or its writer is gone."""
    if mail.kind != "draft" or mail.send_at is None or mail.send_at > clock.now():
        return
    if mail.folder != "draft" or writer is None or writer.deleted_at is not None:
        mail.send_at = None
        db.session.flush()
        return
    try:
        send(writer, mail)
    except Invalid:
        # Someone it was for has left the workspace since: it is a draft again.
        mail.send_at = None
        db.session.flush()
    publish("mail:sent", str(mail.id), [writer.id])


def _check(draft: Mail) -> None:
    """Invalid, by field, where a draft cannot be sent as it is."""
    addresses.check(draft.to, draft.cc, draft.bcc)
    if not (draft.subject.strip() or draft.text.strip() or draft.files):
        raise Invalid({"text": [BeyondSchema("Write a message or attach a file.")]})
    outgoing.refuse_unreachable(draft, set(_readers([*draft.to, *draft.cc, *draft.bcc])))


def _readers(people: list[MailPerson]) -> dict[str, User]:
    """Those of some recipients who are people of the workspace, by the key of their address."""
    keys = [email_key(person["email"]) for person in people]
    query = select(User).where(User.email_key.in_(keys), User.deleted_at.is_(None)).order_by(User.id)
    return {reader.email_key: reader for reader in db.session.scalars(query)}


def outside_of(people: list[MailPerson]) -> list[str]:
    """The addresses among some recipients that belong to nobody of the workspace."""
    readers = _readers(people)
    return [person["email"] for person in people if email_key(person["email"]) not in readers]


def delivers() -> bool:
    """Whether mail leaves this installation."""
    return sends_mail()


def send(user: User, draft: Mail) -> None:
    """Send a draft: it lies among the sent mails then, and in the boxes of those it reaches."""
    _check(draft)
    people = [*draft.to, *draft.cc, *draft.bcc]
    address_by_key = {email_key(person["email"]): person["email"] for person in people}
    readers = _readers(people)
    draft.kind = draft.folder = "sent"
    draft.send_at = None
    draft.at = clock.now()
    draft.sender_name, draft.sender_email, draft.sender_avatar = user.full_name, user.email, user.avatar
    db.session.flush()
    outgoing.send_out(draft, [email for key, email in address_by_key.items() if key not in readers])
    for reader in readers.values():
        _deliver(draft, reader)


def _deliver(mail: Mail, reader: User) -> None:
    """Put a copy into someone's inbox; who got it without being named stays untold."""
    same = ("thread_id", "sender_name", "sender_email", "sender_avatar", "to", "cc", "subject", "text", "at")
    copy = {name: getattr(mail, name) for name in same}
    copied = add_mail(reader, copy | {"kind": "received", "folder": "inbox", "bcc": [], "outside": [],
                                      "is_read": False, "is_starred": False, "label_text": ","})  # fmt: skip
    files.copy(mail, copied)
    publish("mail:arrive", str(copied.id), [reader.id])
