"""What a line must be, and what becomes of it."""

from collections import Counter
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

import orjson
import pytest

from app.conversations.events import Dialogue
from app.conversations.provenance import NOTHING, Provenance
from app.imports.layout import APART, Layout, gaps
from app.imports.mapping import (
    BadLine,
    Mapping,
    count_topics,
    decide_topics,
    facts_of,
    intent_name,
    parse,
    to_dialogue,
)

NOW = datetime(2026, 3, 9, 12, tzinfo=UTC)
USER, BOT = {"speaker": "user", "text": "hi"}, {"speaker": "bot", "text": "hello"}


def layout(slots: int = 10, **more: Any) -> Layout:
    options = {
        "seed": 1,
        "first_day": date(2026, 2, 1),
        "last_day": date(2026, 2, 28),
        "zone": ZoneInfo("Asia/Kolkata"),
    }
    return Layout(**options | more, slots=slots, until=NOW)


def mapped(line: int = 1, facts: Provenance = NOTHING, **record: Any) -> Dialogue:
    record = {"id": "a", "turns": [USER, BOT]} | record
    mapping = Mapping("import:1", layout(), topics={"Book": "service"}, outlets={"baner": 7}, facts=facts)
    return to_dialogue(parse(orjson.dumps(record)), line, mapping)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"{", "Not JSON"),
        (b"[]", "Not a JSON object"),
        (b'"text"', "Not a JSON object"),
        (b'{"turns":[{"speaker":"user"}]}', "No id"),
        (b'{"id":"  ","turns":[{"speaker":"user"}]}', "No id"),
        (b'{"id":true,"turns":[{"speaker":"user"}]}', "No id"),
        (b'{"id":"a"}', "No turns"),
        (b'{"id":"a","turns":[]}', "No turns"),
        (b'{"id":"a","turns":["x"]}', "Turn 1 is not an object"),
        (b'{"id":"a","turns":[{"speaker":"cat"}]}', "Turn 1: speaker"),
        (b'{"id":"a","turns":[{"speaker":"bot"}]}', "No user turn"),
        (b'{"id":"' + b"x" * 81 + b'","turns":[{"speaker":"user"}]}', "id is longer than 80"),
        (b'{"id":"a","turns":[{"speaker":"user","text":"\xff"}]}', "Not in UTF-8"),
    ],
)
def test_a_line_that_is_no_dialogue_is_refused_with_its_reason(line: bytes, reason: str) -> None:
    with pytest.raises(BadLine, match=reason):
        parse(line)


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        ({"channel": "fax"}, "channel"),
        ({"traffic": "fake"}, "traffic"),
        ({"contact": 7}, "contact"),
        ({"contact": {"name": "Asha"}}, "neither id nor phone"),
        ({"rating": 6}, "rating"),
        ({"rating": True}, "rating"),
        ({"started_at": "soon"}, "started_at is not a time"),
        ({"started_at": "0001-01-01T00:00:00+05:00"}, "started_at is not a time"),
        ({"started_at": "2999-01-01T00:00:00Z"}, "future"),
        ({"started_at": "1999-12-31T00:00:00Z"}, "before the year 2000"),
        ({"bot_version": -1}, "bot_version"),
        ({"turns": [USER | {"text": 7}]}, "Turn 1: text is not text"),
        ({"turns": [USER | {"text": "a\x00b"}]}, "NUL"),
        ({"turns": [USER | {"text": "x" * 10_001}]}, "longer than 10000"),
        ({"turns": [USER | {"confidence": 1.5}]}, "confidence"),
        ({"turns": [USER | {"acts": "INFORM"}]}, "acts"),
        ({"turns": [USER | {"entities": []} | {"entities": [1]}]}, "entities"),
        ({"turns": [USER, BOT | {"cause": "tired"}]}, "Turn 2: cause"),
        ({"turns": [USER, BOT | {"handoff": "maybe"}]}, "Turn 2: handoff"),
        ({"turns": [USER, BOT | {"cost": -1}]}, "Turn 2: cost"),
        ({"turns": [USER | {"kind": "dance"}]}, "Turn 1: kind"),
        ({"turns": [USER | {"at": 10**18}]}, "Turn 1: at is not a time"),
    ],
)
def test_a_value_that_does_not_fit_is_refused_with_its_place(record: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadLine, match=reason):
        mapped(**record)


def test_known_keys_are_understood_and_unknown_ones_kept() -> None:
    mapped_dialogue = mapped(
        channel="whatsapp",
        contact={"id": "asha", "name": "Asha", "phone": "+919876543210"},
        outlet="Baner",
        rating=4,
        campaign="monsoon",
        turns=[USER | {"intent": "Book", "confidence": 0.9, "mood": "good"}, BOT | {"cost": 0.35, "goal": "booked"}],
    )
    assert (
        mapped_dialogue.channel,
        mapped_dialogue.ext_user,
        mapped_dialogue.contact_last4,
        mapped_dialogue.outlet_id,
    ) == (
        "whatsapp",
        "asha",
        "3210",
        7,
    )
    assert mapped_dialogue.extra == {"campaign": "monsoon"} and mapped_dialogue.events[0].extra == {"mood": "good"}
    assert mapped_dialogue.events[0].marks == {"intent": "service.book", "confidence": 0.9}
    assert mapped_dialogue.events[1].marks == {"cost_micro": 350_000, "goal": "booked", "rating": 4}
    assert mapped_dialogue.events[1].event_id == "import:1:a:2"


