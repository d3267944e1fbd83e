"""What happened in conversations, moment by moment: the nodes, goals, intents and events that funnels count."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, select

from app.analytics.evidence import EVIDENCE
from app.analytics.measure import HANDED_OFF, UNNAMED
from app.conversations.models import Conversation, Message, Turn
from app.conversations.persons import person
from app.conversations.provenance import Provenance
from app.core.db.base import db
from app.core.values.batches import batched
from app.reports.filters.selection import Selection
from app.reports.funnels.steps import FunnelStep

AT_ONCE = 500
COLUMNS = ("id", "started_at", "nodes", "goals", "channel", "bot_id", "bot_group", "language", "outlet_id",
           "provenance", "handoff", "messages_human", "rating", "fallback_turns", "erased_days", "intent")  # fmt: skip
STARTED, FALLBACK, HANDOFF, ACCEPTED, RATED = (
    FunnelStep("event", name) for name in ("started", "fallback", "handoff", "accepted", "rated")
)


class Moment(NamedTuple):
    """What happened at once, in which conversation, and whether the time of it was measured."""

    at: datetime
    steps: frozenset[FunnelStep]
    conversation: "FunnelConversation"
    is_timed: bool


@dataclass(frozen=True, slots=True, eq=False)
class FunnelConversation:
    """A conversation with what its row says of its steps."""

    id: int
    person: int
    row: Any
    steps: frozenset[FunnelStep]
    """The steps it has, of those that were asked for."""


def read_conversations(
    selection: Selection, start: datetime, end: datetime, steps: Collection[FunnelStep], *, is_known: bool
) -> list[FunnelConversation]:
    """The engaged conversations of an interval with the steps they have; those of known people only if `is_known`."""
    conditions = [
        *selection.where(Conversation), EVIDENCE["named" if is_known else "engaged"],
        Conversation.started_at >= start, Conversation.started_at < end,
    ]  # fmt: skip
    columns = [getattr(Conversation, name) for name in COLUMNS]
    query = select(person(Conversation.contact_id).label("person"), *columns).where(*conditions)
    intents = _with_intents(conditions, steps)
    return [
        FunnelConversation(row.id, row.person, row, frozenset(_steps_of(row) & set(steps) | intents[row.id]))
        for row in db.session.execute(query.order_by(Conversation.started_at, Conversation.id))
    ]


def _with_intents(
    conditions: list[ColumnElement[bool]], funnel_steps: Iterable[FunnelStep]
) -> defaultdict[int, set[FunnelStep]]:
    """The intents among the steps that were understood, by conversation."""
    steps = defaultdict[int, set[FunnelStep]](set)
    names = [step.name for step in funnel_steps if step.kind == "intent"]
    if names:
        query = select(Turn.conversation_id, Turn.intent).join(Conversation, Conversation.id == Turn.conversation_id)
        understood = query.where(*conditions, Turn.intent.in_(names), Turn.nlu, Turn.accepted).distinct()
        for conversation_id, name in db.session.execute(understood):
            steps[conversation_id].add(FunnelStep("intent", str(name)))
    return steps


def _steps_of(row: Any) -> set[FunnelStep]:
    """The steps that the row of a conversation tells."""
    steps = {STARTED}
    steps.update(FunnelStep("node", node) for node in row.nodes or ())
    steps.update(FunnelStep("goal", goal) for goal in row.goals or ())
    if row.handoff in HANDED_OFF:
        steps.add(HANDOFF)
    if row.messages_human or row.handoff in ("accepted", "closed"):
        steps.add(ACCEPTED)
    if row.rating is not None:
        steps.add(RATED)
    if row.fallback_turns and row.provenance & Provenance.UNDERSTANDING:
        steps.add(FALLBACK)
    return steps


def read_moments(conversations: Sequence[FunnelConversation]) -> Iterator[tuple[FunnelConversation, list[Moment]]]:
    """The moments of conversations in order; of erased ones what their rows tell, without times."""
    for some in batched(conversations, AT_ONCE):
        ids = [conversation.id for conversation in some]
        messages: defaultdict[int, list[Any]] = defaultdict(list)
        node = Message.extra["node"].as_string().label("node")
        message_query = select(
            Message.conversation_id, Message.turn_number, Message.speaker, Message.sent_at, Message.marks, node
        ).where(Message.conversation_id.in_(ids))
        for message in db.session.execute(message_query.order_by(Message.conversation_id, Message.position)):
            messages[message.conversation_id].append(message)
        turns: defaultdict[int, dict[int, Any]] = defaultdict(dict)
        turn_query = select(Turn.conversation_id, Turn.number, Turn.intent, Turn.nlu, Turn.accepted, Turn.fallback)
        for turn in db.session.execute(turn_query.where(Turn.conversation_id.in_(ids))):
            turns[turn.conversation_id][turn.number] = turn
        for conversation in some:
            if conversation.row.erased_days is None:
                yield conversation, list(_moments(conversation, messages[conversation.id], turns[conversation.id]))
            else:
                yield conversation, list(_moments_of_row(conversation))


def _moments_of_row(conversation: FunnelConversation) -> Iterator[Moment]:
    """The moments of a conversation whose messages were erased, all at its beginning."""
    row = conversation.row
    names = [
        STARTED,
        *(FunnelStep("node", node) for node in row.nodes or ()),
        *(FunnelStep("goal", goal) for goal in row.goals),
    ]
    for step in [*names, *sorted(conversation.steps - set(names), key=lambda step: step.id)]:
        yield Moment(row.started_at, frozenset({step}), conversation, is_timed=False)


def _moments(conversation: FunnelConversation, messages: Iterable[Any], turns: dict[int, Any]) -> Iterator[Moment]:
    """The moments of a conversation from its messages and turns; one that repeats the last is left out."""
    is_timed = bool(conversation.row.provenance & Provenance.TIMES)
    yield Moment(conversation.row.started_at, frozenset({STARTED}), conversation, is_timed)
    last: frozenset[FunnelStep] = frozenset()
    turn_number = 0
    for message in messages:
        steps = set(_steps_of_message(conversation, message))
        if message.speaker == "user" and message.turn_number > turn_number:
            turn_number = message.turn_number
            steps.update(_understood(conversation, turns.get(turn_number)))
        if steps and steps != last:
            last = frozenset(steps)
            yield Moment(message.sent_at, last, conversation, is_timed)


def _steps_of_message(conversation: FunnelConversation, message: Any) -> Iterator[FunnelStep]:
    """The steps of a message."""
    marks = message.marks or {}
    # The engine's own replies have names with @.
    if message.speaker == "bot" and message.node and not message.node.startswith("@"):
        yield FunnelStep("node", message.node)
    if marks.get("goal") or marks.get("reached"):
        yield FunnelStep("goal", marks.get("goal") or (conversation.row.intent or UNNAMED)[:80])
    if marks.get("handoff") in HANDED_OFF or message.speaker == "agent":
        yield HANDOFF
    if marks.get("handoff") in ("accepted", "closed") or message.speaker == "agent":
        yield ACCEPTED
    if marks.get("rating"):
        yield RATED


def _understood(conversation: FunnelConversation, turn: Any) -> Iterator[FunnelStep]:
    """The steps of a turn."""
    if turn is None:
        return
    if turn.nlu and turn.accepted and turn.intent:
        yield FunnelStep("intent", turn.intent)
    if turn.fallback and conversation.row.provenance & Provenance.UNDERSTANDING:
        yield FALLBACK
