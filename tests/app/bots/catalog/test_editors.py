"""Who edits a bot now: each learns of the others, for as long as they are seen, and of what others have saved."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from flask.testing import FlaskClient

from app.bots.catalog.editors import WINDOW
from app.core import clock
from tests.factories.bots import BILINGUAL_FLOW, create_bot

As = Callable[..., FlaskClient]


@pytest.fixture
def admin(as_: As) -> FlaskClient:
    """An administrator."""
    return as_("admin")


@pytest.fixture
def other(as_: As) -> FlaskClient:
    """Another person who edits bots."""
    return as_("admin")


@pytest.fixture
def bot(admin: FlaskClient) -> str:
    """A bot, as the path of its calls."""
    return f"/api/v1/bots/{create_bot(admin, flow=BILINGUAL_FLOW)}"


def _heard(client: FlaskClient, after: int) -> list[dict[str, str]]:
    return client.get(f"/api/v1/live?after={after}").json["changes"]  # type: ignore[no-any-return]


def _position(client: FlaskClient) -> int:
    return int(client.get("/api/v1/live").json["after"])


def _enter(client: FlaskClient, bot: str) -> list[dict[str, Any]]:
    answer = client.post(f"{bot}/editors")
    assert answer.status_code == 200, answer.text
    return answer.json["items"]  # type: ignore[no-any-return]


def test_each_sees_the_others_and_since_when(admin: FlaskClient, other: FlaskClient, bot: str) -> None:
    begun = clock.now()
    assert _enter(admin, bot) == []
    (seen,) = _enter(other, bot)
    assert seen["since"] >= begun.isoformat()[:19]
    (back,) = admin.get(f"{bot}/summary").json["editors"]
    assert back["name"] and back["id"] != seen["id"]
    assert other.get(f"{bot}/summary").json["editors"] == [seen]


def test_open_editors_hear_who_comes_goes_and_saves(admin: FlaskClient, other: FlaskClient, bot: str) -> None:
    _enter(admin, bot)
    at, number = _position(admin), bot.rpartition("/")[2]
    _enter(other, bot)
    assert _heard(admin, at) == [{"kind": "flow:editors", "subject": number}]
    at = _position(admin)
    _enter(other, bot)
    assert _heard(admin, at) == []
    row = {"path": "nodes/hello/text", "text": {"en": "Hi"}}
    tag = {"If-Match": other.get(f"{bot}/flow").headers["ETag"]}
    assert other.patch(f"{bot}/texts", json={"texts": [row]}, headers=tag).status_code == 200
    assert _heard(admin, at) == [{"kind": "flow:saved", "subject": number}]
    assert _heard(other, at) == []
    at = _position(admin)
    assert other.post(f"{bot}/editors/leave").status_code == 204
    assert other.post(f"{bot}/editors/leave").status_code == 204
    assert _heard(admin, at) == [{"kind": "flow:editors", "subject": number}]
    assert admin.get(f"{bot}/summary").json["editors"] == []


def test_who_is_no_longer_seen_no_longer_edits(admin: FlaskClient, other: FlaskClient, bot: str) -> None:
    _enter(other, bot)
    with time_machine.travel(clock.now() + WINDOW - timedelta(seconds=10), tick=False):
        (first,) = _enter(admin, bot)
    with time_machine.travel(clock.now() + WINDOW + timedelta(seconds=1), tick=False):
        assert _enter(admin, bot) == []
        assert admin.get(f"{bot}/summary").json["editors"] == []
        _enter(other, bot)
        (again,) = _enter(admin, bot)
    assert again["since"] > first["since"]


def test_nobody_hears_of_a_bot_that_only_one_person_edits(admin: FlaskClient, bot: str) -> None:
    at = _position(admin)
    _enter(admin, bot)
    tag = {"If-Match": admin.get(f"{bot}/flow").headers["ETag"]}
    document = BILINGUAL_FLOW | {"restart": {"en": ["again"]}}
    assert admin.put(f"{bot}/flow", json=document, headers=tag).status_code == 200
    assert _position(admin) == at


def test_readers_see_who_edits_and_are_no_editors(admin: FlaskClient, as_: As, bot: str) -> None:
    _enter(admin, bot)
    reader = as_("subscriber")
    assert reader.post(f"{bot}/editors").status_code == 403
    assert reader.post(f"{bot}/editors/leave").status_code == 403


def test_an_archived_bot_is_edited_by_nobody(admin: FlaskClient, bot: str) -> None:
    tag = {"If-Match": admin.get(bot).headers["ETag"]}
    assert admin.post(f"{bot}/archive", headers=tag).status_code == 200
    assert admin.post(f"{bot}/editors").status_code == 409
