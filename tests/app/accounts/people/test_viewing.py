"""Viewing as someone else: what they see, nothing changed, for a while, written down."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app.accounts.people.viewing import LASTS
from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.core.clock import now
from app.core.db.base import db
from app.core.db.tenancy import within
from tests.conftest import add_person, add_workspace
from tests.factories.audit import audit_events
from tests.factories.mail import do_jobs
from tests.factories.operations import operations

As = Callable[..., FlaskClient]
API = "/api/v1/people"
NO_CREDENTIALS = {"/jwt/login", "/jwt/register", "/jwt/refresh-token"}
"""Calls that take nobody's credentials: they act for nobody who views."""


@pytest.fixture
def admin(as_: As) -> FlaskClient:
    """An administrator."""
    return as_("admin")


def view(admin: FlaskClient, user: User) -> Any:
    """Begin to view as a person."""
    return admin.post(f"{API}/{user.id}/view-as")


def person(role: str = "subscriber", **more: Any) -> User:
    """Someone to view as."""
    user = add_person(role, **more)
    db.session.commit()
    return user


def who(client: FlaskClient) -> str:
    """Whose application a client is shown."""
    return str(client.get("/api/v1/me").json["user"]["email"])


def test_an_administrator_sees_what_a_person_sees_until_they_stop(admin: FlaskClient) -> None:
    user, me = person(), who(admin)
    answer = view(admin, user)
    assert answer.status_code == 200 and answer.json["user"]["full_name"] == user.full_name
    assert who(admin) == user.email and admin.get("/api/v1/audit").status_code == 403
    stopped = admin.post(f"{API}/view-as/end")
    assert stopped.json == {"next": f"/admin/users/{user.number}"} and who(admin) == me
    seen = [(row.action, row.subject_id) for row in audit_events() if row.action.startswith("user:view")]
    assert seen == [("user:view_as", user.id), ("user:view_as_end", user.id)]
    assert admin.post(f"{API}/view-as/end").json == {"next": "/"}, "stopping twice is harmless"


def test_it_ends_by_itself_and_that_is_written_down(app: Flask, admin: FlaskClient) -> None:
    user, me = person(), who(admin)
    view(admin, user)
    with time_machine.travel(now() + LASTS + timedelta(seconds=1)):
        do_jobs(app)
        seen = [(row.action, row.subject_id) for row in audit_events() if row.action.startswith("user:view")]
        assert seen == [("user:view_as", user.id), ("user:view_as_end", user.id)]
    assert who(admin) == me


def test_it_ends_with_time_before_any_job_does(admin: FlaskClient) -> None:
    user = person()
    view(admin, user)
    session = admin.get("/api/v1/me/sessions").json
    assert session["total"] == 0, "their sessions, not the viewer's"
    with time_machine.travel(now() + LASTS - timedelta(minutes=6)):
        assert who(admin) == user.email


def test_every_write_there_is_is_refused(admin: FlaskClient) -> None:
    view(admin, person("admin"))
    tried = 0
    for method, path, _operation, _ in operations():
        if method.upper() in ("GET", "HEAD", "OPTIONS") or path in NO_CREDENTIALS or path == f"{API}/view-as/end":
            continue
        if path.startswith(("/w/", "/o/", "/hooks/")):
            continue  # The widget's calls, recipients of offers and providers prove themselves their own way.
        answer = admin.open(re.sub(r"{\w+}", "1", path.replace("{kind}", "vehicles")), method=method.upper(), json={})
        problem = answer.json.get("error", answer.json)
        assert (answer.status_code, problem["code"]) == (403, "read_only_view"), f"{method} {path}"
        tried += 1
    assert tried > 100


def test_reading_a_chat_marks_nothing_as_read_and_no_seed_is_reported(admin: FlaskClient) -> None:
    user = person()
    view(admin, user)
    assert admin.get("/api/v1/me/second-factor").json["enrolment"] is None
    before = len(audit_events())
    assert admin.get("/apps/chat/chats-and-contacts").status_code == 200
    assert len(audit_events()) == before


@pytest.mark.parametrize("state", ["deleted", "deactivated", "oneself", "other workspace"])
def test_who_cannot_be_viewed_as(admin: FlaskClient, as_: As, state: str) -> None:
    user = person()
    if state == "oneself":
        user = db.session.scalars(select(User).where(User.auth_role == "admin")).one()
    elif state == "other workspace":
        with within(add_workspace("Vela").id):
            stranger_id = person().id
        assert admin.post(f"{API}/{stranger_id}/view-as").status_code == 404
        return
    else:
        setattr(user, f"{state}_at", now())
    db.session.commit()
    assert view(admin, user).status_code == 409


def test_only_administrators_view_and_never_as_someone_with_more_access(as_: As, workspace: Workspace) -> None:
    user = person()
    for role in ("maintainer", "author", "editor", "subscriber", "client", "none"):
        assert view(as_(role), user).status_code == 403
    some = as_("admin", scope={"clients": []})
    # Who sees a part only sees nobody who may see more.
    assert view(some, user).status_code == 404


def test_who_loses_their_rights_meanwhile_is_themselves_again(admin: FlaskClient) -> None:
    user, me = person("maintainer"), db.session.scalars(select(User)).first()
    view(admin, user)
    assert me is not None and who(admin) == user.email
    me.auth_role = "editor"
    db.session.commit()
    assert who(admin) == me.email


def test_a_refusal_and_an_export_are_the_viewers(admin: FlaskClient) -> None:
    me = db.session.scalars(select(User)).one()
    user = person("maintainer")
    view(admin, user)
    assert admin.get("/api/v1/audit").status_code == 403
    refused = [row for row in audit_events() if row.action == "ability:refuse"]
    assert [row.user_id for row in refused] == [me.id]
