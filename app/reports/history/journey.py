"""What else the contact of a conversation has come for."""

from typing import Any

from sqlalchemy import func, select

from app.conversations.models import Contact, Conversation
from app.core.db.base import db
from app.reports.filters.selection import select_conversations
from app.reports.history.service import get_conversation, rows

MOST = 10
"""The most conversations that are listed; the conversation list has all."""


def journey(conversation_id: int, *, names: bool = False) -> dict[str, Any]:
    """The other conversations of a conversation's contact, newest first, of the same traffic and whatever its range."""
    conversation = get_conversation(conversation_id)
    person = select(Contact.person_id).where(Contact.id == conversation.contact_id)
    conditions = (
        Conversation.contact_id.in_(select(Contact.id).where(Contact.person_id == person.scalar_subquery())),
        Conversation.traffic == conversation.traffic,
        Conversation.id != conversation.id,
    )
    newest = select(Conversation).where(*conditions).order_by(Conversation.started_at.desc(), Conversation.id.desc())
    conversations, zone = db.session.scalars(newest.limit(MOST)).all(), select_conversations().zone
    total = db.session.scalar(select(func.count(Conversation.id)).where(*conditions)) or 0
    return {"items": rows(conversations, zone, names=names), "total": total}
