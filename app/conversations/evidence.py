"""Which sessions are the evidence of a number: one condition per name, used by lists and by metrics alike.

Each is the same condition under which a session is counted by `rollups.counts_of`; a test compares the two.
"""

from sqlalchemy import ColumnElement, and_, true

from app.conversations.measure import HANDED_OFF
from app.conversations.models import OUTCOMES, Conversation
from app.conversations.rollups import SATISFIED_FROM

_bot = and_(Conversation.engaged, Conversation.bot_session)
_ended = and_(_bot, Conversation.ended_at.is_not(None))

EVIDENCE: dict[str, ColumnElement[bool]] = {
    "engaged": and_(true(), Conversation.engaged),
    "bot_session": _bot,
    "ended": _ended,
    "resolved": and_(_ended, Conversation.resolved.is_(True)),
    "handed_off": and_(_bot, Conversation.handoff.in_(sorted(HANDED_OFF))),
    "nlu": Conversation.nlu_turns > 0,
    "fallback": Conversation.fallback_turns > 0,
    "entered": and_(Conversation.engaged, Conversation.goal_entered),
    "goal": and_(Conversation.engaged, Conversation.goal_hit),
    "rated": Conversation.rating.is_not(None),
    "satisfied": Conversation.rating >= SATISFIED_FROM,
}


def outcome_is(outcome: str) -> ColumnElement[bool]:
    """Sessions with an outcome; `open` are those that have none yet."""
    return Conversation.ended_at.is_(None) if outcome == "open" else Conversation.outcome == outcome


OUTCOME_NAMES = (*OUTCOMES, "open")
