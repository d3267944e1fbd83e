"""A flow as a graph: which node leads where, and by which key."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from app.bots.engine.flow import hands_over

Nodes = Mapping[str, Mapping[str, Any]]
ENTRANCE_NODES = 500_000
"""Nodes that are visited at most to find out which paths lead to goals."""
LOOPS = 50
"""Cycles that are looked for."""


class Edge(NamedTuple):
    """A reference from a node to another by its path; `target` is None where a path ends."""

    path: str
    target: str | None


def edges(node: Mapping[str, Any]) -> Iterator[Edge]:
    """Yield where a node leads, absent `next`s included."""
    kind = node["type"]
    if kind == "choice":
        for at, option in enumerate(node["options"]):
            yield Edge(f"options/{at}/next", option.get("next") or node.get("next"))
        if not node["options"]:
            yield Edge("next", node.get("next"))
    elif kind == "condition":
        for at, branch in enumerate(node["branches"]):
            yield Edge(f"branches/{at}/next", branch.get("next"))
    elif kind == "split":
        for at, variant in enumerate(node["variants"]):
            yield Edge(f"variants/{at}/next", variant.get("next"))
    elif kind == "jump":
        yield Edge("to", node["to"])
        if node.get("back"):
            yield Edge("next", node.get("next"))
    elif kind != "end":
        yield Edge("next", node.get("next"))
    yield from _others(node)


def _others(node: Mapping[str, Any]) -> Iterator[Edge]:
    """References that may be left out without a path ending there."""
    for key in ("else", "failed", "none", "closed"):
        if node.get(key):
            yield Edge(key, node[key])
    for holder, key in (("retry", "then"), ("skip", "next")):
        if node.get(holder, {}).get(key):
            yield Edge(f"{holder}/{key}", node[holder][key])


def reachable(nodes: Nodes, starts: Iterable[str], *, through_jumps_back: bool = True) -> set[str]:
    """Return the nodes one can get to from these; subroutines, which come back, can be left out."""
    seen: set[str] = set()
    ahead = [start for start in starts if start in nodes]
    while ahead:
        name = ahead.pop()
        if name not in seen:
            seen.add(name)
            is_left_out = not through_jumps_back and bool(nodes[name].get("back"))
            targets = [edge.target for edge in edges(nodes[name]) if not (is_left_out and edge.path == "to")]
            ahead += [target for target in targets if target is not None and target in nodes]
    return seen


def unattended_targets(node: Mapping[str, Any], last_resort: str | None) -> Iterator[str]:
    """Yield where a node may lead without anybody saying anything."""
    kind = node["type"]
    if kind in ("choice", "input", "rate", "end") or hands_over(node):
        if node.get("closed"):
            yield node["closed"]
        return
    for edge in edges(node):
        if edge.target:
            yield edge.target
    if kind == "call" and not node.get("failed") and last_resort:
        yield last_resort


def loops(nodes: Nodes, last_resort: str | None) -> list[list[str]]:
    """Return cycles that no person's answer interrupts, each as its nodes, each once; some where there are many."""
    cycles: dict[frozenset[str], list[str]] = {}
    visited: set[str] = set()
    for start in nodes:
        if start in visited:
            continue
        path: list[str] = []
        on_path: set[str] = set()
        ahead: list[tuple[str, Iterator[str]]] = [(start, unattended_targets(nodes[start], last_resort))]
        path.append(start)
        on_path.add(start)
        while ahead:
            name, following = ahead[-1]
            target = next(following, None)
            if target is None:
                ahead.pop()
                path.pop()
                on_path.discard(name)
                visited.add(name)
            elif target in on_path:
                if len(cycles) < LOOPS:
                    cycle = path[path.index(target) :]
                    cycles.setdefault(frozenset(cycle), cycle)
            elif target in nodes and target not in visited:
                ahead.append((target, unattended_targets(nodes[target], last_resort)))
                path.append(target)
                on_path.add(target)
    return list(cycles.values())


def goal_entrances(document: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the first nodes of the paths to goals, and the goals they lead to.

    A path begins at what an intent leads to, and at each option of a choice; it never leads back through the choice
    itself or through the first question, from which everything can be reached.
    """
    nodes: Nodes = document["nodes"]
    first = _first_question(nodes, document["start"])
    beginnings = [(intent["goto"], first) for intent in document.get("intents", {}).values()]
    for name, node in nodes.items():
        if node["type"] == "choice":
            beginnings += [(edge.target, name) for edge in edges(node) if edge.target is not None]
    entrances: dict[str, set[str]] = {}
    for entrance, behind in list(dict.fromkeys(beginnings))[: ENTRANCE_NODES // len(nodes)]:
        around = {name: node for name, node in nodes.items() if name not in (behind, first) or name == entrance}
        goal_names = {nodes[name]["name"] for name in reachable(around, [entrance]) if nodes[name]["type"] == "goal"}
        if goal_names:
            entrances.setdefault(entrance, set()).update(goal_names)
    return {entrance: sorted(goals) for entrance, goals in entrances.items()}


def _first_question(nodes: Nodes, start: str) -> str | None:
    """The question a conversation opens with, where one path leads to it."""
    name: str | None = start
    seen: set[str] = set()
    while name is not None and name in nodes and name not in seen:
        if nodes[name]["type"] in ("choice", "input", "rate"):
            return name
        seen.add(name)
        name = nodes[name].get("next")
    return None
