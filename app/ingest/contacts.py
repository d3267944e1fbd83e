"""Contacts and threads in bulk, and what a conversation is among its person's other ones."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import product
from typing import Any

from sqlalchemy import Row, and_, select
from sqlalchemy.exc import IntegrityError

from app.analytics.rollups import Ledger
from app.bots.catalog.models import Bot
from app.conversations.events import Dialogue
from app.conversations.models import Contact, ContactKey, Conversation, Thread
from app.conversations.provenance import Provenance
from app.core.db.base import db
from app.core.db.ids import new_id
from app.core.values.batches import batched

REPEAT_WITHIN, LASTING = timedelta(hours=24), timedelta(days=7)
RESOLVING = frozenset({"completed", "informed"})
AT_ONCE = 500
STANDING = ("first_engaged", "resolved", "lasting", "repeats")
"""What a conversation is among the others of its person."""
DECIDING = ("traffic", "provenance", "started_at", "ended_at", "engaged", "bot_session", "outcome", "topic")
Address = tuple[str, str, str]
"""Channel, account and the channel's name for the user."""
Standing = tuple[bool, bool | None, bool | None, bool]
ContactChannel = tuple[int, str, str]
"""A contact, and where it speaks: channel and account."""

_SETTLED = select(
    Conversation.id,
    Conversation.contact_id,
    *(getattr(Conversation, name) for name in (*STANDING, *DECIDING)),
)


def address(dialogue: Dialogue) -> Address:
    """Where a dialogue's contact is reached."""
    return dialogue.channel, dialogue.account, dialogue.ext_user


def find_or_make(bot: Bot, dialogues: Sequence[Dialogue]) -> dict[Address, Thread]:
    """The thread of each dialogue's address with this bot, made where missing with its contact."""
    # In one order, so that of two who make the same people neither waits for the other.
    by_address = {address(dialogue): dialogue for dialogue in dialogues}
    in_order = {place: by_address[place] for place in sorted(by_address)}
    # Each try that fails finds one more contact, or one more thread, that someone else has made.
    tries = 2 * len(in_order)
    while True:
        contacts, threads = _known_contacts(bot, in_order)
        if all((contacts.get(place), *place[:2]) in threads for place in in_order):
            return {place: threads[contacts[place], place[0], place[1]] for place in in_order}
        try:
            with db.session.begin_nested():
                return _new_contacts(bot, in_order, contacts, threads)
        except IntegrityError:
            tries -= 1  # Someone else made the same at this moment: now theirs is found.
            if tries < 0:
                raise


def _new_contacts(
    bot: Bot, dialogues: Mapping[Address, Dialogue], contacts: dict[Address, int], threads: dict[ContactChannel, Thread]
) -> dict[Address, Thread]:
    """The threads wanted, with those made that were not known, and their contacts."""
    created = {place: _new_contact(bot, dialogue) for place, dialogue in dialogues.items() if place not in contacts}
    db.session.add_all(created.values())
    db.session.flush()
    db.session.add_all(_new_key(contact, place) for place, contact in created.items())
    contacts |= {place: contact.id for place, contact in created.items()}
    result: dict[Address, Thread] = {}
    for place in dialogues:
        channel, account, _ = place
        key = (contacts[place], channel, account)
        if key not in threads:
            threads[key] = Thread(
                workspace_id=bot.workspace_id,
                contact_id=contacts[place],
                bot_id=bot.id,
                channel=channel,
                account=account,
            )
            db.session.add(threads[key])
        result[place] = threads[key]
    db.session.flush()
    return result


def _known_contacts(bot: Bot, addresses: Iterable[Address]) -> tuple[dict[Address, int], dict[ContactChannel, Thread]]:
    """The contacts behind addresses and, by contact, channel and account, their threads with this bot."""
    own = and_(
        Thread.bot_id == bot.id,
        Thread.contact_id == ContactKey.contact_id,
        Thread.channel == ContactKey.channel,
        Thread.account == ContactKey.account,
    )
    query = (
        select(ContactKey, Thread)
        .outerjoin(Thread, own)
        .where(ContactKey.client_id == bot.client_id, ContactKey.ext_user.in_({place[2] for place in addresses}))
    )
    contacts: dict[Address, int] = {}
    threads: dict[ContactChannel, Thread] = {}
    for key, thread in db.session.execute(query):
        contacts[key.channel, key.account, key.ext_user] = key.contact_id
        if thread is not None:
            threads[key.contact_id, key.channel, key.account] = thread
    return contacts, threads


def _new_key(contact: Contact, place: Address) -> ContactKey:
    """The name by which a channel knows a contact."""
    channel, account, ext_user = place
    return ContactKey(
        workspace_id=contact.workspace_id,
        client_id=contact.client_id,
        contact_id=contact.id,
        channel=channel,
        account=account,
        ext_user=ext_user,
    )


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
        known=bool(dialogue.provenance & Provenance.PEOPLE),
    )


