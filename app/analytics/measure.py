"""Measuring one session (product §1.2 and §1.3): pure, from its events in order to its facts."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import groupby

from app.bots.engine.languages import detect_by_script
from app.conversations.events import FREE_INPUT, USER_INPUT, Measurable

SAME_TURN = timedelta(seconds=2)
HANDED_OFF = frozenset({"requested", "accepted", "closed", "missed"})
TAKEN_OVER = frozenset({"requested", "accepted"})
"""From here on texts are for a person: no classifier routes them."""
FAILURES = frozenset({"error", "timeout"})
NOT_UNDERSTOOD = frozenset({"no_match", "low_confidence"})
NEGATIVE = 2
STREAK = 2
"""So many fallbacks one after the other are a streak."""
MOST_NODES = 40
"""So many nodes of a session are noted, the first ones and the last."""
UNNAMED = "goal"
"""What a goal is called that no source and no intent names."""


@dataclass(slots=True)
class TurnFacts:
    """One turn: what the user said in one go and everything answered to it."""

    number: int
    started_at: datetime
    nlu: bool = False
    intent: str | None = None
    confidence: float | None = None
    accepted: bool = False
    fallback: bool = False
    cause: str | None = None
    latency_ms: int | None = None
    _heard_at: datetime | None = None
    _answered: bool = False


@dataclass(slots=True)
class ConversationFacts:
    """Everything a session's row says that follows from its events alone; names are the row's columns."""

    started_at: datetime
    last_event_at: datetime
    outcome: str | None = None
    engaged: bool = False
    bot_session: bool = False
    human_opened: bool = False
    turns: int = 0
    nlu_turns: int = 0
    accepted_turns: int = 0
    fallback_turns: int = 0
    fallback_streak: int = 0
    error_turns: int = 0
    messages_in: int = 0
    messages_out: int = 0
    messages_human: int = 0
    handoff: str | None = None
    goal_entered: bool = False
    goal_hit: bool = False
    goals: list[str] = field(default_factory=list)
    rating_prompted: bool = False
    rating: int | None = None
    nps: int | None = None
    intent: str | None = None
    topic: str | None = None
    cost_micro: int = 0
    first_text: str = ""
    detected_language: str | None = None
    nodes: list[str] = field(default_factory=list)


@dataclass(slots=True)
class ConversationMeasures:
    """A session's facts, its turns, and the turn number of each event."""

    facts: ConversationFacts
    turns: list[TurnFacts] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    entered: set[str] = field(default_factory=set)
    """Goals whose first node was reached; the empty name represents one that was not named."""


def measure(
    events: Sequence[Measurable], *, ended: bool, top: str | None = None, timed: bool = True
) -> ConversationMeasures:
    """The facts of a session from its events in order; `ended` decides outcome and unanswered last turns.

    `goal_entered` and `goal_hit` speak of the top goal, or of any goal where the bot has no top one. Events whose
    times were estimated are not `timed`: how long an answer took is not known of them.
    """
    result = ConversationMeasures(ConversationFacts(events[0].sent_at, events[-1].sent_at))
    _cut_turns(events, result)
    _judge_turns(events, result, ended=ended, timed=timed)
    for event in events:
        _count(event, result.facts)
        _note_goals(event, result)
        _note_node(event, result.facts)
    result.facts.detected_language = _detect_language(events)
    _sum_turns(result)
    _judge_goals(result, top)
    if ended:
        result.facts.outcome = _outcome(events, result)
    return result


def _cut_turns(events: Sequence[Measurable], result: ConversationMeasures) -> None:
    """Open a turn at every user event that does not follow another one within two seconds."""
    previous: Measurable | None = None
    human = False
    for event in events:
        marks = event.marks or {}
        human = human or event.speaker == "agent" or marks.get("handoff") in TAKEN_OVER
        human = human and not marks.get("returned")
        if event.speaker == "user" and event.kind in USER_INPUT:
            is_joined = (
                previous is not None
                and previous.speaker == "user"
                and result.turns
                and event.sent_at - previous.sent_at <= SAME_TURN
            )
            if not is_joined:
                result.turns.append(TurnFacts(len(result.turns) + 1, event.sent_at))
            turn = result.turns[-1]
            is_routed = event.kind in FREE_INPUT and marks.get("routed", True)
            turn.nlu = (turn.nlu or is_routed) and not human
            turn._heard_at = event.sent_at
        result.numbers.append(len(result.turns))
        # A system event (a delivery status, say) between two messages does not part them.
        previous = event if event.speaker != "system" else previous


def _judge_turns(events: Sequence[Measurable], result: ConversationMeasures, *, ended: bool, timed: bool) -> None:
    """Intent, latency and cause of failure of every turn."""
    for event, number in zip(events, result.numbers, strict=True):
        if number == 0:
            continue
        turn, marks = result.turns[number - 1], event.marks or {}
        if event.speaker == "user" and marks.get("intent"):
            turn.intent, turn.confidence = marks["intent"], marks.get("confidence")
        if event.speaker == "user" and turn.confidence is None:
            turn.confidence = marks.get("confidence")
        if marks.get("cause"):
            turn.cause = marks["cause"]
        if event.speaker in ("bot", "agent"):
            if timed and event.speaker == "bot" and not turn._answered and turn._heard_at is not None:
                turn.latency_ms = max(round((event.sent_at - turn._heard_at).total_seconds() * 1000), 0)
            turn._answered = True
    for turn in result.turns:
        over = ended or turn.number < len(result.turns)
        if turn.nlu and over and not turn._answered and turn.cause is None:
            turn.cause = "no_reply"
        turn.fallback = turn.nlu and turn.cause is not None
        turn.accepted = turn.nlu and turn.intent is not None and turn.cause not in NOT_UNDERSTOOD


