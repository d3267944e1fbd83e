"""Which sessions are the evidence of a number: one condition per name, used by lists and by metrics alike.

Each is the same condition under which a session is counted by `rollups.counts_of`; a test compares the two.
"""

from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, and_, func, or_, select, true

from app.analytics.measure import FAILURES, HANDED_OFF, NOT_UNDERSTOOD, STREAK
from app.analytics.rollups import SATISFIED_FROM
from app.conversations.models import OUTCOMES, Conversation, Turn
from app.conversations.provenance import Provenance, knows

_bot = and_(Conversation.engaged, Conversation.bot_session)
_ended = and_(_bot, Conversation.ended_at.is_not(None))
_followed = and_(_ended, knows(Conversation.provenance, Provenance.PEOPLE))
"""Someone who returns with the same topic is recognised only where the person is known."""
_people = knows(Conversation.provenance, Provenance.PEOPLE)
_understanding = knows(Conversation.provenance, Provenance.UNDERSTANDING)
_understood = and_(_bot, _understanding)

EVIDENCE: dict[str, ColumnElement[bool]] = {
    "engaged": and_(true(), Conversation.engaged),
    "bot_session": _bot,
    "ended": _ended,
    "followed": _followed,
    "resolved": and_(_followed, Conversation.resolved.is_(True)),
    "lasting": and_(_followed, Conversation.lasting.is_(True)),
    "repeats": and_(_people, Conversation.repeats),
    "abandoned": and_(_ended, Conversation.outcome == "abandoned"),
    "contained": and_(_bot, func.coalesce(Conversation.handoff, "").not_in(sorted(HANDED_OFF))),
    "understood": _understood,
    "bot_fallback": and_(_understood, Conversation.fallback_turns > 0),
    "bot_streak": and_(_understood, Conversation.fallback_streak >= STREAK),
    "handed_off": and_(_bot, Conversation.handoff.in_(sorted(HANDED_OFF))),
    "named": and_(Conversation.engaged, knows(Conversation.provenance, Provenance.PEOPLE)),
    "priced": and_(Conversation.engaged, knows(Conversation.provenance, Provenance.COST)),
    "nlu": and_(Conversation.nlu_turns > 0, _understanding),
    "fallback": and_(Conversation.fallback_turns > 0, _understanding),
    "entered": and_(Conversation.engaged, Conversation.goal_entered),
    "goal": and_(Conversation.engaged, Conversation.goal_hit),
    "rated": Conversation.rating.is_not(None),
    "satisfied": Conversation.rating >= SATISFIED_FROM,
}
HAS_CAUSE = and_(Turn.cause.is_not(None), or_(Turn.cause.not_in(sorted(NOT_UNDERSTOOD)), _understanding))
"""Turns that count as failed for their cause; that nothing was understood is known of some sources alone."""
TURNS_OF = {"nlu": Conversation.nlu_turns, "fallback": Conversation.fallback_turns}
"""What is counted in a session where a number counts turns."""

RECENT = timedelta(minutes=15)
"""How long a failed turn is shown."""
FAILING = "failing"
"""The name of sessions in which a turn has just failed: it is reported at this moment, and no rollup counts it."""


def has_just_failed(now: datetime) -> list[ColumnElement[bool]]:
    """Return the conditions on a turn and its session under which the turn has just failed technically."""
    return [
        Turn.conversation_id == Conversation.id, Turn.started_at >= now - RECENT, Turn.cause.in_(FAILURES),
        Conversation.last_event_at >= now - RECENT,
    ]  # fmt: skip


def evidence_is(name: str, now: datetime) -> ColumnElement[bool]:
    """Return the condition of an evidence by its name."""
    return select(Turn.id).where(*has_just_failed(now)).exists() if name == FAILING else EVIDENCE[name]


EVIDENCE_NAMES = (*EVIDENCE, FAILING)


def outcome_is(outcome: str) -> ColumnElement[bool]:
    """Sessions with an outcome; `open` are those that have none yet."""
    return Conversation.ended_at.is_(None) if outcome == "open" else Conversation.outcome == outcome


OUTCOME_NAMES = (*OUTCOMES, "open")
