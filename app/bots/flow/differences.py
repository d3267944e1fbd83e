"""The differences of two flow documents, in words."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import orjson

MAPS = {"nodes": "node", "intents": "intent", "entities": "entity", "variables": "variable"}
_REST = ("languages", "start", "fallback", "confirm", "restart", "goals", "hours", "sensitivity")


class Change(NamedTuple):
    """One change: `change` is added, removed or changed; `kind` node, intent, entity, variable or setting."""

    change: str
    kind: str
    name: str
    text: str


def differences(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[Change]:
    """Return what has to be done to `old` to make it `new`."""
    found = [change for key, kind in MAPS.items() for change in _in_map(kind, old.get(key, {}), new.get(key, {}))]
    found += [
        Change("changed", "setting", key, f"{key}: {_said(old.get(key))} → {_said(new.get(key))}")
        for key in _REST
        if old.get(key) != new.get(key)
    ]
    found += _knowledge(old.get("knowledge", ()), new.get("knowledge", ()))
    return found


def _in_map(kind: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Change]:
    for name in [*old, *(name for name in new if name not in old)]:
        if name not in new:
            yield Change("removed", kind, name, f"{kind} “{name}” was removed")
        elif name not in old:
            yield Change("added", kind, name, f"{kind} “{name}” was added")
        elif old[name] != new[name]:
            yield from (Change("changed", kind, name, text) for text in _in_one(kind, name, old[name], new[name]))


def _in_one(kind: str, name: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    """What changed within a node, an intent, an entity or a variable."""
    for key in [*old, *(key for key in new if key not in old)]:
        before, after = old.get(key), new.get(key)
        if before == after:
            continue
        if key == "phrases":
            yield from _phrases(name, before or {}, after or {})
        elif isinstance(before, dict) and isinstance(after, dict):
            for part in [*before, *(part for part in after if part not in before)]:
                if before.get(part) != after.get(part):
                    yield f"{kind} “{name}”, {key} {part}: {_said(before.get(part))} → {_said(after.get(part))}"
        else:
            yield f"{kind} “{name}”, {key}: {_said(before)} → {_said(after)}"


def _phrases(name: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    for language in [*old, *(language for language in new if language not in old)]:
        before, after = old.get(language, []), new.get(language, [])
        for phrase in (one for one in after if one not in before):
            yield f"intent “{name}”: phrase “{phrase}” ({language}) was added"
        for phrase in (one for one in before if one not in after):
            yield f"intent “{name}”: phrase “{phrase}” ({language}) was removed"


def _knowledge(old: Any, new: Any) -> Iterator[Change]:
    before = {orjson.dumps(one["question"]): one for one in old}
    after = {orjson.dumps(one["question"]): one for one in new}
    for key, one in after.items():
        question = _said(next(iter(one["question"].values()), ""))
        if key not in before:
            yield Change("added", "knowledge", question, f"the answer to {question} was added")
        elif before[key] != one:
            yield Change("changed", "knowledge", question, f"the answer to {question} was changed")
    for key, one in before.items():
        if key not in after:
            question = _said(next(iter(one["question"].values()), ""))
            yield Change("removed", "knowledge", question, f"the answer to {question} was removed")


def _said(value: Any) -> str:
    """A value in a sentence, shortened."""
    if value is None:
        return "nothing"
    text = f"“{value}”" if isinstance(value, str) else orjson.dumps(value).decode()
    return text if len(text) <= 120 else f"{text[:119]}…"
