"""What conversations wait for: one bot's slow calls hold up nobody else, and none is waited for without an end."""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app.accounts.workspaces.models import Workspace
from app.channels.sessions import effects, jobs
from app.channels.sessions.dialogue import Progress
from app.channels.sessions.effects import Means
from app.core.db.base import db
from app.core.jobs import Job
from app.core.shares import Shares
from tests.app.channels.talking import DESK, Visitor, live, texts

As = Callable[..., FlaskClient]
SECONDS = 5
DONE = {"ok": True, "status": 200}, {}
CALL = {"type": "call", "id": "1.0:1", "node": "call", "method": "GET", "url": "https://x.example/", "timeout_s": 6}
CALLING = DESK | {
    "nodes": DESK["nodes"]
    | {
        "ask": {"type": "call", "url": "https://x.example/", "next": "bye", "failed": "sorry"},
        "sorry": {"type": "message", "text": {"en": "That did not work."}, "next": "menu"},
    }
}


def means(bot: int, workspace: int) -> Means:
    """What effects of a bot are done by."""
    return Means({}, None, {"bot": bot, "workspace": workspace})


@pytest.fixture
def release(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Calls of workspace 1 that do not come back before this event."""
    event = threading.Event()

    def perform(means: Means, _effect: Any) -> Any:
        if means.owners["workspace"] == 1:
            event.wait(SECONDS)
        return DONE

    monkeypatch.setattr(effects, "perform", perform)
    yield event
    event.set()


def test_calls_of_other_bots_find_a_place(app: Flask, release: threading.Event) -> None:
    for bot in (1, 2, 3, 4):
        for _ in range(30):
            effects._submit(app, means(bot, 1), CALL)
    assert effects._submit(app, means(5, 2), CALL).result(SECONDS) == DONE
    assert not release.is_set()


def test_too_many_calls_of_a_bot_fail_instead_of_waiting(app: Flask, release: threading.Event) -> None:
    futures = [effects._submit(app, means(11, 1), CALL) for _ in range(120)]
    refused = [future.result() for future in futures if future.done()]
    assert refused and all(not result["ok"] and trace["error"] == "busy" for result, trace in refused)


def test_a_call_that_finds_no_place_in_its_own_time_has_failed(app: Flask, release: threading.Event) -> None:
    result, trace = effects._submit(app, means(21, 2), CALL | {"timeout_s": -1}).result(SECONDS)
    assert not result["ok"] and trace["error"] == "busy"


def test_answers_do_not_all_wait_for_one_bot(
    app: Flask, workspace: Workspace, release: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(effects, "SECONDS", 1000.0)
    monkeypatch.setattr(effects, "WAITS", Shares(0))
    _, is_done = effects.go_on(1, means(31, 1), Progress(1, 0, CALL))
    assert not is_done and not release.is_set()


def test_a_call_that_nobody_finishes_fails_in_the_end(
    as_: As, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(effects, "SECONDS", 0.0)
    monkeypatch.setattr(effects, "_submit", lambda *_: Future())
    visitor = Visitor(client, live(as_("admin"), CALLING)[1])
    assert visitor.choose("book").status_code == 202
    for count in range(1, jobs.ATTEMPTS + 2):
        rows = db.session.scalars(select(Job).where(Job.kind == "channel_effect").order_by(Job.id)).all()
        assert len(rows) == min(count, jobs.ATTEMPTS + 1), "each job that only tries leaves another behind"
        jobs.do_effect(rows[-1])
        db.session.commit()
    assert [event["text"] for event in visitor.events(3)][-2:] == ["That did not work.", "What next?"]


def test_a_job_that_is_given_up_lets_the_conversation_go_on(
    as_: As, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(effects, "SECONDS", 0.0)
    monkeypatch.setattr(effects, "_submit", lambda *_: Future())
    visitor = Visitor(client, live(as_("admin"), CALLING)[1])
    visitor.choose("book")
    jobs._give_up(db.session.scalars(select(Job).where(Job.kind == "channel_effect")).one(), "It failed.")
    db.session.commit()
    assert "That did not work." in [event["text"] for event in visitor.events(3)]
    assert texts(visitor.say("when are you open")) == ["From nine to six.", "What next?"]
