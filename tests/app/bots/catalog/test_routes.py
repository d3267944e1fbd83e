"""Bots over the API."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.bots.catalog.models import BotVersion
from app.clients.models import Client
from app.conversations.provenance import Provenance
from app.core import clock
from app.core.db.base import db
from app.ingest import dialogues
from tests.conftest import add_person, add_workspace
from tests.factories.conversations import asked_and_answered, dialogue, make_bot

URL = "/api/v1/bots"
As = Callable[..., FlaskClient]
NEW = {"name": "Service Desk", "group": "service", "language": "hi"}


def test_a_bot_is_created_as_a_draft_and_listed(as_: As) -> None:
    admin = as_("admin")
    answer = admin.post(URL, json=NEW | {"name": "  Service   Desk "})
    assert answer.status_code == 201
    body = answer.json
    assert isinstance(body.pop("id"), str) and isinstance(body["client"].pop("id"), str)
    owner = body.pop("owner")
    assert owner["full_name"] == db.session.get_one(User, int(owner["id"])).full_name
    document = {
        "state": "draft",
        "state_reason": None,
        "client": {"name": "Meridian Motors"},
        "sessions_28d": 0,
        "estimated_28d": 0,
        "live_version": None,
        "live_since": None,
        "languages": ["hi"],
        "next_version": None,
        "session_timeout_s": None,
        "replay_required": False,
        "approvals": 0,
    }
    assert body == NEW | document | {"revision": 1}
    listing = admin.get(URL).json
    assert listing["total"] == 1 and listing["items"][0]["name"] == "Service Desk"
    assert admin.get(f"{URL}/{listing['items'][0]['id']}").json == listing["items"][0]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "   "}, "name"),
        ({"name": "x" * 61}, "name"),
        ({"name": "ß" * 60}, "name"),
        ({"name": None}, "name"),
        ({"name": "a\x00b"}, "name"),
        ({"group": "overall"}, "group"),
        ({"language": "xx"}, "language"),
        ({"client": "123"}, "client"),
        ({"state": "live"}, "state"),
    ],
)
def test_what_does_not_fit_is_refused_by_field(as_: As, change: dict[str, Any], field: str) -> None:
    answer = as_("admin").post(URL, json=NEW | change)
    assert answer.status_code == 422 and list(answer.json["errors"]) == [field]


def test_every_missing_field_is_named_at_once(as_: As) -> None:
    answer = as_("admin").post(URL, json={})
    assert answer.status_code == 422 and sorted(answer.json["errors"]) == ["group", "name"]


def test_a_name_is_taken_once_per_client_whatever_its_case(as_: As) -> None:
    admin = as_("admin")
    admin.post(URL, json=NEW)
    again = admin.post(URL, json=NEW | {"name": "SERVICE desk"})
    assert again.status_code == 409 and list(again.json["errors"]) == ["name"]
    other = Client(name="Vela Cars")
    db.session.add(other)
    db.session.flush()
    assert admin.post(URL, json=NEW | {"client": str(other.id)}).status_code == 201


def test_sixty_characters_are_not_too_many(as_: As) -> None:
    assert as_("admin").post(URL, json=NEW | {"name": "x" * 60}).status_code == 201


def test_sessions_are_those_of_the_last_28_days_and_today(as_: As, workspace: Workspace) -> None:
    bot, today = make_bot(), clock.now()
    for days, traffic in ((0, "real"), (2, "real"), (20, "real"), (20, "test"), (40, "real")):
        spoken = asked_and_answered(today - timedelta(days=days))
        dialogues.store_dialogues([dialogue(spoken, traffic=traffic)], bot=bot, source="t")
    (item,) = as_("admin").get(URL).json["items"]
    assert item["sessions_28d"] == 3


def test_sessions_of_an_import_at_estimated_times_are_sessions(as_: As, workspace: Workspace) -> None:
    """Home says of a bot without any that it is silent; the list of conversations counts those measured."""
    bot, spoken = make_bot(), asked_and_answered(clock.now() - timedelta(days=3))
    dialogues.store_dialogues([dialogue(spoken, provenance=Provenance.IMPORTED)], bot=bot, source="import")
    item = as_("admin").get(URL).json["items"][0]
    assert (item["sessions_28d"], item["estimated_28d"]) == (0, 1)


def test_lists_are_searched_sorted_and_cut(as_: As, workspace: Workspace) -> None:
    for name in ("Alpha 10%", "beta", "Gamma"):
        make_bot(name)
    admin = as_("admin")
    assert [item["name"] for item in admin.get(URL).json["items"]] == ["Alpha 10%", "beta", "Gamma"]
    assert [item["name"] for item in admin.get(URL, query_string={"q": "0%"}).json["items"]] == ["Alpha 10%"]
    assert admin.get(URL, query_string={"sort": "-name"}).json["items"][0]["name"] == "Gamma"
    for query in ({"per": "7"}, {"page": "0"}, {"sort": "state"}, {"colour": "red"}):
        assert admin.get(URL, query_string=query).status_code == 422


@pytest.mark.both
def test_lists_are_narrowed_by_language_and_owner(as_: As) -> None:
    admin = as_("admin")
    desk = admin.post(URL, json=NEW | {"name": "Hindi"}).json
    other = make_bot("English")
    live = make_bot("Both")
    live.live_version = 1
    document = {"languages": ["en", "hi"]}
    db.session.add(BotVersion(bot_id=live.id, number=1, document=document, checksum="", note="", published_name="Asha"))
    db.session.commit()

    def names(**query: str) -> list[str]:
        answer = admin.get(URL, query_string=query)
        return [item["name"] for item in answer.json["items"]]

    assert names(language="hi") == ["Both", "Hindi"] and names(language="ta") == []
    assert names(owner=desk["owner"]["id"]) == ["Hindi"] and names(owner="1") == []
    assert other.name in names(language="en")
    assert admin.get(f"{URL}/owners").json == {"items": [desk["owner"]]}
    for query in ({"language": "xx"}, {"channel": "fax"}, {"owner": "me"}):
        assert admin.get(URL, query_string=query).status_code == 422


@pytest.mark.parametrize(("role", "reads", "creates"), [
    ("maintainer", 200, 201), ("author", 200, 201), ("editor", 200, 403),
    ("subscriber", 403, 403), ("client", 403, 403),
])  # fmt: skip
def test_roles_may_what_they_may(as_: As, role: str, reads: int, creates: int) -> None:
    person = as_(role)
    assert person.get(URL).status_code == reads
    assert person.post(URL, json=NEW).status_code == creates


def test_an_anonymous_visitor_is_asked_to_sign_in(client: FlaskClient) -> None:
    assert client.get(URL).status_code == 401 and client.post(URL, json=NEW).status_code == 401


def test_another_workspaces_bot_is_not_there(as_: As, workspace: Workspace) -> None:
    bot_id = make_bot().id
    stranger = as_("admin", add_workspace("Other"))
    assert stranger.get(f"{URL}/{bot_id}").status_code == 404 and stranger.get(URL).json["total"] == 0
    assert stranger.post(URL, json=NEW).status_code == 201


def test_a_reader_of_some_bots_sees_only_those(as_: As, workspace: Workspace) -> None:
    mine, other = make_bot("Mine"), make_bot("Other")
    mine.owner_id, other.owner_id = add_person("author").id, add_person("author").id
    owner_id = mine.owner_id
    db.session.commit()
    reader = as_("editor", scope={"bots": [str(mine.id)]})
    assert [item["id"] for item in reader.get(f"{URL}/owners").json["items"]] == [str(owner_id)]
    assert [item["name"] for item in reader.get(URL).json["items"]] == ["Mine"]
    assert reader.get(f"{URL}/{other.id}").status_code == 404


@pytest.mark.parametrize("bot_id", ["0", "-1", "abc", str(2**63)])
def test_what_is_no_id_is_not_there(as_: As, bot_id: str) -> None:
    assert as_("admin").get(f"{URL}/{bot_id}").status_code == 404
