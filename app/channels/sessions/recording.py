"""What a step of a bot means to the store: its events with their marks, worked out from the trace alone."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any

from app.bots.engine import Flow
from app.bots.runtime.conversing import TurnResult
from app.bots.runtime.tracing import ANSWERS, has_succeeded, missed_cause
from app.conversations.events import ConversationEvent, Marks

STARS, LIKELIHOOD = 5, 10
"""The scales of ratings: of satisfaction, and of how likely one is to recommend."""
BY_KNOWLEDGE = 8
KNOWLEDGE = "knowledge"
"""The intent of a question that the bot's knowledge has answered."""
FAILED = {"timeout": "timeout"}
NameEvent = Callable[[str], str]
"""Gives an event its id; what it is given tells the events of one step apart."""


def record_utterance(
    utterance: Mapping[str, Any], turn: TurnResult, trace: Mapping[str, Any] | None, *, at: datetime, key: str
) -> ConversationEvent:
    """Return what a person has said or chosen, with how it was understood; `trace` is None where no bot listens."""
    marks = _understood(utterance, turn, trace) if trace is not None else Marks()
    for effect in turn.effects:
        if effect["type"] == "rate" and effect["scale"] == STARS:
            marks["rating"] = effect["value"]
        elif effect["type"] == "rate" and effect["scale"] == LIKELIHOOD:
            marks["nps"] = effect["value"]
    return ConversationEvent(
        event_id=key,
        speaker="user",
        sent_at=at,
        kind=utterance.get("kind") or utterance["type"],
        text=utterance["text"],
        payload=utterance.get("option"),
        marks=marks,
        extra={"trace": dict(trace)} if trace is not None else None,
    )


def _understood(utterance: Mapping[str, Any], turn: TurnResult, trace: Mapping[str, Any]) -> Marks:
    """What was understood of a text, and why it was not."""
    marks = Marks()
    if utterance["type"] == "text" and trace.get("rule") in ANSWERS:
        marks["routed"] = False
    elif utterance["type"] == "text":
        intent, candidates = trace.get("intent"), trace.get("candidates") or ()
        if intent or trace.get("rule") == BY_KNOWLEDGE:
            marks["intent"] = intent["name"] if intent else KNOWLEDGE
        confidence = intent["confidence"] if intent else candidates[0]["confidence"] if candidates else None
        if confidence is not None:
            marks["confidence"] = round(confidence, 4)
        if cause := missed_cause(trace, turn):
            marks["cause"] = cause
    failed = failure(turn)
    if failed and not turn.replies:
        marks["cause"] = failed
    return marks


def failure(turn: TurnResult) -> str | None:
    """Return why a turn failed technically: a call without a good answer, or a flow that ran away; else None."""
    for call in turn.calls:
        if call["type"] == "call" and not has_succeeded(call):
            return FAILED.get(call.get("error") or "", "error")
    if any(error["code"] == "step_limit" for trace in turn.traces for error in trace["errors"]):
        return "error"
    return None


def record_answers(
    turn: TurnResult, flow: Flow, entrances: Mapping[str, list[str]], *, at: datetime, name_event: NameEvent
) -> Iterator[ConversationEvent]:
    """Yield what a bot has answered and what that did: replies, goals, hand-overs, the end."""
    replies = [_reply(reply, name_event(f"b{number}"), at) for number, reply in enumerate(turn.replies)]
    if replies and _waits(flow, turn.state):
        replies[-1].marks["waits"] = True
    cause = failure(turn) or _missed_late(turn)
    if replies and cause:
        replies[-1].marks["cause"] = cause
    path = [node for trace in turn.traces for node in trace["path"]]
    entered = list(dict.fromkeys(goal for node in path for goal in entrances.get(node, ())))
    if entered and replies:
        replies[0].marks["enters"] = entered[0] if len(entered) == 1 else True
    yield from replies
    for number, effect in enumerate(turn.effects):
        key = name_event(f"s{number}")
        if effect["type"] == "goal":
            yield _note("goal", {"goal": effect["name"]}, at, key, {"goal": effect["name"], "value": effect["value"]})
        elif effect["type"] == "handoff":
            yield _note("handoff", {"handoff": "requested"}, at, key, {"queue": effect["queue"]})
        elif effect["type"] == "call_back":
            yield _note("handoff", Marks(), at, key, {"queue": effect["queue"], "what": "call_back"})
    # The end is the last event of all: a session is over by its last one.
    if any(effect["type"] == "end" for effect in turn.effects):
        yield _note("end", {"ends": True}, at, name_event("z"))


def _missed_late(turn: TurnResult) -> str | None:
    """Return why nobody could answer a text, where that came out by a result: the text itself is stored by then."""
    missed = (trace.get("fallback") for trace in turn.traces if trace["event"] == "result")
    return next((cause for cause in missed if cause), None)


def _reply(reply: Mapping[str, Any], key: str, at: datetime) -> ConversationEvent:
    """A reply of the bot."""
    marks = Marks()
    question = reply.get("input") or {}
    if question.get("kind") == "rating" and question.get("scale", STARS) == STARS:
        marks["asks_rating"] = True
    names = ("node", "language", "options", "links", "media")
    more = {name: reply[name] for name in names if reply.get(name)}
    return ConversationEvent(
        event_id=key, speaker="bot", sent_at=at, kind="text", text=reply["text"], marks=marks, extra=more or None
    )


def _waits(flow: Flow, state: Mapping[str, Any]) -> bool:
    """Whether the bot needs an answer to go on: not where it only offers what it can do."""
    node = flow.nodes.get(state["open"] or "")
    if node is None or state["confirm"]:
        return False
    if node["type"] == "input":
        return not node.get("skip")
    return bool(node["type"] == "choice" and (node.get("save") or state["filled"]))


def agent_did(action: str, name: str, *, at: datetime, key: str) -> ConversationEvent:
    """Return what an agent has done with a conversation: accepted, returned, closed or missed it."""
    event = _note("handoff", Marks(), at, key, {"agent": name, "what": action})
    if action in ("accepted", "closed", "missed"):
        event.marks["handoff"] = action
    if action in ("returned", "missed"):
        event.marks["returned"] = True
    return event


def hung_up(*, at: datetime, key: str) -> ConversationEvent:
    """Return the end of a call."""
    return _note("call_end", Marks(ends=True), at, key)


def _note(kind: str, marks: Marks, at: datetime, key: str, extra: dict[str, Any] | None = None) -> ConversationEvent:
    """Something that happened and that nobody said."""
    return ConversationEvent(event_id=key, speaker="system", sent_at=at, kind=kind, marks=marks, extra=extra)
