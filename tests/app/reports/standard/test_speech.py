"""The speech report against a count of its calls in lines that share nothing with the product."""

import random
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from statistics import median
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from app.bots.catalog.models import Bot
from app.channels.voice.models import VoiceCall, VoiceTurn
from app.core.db.base import db
from app.core.db.ids import new_id
from app.ingest import dialogues
from app.reports.context import ReportQuery
from app.reports.explanations.service import explain
from app.reports.questions import read_question
from app.reports.standard import service
from tests.factories.conversations import asked_and_answered, dialogue, make_bot

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
COUNTS = ("asks", "silences", "spoken", "missed", "keyed", "words", "confidence_sum", "confidence_weight", "user_ms",
          "bot_ms", "silence_ms", "longest_ms", "interruptions", "corrected_turns", "corrected_words",
          "word_errors")  # fmt: skip


def add_calls(bot: Bot, count: int) -> list[VoiceCall]:
    """Add calls with numbers of chance, some of them tests, some of them long ago."""
    chance, calls = random.Random(7), []
    for number in range(count):
        answered = int(chance.random() < 0.9)
        timed = int(answered and chance.random() < 0.6)
        call = VoiceCall(
            id=new_id(), workspace_id=bot.workspace_id, client_id=bot.client_id, bot_id=bot.id, account=str(bot.id),
            sid=f"CA{bot.id}-{number}", session_id=0, bot_group=bot.group, language="en", number="+91", token="t",
            traffic="test" if chance.random() < 0.1 else "real", state="completed", answered=answered, timed=timed,
            ended_by=chance.choice(["caller", "bot", "silence"]), node=chance.choice(["menu", "ask", None]),
            started_at=NOW - timedelta(days=chance.uniform(0, 60)), duration_ms=chance.randrange(1000, 400_000),
            hung_after_ms=chance.randrange(9000), hits=chance.choice([{}, {"Greeting": ["bot"]}]),
            transferred=int(answered and chance.random() < 0.2), recording=chance.choice(["off", "ready", "refused"]),
            **{name: chance.randrange(1, 500) for name in COUNTS},
        )  # fmt: skip
        call.timed_ms, call.timed_words = (call.duration_ms or 0) * timed, call.words * timed
        if not timed:
            call.user_ms = call.bot_ms = call.silence_ms = call.longest_ms = 0
        db.session.add(call)
        db.session.flush()
        for place, kind in enumerate(["start", "speech", "keys", "silence"]):
            at = call.started_at + timedelta(seconds=5 * place)
            db.session.add(VoiceTurn(
                workspace_id=bot.workspace_id, call_id=call.id, number=place, token=str(place), kind=kind,
                node="menu" if place else None, heard_at=at, answered_at=at + timedelta(milliseconds=40 * place),
                confidence=chance.random() if kind == "speech" else None, is_interrupting=False,
                is_missed=kind == "speech" and number % 3 == 0, key="1" if kind == "keys" else "", hits={},
            ))  # fmt: skip
        calls.append(call)
    db.session.commit()
    return calls


def test_cards_and_figures_are_what_counting_call_by_call_gives(workspace: Any) -> None:
    bot, other = make_bot("Desk"), make_bot("Other")
    own = add_calls(bot, 120)
    for question, mine in (
        (ReportQuery(r="last_28_days"), True), (ReportQuery(r="last_28_days", bot=(bot.id,)), True),
        (ReportQuery(r="last_28_days", bot=(other.id,)), False), (ReportQuery(r="last_28_days", ch=("web",)), True),
    ):  # fmt: skip
        document = service.document_of("speech", question, NOW)
        first, last = document["filters"]["from"], document["filters"]["to"]
        calls = [call for call in own if mine and call.traffic == "real" and first <= day_of(call) <= last]
        check_cards({card["id"]: card["value"] for card in document["cards"]}, calls)
        check_figures({figure["id"]: figure for figure in document["figures"]}, calls)


