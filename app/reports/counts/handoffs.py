"""How long visitors waited for a person, and how many waited too long."""

from datetime import datetime, timedelta

from sqlalchemy import select

from app.analytics.evidence import EVIDENCE
from app.conversations.models import Conversation
from app.core.db.base import db
from app.inbox.models import ANSWERED_AT, Handoff, waited
from app.reports.counts.facts import percentiles
from app.reports.filters.ranges import Period
from app.reports.filters.selection import Selection
from app.reports.metrics.definitions import Counts


def count_handoffs(selection: Selection, period: Period, now: datetime) -> Counts:
    """Count the hand-overs that visitors of a period asked for: their median wait, and how many waited too long."""
    query = (
        select(Handoff.requested_at, Handoff.due_at, Handoff.accepted_at, ANSWERED_AT)
        .join(Conversation, Conversation.id == Handoff.conversation_id)
        .where(*selection.during(period), EVIDENCE["handed_off"])
    )
    waits, missed, over = list[timedelta](), 0, 0
    for requested_at, due_at, accepted_at, answered_at in db.session.execute(query):
        is_missed = (answered_at or now) > due_at
        missed += is_missed
        # One that still waits within its time is neither missed nor not.
        over += is_missed or answered_at is not None
        wait = waited(requested_at, due_at, accepted_at)
        if wait is not None:
            waits.append(wait)
    (median,) = percentiles([(wait.total_seconds() * 1000, 1) for wait in waits], [0.5])
    counts = {"handoffs_accepted": len(waits), "handoffs": over, "handoffs_missed": missed}
    return counts if median is None else counts | {"handoff_wait_p50": round(median)}
