"""The conversation list and one conversation: filters, orders, pages, neighbours, refusals."""

import csv
import io
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from app.bots.catalog.models import Bot
from app.conversations.models import Conversation
from app.core.db.base import db
from app.reports.history.arguments import COLUMNS
from app.reports.history.filters import Filters, narrow
from app.reports.history.order import cut_page, order_of
from app.reports.history.schemas import ConversationPageSchema, TranscriptSchema
from tests.conftest import add_workspace, server_url
from tests.fixtures import hand_counted

SignIn = Callable[..., FlaskClient]
URL = "/api/v1/conversations"
RANGE = "r=2026-02-10..2026-03-09"


@pytest.fixture
def bots(workspace: Any) -> dict[str, Bot]:
    """The bots of the forty conversations."""
    return hand_counted.lay()


@pytest.fixture
def reader(bots: dict[str, Bot], as_: SignIn) -> FlaskClient:
    """Someone who may read them all."""
    return as_("subscriber")


def numbers(reader: FlaskClient, query: str) -> list[int]:
    """The hand-counted numbers of all conversations of a list, in its order."""
    ids, page = [], "1"
    while page:
        answer = reader.get(f"{URL}?{query}&per=10&page={page}")
        assert answer.status_code == 200, answer.text
        ids += [int(item["source_id"]) for item in answer.json["items"]]
        page = answer.json["next"]
    assert len(ids) == answer.json["total"]
    return ids


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("outcome=error", [21]),
        ("outcome=open", [24]),
        ("outcome=error,open", [24, 21]),
        ("rated=1,2", [31, 12, 7]),
        ("fallbacks=2", [6]),
        ("handoff=1", [25, 7, 6]),
        ("goal=1&ch=voice", [22]),
        ("engaged=1&ch=voice", [23, 22, 6]),
        ("intent=sales.price", [24, 15, 5]),
        ("grp=psf&outcome=abandoned", [31, 19, 12]),
        ("traffic=test", [30]),
        ("is=goal&rated=3", [16]),
        ("lang=hi", []),
        ("tz=America/New_York&r=2026-02-09..2026-02-09", [1, 37]),
        ("q=session+29", [29]),
    ],
)
def test_filters(reader: FlaskClient, query: str, expected: list[int]) -> None:
    assert numbers(reader, query if "r=2" in query else f"{RANGE}&{query}") == expected


@pytest.mark.parametrize(
    ("query", "key", "clause"),
    [
        ("lang=hi", "lang", None),
        ("outcome=error&goal=1", "outcome", None),
        ("is=goal&outcome=error", "outcome", None),
        ("f=outcome:in:error;turns:gt:99", "f", "turns:gt:99"),
        ("lang=hi&goal=1&outcome=error", None, None),
        ("outcome=error", None, None),
    ],
)
def test_an_empty_list_says_what_keeps_most_out(
    reader: FlaskClient, query: str, key: str | None, clause: str | None
) -> None:
    page = reader.get(f"{URL}?{RANGE}&{query}").json
    removes_most = page["removes_most"]
    if key is None:
        assert removes_most is None
        return
    others = [part for part in query.split("&") if not part.startswith(f"{key}=")]
    if clause:
        others.append(query.replace(f";{clause}", ""))
    assert (removes_most["key"], removes_most["f"]) == (key, clause)
    count = reader.get(f"{URL}?{RANGE}&{'&'.join(others)}").json["total"]
    assert removes_most["count"] == count > page["total"] == 0


def test_bot_and_contact_filters(reader: FlaskClient, bots: dict[str, Bot]) -> None:
    assert numbers(reader, f"{RANGE}&bot={bots['drive'].id}") == [26, 25, 24, 15, 14, 5, 4]
    both = f"{bots['drive'].id},{bots['care'].id}"
    assert len(numbers(reader, f"{RANGE}&bot={both}")) == 14
    contact = reader.get(f"{URL}?{RANGE}&q=session+29").json["items"][0]["contact"]
    assert contact["name"] == "u."
    assert numbers(reader, f"{RANGE}&contact={contact['id']}") == [29, 17, 16]


@pytest.mark.parametrize("sort", ["created_at", "duration", "turns", "fallbacks", "csat"])
def test_orders_are_reverses_with_nothing_last(reader: FlaskClient, sort: str) -> None:
    up, down = numbers(reader, f"{RANGE}&sort={sort}"), numbers(reader, f"{RANGE}&sort=-{sort}")
    assert sorted(up) == sorted(down) and len(up) == 31
    key = {"csat": "csat", "duration": "duration_ms", "turns": "turns", "fallbacks": "fallbacks"}.get(sort)
    if key is None:
        assert up == down[::-1]
        return
    for order, descending in ((up, False), (down, True)):
        rows = {int(i["source_id"]): i[key] for i in reader.get(f"{URL}?{RANGE}&per=50").json["items"]}
        values = [rows[number] for number in order]
        present = [value for value in values if value is not None]
        assert values[: len(present)] == sorted(present, reverse=descending)


