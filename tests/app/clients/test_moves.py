"""Moves of outlets: at once, in the past, planned, cancelled, and taking effect by themselves."""

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
import time_machine
from flask.testing import FlaskClient

from app.accounts.workspaces.models import Workspace
from app.clients import moves
from app.clients.models import DealerGroup, Outlet
from app.core.db.base import db
from app.core.db.tenancy import everywhere, within
from tests.app.clients.making import API, add_city, add_client, add_outlet, add_parent, revision, speak

As = Callable[..., FlaskClient]
NOON = datetime(2026, 7, 10, 6, 30, tzinfo=UTC)
"""Noon in Kolkata."""


@pytest.fixture(autouse=True)
def _present() -> Iterator[None]:
    with time_machine.travel(NOON, tick=False):
        yield


@pytest.fixture
def place(workspace: Workspace) -> dict[str, Any]:
    """Two groups of a client, and an outlet that has been with the first since June."""
    client = add_client()
    first, second, city = add_parent(client, "First"), add_parent(client, "Second"), add_city()
    outlet = add_outlet(first, city, created_at=NOON - timedelta(days=400))
    moves.begin(outlet, date(2026, 6, 1), None)
    return {"client": client, "first": first.id, "second": second.id, "city": city, "outlet": outlet.id,
            "url": f"{API}/outlets/{outlet.id}"}  # fmt: skip


def history(visitor: FlaskClient, place: dict[str, Any]) -> list[tuple[str, str, str | None, str]]:
    """The outlet's placements, newest first."""
    items = visitor.get(f"{place['url']}/placements").json["items"]
    return [(item["parent"]["name"], item["valid_from"], item["valid_to"], item["state"]) for item in items]


def move(visitor: FlaskClient, place: dict[str, Any], day: str, parent: str = "second") -> Any:
    """Move the outlet from a day on."""
    return visitor.post(f"{place['url']}/move", json={"parent": str(place[parent]), "from": day, "note": "Bought"})


def swept() -> datetime | None:
    """What the regular work says of the next move."""
    with everywhere():
        return moves.sweep()


def test_a_move_from_today_is_done_at_once(as_: As, place: dict[str, Any]) -> None:
    admin = as_("admin")
    moved = move(admin, place, "2026-07-10")
    assert moved.status_code == 200 and moved.json["parent"]["name"] == "Second" and moved.json["move"] is None
    assert history(admin, place) == [
        ("Second", "2026-07-10", None, "present"),
        ("First", "2026-06-01", "2026-07-09", "past"),
    ]


def test_conversations_stay_with_the_group_of_their_day(as_: As, place: dict[str, Any], workspace: Workspace) -> None:
    begun = [datetime(2026, 7, day, 6, tzinfo=UTC) for day in (5, 8, 9)]
    speak(place["client"], *begun, outlet_id=place["outlet"])
    admin = as_("admin")
    assert move(admin, place, "2026-07-08").status_code == 200
    items = admin.get(f"{place['url']}/placements").json["items"]
    assert [(item["parent"]["name"], item["sessions"]) for item in items] == [("Second", 2), ("First", 1)]


@pytest.mark.parametrize("zone", ["client", "Europe/London"])
def test_reports_keep_sessions_with_the_group_of_their_day(as_: As, place: dict[str, Any], zone: str) -> None:
    """A move entered late leaves the days before it with the former group, in every place that counts."""
    begun = [datetime(2026, 5, 20, 6, tzinfo=UTC), *(datetime(2026, 7, day, 6, tzinfo=UTC) for day in (5, 8, 9))]
    # An hour before and after midnight in Kolkata.
    begun += [datetime(2026, 7, 7, 17, 30, tzinfo=UTC), datetime(2026, 7, 7, 19, 30, tzinfo=UTC)]
    speak(place["client"], *begun, outlet_id=place["outlet"])
    admin = as_("admin")

    def counted(parent: str) -> dict[str, Any]:
        query = f"r=2026-05-01..2026-07-09&tz={zone}&out=parent:{place[parent]}"
        report = admin.get(f"{API}/reports/dashboard?{query}").json
        compared = admin.get(f"{API}/reports/outlets?{query}").json
        tree = admin.get(f"{API}/clients/{place['client'].id}/tree?open=all").json["parents"]
        return {
            "dashboard": report["cards"][0]["value"],
            "list": admin.get(f"{API}/conversations?{query}").json["total"],
            "contacts": len(admin.get(f"{API}/contacts?{query}").json["items"]),
            "outlets": [(item["parent"], item["figures"][0]["value"]) for item in compared["items"]],
            "all": compared["all"][0]["value"],
            "tree": next(row["sessions_28d"] for row in tree if row["id"] == str(place[parent])),
        }

    def of(name: str, count: int, recent: int) -> dict[str, Any]:
        listing = [(name, count)] if count else []
        return {"dashboard": count, "list": count, "contacts": count, "outlets": listing, "all": count, "tree": recent}

    assert (counted("first"), counted("second")) == (of("First", 6, 5), of("Second", 0, 0))
    assert move(admin, place, "2026-07-08").status_code == 200
    assert (counted("first"), counted("second")) == (of("First", 3, 2), of("Second", 3, 3))
    placements = admin.get(f"{place['url']}/placements").json["items"]
    assert [placement["sessions"] for placement in placements] == [3, 3]
    whole = admin.get(f"{API}/reports/outlets?r=2026-05-01..2026-07-09").json["items"]
    assert [(row["parent"], row["figures"][0]["value"]) for row in whole] == [("First → Second", 6)]


