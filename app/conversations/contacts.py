"""Contacts and threads in bulk, and what a session is among its person's other ones."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, SQLColumnExpression, case, select
from sqlalchemy.orm import aliased

from app.bots.models import Bot
from app.conversations.events import Dialogue
from app.conversations.models import Contact, ContactKey, Conversation, Thread
from app.conversations.rollups import Ledger
from app.db import db
from app.ids import new_id

REPEAT_WITHIN = timedelta(hours=24)
RESOLVING = frozenset({"completed", "informed"})
AT_ONCE = 500
Address = tuple[str, str, str]
"""Channel, account and the channel's name for the user."""


# Made once: each alias copies every column of its table.
_merged, _same = aliased(Contact), aliased(Contact)
_others = select(_merged.id).where(_merged.person_id != _merged.id)
_persons = select(_same.person_id)


def person(contact_id: SQLColumnExpression[int]) -> ColumnElement[int]:
    """The person of a column of contacts; only those that were merged, which have an index, are looked up."""
    of_contact = _persons.where(_same.id == contact_id).scalar_subquery()
    return case((contact_id.in_(_others), of_contact), else_=contact_id)


def address(dialogue: Dialogue) -> Address:
    """Where a dialogue's contact is reached."""
    return dialogue.channel, dialogue.account, dialogue.ext_user


def find_or_make(bot: Bot, dialogues: Sequence[Dialogue]) -> dict[Address, Thread]:
    """The thread of each dialogue's address with this bot, made where missing; contacts are locked."""
    wanted = {address(dialogue): dialogue for dialogue in dialogues}
    contacts = _contacts(bot, wanted)
    found = db.session.scalars(
        select(Thread).where(Thread.bot_id == bot.id, Thread.contact_id.in_(set(contacts.values())))
    )
    threads = {(thread.contact_id, thread.channel, thread.account): thread for thread in found}
    result: dict[Address, Thread] = {}
    for place, contact_id in contacts.items():
        key = (contact_id, place[0], place[1])
        if key not in threads:
            threads[key] = Thread(
                workspace_id=bot.workspace_id,
                contact_id=contact_id,
                bot_id=bot.id,
                channel=place[0],
                account=place[1],
            )
            db.session.add(threads[key])
        result[place] = threads[key]
    db.session.flush()
    return result


def _contacts(bot: Bot, wanted: dict[Address, Dialogue]) -> dict[Address, int]:
    """The contact behind each address."""
    keys = db.session.scalars(
        select(ContactKey).where(
            ContactKey.client_id == bot.client_id, ContactKey.ext_user.in_({place[2] for place in wanted})
        )
    )
    found = {(key.channel, key.account, key.ext_user): key.contact_id for key in keys}
    missing = {place: dialogue for place, dialogue in wanted.items() if place not in found}
    made = {place: _new_contact(bot, dialogue) for place, dialogue in missing.items()}
    db.session.add_all(made.values())
    db.session.flush()
    for place, contact in made.items():
        channel, account, ext_user = place
        db.session.add(
            ContactKey(
                workspace_id=bot.workspace_id,
                client_id=bot.client_id,
                contact_id=contact.id,
                channel=channel,
                account=account,
                ext_user=ext_user,
            )
        )
    db.session.flush()
    return {place: found[place] if place in found else made[place].id for place in wanted}


def _new_contact(bot: Bot, dialogue: Dialogue) -> Contact:
    """A contact as its first dialogue introduces it."""
    own = new_id()
    return Contact(
        id=own,
        person_id=own,
        workspace_id=bot.workspace_id,
        client_id=bot.client_id,
        name=dialogue.contact_name[:120],
        last4=dialogue.contact_last4[-4:],
        language=dialogue.language or bot.language,
    )


def lock(contact_ids: Iterable[int]) -> list[Contact]:
    """These contacts and all that are one person with them, locked in one order: their standing is ours to change."""
    wanted = set(contact_ids)
    while True:
        persons = select(Contact.person_id).where(Contact.id.in_(wanted))
        of_persons = select(Contact).where(Contact.person_id.in_(set(db.session.scalars(persons))))
        query = of_persons.order_by(Contact.id).with_for_update().execution_options(populate_existing=True)
        attempt = db.session.begin_nested()
        locked = list(db.session.scalars(query))
        ids = {contact.id for contact in locked}
        if wanted <= ids and ids == set(db.session.scalars(of_persons.with_only_columns(Contact.id))):
            attempt.commit()
            return locked
        # A merge that ended while we waited has brought others to these persons: let go and lock all in order.
        attempt.rollback()


def settle(contacts: Sequence[Contact], ledger: Ledger, fresh: frozenset[int] = frozenset()) -> None:
    """Decide anew which session of each person is the first and which are resolved.

    The contacts are all those of their persons. Sessions that change are exchanged in the ledger, except those
    in `fresh`: the caller adds them itself. Flush the sessions first.
    """
    persons = {contact.id: contact.person_id for contact in contacts}
    by_person: dict[int, list[Conversation]] = {person: [] for person in persons.values()}
    ids = sorted(persons)
    for start in range(0, len(ids), AT_ONCE):
        query = select(Conversation).where(Conversation.contact_id.in_(ids[start : start + AT_ONCE]))
        for session in db.session.scalars(query):
            by_person[persons[session.contact_id]].append(session)
    for sessions in by_person.values():
        sessions.sort(key=lambda session: (session.started_at, session.id))
        for traffic in ("real", "test"):
            _settle_class([s for s in sessions if s.traffic == traffic], ledger, fresh)
    for contact in contacts:
        real = (s.started_at for s in by_person[contact.person_id] if s.engaged and s.traffic == "real")
        contact.first_engaged_at = next(real, None)
    db.session.flush()


def _settle_class(sessions: list[Conversation], ledger: Ledger, fresh: frozenset[int]) -> None:
    """Settle one person's sessions of one traffic class, in the order they started."""
    engaged = [session for session in sessions if session.engaged]
    for session in sessions:
        first = bool(engaged) and session is engaged[0]
        resolved = _resolved(session, engaged)
        if (first, resolved) == (session.first_engaged, session.resolved):
            continue
        if session.id not in fresh:
            ledger.add(session, None, -1)
        session.first_engaged, session.resolved = first, resolved
        if session.id not in fresh:
            ledger.add(session, None)


def _resolved(session: Conversation, engaged: list[Conversation]) -> bool | None:
    """Whether an ended bot session answered its question for good; None where that is no question."""
    if not (session.engaged and session.bot_session) or session.ended_at is None:
        return None
    if session.outcome not in RESOLVING:
        return False
    until: datetime = session.ended_at + REPEAT_WITHIN
    own = (session.started_at, session.id)
    return not any(
        own < (other.started_at, other.id) and other.started_at <= until
        for other in engaged
        if session.topic is not None and other.topic == session.topic
    )
