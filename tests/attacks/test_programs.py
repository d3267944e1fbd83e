"""A program's token at every operation: accounts, settings, other bots and other workspaces are closed to it."""

from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.accounts.auth.visitors import PROGRAM_CALLS
from app.accounts.workspaces.models import Workspace
from app.core.db.tenancy import within
from app.core.security.abilities import PROGRAM_SCOPES, PROGRAM_WRITES, program_scopes
from app.core.security.limits import limits
from tests.conftest import add_workspace
from tests.contract.rows import grow
from tests.factories.operations import (
    CATALOGUE_VALUES,
    PARAMETER,
    SITE_PATHS,
    call_operation,
    count_rows,
    fill_path,
    operations,
)

SignIn = Callable[..., FlaskClient]
CLOSED = (
    "User",
    "Client",
    "Master",
    "Reference",
    "Pii",
    "Token",
    "Deployment",
    "Export",
    "Audit",
    "Job",
    "Site",
    "all",
)


def program(app: Flask, owner: FlaskClient, bot: int, scopes: list[str]) -> FlaskClient:
    """A client that sends a new token with every request."""
    answer = owner.post(f"/api/v1/bots/{bot}/tokens", json={"name": "CRM", "kind": "api", "scopes": scopes})
    assert answer.status_code == 201, answer.text
    client = app.test_client()
    client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {answer.json['token']}"
    return client


def test_every_operation_asks_a_program_for_its_scope(
    app: Flask, as_: SignIn, workspace: Workspace, owned: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(limits.of, "program", None)
    robot, tried = program(app, as_("admin"), owned["bot_id"], [*PROGRAM_SCOPES]), 0
    before, wrong = count_rows(), list[str]()
    for method, path, operation, _ in operations():
        if not set(PARAMETER.findall(path)) <= {*owned, *CATALOGUE_VALUES} or path.startswith(SITE_PATHS):
            continue
        ability = operation["x-required-ability"]
        needs_scope = ability not in ("public", "signed in") and path.startswith(PROGRAM_CALLS)
        allowed = needs_scope and program_scopes(*ability.split(" ", 1), writes=method != "get")
        if (allowed and method != "get") or (ability == "public" and not path.startswith("/api/v1/")):
            continue
        answer = call_operation(robot, method, fill_path(path, owned), operation)
        if allowed:
            assert answer.status_code not in (401, 403) and answer.status_code < 500, f"{method} {path}"
        else:
            wrong += [f"{method} {path}: {answer.status_code}"] if answer.status_code not in (401, 403) else []
            tried += 1
    assert tried > 150 and not wrong, "\n".join(wrong)
    assert count_rows() == before


def test_no_scope_opens_what_is_not_the_bots(workspace: Workspace) -> None:
    for subject in CLOSED:
        for action in ("read", "create", "update", "delete", "export", "reveal", "manage"):
            assert program_scopes(action, subject, writes=False) == []
    assert {rule["subject"] for scope in PROGRAM_SCOPES.values() for rule in scope if rule["action"] != "read"} <= {
        *PROGRAM_WRITES
    }


def test_another_bot_and_another_workspace_never_were(
    app: Flask, as_: SignIn, workspace: Workspace, owned: dict[str, int]
) -> None:
    place = add_workspace("B")
    with within(place.id):
        grow(1, "b")
    stranger = as_("admin", place)
    theirs = stranger.get("/api/v1/bots").json["items"][0]["id"]
    sibling = [row["id"] for row in as_("admin").get("/api/v1/bots").json["items"] if row["id"] != str(owned["bot_id"])]
    robot = program(app, as_("admin"), owned["bot_id"], [*PROGRAM_SCOPES])
    tried = 0
    for method, path, operation, _ in operations():
        ability = operation["x-required-ability"]
        if "{bot_id}" not in path or not program_scopes(*ability.split(" ", 1), writes=method != "get"):
            continue
        for other in (theirs, sibling[0]):
            answer = call_operation(robot, method, fill_path(path, owned | {"bot_id": int(other)}), operation)
            assert answer.status_code == 404, f"{method} {path}: {answer.status_code}"
            tried += 1
    assert tried > 10
    for other in (theirs, sibling[0]):
        assert robot.post("/api/v1/sandbox", json={"bot": other}).status_code in (404, 422)
        board = robot.get(f"/api/v1/reports/dashboard?r=all&bot={other}").json
        assert not any(card["value"] for card in board["cards"])
