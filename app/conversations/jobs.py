"""Background work of conversations."""

from sqlalchemy import select

from app.conversations.closer import close_if_due
from app.conversations.models import Conversation
from app.db import db
from app.jobs import Job, enqueue, job


@job("close_session")
def close_session(row: Job) -> None:
    """Close one session when its time is up; look again later if it has gone on meanwhile."""
    query = select(Conversation).where(Conversation.id == int(row.payload["conversation_id"]))
    session = db.session.scalar(query)
    if session is not None:
        due = close_if_due(session)
        if due is not None:
            enqueue("close_session", row.payload, run_at=due)
    db.session.commit()
