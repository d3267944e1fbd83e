"""Clocks that disagree: half a minute is forgiven, an ended token is renewed for pages and refused to programs."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from flask import Flask
from flask.testing import FlaskClient

from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from tests.conftest import add_person
from tests.factories.accounts import PASSWORD, csrf_headers

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
PAGE = {"Accept": "text/html"}


@pytest.fixture
def person(workspace: Workspace) -> User:
    """An administrator with a password."""
    return add_person("admin", password=PASSWORD)


def bearer(client: FlaskClient, person: User) -> dict[str, str]:
    """The header of a program that has signed in at NOW."""
    with time_machine.travel(NOW, tick=False):
        answer = client.post("/jwt/login", json={"email": person.email, "password": PASSWORD})
    return {"Authorization": f"Bearer {answer.json['accessToken']}"}


@pytest.mark.parametrize(
    ("seconds", "status"), [(-10, 200), (-29, 200), (-31, 401), (300, 200), (629, 200), (631, 401), (1200, 401)]
)
def test_a_program_is_forgiven_half_a_minute(client: FlaskClient, person: User, seconds: int, status: int) -> None:
    header = bearer(client, person)
    with time_machine.travel(NOW + timedelta(seconds=seconds), tick=False):
        answer = client.get("/api/v1/bots", headers=header)
    assert answer.status_code == status
    if status == 401:
        assert answer.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize(("seconds", "renewed"), [(-10, False), (300, False), (1200, True)])
def test_a_page_outlives_its_access_token(
    app: Flask, client: FlaskClient, person: User, seconds: int, renewed: bool
) -> None:
    with time_machine.travel(NOW, tick=False):
        pair = {"email": person.email, "password": PASSWORD, "keep": True, "next": "/"}
        assert client.post("/api/v1/session", json=pair, headers=csrf_headers(client, app)).status_code == 201
    with time_machine.travel(NOW + timedelta(seconds=seconds), tick=False):
        answer = client.get("/admin/bots", headers=PAGE)
        assert answer.status_code == 200
        assert any(value.startswith("access=") for value in answer.headers.getlist("Set-Cookie")) is renewed
        # What it was given is good at once, by the clock that gave it.
        assert client.get("/api/v1/me").status_code == 200


def test_a_refresh_token_of_a_clock_ahead_is_taken(app: Flask, client: FlaskClient, person: User) -> None:
    with time_machine.travel(NOW, tick=False):
        first = client.post("/jwt/login", json={"email": person.email, "password": PASSWORD}).json
    with time_machine.travel(NOW - timedelta(seconds=10), tick=False):
        answer = client.post("/jwt/refresh-token", json={"refreshToken": first["refreshToken"]})
    assert answer.status_code == 200
