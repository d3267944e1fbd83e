"""Maintenance: everybody is notified, whatever the database does, and probes go on."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.core.clock import now
from app.core.db.base import db
from app.core.http.maintenance import LEAST_SECONDS, USUAL_SECONDS, file_of, notice


@pytest.fixture
def sign(app: Flask) -> Iterator[Path]:
    """The file of maintenance, gone again afterwards."""
    file = file_of(app.config["SETTINGS"])
    notice.init_app(app.config["SETTINGS"])
    yield file
    file.unlink(missing_ok=True)
    notice._look_at = 0.0


def _switch(app: Flask, *words: str) -> None:
    """Run the command, and have the next request look again."""
    result = app.test_cli_runner().invoke(args=["maintenance", *words])
    assert result.exit_code == 0, result.output
    notice._look_at = 0.0


def test_pages_and_calls_are_refused_and_probes_are_not(app: Flask, client: FlaskClient, sign: Path) -> None:
    _switch(app, "on")
    page = client.get("/pages/faq", headers={"Accept": "text/html", "Accept-Language": "hi"})
    assert (page.status_code, page.headers["Retry-After"]) == (503, str(USUAL_SECONDS))
    assert "Parley अपडेट हो रहा है" in page.text
    assert page.headers["X-Request-ID"] in page.text
    call = client.post("/api/v1/session", json={})
    assert (call.status_code, call.json and call.json["code"]) == (503, "maintenance")
    assert client.get("/healthz").status_code == 200
    _switch(app, "off")
    assert client.get("/pages/faq", headers={"Accept": "text/html"}).status_code == 200


def test_the_expected_end_is_reported(app: Flask, client: FlaskClient, sign: Path) -> None:
    _switch(app, "on", "--minutes", "20")
    answer = client.get("/", headers={"Accept": "text/html"})
    assert 1190 <= int(answer.headers["Retry-After"]) <= 1200
    assert "Expected to be over at" in answer.text
    sign.write_text((now() - timedelta(hours=1)).isoformat())
    late = client.get("/", headers={"Accept": "text/html"})
    assert late.headers["Retry-After"] == str(LEAST_SECONDS)
    assert "Expected" not in late.text
    sign.write_text("until tomorrow")
    assert client.get("/").headers["Retry-After"] == str(USUAL_SECONDS)


def test_nobody_asks_the_database(app: Flask, client: FlaskClient, sign: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _switch(app, "on")

    def away(*_arguments: object, **_options: object) -> None:
        raise AssertionError("asked")

    monkeypatch.setattr(db.session, "execute", away)
    monkeypatch.setattr(db.session, "scalar", away)
    monkeypatch.setattr(db.engine, "connect", away)
    answer = client.get("/reports/dashboard", headers={"Accept": "text/html", "Cookie": "access=x; refresh=y"})
    assert answer.status_code == 503
