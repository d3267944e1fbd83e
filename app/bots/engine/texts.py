"""Texts of a flow as they are said: in the conversation's language, one variant, with variables filled in."""

import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from app.bots.engine.calendars import long_date
from app.bots.engine.flow import TEXT, Flow
from app.bots.engine.state import State
from app.core.providers import Provider

_SPACED = re.compile(rf"(\s?){TEXT.pattern}")

SNIPPET = "snippet"
"""`{{snippet.hours}}` is a text of the workspace, in the conversation's language."""
LONG = "long"
"""`{{day.long}}` is a date as people read it; `{{day}}` is as it is stored."""


@Provider
def snippet_texts(key: str) -> Mapping[str, str] | None:
    """The texts by language of a workspace's snippet; None where there is none of this key."""
    return None


def share(*parts: object) -> int:
    """Return a number that follows from the parts alone: chance that replays alike."""
    return int.from_bytes(sha256("\x1f".join(map(str, parts)).encode()).digest()[:8])


def pick(texts: Mapping[str, Any] | None, flow: Flow, state: State, *seed: object) -> str:
    """Return the text in the conversation's language, else the bot's first, else any; of variants one by the seed."""
    if not texts:
        return ""
    said = texts.get(state["language"]) or texts.get(flow.language) or next(iter(texts.values()))
    if isinstance(said, str):
        return said
    return str(said[share(state["session"], *seed) % len(said)]) if said else ""


def fill(text: str, flow: Flow, state: State, missing: list[str]) -> str:
    """Return a text with its `{{variables}}` as people read them; unset ones show as nothing and are listed.

    With an unset one goes the blank before it: "Hello {{name}}!" greets a stranger with "Hello!".
    """
    if "{{" not in text:
        return text

    def filled(match: re.Match[str]) -> str:
        said = _said(match[2], flow, state, missing)
        return match[1] + said if said else ""

    return _SPACED.sub(filled, text)


def _said(name: str, flow: Flow, state: State, missing: list[str]) -> str:
    """One variable as people read it."""
    if is_snippet(name, state):
        text = pick(snippet_texts(name.partition(".")[2]), flow, state)
        if not text:
            missing.append(name)
        # None contains another.
        return fill(text, flow, state, missing)
    value = look_up(name, state)
    if value is None:
        missing.append(name)
        return ""
    if isinstance(value, str):
        for node in flow.choices.get(name, ()):
            for option in flow.nodes[node].get("options", ()):
                if option["id"] == value:
                    return pick(option["label"], flow, state)
        entity = flow.entities.get(flow.types.get(name, ""))
        names = entity["values"].get(value) if entity else None
        if names:
            said = names.get(state["language"]) or names.get(flow.language) or next(iter(names.values()), None)
            return said[0] if said else value
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def is_snippet(name: str, state: State) -> bool:
    """Whether a name is a snippet's: flows may have a variable that is called so."""
    return name.startswith(f"{SNIPPET}.") and SNIPPET not in state["variables"]


def look_up(name: str, state: State) -> Any:
    """Return a variable, or what a dotted name leads to in the contact, the outlet or a saved answer; None if unset."""
    head, *rest = name.split(".")
    if is_snippet(name, state):
        said = snippet_texts(name.partition(".")[2]) or {}
        return said.get(state["language"]) or next(iter(said.values()), None)
    value = state["variables"].get(head)
    if value is None and head in ("contact", "outlet", "channel", "language"):
        value = state[head]
    for key in rest:
        if key == LONG and isinstance(value, str):
            value = long_date(value, state["language"])
        else:
            value = value.get(key) if isinstance(value, Mapping) else None
    return value


def fill_data(data: Any, state: State, missing: list[str]) -> Any:
    """Return a call's body or header with variables as data: a text that is one variable becomes its value."""
    if isinstance(data, str):
        whole = TEXT.fullmatch(data.strip())
        if whole:
            value = look_up(whole[1], state)
            if value is None:
                missing.append(whole[1])
            return value
        return TEXT.sub(lambda match: _plain(match[1], state, missing), data)
    if isinstance(data, Mapping):
        return {key: fill_data(value, state, missing) for key, value in data.items()}
    if isinstance(data, list):
        return [fill_data(value, state, missing) for value in data]
    return data


def _plain(name: str, state: State, missing: list[str]) -> str:
    """A variable within a text of a call."""
    value = look_up(name, state)
    if value is None:
        missing.append(name)
        return ""
    return ("true" if value else "false") if isinstance(value, bool) else str(value)
