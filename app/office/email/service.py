"""Rules of a mailbox: folders, labels, what lies beside a mail, and what is done to many of them."""

from collections.abc import Callable, Iterable
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, func, or_, select, true

from app.accounts.users.models import User
from app.accounts.users.scope import colleagues_of
from app.content.markdown import to_html
from app.core.db.base import db, fetch
from app.core.db.ids import new_id
from app.core.db.numbering import next_number
from app.core.errors import Conflict, NotFound
from app.office.email import cleaning, files
from app.office.email.addresses import write
from app.office.email.models import FOLDERS, HOME, LABELS, Mail

VIEWS = (*FOLDERS, "starred")
MOST = 100
"""As many mails as one list shows can be changed at once."""
THREAD = 50
PEOPLE = 10
SUBJECT_LENGTH = 300
TEXT_LENGTH = 50_000
MANY = (
    "read", "unread", "star", "unstar", *FOLDERS, "back",
    *(f"label-{label}" for label in LABELS), *(f"unlabel-{label}" for label in LABELS),
)  # fmt: skip
"""What can be done to many mails: marks, folders (`back` is where each belongs), labels."""


def _own(user: User) -> ColumnElement[bool]:
    """Whether a mail is in someone's box."""
    return Mail.user_id == user.id


def _in(view: str) -> ColumnElement[bool]:
    """Whether a mail lies in a folder, or is starred and not thrown away."""
    return (Mail.is_starred.is_(True) & (Mail.folder != "trash")) if view == "starred" else Mail.folder == view


def _has_label(label: str) -> ColumnElement[bool]:
    """Whether a mail has a label."""
    return Mail.label_text.contains(f",{label},")


def _says(q: str) -> ColumnElement[bool]:
    """Whether every word is in a mail's people, subject or text, whatever its case."""
    words = (Mail.search_text.contains(word, autoescape=True) for word in q.casefold().split())
    return and_(true(), *words)


def list_mails(user: User, view: str, label: str = "", q: str = "") -> Select[Mail]:
    """Someone's mails of a view, with a label, that contain some words."""
    query = select(Mail).where(_own(user), _in(view), _says(q))
    return query.where(_has_label(label)) if label else query


def list_labelled(user: User, label: str, q: str = "") -> Select[Mail]:
    """Someone's mails with a label in any folder but spam and trash."""
    return select(Mail).where(_own(user), _has_label(label), Mail.folder.not_in(("spam", "trash")), _says(q))


def newest_first(query: Select[Mail]) -> list[Mail]:
    """The mails, newest first."""
    return list(db.session.scalars(query.order_by(Mail.at.desc(), Mail.id.desc())))


def counts(user: User) -> dict[str, Any]:
    """Of every folder how many mails and how many unread ones there are, and of every label."""
    there = Mail.folder.not_in(("spam", "trash"))
    conditions = {f"folders.{view}.total": _in(view) for view in VIEWS}
    conditions |= {f"folders.{view}.unread": _in(view) & Mail.is_read.is_(False) for view in VIEWS}
    conditions |= {f"labels.{label}": _has_label(label) & there for label in LABELS}
    query = (
        select(*(func.count().filter(condition) for condition in conditions.values()))
        .select_from(Mail)
        .where(_own(user))
    )
    row = db.session.execute(query).one()
    numbers: dict[str, Any] = {"folders": {view: {} for view in VIEWS}, "labels": {}}
    for name, number in zip(conditions, row, strict=True):
        *place, key = name.split(".")
        target = numbers
        for step in place:
            target = target[step]
        target[key] = number
    return numbers


def get_mail(user: User, mail_id: int) -> Mail:
    """One of someone's mails by its id, or NotFound."""
    return _get_mail(user, Mail.id == mail_id)


def numbered_mail(user: User, number: int) -> Mail:
    """One of someone's mails by the number that the specified calls know it by, or NotFound."""
    return _get_mail(user, Mail.number == number)


def _get_mail(user: User, condition: ColumnElement[bool]) -> Mail:
    return fetch(select(Mail).where(_own(user), condition), "This mail does not exist.")


def neighbour(user: User, mail: Mail, *, newer: bool) -> Mail | None:
    """The mail above (newer) or below (older) in the folder a mail lies in."""
    query = select(Mail).where(_own(user), Mail.folder == mail.folder)
    if newer:
        beyond = or_(Mail.at > mail.at, and_(Mail.at == mail.at, Mail.id > mail.id))
        query = query.where(beyond).order_by(Mail.at, Mail.id)
    else:
        beyond = or_(Mail.at < mail.at, and_(Mail.at == mail.at, Mail.id < mail.id))
        query = query.where(beyond).order_by(Mail.at.desc(), Mail.id.desc())
    return db.session.scalar(query.limit(1))


def thread_of(user: User, mail: Mail) -> list[Mail]:
    """The mails of one exchange, oldest first; what was thrown away only beside what was too."""
    visible = or_(Mail.folder.not_in(("spam", "trash")), Mail.folder == mail.folder)
    query = select(Mail).where(_own(user), Mail.thread_id == mail.thread_id, visible)
    return newest_first(query.limit(THREAD))[::-1]


