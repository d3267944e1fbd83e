"""The state of one conversation: plain JSON, made new or copied for the next step."""

from collections.abc import Mapping
from typing import Any

import orjson

from app.bots.engine.flow import Flow
from app.bots.expressions.bounds import STATE_BYTES

State = dict[str, Any]
STACK = 8
"""Paths that can be interrupted within each other; beyond it the oldest is forgotten."""
_NESTED = ("variables", "visits", "contact")
_LISTS = ("filled", "answered", "stack", "goals", "pending", "heard")


def new_state(
    flow: Flow,
    *,
    session: str,
    contact: Mapping[str, Any] | None = None,
    channel: str = "web",
    outlet: Mapping[str, Any] | None = None,
    language: str | None = None,
) -> State:
    """Return the state before the first event; `language` is what the session was opened with, if the bot speaks it."""
    own_language = flow.choose_language(language)
    return {
        "session": session,
        "contact": dict(contact or {}),
        "channel": channel,
        "outlet": dict(outlet) if outlet else None,
        "lang": own_language,
        "asked": None,
        "heard": [None, 0],
        "language": own_language or flow.language,
        "variables": {},
        "filled": [],
        "answered": [],
        "stack": [],
        "open": None,
        "confirm": None,
        "waiting": None,
        "pending": [],
        "tries": 0,
        "misses": 0,
        "visits": {},
        "goals": [],
        "effects": 0,
        "last_text": "",
        "ended": False,
        "closed_by": None,
        "thanked": False,
    }


def copy_state(state: Mapping[str, Any]) -> State:
    """Return a state whose changes do not reach the one it is copied from; values of variables are shared."""
    duplicate = dict(state)
    for key in _NESTED:
        duplicate[key] = dict(state[key])
    for key in _LISTS:
        duplicate[key] = list(state[key])
    duplicate["stack"] = [dict(frame) for frame in state["stack"]]
    return duplicate


def fits(flow: Flow, state: Mapping[str, Any], blank: State) -> bool:
    """Whether a stored state is one that a flow can go on from: of the shape of a blank one, at nodes that exist."""
    for key, value in state.items():
        if key in blank and blank[key] is not None and not isinstance(value, type(blank[key])):
            return False
    try:
        nodes = [state.get("open"), (state.get("waiting") or {}).get("node")]
        nodes += [name for frame in state.get("stack", ()) for name in (frame.get("question"), frame.get("next"))]
        return all(node is None or node in flow.nodes for node in nodes)
    except (AttributeError, TypeError):
        return False


def is_too_large(state: Mapping[str, Any]) -> bool:
    """Whether a state is larger, or nested deeper, than a conversation is kept."""
    try:
        return len(orjson.dumps(state)) > STATE_BYTES
    except TypeError:
        return True


def restart_state(state: State) -> None:
    """Forget what was said since the start; the contact, the language and the goals reached stay."""
    state.update(
        variables={},
        filled=[],
        answered=[],
        stack=[],
        open=None,
        confirm=None,
        waiting=None,
        pending=[],
        tries=0,
        misses=0,
    )