@pytest.mark.parametrize("sort", ["created_at", "-created_at", "csat", "-csat", "duration", "-fallbacks"])
def test_cursors_continue_in_any_order(reader: FlaskClient, sort: str, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = numbers(reader, f"{RANGE}&sort={sort}")
    monkeypatch.setattr("app.core.http.listing.MAX_NUMBERED_ROWS", 20)
    second = reader.get(f"{URL}?{RANGE}&sort={sort}&page=2").json
    assert second["page"] == 2 and second["next"].startswith("c")
    assert numbers(reader, f"{RANGE}&sort={sort}") == expected


@pytest.mark.skipif(server_url() is not None, reason="counts the steps of SQLite's machine")
@pytest.mark.parametrize("sort", ["-created_at", "created_at"])
def test_a_deep_page_walks_no_further_than_the_first(bots: dict[str, Bot], sort: str) -> None:
    filters = Filters(r="2026-02-10..2026-03-09")
    filtered, order = narrow(filters, datetime(2026, 3, 10, tzinfo=UTC)), order_of(sort)

    def walked(page: str) -> int:
        steps = 0

        def count() -> int:
            nonlocal steps
            steps += 1
            return 0

        driver = db.session.connection().connection.dbapi_connection
        driver.set_progress_handler(count, 1)
        assert len(cut_page(filtered.conditions, order, page=page, per=3, total=31).items) == 3
        driver.set_progress_handler(None, 1)
        return steps

    last = cut_page(filtered.conditions, order, page="9", per=3, total=31).items[-1]
    assert walked(f"c{last.id}") < 1.5 * walked("1")


@pytest.mark.parametrize("sort", ["-created_at", "created_at", "-csat", "csat", "duration"])
def test_neighbours_are_those_of_the_list(reader: FlaskClient, sort: str) -> None:
    items = reader.get(f"{URL}?{RANGE}&grp=sales&sort={sort}&per=50").json["items"]
    ids = [None, *(item["id"] for item in items), None]
    assert len(ids) == 9
    for before, own, after in zip(ids, ids[1:], ids[2:], strict=False):
        neighbours = reader.get(f"{URL}/{own}?{RANGE}&grp=sales&sort={sort}").json["neighbours"]
        assert (neighbours["previous"], neighbours["next"]) == (before, after)


def test_one_conversation_has_turns_and_messages(reader: FlaskClient) -> None:
    row = reader.get(f"{URL}?{RANGE}&q=session+29").json["items"][0]
    document = reader.get(f"{URL}/{row['id']}").json
    assert row["turns"] == 2 and row["messages"] == 4 and row["duration_ms"] == 30_000
    assert row["started_at"] == "2026-03-09T23:59:30.000+05:30"
    assert document["ended_at"] == "2026-03-10T00:00:00.000+05:30" and document["zone"] == "Asia/Kolkata"
    assert [turn["number"] for turn in document["turns"]] == [1, 2]
    assert document["turns"][0]["intent"] == "service.status" and document["turns"][0]["confidence"] == 0.8
    assert document["turns"][0]["latency_ms"] == 10_000 and not document["turns"][0]["fallback"]
    messages = [(m["speaker"], m["text"]) for turn in document["turns"] for m in turn["messages"]]
    assert messages == [(who, f"Words {n} of session 29") for n, who in enumerate(("user", "bot", "user", "bot"))]
    assert document["facts"] == {
        "bot_version": None,
        "policy_version": 1,
        "origin": None,
        "referral": None,
        "source": "hand",
        "goals": [],
        "known": {
            "times": "measured",
            "people": "known",
            "facts": ["understanding", "latency", "cost", "rating"],
            "imported": False,
        },
        "traffic": "real",
        "offer": None,
    }
    assert document["neighbours"]["next"] is not None


def test_answers_are_as_documented(reader: FlaskClient) -> None:
    page = reader.get(f"{URL}?{RANGE}")
    assert ConversationPageSchema().validate(page.json) == {}
    transcript = reader.get(f"{URL}/{page.json['items'][0]['id']}")
    assert TranscriptSchema().validate(transcript.json) == {}
    for answer in (page, transcript):
        again = reader.get(answer.request.full_path, headers={"If-None-Match": answer.headers["ETag"]})
        assert again.status_code == 304


def test_what_is_not_yours_is_not_there(reader: FlaskClient, as_: SignIn, bots: dict[str, Bot]) -> None:
    own = reader.get(f"{URL}?{RANGE}&outcome=error").json["items"][0]["id"]
    assert reader.get(f"{URL}/{own}").status_code == 200
    assert as_("admin", add_workspace("Other")).get(f"{URL}/{own}").status_code == 404
    assert as_("subscriber", scope={"bots": [str(bots["care"].id)]}).get(f"{URL}/{own}").status_code == 404
    for unknown in ("1", "9223372036854775807", "9223372036854775808", "abc", "-1"):
        assert reader.get(f"{URL}/{unknown}").status_code == 404


def test_reading_needs_the_right(client: FlaskClient, bots: dict[str, Bot], as_: SignIn) -> None:
    assert client.get(URL).status_code == 401
    assert as_("editor").get(URL).status_code == 403
    assert as_("author").get(f"{URL}.csv").status_code == 403


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("r=soon", "r"),
        ("sort=-name", "sort"),
        ("per=11", "per"),
        ("page=0", "page"),
        ("page=c", "page"),
        ("page=c1", "page"),
        ("page=c99999999999999999999", "page"),
        ("page=x", "page"),
        ("page=1001", "page"),
        ("is=everything", "is"),
        ("outcome=won", "outcome"),
        ("rated=6", "rated"),
        ("fallbacks=-1", "fallbacks"),
        ("contact=me", "contact"),
        ("engaged=maybe", "engaged"),
        ("traffic=none", "traffic"),
        ("tz=Moon", "tz"),
        (f"q={'x' * 201}", "q"),
        ("q=%00", "q"),
        ("nope=1", "nope"),
    ],
)
def test_bad_values_are_named(reader: FlaskClient, query: str, field: str) -> None:
    answer = reader.get(f"{URL}?{query}")
    assert answer.status_code == 422, answer.text
    assert list(answer.json["errors"]) == [field]


