"""Conversations of a page that belongs to an outlet: who hears of them, and what the bot knows of it."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.clients.models import Outlet
from app.core.db.base import db
from app.core.db.tenancy import within
from tests.app.channels.talking import DESK, Visitor, live, texts, token
from tests.conftest import add_workspace
from tests.factories.places import add_city, add_outlet, add_parent

pytestmark = pytest.mark.both
As = Callable[..., FlaskClient]
GREETING = {"type": "message", "text": {"en": "{{outlet.name}} in {{outlet.city}}"}, "next": "menu"}
PLACED = DESK | {"nodes": DESK["nodes"] | {"hello": GREETING}}


@pytest.fixture
def outlets(workspace: object) -> dict[str, Outlet]:
    """Two outlets of one dealer group."""
    parent, city = add_parent("West"), add_city("Pune")
    outlets_by_name = {name: add_outlet(name, parent, city) for name in ("Baner", "Wakad")}
    db.session.commit()
    return outlets_by_name


def talked(admin: FlaskClient, client: FlaskClient, outlet: Outlet | None) -> tuple[Visitor, dict[str, Any]]:
    """A visitor of a page of an outlet who has asked for a person, and the page's token."""
    bot, _ = live(admin, PLACED)
    more = {"outlet": str(outlet.id)} if outlet else {}
    row = token(admin, bot, **more)
    visitor = Visitor(client, row["token"])
    visitor.choose("person")
    return visitor, row


def test_a_conversation_belongs_to_the_outlet_of_its_page(
    as_: As, client: FlaskClient, outlets: dict[str, Outlet]
) -> None:
    admin = as_("admin")
    visitor, row = talked(admin, client, outlets["Baner"])
    assert row["outlet"] == {"id": str(outlets["Baner"].id), "name": "Baner"}
    assert visitor.events()[0]["text"] == "Baner in Pune"
    (session,) = admin.get("/api/v1/conversations?r=today").json["items"]
    assert session["outlet"] == row["outlet"]


@pytest.mark.parametrize(("name", "seen"), [("Baner", 1), ("Wakad", 0)])
def test_only_those_of_the_outlet_hear_of_it(
    as_: As, client: FlaskClient, outlets: dict[str, Outlet], name: str, seen: int
) -> None:
    talked(as_("admin"), client, outlets["Baner"])
    reader = as_("maintainer", scope={"outlets": [str(outlets[name].id)]})
    waiting = reader.get("/api/v1/handoffs").json
    assert (len(waiting["items"]), waiting["counts"]["requested"]) == (seen, seen)
    assert reader.get("/api/v1/conversations?r=today").json["total"] == seen
    assert reader.get("/api/v1/reports/now").json["waiting"] == seen
    filtered = as_("admin").get(f"/api/v1/reports/now?out=outlet:{outlets[name].id}").json
    assert (filtered["active"], filtered["waiting"]) == (seen, seen)
    (handoff,) = as_("admin").get("/api/v1/handoffs").json["items"]
    assert reader.get(f"/api/v1/handoffs/{handoff['id']}").status_code == (200 if seen else 404)
    assert reader.post(f"/api/v1/handoffs/{handoff['id']}/accept").status_code == (200 if seen else 404)


@pytest.mark.parametrize(("name", "count"), [(None, 1), ("Baner", 1), ("Wakad", 0)])
def test_a_website_says_how_many_conversations_it_had(
    as_: As, client: FlaskClient, outlets: dict[str, Outlet], name: str | None, count: int
) -> None:
    admin = as_("admin")
    _, row = talked(admin, client, outlets["Baner"])
    (session,) = admin.get("/api/v1/conversations?r=today").json["items"]
    reader = as_("maintainer", scope={"outlets": [str(outlets[name].id)]}) if name else admin
    items: Any = reader.get(f"/api/v1/bots/{session['bot']['id']}/tokens").json["items"]
    assert {item["id"]: item["conversations"] for item in items}.pop(row["id"]) == count
    assert {item["conversations"] for item in items if item["id"] != row["id"]} == {0}


def test_people_of_an_outlet_answer_through_its_page(as_: As, client: FlaskClient, outlets: dict[str, Outlet]) -> None:
    visitor, _row = talked(as_("admin"), client, outlets["Baner"])
    agent = as_("maintainer", scope={"outlets": [str(outlets["Baner"].id)]})
    (handoff,) = agent.get("/api/v1/handoffs").json["items"]
    agent.post(f"/api/v1/handoffs/{handoff['id']}/accept")
    assert agent.post(f"/api/v1/handoffs/{handoff['id']}/messages", json={"text": "Hello"}).status_code == 200
    assert visitor.events()[-1]["text"] == "Hello"
    assert texts(visitor.say("Is Saturday free?")) == []
    assert agent.post(f"/api/v1/handoffs/{handoff['id']}/close").json["state"] == "closed"


def test_a_page_without_an_outlet_is_nobodys_part(as_: As, client: FlaskClient, outlets: dict[str, Outlet]) -> None:
    visitor, row = talked(as_("admin"), client, None)
    assert row["outlet"] is None and visitor.events()[0]["text"].strip() == "in"
    for outlet in outlets.values():
        reader = as_("maintainer", scope={"outlets": [str(outlet.id)]})
        assert reader.get("/api/v1/handoffs").json["items"] == []


def test_a_token_gets_another_outlet_or_none(as_: As, outlets: dict[str, Outlet]) -> None:
    admin = as_("admin")
    bot, _ = live(admin)
    row = token(admin, bot, outlet=str(outlets["Baner"].id))
    url = f"/api/v1/bots/{bot}/tokens"

    def change(value: Any) -> Any:
        return admin.patch(f"{url}/{row['id']}", json={"outlet": value}, headers={"If-Match": f'"{row["revision"]}"'})

    row = change(str(outlets["Wakad"].id)).json
    assert row["outlet"]["name"] == "Wakad"
    assert [row["outlet"] for row in admin.get(url).json["items"]] == [row["outlet"], None]
    row = change("").json
    assert row["outlet"] is None


def test_an_outlet_that_the_writer_cannot_see_does_not_exist(as_: As, outlets: dict[str, Outlet]) -> None:
    bot, _ = live(as_("admin"))
    with within(add_workspace("B").id):
        foreign = add_outlet("Foreign", add_parent("Other"), add_city("Delhi")).id
        db.session.commit()
    scoped = as_("maintainer", scope={"outlets": [str(outlets["Wakad"].id)]})
    for writer, outlet in ((as_("admin"), foreign), (scoped, outlets["Baner"].id)):
        body = {"name": "Site", "kind": "web", "outlet": str(outlet)}
        answer = writer.post(f"/api/v1/bots/{bot}/tokens", json=body)
        assert (answer.status_code, list(answer.json["errors"])) == (422, ["outlet"])
