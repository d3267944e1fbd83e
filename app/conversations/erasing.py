"""Erasing what was said: the texts of conversations, sealed ones included; facts, turns and figures stay.

A conversation's age is counted from its last message; one whose times an import estimated, from when it came.
"""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, delete, func, null, or_, select, update

from app.clients import erasing
from app.clients.models import Client
from app.conversations.models import Contact, ContactKey, Conversation, Message, VaultText
from app.conversations.provenance import Provenance, knows
from app.core import clock
from app.core.db.base import count_rows, db, write_rows

BATCH = 200
"""Conversations erased in one transaction."""
MEDIA_BATCH = 500
EMPTY = {"text": "", "payload": None, "entities": null(), "acts": null(), "extra": null()}


def _before(moment: datetime) -> tuple[ColumnElement[bool], ...]:
    """Whether a conversation that has ended is older than a moment."""
    return (
        # By the index: nothing ends before it begins.
        Conversation.started_at < moment,
        Conversation.last_event_at < moment,
        or_(knows(Conversation.provenance, Provenance.TIMES), Conversation.received_at < moment),
        Conversation.ended_at.is_not(None),
        Conversation.erased_days.is_(None),
    )


def _contents(client: Client, days: int) -> tuple[ColumnElement[bool], ...]:
    """Which conversations of a client hold contents of more than so many days ago; of a purged one, all."""
    moment = clock.now() - timedelta(days=0 if client.state == "purged" else days)
    return (Conversation.client_id == client.id, *_before(moment))


def _media(client: Client, days: int) -> tuple[ColumnElement[bool], ...]:
    """Which messages of a client are pictures and files of more than so many days ago."""
    moment = clock.now() - timedelta(days=days)
    return (
        Message.kind == "media",
        Message.erased_days.is_(None),
        Message.sent_at < moment,
        Message.conversation_id == Conversation.id,
        Conversation.client_id == client.id,
        *_before(moment),
    )


@erasing.count_due.provide
def count_due(client: Client, /, *, content_days: int | None = None, media_days: int | None = None) -> int:
    """Return how many conversations have contents older than the client's policy, or the given days, allow."""
    contents = select(Conversation.id).where(*_contents(client, content_days or client.content_days))
    media = select(Conversation.id).where(*_media(client, media_days or client.media_days))
    return count_rows(contents.union(media))


@erasing.erase_due.provide
def erase_due(client: Client, step: erasing.EraseStep, /) -> None:
    """Erase what is older than the client's policy allows."""
    client_id = client.id
    total, done_count = count_due(client), 0
    while ids := _first(client, client.content_days):
        days = 0 if client.state == "purged" else client.content_days
        messages = erase(ids, days)
        done_count += len(ids)
        step(min(done_count / total, 1.0), conversations=len(ids), messages=messages)
        client = db.session.get_one(Client, client_id)
    while media := _first_media(client, client.media_days):
        _empty(Message.id.in_(media), client.media_days)
        step(1.0, pictures_and_files=len(media))
        client = db.session.get_one(Client, client_id)


def _first(client: Client, days: int) -> Sequence[int]:
    """The first conversations whose contents are to go."""
    query = select(Conversation.id).where(*_contents(client, days)).order_by(Conversation.started_at)
    # Anyone who adds a message at this moment either comes first, and it is left alone, or finds it erased.
    return db.session.scalars(query.limit(BATCH).with_for_update()).all()


def _first_media(client: Client, days: int) -> Sequence[int]:
    """The first pictures and files that are to go."""
    query = select(Message.id).where(*_media(client, days)).order_by(Message.sent_at)
    return db.session.scalars(query.limit(MEDIA_BATCH)).all()


ContentsEraser = Callable[[Sequence[int]], None]
_erasers: list[ContentsEraser] = []


def erases_contents(eraser: ContentsEraser) -> ContentsEraser:
    """Register a function that erases what an area keeps of what was said in conversations, given by their ids."""
    _erasers.append(eraser)
    return eraser


def erase(conversation_ids: Sequence[int], days: int) -> int:
    """Erase what was said in conversations; return how many messages that were."""
    for eraser in _erasers:
        eraser(conversation_ids)
    count = _empty(Message.conversation_id.in_(conversation_ids), days)
    emptied = update(Conversation).where(Conversation.id.in_(conversation_ids))
    values = {"first_text": "", "extra": null(), "erased_days": days}
    write_rows(emptied.values(**values))
    return count


def _empty(condition: ColumnElement[bool], days: int) -> int:
    """Empty messages that are not empty yet, and remove what the vault keeps of them; return how many."""
    ids = select(Message.id).where(condition)
    write_rows(delete(VaultText).where(VaultText.message_id.in_(ids)))
    emptied = update(Message).where(condition, Message.erased_days.is_(None)).values(**EMPTY, erased_days=days)
    return write_rows(emptied)


@erasing.erases
def _erase_all(client: Client, step: erasing.EraseStep) -> None:
    """Erase all that was said to a client's bots, and who said it."""
    client_id = client.id
    conditions = (Conversation.client_id == client_id, Conversation.erased_days.is_(None))
    total, done_count = db.session.scalar(select(func.count(Conversation.id)).where(*conditions)) or 0, 0
    while ids := db.session.scalars(select(Conversation.id).where(*conditions).limit(BATCH)).all():
        messages = erase(ids, 0)
        done_count += len(ids)
        step(erasing.LAST * min(done_count / total, 1.0), conversations=len(ids), messages=messages)
    has_name = (Contact.client_id == client_id, or_(Contact.name != "", Contact.last4 != ""))
    people = db.session.scalar(select(func.count(Contact.id)).where(*has_name)) or 0
    erasing.remove(ContactKey, ContactKey.client_id == client_id, step)
    write_rows(update(Contact).where(*has_name).values(name="", last4=""))
    step(erasing.LAST, contacts=people)