def earlier_of(user: User, mails: list[Mail]) -> list[list[Mail]]:
    """For each mail what was written before it in its exchange, oldest first."""
    threads = {mail.thread_id for mail in mails}
    visible = (Mail.kind != "draft", Mail.folder.not_in(("spam", "trash")))
    query = select(Mail).where(_own(user), Mail.thread_id.in_(threads), *visible)
    older_mails = newest_first(query)[::-1] if threads else []
    return [
        [
            earlier
            for earlier in older_mails
            if earlier.thread_id == mail.thread_id and (earlier.at, earlier.id) < (mail.at, mail.id)
        ]
        for mail in mails
    ]


def add_mail(user: User, values: dict[str, Any], *, html: str | None = None) -> Mail:
    """A mail in someone's box, from its text or from HTML, under the next number."""
    mail = Mail(id=new_id(), user_id=user.id, number=next_number("mail"), files=0, **values)
    mail.thread_id = mail.thread_id or mail.id
    write_down(mail, html)
    db.session.add(mail)
    db.session.flush()
    return mail


def write_down(mail: Mail, html: str | None = None) -> None:
    """Let what is shown and searched follow what a mail says; HTML is cleaned on the way in."""
    mail.message, mail.remote = cleaning.clean(to_html(mail.text) if html is None else html)
    if html is not None:
        mail.text = cleaning.text_of(mail.message)[:TEXT_LENGTH]
    people = f"{mail.sender_name} {mail.sender_email} {write([*mail.to, *mail.cc, *mail.bcc])}"
    mail.search_text = f"{people} {mail.subject} {mail.text}".casefold()


def _mark(name: str, value: bool) -> Callable[[Mail], None]:
    return lambda mail: setattr(mail, name, value)


def _label(label: str, on: bool) -> Callable[[Mail], None]:
    """Puts a label on or takes it off."""

    def change(mail: Mail) -> None:
        """The same for one mail."""
        mail.labels = [*mail.labels, label] if on else [other for other in mail.labels if other != label]

    return change


def _move(folder: str) -> Callable[[Mail], None]:
    """Moves to a folder, or to where each belongs."""
    return lambda mail: setattr(mail, "folder", HOME[mail.kind] if folder == "back" else folder)


_MARKS = {"read": ("is_read", True), "unread": ("is_read", False),
          "star": ("is_starred", True), "unstar": ("is_starred", False)}  # fmt: skip
_OPPOSITE = {"read": "unread", "unread": "read", "star": "unstar", "unstar": "star"}


def _act(do: str) -> Callable[[Mail], None]:
    """What a word does to one mail."""
    if do in _MARKS:
        return _mark(*_MARKS[do])
    word, _, label = do.partition("-")
    return _label(label, word == "label") if label else _move(do)


def _undone_by(do: str, before: str) -> str:
    """The word that takes it back; `before` is the folder a mail was in."""
    word, _, label = do.partition("-")
    if label:
        return f"{'unlabel' if word == 'label' else 'label'}-{label}"
    return _OPPOSITE.get(do, before)


def do_to_many(user: User, ids: list[int], do: str) -> dict[str, Any]:
    """Do one thing to many mails; answers those it made a difference to, and what takes it back."""
    mails = list(db.session.scalars(select(Mail).where(_own(user), Mail.id.in_(ids)).order_by(Mail.id)))
    if len(mails) != len(set(ids)):
        raise NotFound("This mail does not exist.")
    act, changed, undo = _act(do), [], dict[str, list[int]]()
    for mail in mails:
        before = (mail.folder, mail.is_read, mail.is_starred, mail.label_text)
        act(mail)
        if before != (mail.folder, mail.is_read, mail.is_starred, mail.label_text):
            changed.append(mail.id)
            undo.setdefault(_undone_by(do, before[0]), []).append(mail.id)
    db.session.flush()
    return {"ids": changed, "undo": [{"do": word, "ids": mail_ids} for word, mail_ids in undo.items()]}


def change_mail(mail: Mail, values: dict[str, Any]) -> None:
    """Give a mail another folder, marks or labels; keys that are not given stay as they are."""
    for key, value in values.items():
        setattr(mail, key, value)
    db.session.flush()


def numbered_mails(user: User, numbers: Iterable[int]) -> list[Mail]:
    """Someone's mails by their numbers; NotFound where one is not there."""
    distinct = set(numbers)
    mails = list(db.session.scalars(select(Mail).where(_own(user), Mail.number.in_(distinct)).order_by(Mail.id)))
    if len(mails) != len(distinct):
        raise NotFound("This mail does not exist.")
    return mails


def toggle_label(mails: list[Mail], label: str) -> None:
    """Put a label on those without it and take it off the others."""
    for mail in mails:
        _label(label, label not in mail.labels)(mail)
    db.session.flush()


def delete_mail(mail: Mail) -> None:
    """Delete a mail for ever; only out of the trash."""
    if mail.folder != "trash":
        raise Conflict("Only mails in the trash can be deleted permanently.", code="invalid_transition")
    files.forget([mail])


def empty_trash(user: User) -> int:
    """Delete everything in the trash for ever; returns how many it were."""
    mails = newest_first(list_mails(user, "trash"))
    files.forget(mails)
    return len(mails)


def people(q: str, reader: User) -> list[User]:
    """The first few colleagues of a reader whose names or addresses fit, by name."""
    words = (or_(User.full_name.icontains(word, autoescape=True), User.email.icontains(word, autoescape=True))
             for word in q.split())  # fmt: skip
    query = select(User).where(User.deleted_at.is_(None), colleagues_of(reader), *words)
    query = query.order_by(User.full_name, User.id)
    return list(db.session.scalars(query.limit(PEOPLE)))
