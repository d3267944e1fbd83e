"""Attacks by addresses, hosts, files and sheer size (18, 22, 26, 27, 29, 30)."""

import csv
import io
import re
from collections.abc import Callable
from datetime import UTC, timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from limits import parse
from werkzeug.test import TestResponse

from app.bots.catalog.models import Bot
from app.conversations.events import ConversationEvent, Dialogue
from app.core import clock
from app.core.db.base import db
from app.core.db.ids import new_id
from app.core.security.limits import limits
from app.ingest import dialogues
from tests.factories.bots import add_bot
from tests.factories.operations import operations
from tests.factories.places import add_client

SignIn = Callable[..., FlaskClient]
DASHBOARD, LIST = "/api/v1/reports/dashboard", "/api/v1/conversations"
RISKY = ["=cmd|'/c calc'!A0", "+1", "-1", "@x", "\tx", "\rx", '=HYPERLINK("http://evil")']


def say(bot: Bot, *texts: str, contact: str = "someone") -> None:
    """Store one conversation in which the user says these texts."""
    at = clock.now().astimezone(UTC) - timedelta(days=2)
    events = [
        ConversationEvent(event_id=str(new_id()), speaker="user", text=text, sent_at=at + timedelta(seconds=20 * n))
        for n, text in enumerate(texts)
    ]
    source_id = str(new_id())
    dialogue = Dialogue(source_id=source_id, ext_user=source_id, contact_name=contact, events=events)
    dialogues.store_dialogues([dialogue], bot=bot, source="attack")
    db.session.commit()


@pytest.mark.parametrize("key", ["fields", "include", "filter[password_hash][like]", "order_by", "expand"])
def test_attack_18_answers_have_no_shape_of_the_callers_choosing(as_: SignIn, key: str) -> None:
    reader = as_("subscriber")
    for path in (DASHBOARD, LIST, f"{LIST}.csv", "/api/v1/bots"):
        answer = reader.get(path, query_string={key: "password_hash"})
        assert answer.status_code in (403, 422), path
        assert "argon" not in answer.text
    for sort in ("password_hash", "user.token", "-password_hash", "id;DROP TABLE bot", "1"):
        for path in (LIST, f"{LIST}.csv"):
            assert reader.get(path, query_string={"sort": sort}).status_code == 422


@pytest.mark.parametrize(
    "path", ["/api/v1/bots", "/api/v1/bots/", "/", "/pages/login-v1", "/jwt/login/", "/static/icon.svg"]
)
def test_attack_22_a_foreign_host_is_refused_and_never_repeated(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    for headers in ({"X-Forwarded-Host": "evil.example"}, {"Forwarded": "host=evil.example"}):
        answer = client.get(path, headers=headers | {"Accept": "text/html"})
        assert "evil.example" not in answer.text + str(answer.headers)
    monkeypatch.setitem(app.config, "TRUSTED_HOSTS", ["localhost"])
    answer = client.get(path, headers={"Host": "evil.example", "Accept": "text/html"})
    assert answer.status_code == 400
    assert "evil.example" not in str(answer.headers)


def test_attack_26_no_cell_of_an_export_is_a_formula(as_: SignIn) -> None:
    bot = add_bot(add_client("Meridian"), "=1+1")
    for text in RISKY:
        say(bot, text, contact=text[:40])
    answer = as_("admin").get(f"{LIST}.csv?r=last_7_days")
    assert answer.status_code == 200
    rows = list(csv.reader(io.StringIO(answer.text)))
    assert len(rows) == len(RISKY) + 1
    cells = [cell for row in rows[1:] for cell in row]
    assert not [cell for cell in cells if re.match(r"[=+@\t\r]|-\D", cell)]
    for text in RISKY:
        assert any(text.strip() in cell for cell in cells), text


@pytest.mark.parametrize(
    "path",
    [
        "/static/..%2f..%2finstance/parley.db", "/static/../../wsgi.py", "/static/%2e%2e/%2e%2e/wsgi.py",
        "/static/..%5c..%5cwsgi.py", "/static//etc/passwd", "/static/%252e%252e%252fwsgi.py",
        "/static/build/..%2f..%2f__init__.py",
        "/static/build/pages.json", "/static/build/%00", "/static/%00",
        "/static/build/" + "a" * 300, "/uploads//etc/passwd", "/files/%2e%2e/",
    ],
)  # fmt: skip
def test_attack_29_no_address_leaves_its_folder(app: Flask, client: FlaskClient, path: str) -> None:
    import sys

    opened: list[str] = []
    watching = True

    def watch(event: str, arguments: tuple[Any, ...]) -> None:
        if watching and event == "open" and isinstance(arguments[0], str | bytes):
            opened.append(str(arguments[0]))

    sys.addaudithook(watch)
    answer = client.get(path)
    if answer.status_code == 308:  # Doubled slashes are merged first.
        answer = client.get(answer.location)
    watching = False
    assert answer.status_code == 404
    assert not [name for name in opened if name.endswith(("wsgi.py", "passwd", "parley.db", "__init__.py"))]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        (f"page={2**70}", "page"),
        ("page=-1", "page"),
        ("page=1e9", "page"),
        ("page=c" + "9" * 300, "page"),
        ("per=1000000000", "per"),
        ("per=11", "per"),
        (f"q={'%25' * 201}", "q"),
        ("fallbacks=99999999999999999999", "fallbacks"),
        ("contact=" + ",".join(map(str, range(1, 200))), "contact"),
    ],
)
def test_attack_30_sizes_beyond_reason_are_named(as_: SignIn, query: str, field: str) -> None:
    answer = as_("admin").get(f"{LIST}?{query}")
    assert answer.status_code == 422
    assert list(answer.json["errors"]) == [field]