def lock(contact_ids: Iterable[int]) -> list[Contact]:
    """These contacts and all that are one person with them, locked in one order: their standing is ours to change."""
    distinct = set(contact_ids)
    while True:
        persons = select(Contact.person_id).where(Contact.id.in_(distinct))
        of_persons = select(Contact).where(Contact.person_id.in_(persons))
        # Not against those who only refer to a contact, as every new thread does: they lock in no order.
        locking = of_persons.order_by(Contact.id).with_for_update(key_share=True)
        query = locking.execution_options(populate_existing=True)
        if db.engine.dialect.name == "sqlite":
            return list(db.session.scalars(query))  # Nobody else writes: what this transaction has seen stays.
        attempt = db.session.begin_nested()
        locked = list(db.session.scalars(query))
        ids = {contact.id for contact in locked}
        if distinct <= ids and ids == set(db.session.scalars(of_persons.with_only_columns(Contact.id))):
            attempt.commit()
            return locked
        # A merge that ended while we waited has brought others to these persons: let go and lock all in order.
        attempt.rollback()


def standing(conversation: Conversation) -> tuple[Any, ...]:
    """What of a conversation decides where its person's conversations stand."""
    return tuple(getattr(conversation, name) for name in DECIDING)


def settle(contacts: Sequence[Contact], ledger: Ledger, fresh: Sequence[Conversation] = ()) -> None:
    """Decide again which conversation of each person is the first and which are resolved.

    The contacts are all those of their persons. Conversations that change are exchanged in the ledger, except those
    in `fresh`: the caller adds them itself. Flush the conversations first.
    """
    persons = {contact.id: contact.person_id for contact in contacts}
    by_person: dict[int, list[Row[Any]]] = {person: [] for person in persons.values()}
    for ids in batched(sorted(persons), AT_ONCE):
        for row in db.session.execute(_SETTLED.where(Conversation.contact_id.in_(ids))):
            by_person[persons[row.contact_id]].append(row)
    changed: dict[int, Standing] = {}
    for conversations in by_person.values():
        conversations.sort(key=lambda conversation: (conversation.started_at, conversation.id))
        # Conversations at estimated times decide nothing about those at measured ones.
        for kind in product(("real", "test"), (True, False)):
            changed |= _settle_class([s for s in conversations if (s.traffic, _is_timed(s)) == kind])
    for conversation in fresh:
        if conversation.id in changed:
            _apply(conversation, changed.pop(conversation.id))
    for ids in batched(sorted(changed), AT_ONCE):
        for conversation in db.session.scalars(select(Conversation).where(Conversation.id.in_(ids))):
            ledger.add(conversation, None, -1)
            _apply(conversation, changed[conversation.id])
            ledger.add(conversation, None)
    for contact in contacts:
        real = [s for s in by_person[contact.person_id] if s.engaged and s.traffic == "real"]
        first = next(filter(_is_timed, real), real[0] if real else None)
        began = first and first.started_at
        if contact.first_engaged_at != began:
            ledger.move_beginning(contact.client_id, contact.first_engaged_at, began)
            contact.first_engaged_at = began
    db.session.flush()


def _is_timed(conversation: Row[Any]) -> bool:
    """Whether a conversation's times were measured."""
    return bool(conversation.provenance & Provenance.TIMES)


def _apply(conversation: Conversation, standing: Standing) -> None:
    """Write what a conversation is among the others into its row."""
    for name, value in zip(STANDING, standing, strict=True):
        setattr(conversation, name, value)


def _settle_class(conversations: list[Row[Any]]) -> dict[int, Standing]:
    """What each of a person's conversations of one traffic class is among the others, in the order they started.

    Only those are returned for which it is not so yet.
    """
    engaged = [conversation for conversation in conversations if conversation.engaged]
    decided: dict[int, Standing] = {
        conversation.id: (
            bool(engaged) and conversation is engaged[0],
            _is_resolved(conversation, engaged, REPEAT_WITHIN),
            _is_resolved(conversation, engaged, LASTING),
            _repeats(conversation, engaged),
        )
        for conversation in conversations
    }
    return {s.id: decided[s.id] for s in conversations if decided[s.id] != tuple(getattr(s, name) for name in STANDING)}


def _repeats(conversation: Row[Any], engaged: list[Row[Any]]) -> bool:
    """Whether an engaged conversation asks again what its person has just asked."""
    own, since = (conversation.started_at, conversation.id), conversation.started_at - REPEAT_WITHIN
    return bool(conversation.engaged) and any(
        (other.started_at, other.id) < own and other.started_at >= since
        for other in engaged
        if conversation.topic is not None and other.topic == conversation.topic
    )


def _is_resolved(conversation: Row[Any], engaged: list[Row[Any]], within: timedelta) -> bool | None:
    """Whether an ended bot conversation answered its question for so long; None where that is no question."""
    if not (conversation.engaged and conversation.bot_session) or conversation.ended_at is None:
        return None
    if conversation.outcome not in RESOLVING:
        return False
    until: datetime = conversation.ended_at + within
    own = (conversation.started_at, conversation.id)
    return not any(
        own < (other.started_at, other.id) and other.started_at <= until
        for other in engaged
        if conversation.topic is not None and other.topic == conversation.topic
    )
