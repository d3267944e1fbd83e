"""Trying the request of a call node: with example values, secrets and the guards of every call, and nothing stored."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.app.channels.talking import DESK
from tests.factories.bots import create_bot
from tests.factories.handlers import Peer, peer_running

As = Callable[..., FlaskClient]
SECRET = "sk-live-000000009f2c"


@pytest.fixture
def peer(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[Peer]:
    """A server that may be called."""
    monkeypatch.setitem(app.config, "SETTINGS", replace(app.config["SETTINGS"], outgoing_hosts=("127.0.0.1",)))
    with peer_running() as peer:
        yield peer


def send(client: FlaskClient, bot: str, node: dict[str, Any], **variables: str) -> Any:
    """Try a request."""
    return client.post(f"/api/v1/bots/{bot}/requests", json={"node": node, "variables": variables})


def test_a_request_goes_out_with_example_values_and_secrets_that_are_not_answered(as_: As, peer: Peer) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=DESK)
    admin.post(f"/api/v1/bots/{bot}/secrets", json={"name": "CRM_KEY", "secret": SECRET})
    before = admin.get(f"/api/v1/bots/{bot}/flow")
    node = {
        "method": "POST", "url": f"{peer.url}/slots?day={{{{day}}}}", "body": {"day": "{{day}}", "who": "{{who}}"},
        "headers": {"Authorization": "Bearer {{secret.CRM_KEY}}"},
    }  # fmt: skip
    answer = send(admin, bot, node, day="2026-12-01")
    assert answer.status_code == 200, answer.text
    assert (answer.json["ok"], answer.json["status"], answer.json["value"]) == (True, 200, {"text": "From the peer."})
    assert answer.json["unset"] == ["who"] and answer.json["url"].endswith("?day=2026-12-01")
    assert peer.requests[0].headers["authorization"] == f"Bearer {SECRET}"
    assert peer.requests[0].body["day"] == "2026-12-01"
    assert SECRET not in answer.text
    after = admin.get(f"/api/v1/bots/{bot}/flow")
    assert (after.json, after.headers["ETag"]) == (before.json, before.headers["ETag"])


def test_a_request_has_the_guards_of_every_call(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=DESK)
    inside = send(admin, bot, {"method": "GET", "url": "http://127.0.0.1:1/"})
    assert (inside.json["ok"], inside.json["error"]) == (False, "refused_address")
    lacking = send(admin, bot, {"method": "GET", "url": "https://dealer.example/{{secret.GONE}}"})
    assert (lacking.json["ok"], lacking.json["error"]) == (False, "missing_secret")


@pytest.mark.parametrize("body", ["{{day}}" * 40, {str(part): "{{day}}" for part in range(200)}])
def test_a_request_beyond_the_limits_of_a_bot_is_refused(as_: As, body: Any) -> None:
    admin = as_("admin")
    node = {"method": "POST", "url": "https://dealer.example/", "body": body}
    answer = send(admin, create_bot(admin, flow=DESK), node, day="d" * 2000)
    assert answer.status_code == 422 and "variables" in answer.json["errors"], answer.text


def test_what_is_no_call_node_is_refused_with_its_place(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=DESK)
    answer = send(admin, bot, {"method": "SEND", "url": "https://dealer.example/", "timeout_s": 500})
    assert answer.status_code == 422
    assert set(answer.json["errors"]) == {"node.method", "node.timeout_s"}
    assert send(as_("subscriber"), bot, {"method": "GET", "url": "https://dealer.example/"}).status_code == 403
