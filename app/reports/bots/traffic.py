"""Which ways through a version's flow conversations took: how often each output of a node was left by."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, func, select

from app.bots.catalog.models import Bot
from app.bots.catalog.versions import get_version
from app.bots.flow.graph import edges
from app.conversations.models import Conversation, Message
from app.core.db.base import db
from app.core.values.batches import batched
from app.reports.filters.selection import find_range, select_conversations

WEEK = "last_7_days"
MOST = 2_000
"""Conversations that are read, the newest first."""
BATCH = 200
WAITING = ("choice", "input", "rate", "handoff")
"""Nodes at which a conversation waits."""
LEAVES = (2, 4, 6)
"""Rules of listening by which an answer leaves the open node by an output of its own."""


class Step(NamedTuple):
    """What one turn was by: the option that was pressed, whether it answered the open node, and the nodes after it.

    `options` are the choices that the turn left, each with its option; None where the trace does not have them.
    """

    option: str | None
    answers: bool
    path: Sequence[str]
    options: Sequence[Sequence[str]] | None = None


class Ways:
    """The outputs of the nodes of one document, by where they lead."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.nodes: Mapping[str, Mapping[str, Any]] = document["nodes"]
        self._keys: dict[tuple[str, str], list[str]] = defaultdict(list)
        for name, node in self.nodes.items():
            for edge in edges(node):
                if edge.target is not None:
                    self._keys[name, edge.target].append(key_of(node, edge.path))
        self.opening = list(self._walk(document["start"]))

    def between(self, name: str, target: str) -> list[str]:
        """Return the outputs of a node that lead to another one."""
        return self._keys.get((name, target), [])

    def is_choice(self, name: str) -> bool:
        """Whether a node is left by its own options alone."""
        return self.nodes.get(name, {}).get("type") == "choice"

    def has_option(self, name: str, option: str) -> bool:
        """Whether a node offers an option."""
        return self.is_choice(name) and any(row["id"] == option for row in self.nodes[name]["options"])

    def _walk(self, name: str) -> Iterator[str]:
        """Yield the nodes that a conversation opens with, as far as there is one way."""
        seen: set[str] = set()
        while name in self.nodes and name not in seen:
            seen.add(name)
            yield name
            node = self.nodes[name]
            ahead = [edge.target for edge in edges(node)]
            if node["type"] in WAITING or len(ahead) != 1 or ahead[0] is None:
                return
            name = ahead[0]


def key_of(node: Mapping[str, Any], path: str) -> str:
    """Return how an output is called: options by their ids, as they keep them when others come before."""
    kind, _, rest = path.partition("/")
    return f"options/{node['options'][int(rest.partition('/')[0])]['id']}" if kind == "options" else path


def comes_back(node: Mapping[str, Any], key: str) -> bool:
    """Whether an output is left by only after the nodes that a jump leads to, so that no pair of nodes shows it."""
    return key == "next" and node["type"] == "jump" and bool(node.get("back"))


def ways_of(ways: Ways, steps: Sequence[Step]) -> tuple[set[str], set[tuple[str, str]], set[tuple[str, str]]]:
    """Return the nodes that a conversation reached, the outputs it took, and those of which it took one unknown."""
    reached, taken, unclear = set(ways.opening), set[tuple[str, str]](), set[tuple[str, str]]()

    def leave(name: str, target: str) -> None:
        keys = ways.between(name, target)
        (taken if len(keys) == 1 else unclear).update((name, key) for key in keys)

    for name, target in pairwise(ways.opening):
        leave(name, target)
    waiting = ways.opening[-1] if ways.opening else ""
    for option, answers, path, options in steps:
        taken.update((name, f"options/{key}") for name, key in options or () if ways.has_option(name, key))
        pairs = list(pairwise(path))
        if option is not None and ways.has_option(waiting, option):
            taken.add((waiting, f"options/{option}"))
        elif path and (answers or (option is not None and not ways.is_choice(waiting))):
            pairs.insert(0, (waiting, path[0]))
        for name, target in pairs:
            if options is None or not ways.is_choice(name):
                leave(name, target)
        reached.update(path)
        waiting = path[-1] if path else waiting
    return reached & ways.nodes.keys(), taken, unclear


def newest_conversations(bot: Bot, now: datetime, *conditions: ColumnElement[bool]) -> tuple[int, list[int]]:
    """Return how many conversations a bot had in seven days and today, and the ids of the newest ones."""
    selection = select_conversations(bots=[bot.id])
    where = (*selection.during(find_range(selection, WEEK, now=now, with_today=True)), *conditions)
    total = db.session.scalar(select(func.count()).select_from(Conversation).where(*where)) or 0
    newest = select(Conversation.id).where(*where).order_by(Conversation.started_at.desc(), Conversation.id.desc())
    return total, list(db.session.scalars(newest.limit(MOST)))


def traffic_of(bot: Bot, number: int, now: datetime) -> dict[str, Any]:
    """Return how many conversations of seven days and today reached each node of a version and took each output.

    An output that looks like another one of its node, as both lead to the same, has no count where a trace does not
    say the option, nor has what follows a jump that comes back.
    """
    ways = Ways(get_version(bot, number).document)
    total, ids = newest_conversations(bot, now, Conversation.bot_version == number)
    nodes, outputs, unclear = Counter[str](), Counter[tuple[str, str]](), set[tuple[str, str]]()
    for part in batched(ids, BATCH):
        steps = _steps_of(part)
        for conversation_id in part:
            reached, taken, open_ways = ways_of(ways, steps[conversation_id])
            nodes.update(reached)
            outputs.update(taken)
            unclear |= open_ways
    return {
        "version": number,
        "conversations": total,
        "read": len(ids),
        "items": [
            {
                "node": name,
                "reached": nodes[name],
                "outputs": [
                    {
                        "key": key,
                        "taken": None if (name, key) in unclear or comes_back(node, key) else outputs[name, key],
                    }
                    for key in dict.fromkeys(key_of(node, edge.path) for edge in edges(node))
                ],
            }
            for name, node in ways.nodes.items()
        ],
    }


def _steps_of(conversation_ids: Sequence[int]) -> dict[int, list[Step]]:
    """The turns of conversations in order, of each what its way is known by."""
    trace = Message.extra["trace"]
    query = (
        select(Message.conversation_id, Message.kind, Message.payload, trace["path"], trace["rule"], trace["options"])
        .where(Message.conversation_id.in_(conversation_ids), Message.speaker == "user")
        .order_by(Message.conversation_id, Message.position)
    )
    steps: dict[int, list[Step]] = defaultdict(list)
    for conversation_id, kind, payload, path, rule, options in db.session.execute(query):
        option = payload if kind == "choice" else None
        steps[conversation_id].append(Step(option, rule in LEAVES, path or [], options))
    return steps
