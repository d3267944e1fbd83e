"""What is noted of readers for the time without the database: it ends with their access."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.core.db.base import db
from app.core.db.tenancy import Scope
from app.reports.answers import answer_store
from app.reports.answers.answer_store import Reader, get_reader, note_reader
from tests.conftest import add_person
from tests.factories.accounts import CHANGE_PASSWORD, PASSWORD, sign_in
from tests.factories.conversations import make_bot

API = "/api/v1/people"
REPORT = "/api/v1/reports/usage"


def change_access(admin: FlaskClient, user: User, **access: Any) -> Any:
    """Change what a person may do or see."""
    url = f"{API}/{user.id}/access"
    body = {"role": "author", "abilities": [], "scope": {}} | access
    return admin.put(url, json=body, headers={"If-Match": admin.get(url).headers["ETag"]})


CHANGES: dict[str, Callable[[FlaskClient, FlaskClient, User], Any]] = {
    "role": lambda admin, _, user: change_access(admin, user, role="client"),
    "scope": lambda admin, _, user: change_access(admin, user, scope={"bots": []}),
    "password": lambda _, reader, user: reader.post(
        CHANGE_PASSWORD, json={"password": PASSWORD, "new_password": "an entirely new sentence"}
    ),
    "deactivation": lambda admin, _, user: admin.post(f"{API}/{user.id}/deactivate", json={}),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_reader_is_noted_until_their_access_changes(app: Flask, as_: Callable[..., FlaskClient], change: str) -> None:
    admin, user = as_("admin"), add_person("author", password=PASSWORD)
    reader, session = sign_in(app, user)
    assert reader.get(REPORT).status_code == 200
    noted = get_reader(session.id)
    assert noted is not None and noted.person == user.id
    answer = CHANGES[change](admin, reader, user)
    assert answer.status_code in (200, 204), answer.text
    # A read that began before the change must not bring the note back.
    answer_store.note_reader(session.id, noted)
    assert get_reader(session.id) is None


def test_an_author_is_noted_until_a_bot_has_another_owner(app: Flask, workspace: Any) -> None:
    user = add_person("author", password=PASSWORD)
    bot = make_bot(owner_id=user.id)
    db.session.commit()
    reader, session = sign_in(app, user)
    assert reader.get(REPORT).status_code == 200
    noted = get_reader(session.id)
    assert noted is not None and noted.scope.measured == frozenset({bot.id})
    bot.owner_id = None
    db.session.commit()
    assert get_reader(session.id) is None


def test_the_oldest_answers_go_once_the_file_is_full(
    app: Flask, as_: Callable[..., FlaskClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answer_store, "MOST_BYTES", 256 * 1024)
    # What chance wrote does not compress.
    bodies = [random.Random(number).randbytes(20_000) for number in range(40)]
    for number, body in enumerate(bodies):
        answer_store.store_answers({(number,): body})
    left = [number for number in range(40) if answer_store.get_answer(number) is not None]
    assert left == list(range(left[0], 40)) and 5 <= len(left) < 13


def test_a_file_full_of_readers_keeps_no_answer(
    app: Flask, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    note_reader(7, Reader(7, workspace.id, "bearer", [], Scope()))
    monkeypatch.setattr(answer_store, "MOST_BYTES", 4096)
    answer_store.store_answers({("figures",): b"1"})
    assert answer_store.get_answer("figures") is None
    assert get_reader(7) is not None