def test_a_planned_move_takes_effect_by_itself_when_its_day_begins_there(as_: As, place: dict[str, Any]) -> None:
    admin = as_("admin")
    plan = move(admin, place, "2026-08-01").json
    assert plan["parent"]["name"] == "First"
    assert plan["move"] == {"parent": {"id": str(place["second"]), "name": "Second"}, "from": "2026-08-01"}
    assert history(admin, place)[0] == ("Second", "2026-08-01", None, "planned")
    assert swept() is None and admin.get(place["url"]).json["parent"]["name"] == "First"
    begins = datetime(2026, 7, 31, 18, 30, tzinfo=UTC)
    with time_machine.travel(begins - timedelta(minutes=1), tick=False):
        assert swept() == begins
        assert db.session.get_one(Outlet, place["outlet"]).parent_id == place["first"]
    db.session.rollback()
    with time_machine.travel(begins, tick=False):
        assert swept() is None
        with within(place["client"].workspace_id):
            assert db.session.get_one(Outlet, place["outlet"]).parent_id == place["second"]


def test_a_planned_move_can_be_cancelled_and_is_the_only_one(as_: As, place: dict[str, Any]) -> None:
    admin = as_("admin")
    assert move(admin, place, "2026-08-01").status_code == 200
    again = move(admin, place, "2026-09-01")
    assert (again.status_code, again.json["code"]) == (409, "move_planned")
    assert admin.delete(f"{place['url']}/move").status_code == 428
    back = admin.delete(f"{place['url']}/move", headers=revision(admin, place["url"]))
    assert back.status_code == 200 and back.json["move"] is None
    assert history(admin, place) == [("First", "2026-06-01", None, "present")]
    nothing = admin.delete(f"{place['url']}/move", headers=revision(admin, place["url"]))
    assert (nothing.status_code, nothing.json["code"]) == (409, "invalid_transition")


def test_moves_that_cannot_be(as_: As, place: dict[str, Any]) -> None:
    admin = as_("admin")
    place["other"] = add_parent(add_client("Vela Cars"), "Theirs").id
    for day, parent, field in (
        ("2026-06-01", "second", "from"), ("2040-01-01", "second", "from"), ("yesterday", "second", "from"),
        ("2026-08-01", "first", "parent"), ("2026-08-01", "other", "parent"),
    ):  # fmt: skip
        answer = move(admin, place, day, parent)
        assert answer.status_code == 422 and field in answer.json["errors"], (day, parent)
    assert admin.post(f"{API}/parents/{place['second']}/close", json={}).status_code == 200
    assert move(admin, place, "2026-08-01").json["code"] == "parent_closed"


def test_names_and_codes_are_kept_free_for_what_is_to_come(as_: As, place: dict[str, Any]) -> None:
    admin = as_("admin")
    taken = {"parent": str(place["second"]), "city": str(place["city"].id), "code": "NEW", "name": "BANER"}
    assert move(admin, place, "2026-08-01").status_code == 200
    refused = admin.post(f"{API}/outlets", json=taken)
    assert (refused.status_code, refused.json["code"]) == (409, "name_taken")
    admin.delete(f"{place['url']}/move", headers=revision(admin, place["url"]))
    assert admin.post(f"{API}/outlets", json=taken).status_code == 201
    assert move(admin, place, "2026-08-01").json["code"] == "name_taken"


def test_an_outlet_without_history_has_one_once_it_moves(as_: As, place: dict[str, Any]) -> None:
    admin, bare = as_("admin"), add_outlet(db.session.get_one(DealerGroup, place["first"]), place["city"], "Bare")
    bare.created_at = NOON - timedelta(days=9)
    own = place | {"url": f"{API}/outlets/{bare.id}"}
    assert move(admin, own, "2026-07-09").status_code == 200
    assert [row[1:3] for row in history(admin, own)] == [("2026-07-09", None), ("2026-07-01", "2026-07-08")]
