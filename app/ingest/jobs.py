"""Background work of conversations."""

from contextlib import suppress
from datetime import timedelta

from sqlalchemy import func, select

from app.analytics import recount
from app.conversations import forgetting
from app.conversations.models import Conversation
from app.core.db.base import db
from app.core.errors import NotFound
from app.core.jobs import Job, heartbeat, job, retire
from app.core.jobs.schedule import regularly
from app.ingest import closing
from app.ingest.revising import revising

AT_ONCE = 100


# Conversations had a job each once.
retire("close_session")
regularly(timedelta(minutes=1))(closing.sweep)


@job("rebuild_rollups")
def rebuild_rollups(_row: Job) -> None:
    """Count the workspace's rollups again from its conversations."""
    recount.rebuild()


@job("forget_contact")
def forget_contact(row: Job) -> None:
    """Erase what is kept of a contact."""
    forgetting.forget(row)


@job("measure_bot")
def measure_bot(row: Job) -> None:
    """Measure every conversation of a bot again, because its top goal is another."""
    mine = Conversation.bot_id == int(row.payload["bot_id"])
    total, done_count, last = db.session.scalar(select(func.count(Conversation.id)).where(mine)) or 1, 0, 0
    while True:
        query = select(Conversation.id).where(mine, Conversation.id > last).order_by(Conversation.id).limit(AT_ONCE)
        conversations = db.session.scalars(query).all()
        for last in conversations:
            conversation, done_count = db.session.get(Conversation, last), done_count + 1
            # The measuring itself looks at the goals; what is removed meanwhile needs none.
            if conversation is not None:
                with suppress(NotFound), revising(conversation, cause="top goal changed"):
                    pass
            # One person at a time: who holds one and wants another meets someone who does it the other way round.
            db.session.commit()
        heartbeat(row, min(done_count / total, 1.0))
        db.session.commit()
        if not conversations:
            return
