"""Telling open pages what has changed in the chat: each change is about a person, and goes by their id."""

from sqlalchemy import select

from app.accounts.users.models import User
from app.core.db.base import db
from app.core.realtime import publish
from app.office.chat.models import ChatSide
from app.office.chat.people import Contact


def publish_message(me: User, other: Contact) -> None:
    """Something was said: to the other one, and to one's own other pages."""
    _publish_to_both("chat:message", me, other)


def publish_read(me: User, other: Contact) -> None:
    """What the other one has said was read."""
    _publish_to_both("chat:read", me, other)


def publish_typing(me: User, other: Contact) -> None:
    """Something is being written to the other one."""
    publish("chat:typing", str(me.id), [other.id])


def publish_status(me: User) -> None:
    """Say something else about yourself: to yourself, and to those one talks with."""
    partners = db.session.scalars(select(ChatSide.user_id).where(ChatSide.other_id == me.id))
    publish("chat:status", str(me.id), [me.id, *partners])


def _publish_to_both(kind: str, me: User, other: Contact) -> None:
    publish(kind, str(me.id), [other.id])
    publish(kind, str(other.id), [me.id])
