"""Figures against a generated world that is counted row by row, in lines that share nothing with the product."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from flask import Flask
from sqlalchemy import select

from app.conversations.models import OUTCOMES, Contact, Conversation, Message
from app.conversations.provenance import Provenance
from app.core.db.base import db
from app.core.db.tenancy import within
from app.core.http.schemas import load_query
from app.ingest import dialogues
from app.reports.context import ReportQuery
from app.reports.history.arguments import FilterArgs
from app.reports.history.filters import filters_of, narrow
from app.reports.history.order import NEWEST_FIRST
from app.reports.history.service import count, list_conversations
from app.reports.standard import service
from tests.conftest import add_workspace
from tests.factories.conversations import asked_and_answered, dialogue, make_bot
from tests.factories.places import add_city, add_outlet, add_parent
from tests.fixtures import one_world
from tests.fixtures.report_world import LAST, NOW, QUESTIONS, make_world, rank, read, share

app, workspace = one_world.app, one_world.workspace


@pytest.fixture(scope="module")
def world(app: Flask, workspace: Any) -> dict[int, str]:
    """Sessions of six weeks of every kind; gives the bots' names."""
    names = make_world()
    one_world.analyze(app)
    return names


def table(figure: dict[str, Any]) -> list[list[Any]]:
    """The rows of a figure in an order of their own."""
    return sorted(figure["rows"], key=repr)


def counted(pairs: Iterable[Any]) -> dict[Any, int]:
    """How often each value is among some."""
    return dict(Counter(pairs))


def test_usage_is_what_counting_row_by_row_gives(world: dict[int, str]) -> None:
    for question in QUESTIONS:
        check_usage(world, question)


def check_usage(world: dict[int, str], question: dict[str, Any]) -> None:
    """Compare the figures of one question."""
    rows = read(question)
    assert rows
    document = service.document_of("usage", ReportQuery(**question), NOW)
    figures = {figure["id"]: figure for figure in document["figures"]}
    conversations = [row["s"] for row in rows]
    sums = [
        sum(getattr(conversation, name) for conversation in conversations)
        for name in ("messages_in", "messages_out", "messages_human")
    ]
    assert figures["messages"]["totals"] == [None, *sums]
    assert figures["sessions"]["totals"][1:] == [
        sum(conversation.engaged for conversation in conversations),
        sum(not s.engaged for s in conversations),
    ]
    channels = counted(conversation.channel for conversation in conversations)
    assert {row[0]: row[1] for row in figures["channels"]["rows"]} == channels
    bots = counted(world[conversation.bot_id] for conversation in conversations)
    assert {row[0]: row[1] for row in figures["bots"]["rows"]} == bots
    languages = counted(conversation.language for conversation in conversations)
    assert {row[0]: row[1] for row in figures["languages"]["rows"]} == languages
    for name, number, part, turns, fallback in figures["languages"]["rows"]:
        explained = [r["s"] for r in rows if r["s"].language == name and r["knows"] & Provenance.UNDERSTANDING]
        assert turns == sum(conversation.nlu_turns for conversation in explained) and part == share(number, len(rows))
        assert fallback == share(sum(conversation.fallback_turns for conversation in explained), turns)
    engaged = [row["s"] for row in rows if row["s"].engaged]
    written = counted((conversation.language, conversation.detected_language) for conversation in engaged)
    assert {(row[0], row[1]): row[2] for row in figures["detected"]["rows"]} == written
    assert all(row[3] == share(row[2], len(engaged)) for row in figures["detected"]["rows"])
    entries, done = Counter[str | None](), Counter[str | None]()
    for row in rows:
        if row["s"].engaged:
            first = next((turn.intent for turn in row["turns"] if turn.accepted), None)
            entries[first] += 1
            done[first] += row["s"].outcome == "completed"
    assert {row[0]: row[1:3] for row in figures["flows"]["rows"]} == {k: [n, done[k]] for k, n in entries.items()}
    causes = counted(
        turn.cause for row in rows for turn in row["turns"]
        if turn.cause and (turn.cause != "no_match" or row["knows"] & Provenance.UNDERSTANDING)
    )  # fmt: skip
    assert {row[0]: row[1] for row in figures["errors"]["rows"]} == causes
    for (cause, number, _), link in zip(figures["errors"]["rows"], figures["errors"]["links"], strict=True):
        answer = listing_of(link)
        assert answer["holds"] == {"what": "cause", "n": number}, (cause, question)
        assert answer["total"] == sum(
            any(turn.cause == cause for turn in row["turns"])
            for row in rows
            if cause not in ("no_match", "low_confidence") or row["knows"] & Provenance.UNDERSTANDING
        )
    by_step = figures["errors_by_step"]
    for row, link in zip(by_step["rows"], by_step["links"], strict=True):
        assert not link or listing_of(link)["holds"]["n"] == sum(row[1:])
    names = [column["id"] for column in by_step["columns"]]
    totals = dict(zip(names[1:], (by_step["totals"] or [None, *[0] * 5])[1:], strict=True))
    assert {cause: number for cause, number in totals.items() if number} == causes
    times = [turn.latency_ms for row in rows for turn in row["turns"] if turn.latency_ms is not None]
    assert figures["latency"]["totals"][1:] == [rank(times, part) for part in (0.5, 0.9, 0.95, 0.99)]
    priced = [row["s"] for row in rows if row["knows"] & Provenance.COST]
    cost = sum(conversation.cost_micro for conversation in priced)
    assert figures["cost"]["totals"][1] == (
        round(cost / 10**6, 2) if any(conversation.engaged for conversation in priced) else None
    )
    cards = {card["id"]: card["value"] for card in document["cards"]}
    assert cards["sessions"] == len(rows) and cards["bot_latency"] == rank(times, 0.95)
    lengths = [
        conversation.duration_ms
        for conversation in conversations
        if conversation.engaged and conversation.duration_ms is not None
    ]
    assert cards["session_duration"] == rank(lengths, 0.5)


