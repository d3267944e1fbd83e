"""Forgotten passwords: a link by mail that works once, and no word on which accounts there are."""

import contextvars
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta

import pytest
import time_machine
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select

from app.accounts.auth import service
from app.accounts.auth.models import PasswordReset
from app.accounts.auth.resets import digest_of
from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.core.clock import now
from app.core.db.base import db
from app.core.db.tenancy import everywhere
from app.core.errors import Invalid
from app.core.jobs import Job
from tests.conftest import add_person
from tests.factories.accounts import HERE, PASSWORD, csrf_headers, sign_in
from tests.factories.audit import audit_events
from tests.factories.mail import Post, do_jobs, post_office, text_of

ASK, LOOK, COMPLETE = (f"/api/v1/password-resets{end}" for end in ("", "/link", "/completion"))
NEW = "an entirely new sentence"


@pytest.fixture
def person(workspace: Workspace) -> User:
    """An administrator with a password."""
    return add_person("admin", password=PASSWORD)


@pytest.fixture
def post(app: Flask) -> Iterator[Post]:
    """The mail server of this installation."""
    with post_office(app) as office:
        yield office


def ask(app: Flask, email: str) -> int:
    """Ask for a link from a page; the answer's status."""
    client = app.test_client()
    return client.post(ASK, json={"email": email}, headers=csrf_headers(client, app)).status_code


def token_for(app: Flask, post: Post, email: str) -> str:
    """The token of the link that is mailed to an address."""
    assert ask(app, email) == 202
    do_jobs(app)
    match = re.search(r"http://\S+/pages/reset-password-v1\?token=(\S+)", text_of(post.taken[-1]))
    assert match, text_of(post.taken[-1])
    return match[1]


def complete(client: FlaskClient, token: str, password: str = NEW) -> tuple[int, str | None]:
    """Try to set a password; status and code of the answer."""
    answer = client.post(COMPLETE, json={"token": token, "password": password})
    return answer.status_code, answer.json.get("code")


def fits(person: User, password: str) -> bool:
    """Whether a person signs in by a password."""
    db.session.expire_all()
    try:
        contextvars.copy_context().run(service.authenticate, person.email, password, HERE)
    except Invalid:
        return False
    return True


def test_a_link_sets_a_new_password_and_ends_the_other_sessions(app: Flask, person: User, post: Post) -> None:
    other, _ = sign_in(app, person)
    token = token_for(app, post, f"  {person.email.upper()} ".strip())
    assert post.recipients == [[person.email]]
    client = app.test_client()
    response = client.get(LOOK, query_string={"token": token})
    assert (response.json, response.headers["Cache-Control"]) == ({"state": "open", "email": person.email}, "no-store")
    assert complete(client, token) == (200, None)
    assert other.get("/api/v1/me").status_code == 401
    assert fits(person, NEW) and not fits(person, PASSWORD)
    assert [row.user_id for row in audit_events("user:request_reset")] == [None]
    assert [row.user_id for row in audit_events("user:reset_password")] == [person.id]


def test_it_works_once_for_half_an_hour_and_the_newest_alone(app: Flask, person: User, post: Post) -> None:
    client, old = app.test_client(), token_for(app, post, person.email)
    token = token_for(app, post, person.email)
    assert complete(client, old) == (404, "unknown_link")
    with time_machine.travel(now() + timedelta(minutes=31)):
        assert complete(client, token) == (410, "link_expired")
        assert client.get(LOOK, query_string={"token": token}).json == {"state": "expired", "email": None}
    assert complete(client, token)[0] == 200
    assert complete(client, token, "another long sentence") == (410, "link_used")
    assert fits(person, NEW)


@pytest.mark.parametrize("by", ["password", "address", "admin"])
def test_another_password_or_address_ends_the_links_that_were_mailed(
    app: Flask, person: User, post: Post, as_: Callable[..., FlaskClient], by: str
) -> None:
    token = token_for(app, post, person.email)
    own, _ = sign_in(app, person)
    if by == "password":
        answer = own.post("/api/v1/me/password", json={"password": PASSWORD, "new_password": "a sentence of my own"})
    elif by == "address":
        body, headers = {"email": "new@example.test", "password": PASSWORD}, {"If-Match": "*"}
        assert own.patch("/api/v1/account/general", json=body, headers=headers).status_code == 200
        do_jobs(app)
        confirmation = text_of(post.taken[-1]).partition("?token=")[2].split()[0]
        answer = own.post("/api/v1/account/address-change/confirmation", json={"token": confirmation})
    else:
        body, headers = {"email": "new@example.test"}, {"If-Match": "*"}
        answer = as_("admin").patch(f"/api/v1/people/{person.id}", json=body, headers=headers)
    assert answer.status_code in (200, 204), answer.json
    assert complete(app.test_client(), token) == (404, "unknown_link")


