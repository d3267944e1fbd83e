"""Running a case: its turns through the engine with the recorded clock and answers, and what came of each."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from app.bots.engine import State, is_over_for
from app.bots.runtime.conversing import TurnResult, flow_of, performer
from app.bots.runtime.playing import (
    Participant,
    Play,
    following,
    meanings,
    open_conversation,
    recorded_handler_seconds,
    replay_effects,
    take_turn,
)
from app.bots.runtime.tracing import missed_cause, trace_of
from app.bots.understanding.service import Reference

INPUTS = {"text": "text", "choice": "option", "agent": "what", "jump": "node"}
"""What a turn can hold, and where its event has it."""
CaseTurn = Mapping[str, Any]


class Script(NamedTuple):
    """A case as it is run: `recording` tells its clock, and more where it comes from a conversation."""

    turns: Sequence[CaseTurn]
    recording: Mapping[str, Any]
    language: str | None
    seed: str


class Result(NamedTuple):
    """Whether every turn went as expected, and how each went."""

    passed: bool
    turns: list[dict[str, Any]]


def run(script: Script, document: Mapping[str, Any], *, zone: str, reference: Reference | None, version: str) -> Result:
    """Run a case on a document; the same case on the same document always goes the same way."""
    recording = script.recording
    moment = datetime.fromisoformat(recording["now"])
    reference = reference and replace(reference, now=moment)
    plain = performer(document, hosts=(), reference=reference)
    parses = meanings(reference, [turn["text"] for turn in script.turns if "text" in turn])
    flow = flow_of(document, version=recording.get("version", version))
    participant = Participant(
        recording.get("session", script.seed),
        recording.get("contact", {}),
        recording.get("channel", "web"),
        script.language,
    )
    opening = open_conversation(
        Play(flow, replay_effects(plain, recording.get("answers", [])), reference, zone, moment), participant
    )
    state, results = opening.state, []
    for number, turn in enumerate(script.turns, 1):
        record = get_recorded_turn(recording, number, turn)
        answers, at = record.get("answers", []), _moment(record.get("now"), moment)
        play = Play(flow, replay_effects(plain, answers), reference, zone, at, recorded_handler_seconds(answers))
        state = state | {"variables": state["variables"] | record.get("set", {})}
        event = event_of(turn, parses)
        before, result = _take_turn(play, participant, state, event)
        results.append(_outcome(number, turn, record, before, result, event))
        state = result.state
    return Result(all(result["passed"] for result in results), results)


def get_recorded_turn(recording: Mapping[str, Any], number: int, turn: CaseTurn) -> Mapping[str, Any]:
    """Return what was recorded of a turn; nothing where it says something else by now."""
    turns = recording.get("turns", [])
    record: Mapping[str, Any] = turns[number - 1] if number <= len(turns) else {}
    return record if record.get("input") == input_of(turn) else {}


def input_of(turn: CaseTurn) -> dict[str, str]:
    """Return what a turn puts in, without what is expected of it."""
    return {key: turn[key] for key in INPUTS if key in turn}


def event_of(turn: CaseTurn, parses: Mapping[str, Any]) -> dict[str, Any]:
    """Return a turn as the engine takes it in."""
    ((key, value),) = input_of(turn).items()
    event = {"type": key, INPUTS[key]: value}
    return event | {"parse": parses.get(value)} if key == "text" else event


def _moment(text: str | None, otherwise: datetime) -> datetime:
    """A turn's own moment where one was recorded."""
    return datetime.fromisoformat(text) if text else otherwise


def _take_turn(
    play: Play, participant: Participant, state: State, event: Mapping[str, Any]
) -> tuple[State, TurnResult]:
    """The state a turn finds, and what came of it; an ended conversation begins again as it did when recorded."""
    if not is_over_for(state, event):
        return state, take_turn(play, state, event)
    opening = open_conversation(
        play, participant._replace(session=following(state["session"]), contact=state["contact"])
    )
    result = take_turn(play, opening.state, event)
    return opening.state, result


def _outcome(
    number: int, turn: CaseTurn, record: Mapping[str, Any], before: State, result: TurnResult, event: Mapping[str, Any]
) -> dict[str, Any]:
    """How a turn went, beside what was expected of it."""
    trace = trace_of(before, result, event, 0)
    facts = facts_of(trace, result)
    wrong = differences(turn.get("expect", {}), facts)
    recorded = record.get("replies")
    changed = [] if recorded in (None, facts["replies"]) else [_difference("replies", recorded, facts["replies"])]
    return {
        "number": number,
        "input": next(iter(input_of(turn).values())),
        "kind": event["type"],
        "passed": not wrong,
        "differences": wrong,
        # Other words than were recorded are shown, and fail nothing unless they are expected.
        "changed": [] if any(difference["what"] == "replies" for difference in wrong) else changed,
        "unrecorded": [call["node"] for call in result.calls if call.get("error") == "not_recorded"],
        "actual": facts,
    }


def facts_of(trace: Mapping[str, Any], result: TurnResult) -> dict[str, Any]:
    """Return what a turn can be checked by."""
    state = result.state
    waiting = state["waiting"]
    goals = [effect["name"] for effect in result.effects if effect["type"] == "goal"]
    before = trace["variables"]["before"]
    return {
        "intent": (trace["intent"] or {}).get("name"),
        "node": state["open"] or (waiting and waiting["node"]),
        "route": trace["path"],
        "goals": [*state["goals"], *(name for name in goals if name not in state["goals"])],
        "reached": goals,
        "slots": state["variables"],
        "changed": {name: value for name, value in state["variables"].items() if before.get(name) != value},
        "replies": [reply["text"] for reply in result.replies if reply["text"]],
        "ended": state["ended"],
        "said_at": next((reply["node"] for reply in reversed(result.replies) if reply["text"]), None),
        "handed_off": any(effect["type"] == "handoff" for effect in result.effects),
        "missed": bool(trace["text"]) and missed_cause(trace, result) is not None,
    }


def differences(expect: Mapping[str, Any], facts: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return where a turn is not what was expected, each with both sides."""
    wrong = [
        _difference(aspect, expect[aspect], facts[aspect])
        for aspect in ("intent", "node", "replies")
        if aspect in expect and expect[aspect] != facts[aspect]
    ]
    if "route" in expect and not _in_order(expect["route"], facts["route"]):
        wrong.append(_difference("route", expect["route"], facts["route"]))
    if expect.get("goal") is not None and expect["goal"] not in facts["goals"]:
        wrong.append(_difference("goal", expect["goal"], facts["goals"]))
    for name, value in expect.get("slots", {}).items():
        if facts["slots"].get(name) != value:
            wrong.append(_difference("slots", {name: value}, {name: facts["slots"].get(name)}))
    text = "\n".join(facts["replies"]).casefold()
    missing = [part for part in expect.get("contains", []) if part.casefold() not in text]
    return wrong + [_difference("contains", part, facts["replies"]) for part in missing]


def _difference(aspect: str, expected: Any, actual: Any) -> dict[str, Any]:
    return {"what": aspect, "expected": expected, "actual": actual}


def _in_order(expected: Sequence[str], path: Sequence[str]) -> bool:
    """Whether nodes were passed in this order, others between them or not."""
    ahead = iter(path)
    return all(node in ahead for node in expected)