def test_engagement_is_what_counting_row_by_row_gives(world: dict[int, str]) -> None:
    for question in QUESTIONS:
        check_engagement(world, question)


def check_engagement(world: dict[int, str], question: dict[str, Any]) -> None:
    """Compare the figures of one question."""
    rows = [row for row in read(question) if row["s"].engaged]
    document = service.document_of("engagement", ReportQuery(**question), NOW)
    figures = {figure["id"]: figure for figure in document["figures"]}
    cards = {card["id"]: card["value"] for card in document["cards"]}
    known = [row for row in rows if row["knows"] & Provenance.PEOPLE]
    people = {row["person"] for row in known}
    assert cards["users_active"] == len(people)
    by_day = defaultdict(set)
    for row in known:
        by_day[row["day"].isoformat()].add(row["person"])
    if "traffic" in question:
        # Who began when is kept of real conversations alone.
        assert figures["users"]["marks"] == figures["retention"]["marks"] == ["uncounted"]
        assert cards["users_new"] is cards["users_returning"] is None
    elif figures["users"]["columns"] and document["filters"]["g"] == "day":
        assert {row[0]: row[1] + row[2] for row in figures["users"]["rows"] if row[1] + row[2]} == {
            day: len(persons) for day, persons in by_day.items()
        }
    times = Counter(row["person"] for row in known)
    last = {row["person"]: row["day"] for row in known}
    if "uncounted" not in figures["frequency"]["marks"]:
        classes = {1: "1", 2: "2", 3: "3", 4: "4–5", 5: "4–5"}
        often = Counter(classes.get(number, "6+") for number in times.values())
        assert {row[0]: row[1] for row in figures["frequency"]["rows"] if row[1]} == dict(often)
        end = date.fromisoformat(document["filters"]["to"])
        assert sum(row[1] for row in figures["recency"]["rows"]) == len(people)
        assert cards["recency"] == rank(((end - day).days for day in last.values()), 0.5)
        assert sum(sum(row[1:]) for row in figures["rfm"]["rows"]) == len(people)
    sources = counted((s.origin, s.referral, s.channel) for s in (row["s"] for row in rows))
    shown_sources = {tuple(row[:3]): row[3:] for row in figures["sources"]["rows"]}
    assert {source: row[0] for source, row in shown_sources.items()} == sources
    for source, (number, part, rate) in shown_sources.items():
        hits = sum(s.goal_hit for s in (row["s"] for row in rows) if (s.origin, s.referral, s.channel) == source)
        assert (part, rate) == (share(number, len(rows)), share(hits, number))
    depths = Counter(row["s"].turns for row in rows)
    assert sum(row[1] for row in figures["depth"]["rows"]) == len(rows)
    assert figures["depth"]["rows"][0][1] == depths[0] + depths[1]
    assert cards["turns_per_session"] == rank((row["s"].turns for row in rows), 0.5)
    ended = [row["s"].duration_ms for row in rows if row["s"].duration_ms is not None]
    limits = [0, *(minutes * 60_000 for minutes in (1, 2, 5, 10, 30)), max(ended, default=0) + 10**9]
    assert [row[1] for row in figures["duration"]["rows"]] == [
        sum(low < max(ms, 1) <= high for ms in ended) for low, high in pairwise(limits)
    ]
    rated = [row["s"] for row in read(question) if row["s"].rating is not None]
    assert {row[0]: row[1] for row in figures["csat"]["rows"] if row[1]} == counted(
        str(conversation.rating) for conversation in rated
    )
    reached, left = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for row in rows:
        replies = select(Message).where(Message.conversation_id == row["s"].id, Message.speaker == "bot")
        nodes = [
            message.extra["node"] for message in db.session.scalars(replies.order_by(Message.position)) if message.extra
        ]
        for node in set(nodes):
            reached[world[row["s"].bot_id], node] += 1
        if nodes and row["s"].ended_at and row["s"].outcome in ("abandoned", "error"):
            left[world[row["s"].bot_id], nodes[-1]] += 1
    for channel, prompts, ratings, answered, _ in figures["rated"]["rows"]:
        of_channel = [
            r["s"] for r in rows if r["s"].channel == channel and r["s"].rating_prompted
            and r["knows"] & Provenance.RATING
        ]  # fmt: skip
        assert prompts == len(of_channel) and answered == share(ratings, prompts)
    assert {(row[0], row[1]): row[3] for row in figures["drop_off"]["rows"]} == dict(left)
    assert all(reached[row[0], row[1]] == row[2] for row in figures["drop_off"]["rows"])
    versions = Counter((world[row["s"].bot_id], str(row["s"].bot_version)) for row in rows if row["s"].bot_version)
    assert {(row[0], row[1]): row[2] for row in figures["versions"]["rows"]} == dict(versions)


