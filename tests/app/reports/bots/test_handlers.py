"""The calls to a bot's handlers as traces of conversations have them: those that answered, failed and were refused."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.bots.handlers.breakers import FAILURES
from tests.app.channels.talking import DESK, Visitor, live
from tests.factories.handlers import Peer, peer_running, put_handler

As = Callable[..., FlaskClient]
FLOW = DESK | {"fallback": {"times": 10, "text": {"en": "Sorry?"}, "then": "person"}}
pytestmark = pytest.mark.both


@pytest.fixture
def peer(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[Peer]:
    """A server that may be called."""
    monkeypatch.setitem(app.config, "SETTINGS", replace(app.config["SETTINGS"], outgoing_hosts=("127.0.0.1",)))
    with peer_running() as peer:
        yield peer


def calls(person: FlaskClient, bot: str) -> dict[str, dict[str, Any]]:
    """What came of the calls, by the kinds of handlers."""
    answer = person.get(f"/api/v1/bots/{bot}/handler/calls")
    assert answer.status_code == 200, answer.text
    return {item["kind"]: item for item in answer.json["items"]}


def test_calls_are_counted_by_what_came_of_them(as_: As, client: FlaskClient, peer: Peer) -> None:
    admin, part = as_("admin"), as_("maintainer", scope={"outlets": []})
    bot, token = live(admin, FLOW)
    handlers = put_handler(
        admin, bot, kind="openai", url=peer.url, model="m", retries=0, fallback=["knowledge"], timeout_s=3
    )
    assert handlers.status_code == 200, handlers.text
    assert all(item["calls"] == 0 and item["p95_ms"] is None for item in calls(admin, bot).values())
    visitor = Visitor(client, token)
    visitor.say("does a kit end my warranty")
    peer.always = (500, {}, {})
    for number in range(FAILURES + 2):
        visitor.say(f"gibberish {number}")
    counts = calls(admin, bot)
    model = counts["openai"]
    assert (model["calls"], model["answered"], model["failed"], model["refused"]) == (FAILURES + 3, 1, FAILURES, 2)
    assert model["p95_ms"] is not None
    assert (counts["knowledge"]["calls"], counts["knowledge"]["silent"]) == (FAILURES + 2, FAILURES + 2)
    assert counts["rasa"]["calls"] == 0
    assert all(item["calls"] == 0 for item in calls(part, bot).values())
