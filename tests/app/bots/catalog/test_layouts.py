"""Places of nodes on the canvas: stored apart from the flow, bounded, and by people who may change the bot."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from app.audit.models import AuditEvent
from app.core.db.base import db
from tests.factories.bots import BILINGUAL_FLOW

As = Callable[..., FlaskClient]
URL = "/api/v1/bots"
PLACES = {"hello": [0, 20], "menu": [-240, 160]}


@pytest.fixture
def admin(as_: As) -> FlaskClient:
    """An administrator."""
    return as_("admin")


@pytest.fixture
def bot(admin: FlaskClient) -> str:
    """The id of a bot with the flow."""
    answer = admin.post(URL, json={"name": "Desk", "group": "service", "flow": BILINGUAL_FLOW})
    return str(answer.json["id"])


def put(person: FlaskClient, bot: str, places: Any, revision: int = 0) -> Any:
    """Store places as a person who has seen that revision."""
    return person.put(f"{URL}/{bot}/flow/layout", json={"places": places}, headers={"If-Match": f'"{revision}"'})


def test_places_are_stored_and_come_back_with_their_own_revision(admin: FlaskClient, bot: str) -> None:
    empty = admin.get(f"{URL}/{bot}/flow/layout")
    assert empty.json == {"places": {}} and empty.headers["ETag"] == '"0"'
    assert put(admin, bot, PLACES).headers["ETag"] == '"1"'
    assert put(admin, bot, {"menu": [1, 2]}, 1).json == {"places": {"menu": [1, 2]}}
    answer = admin.get(f"{URL}/{bot}/flow/layout")
    assert answer.json == {"places": {"menu": [1, 2]}} and answer.headers["ETag"] == '"2"'
    actions = db.session.scalars(select(AuditEvent.action).where(AuditEvent.action.startswith("flow:"))).all()
    assert actions == ["flow:arrange", "flow:arrange"]


def test_a_move_is_no_change_of_the_flow(admin: FlaskClient, bot: str) -> None:
    before = admin.get(f"{URL}/{bot}/summary").json
    assert put(admin, bot, PLACES).status_code == 200
    assert admin.get(f"{URL}/{bot}/flow").headers["ETag"] == '"1"'
    assert admin.get(f"{URL}/{bot}/flow").json == BILINGUAL_FLOW
    assert admin.get(f"{URL}/{bot}/summary").json == before


def test_a_stale_writer_gets_the_places_of_now(admin: FlaskClient, bot: str) -> None:
    assert admin.put(f"{URL}/{bot}/flow/layout", json={"places": {}}).status_code == 428
    put(admin, bot, PLACES)
    stale = put(admin, bot, {"menu": [5, 5]})
    assert stale.status_code == 412 and stale.json["current"] == {"places": PLACES}
    assert stale.headers["ETag"] == '"1"'


@pytest.mark.parametrize("places", [
    None, [], {"menu": [1]}, {"menu": [1, 2, 3]}, {"menu": [100_001, 0]}, {"menu": ["left", 0]}, {"a b": [0, 0]},
    {"a\n": [0, 0]}, {f"n{number}": [0, 0] for number in range(2001)},
])  # fmt: skip
def test_other_places_are_refused(admin: FlaskClient, bot: str, places: Any) -> None:
    answer = put(admin, bot, places)
    assert answer.status_code == 422 and "places" in answer.json["errors"]
    assert admin.get(f"{URL}/{bot}/flow/layout").json == {"places": {}}


def test_readers_move_nothing_and_archived_bots_stay_as_they_are(admin: FlaskClient, bot: str, as_: As) -> None:
    assert put(as_("subscriber"), bot, PLACES).status_code in (403, 404)
    revision = admin.get(f"{URL}/{bot}").headers["ETag"]
    assert admin.post(f"{URL}/{bot}/archive", headers={"If-Match": revision}).status_code == 200
    assert put(admin, bot, PLACES).status_code == 409
