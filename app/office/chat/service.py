"""Rules of conversations: who has one with whom, what is said, and what has been read."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Select, func, select

from app.accounts.users.models import User
from app.core import clock
from app.core.db.base import db
from app.core.db.ids import new_id
from app.core.errors import Conflict
from app.office.chat.models import Chat, ChatMessage, ChatSide
from app.office.chat.people import Contact, join, people_by_id

WINDOW = 30
"""As many messages are shown at once."""
AFTER = 8
"""As many of them stand after one that was looked for."""


@dataclass(frozen=True, slots=True)
class Talk:
    """A conversation in a list: with whom, how much of it is new, and what was said last."""

    id: int
    person: Contact
    unseen: int
    last: ChatMessage


@dataclass(frozen=True, slots=True)
class Window:
    """Some messages of a conversation, oldest first."""

    person: Contact
    messages: Sequence[ChatMessage]
    older: int | None
    """Up to which message those before them reach; None where there are none."""
    at_end: bool
    """Whether the newest message is among them."""
    unseen: int
    read_id: int
    """The newest message the other one has read."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A message that was looked for, and with whom it was spoken."""

    id: int
    person: Contact
    message: ChatMessage


# ---- reading ------------------------------------------------------------------------------------------


def side_of(user_id: int, other_id: int) -> ChatSide | None:
    """One's own side of the conversation with someone, if there is one."""
    return db.session.scalar(select(ChatSide).where(ChatSide.user_id == user_id, ChatSide.other_id == other_id))


def list_talks(me: User, q: str = "") -> Select[ChatSide]:
    """One's conversations, by words of the other one's name."""
    query = select(ChatSide).where(ChatSide.user_id == me.id)
    if not q.strip():
        return query
    condition = User.name_key.contains(q.strip().casefold(), autoescape=True)
    return query.join(User, User.id == ChatSide.other_id).where(condition)


def talks(sides: Sequence[ChatSide]) -> list[Talk]:
    """Conversations as a list shows them."""
    people = people_by_id(side.other_id for side in sides)
    last = _messages_by_id([side.last_id for side in sides])
    return [Talk(people[side.other_id].id, people[side.other_id], side.unseen, last[side.last_id]) for side in sides]


def _messages_by_id(ids: list[int]) -> dict[int, ChatMessage]:
    return {
        chat_message.id: chat_message
        for chat_message in db.session.scalars(select(ChatMessage).where(ChatMessage.id.in_(ids)))
    }


def all_sides(me: User) -> list[ChatSide]:
    """All of one's conversations, the newest first."""
    return list(db.session.scalars(list_talks(me).order_by(ChatSide.last_id.desc())))


def unseen(me: User) -> int:
    """How many messages one has not read."""
    return db.session.scalar(select(func.sum(ChatSide.unseen)).where(ChatSide.user_id == me.id)) or 0


def all_messages(chat_id: int) -> list[ChatMessage]:
    """Everything said in a conversation, oldest first."""
    query = select(ChatMessage).where(ChatMessage.chat_id == chat_id)
    return list(db.session.scalars(query.order_by(ChatMessage.id)))


def window(me: User, person: Contact, upto: int | None = None, around: int | None = None) -> Window:
    """The newest messages with someone, those up to one, or those around one."""
    mine, theirs = side_of(me.id, person.id), side_of(person.id, me.id)
    if mine is None or theirs is None:
        return Window(person, [], None, True, 0, 0)
    query = select(ChatMessage).where(ChatMessage.chat_id == mine.chat_id)
    if around is not None:
        after = (
            query.where(ChatMessage.id > around).order_by(ChatMessage.id).limit(AFTER).with_only_columns(ChatMessage.id)
        )
        upto = max([around, *db.session.scalars(after)])
    if upto is not None:
        query = query.where(ChatMessage.id <= upto)
    messages = list(db.session.scalars(query.order_by(ChatMessage.id.desc()).limit(WINDOW + 1)))
    more, messages = len(messages) > WINDOW, messages[:WINDOW][::-1]
    return Window(
        person, messages, messages[0].id - 1 if more else None, not messages or messages[-1].id >= mine.last_id,
        mine.unseen, theirs.seen_id,
    )  # fmt: skip


