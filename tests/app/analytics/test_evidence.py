"""A card's number is the number of sessions its link lists, whatever the data and the filters."""

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient
from sqlalchemy import func, select

from app.analytics.evidence import EVIDENCE
from app.bots.catalog.models import Bot
from app.clients.models import Client
from app.conversations.events import Dialogue, Event, Marks
from app.conversations.models import Conversation
from app.core.db.base import db
from app.ingest import dialogues
from app.reports import queries
from app.reports.context import total
from app.reports.figures import by_key
from app.reports.metrics import BY_ID, COUNTS
from app.reports.queries import CONDITIONS
from app.reports.selection import select_sessions
from tests.conftest import add_workspace
from tests.fixtures import hand_counted

NOW = datetime(2026, 3, 30, 9, 7, tzinfo=UTC)
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


@pytest.fixture(autouse=True)
def frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hold the reports' clock still; sign-in keeps the real one."""
    for module in (
        "app.reports.service",
        "app.reports.contact_list",
        "app.reports.history.service",
        "app.reports.history.export",
    ):
        monkeypatch.setattr(f"{module}.clock", SimpleNamespace(now=lambda: NOW))


def scatter(seed: int = 7, sessions: int = 400) -> list[Bot]:
    """Random sessions over sixty days on bots of two clients in different zones."""
    dice = random.Random(seed)
    bots = []
    for zone, groups in (("Asia/Kolkata", ("service", "sales")), ("America/New_York", ("psf",))):
        client = Client(name=zone, zone=zone)
        db.session.add(client)
        db.session.flush()
        bots += [Bot(client_id=client.id, name=group, name_key=group, group=group) for group in groups]
    db.session.add_all(bots)
    db.session.flush()
    for bot in bots:
        dialogues.store_dialogues(
            [random_dialogue(dice, number) for number in range(sessions // 3)], bot=bot, source=f"s{bot.id}"
        )
    db.session.commit()
    return bots


def random_dialogue(dice: random.Random, number: int) -> Dialogue:
    """A dialogue of any shape."""
    at = NOW - timedelta(seconds=dice.randrange(60 * 86_400))
    events = []
    for place in range(dice.randrange(1, 7)):
        speaker = dice.choice(["user", "user", "bot", "bot", "agent"]) if place else dice.choice(["user", "agent"])
        marks: dict[str, Any] = {"cost_micro": dice.randrange(50_000)}
        if speaker == "user":
            marks |= {"intent": dice.choice(["service.book", "sales.drive", "psf.x"]), "confidence": dice.random()}
        elif dice.random() < 0.3:
            marks["cause"] = dice.choice(["no_match", "error", "timeout"])
        extras = ({"rating": dice.randrange(1, 6)}, {"goal": "g"}, {"enters": True}, {"handoff": "requested"}, {}, {})
        marks |= dice.choice(extras)
        events.append(
            Event(
                event_id=f"{dice.random()}",
                speaker=speaker,
                kind=dice.choice(["text", "text", "choice", "launch"]) if speaker == "user" else "text",
                text=f"word{number}",
                sent_at=at + timedelta(seconds=5 * place),
                marks=Marks(**marks),
            )
        )
    return Dialogue(
        source_id=str(number),
        events=events,
        ext_user=str(dice.randrange(40)),
        channel=dice.choice(["web", "voice"]),
        traffic=dice.choice(["real"] * 9 + ["test"]),
        open=dice.random() < 0.05,
    )


def listed(client: FlaskClient, link: str) -> int:
    """How many conversations a link of the dashboard lists."""
    answer = client.get(f"/api/v1/conversations?{urlsplit(link).query}")
    assert answer.status_code == 200, answer.text
    return int(answer.json["total"])


def held(client: FlaskClient, link: str) -> Any:
    """What a list says it holds of the number that led to it."""
    return client.get(f"/api/v1/conversations?{urlsplit(link).query}").json["holds"]


def people(client: FlaskClient, link: str, kind: str = "") -> Any:
    """A page of the people a link lists."""
    assert urlsplit(link).path == "/reports/contacts"
    answer = client.get(f"/api/v1/contacts?{urlsplit(link).query}&is={kind}")
    assert answer.status_code == 200, answer.text
    return answer.json


@pytest.mark.parametrize("filters", FILTERS)
def test_cards_links_list_exactly_what_was_counted(as_: Callable[..., FlaskClient], filters: str) -> None:
    scatter()
    client = as_("admin")
    document = client.get(f"/api/v1/reports/dashboard?{filters}").json
    for card in document["cards"]:
        metric = BY_ID[card["id"]]
        if metric.evidence_counts:
            assert listed(client, card["link"]) == card["num"], card["id"]
        if metric.den and metric.id != "fallback_rate":
            assert listed(client, card["population_link"]) == card["den"], card["id"]
        if metric.id == "fallback_rate":
            assert held(client, card["link"]) == {"what": "fallback", "n": card["num"]}
            assert held(client, card["population_link"]) == {"what": "nlu", "n": card["den"]}
        if metric.num == "users" and "counting" not in card:
            for kind, count in (("", card["value"]), ("new", card["new"]), ("returning", card["returning"])):
                assert people(client, card["link"], kind)["total"] == count, kind
    for item in document["intents"]["items"]:
        assert held(client, item["link"]) == {"what": "intent", "n": item["turns"]}
    for item in document["outcomes"]["items"]:
        assert listed(client, item["link"]) == item["count"]
    for row in document["channels"]:
        assert listed(client, row["link"]) == row["sessions"]
    if document["series"]["g"] != "hour":
        for bucket in document["series"]["buckets"][::5]:
            assert listed(client, bucket["link"]) == bucket["total"]
    assert sum(bucket["total"] for bucket in document["series"]["buckets"]) == document["cards"][0]["num"]


@pytest.mark.parametrize("zone", ["client", "Asia/Kolkata", "America/New_York", "Australia/Lord_Howe"])
def test_rollups_and_sessions_count_alike(workspace: Any, zone: str) -> None:
    bots = scatter()
    dice = random.Random(zone)
    for chosen in ((), (bots[0].id,), (bots[2].id,)):
        selection = select_sessions(bots=chosen, tz=zone)
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


def test_every_evidence_is_known_to_the_list(as_: Callable[..., FlaskClient]) -> None:
    hand_counted.lay()
    client = as_("admin")
    expected = {"engaged": 30, "bot_session": 27, "ended": 26, "resolved": 14, "handed_off": 3, "entered": 9, "goal": 7,
                "followed": 26, "named": 30, "priced": 30, "rated": 11, "satisfied": 7, "fallback": 5,
                "nlu": 27}  # fmt: skip
    assert set(expected) == set(EVIDENCE)
    for name, count in expected.items():
        assert listed(client, f"?r=2026-02-10..2026-03-09&is={name}") == count, name


def test_people_are_listed_once_each_with_their_sessions(as_: Callable[..., FlaskClient]) -> None:
    scatter()
    client, rows, page = as_("admin"), [], "1"
    while page:
        answer = client.get(f"/api/v1/contacts?r=all&per=10&sort=-sessions&page={page}").json
        rows, page = rows + answer["items"], answer["next"]
    assert len({row["id"] for row in rows}) == len(rows) == answer["total"] > 60
    assert [row["sessions"] for row in rows] == sorted((row["sessions"] for row in rows), reverse=True)
    assert sum(row["sessions"] for row in rows) == listed(client, "?r=all&is=named")
    for row in rows[::9]:
        assert listed(client, f"?r=all&is=named&contact={row['id']}") == row["sessions"]
        assert row["first_at"] <= row["last_at"] and set(row["channels"]) <= {"web", "voice"}
    first = client.get("/api/v1/contacts?r=all&sort=first").json["items"]
    assert [row["first_at"] for row in first] == sorted(row["first_at"] for row in first)


def test_merged_contacts_are_one_person_of_the_list(as_: Callable[..., FlaskClient]) -> None:
    scatter()
    client = as_("admin")
    before = client.get("/api/v1/contacts?r=all&sort=-sessions").json
    item, other = before["items"][0], before["items"][1]
    merged = client.post(f"/api/v1/contacts/{item['id']}/merge", json={"other": other["id"]}).json
    after = client.get("/api/v1/contacts?r=all&sort=-sessions").json
    assert after["total"] == before["total"] - 1
    assert after["items"][0]["id"] == merged["id"]
    assert after["items"][0]["sessions"] == item["sessions"] + other["sessions"]


def test_names_of_people_are_shortened_for_those_without_the_right(as_: Callable[..., FlaskClient]) -> None:
    hand_counted.lay()
    whole = as_("admin").get("/api/v1/contacts?r=all").json
    short = as_("subscriber").get("/api/v1/contacts?r=all").json
    assert (whole["masked"], short["masked"]) == (False, True)
    assert {len(part) for row in short["items"] for part in row["name"].split()} <= {2}


@pytest.mark.parametrize(("query", "field"), [("page=c12", "page"), ("page=1001&per=10", "page"), ("r=never", "r"),
                                              ("is=old", "is"), ("sort=name", "sort"), ("tz=Mars", "tz")])  # fmt: skip
def test_what_is_no_list_of_people_is_refused(as_: Callable[..., FlaskClient], query: str, field: str) -> None:
    answer = as_("admin").get(f"/api/v1/contacts?{query}")
    assert answer.status_code == 422 and field in str(answer.json["errors"]), answer.text


def test_scope_clips_lists_and_counts(as_: Callable[..., FlaskClient]) -> None:
    bots = hand_counted.lay()
    client = as_("subscriber", scope={"bots": [str(bots["drive"].id)]})
    document = client.get("/api/v1/reports/dashboard?r=2026-02-10..2026-03-09").json
    assert document["cards"][0]["value"] == 7
    assert [bot["name"] for bot in document["options"]["bots"]] == ["drive"]
    assert listed(client, "?r=2026-02-10..2026-03-09") == 7
    assert people(client, document["cards"][1]["link"])["total"] == document["cards"][1]["value"] > 0
    # A link to another bot shows nothing of it.
    other = f"bot={bots['desk'].id}&r=2026-02-10..2026-03-09"
    assert client.get(f"/api/v1/reports/dashboard?{other}").json["cards"][0]["value"] == 0
    assert listed(client, f"?{other}") == 0


def test_another_workspace_sees_nothing(as_: Callable[..., FlaskClient]) -> None:
    hand_counted.lay()
    stranger = as_("admin", add_workspace("Other"))
    document = stranger.get("/api/v1/reports/dashboard?r=all").json
    assert document["cards"][0]["value"] == 0 and document["as_of"] is None and document["options"]["bots"] == []
    assert listed(stranger, "?r=all") == 0
    assert people(stranger, document["cards"][1]["link"])["total"] == 0
