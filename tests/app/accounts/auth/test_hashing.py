"""Work on passwords is slow: nobody holds the database meanwhile, and what was verified must still stand after it."""

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import time_machine
from argon2 import PasswordHasher
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select, update

from app.accounts.auth import passwords
from app.accounts.auth.models import SecondFactor
from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.core.db.base import db
from app.core.db.tenancy import everywhere
from tests import gate
from tests.conftest import add_person
from tests.factories.accounts import CHANGE_PASSWORD, PASSWORD, code, csrf_headers, enrol, log_in, sign_in
from tests.factories.audit import audit_events

FACTOR = "/api/v1/me/second-factor"
NEW = "another long password"


class Slow:
    """The hasher of passwords, which looks around while it works, and lets the test do something meanwhile."""

    def __init__(self, hasher: PasswordHasher) -> None:
        self._hasher = hasher
        self.held: list[bool] = []
        self.meanwhile: Callable[[], None] = lambda: None

    def __getattr__(self, name: str) -> Any:
        work = getattr(self._hasher, name)
        return self._around(work) if name in ("hash", "verify") else work

    def _around(self, work: Callable[..., Any]) -> Callable[..., Any]:
        def look(*args: Any) -> Any:
            self.held.append(db.session().in_transaction() or not gate.is_free())
            meanwhile, self.meanwhile = self.meanwhile, lambda: None
            meanwhile()
            return work(*args)

        return look


@pytest.fixture
def person(workspace: Workspace) -> User:
    """An administrator with a password."""
    return add_person("admin", password=PASSWORD)


@pytest.fixture
def slow(person: User, monkeypatch: pytest.MonkeyPatch) -> Slow:
    """The hasher, watched."""
    slow_hasher = Slow(passwords._hasher)
    monkeypatch.setattr(passwords, "_hasher", slow_hasher)
    return slow_hasher


@pytest.fixture
def still() -> Iterator[time_machine.Traveller]:
    """A clock that does not move."""
    with time_machine.travel("2026-11-20T10:00:05Z", tick=False) as traveller:
        yield traveller


KEYED = pytest.mark.parametrize("headers", [{}, {"Idempotency-Key": "once"}], ids=["plain", "keyed"])


@KEYED
def test_a_new_password_is_hashed_while_nobody_waits(
    app: Flask, person: User, slow: Slow, headers: dict[str, str]
) -> None:
    client, _ = sign_in(app, person)
    answer = client.post(CHANGE_PASSWORD, json={"password": PASSWORD, "new_password": NEW}, headers=headers)
    assert (answer.status_code, slow.held) == (204, [False, False])
    assert log_in(client, person.email, NEW).status_code == 200


@KEYED
def test_a_factor_is_begun_and_removed_while_nobody_waits(
    app: Flask, person: User, slow: Slow, headers: dict[str, str], still: time_machine.Traveller
) -> None:
    client, _ = sign_in(app, person)
    assert client.post(FACTOR, json={"password": PASSWORD}, headers=headers).status_code == 201
    seed, _codes = enrol(person)
    slow.held.clear()
    body = {"password": PASSWORD, "code": code(seed)}
    assert client.post(f"{FACTOR}/removal", json=body, headers=headers).status_code == 204
    assert slow.held == [False]


def test_another_address_is_taken_while_nobody_waits(app: Flask, person: User, slow: Slow) -> None:
    client, _ = sign_in(app, person)
    version = client.get("/api/v1/account").headers["ETag"]
    body = {"email": "new@example.test", "password": PASSWORD}
    answer = client.patch("/api/v1/account/general", json=body, headers={"If-Match": version})
    assert (answer.status_code, answer.json["email"], slow.held) == (200, "new@example.test", [False])


def test_who_signs_in_or_registers_waits_for_nobody(app: Flask, client: FlaskClient, person: User, slow: Slow) -> None:
    browser, _ = sign_in(app, person, kind="cookie")
    body = {"email": person.email, "password": PASSWORD}
    assert browser.post("/api/v1/session", json=body, headers=csrf_headers(browser, app)).status_code == 201
    new = {"email": "new@example.test", "password": PASSWORD, "username": "new"}
    assert client.post("/jwt/register", json=new).status_code == 200
    assert slow.held == [False, False]


