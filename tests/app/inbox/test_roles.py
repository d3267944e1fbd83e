"""Menu, page and calls of the inbox ask for the same, by role and by what is given beyond it."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from app.accounts.users.models import User
from app.core.db.base import db
from app.core.security.abilities import BY_ROLE, can
from tests.factories.inbox import HANDOFFS

As = Callable[..., FlaskClient]
READERS = {"admin", "maintainer"}
PAGES = Path("app/static/build/pages.json")


@pytest.mark.parametrize("role", sorted(set(BY_ROLE) - {"none"}))
def test_a_role_reads_and_answers_or_does_neither(as_: As, role: str) -> None:
    person, expected = as_(role), role in READERS
    assert can(BY_ROLE[role], "read", "Inbox") is can(BY_ROLE[role], "update", "Inbox") is expected
    for path in (HANDOFFS, f"{HANDOFFS}/desk"):
        assert person.get(path).status_code == (200 if expected else 403)
    assert person.post(f"{HANDOFFS}/desk", json={"available": True}).status_code == (200 if expected else 403)


def test_what_is_given_beyond_a_role_opens_it(as_: As) -> None:
    person = as_("author")
    row = db.session.scalars(select(User).where(User.auth_role == "author")).one()
    row.extra_abilities = [{"action": "read", "subject": "Inbox"}]
    db.session.commit()
    assert person.get(HANDOFFS).status_code == 200
    assert person.post(f"{HANDOFFS}/desk", json={"available": True}).status_code == 403
    row.extra_abilities = [{"action": "manage", "subject": "Inbox"}]
    db.session.commit()
    assert person.post(f"{HANDOFFS}/desk", json={"available": True}).status_code == 200


@pytest.mark.skipif(not PAGES.exists(), reason="needs the built pages")
def test_menu_and_pages_ask_for_what_the_calls_ask_for() -> None:
    rows = {row["name"]: row for row in json.loads(PAGES.read_bytes())["pages"]}
    for name in ("inbox", "handoff"):
        assert rows[name]["access"] == {"action": "read", "subject": "Inbox"}
    assert rows["inbox"]["icon"] == "inbox"
