"""Funnels against a generated world in which every way through the steps is tried out."""

from collections import Counter, defaultdict
from datetime import datetime, timedelta
from itertools import product
from typing import Any, NamedTuple

import pytest
from flask import Flask
from sqlalchemy import select

from app.conversations.models import Contact, Conversation, Message, Turn
from app.conversations.provenance import Provenance
from app.core.db.base import db
from app.reports.context import ReportQuery
from app.reports.funnels import service
from tests.endurance import in_turn
from tests.fixtures import one_world
from tests.fixtures.report_world import NOW, QUESTIONS, make_world, rank, read, share

STEPS = [
    "event:started;node:ask", "node:ask;node:show;node:end", "node:show;goal:booked", "intent:x.y;node:ask;goal:booked",
    "event:started;event:fallback;goal:booked;event:accepted", "goal:booked;event:rated", "node:nowhere;node:ask",
    "event:started;node:hello;intent:service.a",
]  # fmt: skip
WINDOWS = {"1h": timedelta(hours=1), "3d": timedelta(days=3), "90d": timedelta(days=90)}


class Happening(NamedTuple):
    """What a message or a turn was, as plain as the tables have it."""

    at: datetime
    names: frozenset[str]
    conversation: Conversation


app, workspace = one_world.app, one_world.workspace


@pytest.fixture(scope="module")
def world(app: Flask, workspace: Any) -> None:
    """Conversations of six weeks of every kind."""
    make_world()
    one_world.analyze(app)


def happenings(conversation: Conversation) -> list[Happening]:
    """The names of a conversation by message, a repeated one left out."""
    turns = {
        turn.number: turn for turn in db.session.scalars(select(Turn).where(Turn.conversation_id == conversation.id))
    }
    trail = [Happening(conversation.started_at, frozenset({"event:started"}), conversation)]
    seen = set[int]()
    last: set[str] = set()
    query = select(Message).where(Message.conversation_id == conversation.id).order_by(Message.position)
    for message in db.session.scalars(query):
        marks, names = message.marks or {}, set[str]()
        if message.speaker == "bot" and message.extra:
            names.add(f"node:{message.extra['node']}")
        if "goal" in marks:
            names.add(f"goal:{marks['goal']}")
        if "rating" in marks:
            names.add("event:rated")
        if message.speaker == "agent":
            names |= {"event:handoff", "event:accepted"}
        turn = turns.get(message.turn_number)
        if message.speaker == "user" and turn is not None and turn.number not in seen:
            seen.add(turn.number)
            if turn.nlu and turn.accepted:
                names.add(f"intent:{turn.intent}")
            if turn.fallback and conversation.provenance & Provenance.UNDERSTANDING:
                names.add("event:fallback")
        if names and names != last:
            last = names
            trail.append(Happening(message.sent_at, frozenset(names), conversation))
    return trail


def ways(trail: list[Happening], steps: list[str], window: timedelta, strict: bool) -> list[list[int]]:
    """Every way through the steps: the longest ways of every choice of moments."""
    current = [[place] for place, happening in enumerate(trail) if steps[0] in happening.names]
    longest = [*current]
    for step in steps[1:]:
        current = [
            [*way, place]
            for way, place in product(current, range(len(trail)))
            if step in trail[place].names and 0 <= place - way[-1] and (not strict or place - way[-1] < 2)
            and trail[place].at - trail[way[0]].at <= window
        ]  # fmt: skip
        longest += current
    return longest


def count(
    question: dict[str, Any], steps: list[str], scope: str, window: timedelta, strict: bool, settled: bool = False
) -> Any:
    """How many came to each step, by channel, and the times between the steps."""
    within = read(question)
    units: defaultdict[int, list[Conversation]] = defaultdict(list)
    if scope == "contact":
        people = {contact.id: contact.person_id for contact in db.session.scalars(select(Contact))}
        last = max(row["s"].started_at for row in within)
        for row in read(question | {"r": "2026-01-01..2026-12-31"}):
            known = row["knows"] & Provenance.PEOPLE
            if row["s"].engaged and known and row["s"].started_at >= within[0]["s"].started_at:
                if row["s"].started_at < last + timedelta(days=200):
                    units[people[row["s"].contact_id]].append(row["s"])
    else:
        for row in within:
            if row["s"].engaged:
                units[row["s"].id].append(row["s"])
    inside = {row["s"].id for row in within}
    counts, by, times = Counter[int](), Counter[tuple[str, int]](), defaultdict[int, list[float]](list)
    for conversations in units.values():
        trail = sorted(
            (happening for s in conversations for happening in happenings(s)), key=lambda happening: happening.at
        )
        all_ways = [way for way in ways(trail, steps, window, strict) if trail[way[0]].conversation.id in inside]
        if not all_ways:
            continue
        best = min(all_ways, key=lambda way: (-len(way), way))
        if settled and trail[best[0]].at + window > NOW:
            continue
        for place in range(len(best)):
            counts[place] += 1
            by[trail[best[0]].conversation.channel, place] += 1
            pair = [trail[best[number]] for number in (place - 1, place) if number >= 0]
            if place and all(happening.conversation.provenance & Provenance.TIMES for happening in pair):
                times[place].append((pair[1].at - pair[0].at).total_seconds())
    return counts, by, times


@pytest.mark.parametrize("way", in_turn(["strict session", "loose session", "loose contact", "strict contact"]))
def test_funnels_are_what_trying_every_way_gives(world: None, way: str) -> None:
    order, scope = way.split()
    for number, (steps, question) in enumerate(product(STEPS, QUESTIONS)):
        if number % 3:
            continue
        window = list(WINDOWS)[number % 4 % len(WINDOWS)]
        settled = number % 2 == 0 and scope == "contact"
        funnel = service.funnel_of(steps=steps, scope=scope, window=window, order=order, by="channel", settled=settled)
        document = service.document(ReportQuery(**question), funnel, now=NOW)
        names = steps.split(";")
        counts, by, times = count(question, names, scope, WINDOWS[window], order == "strict", settled)
        reached = [step["count"] for step in document["steps"]]
        assert reached == [counts[place] for place in range(len(names))], (steps, question, window)
        assert reached == sorted(reached, reverse=True)
        shares = [100.0 if counts[0] else None, *(share(counts[n], counts[0]) for n in range(1, len(names)))]
        assert [step["share"] for step in document["steps"]] == shares
        for name, part in (("median_s", 0.5), ("p90_s", 0.9)):
            assert [step[name] for step in document["steps"]] == [
                None if not times[place] else round(rank(times[place], part), 1) for place in range(len(names))
            ]
        split = {row["value"]: row["counts"] for row in document["rows"]}
        assert split == {
            channel: [by[channel, place] for place in range(len(names))] for channel, place in by if place == 0
        }
        assert [sum(row) for row in zip(*split.values(), strict=True)] == (reached if counts[0] else [])


def test_steps_agree_with_the_journey_report(world: None) -> None:
    from app.reports.standard.service import document_of

    figures = {figure["id"]: figure for figure in document_of("journey", ReportQuery(), NOW)["figures"]}
    goals = {row[0]: row[1] for row in figures["milestones"]["rows"]}
    funnel = service.funnel_of(
        steps="goal:booked;node:end", scope="session", window="7d", order="loose", by="", settled=False
    )
    assert service.document(ReportQuery(), funnel, now=NOW)["steps"][0]["count"] == goals["booked"]
