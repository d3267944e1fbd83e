"""One's own password and sessions: changed and ended by their owner alone."""

from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app.accounts.auth import service
from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.core.clock import now
from app.core.db.base import db
from app.core.db.tenancy import within
from app.notifications.models import Notification
from tests.conftest import add_person, add_workspace
from tests.factories.accounts import CHANGE_PASSWORD, HERE, PASSWORD, csrf_headers, sign_in
from tests.factories.audit import audit_events

SESSIONS = "/api/v1/me/sessions"


@pytest.fixture
def person(workspace: Workspace) -> User:
    """An administrator with a password."""
    return add_person("admin", password=PASSWORD)


def test_sessions_are_listed_newest_first_without_those_that_ended(app: Flask, person: User) -> None:
    _, old = sign_in(app, person, "first")
    _, over = sign_in(app, person, "over")
    over.expires_at = now() - timedelta(seconds=1)
    _, outdated = sign_in(app, person, "outdated")
    outdated.password_version -= 1
    sign_in(app, add_person("admin"), "somebody else")
    client, present = sign_in(app, person, "present")
    items = client.get(SESSIONS).json["items"]
    assert [(row["id"], row["current"]) for row in items] == [(str(present.id), True), (str(old.id), False)]
    assert (items[1]["user_agent"], items[1]["ip"], items[1]["kind"]) == ("first", "203.0.113.9", "bearer")


def test_one_session_is_ended_and_not_another_persons(app: Flask, person: User) -> None:
    client, _ = sign_in(app, person)
    other, ended = sign_in(app, person)
    foreign, theirs = sign_in(app, add_person("admin"))
    with within(add_workspace("B").id):
        far, farther = sign_in(app, add_person("admin"))
        foreign_ids = [farther.id]
    foreign_ids.append(theirs.id)
    own = ended.id
    assert client.post(f"{SESSIONS}/{own}/end").status_code == 204
    assert client.post(f"{SESSIONS}/{own}/end").status_code == 404
    for row_id in foreign_ids:
        assert client.post(f"{SESSIONS}/{row_id}/end").status_code == 404
    assert [browser.get("/api/v1/me").status_code for browser in (client, other, foreign, far)] == [200, 401, 200, 200]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"password": "wrong", "new_password": "long enough"}, "password"),
        ({"password": PASSWORD, "new_password": "short"}, "new_password"),
        ({"password": PASSWORD}, "new_password"),
        ({"password": PASSWORD, "new_password": "long enough", "role": "admin"}, "role"),
    ],
)
def test_a_password_that_does_not_fit_changes_nothing(app: Flask, person: User, body: Any, field: str) -> None:
    client, _ = sign_in(app, person)
    before = person.password_hash
    answer = client.post(CHANGE_PASSWORD, json=body)
    assert (answer.status_code, list(answer.json["errors"])) == (422, [field])
    db.session.expire_all()
    assert (person.password_hash, person.password_version) == (before, 1)


def test_guessing_the_password_of_an_open_session_is_limited(app: Flask, person: User) -> None:
    client, _ = sign_in(app, person)
    for _ in range(10):
        assert (
            client.post(CHANGE_PASSWORD, json={"password": "wrong", "new_password": "long enough"}).status_code == 422
        )
    assert client.post(CHANGE_PASSWORD, json={"password": PASSWORD, "new_password": "long enough"}).status_code == 429


def test_guesses_under_a_key_are_limited_and_written_down_like_any(app: Flask, person: User) -> None:
    client, _ = sign_in(app, person)
    for number in range(10):
        body = {"password": "wrong", "new_password": "long enough"}
        assert (
            client.post(CHANGE_PASSWORD, json=body, headers={"Idempotency-Key": f"guess-{number}"}).status_code == 422
        )
    assert client.post(CHANGE_PASSWORD, json={"password": PASSWORD, "new_password": "long enough"}).status_code == 429
    failed = [row for row in audit_events() if row.action in ("session:fail", "session:lock")]
    assert [row.action for row in failed] == ["session:fail"] * 9 + ["session:lock"]
    assert {row.user_id for row in failed} == {person.id} and not audit_events("user:change_password")


def test_a_page_stays_signed_in_through_its_own_change(app: Flask, person: User) -> None:
    client, _ = sign_in(app, person, kind="cookie")
    body = {"password": PASSWORD, "new_password": "long enough"}
    assert client.post(CHANGE_PASSWORD, json=body).status_code == 403  # Without a token of the page.
    assert client.post(CHANGE_PASSWORD, json=body, headers=csrf_headers(client, app)).status_code == 204
    assert client.get("/api/v1/me").status_code == 200
    assert service.authenticate(person.email, "long enough", HERE).id == person.id


