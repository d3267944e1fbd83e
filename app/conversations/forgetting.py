"""Forgetting a contact: areas say what they keep of a person, and a job erases it step by step; figures stay.

Areas first find what is to go, and the ids are kept with the job: what names the person may be gone when a run that was
killed goes on. Higher areas come first, the conversations after them, and the certificate last.
"""

import hashlib
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs

import orjson
from sqlalchemy import Select, delete, or_, select, update

from app.accounts.users.models import User
from app.audit.recording import record
from app.clients.erasing import LAST, EraseStep, Steps
from app.conversations.erasing import BATCH, erase
from app.conversations.models import FORGOTTEN, Contact, ContactKey, Conversation, ForgottenContact
from app.conversations.redaction import redact
from app.core import clock
from app.core.db.base import db, hold, write_rows
from app.core.db.tenancy import current_scope, within
from app.core.errors import Forbidden, Gone
from app.core.jobs import Job, enqueue
from app.core.values.batches import batched

NAME, DIGITS = 3, 6
"""From so many letters a word is a name, from so many digits a text is a number."""
_WORD = re.compile(r"\w+")


@dataclass(slots=True)
class ForgottenPerson:
    """Whom to forget: the contacts of a client that are one person, and what areas have found of them, by kind."""

    client_id: int
    contacts: list[int]
    rows: dict[str, list[int]] = field(default_factory=dict)
    numbers: set[str] = field(default_factory=set)
    """Phone numbers while areas look, as `+919822014422`."""
    names: set[str] = field(default_factory=set)
    """Names and mail addresses while areas look."""
    searched: set[tuple[str, int]] = field(default_factory=set)
    """Names on channels with the accounts whose raw requests were searched for them."""

    def note(self, kind: str, ids: Iterable[int]) -> None:
        """Keep the ids of what was found."""
        self.rows[kind] = sorted({*self.rows.get(kind, ()), *ids})

    def is_named_in(self, text: str) -> bool:
        """Whether a text has a word of the person's names or digits of their numbers."""
        words = set(_WORD.findall(text.casefold()))
        if any(words & {word for word in _WORD.findall(name.casefold()) if len(word) >= NAME} for name in self.names):
            return True
        digits = "".join(filter(str.isdecimal, text)).lstrip("0")
        return len(digits) >= DIGITS and any(digits in number or number[-DIGITS:] in digits for number in self.numbers)

    def is_sought_by(self, query: str) -> bool:
        """Whether the words that an address searches for name the person."""
        return self.is_named_in(" ".join(parse_qs(query).get("q", ())))

    def conversations(self) -> Select[int]:
        """Select the ids of the person's conversations."""
        return select(Conversation.id).where(Conversation.contact_id.in_(self.contacts))

    def keys(self) -> Sequence[ContactKey]:
        """Return how channels call the person, until these names are gone themselves."""
        return db.session.scalars(select(ContactKey).where(ContactKey.contact_id.in_(self.contacts))).all()


Finder = Callable[[ForgottenPerson], None]
Forgetter = Callable[[ForgottenPerson, EraseStep], None]
Finisher = Callable[[], None]
_finders: list[Finder] = []
_forgetters: list[Forgetter] = []
_finishers: list[Finisher] = []


def finds(finder: Finder) -> Finder:
    """Register a function that notes what an area keeps of a person; it may be called again."""
    _finders.append(finder)
    return finder


def forgets(forgetter: Forgetter) -> Forgetter:
    """Register a function that erases what was found; it may be called again for what is left."""
    _forgetters.append(forgetter)
    return forgetter


def finishes(finisher: Finisher) -> Finisher:
    """Register a function that removes what copies keep of what is erased."""
    _finishers.append(finisher)
    return finisher


def erase_rows(model: Any, ids: Sequence[int], step: EraseStep, count_name: str = "") -> None:
    """Delete rows by their ids in batches, counted under a name if there is one."""
    for some in batched(ids, BATCH):
        number = write_rows(delete(model).where(model.id.in_(some)))
        step(0.5, **({count_name: number} if count_name else {}))


