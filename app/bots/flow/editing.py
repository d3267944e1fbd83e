"""Changes of a flow document part by part; every reference to what is renamed or deleted follows."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from app.bots.flow.forms import unused_name
from app.bots.flow.schema import NODE_TYPES

Document = dict[str, Any]
LEADING = ("next", "else", "failed", "none", "closed", "to", "then")
"""Keys of a node, or of a part of one, that name another node."""
PARTS = ("options", "branches", "variants", "retry", "skip")
BRANCHING = ("choice", "condition", "split", "end", "jump")
"""Types of nodes that do not go on to one other node."""


def blank(kind: str, name: str, start: str) -> dict[str, Any]:
    """Return a new node of a type: what its shape cannot do without."""
    own: dict[str, dict[str, Any]] = {
        "choice": {"options": []},
        "input": {"kind": "text"},
        "condition": {"branches": []},
        "set": {"set": {}},
        "call": {"method": "GET", "url": ""},
        "goal": {"name": name},
        "jump": {"to": start},
        "wait": {"seconds": 5},
        "split": {"variants": [{"weight": 1}, {"weight": 1}]},
        "rate": {"scale": 5},
    }
    return {"type": kind} | own.get(kind, {})


def with_node(document: Document, name: str, node: dict[str, Any], *, renamed: str | None = None) -> Document:
    """Return the document with a node in its place, under another name if it has a new one."""
    new = renamed or name
    nodes = {new if key == name else key: node if key == name else value for key, value in document["nodes"].items()}
    changed = document | {"nodes": nodes}
    return changed if new == name else _redirect_document(changed, lambda target: new if target == name else target)


def with_new_node(
    document: Document, kind: str, *, name: str | None = None, after: str | None = None, path: str = "next"
) -> tuple[Document, str]:
    """Return the document with one more node, and its name; it is between another one and where that led."""
    assert kind in NODE_TYPES  # noqa: S101 - callers have checked
    new_name = name or unused_name(kind, document["nodes"])
    node = blank(kind, new_name, document["start"])
    nodes = dict(document["nodes"])
    if after is not None:
        before, ahead = aim_reference(nodes[after], path.split("/"), new_name)
        nodes[after] = before
        if ahead and kind not in BRANCHING:
            node["next"] = ahead
    return document | {"nodes": nodes | {new_name: node}}, new_name


def aim_reference(node: dict[str, Any], path: list[str], target: str) -> tuple[dict[str, Any], str | None]:
    """Return a node with one of its references aimed at another node, and where that one led."""
    changed = _copy_node(node)
    holder: Any = changed
    for step in path[:-1]:
        holder = holder[int(step)] if isinstance(holder, list) else holder.setdefault(step, {})
    ahead = holder.get(path[-1])
    holder[path[-1]] = target
    return changed, ahead


def references(node: Mapping[str, Any]) -> set[str]:
    """Return the paths by which a node of this shape may lead on: `next`, `options/0/next`, `retry/then`."""
    own = {
        "condition": ["else"],
        "call": ["next", "failed"],
        "knowledge": ["next", "none"],
        "handoff": ["next", "closed"],
        "jump": ["next", "to"],
        "lead": ["next", "failed"],
        "offer": ["next", "none"],
        "input": ["next", "retry/then", "skip/next"],
        "split": [],
        "end": [],
    }.get(node["type"], ["next"])
    rows = [f"{key}/{at}/next" for key in ("options", "branches", "variants") for at, _ in enumerate(node.get(key, ()))]
    return {path for path in (*own, *rows) if path != "skip/next" or "skip" in node}


def without_node(document: Document, name: str) -> Document:
    """Return the document without a node: what led to it leads to its successor, or nowhere where it had none."""
    node = document["nodes"][name]
    ahead = node.get("next") if node["type"] not in BRANCHING else None
    successor = ahead if ahead != name else None
    rest = document | {"nodes": {key: value for key, value in document["nodes"].items() if key != name}}
    return _redirect_document(rest, lambda target: successor if target == name else target)


def _redirect_document(document: Document, to: Callable[[str], str | None]) -> Document:
    """The document with every reference led elsewhere; one that must be there stays where it led to nowhere."""
    changed = document | {"start": to(document["start"]) or document["start"]}
    changed["nodes"] = {name: redirect_node(node, to) for name, node in document["nodes"].items()}
    if "intents" in document:
        changed["intents"] = {
            name: intent | {"goto": to(intent["goto"]) or intent["goto"]}
            for name, intent in document["intents"].items()
        }
    if "fallback" in document:
        changed["fallback"] = redirect_node(document["fallback"], to)
    return changed


def redirect_node(part: Mapping[str, Any], to: Callable[[str], str | None]) -> dict[str, Any]:
    """Return a node, or a part of one, with every reference led elsewhere, or left out where it leads nowhere."""
    return dict(_redirect_entries(part, to))


def _redirect_entries(part: Mapping[str, Any], to: Callable[[str], str | None]) -> Iterator[tuple[str, Any]]:
    for key, value in part.items():
        if key in LEADING and isinstance(value, str):
            target = to(value) or (value if key == "to" else None)
            if target is not None:
                yield key, target
        elif key in PARTS:
            yield (
                key,
                [redirect_node(row, to) for row in value] if isinstance(value, list) else redirect_node(value, to),
            )
        else:
            yield key, value


def without_entity(document: Document, name: str) -> Document:
    """Return the document without an entity; questions for it take any text."""
    entities = {key: value for key, value in document["entities"].items() if key != name}
    nodes = {
        key: {part: value for part, value in node.items() if part != "entity" or value != name}
        | ({"kind": "text"} if node.get("entity") == name and node.get("kind") == "one_of" else {})
        for key, node in document["nodes"].items()
    }
    return document | {"entities": entities, "nodes": nodes}


def _copy_node(value: Any) -> Any:
    """A copy at every depth that references stand at."""
    if isinstance(value, dict):
        return {key: _copy_node(item) for key, item in value.items()}
    return [_copy_node(item) for item in value] if isinstance(value, list) else value
