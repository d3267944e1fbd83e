"""What those who run an installation ask: who is answered, and by which names."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient
from prometheus_client import REGISTRY
from sqlalchemy import text

from app.core.db.base import db
from app.operations import health
from tests.factories.conversations import make_bot
from tests.factories.messaging import add_deployment

PROBES = ("/healthz", "/readyz", "/metrics")


@pytest.fixture
def behind_a_name(client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    """A client of an installation that trusts one host."""
    monkeypatch.setitem(app.config, "TRUSTED_HOSTS", ["parley.example"])
    return client


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8000", "[::1]", "[::1]:8000"])
def test_probes_answer_on_loopback_whatever_hosts_are_trusted(behind_a_name: FlaskClient, host: str) -> None:
    for path in PROBES:
        assert behind_a_name.get(path, headers={"Host": host}).status_code == 200, path
    for path in ("/", "/pages/login-v1", "/api/v1/bots", "/healthz/", "/sitemap.xml"):
        assert behind_a_name.get(path, headers={"Host": host}).status_code == 400, path


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "localhost:x", "127.0.0.1@evil.example"])
def test_probes_refuse_other_strange_hosts(behind_a_name: FlaskClient, host: str) -> None:
    for path in PROBES:
        assert behind_a_name.get(path, headers={"Host": host}).status_code == 400, path
    assert behind_a_name.get("/healthz", headers={"Host": "parley.example"}).status_code == 200


@pytest.mark.parametrize("token", ["a-token-of-the-operators", "ein-Schlüssel-der-Betreiber"])
def test_figures_are_for_who_has_the_token_whatever_else_is_sent(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, token: str
) -> None:
    monkeypatch.setitem(app.config, "SETTINGS", replace(app.config["SETTINGS"], metrics_token=token))
    for sent_token, status in (("é", 403), ("\xff" * 30, 403), ("", 403), (token.encode().decode("latin-1"), 200)):
        answer = client.get("/metrics", environ_overrides={"HTTP_AUTHORIZATION": f"Bearer {sent_token}"})
        assert answer.status_code == status, sent_token


def test_a_broker_that_is_away_degrades_and_stops_nobody(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert client.get("/readyz").json["checks"]["broker"] == {"ok": True, "detail": "none configured"}
    before = client.get("/readyz").json["ready"]
    away = replace(app.config["SETTINGS"], celery_broker_url="redis://127.0.0.1:9/0")
    monkeypatch.setitem(app.config, "SETTINGS", away)
    body = client.get("/readyz").json
    assert body["ready"] == before and body["degraded"] is True
    assert body["checks"]["broker"]["ok"] is False and body["checks"]["broker"]["required"] is False
    lines = client.get("/metrics").text.splitlines()
    assert 'readiness_check_ok{check="broker"} 0.0' in lines and 'readiness_check_ok{check="database"} 1.0' in lines


def test_only_who_watches_learns_why_something_is_missing(client: FlaskClient) -> None:
    here, away = client.get("/readyz"), client.get("/readyz", environ_overrides={"REMOTE_ADDR": "192.0.2.7"})
    assert away.status_code == here.status_code
    assert all(check["detail"] for check in here.json["checks"].values())
    assert away.json == {"ready": here.json["ready"]}


def test_scrapes_share_the_results_of_checks_and_probes_do_not(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, app: Flask
) -> None:
    runs: list[int] = []
    monkeypatch.setitem(health.CHECKS, "disk", (lambda: str(runs.append(1)), False))
    app.extensions.pop("readiness", None)
    moment = [0.0]
    monkeypatch.setattr(health, "monotonic", lambda: moment[0])
    moments = ((0, "/readyz", 1), (0, "/readyz", 2), (5, "/metrics", 3), (6, "/metrics", 3), (17, "/metrics", 4))
    for moment[0], path, number in moments:
        client.get(path)
        assert len(runs) == number, path
    app.extensions.pop("readiness", None)


@pytest.mark.both
def test_connections_are_counted_while_they_are_in_use(app: Flask) -> None:
    def in_use() -> float:
        return REGISTRY.get_sample_value("db_pool_in_use") or 0.0

    before = in_use()
    with db.engine.connect() as connection, db.engine.connect():
        connection.execute(text("SELECT 1"))
        assert in_use() == before + 2
    assert in_use() == before
    with db.engine.connect() as broken:
        broken.invalidate()
    assert in_use() == before


def test_accounts_are_counted_by_channel_and_state(client: FlaskClient, as_: Callable[..., FlaskClient]) -> None:
    as_("admin")
    bot = make_bot("Desk")
    add_deployment(bot, "T1", "degraded")
    add_deployment(bot, "T2", "degraded").environment = "test"
    add_deployment(bot, "T3", "removed")
    db.session.commit()
    lines = [line for line in client.get("/metrics").text.splitlines() if line.startswith("messaging_accounts{")]
    assert lines == ['messaging_accounts{channel="slack",state="degraded"} 1.0']