@pytest.mark.parametrize(("path", "status"), [("/jwt/register", 200), ("/api/v1/registration", 409)])
@pytest.mark.parametrize("name", ["email", "username"])
def test_names_taken_during_the_hash_are_refused_as_ever(
    app: Flask, client: FlaskClient, person: User, slow: Slow, path: str, status: int, name: str
) -> None:
    body = {"email": "new@example.test", "password": PASSWORD, "username": "new"}
    slow.meanwhile = changing(app, person.id, **{f"{name}_key": body[name]})
    answer = client.post(path, json=body, headers=csrf_headers(client, app))
    sentence = f"This {name} is already in use."
    assert answer.status_code == status
    if status == 200:
        assert answer.json == {"error": {"email": None, "username": None} | {name: sentence}}
    else:
        assert answer.json["errors"] == {name: [sentence]}
    with everywhere():
        assert db.session.scalar(select(func.count(User.id)).where(User.full_name == "new")) == 0


def test_a_hash_is_made_again_at_sign_in_while_nobody_waits(client: FlaskClient, person: User, slow: Slow) -> None:
    person.password_hash = PasswordHasher(time_cost=1, memory_cost=128, parallelism=1).hash(PASSWORD)
    assert log_in(client, person.email).status_code == 200
    assert slow.held == [False, False]
    db.session.refresh(person)
    assert not passwords.needs_rehash(str(person.password_hash))


def changing(app: Flask, person_id: int, **values: Any) -> Callable[[], None]:
    """Something that happens to a person on a connection of its own."""
    statement = update(User).where(User.id == person_id)
    statement = statement.values(revision=User.revision + 1, **values).execution_options(synchronize_session=False)

    def change() -> None:
        with app.app_context(), everywhere():
            db.session.execute(statement)
            db.session.commit()

    def meanwhile() -> None:
        thread = threading.Thread(target=change)
        thread.start()
        thread.join()

    return meanwhile


@pytest.mark.parametrize(
    "values", [{"password_hash": "other", "password_version": 2}, {"status": "inactive"}], ids=["password", "status"]
)
def test_what_was_verified_must_still_stand(app: Flask, person: User, slow: Slow, values: dict[str, Any]) -> None:
    client, _ = sign_in(app, person)
    slow.meanwhile = changing(app, person.id, **values)
    answer = client.post(CHANGE_PASSWORD, json={"password": PASSWORD, "new_password": NEW})
    assert (answer.status_code, answer.json["code"]) == (412, "stale")
    db.session.expire_all()
    assert {name: getattr(person, name) for name in values} == values
    assert not audit_events("user:change_password")


def test_a_wrong_guess_counts_whatever_happens_meanwhile(app: Flask, person: User, slow: Slow) -> None:
    client, _ = sign_in(app, person)
    for _ in range(10):
        slow.meanwhile = changing(app, person.id)
        assert client.post(CHANGE_PASSWORD, json={"password": "wrong", "new_password": NEW}).status_code == 412
    assert client.post(CHANGE_PASSWORD, json={"password": PASSWORD, "new_password": NEW}).status_code == 429


def test_an_old_password_lets_nobody_in_who_is_verified_while_it_changes(
    app: Flask, client: FlaskClient, person: User, slow: Slow
) -> None:
    slow.meanwhile = changing(app, person.id, password_version=2)
    assert log_in(client, person.email).status_code == 400
    assert log_in(client, person.email).status_code == 200


def test_a_repeat_during_slow_work_is_asked_to_come_again(app: Flask, person: User, slow: Slow) -> None:
    client, _ = sign_in(app, person)
    token, answers = client.environ_base["HTTP_AUTHORIZATION"], list[Any]()

    def begin() -> None:
        """The same call, on a connection of its own."""
        repeat = app.test_client()
        repeat.environ_base["HTTP_AUTHORIZATION"] = token
        with app.app_context():
            answers.append(repeat.post(FACTOR, json={"password": PASSWORD}, headers={"Idempotency-Key": "once"}))

    def overtake() -> None:
        thread = threading.Thread(target=begin)
        thread.start()
        thread.join()

    slow.meanwhile = overtake
    begin()
    repeat, first = answers
    assert (first.status_code, repeat.status_code) == (201, 409)
    assert (repeat.json["code"], repeat.headers["Retry-After"]) == ("idempotency_in_progress", "1")
    begin()
    assert (answers[-1].json, answers[-1].headers["Idempotency-Replayed"]) == (first.json, "true")
    assert db.session.scalar(select(func.count()).select_from(SecondFactor)) == 1
    assert len(audit_events("factor:begin")) == 1
