"""Operations that wait for something outside the database hold no lock while they do, with and without a key."""

import io
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.bots.understanding import service as understanding
from app.core.db.base import db, read_only, without_lock
from app.core.http import outgoing
from app.reference.models import Snippet
from tests import gate
from tests.factories.bots import SMALL_FLOW, create_bot

As = Callable[..., FlaskClient]
DESK: dict[str, Any] = SMALL_FLOW | {
    "intents": {"wash": {"goto": "hello", "phrases": {"en": ["wash my car"]}}},
    "nodes": {
        "hello": {"type": "message", "text": {"en": "{{snippet.hello}}"}, "next": "call"},
        "call": {"type": "call", "method": "GET", "url": "https://a.test/", "timeout_s": 1, "next": "ask",
                 "failed": "ask"},
        "ask": {"type": "input", "kind": "text", "text": {"en": "Yes?"}, "save": "said", "next": "hello"},
        "end": {"type": "end", "text": {"en": "Bye"}},
    },
    "knowledge": [{"question": {"en": "Do you wash cars?"}, "answer": {"en": "We do."}}],
}  # fmt: skip


class Outside:
    """Another system, the process with the models: both look at the lock while they are asked."""

    def __init__(self) -> None:
        self.seen: list[tuple[bool, bool]] = []

    def look(self) -> None:
        """Note whether a writer would be let in, and whether a transaction is open that may write."""
        self.seen.append((gate.is_free(), not db.session().in_transaction() or gate.reads()))

    def send(self, *_: Any, **__: Any) -> outgoing.HttpResponse:
        """Answer a call."""
        self.look()
        return outgoing.HttpResponse(200, b"{}", "", 5000)

    def read(self, _model: str, texts: list[str], _sensitivity: str) -> list[dict[str, Any]]:
        """Understand nothing."""
        self.look()
        item = {"intents": [], "band": "reject", "threshold": 0.5, "engines": [], "language": "en", "knowledge": None}
        return [dict(item) for _ in texts]


@pytest.fixture
def outside(monkeypatch: pytest.MonkeyPatch) -> Outside:
    """All that is outside, watched."""
    outside_world = Outside()
    monkeypatch.setattr(outgoing, "send", outside_world.send)
    reference = understanding._reference

    def answered(*args: Any) -> understanding.Reference:
        result = reference(*args)
        return understanding.Reference(outside_world, "model", result.lexicon, result.zone)  # type: ignore[arg-type]

    monkeypatch.setattr(understanding, "_reference", answered)
    return outside_world


class Desk:
    """A bot with a conversation in the sandbox and a case."""

    def __init__(self, admin: FlaskClient) -> None:
        db.session.add(Snippet(key="hello", texts={"en": "Hello"}))
        self.admin, self.key = admin, 0
        self.bot = create_bot(admin, flow=DESK)
        self.sandbox = self.post("/api/v1/sandbox", {"bot": self.bot}).json["id"]
        turns = [{"text": "blue", "expect": {}}]
        self.case = self.post(f"/api/v1/bots/{self.bot}/cases", {"name": "Blue", "turns": turns}).json["id"]

    def post(self, url: str, body: Any = None, headers: dict[str, str] | None = None, **more: Any) -> Any:
        """Make a call that must go well."""
        values = more or {"json": body or {}}
        answer = self.admin.post(url, headers={"If-Match": "*"} | (headers or {}), **values)
        assert answer.status_code < 300, answer.text
        return answer


OPERATIONS: dict[str, Callable[[Desk], tuple[str, Any]]] = {
    "open": lambda desk: ("/api/v1/sandbox", {"bot": desk.bot}),
    "open a case": lambda desk: ("/api/v1/sandbox", {"bot": desk.bot, "case": desk.case}),
    "say": lambda desk: (f"/api/v1/sandbox/{desk.sandbox}/messages", {"text": "blue"}),
    "reset": lambda desk: (f"/api/v1/sandbox/{desk.sandbox}/reset", {}),
    "run cases": lambda desk: (f"/api/v1/bots/{desk.bot}/cases/run", {}),
    "publish": lambda desk: (
        f"/api/v1/bots/{desk.bot}/publish",
        {"note": "Tried", "override": {"reason": "It is only a test."}},
    ),
    "parse": lambda desk: (f"/api/v1/bots/{desk.bot}/parse", {"texts": ["wash it"]}),
    "knowledge": lambda desk: (f"/api/v1/bots/{desk.bot}/knowledge/search", {"text": "washing"}),
}
KEYED = pytest.mark.parametrize("headers", [{}, {"Idempotency-Key": "once"}], ids=["plain", "keyed"])


