"""Test traffic never counts: a conversation of the sandbox changes no rollup, no list and no card."""

from collections.abc import Callable
from typing import Any

from flask.testing import FlaskClient
from sqlalchemy import select

from app.core.db.base import Base, db
from app.core.db.tenancy import everywhere
from tests.contract.rows import grow
from tests.factories.bots import create_bot, publish_bot
from tests.factories.sandboxes import SANDBOX, open_sandbox, say

As = Callable[..., FlaskClient]
READS = (
    "/api/v1/reports/dashboard?r=all", "/api/v1/conversations?r=all", "/api/v1/contacts?r=all", "/api/v1/bots",
)  # fmt: skip
OWN = {"sandbox", "sandbox_turn", "bot_case", "bot_case_result", "audit_event", "auth_session", "user", "counter"}
"""Tables that trying a bot and making a case write, and those that any request may."""


def rows() -> dict[str, list[Any]]:
    """All rows of all other tables."""
    with everywhere():
        return {
            table.name: sorted(map(repr, db.session.execute(select(table)).all()))
            for table in Base.metadata.sorted_tables
            if table.name not in OWN
        }


def numbers(person: FlaskClient) -> list[Any]:
    """What lists and cards show."""
    counts = []
    for path in READS:
        answer = person.get(path)
        assert answer.status_code == 200, f"{path}: {answer.text}"
        counts.append({key: value for key, value in answer.json.items() if key not in {"as_of"}})
    return counts


def test_a_conversation_of_the_sandbox_changes_no_rollup_list_or_card(as_: As) -> None:
    grow(3, "a")
    admin = as_("admin")
    bot = create_bot(admin, flow=None, template="service-booking")
    assert publish_bot(admin, bot).status_code == 201
    before, after = rows(), numbers(admin)
    for version in ("working", "live"):
        sandbox = open_sandbox(admin, bot, version=version, now="2026-11-24T10:00:00+05:30")
        for text in ("blue", "book a service", "Vela", "Repair", "KA01AB1234", "tomorrow", "10 am", "9845012345",
                     "yes", "5", "talk to a person", "hello?"):  # fmt: skip
            say(admin, sandbox, text)
        admin.post(f"{SANDBOX}/{sandbox['id']}/messages", json={"agent": "closed"})
        assert admin.post(f"{SANDBOX}/{sandbox['id']}/case", json={"name": "Whole"}).status_code == 201
    assert rows() == before
    assert numbers(admin) == after