SPAN = "2026-10-23..2026-11-19"
COUNTED_CALLS = {
    "answered_rate": "answered", "transfer_rate": "transferred", "talk_ratio": "timed", "non_talk_share": "timed",
    "longest_silence": "timed", "interruptions_per_min": "timed", "words_per_min": "timed", "call_duration": "answered",
    "call_duration_p90": "answered", "no_input_rate": "silences", "no_match_rate": "missed", "asr_confidence": "spoken",
    "dtmf_fallback_rate": "keyed", "wer": "corrected_turns", "calls": "",
}  # fmt: skip
"""What of a call says that a card counts it."""


@pytest.mark.parametrize("filters", ["", "&traffic=test", "&grp=sales", "&lang=hi", "&tz=America/New_York", "bot"])
def test_each_card_opens_the_calls_it_counted(as_: Callable[..., FlaskClient], filters: str) -> None:
    bot = make_bot("Desk", group="service")
    own = [*add_calls(bot, 60), *add_calls(make_bot("Other", group="sales"), 30)]
    for place, call in enumerate(own):
        call.language = "hi" if place % 3 else "en"
        for name in ("silences", "missed", "spoken", "keyed", "corrected_turns"):
            setattr(call, name, getattr(call, name) % 2)
    db.session.commit()
    query = f"r={SPAN}" + (f"&bot={bot.id}" if filters == "bot" else filters)
    zone = ZoneInfo("America/New_York" if "tz=" in filters else "Asia/Kolkata")

    def is_counted(call: VoiceCall) -> bool:
        first, last = SPAN.split("..")
        return (
            first <= call.started_at.astimezone(zone).date().isoformat() <= last
            and call.traffic == ("test" if "test" in filters else "real")
            and (filters != "bot" or call.bot_id == bot.id)
            and ("grp" not in filters or call.bot_group == "sales")
            and ("lang" not in filters or call.language == "hi")
        )

    calls, client = [call for call in own if is_counted(call)], as_("admin")
    cards: Any = service.document_of("speech", read_question(query), NOW)["cards"]
    assert calls and {card["id"] for card in cards} == COUNTED_CALLS.keys()
    for card in cards:
        path, _, rest = card["link"].partition("?")
        name = COUNTED_CALLS[card["id"]]
        answer: Any = client.get(f"/api/v1/calls?{rest}").json
        assert path == "/reports/calls" and card["opens"] == "calls"
        assert answer["total"] == sum(not name or getattr(call, name) > 0 for call in calls), card["id"]
        if card["id"] in ("calls", "answered_rate", "transfer_rate"):
            assert answer["total"] == card["num"], card["id"]


def test_changes_have_the_parts_that_counting_call_by_call_gives(workspace: Any) -> None:
    bots = [make_bot("Desk"), make_bot("Sales")]
    # Where no conversation was before, nothing is compared.
    before = dialogue(asked_and_answered(NOW - timedelta(days=50)), channel="voice")
    dialogues.store_dialogues([before], bot=bots[0], source="before")
    calls = [call for bot in bots for call in add_calls(bot, 150)]
    days = [(NOW - timedelta(days=back)).date().isoformat() for back in (56, 29, 28, 1)]
    spans = (days[2], days[3]), (days[0], days[1])
    now, then = ([c for c in calls if c.traffic == "real" and a <= day_of(c) <= b] for a, b in spans)
    for metric, num, den in (("calls", None, None), ("transfer_rate", "transferred", "answered")):
        answer = explain("speech", ReportQuery(), metric=metric, split="bot", now=NOW)
        assert len(answer["items"]) == 2 and answer["delta"] == round(sum(i["total"] for i in answer["items"]), 2)
        for item in answer["items"]:
            own = [[c for c in period if str(c.bot_id) == item["value"]] for period in (now, then)]
            assert [item["num"], item["previous_num"]] == [sum(getattr(c, num) if num else 1 for c in p) for p in own]
            if den:
                assert [item["den"], item["previous_den"]] == [sum(getattr(c, den) for c in p) for p in own]
    # A share of times is no sample of things: chance is not judged.
    assert explain("speech", ReportQuery(), metric="talk_ratio", split="bot", now=NOW)["chance"] is None
    by_channel = explain("speech", ReportQuery(), metric="calls", split="channel", now=NOW)["items"]
    assert [(item["value"], item["num"], item["previous_num"]) for item in by_channel] == [
        ("voice", len(now), len(then))
    ]


