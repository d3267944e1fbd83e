"""Explained changes against a generated world that is counted row by row."""

from collections import defaultdict
from datetime import date, timedelta
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from flask import Flask

from app.conversations.provenance import Provenance
from app.reports.context import ReportQuery
from app.reports.explanations import service
from app.reports.metrics.parts import REST
from tests.endurance import in_turn
from tests.fixtures import one_world
from tests.fixtures.report_world import NOW, make_world, read

RANGES = {"2026-02-24..2026-03-09": "2026-02-10..2026-02-23", "2026-03-03..2026-03-09": "2026-02-24..2026-03-02"}
QUESTIONS: list[dict[str, Any]] = [{}, {"grp": "sales"}, {"tz": "America/New_York"}, {"data": "all"}]


app, workspace = one_world.app, one_world.workspace


@pytest.fixture(scope="module")
def world(app: Flask, workspace: Any) -> dict[int, str]:
    """Sessions of six weeks of every kind."""
    names = make_world()
    one_world.analyze(app)
    return names


def value_of(row: dict[str, Any], split: str) -> str:
    """What a session is split by."""
    conversation = row["s"]
    if split == "intent":
        accepted = [turn.intent for turn in row["turns"] if turn.nlu and turn.accepted]
        return accepted[-1] if accepted else ""
    return str(
        {"bot": conversation.bot_id, "channel": conversation.channel, "outlet": 0, "language": conversation.language}[
            split
        ]
    )


def counts_of(metric: str, row: dict[str, Any]) -> tuple[int, int]:
    """What a session adds to a metric's numerator and denominator."""
    conversation, is_understood = row["s"], bool(row["knows"] & Provenance.UNDERSTANDING)
    if metric == "sessions":
        return 1, 0
    if metric == "engaged_sessions":
        return int(conversation.engaged), 0
    if metric == "handoff_rate":
        is_bot = conversation.engaged and conversation.bot_session
        return int(is_bot and conversation.handoff in ("requested", "accepted", "closed", "missed")), int(is_bot)
    if metric == "fallback_rate":
        return (conversation.fallback_turns, conversation.nlu_turns) if is_understood else (0, 0)
    if metric == "csat":
        return int((conversation.rating or 0) >= 4), int(conversation.rating is not None)
    if metric == "msgs_per_session":
        return conversation.messages_in + conversation.messages_out, int(conversation.engaged)
    raise AssertionError(metric)


@pytest.mark.parametrize("split", in_turn(service.SPLITS))
def test_parts_are_what_counting_row_by_row_gives(world: dict[int, str], split: Any) -> None:
    pairs = [("dashboard", "engaged_sessions"), ("dashboard", "handoff_rate"), ("dashboard", "fallback_rate"),
             ("dashboard", "csat"), ("usage", "sessions"), ("usage", "msgs_per_session")]  # fmt: skip
    for (report, metric), (r, before), question in product(pairs, RANGES.items(), QUESTIONS):
        answer = service.explain(report, ReportQuery(r=r, **question), metric=metric, split=split, now=NOW)
        sums: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
        for place, days in ((0, r), (2, before)):
            for row in read(question | {"r": days}):
                num, den = counts_of(metric, row)
                of = sums[value_of(row, split)]
                of[place : place + 2] = [of[place] + num, of[place + 1] + den]
        whole = [sum(of[place] for of in sums.values()) for place in range(4)]
        is_sum = metric in ("sessions", "engaged_sessions")
        scale = 100 if metric in ("handoff_rate", "fallback_rate", "csat") else 1
        if is_sum:
            delta = Fraction(whole[0] - whole[2])
        else:
            delta = (Fraction(whole[0], whole[1]) - Fraction(whole[2], whole[3])) * scale
        assert answer["delta"] == pytest.approx(float(delta), abs=0.005 + 1e-9)
        items = answer["items"]
        assert round(sum(item["total"] for item in items), 2) == answer["delta"]
        assert all(round(item["mix"] + item["rate"], 2) == item["total"] for item in items)
        assert len(items) <= 7 and sum(item["num"] for item in items) == whole[0]
        for item in items:
            if item["value"] == REST:
                continue
            now_num, now_den, then_num, then_den = sums[item["value"]]
            assert [item["num"], item["previous_num"]] == [now_num, then_num]
            if is_sum:
                assert item["total"] == now_num - then_num and item["mix"] == 0
                continue
            assert [item["den"], item["previous_den"]] == [now_den, then_den]
            share_now, share_then = Fraction(now_den, whole[1]), Fraction(then_den, whole[3])
            rate_now = Fraction(now_num, now_den) if now_den else Fraction(then_num, then_den)
            rate_then = Fraction(then_num, then_den) if then_den else rate_now
            # By its own rate: had there been as much of it as on average of both periods.
            rate = (rate_now - rate_then) * (share_now + share_then) / 2 * scale
            assert item["rate"] == pytest.approx(float(rate), abs=0.021)
        assert {conversation["channel"] for conversation in answer["conversations"]} <= {"web", "voice", "whatsapp"}


def test_a_change_is_that_of_its_card(world: dict[int, str]) -> None:
    from app.reports.service import dashboard

    question = ReportQuery(r="2026-02-24..2026-03-09")
    for card in dashboard(question, NOW)["cards"]:
        if not card["explained"]:
            continue
        answer = service.explain("dashboard", question, metric=card["id"], split="channel", now=NOW)
        assert (answer["value"], answer["previous"]) == (card["value"], card["previous"])
        if card["delta_unit"] in ("pp", "count"):
            assert round(answer["delta"], 1) == pytest.approx(card["delta"], abs=0.06)
        if card["significant"] is not None:
            assert answer["chance"] is not card["significant"]
            assert (answer["low"] <= 0 <= answer["high"]) or card["significant"]


def test_bounds_hold_the_change(world: dict[int, str]) -> None:
    day = date(2026, 3, 9)
    for back in range(3):
        r = f"{day - timedelta(days=back + 6)}..{day - timedelta(days=back)}"
        answer = service.explain("usage", ReportQuery(r=r), metric="sessions", split="bot", now=NOW)
        assert answer["low"] < answer["delta"] < answer["high"]
        assert answer["chance"] == (answer["low"] <= 0 <= answer["high"])
