"""Changing bots over the API: revisions, names, and what may become of a bot."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.accounts.workspaces.models import Workspace
from app.bots.catalog.models import Bot
from app.core.db.base import db
from tests.conftest import add_workspace
from tests.factories.conversations import make_bot

URL = "/api/v1/bots"
As = Callable[..., FlaskClient]


def write(person: FlaskClient, bot_id: int, event: str = "", revision: int = 1, **body: Any) -> Any:
    """A change or an event on a bot, as a person who has seen that revision."""
    method, path = ("POST", f"{URL}/{bot_id}/{event}") if event else ("PATCH", f"{URL}/{bot_id}")
    return person.open(path, method=method, json=body, headers={"If-Match": f'"{revision}"'})


def test_a_bot_is_read_with_its_version_and_changed_on_it(as_: As) -> None:
    bot, admin = make_bot("Desk"), as_("admin")
    assert admin.get(f"{URL}/{bot.id}").headers["ETag"] == '"1"'
    answer = write(admin, bot.id, name="  Front   desk ", group="sales")
    assert answer.status_code == 200 and answer.headers["ETag"] == '"2"'
    document = {"name": "Front desk", "group": "sales", "language": "en", "revision": 2}
    assert answer.json | document == answer.json == admin.get(f"{URL}/{bot.id}").json
    assert admin.get(URL, query_string={"q": "front"}).json["total"] == 1


def test_a_new_bot_says_where_it_is_and_its_version(as_: As) -> None:
    answer = as_("admin").post(URL, json={"name": "New", "group": "psf"})
    assert answer.headers["Location"] == f"{URL}/{answer.json['id']}" and answer.headers["ETag"] == '"1"'


@pytest.mark.parametrize(("event", "method"), [("", "PATCH"), ("/archive", "POST"), ("/resume", "POST")])
def test_a_write_without_a_version_is_428(as_: As, event: str, method: str) -> None:
    bot = make_bot()
    answer = as_("admin").open(f"{URL}/{bot.id}{event}", method=method, json={})
    assert answer.status_code == 428 and answer.json["code"] == "precondition_required"


def test_a_write_on_an_old_version_is_412_with_the_row_of_now(as_: As) -> None:
    bot, admin = make_bot("Desk"), as_("admin")
    write(admin, bot.id, name="First")
    answer = write(admin, bot.id, name="Second")
    assert answer.status_code == 412 and answer.headers["ETag"] == '"2"'
    assert answer.json["code"] == "stale" and answer.json["current"] == admin.get(f"{URL}/{bot.id}").json
    assert answer.json["current"]["name"] == "First"
    assert write(admin, bot.id, revision=2, name="Second").status_code == 200


def test_any_version_will_do_for_a_star(as_: As) -> None:
    bot = make_bot()
    assert as_("admin").patch(f"{URL}/{bot.id}", json={}, headers={"If-Match": "*"}).status_code == 200


@pytest.mark.parametrize(
    ("change", "field"),
    [({"name": " "}, "name"), ({"name": None}, "name"), ({"group": "all"}, "group"), ({"language": "xx"}, "language"),
     ({"state": "live"}, "state"), ({"client": "1"}, "client")],
)  # fmt: skip
def test_what_does_not_fit_changes_nothing(as_: As, change: dict[str, Any], field: str) -> None:
    bot, admin = make_bot("Desk"), as_("admin")
    answer = write(admin, bot.id, **({"group": "sales"} | change))
    assert answer.status_code == 422 and list(answer.json["errors"]) == [field]
    assert admin.get(f"{URL}/{bot.id}").json["revision"] == 1


def test_a_taken_name_is_refused_and_ones_own_is_not(as_: As) -> None:
    bot, admin = make_bot("Desk"), as_("admin")
    make_bot("Other")
    assert list(write(admin, bot.id, name="OTHER").json["errors"]) == ["name"]
    assert write(admin, bot.id, name="DESK").json["name"] == "DESK"


def test_a_live_bot_is_paused_with_a_reason_and_resumed(as_: As) -> None:
    bot, admin = make_bot(), as_("admin")
    assert list(write(admin, bot.id, "pause").json["errors"]) == ["reason"]
    paused = write(admin, bot.id, "pause", reason="stock-taking")
    assert (paused.json["state"], paused.json["state_reason"]) == ("paused", "stock-taking")
    resumed = write(admin, bot.id, "resume", revision=2)
    assert (resumed.json["state"], resumed.json["state_reason"]) == ("live", None)


def test_a_draft_is_archived_restored_and_has_nothing_to_resume(as_: As) -> None:
    admin = as_("admin")
    bot_id = admin.post(URL, json={"name": "New", "group": "psf"}).json["id"]
    assert write(admin, bot_id, "archive").json["state"] == "archived"
    assert write(admin, bot_id, revision=2, name="Late").status_code == 409
    assert write(admin, bot_id, "restore", revision=2).json["state"] == "paused"
    answer = write(admin, bot_id, "resume", revision=3)
    assert answer.status_code == 409 and answer.json["code"] == "invalid_transition"


ALLOWED = {("live", "pause"), ("paused", "resume"), ("draft", "archive"), ("paused", "archive"),
           ("archived", "restore")}  # fmt: skip


@pytest.mark.parametrize("event", ["pause", "resume", "archive", "restore"])
@pytest.mark.parametrize("state", ["draft", "live", "paused", "draining", "archived"])
def test_every_other_transition_is_409(as_: As, state: str, event: str) -> None:
    bot = make_bot()
    bot.was_live, bot.state = True, state
    db.session.commit()
    answer = write(as_("admin"), bot.id, event, revision=bot.revision, reason="x") if event == "pause" else None
    answer = answer or write(as_("admin"), bot.id, event, revision=db.session.get_one(Bot, bot.id).revision)
    assert answer.status_code == (200 if (state, event) in ALLOWED else 409)
    if answer.status_code == 409:
        assert answer.json["code"] == "invalid_transition"


@pytest.mark.parametrize(("role", "changes", "pauses"), [
    ("maintainer", 200, 200), ("author", 403, 403), ("editor", 403, 403), ("subscriber", 403, 403),
])  # fmt: skip
def test_roles_may_what_they_may(as_: As, role: str, changes: int, pauses: int) -> None:
    bot, person = make_bot(), as_(role)
    assert write(person, bot.id, name="Mine").status_code == changes
    assert write(person, bot.id, "pause", revision=2 if changes == 200 else 1, reason="x").status_code == pauses


def test_another_workspaces_bot_is_not_there_before_anything_else(as_: As, workspace: Workspace) -> None:
    bot = make_bot()
    stranger = as_("admin", add_workspace("Other"))
    assert stranger.patch(f"{URL}/{bot.id}", json={"name": "Mine"}).status_code == 404
    for event in ("pause", "resume", "archive", "restore"):
        assert write(stranger, bot.id, event, revision=9, reason="x").status_code == 404
