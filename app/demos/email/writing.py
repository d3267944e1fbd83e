"""From a draft to a mail that is sent: answers, what is kept while typing, and who gets it.

Nothing leaves the installation: a mail arrives in the boxes of people of the same workspace, and says of every
other address that nothing was delivered to it.
"""

from typing import Any

from sqlalchemy import select

from app import clock
from app.db import db
from app.demos.email import addresses, files
from app.demos.email.addresses import Person
from app.demos.email.models import Mail
from app.demos.email.service import SUBJECT_LENGTH, add_mail, get_mail, write_down
from app.errors import Conflict, Invalid, NotFound
from app.live import publish
from app.users.models import User, email_key

ANSWERS = ("reply", "all", "forward")
_PREFIX = {"reply": "Re: ", "all": "Re: ", "forward": "Fwd: "}
PEOPLE = ("to", "cc", "bcc")


def answer_to(user: User, mail: Mail, kind: str) -> dict[str, Any]:
    """What an answer begins with: its people, its subject and what it quotes."""
    me = email_key(user.email)

    def others(people: list[Person]) -> list[Person]:
        """Everybody but oneself."""
        return [one for one in people if email_key(one["email"]) != me]

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
    given = dict(values)
    answered, kind = given.pop("answers", None), given.pop("kind", None) or "reply"
    source = None
    if answered is not None:
        try:
            source = get_mail(user, answered)
        except NotFound:
            raise Invalid({"answers": ["There is no such mail."]}) from None
    draft = add_mail(user, {
        "kind": "draft", "folder": "draft", "is_read": True, "is_starred": False, "text": "", "subject": "", "to": [],
        "cc": [], "bcc": [], "outside": [], "at": clock.now(), "label_text": ",", "sender_name": user.full_name,
        "sender_email": user.email, "sender_avatar": user.avatar,
        "thread_id": source.thread_id if source and kind != "forward" else None,
    })  # fmt: skip
    if source and kind == "forward":
        files.copy(source, draft)
    save(draft, given)
    return draft


def get_draft(user: User, mail_id: int) -> Mail:
    """One of somebody's drafts; NotFound, or Conflict where it has been sent."""
    mail = get_mail(user, mail_id)
    if mail.kind != "draft":
        raise Conflict("This has been sent and cannot be changed any more.", code="invalid_transition")
    return mail


def save(draft: Mail, values: dict[str, Any]) -> None:
    """Keep what has been typed, whether it can be sent yet or not."""
    for field, value in values.items():
        kept = addresses.read(value) if field in PEOPLE else " ".join(value.split()) if field == "subject" else value
        setattr(draft, field, kept)
    if values:
        draft.at = clock.now()
        write_down(draft)
    db.session.flush()


def send(user: User, draft: Mail) -> None:
    """Send a draft: it lies among the sent mails then, and in the boxes of those it reaches."""
    addresses.check(draft.to, draft.cc, draft.bcc)
    if not (draft.subject.strip() or draft.text.strip() or draft.files):
        raise Invalid({"text": ["Write something, or attach a file."]})
    people = [*draft.to, *draft.cc, *draft.bcc]
    wanted = {email_key(one["email"]): one["email"] for one in people}
    found = db.session.scalars(
        select(User).where(User.email_key.in_(wanted), User.deleted_at.is_(None)).order_by(User.id)
    )
    readers = {reader.email_key: reader for reader in found}
    draft.kind = draft.folder = "sent"
    draft.at = clock.now()
    draft.sender_name, draft.sender_email, draft.sender_avatar = user.full_name, user.email, user.avatar
    draft.outside = [email for key, email in wanted.items() if key not in readers]
    db.session.flush()
    for reader in readers.values():
        _deliver(draft, reader)


def _deliver(mail: Mail, reader: User) -> None:
    """Put a copy into somebody's inbox; who got it without being named stays untold."""
    same = ("thread_id", "sender_name", "sender_email", "sender_avatar", "to", "cc", "subject", "text", "at")
    copy = {name: getattr(mail, name) for name in same}
    copied = add_mail(reader, copy | {"kind": "received", "folder": "inbox", "bcc": [], "outside": [],
                                      "is_read": False, "is_starred": False, "label_text": ","})  # fmt: skip
    files.copy(mail, copied)
    publish("mail:arrive", str(copied.id), [reader.id])
