"""Judging a replay: what was said as a script, and each turn as it went against each turn as it goes now."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from math import sqrt
from typing import Any

from app.bots.cases.running import Script, input_of
from app.bots.runtime.tracing import has_succeeded
from app.channels.replays.models import GRADES
from app.conversations.events import FREE_INPUT
from app.conversations.models import Conversation, Message
from app.conversations.redaction import redact
from app.core.statistics import CRITICAL

LEAST = 30
"""Conversations, or texts, from which on an interval is given."""
RED_POINTS = 2.0
"""Percentage points more of fallback that keep a version back."""
WORST = ("worse", "changed", "better", "same")
SPOKEN = (*FREE_INPUT, "choice")


@dataclass(slots=True)
class ReplayTurn:
    """One thing that was said, and what the bot made of it then."""

    message: Message
    text: str
    """What was said in clear."""
    replies: list[str] = field(default_factory=list)
    node: str = ""
    goals: list[str] = field(default_factory=list)
    handed_off: bool = False
    answers: list[dict[str, Any]] | None = field(default_factory=list)
    """What calls answered; None where that was not recorded."""

    @property
    def missed(self) -> bool:
        """Whether the bot did not understand it."""
        return (self.message.marks or {}).get("cause") is not None

    @property
    def intent(self) -> str | None:
        """What it was understood as."""
        return (self.message.marks or {}).get("intent")


@dataclass(slots=True)
class ReplayedConversation:
    """A conversation as it went, and as far as it could be replayed."""

    conversation: Conversation
    turns: list[dict[str, Any]] = field(default_factory=list)
    stopped: str = ""
    goals: tuple[bool, bool] | None = None
    """Whether a goal was reached before and now; None where it cannot be known."""
    handoffs: tuple[bool, bool] | None = None
    misses: list[tuple[bool, bool]] = field(default_factory=list)
    """Of each text whether it was missed before and now."""
    recorded: int = 0
    unrecorded: int = 0

    @property
    def grade(self) -> str:
        """The worst grade of its turns; nothing where no turn can be compared."""
        return min((turn["grade"] for turn in self.turns), key=WORST.index, default="")


def turns_of(messages: Iterable[Message], clear: Mapping[int, str]) -> tuple[list[ReplayTurn], str]:
    """Return what a person has said with what came of it, and why no more of it can be replayed."""
    turns: list[ReplayTurn] = []
    for message in messages:
        if message.speaker == "agent":
            return turns, "agent"
        if message.speaker == "user":
            if message.kind not in SPOKEN or (message.kind == "choice" and not message.payload):
                return turns, "unreadable"
            trace = (message.extra or {}).get("trace") or {}
            text = message.payload or "" if message.kind == "choice" else clear.get(message.id, message.text)
            turns.append(ReplayTurn(message, text, answers=_answers(trace)))
        elif turns:
            _note(turns[-1], message)
    return turns, ""


def _note(turn: ReplayTurn, message: Message) -> None:
    """Add what the bot did to the turn it did it in."""
    if message.speaker == "bot" and message.text:
        turn.replies.append(message.text)
        turn.node = str((message.extra or {}).get("node") or "")
    elif message.kind == "goal":
        turn.goals.append(str((message.marks or {}).get("goal", "")))
    elif message.kind == "handoff" and (message.marks or {}).get("handoff") == "requested":
        turn.handed_off = True


def _answers(trace: Mapping[str, Any]) -> list[dict[str, Any]] | None:
    """What the calls of a turn answered; None where one of them was not recorded or a handler was asked."""
    answers: list[dict[str, Any]] = []
    for call in trace.get("calls", ()):
        if call["type"] == "knowledge":
            continue
        is_ok = has_succeeded(call)
        if call["type"] not in ("call", "offer") or (is_ok and "value" not in call):
            return None
        answers.append({"node": call["node"], "ok": is_ok, "status": call.get("status"), "value": call.get("value")})
    return answers


def script_of(conversation: Conversation, turns: Sequence[ReplayTurn], contact: Mapping[str, Any]) -> Script:
    """Return a conversation as a case is run: its clock, channel, language, and what calls answered."""
    inputs = [{"choice" if turn.message.kind == "choice" else "text": turn.text or "…"} for turn in turns]
    recorded = [
        {"input": input_of(entry), "now": turn.message.sent_at.isoformat(), "answers": turn.answers or []}
        for entry, turn in zip(inputs, turns, strict=True)
    ]
    recording = {
        "now": conversation.started_at.isoformat(), "session": f"{conversation.id}.0", "contact": contact,
        "channel": conversation.channel, "turns": recorded, "conversation": str(conversation.id),
    }  # fmt: skip
    return Script(inputs, recording, conversation.language, f"{conversation.id}.0")


def judge(
    conversation: Conversation, turns: Sequence[ReplayTurn], stopped: str, now: Sequence[Mapping[str, Any]]
) -> ReplayedConversation:
    """Compare a conversation turn by turn until its person would have been asked another thing."""
    replayed = ReplayedConversation(conversation, stopped=stopped)
    before_goal = after_goal = before_handoff = after_handoff = False
    for turn, result in zip(turns, now, strict=True):
        actual = result["actual"]
        if turn.answers is None or result["unrecorded"]:
            replayed.stopped = "unrecorded"
            replayed.unrecorded += 1
            break
        replayed.recorded += len(turn.answers)
        row = _judge_turn(turn, actual)
        replayed.turns.append(row)
        if turn.message.kind in FREE_INPUT:
            replayed.misses.append((turn.missed, actual["missed"]))
        before_goal, after_goal = before_goal or bool(turn.goals), after_goal or bool(actual["reached"])
        before_handoff, after_handoff = before_handoff or turn.handed_off, after_handoff or actual["handed_off"]
        if row["node_now"] != row["node"]:
            replayed.stopped = "diverged"
            break
    if not replayed.stopped:
        replayed.goals, replayed.handoffs = (before_goal, after_goal), (before_handoff, after_handoff)
    elif before_goal != after_goal:
        # What was reached up to there stays reached, whatever comes after it.
        replayed.goals = (before_goal, after_goal)
    return replayed


def _judge_turn(turn: ReplayTurn, actual: Mapping[str, Any]) -> dict[str, Any]:
    """One turn beside itself."""
    replies = [redact(text) for text in actual["replies"]]
    node_now = str(actual["said_at"] or "")
    goals, actual_goals = set(turn.goals), set(actual["reached"])
    if turn.missed != actual["missed"]:
        grade, kind = ("better" if turn.missed else "worse"), "missed"
    elif goals != actual_goals:
        grade, kind = ("worse" if goals - actual_goals else "better"), "goal"
    elif turn.node != node_now:
        grade, kind = "changed", "path"
    elif turn.replies != replies:
        grade, kind = "changed", "words"
    else:
        grade, kind = "same", ""
    return {
        "message": str(turn.message.id), "number": turn.message.turn_number, "grade": grade, "kind": kind,
        "node": turn.node, "node_now": node_now, "intent": turn.intent, "intent_now": actual["intent"],
        "replies": replies if grade != "same" else [], "typed": turn.message.kind in FREE_INPUT,
    }  # fmt: skip


def counts(grades: Iterable[str]) -> dict[str, int]:
    """Count grades, each of them named; what has none is in no count."""
    every = list(grades)
    return {grade: every.count(grade) for grade in GRADES}


def rate(pairs: Sequence[tuple[bool, bool]]) -> dict[str, Any]:
    """Return the share before and now in per cent, and the 95 % interval of their difference in points, from 30 on."""
    total = len(pairs)
    if not total:
        return {"n": 0, "before": None, "after": None, "delta": None, "low": None, "high": None}
    before, after = sum(pair[0] for pair in pairs), sum(pair[1] for pair in pairs)
    delta = (after - before) / total
    changed = sum(pair[0] != pair[1] for pair in pairs)
    error = CRITICAL * sqrt(max(changed / total - delta**2, 0) / total)
    bounds = (delta - error, delta + error) if total >= LEAST else (None, None)
    return {
        "n": total,
        "before": round(before / total * 100, 1),
        "after": round(after / total * 100, 1),
        "delta": round(delta * 100, 1),
        "low": None if bounds[0] is None else round(bounds[0] * 100, 1),
        "high": None if bounds[1] is None else round(bounds[1] * 100, 1),
    }


def cause_of(turn: Mapping[str, Any]) -> dict[str, str]:
    """Return what a turn that went otherwise has in common with others: by intent where that is what changed."""
    intent = str(turn["intent"] or turn["intent_now"] or "")[:80] if turn["kind"] == "missed" else ""
    node = str(turn["node"])[:80]
    cause = [turn["grade"], turn["kind"], intent or node]
    return {"intent": intent, "node": node, "group": sha256("\t".join(cause).encode()).hexdigest()[:12]}


def misses_in(turns: Iterable[Mapping[str, Any]]) -> int:
    """Count the texts that were understood and are not now."""
    return sum(turn["grade"] == "worse" and turn["kind"] == "missed" and turn["typed"] for turn in turns)


def verdict_of(
    rates: Mapping[str, Mapping[str, Any]], turns: Mapping[str, int], worse: int, accepted_misses: int = 0
) -> str:
    """Return `red` where more is missed than may be, `amber` where anything went worse, else `green`.

    What a person has accepted counts as neither. It is `none` where no turn could be compared.
    """
    if not any(turns.values()):
        return "none"
    fallback = rates["fallback"]
    accepted = accepted_misses / fallback["n"] * 100 if fallback["n"] else 0.0
    # Rates have one decimal, so what is left of one that was accepted whole may be a twentieth of a point.
    if (fallback["delta"] or 0) - round(accepted, 1) >= RED_POINTS:
        return "red"
    return "amber" if worse else "green"


def stratify(rows: Sequence[tuple[int, str, str]], most: int) -> list[int]:
    """Choose ids of (id, intent, outcome), the newest first, so that each stratum has its share and at least one."""
    strata: dict[tuple[str, str], list[int]] = {}
    for row_id, intent, outcome in rows:
        strata.setdefault((intent, outcome), []).append(row_id)
    if len(rows) <= most:
        return [row_id for row_id, *_ in rows]
    sample = [
        row_id
        for ids in sorted(strata.values(), key=len)
        for row_id in ids[: max(1, round(len(ids) * most / len(rows)))]
    ]
    return sorted(sample[:most], reverse=True)