def _count(event: Measurable, facts: ConversationFacts) -> None:
    """Add one event to the counts and states of its session."""
    marks = event.marks or {}
    if event.speaker == "user" and event.kind in USER_INPUT:
        facts.messages_in += 1
        facts.first_text = facts.first_text or event.text[:160]
        facts.engaged = True
    elif event.speaker == "bot":
        facts.messages_out += 1
        facts.bot_session = facts.bot_session or facts.messages_human == 0
    elif event.speaker == "agent":
        facts.human_opened = facts.human_opened or (facts.messages_in == 0 and facts.messages_out == 0)
        facts.messages_human += 1
        facts.handoff = "accepted" if facts.handoff in (None, "offered", "requested") else facts.handoff
    handoff = marks.get("handoff")
    # Once requested it stays so for the numbers: a later cancellation takes nothing back.
    if handoff and not (handoff in ("offered", "cancelled") and facts.handoff in HANDED_OFF):
        facts.handoff = handoff
    facts.cost_micro += marks.get("cost_micro", 0)
    facts.rating = marks.get("rating") or facts.rating
    facts.nps = marks.get("nps", facts.nps)
    facts.rating_prompted = facts.rating_prompted or bool(marks.get("asks_rating") or marks.get("rating"))


def _detect_language(events: Sequence[Measurable]) -> str | None:
    """The language that most texts of the user are in, as far as scripts tell; None of Latin letters."""
    texts = (event.text for event in events if event.speaker == "user" and event.kind in FREE_INPUT)
    languages = Counter(language for text in texts if (language := detect_by_script(text)) is not None)
    return max(languages, key=lambda language: (languages[language], language), default=None)


def _note_goals(event: Measurable, result: ConversationMeasures) -> None:
    """Note the goals an event enters or reaches, each once, by the names it gives them."""
    marks, goals = event.marks or {}, result.facts.goals
    enters = marks.get("enters")
    if enters:
        result.entered.add(enters if isinstance(enters, str) else "")
    if marks.get("goal") or marks.get("reached"):
        name = marks.get("goal") or ""
        if name not in goals:
            goals.append(name)


def _note_node(event: Measurable, facts: ConversationFacts) -> None:
    """Note the node a reply comes from; the last one is always the last. The engine's own replies have names with @."""
    node = (event.extra or {}).get("node") if event.speaker == "bot" else None
    if not isinstance(node, str) or not node or node.startswith("@"):
        return
    if node in facts.nodes:
        facts.nodes.remove(node)
    elif len(facts.nodes) >= MOST_NODES:
        facts.nodes.pop()
    facts.nodes.append(node)


def _judge_goals(result: ConversationMeasures, top: str | None) -> None:
    """Name the goal that came without a name after the last accepted intent, and look at the top one."""
    facts = result.facts
    names = (name or (facts.intent or UNNAMED)[:80] for name in facts.goals)
    facts.goals = list(dict.fromkeys(names))
    entered = result.entered | set(facts.goals)
    facts.goal_hit = bool(facts.goals) if top is None else top in facts.goals
    facts.goal_entered = bool(entered) if top is None else bool(entered & {top, ""})


def _sum_turns(result: ConversationMeasures) -> None:
    """Bring the turns' counts and the last accepted intent into the session."""
    facts = result.facts
    facts.turns = len(result.turns)
    facts.nlu_turns = sum(turn.nlu for turn in result.turns)
    facts.fallback_turns = sum(turn.fallback for turn in result.turns)
    facts.accepted_turns = sum(turn.accepted for turn in result.turns)
    runs = groupby(result.turns, key=lambda turn: turn.fallback)
    facts.fallback_streak = max((len(list(run)) for is_fallback, run in runs if is_fallback), default=0)
    facts.error_turns = sum(turn.cause in FAILURES for turn in result.turns)
    facts.intent = next((turn.intent for turn in reversed(result.turns) if turn.accepted), None)
    facts.topic = facts.intent.split(".", 1)[0][:80] if facts.intent else None
    # A thread a human opened is nobody's bot session, and neither is one in which nobody spoke to the bot.
    facts.bot_session = facts.bot_session and facts.engaged and not facts.human_opened


def _outcome(events: Sequence[Measurable], result: ConversationMeasures) -> str:
    """Exactly one outcome, the first rule that holds (product §1.3)."""
    facts = result.facts
    if facts.handoff in HANDED_OFF:
        return "handed_off"
    replies = [event for event in events if event.speaker in ("bot", "agent")]
    last_marks = (replies[-1].marks or {}) if replies else {}
    if replies and replies[-1].speaker == "bot" and last_marks.get("cause") in FAILURES:
        return "error"
    if facts.goals:
        return "completed"
    if _is_abandoned(events, result):
        return "abandoned"
    return "informed"


def _is_abandoned(events: Sequence[Measurable], result: ConversationMeasures) -> bool:
    """Left while the bot waited, after a fallback, after bad feedback, or with the goal missed."""
    messages = [event for event in events if event.speaker != "system" and event.kind != "call_end"]
    last = messages[-1] if messages else None
    if last is not None and last.speaker == "bot" and (last.marks or {}).get("waits"):
        return True
    if result.turns and result.turns[-1].fallback:
        return True
    if result.facts.rating is not None and result.facts.rating <= NEGATIVE:
        return True
    return any((event.marks or {}).get("missed") for event in events)
