"""`/.well-known/security.txt` as RFC 9116 has it."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.core.clock import now
from app.web import seo

PATH = "/.well-known/security.txt"


def test_nobody_named_is_no_file(client: FlaskClient) -> None:
    assert client.get(PATH, headers={"Accept": "text/plain"}).status_code == 404


def test_it_names_a_contact_and_ends_within_a_year(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = seo.site()
    settings = replace(site.settings, security_contact="mailto:security@example.test", public_url="https://p.example")
    monkeypatch.setattr(seo, "site", lambda: replace(site, settings=settings))
    answer = client.get(PATH)
    assert answer.status_code == 200 and answer.content_type == "text/plain; charset=utf-8"
    fields = dict(line.split(": ", 1) for line in answer.text.splitlines())
    assert list(fields) == ["Contact", "Expires", "Preferred-Languages", "Canonical"]
    assert fields["Contact"] == "mailto:security@example.test"
    assert fields["Canonical"] == f"https://p.example{PATH}"
    expires = datetime.fromisoformat(fields["Expires"])
    assert now() + timedelta(days=30) < expires < now() + timedelta(days=365)
