"""A client's tree: its counts, what narrows and opens it, its scope, and how many queries it takes."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import event

from app.accounts.workspaces.models import Workspace
from app.clients.models import Client
from app.core import clock
from app.core.db.base import db
from tests.app.clients.making import API, add_city, add_client, add_outlet, add_parent

As = Callable[..., FlaskClient]
HOURS = {"week": {day: [["00:00", "24:00"]] for day in ("mon", "tue", "wed", "thu", "fri", "sat", "sun")}}


@pytest.fixture
def grown(workspace: Workspace) -> Client:
    """Two groups: one with three outlets in two cities, one without any."""
    client = add_client()
    parent, pune, nashik = add_parent(client, code="SUR"), add_city(), add_city("Nashik")
    add_parent(client, "Kaveri Wheels")
    add_outlet(parent, pune, "Baner", code="PUN-BAN", type="sales", hours=HOURS, phones=["+912067124400"])
    add_outlet(parent, pune, "Wakad", code="PUN-WAK", type="service", closed_at=clock.now())
    add_outlet(parent, nashik, "Gangapur", code="NSK-GAN", type="both")
    db.session.commit()
    return client


def tree(visitor: FlaskClient, client: Client, query: str = "") -> Any:
    """The tree's answer."""
    answer = visitor.get(f"{API}/clients/{client.id}/tree{query}")
    assert answer.status_code == 200, answer.json
    return answer.json


def names(body: Any) -> list[str]:
    """The outlets in open branches."""
    return [outlet["name"] for parent in body["parents"] for city in parent["cities"] for outlet in city["outlets"]]


def test_it_holds_everything_with_its_counts(as_: As, grown: Client) -> None:
    body = tree(as_("maintainer"), grown)
    assert names(body) == ["Gangapur", "Baner", "Wakad"] and body["matching"] == 3
    totals = {key: body["totals"][key] for key in ("parents", "cities", "outlets", "open", "closed", "open_now")}
    assert totals == {"parents": 2, "cities": 2, "outlets": 3, "open": 2, "closed": 1, "open_now": 1}
    assert [body["totals"][key] for key in ("no_hours", "no_manager", "no_phone", "moving")] == [1, 2, 1, 0]
    empty, full = body["parents"]
    assert (empty["name"], empty["counts"]["outlets"], empty["cities"]) == ("Kaveri Wheels", 0, [])
    assert (full["city_count"], full["cities"][1]["counts"]["closed"]) == (2, 1)
    baner = full["cities"][1]["outlets"][0]
    assert baner["warnings"] == ["no_manager"] and baner["now"]["open"] and baner["now"]["until"] == "24:00"


def test_an_address_opens_branches(as_: As, grown: Client) -> None:
    reader = as_("maintainer")
    closed = tree(reader, grown, "?open=none")
    group = closed["parents"][1]
    assert names(closed) == [] and group["cities"] == [] and group["counts"]["outlets"] == 3
    opened = tree(reader, grown, f"?open={group['branch']}")["parents"][1]
    assert [(city["name"], city["opened"], city["outlets"]) for city in opened["cities"]] == [
        ("Nashik", False, []),
        ("Pune", False, []),
    ]
    pune = opened["cities"][1]["branch"]
    assert names(tree(reader, grown, f"?open={pune}")) == ["Baner", "Wakad"]
    assert names(tree(reader, grown, f"?open={pune}&each=1")) == ["Baner"]


def test_filters_leave_what_fits_and_the_totals_whole(as_: As, grown: Client) -> None:
    reader = as_("maintainer")
    for query, left in {
        "warning=no_hours": ["Gangapur"], "type=sales": ["Baner"], "state=closed": ["Wakad"], "q=nsk": ["Gangapur"],
        "q=pune+suryodaya": ["Baner", "Wakad"], "q=nothing": [],
    }.items():  # fmt: skip
        body = tree(reader, grown, f"?{query}")
        assert names(body) == left and body["totals"]["outlets"] == 3 and body["matching"] == len(left)
        assert len(body["parents"]) == bool(left)
    for query in ("open=x", "each=0", "warning=x", "more=1"):
        assert reader.get(f"{API}/clients/{grown.id}/tree?{query}").status_code == 422


def test_a_reader_of_one_group_sees_its_outlets_only(as_: As, workspace: Workspace) -> None:
    client = add_client()
    mine, theirs = add_parent(client, "Mine"), add_parent(client, "Theirs")
    pune, nashik = add_city(), add_city("Nashik")
    own = add_outlet(mine, pune, "Own")
    other = add_outlet(theirs, nashik, "Other")
    add_outlet(theirs, pune, "Third")
    reader = as_("maintainer", scope={"parents": [str(mine.id)]})
    body = tree(reader, client)
    assert names(body) == ["Own"] and [parent["name"] for parent in body["parents"]] == ["Mine"]
    assert (body["totals"]["outlets"], body["totals"]["parents"], body["totals"]["cities"]) == (1, 1, 1)
    for path, left in (("outlets", ["Own"]), ("parents", ["Mine"]), ("cities", ["Pune"])):
        items = reader.get(f"{API}/{path}").json["items"]
        assert [item["name"] for item in items] == left, path
        assert path == "cities" or items
    assert reader.get(f"{API}/clients").json["items"][0]["outlets"] == 1
    assert reader.get(f"{API}/cities").json["items"][0]["outlets"] == 1
    for path in (
        f"outlets/{other.id}",
        f"parents/{theirs.id}",
        f"cities/{nashik.id}",
        f"outlets/{other.id}/placements",
    ):
        assert reader.get(f"{API}/{path}").status_code == 404, path
    assert reader.get(f"{API}/outlets/{own.id}").status_code == 200
    groups = {group["id"]: group for group in reader.get("/api/v1/search?q=ow").json["groups"]}
    assert [hit["id"] for hit in groups["outlets"]["hits"]] == [str(own.id)]
    assert "outlets" not in {group["id"] for group in reader.get("/api/v1/search?q=other").json["groups"]}


def test_who_sees_some_outlets_adds_none(as_: As, workspace: Workspace) -> None:
    parent, city = add_parent(add_client()), add_city()
    add_outlet(parent, city)
    admin = as_("admin", scope={"parents": [str(parent.id)]})
    for path, body in (
        ("outlets", {"parent": str(parent.id), "city": str(city.id), "code": "X", "name": "X"}),
        ("parents", {"client": str(parent.client_id), "code": "X", "name": "X"}), ("cities", {"name": "X"}),
    ):  # fmt: skip
        answer = admin.post(f"{API}/{path}", json=body)
        assert (answer.status_code, answer.json["code"]) == (403, "out_of_scope")


def test_its_queries_do_not_grow_with_it(as_: As, grown: Client) -> None:
    reader, seen = as_("maintainer"), list[str]()

    def look(_connection: Any, _cursor: Any, statement: str, *_more: Any) -> None:
        if statement.startswith("SELECT"):
            seen.append(statement)

    def count_reads() -> int:
        seen.clear()
        tree(reader, grown)
        assert reader.get(f"{API}/outlets?per=100").status_code == 200
        return len(seen)

    engine = db.engine
    event.listen(engine, "before_cursor_execute", look)
    try:
        count_reads()
        few = count_reads()
        city = add_city("Surat", "Gujarat")
        for n in range(20):
            parent = add_parent(db.session.get_one(Client, grown.id), f"Group {n}")
            add_outlet(parent, city, f"Outlet {n}")
        assert count_reads() <= few
    finally:
        event.remove(engine, "before_cursor_execute", look)
