"""Requests that read hold up no writer, also where something of them is written down."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.accounts.auth import routes, service, tokens
from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.audit import service as audit
from app.core.db.base import db
from app.core.errors import answer_problem
from tests import gate
from tests.conftest import add_person
from tests.factories.accounts import HERE


@pytest.fixture
def seen() -> list[bool]:
    """What `looking` has seen."""
    return []


@pytest.fixture
def looking(seen: list[bool]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A function that notes first whether its request only reads."""

    def wrap(work: Callable[..., Any]) -> Callable[..., Any]:
        def look(*args: Any, **kwargs: Any) -> Any:
            seen.append(gate.reads())
            return work(*args, **kwargs)

        return look

    return wrap


def renewing(app: Flask, person: User) -> FlaskClient:
    """A browser whose access token is over, so that its next request moves the session on."""
    session = service.open_session(person, "cookie", HERE)
    client = app.test_client()
    client.set_cookie("refresh", tokens.refresh_token(session, service.idle_time(session)))
    db.session.commit()
    return client


def test_a_call_that_renews_its_session_goes_on_as_a_reader(
    app: Flask, workspace: Workspace, seen: list[bool], looking: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = renewing(app, add_person("admin"))
    monkeypatch.setattr(routes, "_me", looking(routes._me))
    answer = client.get("/api/v1/me")
    assert answer.status_code == 200 and "refresh=" in str(answer.headers)
    assert seen == [True]


def test_a_refused_ability_is_answered_by_a_reader(
    as_: Callable[..., FlaskClient], seen: list[bool], looking: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.core.errors.answer_problem", looking(answer_problem))
    assert as_("subscriber").get("/api/v1/audit").status_code == 403
    assert seen == [True]


def test_a_file_is_made_by_a_reader(
    as_: Callable[..., FlaskClient], seen: list[bool], looking: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit, "as_file", looking(audit.as_file))
    assert as_("admin").get("/api/v1/audit/file").status_code == 200
    assert seen == [True]
    assert gate.is_free()