def test_the_list_says_what_it_is_about(reader: FlaskClient) -> None:
    answer = reader.get(f"{URL}?{RANGE}").json
    assert answer["zone"] == "Asia/Kolkata" and answer["range"] == {"from": "2026-02-10", "to": "2026-03-09"}
    assert [bot["name"] for bot in answer["options"]["bots"]] == ["care", "desk", "drive"]
    assert answer["options"]["outcomes"][-1] == "open" and "voice" in answer["options"]["channels"]
    assert answer["as_of"].endswith("+05:30")


def test_csv_is_the_list(reader: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.reports.history.export.BATCH", 7)
    answer = reader.get(f"{URL}.csv?{RANGE}&sort=-csat")
    lines = answer.text.splitlines()
    assert answer.headers["X-Total-Count"] == "31" and len(lines) == 32
    column = lines[0].split(",").index("source_id")
    assert [int(line.split(",")[column]) for line in lines[1:]] == numbers(reader, f"{RANGE}&sort=-csat")
    monkeypatch.setattr("app.reports.history.export.MAX_ROWS", 14)
    lines = reader.get(f"{URL}.csv?{RANGE}").text.splitlines()
    assert len(lines) == 16 and lines[-1] == "Only the first 14 of 31 conversations are in this file."
    assert reader.get(f"{URL}.csv?r=soon").status_code == 422


def test_a_file_has_forty_columns_with_the_values_counted_by_hand(reader: FlaskClient) -> None:
    first = db.session.scalars(select(Conversation).where(Conversation.source_id == "7")).one()
    first.bot_version, first.nodes = 3, ["hello", "ask_day"]
    db.session.commit()
    answer = reader.get(f"{URL}.csv?{RANGE}&traffic=all&sort=created_at")
    rows = {row["source_id"]: row for row in csv.DictReader(io.StringIO(answer.text.removeprefix("\ufeff")))}
    assert len(COLUMNS) == len(set(COLUMNS)) == 40 and tuple(rows["7"]) == COLUMNS
    names = ("version", "traffic", "source", "engaged", "first_time", "messages_in", "messages_out", "agent_messages",
             "nlu_turns", "failed_turns", "handoff", "resolved", "last_node")  # fmt: skip
    assert {number: tuple(rows[number][name] for name in names) for number in ("7", "10", "21", "24", "30")} == {
        "7": ("3", "real", "hand", "yes", "yes", "1", "1", "1", "1", "0", "accepted", "no", "ask_day"),
        "10": ("", "real", "hand", "no", "no", "0", "1", "0", "0", "0", "", "", ""),
        "21": ("", "real", "hand", "yes", "yes", "1", "1", "0", "1", "1", "", "no", ""),
        "24": ("", "real", "hand", "yes", "yes", "1", "1", "0", "1", "0", "", "", ""),
        "30": ("", "test", "hand", "yes", "yes", "1", "1", "0", "1", "0", "", "yes", ""),
    }
    assert rows["7"]["contact_id"] == str(first.contact_id)
    for name, query in (("engaged", "engaged=1"), ("resolved", "is=resolved"), ("first_time", "f=first_time:eq:1")):
        listing = reader.get(f"{URL}?{RANGE}&traffic=all&{query}").json["total"]
        assert listing == sum(row[name] == "yes" for row in rows.values()), name