def test_rates_are_what_counting_row_by_row_gives(world: dict[int, str]) -> None:
    for question in QUESTIONS:
        check_rates(question)


def check_rates(question: dict[str, Any]) -> None:
    """Compare the rates of sessions of one question."""
    documents = [service.document_of(name, ReportQuery(**question), NOW) for name in ("usage", "engagement")]
    cards = {card["id"]: card["value"] for document in documents for card in document["cards"]}
    rows = read(question)
    engaged = [row for row in rows if row["s"].engaged]
    bot = [row for row in engaged if row["s"].bot_session]
    contained = [row for row in bot if row["s"].handoff not in ("requested", "accepted", "closed", "missed")]
    assert cards["engagement_rate"] == share(len(engaged), len(rows))
    assert cards["containment_rate"] == share(len(contained), len(bot))
    assert cards["goal_reach"] == share(sum(row["s"].goal_hit for row in engaged), len(engaged))
    ended = [row for row in bot if row["s"].ended_at]
    assert cards["abandonment_rate"] == share(sum(row["s"].outcome == "abandoned" for row in ended), len(ended))
    explained = [row for row in rows if row["knows"] & Provenance.UNDERSTANDING]
    turns = [turn for row in explained for turn in row["turns"] if turn.nlu]
    assert cards["nlu_coverage"] == share(sum(turn.accepted for turn in turns), len(turns))
    assert cards["low_confidence_rate"] == share(sum(turn.cause == "low_confidence" for turn in turns), len(turns))
    links = {card["id"]: card["link"] for document in documents for card in document["cards"]}
    assert count_listed(links["low_confidence_rate"]) == sum(
        any(turn.cause == "low_confidence" for turn in row["turns"]) for row in explained
    )
    failed = sum(any(turn.cause in ("error", "timeout") for turn in row["turns"]) for row in rows if row["s"].engaged)
    assert count_listed(links["error_rate"]) == failed
    assert count_listed(links["handoff_wait"]) == sum(row["s"].handoff in ("accepted", "closed") for row in bot)
    understood = [[turn.fallback for turn in row["turns"]] for row in bot if row["knows"] & Provenance.UNDERSTANDING]
    assert cards["session_fallback_rate"] == share(sum(any(turns) for turns in understood), len(understood))
    streaks = sum(any(a and b for a, b in pairwise(turns)) for turns in understood)
    assert cards["fallback_streak_rate"] == share(streaks, len(understood))
    check_returns(cards, ended, engaged)
    known = [row for row in engaged if row["knows"] & Provenance.PEOPLE]
    first, last = (date.fromisoformat(documents[0]["filters"][name]) for name in ("from", "to"))
    if cards["dau"] is not None:
        days = {(row["day"], row["person"]) for row in known}
        assert cards["dau"] == pytest.approx(len(days) / ((last - first).days + 1), abs=0.00501)
    end = last + timedelta(days=1)
    monday = end - timedelta(days=end.weekday())
    for name, since, until in (("mau", end - timedelta(days=30), end), ("wau", monday - timedelta(days=7), monday)):
        period = read(question | {"r": f"{since}..{until - timedelta(days=1)}", "today": False})
        people = {row["person"] for row in period if row["s"].engaged and row["knows"] & Provenance.PEOPLE}
        assert cards[name] == len(people), (name, question)


