"""The trace of a turn: the steps of one event in one piece, as the sandbox and transcripts show it."""

from collections.abc import Mapping
from typing import Any

from app.bots.runtime.conversing import Taken


def trace_of(before: Mapping[str, Any], taken: Taken, event: Mapping[str, Any], ms: float) -> dict[str, Any]:
    """Return how a turn came about: what was understood, the path, what changed, calls, and the time in ms."""
    first, parse = taken.traces[0], event.get("parse") or {}
    merged: dict[str, Any] = {
        key: [one for trace in taken.traces for one in trace.get(key, ())]
        for key in ("path", "warnings", "errors", "conditions", "reused", "filled")
    }
    return merged | {
        "text": event.get("text", ""),
        "rule": first.get("rule"),
        "understanding": first.get("understanding"),
        "engines": parse.get("engines", []),
        "candidates": [{"name": one["name"], "confidence": one["score"]} for one in parse.get("intents", ())],
        "threshold": parse.get("threshold"),
        "band": parse.get("band"),
        "entities": parse.get("entities", []),
        "intent": first.get("intent"),
        "corrected": first.get("corrected"),
        "fallback": first.get("fallback"),
        "variables": {"before": before["variables"], "after": taken.state["variables"]},
        "stack": taken.traces[-1]["stack"],
        "effects": [
            {"type": effect["type"], "node": effect["node"], "name": effect.get("name")} for effect in taken.effects
        ],
        "calls": taken.calls,
        "ms": ms,
    }
