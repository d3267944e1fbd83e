"""Passwords that someone chooses: long enough, and none of those everybody tries first."""

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app.accounts.auth.password_rules import is_common
from app.accounts.workspaces.models import Workspace
from app.core.db.base import db
from app.core.db.tenancy import everywhere
from tests.factories.accounts import csrf_headers

WEAK = ["short", "1234567", "password1", "Password1", "iloveyou1", "  football1 "]


def test_the_list_is_there_and_takes_no_sentence() -> None:
    assert is_common("qwertyuiop") and is_common("QwertyUiop ") and not is_common("a long enough password")


@pytest.mark.parametrize("password", WEAK)
def test_registration_refuses_them_at_the_field(app: Flask, client: FlaskClient, password: str) -> None:
    body = {"email": "new@example.test", "username": "new", "password": password}
    specified = client.post("/jwt/register", json=body)
    ours = client.post("/api/v1/registration", json=body, headers=csrf_headers(client, app))
    for answer in (specified, ours):
        assert (answer.status_code, list(answer.json["errors"])) == (422, ["password"])


def test_used_names_are_still_answered_as_specified(client: FlaskClient, workspace: Workspace) -> None:
    body = {"email": "new@example.test", "username": "new", "password": "a long enough password"}
    assert client.post("/jwt/register", json=body).status_code == 200
    again = client.post("/jwt/register", json=body)
    assert (again.status_code, set(again.json["error"])) == (200, {"email", "username"})


def test_registration_names_the_workspace(app: Flask, client: FlaskClient) -> None:
    body = {
        "email": "n@example.test",
        "username": "new",
        "password": "a long enough password",
        "workspace": " Vela  Cars ",
        "plan": "standard",
    }
    answer = client.post("/api/v1/registration", json=body, headers=csrf_headers(client, app))
    assert (answer.status_code, answer.json["workspace"]["name"]) == (201, "Vela Cars")
    with everywhere():
        assert db.session.scalar(select(Workspace.plan).where(Workspace.name == "Vela Cars")) == "standard"
    answer = client.post("/api/v1/registration", json=body | {"plan": "gold"}, headers=csrf_headers(client, app))
    assert (answer.status_code, list(answer.json["errors"])) == (422, ["plan"])


def test_a_command_refuses_them_too(app: Flask) -> None:
    run = app.test_cli_runner().invoke
    common = ["user", "create", "--email", "a@b.test", "--username", "a", "--password", "password1"]
    assert "most common" in run(args=common).output
    assert "8 characters" in run(args=[*common[:-1], "short"]).output
    for name, value in (("email", "nobody"), ("username", "")):
        words = ["user", "create", "--email", "a@b.test", "--username", "a", "--password", "a long enough password"]
        words[words.index(f"--{name}") + 1] = value
        answer = run(args=words)
        assert answer.exit_code == 1 and f"--{name}: " in answer.output, name
