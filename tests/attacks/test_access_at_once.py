"""Access given by several administrators at the same instant: no gift is lost, and each is in force with the next call.

`ACCESS_CHANGES=1000` makes as many of them as `docs/performance.md` tells of.
"""

import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select

from app.accounts.auth import service, tokens
from app.accounts.users.models import User
from app.audit.models import AuditEvent
from app.core.db.base import db
from app.core.security.abilities import ACTIONS, SUBJECTS
from tests.conftest import add_person

THREADS = 16
CHANGES = int(os.environ.get("ACCESS_CHANGES", "96"))
EACH = 32
"""Gifts to one person: each is an ability that they do not have yet."""
SOON = 5.0
PAIRS = [(action, subject) for subject in SUBJECTS for action in ACTIONS if action != "manage"]


def test_no_gift_is_lost_and_each_is_in_force_at_once(app: Flask, as_: Callable[..., FlaskClient]) -> None:
    people = [add_person("none") for _ in range(-(-CHANGES // EACH))]
    givers = [as_("admin") for _ in range(THREADS)]
    bearers = {person.id: _bearer(person) for person in people}
    gifts = [(people[at % len(people)].id, PAIRS[at // len(people)]) for at in range(CHANGES)]
    db.session.commit()
    together, refused, late = threading.Barrier(THREADS, timeout=60), list[str](), list[float]()

    def give_all(at: int) -> None:
        with app.app_context():
            together.wait()
            for person_id, (action, subject) in gifts[at::THREADS]:
                _give(givers[at], person_id, {"action": action, "subject": subject}, refused)
                begun = time.monotonic()
                while {"action": action, "subject": subject} not in _ability(app, bearers[person_id]):
                    assert time.monotonic() - begun < SOON, "a change is not in force after five seconds"
                late.append(time.monotonic() - begun)
            db.session.remove()

    begun = time.monotonic()
    with ThreadPoolExecutor(THREADS) as pool:
        for done in [pool.submit(give_all, at) for at in range(THREADS)]:
            done.result()
    print(
        f"{CHANGES} changes by {THREADS} in {time.monotonic() - begun:.1f} s, in force after {max(late) * 1000:.0f} ms"
    )
    assert refused == []
    db.session.expire_all()
    for person in people:
        expected = sorted(pair for who, pair in gifts if who == person.id)
        row = db.session.get_one(User, person.id)
        assert sorted((ability["action"], ability["subject"]) for ability in row.extra_abilities) == expected
        assert row.revision == 1 + len(expected)
    number_of_changes = select(func.count()).select_from(AuditEvent).where(AuditEvent.action == "user:access")
    assert db.session.scalar(number_of_changes) == CHANGES


def _bearer(person: User) -> str:
    """A token of a person's own."""
    return tokens.access_token(service.open_session(person, "bearer", service.Device("127.0.0.1", "tests")))


def _give(giver: FlaskClient, person_id: int, gift: dict[str, str], refused: list[str]) -> None:
    """Add an ability to those a person has by now, again for as long as someone else was first."""
    address = f"/api/v1/people/{person_id}/access"
    while True:
        now = giver.get(address)
        body = {name: now.json[name] for name in ("role", "scope")} | {"abilities": [*now.json["abilities"], gift]}
        answer = giver.put(address, json=body, headers={"If-Match": now.headers["ETag"]})
        if answer.status_code == 200:
            return
        if answer.status_code not in (412, 429):
            refused.append(f"{answer.status_code}: {answer.text[:200]}")
            return


def _ability(app: Flask, token: str) -> list[dict[str, str]]:
    """What someone may do, as their own next call shows."""
    answer = app.test_client().get("/api/v1/me", headers={"Authorization": f"Bearer {token}"})
    return list(answer.json["user"]["ability"])
