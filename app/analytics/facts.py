"""Facts by which reports split sessions and turns: each value of each fact with three counts, kept by day.

| fact | value | number | hits | weight |
|---|---|---|---|---|
| language | language code | sessions | fallback turns | turns with free text or speech |
| detected | language code and the one people wrote in, parted by a tab | engaged sessions | - | - |
| version | version of the bot | engaged sessions | those with the top goal | - |
| misses | version of the bot | sessions | fallback turns | turns with free text or speech |
| entrance | how people came and the outcome, parted by a tab | ended bot sessions | - | - |
| source | how people came and what brought them, parted by a tab | engaged sessions | those with the top goal | - |
| entry | first accepted intent, or nothing | engaged sessions | completed ones | - |
| node | node of the flow | engaged sessions that reached it | those abandoned or failed there | those ended there |
| path | first accepted intent, last node and outcome, parted by tabs | engaged sessions | - | - |
| goal | name | engaged sessions that reached it | - | - |
| depth | number of turns | engaged sessions | - | - |
| duration | class of milliseconds | ended engaged sessions | - | their milliseconds |
| rating | 1 to 5 | rated sessions | - | - |
| nps | 0 to 10 | sessions that gave this number | - | - |
| confidence | hundredths | turns routed to an intent with such a score | - | - |
| latency | class of milliseconds | answered turns | - | their milliseconds |
| cause | why a turn failed | turns | - | - |

Classes grow by 2 %, so that the middle of one is within 1 % of every value in it. A class that has one of LIMITS is
two, up to it and above it: what reports count between these lengths is exact.
"""

from collections.abc import Iterator, Sequence
from math import floor, log, sqrt
from typing import Any, Protocol

from app.analytics.measure import NOT_UNDERSTOOD
from app.conversations.models import Conversation
from app.conversations.provenance import Provenance

COUNTS = ("number", "hits", "weight")
GROWTH = 1.02
LIMITS = tuple(minutes * 60_000 for minutes in (1, 2, 5, 10, 30))
"""Lengths of time in milliseconds that no class has on both sides."""
ABOVE = "+"
"""The end of the name of a class that begins behind a limit."""
MOST_TURNS = 50
"""Sessions with more turns count as having so many."""
PART = 38
"""Characters of each part of a path."""
DROPPED = frozenset({"abandoned", "error"})


class MeasuredTurn(Protocol):
    """What facts and the rollup of intents read of a turn: stored rows and freshly measured ones have it alike."""

    nlu: Any
    intent: Any
    confidence: Any
    accepted: Any
    fallback: Any
    cause: Any
    latency_ms: Any


def _place_of(milliseconds: int) -> int:
    """The place of a length of time among powers of the growth."""
    return floor(log(max(milliseconds, 1)) / log(GROWTH))


_LIMIT_AT = {_place_of(limit): limit for limit in LIMITS}


def class_of(milliseconds: int) -> str:
    """The class of a length of time, written so that texts sort as numbers do."""
    place = _place_of(milliseconds)
    return f"{place:04d}" + (ABOVE if milliseconds > _LIMIT_AT.get(place, milliseconds) else "")


def middle_of(name: str) -> float:
    """The milliseconds that stand for a class."""
    place = int(name.removesuffix(ABOVE))
    low, high = float(GROWTH**place), float(GROWTH ** (place + 1))
    if place in _LIMIT_AT:
        low, high = (_LIMIT_AT[place], high) if name.endswith(ABOVE) else (low, _LIMIT_AT[place])
    return sqrt(low * high)


def facts_of(conversation: Conversation, turns: Sequence[MeasuredTurn]) -> Iterator[tuple[str, str, list[int]]]:
    """What a session and its turns add: fact, value, and the counts in the order of COUNTS."""
    explains = bool(conversation.provenance & Provenance.UNDERSTANDING)
    understanding = [conversation.fallback_turns, conversation.nlu_turns] if explains else [0, 0]
    yield "language", conversation.language, [1, *understanding]
    if conversation.bot_version is not None:
        yield "misses", str(conversation.bot_version), [1, *understanding]
    if conversation.rating is not None:
        yield "rating", str(conversation.rating), [1, 0, 0]
    if conversation.nps is not None:
        yield "nps", str(conversation.nps), [1, 0, 0]
    if conversation.bot_session and conversation.ended_at is not None:
        yield "entrance", f"{conversation.origin or ''}\t{conversation.outcome}", [1, 0, 0]
    for turn in turns:
        if turn.latency_ms is not None:
            yield "latency", class_of(turn.latency_ms), [1, 0, turn.latency_ms]
        if explains and turn.nlu and turn.accepted and turn.confidence is not None:
            yield "confidence", f"{round(turn.confidence * 100):03d}", [1, 0, 0]
        if turn.cause and (explains or turn.cause not in NOT_UNDERSTOOD):
            yield "cause", turn.cause, [1, 0, 0]
    if conversation.engaged:
        yield from _engaged_facts(conversation, turns)


def _engaged_facts(conversation: Conversation, turns: Sequence[MeasuredTurn]) -> Iterator[tuple[str, str, list[int]]]:
    """What an engaged session adds."""
    if conversation.bot_version is not None:
        yield "version", str(conversation.bot_version), [1, int(conversation.goal_hit), 0]
    yield "detected", f"{conversation.language}\t{conversation.detected_language or ''}", [1, 0, 0]
    yield "source", f"{conversation.origin or ''}\t{conversation.referral or ''}", [1, int(conversation.goal_hit), 0]
    first = next((turn.intent for turn in turns if turn.accepted and turn.intent), "")
    yield "entry", first, [1, int(conversation.outcome == "completed"), 0]
    nodes = conversation.nodes or []
    for node in nodes:
        is_last = node == nodes[-1] and conversation.ended_at is not None
        yield "node", node[:120], [1, int(is_last and conversation.outcome in DROPPED), int(is_last)]
    last = nodes[-1] if nodes else ""
    yield "path", "\t".join((first[:PART], last[:PART], conversation.outcome or "open")), [1, 0, 0]
    for goal in conversation.goals or ():
        yield "goal", goal[:120], [1, 0, 0]
    yield "depth", str(min(conversation.turns, MOST_TURNS)), [1, 0, 0]
    if conversation.duration_ms is not None:
        yield "duration", class_of(conversation.duration_ms), [1, 0, conversation.duration_ms]