def day_of(call: VoiceCall) -> str:
    """The day of a call in the zone of its client."""
    return (call.started_at + timedelta(hours=5, minutes=30)).date().isoformat()


def share(num: float, den: float) -> float | None:
    """A share in percent."""
    return round(num * 100 / den + 1e-9, 1) if den else None


def check_cards(cards: dict[str, Any], calls: list[VoiceCall]) -> None:
    def of(name: str) -> int:
        return sum(getattr(call, name) for call in calls)

    assert cards["calls"] == len(calls)
    assert cards["answered_rate"] == pytest.approx(share(of("answered"), len(calls)), abs=0.1)
    assert cards["no_input_rate"] == pytest.approx(share(of("silences"), of("asks")), abs=0.1)
    assert cards["no_match_rate"] == pytest.approx(share(of("missed"), of("spoken")), abs=0.1)
    assert cards["dtmf_fallback_rate"] == pytest.approx(share(of("keyed"), of("keyed") + of("spoken")), abs=0.1)
    assert cards["talk_ratio"] == pytest.approx(share(of("user_ms"), of("user_ms") + of("bot_ms")), abs=0.1)
    assert cards["non_talk_share"] == pytest.approx(share(of("silence_ms"), of("timed_ms")), abs=0.1)
    assert cards["transfer_rate"] == pytest.approx(share(of("transferred"), of("answered")), abs=0.1)
    assert cards["wer"] == pytest.approx(share(of("word_errors"), of("corrected_words")), abs=0.1)
    lengths = sorted(call.duration_ms or 0 for call in calls if call.answered)
    assert cards["call_duration"] == (lengths[-(-len(lengths) // 2) - 1] if lengths else None)
    assert cards["longest_silence"] == max((call.longest_ms for call in calls if call.timed), default=None)


def check_figures(figures: dict[str, Any], calls: list[VoiceCall]) -> None:
    assert figures["sentiment"]["rows"] == []
    totals = figures["calls"]["totals"][1:] if figures["calls"]["totals"] else [0, 0, 0]
    assert sum(totals) == len(calls)
    assert [sum(column) for column in zip(*(row[1:] for row in figures["calls"]["rows"]), strict=True)] == totals
    by_node = {row[0]: row for row in figures["no_input"]["rows"]}
    assert {node: row[2] for node, row in by_node.items()} == ({"menu": 3 * len(calls)} if calls else {})
    left = [call for call in calls if call.ended_by == "caller"]
    hung = {row[0]: (row[1], row[3]) for row in figures["hang_ups"]["rows"]}
    for node in {call.node for call in left}:
        times = sorted(call.hung_after_ms or 0 for call in left if call.node == node)
        assert hung[node][0] == len(times) and hung[node][1] in (times[(len(times) - 1) // 2], round(median(times)))
    assert sum(row[2] for row in figures["keys"]["rows"]) == len(calls)
    query = select(VoiceTurn.confidence).where(VoiceTurn.call_id.in_([call.id for call in calls]))
    known = [value for value in db.session.scalars(query) if value is not None]
    assert sum(row[1] for row in figures["confidence"]["rows"]) == len(known)
    greeted = [row for row in figures["keywords"]["rows"] if row[0] == "Greeting" and row[1] == "bot"]
    answered = [call for call in calls if call.answered]
    check_volume(figures, calls, [call.duration_ms or 0 for call in answered])
    assert [row[2:4] for row in greeted] == ([[sum(bool(c.hits) for c in answered), len(answered)]] if calls else [])


def check_volume(figures: dict[str, Any], calls: list[VoiceCall], times: list[int]) -> None:
    if not calls:
        assert figures["numbers"]["rows"] == figures["hours"]["rows"] == []
        return
    (row,) = figures["numbers"]["rows"]
    assert row[:3] == ["+91", None, len(calls)] and row[3] == pytest.approx(share(len(times), len(calls)), abs=0.1)
    assert row[4:] == [sum(times), round(sum(times) / len(times))]
    by_hour = Counter(f"{(call.started_at + timedelta(hours=5, minutes=30)).hour:02d}:00" for call in calls)
    assert {hour: number for hour, number, _ in figures["hours"]["rows"] if number} == by_hour