def test_given_times_are_taken_and_ones_without_zone_are_the_clients() -> None:
    turns = [USER | {"at": "2026-02-01T10:00:00"}, BOT | {"at": 1769920205000}]
    mapped_dialogue = mapped(turns=turns)
    assert [event.sent_at.isoformat() for event in mapped_dialogue.events] == [
        "2026-02-01T04:30:00+00:00",
        "2026-02-01T04:30:05+00:00",
    ]
    assert mapped_dialogue.provenance & (Provenance.TIMES | Provenance.LATENCY)


def test_missing_times_are_estimated_the_same_way_each_time() -> None:
    first, again, other = mapped(), mapped(), mapped(id="b")
    assert not first.provenance & Provenance.TIMES
    assert [e.sent_at for e in first.events] == [e.sent_at for e in again.events]
    assert first.events[0].sent_at != other.events[0].sent_at
    assert date(2026, 2, 1) <= first.events[0].sent_at.date() <= date(2026, 2, 28)


def test_a_start_alone_gives_the_rest_their_gaps() -> None:
    mapped_dialogue = mapped(started_at="2026-02-03T10:00:00Z")
    assert not mapped_dialogue.provenance & (Provenance.TIMES | Provenance.LATENCY)
    assert mapped_dialogue.events[0].sent_at == datetime(2026, 2, 3, 10, tzinfo=UTC)
    assert timedelta(0) < mapped_dialogue.events[1].sent_at - mapped_dialogue.events[0].sent_at < timedelta(seconds=3)


def test_dialogues_of_nobody_have_a_contact_each() -> None:
    first, other, with_contact = mapped(contact=None), mapped(contact=None, id="b"), mapped(contact="asha")
    assert first.ext_user != other.ext_user and first.contact_name == ""
    assert not first.provenance & Provenance.PEOPLE and with_contact.provenance & Provenance.PEOPLE


@pytest.mark.parametrize(
    ("turn", "fact"),
    [
        ({"confidence": 0.9}, Provenance.UNDERSTANDING),
        ({"cause": "no_match"}, Provenance.UNDERSTANDING),
        ({"cost": 0.2}, Provenance.COST),
        ({"asks_rating": True}, Provenance.RATING),
        ({"rating": 4}, Provenance.RATING),
        ({"intent": "service.book"}, NOTHING),
    ],
)
def test_a_dialogue_shows_what_its_source_can_tell(turn: dict[str, Any], fact: Provenance) -> None:
    assert facts_of(mapped(turns=[USER | turn])) == fact


def test_what_a_file_tells_holds_for_each_of_its_dialogues() -> None:
    mapped_dialogue = mapped(facts=Provenance.COST)
    assert mapped_dialogue.provenance & Provenance.COST and not mapped_dialogue.provenance & Provenance.RATING
    assert mapped_dialogue.provenance & Provenance.IMPORTED


def test_dialogues_of_a_named_contact_are_pushed_apart() -> None:
    times = layout(1000)
    starts = [times.start(line, "asha", times.chance(str(line))) for line in range(1, 20)]
    assert all(b - a >= APART for a, b in pairwise(starts))


def test_most_dialogues_fall_into_the_busy_hours() -> None:
    times = layout(2000)
    zone = ZoneInfo("Asia/Kolkata")
    hours = Counter(times.start(n, str(n), times.chance(str(n))).astimezone(zone).hour for n in range(1, 2001))
    assert sum(hours[h] for h in range(9, 20)) > 1400 > 200 > sum(hours[h] for h in range(5))


def test_bots_answer_sooner_than_people() -> None:
    waits = gaps(["user", "bot", "user", "bot"], layout().chance("a"))
    assert waits[0] == timedelta(0) and max(waits[1], waits[3]) < timedelta(seconds=3) < waits[2]


def test_intents_find_their_topic_among_several_services() -> None:
    seen: dict[str, Counter[str]] = {}
    for services, intents in (
        (["Hotels_1", "Flights_3"], ["SearchHotel", "SearchFlight"]),
        (["Hotels_4"], ["SearchHotel"]),
        (["Flights_3", "Weather_1"], ["SearchFlight", "GetWeather"]),
        (["Weather_1"], ["GetWeather"]),
    ):
        turns = [{"speaker": "user", "intent": intent} for intent in intents]
        count_topics({"services": services, "turns": turns}, seen)
    assert decide_topics(seen) == {"SearchHotel": "hotels", "SearchFlight": "flights", "GetWeather": "weather"}


@pytest.mark.parametrize(
    ("intent", "name"),
    [("BookSlot", "workshop.book_slot"), ("sales.Price", "sales.Price"), ("Greet", "greet")],
)
def test_intents_are_named_by_topic(intent: str, name: str) -> None:
    assert intent_name(intent, {"BookSlot": "workshop"}) == name