def start_forgetting(contacts: Sequence[Contact], reason: str, user: User) -> ForgottenContact:
    """Have contacts that are one person forgotten; again it is the job that is under way.

    Refused where a scope leaves out a part of the client: what is kept of a person may lie anywhere in it.
    """
    scope = current_scope()
    if scope.outlets is not None or scope.measured_bots is not None:
        raise Forbidden("This reaches beyond the data you have access to. Ask an admin who sees all of it.",
                      code="out_of_scope")  # fmt: skip
    for contact in sorted(contacts, key=lambda contact: contact.id):  # Who asks at the same time waits and finds it.
        hold(contact)
    ids = [contact.id for contact in contacts]
    forgotten_contact = db.session.scalar(select(ForgottenContact).where(ForgottenContact.contact_id.in_(ids)))
    if forgotten_contact is not None:
        return forgotten_contact
    job_id = enqueue("forget_contact", {}).id
    rows = [
        ForgottenContact(
            client_id=contact.client_id, contact_id=contact.id, reason=redact(reason), user_id=user.id,
            by=user.full_name, job_id=job_id,
        )
        for contact in contacts
    ]  # fmt: skip
    db.session.add_all(rows)
    db.session.flush()
    return rows[0]


def forgetting_of(contact_id: int) -> ForgottenContact | None:
    """Return who has a contact forgotten and why, done or under way; None of any other."""
    return db.session.scalar(select(ForgottenContact).where(ForgottenContact.contact_id == contact_id))


def refuse_forgotten(contact_id: int) -> None:
    """Raise Gone with the certificate where a contact was forgotten."""
    row = forgetting_of(contact_id)
    if row is not None and row.forgotten_at is not None:
        raise Gone("This contact was forgotten.", code="forgotten", extra={"certificate": row.certificate})


def forget(job: Job) -> None:
    """Do the job: find, erase, certify; a run that was killed goes on where it was."""
    with within(job.workspace_id):
        query = select(ForgottenContact).where(
            ForgottenContact.job_id == job.id, ForgottenContact.forgotten_at.is_(None)
        )
        rows = db.session.scalars(query).all()
        if not rows:
            return
        person = ForgottenPerson(rows[0].client_id, [row.contact_id for row in rows])
        _find(person, job)
        step = Steps(job)
        for forgetter in reversed(_forgetters):
            forgetter(person, step)
        _erase_conversations(person, step)
        for finisher in _finishers:
            finisher()
        _certify(person, step, db.session.scalars(query).all())


def _find(person: ForgottenPerson, job: Job) -> None:
    """Note what there is of a person, once: later runs take what the first has noted."""
    if "found" in job.payload:
        person.rows = job.payload["found"]
        return
    person.names |= set(db.session.scalars(select(Contact.name).where(Contact.id.in_(person.contacts))))
    for _ in range(2):  # What one area finds leads others further: a lead has another number.
        for finder in _finders:
            finder(person)
    payload = job.payload | {"found": person.rows}
    write_rows(update(Job).where(Job.id == job.id).values(payload=payload))
    # From here on a person who writes again is a new contact.
    write_rows(delete(ContactKey).where(ContactKey.contact_id.in_(person.contacts)))
    db.session.commit()
    job.payload = payload  # The runner's row is of no session.


def _erase_conversations(person: ForgottenPerson, step: EraseStep) -> None:
    """Erase the contents of the person's conversations, those that a policy has emptied before included."""
    remaining = person.conversations().where(
        or_(Conversation.erased_days.is_(None), Conversation.erased_days != FORGOTTEN)
    )
    while ids := db.session.scalars(remaining.limit(BATCH).with_for_update()).all():
        messages = erase(ids, FORGOTTEN)
        step(LAST, conversations=len(ids), messages=messages)


def _certify(person: ForgottenPerson, step: Steps, rows: Sequence[ForgottenContact]) -> None:
    """Empty the contacts themselves and write the certificate, with the job's end."""
    everybody = [*person.contacts, *person.rows.get("contacts", [])]
    write_rows(update(Contact).where(Contact.id.in_(everybody)).values(name="", last4="", language=""))
    counts = {kind: number for kind, number in step.erased.items() if number} | {"contacts": len(everybody)}
    moment = clock.now().replace(microsecond=0)
    for row in rows:
        row.forgotten_at, row.counts = moment, counts
        row.sha256 = hashlib.sha256(orjson.dumps(row.stated, option=orjson.OPT_SORT_KEYS)).hexdigest()
    first = rows[0]
    record(
        db.session(), "contact:forgotten", workspace_id=first.workspace_id, user_id=first.user_id,
        subject_id=first.contact_id, detail=", ".join(f"{number} {kind}" for kind, number in counts.items())[:120],
    )  # fmt: skip
    db.session.flush()