def test_ending_all_sessions_leaves_other_peoples_and_those_that_ended(app: Flask, person: User) -> None:
    clients = [sign_in(app, person)[0], sign_in(app, person)[0], sign_in(app, add_person("admin"))[0]]
    _, over = sign_in(app, person)
    over.revoked_at = before = now() - timedelta(hours=1)
    db.session.commit()
    service.close_all_sessions(person)
    db.session.commit()
    assert over.revoked_at == before
    assert [(row.user_id, row.subject_id) for row in audit_events("session:end_all")] == [(person.id, None)]
    assert [client.get("/api/v1/me").status_code for client in clients] == [401, 401, 200]


def test_the_audit_log_says_who_ended_which_session(app: Flask, person: User) -> None:
    _, session = sign_in(app, person)
    service.end_session(person, session.id)
    db.session.commit()
    assert [(row.user_id, row.subject_id) for row in audit_events("session:end")] == [(person.id, session.id)]


def test_each_change_of_the_password_ends_the_other_sessions_and_is_reported(app: Flask, person: User) -> None:
    client, _ = sign_in(app, person)
    for turn, (old, new) in enumerate([(PASSWORD, "the second password"), ("the second password", PASSWORD)], start=2):
        other, _ = sign_in(app, person)
        assert client.post(CHANGE_PASSWORD, json={"password": old, "new_password": new}).status_code == 204
        db.session.expire_all()
        assert (person.password_version, other.get("/api/v1/me").status_code) == (turn, 401)
    notified = db.session.scalars(select(Notification.user_id).where(Notification.kind == "password"))
    assert (client.get("/api/v1/me").status_code, list(notified)) == (200, [person.id])


@pytest.mark.parametrize("path", ["/jwt/register", "/api/v1/registration"])
@pytest.mark.parametrize(
    ("change", "field"), [({"username": "ß" * 60}, "username"), ({"email": "İ" * 200 + "@example.com"}, "email")]
)
def test_a_name_that_grows_without_its_case_is_too_long(
    app: Flask, client: FlaskClient, path: str, change: dict[str, str], field: str
) -> None:
    body = {"email": "new@example.test", "password": PASSWORD, "username": "new"} | change
    answer = client.post(path, json=body, headers=csrf_headers(client, app))
    assert (answer.status_code, list(answer.json["errors"])) == (422, [field])


def test_who_registers_on_a_page_is_signed_in_and_sent_where_to_go(app: Flask, client: FlaskClient) -> None:
    body = {"email": "new@example.test", "password": PASSWORD, "username": "new", "next": "/admin/bots"}
    answer = client.post("/api/v1/registration", json=body, headers=csrf_headers(client, app))
    assert (answer.status_code, answer.json["next"]) == (201, "/admin/bots")
    assert client.get("/api/v1/me").json["user"]["email"] == "new@example.test"
    again = app.test_client()
    refused = again.post("/api/v1/registration", json=body, headers=csrf_headers(again, app))
    assert refused.status_code == 409 and set(refused.json["errors"]) == {"email", "username"}
    elsewhere = body | {"email": "other@example.test", "username": "other", "next": "//elsewhere.test"}
    third = app.test_client()
    assert third.post("/api/v1/registration", json=elsewhere, headers=csrf_headers(third, app)).json["next"] == "/"


def test_a_page_left_open_learns_whose_session_the_browser_has_now(app: Flask, person: User) -> None:
    browser, _ = sign_in(app, person, kind="cookie")
    answer = browser.get("/api/v1/session")
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.json["user"]["id"] == str(person.id) and answer.json["user"]["ability"]
    refused = browser.delete("/api/v1/session", headers={"X-CSRF-Token": "0" * 128})
    assert (refused.status_code, refused.json["code"]) == (403, "csrf")
    ended = browser.delete("/api/v1/session", headers={"X-CSRF-Token": answer.json["csrf"]})
    assert ended.status_code == 204
    assert browser.get("/api/v1/session").status_code == 401


def test_who_signs_in_by_bearer_needs_no_token_and_gets_no_cookie(app: Flask, person: User) -> None:
    client, _ = sign_in(app, person)
    answer = client.get("/api/v1/session")
    assert answer.json["csrf"] == "" and "Set-Cookie" not in answer.headers
