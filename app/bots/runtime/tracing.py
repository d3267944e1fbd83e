"""The trace of a turn: the steps of one event in one piece, as the sandbox and transcripts show it."""

from collections.abc import Mapping
from typing import Any

import orjson

from app.bots.runtime.conversing import TurnResult

ENTRIES = 300
"""Entries of each list of a trace."""
LISTS = ("path", "warnings", "errors", "conditions", "reused", "filled", "options")
"""Lists that the steps of a turn add to."""
VALUE_BYTES = 1024
"""A larger value is shortened in a trace."""
VALUES_BYTES = 16 * 1024
"""All values of a trace before a turn, and after it."""
SHOWN = 200
ANSWERS = frozenset({1, 2, 3, 4, 6})
"""Rules of listening by which a text answers, corrects or restarts: no classifier was asked."""


def trace_of(before: Mapping[str, Any], turn: TurnResult, event: Mapping[str, Any], ms: float) -> dict[str, Any]:
    """Return how a turn came about: what was understood, the path, what changed, calls, and the time in ms."""
    first, parse = turn.traces[0], event.get("parse") or {}
    merged: dict[str, Any] = {
        key: [entry for trace in turn.traces for entry in trace.get(key, ())][:ENTRIES] for key in LISTS
    }
    return merged | {
        "text": event.get("text", ""),
        "rule": first.get("rule"),
        "understanding": first.get("understanding"),
        "engines": parse.get("engines", []),
        "candidates": [{"name": intent["name"], "confidence": intent["score"]} for intent in parse.get("intents", ())],
        "threshold": parse.get("threshold"),
        "band": parse.get("band"),
        "entities": parse.get("entities", []),
        "intent": first.get("intent"),
        "corrected": first.get("corrected"),
        "fallback": next((trace["fallback"] for trace in turn.traces if trace.get("fallback")), None),
        "variables": {
            "before": _shorten_variables(before["variables"]),
            "after": _shorten_variables(turn.state["variables"]),
        },
        "stack": turn.traces[-1]["stack"],
        "effects": [
            {"type": effect["type"], "node": effect["node"], "name": effect.get("name")}
            for effect in turn.effects[:ENTRIES]
        ],
        "calls": turn.calls,
        "ms": ms,
    }


def has_succeeded(call: Mapping[str, Any]) -> bool:
    """Whether a call in a trace got a good answer."""
    return not call.get("error") and 200 <= (call.get("status") or 0) < 300


def missed_cause(trace: Mapping[str, Any], turn: TurnResult) -> str | None:
    """Return why a text was not understood; None where it was, or where it answers what was asked."""
    if trace.get("rule") in ANSWERS:
        return None
    if trace.get("fallback") or any(step.get("retry") for step in turn.traces):
        return trace.get("fallback") or "no_match"
    return None


def _shorten_variables(variables: Mapping[str, Any]) -> dict[str, Any]:
    """Return variables as a trace keeps them: a large value by its beginning, and no more of them than fit."""
    shortened: dict[str, Any] = {}
    room = VALUES_BYTES
    for name, value in variables.items():
        short = _short(value)
        room -= len(orjson.dumps(short)) + len(name)
        if room < 0:
            break
        shortened[name] = short
    return shortened


def _short(value: Any) -> Any:
    """Return a value, or its beginning as a text."""
    try:
        data = orjson.dumps(value)
    except TypeError:
        return "…"
    if len(data) <= VALUE_BYTES:
        return value
    text = value if isinstance(value, str) else data.decode()
    return f"{text[:SHOWN]}… ({len(data)} bytes)"


def amend_trace(trace: Mapping[str, Any], later: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a later step adds to the trace of the turn that wanted it, as far as there is room."""
    names = [name for name in (*LISTS, "effects", "calls") if name in trace]
    return {name: [*trace[name], *later[name]][:ENTRIES] for name in names} | {
        "variables": {"before": trace["variables"]["before"], "after": later["variables"]["after"]},
        "stack": later["stack"],
        "fallback": trace.get("fallback") or later.get("fallback"),
    }
