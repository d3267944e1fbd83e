"""Conditions of the conversation list against a generated world that is filtered row by row."""

import csv
import io
import re
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

import pytest
from flask import Flask
from flask.testing import FlaskClient
from openpyxl import load_workbook
from sqlalchemy import select, update

from app.conversations.models import Contact, Conversation, Message
from app.conversations.provenance import Provenance
from app.core import clock
from app.core.db.base import db
from app.core.languages import LANGUAGES, SPOKEN, catalogue
from app.offers.models import Offer
from app.reports.history.clauses import OPERATORS
from app.reports.history.export import HEADS, NAMES
from app.reports.history.fields import FIELDS
from app.reports.reviews.models import ConversationReview
from tests.conftest import add_person
from tests.factories.places import add_city, add_outlet, add_parent
from tests.fixtures import one_world
from tests.fixtures.report_world import NOW, make_world, read

As = Callable[..., FlaskClient]
EVERYTHING = {"r": "2026-01-01..2026-12-31", "data": "all"}
ZONE = ZoneInfo("Asia/Kolkata")
Row = dict[str, Any]


app, workspace = one_world.app, one_world.workspace


@pytest.fixture(autouse=True)
def frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hold the clock still."""
    monkeypatch.setattr(clock, "now", lambda: NOW)


@pytest.fixture(scope="module")
def outlets(app: Flask, workspace: Any) -> dict[int, tuple[int, int]]:
    """Conversations of every kind, some of them at outlets; gives dealer group and city of each outlet."""
    make_world()
    places = [add_outlet(name, add_parent(name), add_city(name)) for name in ("Baner", "Wakad")]
    client_id = db.session.scalars(select(Conversation.client_id)).first()
    of_client = {"client_id": client_id, "group": "service", "type": "service", "goal": "visit", "channel": "email"}
    offers = [Offer(name=name, **of_client) for name in ("Winter check-up", "Exchange")]
    db.session.add_all(offers)
    db.session.flush()
    for number, conversation_id in enumerate(db.session.scalars(select(Conversation.id).order_by(Conversation.id))):
        outlet_id = [None, *(place.id for place in places)][number % 3]
        handoff = [None, "requested", "missed"][number % 5 % 3]
        changed = update(Conversation).where(Conversation.id == conversation_id)
        db.session.execute(changed.values(outlet_id=outlet_id, handoff=handoff, source_id=f"c_{number}"))
        if number % 4 == 0:
            db.session.execute(changed.values(offer_id=offers[number % 8 // 4].id))
    person = db.session.scalars(select(Contact)).first()
    person.last4 = "4821"
    first = select(Message).where(Message.speaker == "user").order_by(Message.id).limit(9)
    for message in db.session.scalars(first):
        message.kind = "media"
    reviewers = [add_person("author").id, add_person("author").id]
    for number, conversation in enumerate(db.session.scalars(select(Conversation).order_by(Conversation.id)).all()):
        if number % 3 == 0:
            db.session.add(
                ConversationReview(
                    conversation_id=conversation.id, client_id=conversation.client_id, bot_id=conversation.bot_id,
                    outlet_id=conversation.outlet_id, tags=[["price"], ["price", "pick-up"], []][number % 9 // 3],
                    state=["correct", "incorrect"][number % 2], category=[None, "value"][number % 2],
                    reviewer_id=reviewers[number % 4 // 2],
                )
            )  # fmt: skip
    db.session.commit()
    one_world.analyze(app)
    return {place.id: (place.parent_id, place.city_id) for place in places}


def values_of(row: Row, outlets: dict[int, tuple[int, int]]) -> dict[str, Any]:
    """What a conversation has of each field: a value, or all of several."""
    conversation, turns = row["s"], row["turns"]
    understood = [turn for turn in turns if turn.nlu and turn.accepted]
    parent, city = outlets.get(conversation.outlet_id, (None, None))
    scores = [turn.confidence for turn in turns if turn.nlu and turn.confidence is not None]
    latencies = [turn.latency_ms for turn in turns if turn.latency_ms is not None]
    accepted = [turn.intent for turn in turns if turn.accepted and turn.intent]
    contact = db.session.get_one(Contact, row["person"])
    messages = db.session.scalars(select(Message).where(Message.conversation_id == conversation.id)).all()
    mine = select(ConversationReview).where(ConversationReview.conversation_id == conversation.id)
    review = db.session.scalar(mine)
    return {
        "bot": str(conversation.bot_id), "group": conversation.bot_group, "channel": conversation.channel,
        "parent": parent and str(parent), "city": city and str(city),
        "outlet": conversation.outlet_id and str(conversation.outlet_id), "outcome": conversation.outcome or "open",
        "handoff": conversation.handoff, "language": conversation.language, "source": conversation.source,
        "origin": conversation.origin, "referral": conversation.referral,
        "offer": conversation.offer_id and str(conversation.offer_id),
        "intent": [turn.intent for turn in understood], "last_intent": conversation.intent, "topic": conversation.topic,
        "first_intent": next(iter(accepted), None), "last_node": next(iter(conversation.nodes[::-1]), None),
        "goal": conversation.goals, "node": conversation.nodes,
        "cause": [turn.cause for turn in turns if turn.cause and (
            conversation.provenance & Provenance.UNDERSTANDING or turn.cause not in ("no_match", "low_confidence"))],
        "version": conversation.bot_version, "turns": conversation.turns,
        "messages": conversation.messages_in + conversation.messages_out + conversation.messages_human,
        "agent_messages": conversation.messages_human, "fallbacks": conversation.fallback_turns,
        "failed_turns": conversation.error_turns, "csat": conversation.rating, "confidence": min(scores, default=None),
        "duration": None if conversation.duration_ms is None else conversation.duration_ms / 1000,
        "latency": max(latencies) / 1000 if latencies else None, "first_text": conversation.first_text,
        "last4": contact.last4 or None, "source_id": conversation.source_id, "engaged": conversation.engaged,
        "first_time": conversation.first_engaged, "resolved": bool(conversation.resolved),
        "rating_asked": conversation.rating_prompted, "media": any(message.kind == "media" for message in messages),
        "missed_handoff": False,
        "text": " ".join(message.text for message in messages),
        "started": row["day"],
        "tag": review.tags if review else [], "review": review.state if review else "unreviewed",
        "category": review and review.category, "reviewer": review and str(review.reviewer_id),
        "sampled": conversation.id % 2147483629 * 48271 % 2147483647 % 20 == 0,
    }  # fmt: skip


def holds(value: Any, op: str, args: list[Any]) -> bool:
    """Whether a value, or one of several, fits an operator."""
    several = value if isinstance(value, list) else [value]
    known = [item for item in several if item is not None and item != ""]
    fits = {
        "eq": lambda item: item == args[0],
        "in": lambda item: item in args,
        "contains": lambda item: str(args[0]).lower() in item.lower(),
        "starts": lambda item: item.lower().startswith(str(args[0]).lower()),
        "gt": lambda item: item > args[0],
        "lt": lambda item: item < args[0],
        "between": lambda item: args[0] <= item <= args[1],
        "present": lambda item: True,
    }
    denied = {"ne": "eq", "not_in": "in", "not_contains": "contains", "absent": "present"}
    positive = fits[denied.get(op, op)]
    return any(positive(item) for item in known) != (op in denied)


def arguments(key: str, op: str, values: list[Any]) -> list[Any]:
    """Values to try an operator with, of those there are."""
    kind = FIELDS[key].kind
    known = sorted({item for value in values for item in (value if isinstance(value, list) else [value]) if item})
    if op in ("present", "absent"):
        return []
    if kind == "bool":
        return [True]
    if op in ("in", "not_in"):
        return known[::2] or ["nothing"]
    if op == "between":
        return [known[len(known) // 4], known[len(known) // 2]]
    if op == "days_before":
        return [9]
    middle = known[len(known) // 2] if known else "nothing"
    if kind == "text" or op == "starts":
        return (
            ["text" if key in ("text", "first_text") else middle[:3]]
            if op in ("contains", "not_contains", "starts")
            else [middle]
        )
    return [middle]


def written(value: Any) -> str:
    """A value as an address has it."""
    return "1" if value is True else str(value)


def test_every_operator_of_every_field_is_what_filtering_row_by_row_gives(as_: As, outlets: Any) -> None:
    rows = read(EVERYTHING)
    values = {row["s"].id: values_of(row, outlets) for row in rows}
    reader, tried, some = as_("admin"), 0, 0
    for key, field in FIELDS.items():
        for op in field.operators:
            args = arguments(key, op, [value[key] for value in values.values()])
            f = ":".join([key, op, *([",".join(map(written, args))] if args else [])])
            if op == "days_before":
                day = NOW.astimezone(ZONE).date() - timedelta(days=9)
                expected = {id_ for id_, value in values.items() if value[key] >= day}
            else:
                expected = {id_ for id_, value in values.items() if holds(value[key], op, args)}
            answer = reader.get(f"/api/v1/conversations?{urlencode(EVERYTHING | {'f': f, 'per': 100})}")
            assert answer.status_code == 200, (f, answer.text)
            assert answer.json["total"] == len(expected), f
            tried, some = tried + 1, some + (0 < len(expected) < len(rows))
    assert tried > 150 and some > tried * 0.7


def test_options_count_under_the_other_filters(as_: As, outlets: Any) -> None:
    rows = [row for row in read(EVERYTHING) if row["s"].channel == "web"]
    values = [values_of(row, outlets) for row in rows]
    reader = as_("admin")
    for key, field in FIELDS.items():
        query = EVERYTHING | {"f": f"channel:eq:web;{key}:{field.operators[0]}:1"} if field.values else EVERYTHING
        if key == "channel":
            continue
        answer = reader.get(f"/api/v1/conversations/filters/{key}/options?{urlencode(query)}")
        assert answer.status_code == 200, key
        if field.values is None:
            assert answer.json["items"] == []
            continue
        counts = Counter(
            item
            for value in values
            for item in set(value[key] if isinstance(value[key], list) else [value[key]])
            if item
        )
        assert {item["value"]: item["count"] for item in answer.json["items"]} == counts, key
        order = [item["count"] for item in answer.json["items"]]
        assert order == sorted(order, reverse=True)
    labels = [
        item["label"]
        for item in reader.get("/api/v1/conversations/filters/outlet/options?r=all&data=all&q=wak").json["items"]
    ]
    assert labels == ["Wakad"]
    words = reader.get("/api/v1/conversations/filters/channel/options?r=all&data=all&q=tele").json["items"]
    assert [item["label"] for item in words] == ["Telephone"]


def test_fields_are_described_with_their_operators(as_: As) -> None:
    answer = as_("admin").get("/api/v1/conversations/filters").json
    assert len(answer["fields"]) >= 30 and answer["most"] == 10
    for field in answer["fields"]:
        begins = {"starts"} if field["key"] in ("first_intent", "last_node") else set()
        assert set(field["operators"]) <= {*OPERATORS[field["type"]], *begins} and field["label"]
    assert next(field for field in answer["fields"] if field["key"] == "outlet")["depends_on"] == ["parent", "city"]


@pytest.mark.parametrize(
    "f",
    ["nothing:eq:1", "turns", "turns:like:5", "turns:gt:", "turns:gt:many", "turns:between:5", "turns:between:9,5",
     "turns:gt:1e99", "turns:gt:nan", "engaged:eq:yes", "started:gt:2026-02-30", "channel:in:,", "outcome:gt:error",
     "started:lt:0001-01-01", "started:gt:9999-12-31", "started:days_before:1000000000", "started:days_before:-1",
     "started:gt:2026-11-30T01:00+00:00", "started:between:2026-11-30T01:00,2026-11-30T02:00",
     "started:between:2026-11-30,2026-11-30T02:00+00:00", "started:between:0001-01-01T00:00+00:00,2026-11-30T02:00Z",
     ";".join(f"turns:gt:{n}" for n in range(11)), "first_text:contains:" + "x" * 2000],
)  # fmt: skip
def test_what_does_not_fit_is_refused(as_: As, f: str) -> None:
    reader = as_("admin")
    for call in ("/api/v1/conversations", "/api/v1/conversations.csv", "/api/v1/conversations/filters/bot/options"):
        answer = reader.get(f"{call}?{urlencode({'f': f})}")
        assert answer.status_code == 422 and list(answer.json["errors"]) == ["f"], call
    assert reader.get("/api/v1/conversations/filters/nothing/options").status_code == 404


@pytest.mark.one_database
def test_files_have_what_the_list_has(as_: As, outlets: Any) -> None:
    reader, query = as_("admin"), urlencode(EVERYTHING | {"f": "channel:in:web,voice;turns:gt:1"})
    listing = reader.get(f"/api/v1/conversations?{query}&per=100").json
    lines = list(csv.reader(io.StringIO(reader.get(f"/api/v1/conversations.csv?{query}").text.removeprefix("\ufeff"))))
    book = load_workbook(io.BytesIO(reader.get(f"/api/v1/conversations.xlsx?{query}").data))
    sheet = list(book["Conversations"].iter_rows(values_only=True))
    assert len(lines) - 1 == len(sheet) - 1 == listing["total"] > 3
    assert [line[0] for line in lines[1:]] == [str(row[0]) for row in sheet[1:]]


def test_workbooks_call_columns_as_the_page_does(as_: As, outlets: Any) -> None:
    page = Path("ui/features/reports/history/columnNames.ts").read_text(encoding="utf-8")
    assert dict(re.findall(r'^  (\w+): "([\w.]+)",$', page, re.MULTILINE)) == HEADS
    answer = as_("admin").get("/api/v1/conversations.xlsx?cols=outcome,duration_ms", headers={"Accept-Language": "ar"})
    sheet = load_workbook(io.BytesIO(answer.data)).active
    words = catalogue("conversations", "ar")
    assert sheet.title == words["title"]
    assert [cell.value for cell in sheet[1]] == [words["outcome"], f"{words['duration']} (ملي ث)"]
    assert sheet.sheet_view.rightToLeft


@pytest.mark.parametrize("language", LANGUAGES)
def test_workbooks_say_codes_in_words(as_: As, outlets: Any, language: str) -> None:
    reader, names = as_("admin"), (*NAMES, "goals", "intent", "language", "last_node", "contents")
    query = urlencode(EVERYTHING | {"cols": ",".join(names)})
    answer = reader.get(f"/api/v1/conversations.xlsx?{query}", headers={"Accept-Language": language})
    _, *rows = load_workbook(io.BytesIO(answer.data)).active.iter_rows(values_only=True)
    words = {area: set(catalogue(area, language).values()) for area in {place.split(".")[0] for place in NAMES.values()}
             if area != "conversations"}  # fmt: skip
    words["conversations"] = {text for text in catalogue("conversations", language).values() if isinstance(text, str)}
    for row in rows:
        values = dict(zip(names, row, strict=True))
        for name, place in NAMES.items():
            assert values[name] is None or values[name] in words[place.split(".")[0]], name
        assert values["contents"] == catalogue("views", language)["kept"]
        assert values["language"] not in SPOKEN and "_" not in f"{values['goals']}{values['last_node']}"


def test_files_have_the_columns_that_are_shown(as_: As, outlets: Any) -> None:
    reader, query = as_("admin"), EVERYTHING | {"f": "review:ne:unreviewed", "cols": "tags,review,started_at,reviewer"}
    listing = reader.get(f"/api/v1/conversations?{urlencode(query | {'per': 100})}").json["items"]
    expected = [
        [";".join(row["tags"]), row["review"]["state"], row["started_at"], row["review"]["reviewer"]["name"]]
        for row in listing
    ]
    text = reader.get(f"/api/v1/conversations.csv?{urlencode(query)}").text.removeprefix("\ufeff")
    lines = list(csv.reader(io.StringIO(text)))
    assert lines == [["tags", "review", "started_at", "reviewer"], *expected]
    book = load_workbook(io.BytesIO(reader.get(f"/api/v1/conversations.xlsx?{urlencode(query)}").data))
    sheet = [[cell or "" for cell in row] for row in book["Conversations"].iter_rows(values_only=True)]
    heads = sheet.pop(0)
    assert heads == ["Tag", "Review", "Started", "Reviewer"]
    states = catalogue("review", "en")
    assert sheet == [[", ".join(tags.split(";")), states[f"s.{state}"], *others] for tags, state, *others in lines[1:]]
    refused = reader.get(f"/api/v1/conversations?{urlencode(query | {'cols': 'tags,nothing'})}")
    assert refused.status_code == 422 and list(refused.json["errors"]) == ["cols"]
