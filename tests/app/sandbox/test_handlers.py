"""Handlers in the sandbox: they answer there as well, and what they answered is replayed without asking them again."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.app.channels.talking import DESK
from tests.factories.bots import create_bot, publish_bot, run_cases
from tests.factories.handlers import Peer, peer_running, put_handler
from tests.factories.sandboxes import SANDBOX, bot_texts, open_sandbox, say

As = Callable[..., FlaskClient]


@pytest.fixture
def peer(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[Peer]:
    """A server that may be called."""
    monkeypatch.setitem(app.config, "SETTINGS", replace(app.config["SETTINGS"], outgoing_hosts=("127.0.0.1",)))
    with peer_running() as peer:
        yield peer


def test_what_a_handler_answered_is_replayed_without_asking_it_again(as_: As, peer: Peer) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=DESK)
    assert publish_bot(admin, bot).status_code == 201
    put_handler(admin, bot, kind="rasa", url=peer.url)
    sandbox = open_sandbox(admin, bot)
    turn = say(admin, sandbox, "does CNG end my warranty")
    assert bot_texts(turn) == ["From the peer.", "What next?"]
    (call,) = turn["trace"]["calls"]
    assert (call["type"], call["handler"], call["node"]) == ("handler", "rasa", None)
    peer.text = "Another one."
    compared = admin.get(f"{SANDBOX}/{sandbox['id']}/comparison?with=1").json
    assert bot_texts(compared["turns"][0]) == ["From the peer.", "What next?"]
    response = admin.post(f"{SANDBOX}/{sandbox['id']}/case", json={"name": "Warranty"})
    assert response.status_code == 201, response.text
    assert run_cases(admin, bot)["passed"] == 1 and len(peer.requests) == 1


def test_without_an_answer_the_flow_falls_back(as_: As, peer: Peer) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=DESK)
    put_handler(admin, bot, kind="rasa", url=peer.url)
    peer.always = (200, [], {})
    turn = say(admin, open_sandbox(admin, bot), "gibberish")
    assert bot_texts(turn) == ["Sorry?", "What next?"] and turn["trace"]["fallback"] == "no_match"