@KEYED
@pytest.mark.parametrize("name", OPERATIONS)
def test_what_waits_for_others_lets_writers_in(as_: As, outside: Outside, name: str, headers: dict[str, str]) -> None:
    desk = Desk(as_("admin"))
    url, body = OPERATIONS[name](desk)
    outside.seen.clear()
    first = desk.post(url, body, headers)
    assert outside.seen and set(outside.seen) == {(True, True)}
    if headers:
        again = desk.post(url, body, headers)
        assert again.data == first.data and again.headers["Idempotency-Replayed"] == "true"


@KEYED
def test_a_conversation_becomes_a_case_while_writers_are_let_in(
    as_: As, outside: Outside, headers: dict[str, str]
) -> None:
    desk = Desk(as_("admin"))
    desk.post(f"/api/v1/sandbox/{desk.sandbox}/messages", {"text": "blue"})
    outside.seen.clear()
    desk.post(f"/api/v1/sandbox/{desk.sandbox}/case", {"name": "Said"}, headers)
    assert outside.seen and set(outside.seen) == {(True, True)}


def test_a_jump_lets_writers_in(as_: As, outside: Outside) -> None:
    desk = Desk(as_("admin"))
    outside.seen.clear()
    answer = desk.admin.patch(f"/api/v1/sandbox/{desk.sandbox}", json={"node": "call"}, headers={"If-Match": "*"})
    assert answer.status_code == 200 and set(outside.seen) == {(True, True)}


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[bool]]:
    """Whether writers were let in during each check of a document and each reading of a file."""
    from app.bots.catalog import flows
    from app.masters.imports import finding, reading

    seen: list[bool] = []

    def watched(work: Callable[..., Any]) -> Callable[..., Any]:
        def look(*args: Any, **attributes: Any) -> Any:
            seen.append(gate.is_free())
            return work(*args, **attributes)

        return look

    for owner, name in ((flows, "shape_errors"), (flows, "validate"), (reading, "_lines"), (finding, "plan")):
        monkeypatch.setattr(owner, name, watched(getattr(owner, name)))
    yield seen


@KEYED
def test_large_documents_are_checked_while_writers_are_let_in(
    as_: As, checks: list[bool], headers: dict[str, str]
) -> None:
    phrases = [f"phrase number {at:06} of very many" for at in range(4_000)]
    large = DESK | {"intents": {"wash": {"goto": "hello", "phrases": {"en": phrases[:2000]}}}}
    larger = large | {"intents": {"wash": {"goto": "hello", "phrases": {"en": phrases[2000:]}}}}
    admin = as_("admin")
    bot = create_bot(admin, flow=large)
    db.session.add(Snippet(key="hello", texts={"en": "Hello"}))
    anyway = headers | {"If-Match": "*"}
    url = f"/api/v1/bots/{bot}"
    checks.clear()
    assert admin.put(f"{url}/flow", json=larger, headers=anyway).status_code == 200
    assert admin.post(f"{url}/validation", headers=headers).status_code == 200
    assert admin.post(f"{url}/publish", json={"note": "Large"}, headers=headers).status_code == 201
    file = {"file": (io.BytesIO(b"{}"), "bot.json")}
    assert admin.post("/api/v1/bot-files", data=file, headers=headers).status_code == 422
    assert len(checks) >= 3 and all(checks)


@KEYED
@pytest.mark.parametrize("dry", ["true", "false"])
def test_uploads_are_read_while_writers_are_let_in(
    app: Flask, as_: As, checks: list[bool], headers: dict[str, str], dry: str
) -> None:
    admin = as_("admin")
    assert admin.post("/api/v1/clients", json={"name": "Meridian", "zone": "Asia/Kolkata"}).status_code in (201, 409)
    file = {"file": (io.BytesIO(b"name,phone\nAsha,+919800000001\n"), "customers.csv")}
    answer = admin.post(f"/api/v1/masters/customers/import?dry={dry}", data=file, headers=headers)
    assert answer.status_code == (200 if dry == "true" else 202), answer.text
    assert checks and all(checks)


def test_work_outside_reads_without_the_lock_and_leaves_nothing_open(as_: As) -> None:
    create_bot(as_("admin"))
    with without_lock():
        assert not db.session().in_transaction()
        db.session.scalars(Snippet.__table__.select())
        assert gate.reads() and gate.is_free()
        with read_only():
            pass
    assert not db.session().in_transaction() and gate.is_free()