@pytest.mark.parametrize(("first", "field"), [("2021-01-02", "g"), ("2016-01-01", "r")])
def test_attack_30_years_by_the_hour_are_refused(as_: SignIn, first: str, field: str) -> None:
    answer = as_("admin").get(f"{DASHBOARD}?r={first}..2026-01-01&g=hour")
    assert answer.status_code == 422
    assert list(answer.json["errors"]) == [field]


@pytest.mark.parametrize(
    "text", ["%" * 100, "(" * 200, '"' * 101, "a" * 200, "NEAR(a b, 99999)", "* OR *", "a AND", "\\", "'--", "٪", "x:y"]
)
def test_attack_30_no_search_text_breaks_the_search(as_: SignIn, text: str) -> None:
    bot = add_bot(add_client("Meridian"), "Desk")
    say(bot, "hello there")
    assert as_("admin").get(LIST, query_string={"q": text, "r": "last_7_days"}).status_code == 200


@pytest.mark.parametrize("who", ["person", "address"])
def test_attack_30_every_operation_counts(
    as_: Callable[..., FlaskClient], client: FlaskClient, monkeypatch: pytest.MonkeyPatch, who: str
) -> None:
    """Anyone who has made too many requests learns when to come back, by whichever operation they ask."""
    item, place = parse("1/minute"), {"REMOTE_ADDR": "192.0.2.77"}
    caller = as_("admin") if who == "person" else client
    monkeypatch.setitem(limits.of, who, item)
    # The page as a browser asks for it, and what it asks in process, are one request.
    assert caller.get("/", headers={"Accept": "text/html"}, environ_overrides=place).status_code < 400
    count = 0
    for method, path, operation, _ in operations():
        if who == "person" and operation["x-required-ability"] == "public":
            continue
        answer = caller.open(re.sub("{[^}]*}", "7", path), method=method.upper(), environ_overrides=place)
        assert answer.status_code == 429 and 1 <= int(answer.headers["Retry-After"]) <= 61, f"{method} {path}"
        count += 1
    assert count > 200
    assert caller.get("/static/no-such-file", environ_overrides=place).status_code == 404
    assert caller.get("/healthz", environ_overrides=place).status_code == 200


COSTLY = {
    "report": (("get", "/api/v1/reports/dashboard"), ("get", "/api/v1/reports/dashboard/cards.csv"),
               ("post", "/api/v1/reports/people"), ("get", "/api/v1/conversations.csv"), ("get", "/api/v1/audit/file")),
    "search": (("get", "/api/v1/search?q=bot"),),
    "upload": (("post", "/api/v1/events/file"), ("post", "/api/v1/imports")),
}  # fmt: skip


@pytest.mark.parametrize("kind", COSTLY)
def test_attack_30_what_costs_more_has_windows_of_its_own(
    as_: SignIn, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setitem(limits.of, kind, parse("1/minute"))
    admin = as_("admin")
    first, *_ = COSTLY[kind]
    assert admin.open(first[1], method=first[0]).status_code in (200, 415, 422)
    for method, path in COSTLY[kind]:
        answer = admin.open(path, method=method)
        assert answer.status_code == 429 and 1 <= int(answer.headers["Retry-After"]) <= 61, path
    # Other calls, and other people, have theirs.
    assert admin.get("/api/v1/bots").status_code == 200
    assert as_("maintainer").open(first[1], method=first[0]).status_code != 429


def test_an_answer_says_how_full_the_window_is(
    as_: SignIn, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    for kind, amount in (("address", 9), ("person", 5), ("search", 2)):
        monkeypatch.setitem(limits.of, kind, parse(f"{amount}/minute"))

    def windows(answer: TestResponse) -> tuple[int, str, str]:
        assert 1 <= int(answer.headers["RateLimit-Reset"]) <= 61
        return answer.status_code, answer.headers["RateLimit-Limit"], answer.headers["RateLimit-Remaining"]

    admin, place = as_("admin"), {"REMOTE_ADDR": "192.0.2.78"}
    assert windows(client.get("/api/v1/session", environ_overrides=place))[1:] == ("9", "8")
    assert windows(admin.get("/api/v1/bots", environ_overrides=place)) == (200, "5", "4")
    assert windows(admin.get("/api/v1/search?q=bot", environ_overrides=place)) == (200, "2", "1")
    assert windows(admin.get("/api/v1/bots/7", environ_overrides=place)) == (404, "5", "2")
    for status in (200, 200, 429):
        assert windows(admin.get("/api/v1/bots", environ_overrides=place))[0] == status
    page = admin.get("/", headers={"Accept": "text/html"}, environ_overrides={"REMOTE_ADDR": "192.0.2.79"})
    assert "RateLimit-Limit" not in page.headers