def listing_of(link: str) -> dict[str, Any]:
    """The list that an address opens."""
    filters = filters_of(load_query(FilterArgs(), link.partition("?")[2]))
    return list_conversations(filters, sort=NEWEST_FIRST, page="1", per=10, now=NOW)


def count_listed(link: str) -> int:
    """How many conversations an address lists."""
    return count(narrow(filters_of(load_query(FilterArgs(), link.partition("?")[2])), NOW))


def check_returns(cards: dict[str, Any], ended: list[dict[str, Any]], engaged: list[dict[str, Any]]) -> None:
    """Compare the rates of people who come with the same topic again."""
    persons = {contact.id: contact.person_id for contact in db.session.scalars(select(Contact))}
    conversations = [
        conversation
        for conversation in db.session.scalars(select(Conversation))
        if conversation.engaged and conversation.topic
    ]

    def same(conversation: Conversation, other: Conversation) -> bool:
        return (
            conversation.id != other.id and persons[conversation.contact_id] == persons[other.contact_id]
            and (conversation.topic, conversation.traffic) == (other.topic, other.traffic)
            and not (conversation.provenance ^ other.provenance) & Provenance.TIMES
        )  # fmt: skip

    def comes_again(conversation: Conversation, within: timedelta) -> bool:
        assert conversation.ended_at is not None
        until = conversation.ended_at + within
        return any(
            same(conversation, other) and conversation.started_at < other.started_at <= until for other in conversations
        )

    known = [row["s"] for row in ended if row["knows"] & Provenance.PEOPLE]
    answered = [conversation for conversation in known if conversation.outcome in ("completed", "informed")]
    lasting = [conversation for conversation in answered if not comes_again(conversation, timedelta(days=7))]
    assert cards["durable_resolution_rate"] == share(len(lasting), len(known))
    known = [row["s"] for row in engaged if row["knows"] & Provenance.PEOPLE]
    again = [
        conversation for conversation in known
        if any(
            same(conversation, other)
            and timedelta() < conversation.started_at - other.started_at <= timedelta(hours=24)
            for other in conversations
        )
    ]  # fmt: skip
    assert cards["repeat_contact_rate"] == share(len(again), len(known))


@pytest.mark.parametrize("last", ["2026-03-09", "2026-02-18"])
def test_who_comes_back_is_what_counting_row_by_row_gives(world: dict[int, str], last: str) -> None:
    document = service.document_of("engagement", ReportQuery(r=f"2026-02-10..{last}"), NOW)
    figure = next(figure for figure in document["figures"] if figure["id"] == "retention")
    # The last week is counted to its end, wherever in it the range ends.
    assert {("partial" in marks) for marks in figure["row_marks"]} == {last == "2026-03-09"}
    end = min(date.fromisoformat(figure["rows"][-1][0]) + timedelta(days=6), LAST)
    first = {contact.id: contact.first_engaged_at for contact in db.session.scalars(select(Contact))}
    weeks = defaultdict(set)
    for row in read({"r": "2026-01-01..2026-03-09"}):
        if row["s"].engaged and row["knows"] & Provenance.PEOPLE:
            weeks[row["day"] - timedelta(days=row["day"].weekday())].add(row["person"])
    for monday, size, *shares in figure["rows"]:
        day = date.fromisoformat(monday)
        zone = ZoneInfo("Asia/Kolkata")
        cohort = {
            person for person in weeks[day]
            if day <= first[person].astimezone(zone).date() < day + timedelta(weeks=1)
        }  # fmt: skip
        assert size == len(cohort)
        for number, value in enumerate(shares):
            later = day + timedelta(weeks=number)
            expected = share(len(cohort & weeks[later]), size) if size >= 5 and later <= end else None
            assert value == expected, (monday, number)


