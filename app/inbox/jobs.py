"""Hand-offs that nobody has accepted in time."""

from sqlalchemy import select

from app.core.db.base import db
from app.core.errors import Conflict
from app.core.jobs import Job, job, named_id
from app.inbox import service
from app.inbox.models import Handoff


@job("handoff_missed")
def miss(row: Job) -> None:
    """Let a hand-off be missed unless someone has accepted it or it is over."""
    handoff = db.session.scalar(select(Handoff).where(Handoff.id == named_id(row, "handoff_id")))
    if handoff is None or handoff.state != "requested":
        return
    try:
        service.miss(handoff)
    except Conflict:
        db.session.rollback()  # Someone has accepted it at this very moment, or the visitor has begun again.
