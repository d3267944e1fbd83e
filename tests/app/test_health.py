"""What those who run an installation ask: who is answered, and by which names."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

PROBES = ("/healthz", "/readyz", "/metrics")


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8000", "[::1]", "[::1]:8000"])
def test_probes_answer_on_loopback_whatever_hosts_are_trusted(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    monkeypatch.setitem(app.config, "TRUSTED_HOSTS", ["parley.example"])
    for path in PROBES:
        assert client.get(path, headers={"Host": host}).status_code == 200, path
    for path in ("/", "/pages/login-v1", "/api/v1/bots", "/healthz/", "/sitemap.xml"):
        assert client.get(path, headers={"Host": host}).status_code == 400, path


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "localhost:x", "127.0.0.1@evil.example"])
def test_probes_refuse_other_strange_hosts(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    monkeypatch.setitem(app.config, "TRUSTED_HOSTS", ["parley.example"])
    for path in PROBES:
        assert client.get(path, headers={"Host": host}).status_code == 400, path
    assert client.get("/healthz", headers={"Host": "parley.example"}).status_code == 200