def test_journeys_are_what_counting_row_by_row_gives(world: dict[int, str]) -> None:
    for question in QUESTIONS:
        check_journeys(world, question)


def check_journeys(world: dict[int, str], question: dict[str, Any]) -> None:
    """Compare the figures of one question."""
    rows = [row for row in read(question) if row["s"].engaged]
    document = service.document_of("journey", ReportQuery(**question), NOW)
    figures = {figure["id"]: figure for figure in document["figures"]}
    ends = Counter(row["s"].outcome or "open" for row in rows)
    last = Counter[str]()
    for stage, _, name, number, _ in figures["paths"]["rows"]:
        last[name] += number if stage == 2 else 0
    assert +last == ends
    for stage in range(3):
        assert sum(row[3] for row in figures["paths"]["rows"] if row[0] == stage) == len(rows)
    goals = counted(goal for row in rows for goal in row["s"].goals)
    assert {row[0]: row[1] for row in figures["milestones"]["rows"]} == goals
    ended = [row["s"] for row in rows if row["s"].ended_at]
    assert sum(row[2] for row in figures["exits"]["rows"]) == len(ended)
    bot = [conversation for conversation in ended if conversation.bot_session]
    entries = {(row[0], row[1]): row[2:] for row in figures["entries"]["rows"]}
    ways = counted((conversation.origin, conversation.channel) for conversation in bot)
    assert {way: row[0] for way, row in entries.items()} == ways and len({origin for origin, _ in ways}) > 2
    for (origin, channel), row in entries.items():
        outcomes = counted(s.outcome for s in bot if (s.origin, s.channel) == (origin, channel))
        assert row[1:] == [outcomes.get(name, 0) for name in OUTCOMES]


def test_groups_are_what_counting_row_by_row_gives(world: dict[int, str]) -> None:
    for question in [{}, {"ch": ("web", "voice")}, {"tz": "America/New_York"}]:
        check_groups(world, question)


def check_groups(world: dict[int, str], question: dict[str, Any]) -> None:
    """Compare the figures of one question."""
    rows = read(question)
    figures = {
        name: {
            figure["id"]: figure
            for figure in service.document_of(f"groups/{name}", ReportQuery(**question), NOW)["figures"]
        }
        for name in ("overall", "service", "sales", "psf")
    }
    assert {row[0]: row[1] for row in figures["overall"]["groups"]["rows"]} == counted(r["s"].bot_group for r in rows)
    card = figures["overall"]["scorecard"]
    points = [row[3] for row in card["rows"] if row[3] is not None]
    weights = [row[2] for row in card["rows"] if row[3] is not None]
    assert card["totals"][2:] == [sum(weights), pytest.approx(sum(points) * 100 / sum(weights), abs=0.01)]
    for name, figure in (("service", "bookings"), ("sales", "enquiries")):
        engaged = [row["s"] for row in rows if row["s"].bot_group == name and row["s"].engaged]
        entered = sum(conversation.goal_entered for conversation in engaged)
        reached = sum(conversation.goal_hit for conversation in engaged)
        assert figures[name][figure]["totals"] == [None, entered - reached, reached]
    rated = [row["s"].rating for row in rows if row["s"].bot_group == "psf" and row["s"].rating is not None]
    assert sum(row[1] for row in figures["psf"]["scores"]["rows"]) == len(rated)


@pytest.fixture
def other_workspace(app: Any) -> Iterator[None]:
    """A workspace without the world."""
    with within(add_workspace("Coast Cars").id):
        yield


def test_places_hold_what_is_below_them(other_workspace: None) -> None:
    cities = [add_city(name) for name in ("Pune", "Nashik")]
    parents = [add_parent(name) for name in ("West", "South")]
    tree = [add_outlet(f"{parent.name} {city.name}", parent, city) for parent in parents for city in cities]
    bot = make_bot()
    for number, outlet in enumerate(tree):
        for _ in range(number + 1):
            dialogues.store_dialogues(
                [dialogue(asked_and_answered(datetime(2026, 3, 2, 5, tzinfo=UTC)), outlet_id=outlet.id)],
                bot=bot, source="tree",
            )  # fmt: skip
    db.session.commit()
    document = service.document_of("groups/service", ReportQuery(), NOW)
    rows = next(figure["rows"] for figure in document["figures"] if figure["id"] == "hierarchy")
    whole = sum(range(1, len(tree) + 1))
    for depth in range(3):
        level = [row for row in rows if sum(name is not None for name in row[:3]) == depth + 1]
        assert sum(row[3] for row in level) == whole, depth