def search(me: User, q: str) -> Select[ChatMessage]:
    """Messages of one's own conversations that contain a text; any where none is asked for."""
    own = select(ChatSide.chat_id).where(ChatSide.user_id == me.id)
    query, words = select(ChatMessage).where(ChatMessage.chat_id.in_(own)), q.strip().casefold()
    return query.where(ChatMessage.search_text.contains(words, autoescape=True)) if words else query


def hits(me: User, messages: Sequence[ChatMessage]) -> list[Hit]:
    """Messages that were looked for, with whom they were spoken."""
    chats = {message.chat_id for message in messages}
    sides = db.session.scalars(select(ChatSide).where(ChatSide.user_id == me.id, ChatSide.chat_id.in_(chats)))
    others = {side.chat_id: side.other_id for side in sides}
    people = people_by_id(others.values())
    return [Hit(message.id, people[others[message.chat_id]], message) for message in messages]


# ---- writing ------------------------------------------------------------------------------------------


def send(me: User, person: Contact, text: str, at: datetime | None = None) -> tuple[ChatMessage, bool]:
    """Say something to someone; answers the message, and whether it began the conversation."""
    if person.is_gone:
        raise Conflict("This person has left the workspace and can't receive messages.", code="person_gone")
    chat, begun = _open(me, person.user)
    message = ChatMessage(
        # Anyone who speaks next comes after, whatever the clocks of two processes say.
        id=max(new_id(at), chat.last_id + 1), chat_id=chat.id, sender_id=me.id, text=text, sent_at=at or clock.now(),
    )  # fmt: skip
    db.session.add(message)
    chat.last_id = message.id
    mine, theirs = side_of(me.id, person.id), side_of(person.id, me.id)
    assert mine is not None and theirs is not None  # noqa: S101 - both are made with the conversation
    mine.last_id = theirs.last_id = message.id
    # Who answers has read what came before.
    mine.seen_id, mine.unseen = message.id, 0
    theirs.unseen += 1
    db.session.flush()
    return message, begun


def _open(me: User, other: User) -> tuple[Chat, bool]:
    """The conversation with someone, held for this writer alone, and whether it is a new one."""
    first, second = sorted((me, other), key=lambda user: user.id)
    query = select(Chat).where(Chat.first_id == first.id, Chat.second_id == second.id).with_for_update()
    chat = db.session.scalar(query)
    if chat is None:
        # Two who greet each other at once queue at the same rows in the same order: the later finds the chat.
        for user in (first, second):
            join(user)
        chat = db.session.scalar(query)
    if chat is not None:
        return chat, False
    chat = Chat(id=new_id(), first_id=first.id, second_id=second.id, last_id=0)
    db.session.add(chat)
    db.session.flush()
    db.session.add_all(
        ChatSide(chat_id=chat.id, user_id=user.id, other_id=two.id) for user, two in ((me, other), (other, me))
    )
    db.session.flush()
    return chat, True


def read(me: User, person: Contact, message_id: int | None = None) -> int:
    """Mark what someone has said as read, up to a message or all of it; answers how much is left unread."""
    side = db.session.scalar(
        select(ChatSide).where(ChatSide.user_id == me.id, ChatSide.other_id == person.id).with_for_update()
    )
    if side is None:
        return 0
    upto = side.last_id if message_id is None else min(message_id, side.last_id)
    side.seen_id = max(side.seen_id, upto)
    unread = select(func.count()).select_from(ChatMessage).where(
        ChatMessage.chat_id == side.chat_id, ChatMessage.id > side.seen_id, ChatMessage.sender_id == person.id
    )  # fmt: skip
    side.unseen = db.session.scalar(unread) or 0
    db.session.flush()
    return side.unseen
