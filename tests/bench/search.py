"""The search over a million messages: frequent words, rare ones, beginnings, slips, ends of numbers, ids."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from flask import current_app, g
from sqlalchemy import select

from app.conversations.models import Conversation
from app.core.db.base import begin_as, db
from app.core.db.tenancy import Scope, within
from app.core.security.visitor import Visitor
from app.search.service import search
from tests.bench.figures import Figure, amount, at_most, beside
from tests.bench.installation import on_each_database
from tests.bench.reports import MILLION, insert_conversations

if TYPE_CHECKING:
    from tests.bench.scale import Place

GOAL_MS, TIMES = 150, amount(7, 1)
KINDS = {
    "a word of every message": ("sunday", "open sunday", "when are you"),
    "the beginning of a word of every message": ("sund",),
    "a word of some": ("brake", "clut", "battery"),
    "a rare word": ("finance", "headlamp", "coolant sunday"),
    "no such word": ("zebra", "quagga", "elephants"),
    "a slip of the finger": ("sunady", "brkae", "fnance"),
    "the end of a number": ("0042", "1234", "+91 98765 40099"),
    "a name": ("bot 3", "bot", "dash"),
}

PARTS = ("one bot", "a small outlet", "many outlets, most empty", "one client")
SMALL_OUTLET, MANY = 1, 300
"""An outlet with one of a thousand sessions, and the end of the ids of a reader of many outlets."""


def measure() -> list[Figure]:
    """A million messages on both databases."""
    return on_each_database(
        "search", lambda engine, site: _figures(engine, insert_conversations(site.env, MILLION, True, search=True))
    )


def _figures(engine: str, timings: dict[str, float]) -> list[Figure]:
    """The figures of one database."""
    at = f"{engine}, {MILLION / 1e6:g} M messages"
    kinds = [beside(f"{at}: {kind}, slowest, ms", timings[kind]) for kind in (*KINDS, "an id")]
    goals = [at_most(f"{at}: search, p95, ms", timings["p95"], GOAL_MS)]
    goals += [at_most(f"{at}: for a reader of {part}, p95, ms", timings[part], GOAL_MS) for part in PARTS]
    return [beside(f"{at}: rows inserted, s", timings["inserted"]), *kinds, *goals]


def measured(place: Place) -> dict[str, float]:
    """How long searches of the first workspace take; 95 of 100 take no longer than `p95`."""
    with current_app.test_request_context():
        return _measured(place)


def _measured(place: Place) -> dict[str, float]:
    """The same within a request, as search is asked."""
    g.visitor = Visitor(ability=[{"action": "manage", "subject": "all"}])
    with within(place.workspace_id):
        some = db.session.scalars(
            select(Conversation.id).order_by(Conversation.id).offset(amount(1000, 10)).limit(3)
        ).all()
        took = {kind: _timed(words) for kind, words in KINDS.items()}
        took["an id"] = _timed([str(some[0]), str(some[1])[:12], str(some[2])[:8]])
    scopes = (
        Scope(bots=frozenset({place.bots[0][0]})), Scope(outlets=frozenset({SMALL_OUTLET})),
        Scope(outlets=frozenset(range(SMALL_OUTLET, MANY))), Scope(clients=frozenset({place.client_id})),
    )  # fmt: skip
    parts = {}
    for part, scope in zip(PARTS, scopes, strict=True):
        with within(place.workspace_id, scope):
            parts[part] = _p95(_timed([q for words in KINDS.values() for q in words]))
    every = [value for times in took.values() for value in times]
    return {kind: max(times) for kind, times in took.items()} | {"p95": _p95(every)} | parts


def _p95(times: list[float]) -> float:
    """What 95 of 100 take at most."""
    return sorted(times)[int(len(times) * 0.95)]


def _timed(words: list[str] | tuple[str, ...]) -> list[float]:
    """Milliseconds of each search, as of a database in use: the first of each is not counted."""
    durations = []
    for q in words:
        for number in range(TIMES + 1):
            db.session.rollback()
            begin_as("DEFERRED")
            begun = time.perf_counter()
            search(q, "en")
            if number:
                durations.append((time.perf_counter() - begun) * 1000)
    return durations