def test_while_the_mail_server_is_away_the_earlier_link_stays_good(app: Flask, person: User, post: Post) -> None:
    token = token_for(app, post, person.email)
    settings = app.config["SETTINGS"]
    app.config["SETTINGS"] = replace(settings, smtp_url="smtp://127.0.0.1:1")
    assert ask(app, person.email) == 202
    do_jobs(app)
    app.config["SETTINGS"] = settings
    with everywhere():
        (row,) = db.session.scalars(select(Job).where(Job.state == "ready"))
        assert (row.kind, row.attempts) == ("password_reset", 0)
    assert len(audit_events("user:request_reset")) == 1
    assert complete(app.test_client(), token) == (200, None)


def test_only_a_digest_is_stored(app: Flask, person: User, post: Post) -> None:
    token = token_for(app, post, person.email)
    row = db.session.scalars(select(PasswordReset)).one()
    assert row.digest == digest_of(token)
    with everywhere():
        assert all(token not in str(job.payload) for job in db.session.scalars(select(Job)))


@pytest.mark.parametrize("who", ["nobody", "inactive", "uninvited", "deleted"])
def test_anyone_who_has_no_account_gets_the_same_answer_and_no_mail(
    app: Flask, workspace: Workspace, post: Post, who: str
) -> None:
    person = add_person("admin", password=None if who == "uninvited" else PASSWORD)
    if who == "inactive":
        person.status = "inactive"
    if who == "deleted":
        person.deleted_at = now()
    address = "nobody@example.test" if who == "nobody" else person.email
    assert ask(app, address) == 202
    # The same rows are written for everybody: what there is to know is looked up by the job.
    assert db.session.scalar(select(func.count()).select_from(Job)) == 1
    do_jobs(app)
    assert not post.taken and db.session.scalar(select(func.count()).select_from(PasswordReset)) == 0


def test_the_request_never_looks_for_the_account(app: Flask, person: User) -> None:
    statements = []
    from sqlalchemy import event

    def note(_conn: object, _cursor: object, statement: str, *_more: object) -> None:
        statements.append(statement)

    event.listen(db.engine, "before_cursor_execute", note)
    try:
        assert ask(app, person.email) == ask(app, "nobody@example.test") == 202
    finally:
        event.remove(db.engine, "before_cursor_execute", note)
    assert statements and not [statement for statement in statements if 'FROM "user"' in statement]


def test_asking_is_limited_by_account_and_by_address(app: Flask, person: User) -> None:
    assert [ask(app, person.email) for _ in range(4)] == [202, 202, 202, 429]
    assert [ask(app, f"n{n}@example.test") for n in range(8)] == [202] * 7 + [429]


def test_guessing_links_is_limited(app: Flask, person: User) -> None:
    client = app.test_client()
    assert {complete(client, f"guess-{n}") for n in range(20)} == {(404, "unknown_link")}
    assert complete(client, "guess-21")[0] == 429


@pytest.mark.parametrize("password", ["short", "password1", "  PASSWORD1 ", "1234567890"])
def test_a_weak_password_is_refused_and_the_link_stays_good(
    app: Flask, person: User, post: Post, password: str
) -> None:
    client, token = app.test_client(), token_for(app, post, person.email)
    answer = client.post(COMPLETE, json={"token": token, "password": password})
    assert (answer.status_code, list(answer.json["errors"])) == (422, ["password"])
    assert complete(client, token)[0] == 200


def test_anyone_who_was_locked_out_gets_in_by_their_new_password(app: Flask, person: User, post: Post) -> None:
    client = app.test_client()
    for _ in range(10):
        client.post(
            "/jwt/login", json={"email": person.email, "password": "wrong"}, environ_base={"REMOTE_ADDR": "::1"}
        )
    assert complete(client, token_for(app, post, person.email))[0] == 200
    assert fits(person, NEW)
