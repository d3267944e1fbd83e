"""What else the contact of a conversation has come for."""

from typing import Any

from sqlalchemy import func, select

from app.conversations.models import Contact, Conversation
from app.core.db.base import db
from app.reports.filters.selection import select_sessions
from app.reports.history.service import get_conversation, rows

MOST = 10
"""The most conversations that are listed; the conversation list has all."""


def journey(conversation_id: int, *, names: bool = False) -> dict[str, Any]:
    """The other conversations of a conversation's contact, newest first, of the same traffic and whatever its range."""
    session = get_conversation(conversation_id)
    person = select(Contact.person_id).where(Contact.id == session.contact_id)
    conditions = (
        Conversation.contact_id.in_(select(Contact.id).where(Contact.person_id == person.scalar_subquery())),
        Conversation.traffic == session.traffic,
        Conversation.id != session.id,
    )
    newest = select(Conversation).where(*conditions).order_by(Conversation.started_at.desc(), Conversation.id.desc())
    sessions, zone = db.session.scalars(newest.limit(MOST)).all(), select_sessions().zone
    total = db.session.scalar(select(func.count(Conversation.id)).where(*conditions)) or 0
    return {"items": rows(sessions, zone, names=names), "total": total}
