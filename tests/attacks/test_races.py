"""Every write by several people of a workspace at the same instant: each is answered, none by a failure."""

import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from app.accounts.workspaces.models import Workspace
from app.bots.catalog.models import Goal
from app.core.db.base import db
from tests.endurance import repetitions
from tests.factories.conversations import make_bot
from tests.factories.operations import CATALOGUE_VALUES, PARAMETER, SITE_PATHS, body_of, fill_path, operations

SignIn = Callable[..., FlaskClient]
PEOPLE, ROUNDS = 4, repetitions(1, 2)


def test_every_write_at_once_is_answered(app: Flask, as_: SignIn, workspace: Workspace, owned: dict[str, int]) -> None:
    people = [as_("admin") for _ in range(PEOPLE)]
    together, failed, statuses = threading.Barrier(PEOPLE, timeout=60), list[str](), Counter[int]()
    db.session.commit()

    def ask(person: FlaskClient, method: str, path: str, body: object) -> None:
        with app.app_context():
            together.wait()
            answer = person.open(path, method=method.upper(), json=body, headers={"If-Match": "*"})
            db.session.remove()
        statuses[answer.status_code] += 1
        if answer.status_code >= 500 or b'"overtaken"' in answer.data:
            failed.append(f"{method} {path}: {answer.status_code} {answer.text[:200]}")

    with ThreadPoolExecutor(PEOPLE) as pool:
        for method, path, operation, _ in operations():
            if method == "get" or "/session" in path or path.startswith(SITE_PATHS):
                continue
            # The specified calls count from one.
            known = dict.fromkeys(PARAMETER.findall(path), 1) | CATALOGUE_VALUES | owned
            for _ in range(ROUNDS):
                futures = [
                    pool.submit(ask, person, method, fill_path(path, known), body_of(operation)) for person in people
                ]
                for future in futures:
                    future.result()
    assert failed == []
    assert statuses.total() > 400 and sum(n for status, n in statuses.items() if status < 300) > 60


@pytest.mark.parametrize(
    ("statement", "status"),
    [
        ("UPDATE goal SET bot_id = 7", 409),
        ("INSERT INTO goal SELECT * FROM goal", 409),
        ("UPDATE goal SET name = NULL", 500),
    ],
)
def test_what_someone_else_was_first_with_is_no_failure(
    app: Flask, workspace: Workspace, statement: str, status: int
) -> None:
    """A row referred to that is gone, one that is there already; what no rule foresees stays a failure."""
    db.session.add(Goal(bot_id=make_bot().id, name="booked"))
    db.session.flush()
    with app.test_request_context("/api/v1/bots"), pytest.raises(IntegrityError) as met:
        db.session.execute(text(statement))
    with app.test_request_context("/api/v1/bots"):
        answer = app.make_response(app.handle_user_exception(met.value))
    assert answer.status_code == status
    db.session.rollback()
