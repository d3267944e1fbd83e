"""A card's number is the number of sessions its link lists, whatever the data and the filters."""

import random
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select

from app.bots.catalog.models import Bot
from app.conversations.models import Conversation
from app.core.db.base import db
from app.reports.cards.figures import by_key
from app.reports.context import total
from app.reports.counts import queries
from app.reports.counts.queries import CONDITIONS
from app.reports.filters.selection import select_conversations
from app.reports.metrics.definitions import BY_ID, COUNTS
from tests.fixtures import one_world
from tests.fixtures.scattered import NOW, count_listed, count_of_list, freeze, people, scatter

FILTERS = (
    "",
    "tz=America/New_York",
    "r=2026-03-06..2026-03-09&tz=America/New_York",
    "r=this_month&cmp=wk",
    "r=all",
    "grp=sales",
    "ch=voice,web",
    "r=today&cmp=prev",
    "today=1&cmp=py",
    "r=last_year",
    "tz=Pacific/Apia&g=week",
    "g=year",
    "tz=Asia/Kolkata&g=year",
)


app, workspace = one_world.app, one_world.workspace
frozen = pytest.fixture(freeze, autouse=True)


@pytest.fixture(scope="module")
def bots(app: Flask, workspace: Any) -> list[Bot]:
    """The bots of random sessions."""
    bots = scatter()
    one_world.analyze(app)
    return bots


@pytest.mark.parametrize("filters", FILTERS)
def test_cards_links_list_exactly_what_was_counted(as_: Callable[..., FlaskClient], bots: Any, filters: str) -> None:
    client = as_("admin")
    document = client.get(f"/api/v1/reports/dashboard?{filters}").json
    for card in document["cards"]:
        metric = BY_ID[card["id"]]
        if metric.evidence_counts:
            assert count_listed(client, card["link"]) == card["num"], card["id"]
        if metric.den and metric.id != "fallback_rate":
            assert count_listed(client, card["population_link"]) == card["den"], card["id"]
        if metric.id == "fallback_rate":
            assert count_of_list(client, card["link"]) == {"what": "fallback", "n": card["num"]}
            assert count_of_list(client, card["population_link"]) == {"what": "nlu", "n": card["den"]}
        if metric.num == "users" and "counting" not in card:
            for kind, count in (("", card["value"]), ("new", card["new"]), ("returning", card["returning"])):
                assert people(client, card["link"], kind)["total"] == count, kind
    for item in document["intents"]["items"]:
        assert count_of_list(client, item["link"]) == {"what": "intent", "n": item["turns"]}
    for item in document["outcomes"]["items"]:
        assert count_listed(client, item["link"]) == item["count"]
    for row in document["channels"]:
        assert count_listed(client, row["link"]) == row["sessions"]
    if document["series"]["g"] != "hour":
        for bucket in document["series"]["buckets"][::5]:
            assert count_listed(client, bucket["link"]) == bucket["total"]
    assert sum(bucket["total"] for bucket in document["series"]["buckets"]) == document["cards"][0]["num"]


@pytest.mark.parametrize("zone", ["client", "Asia/Kolkata", "America/New_York", "Australia/Lord_Howe"])
def test_rollups_and_sessions_count_alike(bots: list[Bot], zone: str) -> None:
    dice = random.Random(zone)
    for chosen in ((), (bots[0].id,), (bots[2].id,)):
        selection = select_conversations(bots=chosen, tz=zone)
        for each in (None, "day", "quarter"):
            start = NOW - timedelta(seconds=dice.randrange(40 * 86_400))
            end = start + timedelta(seconds=dice.randrange(20 * 86_400))
            counted = total(by_key(queries.tallies(selection, start, end, by="channel", each=each)))
            where = [*selection.where(Conversation), Conversation.started_at >= start, Conversation.started_at < end]
            for name in COUNTS:
                if name in CONDITIONS:
                    truth = db.session.scalar(select(func.count(Conversation.id)).where(*where, CONDITIONS[name]))
                elif name == "sessions":
                    truth = db.session.scalar(select(func.count(Conversation.id)).where(*where))
                else:
                    truth = db.session.scalar(select(func.sum(getattr(Conversation, name))).where(*where))
                assert counted[name] == (truth or 0), (name, each)


def test_people_are_listed_once_each_with_their_sessions(as_: Callable[..., FlaskClient], bots: Any) -> None:
    client, rows, page = as_("admin"), [], "1"
    while page:
        answer = client.get(f"/api/v1/contacts?r=all&per=10&sort=-sessions&page={page}").json
        rows, page = rows + answer["items"], answer["next"]
    assert len({row["id"] for row in rows}) == len(rows) == answer["total"] > 60
    assert [row["sessions"] for row in rows] == sorted((row["sessions"] for row in rows), reverse=True)
    assert sum(row["sessions"] for row in rows) == count_listed(client, "?r=all&is=named")
    for row in rows[::9]:
        assert count_listed(client, f"?r=all&is=named&contact={row['id']}") == row["sessions"]
        assert row["first_at"] <= row["last_at"] and set(row["channels"]) <= {"web", "voice"}
    first = client.get("/api/v1/contacts?r=all&sort=first").json["items"]
    assert [row["first_at"] for row in first] == sorted(row["first_at"] for row in first)
