"""Background work of conversations."""

from contextlib import suppress

from sqlalchemy import func, select

from app.analytics import recount
from app.conversations.models import Conversation
from app.core.db.base import db
from app.core.errors import NotFound
from app.core.jobs import Job, enqueue, heartbeat, job
from app.ingest.closing import close_if_due
from app.ingest.revising import revising

AT_ONCE = 100


@job("close_session")
def close_session(row: Job) -> None:
    """Close one session when its time is up; look again later if it has gone on meanwhile."""
    query = select(Conversation).where(Conversation.id == int(row.payload["conversation_id"]))
    session = db.session.scalar(query)
    if session is not None:
        due = close_if_due(session)
        if due is not None:
            enqueue("close_session", row.payload, run_at=due)


@job("rebuild_rollups")
def rebuild_rollups(_row: Job) -> None:
    """Count the workspace's rollups again from its sessions."""
    recount.rebuild()


@job("measure_bot")
def measure_bot(row: Job) -> None:
    """Measure every session of a bot again, because its top goal is another."""
    mine = Conversation.bot_id == int(row.payload["bot_id"])
    total, done, last = db.session.scalar(select(func.count(Conversation.id)).where(mine)) or 1, 0, 0
    while True:
        query = select(Conversation.id).where(mine, Conversation.id > last).order_by(Conversation.id).limit(AT_ONCE)
        found = db.session.scalars(query).all()
        for last in found:
            session, done = db.session.get(Conversation, last), done + 1
            # The measuring itself looks at the goals; what is removed meanwhile needs none.
            if session is not None:
                with suppress(NotFound), revising(session, cause="top goal changed"):
                    pass
            # One person at a time: who holds one and wants another meets somebody who does it the other way round.
            db.session.commit()
        heartbeat(row, min(done / total, 1.0))
        db.session.commit()
        if not found:
            return
