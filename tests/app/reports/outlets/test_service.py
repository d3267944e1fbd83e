"""Reports narrowed to places, and outlets compared: counted, ranked, for those who may see a part alone too."""

import csv
import io
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal

import pytest
from flask.testing import FlaskClient
from sqlalchemy import event as listening

from app.clients.models import City, DealerGroup, Outlet
from app.core import clock
from app.core.db.base import db
from app.ingest import dialogues
from app.reports.cards.standing import stand
from app.reports.filters.places import PlaceKey, outlets_in
from app.reports.metrics.definitions import BY_ID
from tests.app.clients.making import add_client
from tests.app.clients.making import add_parent as client_parent
from tests.factories.conversations import asked_and_answered, dialogue, event, make_bot
from tests.factories.places import add_city, add_outlet, add_parent

SignIn = Callable[..., FlaskClient]
SIZES = {"Baner": 40, "Wakad": 31, "Andheri": 35, "Bandra": 33, "Thane": 32, "Karjat": 4, "Panvel": 0}
WEST = ("Baner", "Wakad", "Karjat")
"""Outlets of the first dealer group; Andheri and Bandra of the second are in the same city as Thane of the first."""


@dataclass
class World:
    """Two dealer groups in two cities, with outlets of different sizes and one conversation without an outlet."""

    west: DealerGroup
    coast: DealerGroup
    pune: City
    mumbai: City
    outlets: dict[str, Outlet]
    bot: str


@pytest.fixture
def world(workspace: object) -> World:
    bot = make_bot()
    west, coast, pune, mumbai = add_parent("West"), add_parent("Coast"), add_city("Pune"), add_city("Mumbai")
    placed = {
        "Baner": (west, pune), "Wakad": (west, pune), "Karjat": (west, mumbai), "Thane": (west, mumbai),
        "Andheri": (coast, mumbai), "Bandra": (coast, mumbai), "Panvel": (coast, mumbai),
    }  # fmt: skip
    outlets = {name: add_outlet(name, *where) for name, where in placed.items()}
    begun = clock.now() - timedelta(days=3)
    talks = []
    for number, (name, size) in enumerate(SIZES.items()):
        for n in range(size):
            at = begun + timedelta(minutes=n)
            events = asked_and_answered(at)
            # The later an outlet is here, the more of its conversations nobody understands.
            if n < 2 * number:
                events = [event("user", "??", base=at), event("bot", "Sorry?", 1, base=at, cause="no_match")]
            talks.append(dialogue(events, ext_user=f"{name}{n}", outlet_id=outlets[name].id))
    talks.append(dialogue(asked_and_answered(begun), ext_user="nowhere"))
    dialogues.store_dialogues(talks, bot=bot, source="places")
    db.session.commit()
    return World(west, coast, pune, mumbai, outlets, str(bot.id))


def places_text(world: World, *names: str) -> str:
    """Places by their names, as addresses write them."""
    of = {"West": f"parent:{world.west.id}", "Coast": f"parent:{world.coast.id}", "Pune": f"city:{world.pune.id}",
          "Mumbai": f"city:{world.mumbai.id}"}  # fmt: skip
    return ",".join(of.get(name) or f"outlet:{world.outlets[name].id}" for name in names)


def dashboard(reader: FlaskClient, query: str = "") -> tuple[int, dict[str, object]]:
    """The engaged sessions of the dashboard, and the whole of it."""
    answer = reader.get(f"/api/v1/reports/dashboard?{query}")
    assert answer.status_code == 200, answer.text
    return answer.json["cards"][0]["value"], answer.json


def size(*names: str) -> int:
    """How many conversations some outlets have."""
    return sum(SIZES[name] for name in names)


@pytest.mark.parametrize(
    ("places", "outlets"),
    [
        (("Baner",), ("Baner",)),
        (("West",), ("Baner", "Wakad", "Karjat", "Thane")),
        (("Pune",), ("Baner", "Wakad")),
        (("Pune", "Bandra"), ("Baner", "Wakad", "Bandra")),
        (("West", "Mumbai"), tuple(SIZES)),
    ],
)
def test_every_report_is_cut_by_the_same_places(
    as_: SignIn, world: World, places: tuple[str, ...], outlets: tuple[str, ...]
) -> None:
    reader, query = as_("admin"), f"out={places_text(world, *places)}"
    count, whole = dashboard(reader, query)
    listing = reader.get(f"/api/v1/conversations?{query}").json
    people = reader.get(f"/api/v1/contacts?{query}").json
    streamed = reader.get(f"/api/v1/conversations.csv?{query}")
    assert {count, listing["total"], people["total"], int(streamed.headers["X-Total-Count"])} == {size(*outlets)}
    assert sum(bucket["total"] for bucket in whole["series"]["buckets"]) == count
    assert sum(row["sessions"] for row in whole["channels"]) == count
    assert reader.get(whole["cards"][0]["link"].replace("/reports/", "/api/v1/")).json["total"] == count
    table = reader.get(f"/api/v1/reports/outlets?{query}").json
    assert {row["name"] for row in table["items"]} == set(outlets)
    assert table["all"][0]["value"] == count


def test_without_places_all_count_also_those_of_no_outlet(as_: SignIn, world: World) -> None:
    count, whole = dashboard(as_("admin"))
    assert count == size(*SIZES) + 1
    assert whole["filters"]["clipped"] is None and whole["filters"]["out"] == []
    offered = [(place["kind"], place["name"]) for place in whole["options"]["places"]]
    assert offered == [("parent", "Coast"), ("parent", "West"), ("city", "Mumbai"), ("city", "Pune")]


@pytest.mark.parametrize("value", ["9", "client:1", "city:", "city:x", "city:1:2", "city:99999999999999999999"])
def test_a_place_that_cannot_be_read_is_named(as_: SignIn, value: str) -> None:
    for path in ("reports/dashboard", "reports/outlets", "conversations", "contacts"):
        answer = as_("admin").get(f"/api/v1/{path}?out={value}")
        assert (answer.status_code, list(answer.json["errors"])) == (422, ["out"]), answer.text


def test_a_place_that_is_not_there_is_empty(as_: SignIn, world: World) -> None:
    assert dashboard(as_("admin"), "out=city:7")[0] == 0
    assert as_("admin").get("/api/v1/reports/outlets?out=city:7").json["items"] == []


def test_a_link_of_a_person_who_sees_more_is_clipped_and_says_so(as_: SignIn, world: World) -> None:
    mine = [str(world.outlets[name].id) for name in WEST]
    reader = as_("subscriber", scope={"outlets": mine})
    # Another client's outlets are not counted: their number is not the reader's to know.
    theirs = client_parent(add_client("Vela Cars"), "Theirs")
    add_outlet("Elsewhere", theirs, world.pune)
    count, whole = dashboard(reader)
    clipped = whole["filters"]["clipped"]
    ranked = clipped.pop("ranked")
    assert (count, clipped) == (size(*WEST), {"visible": 3, "of": 7})
    table = reader.get(ranked["link"].replace("/reports/", "/api/v1/reports/")).json
    assert ranked["first"] == sorted(row["rank"] for row in table["items"] if row["rank"]) == [1, 2]
    assert (ranked["by"], ranked["of"], ranked["median"]) == tuple(
        table["ranked"][key] for key in ("by", "of", "median")
    )
    count, whole = dashboard(reader, f"out={places_text(world, 'Mumbai')}")
    assert (count, whole["filters"]["clipped"]) == (size("Karjat"), {"visible": 1, "of": 5, "ranked": None})
    count, whole = dashboard(reader, f"out={places_text(world, 'Pune')}")
    assert (count, whole["filters"]["clipped"]) == (size("Baner", "Wakad"), None)
    assert {place["name"] for place in whole["options"]["places"]} == {"West", "Pune", "Mumbai"}
    for path in ("conversations", "contacts"):
        assert reader.get(f"/api/v1/{path}?out={places_text(world, 'Coast')}").json["clipped"] == {
            "visible": 0,
            "of": 3,
            "ranked": None,
        }


def test_ranks_are_the_same_for_every_reader_and_name_nobody(as_: SignIn, world: World) -> None:
    whole = as_("admin").get("/api/v1/reports/outlets?by=fallback_rate").json
    ranks = {row["name"]: row["rank"] for row in whole["items"]}
    assert ranks == {"Baner": 1, "Wakad": 2, "Andheri": 3, "Bandra": 4, "Thane": 5, "Karjat": None, "Panvel": None}
    assert [row["name"] for row in whole["items"]] == list(ranks)
    assert whole["ranked"] == {"by": "fallback_rate", "better": "down", "of": 5, "median": 11.4}
    reader = as_("subscriber", scope={"outlets": [str(world.outlets["Bandra"].id)]})
    seen = reader.get("/api/v1/reports/outlets?by=fallback_rate").json
    assert [(row["name"], row["rank"]) for row in seen["items"]] == [("Bandra", 4)]
    assert seen["ranked"] == whole["ranked"] and seen["filters"]["clipped"] == {"visible": 1, "of": 7, "ranked": None}
    assert not {"Andheri", "Thane", "Pune", "West"} & set(reader.get("/api/v1/reports/outlets").text.split('"'))


def test_among_few_outlets_a_reader_of_one_gets_no_rank(as_: SignIn, world: World) -> None:
    query = "/api/v1/reports/outlets?by=fallback_rate&ch=whatsapp"
    assert as_("admin").get(query).json["ranked"]["of"] == 0
    reader = as_("subscriber", scope={"outlets": [str(world.outlets["Bandra"].id)]})
    assert reader.get(query).json["ranked"] == {"by": "fallback_rate", "better": "down", "of": None, "median": None}


def test_the_table_is_ordered_and_comes_in_pages(as_: SignIn, world: World) -> None:
    reader = as_("admin")

    def names(query: str) -> list[str]:
        return [row["name"] for row in reader.get(f"/api/v1/reports/outlets?{query}").json["items"]]

    assert names("sort=name") == sorted(SIZES)
    assert names("sort=-name") == sorted(SIZES, reverse=True)
    assert names("by=engaged_sessions")[:3] == ["Baner", "Andheri", "Bandra"]
    # Those with too few come last in both directions.
    assert names("by=fallback_rate&sort=-rank")[:2] == ["Thane", "Bandra"]
    assert set(names("by=fallback_rate&sort=-rank")[5:]) == {"Karjat", "Panvel"}
    first = reader.get("/api/v1/reports/outlets?sort=name&per=10").json
    assert (first["total"], first["next"], first["previous"]) == (7, None, None)
    assert reader.get("/api/v1/reports/outlets?per=7").status_code == 422


def test_each_row_leads_to_its_own_conversations_and_dashboard(as_: SignIn, world: World) -> None:
    reader = as_("admin")
    row = reader.get("/api/v1/reports/outlets?sort=name&grp=service").json["items"][1]
    assert row["name"] == "Bandra" and row["dashboard"] == f"/reports/dashboard?grp=service&out=outlet:{row['id']}"
    assert reader.get(row["link"].replace("/reports/", "/api/v1/")).json["total"] == size("Bandra")


def test_the_file_has_every_outlet_with_the_same_numbers(as_: SignIn, world: World) -> None:
    reader = as_("admin")
    answer = reader.get("/api/v1/reports/outlets.csv?sort=name&by=fallback_rate")
    assert 'filename="outlets-' in answer.headers["Content-Disposition"]
    table = reader.get("/api/v1/reports/outlets?sort=name&by=fallback_rate").json
    rows = list(csv.DictReader(io.StringIO(answer.data.decode("utf-8-sig"))))
    assert [row["outlet"] for row in rows] == [row["name"] for row in table["items"]]
    by_name = {row["outlet"]: row for row in rows}
    assert (by_name["Wakad"]["rank"], by_name["Wakad"]["city"], by_name["Wakad"]["fallback_rate_den"]) == (
        "2",
        "Pune",
        "31",
    )
    assert (by_name["Panvel"]["rank"], by_name["Panvel"]["fallback_rate"]) == ("", "")
    assert as_("client").get("/api/v1/reports/outlets.csv").status_code == 403


def test_equal_outlets_share_a_rank() -> None:
    counts = {n: {"engaged": value, "named": 1} for n, value in enumerate((9, 7, 7, 5))}
    standing = stand(BY_ID["engaged_sessions"], counts)
    assert standing.ranks == {0: 1, 1: 2, 2: 2, 3: 4}
    assert (standing.median, standing.of) == (Decimal(7), 4)
    assert stand(BY_ID["engaged_sessions"], {}).median is None


def test_another_workspaces_outlets_are_in_no_place(as_: SignIn, world: World) -> None:
    from app.core.db.tenancy import within
    from tests.conftest import add_workspace

    places: list[PlaceKey] = [("city", world.pune.id), ("outlet", world.outlets["Baner"].id)]
    assert len(db.session.scalars(outlets_in(places)).all()) == 2
    with within(add_workspace("B").id):
        assert db.session.scalars(outlets_in(places)).all() == []


def test_as_many_queries_for_many_outlets_as_for_few(as_: SignIn, world: World) -> None:
    reader = as_("admin")

    def queries() -> int:
        seen = list[str]()
        listening.listen(db.engine, "before_cursor_execute", hears := lambda *a: seen.append(a[2]))
        try:
            reader.get("/api/v1/reports/outlets")
        finally:
            listening.remove(db.engine, "before_cursor_execute", hears)
        return len(seen)

    few = queries()
    for n in range(60):
        add_outlet(f"More {n}", world.west, world.pune)
    db.session.commit()
    assert queries() == few


def test_an_outlet_is_beside_the_others_of_its_group(as_: SignIn, world: World) -> None:
    path = f"/api/v1/reports/outlets/{world.outlets['Wakad'].id}"
    body = as_("admin").get(path).json
    assert body is not None
    figures = {figure["id"]: figure for figure in body["figures"]}
    assert (body["parent"], body["outlets"]) == ("West", 4)
    sessions = figures["engaged_sessions"]
    assert (sessions["value"], sessions["rank"], sessions["of"]) == (31, 3, 4)
    # Half of 31 and 32; counts are whole.
    assert sessions["median"] in (31, 32) and sessions["others"] == [4, 32, 40]
    fallback = figures["fallback_rate"]
    # Karjat has too few: it has no rank, and is not among the others.
    assert (fallback["num"], fallback["den"], fallback["rank"], fallback["of"]) == (2, 31, 2, 3)
    assert fallback["better"] == "down" and len(fallback["others"]) == 2
    table = as_("admin").get(f"/api/v1/reports/outlets?out=outlet:{world.outlets['Wakad'].id}").json
    assert table is not None
    *compared, bookings = body["figures"]
    assert [row["value"] for row in table["items"][0]["figures"]] == [row["value"] for row in compared]
    assert bookings == figures["completion_rate"] | {"id": "bookings"}
    world.outlets["Wakad"].type = "sales"
    db.session.commit()
    body = as_("admin").get(path).json
    assert body is not None and "bookings" not in {figure["id"] for figure in body["figures"]}


def test_a_reader_of_one_outlet_of_a_small_group_learns_nothing_of_the_others(as_: SignIn, world: World) -> None:
    reader = as_("subscriber", scope={"outlets": [str(world.outlets["Baner"].id)]})
    body = reader.get(f"/api/v1/reports/outlets/{world.outlets['Baner'].id}").json
    assert body is not None
    for figure in body["figures"]:
        assert (figure["rank"], figure["of"], figure["median"], figure["others"]) == (None, None, None, [])
    assert body["figures"][0]["value"] == 40
    assert reader.get(f"/api/v1/reports/outlets/{world.outlets['Wakad'].id}").status_code == 404


def outlet_rows(reader: FlaskClient, query: str = "") -> tuple[dict[str, list[object]], dict[str, object]]:
    """The rows of the dashboard's outlets by their names, and the figure."""
    figures = reader.get(f"/api/v1/reports/dashboard?brief=1&{query}").json["figures"]
    (figure,) = [figure for figure in figures if figure["id"] == "outlets"]
    return {row[0]: row[1:] for row in figure["rows"]}, figure


def test_the_dashboard_shows_the_outlets_of_the_table(
    as_: SignIn, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = as_("admin")
    table = reader.get("/api/v1/reports/outlets").json
    rows, figure = outlet_rows(reader)
    known = {item["name"]: item for item in table["items"] if item["figures"][0]["value"]}
    assert list(rows) == list(known)
    for number, (name, (rank, value, beside, sessions)) in enumerate(rows.items()):
        resolved = known[name]["figures"][1]
        assert (rank, sessions, value) == (known[name]["rank"], SIZES[name], resolved["value"])
        assert beside == (None if rank is None else pytest.approx(value - table["ranked"]["median"], abs=0.11))
        assert figure["row_small"][number] == ([] if rank else ["resolved_containment_rate"])
        assert reader.get(figure["links"][number].replace("/reports/", "/api/v1/reports/")).json["cards"][0]["value"]
    assert figure["link"] == "/reports/outlets"
    written = csv.DictReader(io.StringIO(reader.get("/api/v1/reports/dashboard/outlets.csv").text.lstrip("\ufeff")))
    rates = {row["dims"]: row["flags"] for row in written if row["metric"] == "resolved_containment_rate"}
    assert "rank=1;beside_median=" in rates["outlet=Baner"] and "rank" not in rates["outlet=Karjat"]
    # Of more than there is room for: both ends of the ranks, and the largest without one.
    monkeypatch.setattr("app.reports.standard.overview.BEST", 2)
    monkeypatch.setattr("app.reports.standard.overview.WORST", 1)
    names = list(rows)
    few, _ = outlet_rows(reader, "tz=UTC")
    assert list(few) == [*names[:2], names[-2], names[-1]]


def test_outlets_without_a_rank_fill_the_room_of_the_dashboard(
    as_: SignIn, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.reports.standard.overview.BEST", 2)
    monkeypatch.setattr("app.reports.standard.overview.WORST", 1)
    monkeypatch.setattr("app.reports.cards.standing.is_small", lambda _metric, counts: counts["sessions"] < 36)
    rows, _ = outlet_rows(as_("admin"))
    assert [(name, row[0], row[3]) for name, row in rows.items()] == [
        ("Baner", 1, 40), ("Andheri", None, 35), ("Bandra", None, 33), ("Thane", None, 32),
    ]  # fmt: skip


def test_a_reader_of_one_outlet_has_its_rank_and_no_other(as_: SignIn, world: World) -> None:
    whole, _ = outlet_rows(as_("admin"))
    reader = as_("subscriber", scope={"outlets": [str(world.outlets["Bandra"].id)]})
    assert outlet_rows(reader)[0] == {"Bandra": whole["Bandra"]}


def test_among_few_outlets_the_dashboard_has_no_rank_for_a_reader_of_one(
    as_: SignIn, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.reports.cards.standing.FEWEST", 6)
    reader = as_("subscriber", scope={"outlets": [str(world.outlets["Bandra"].id)]})
    rank, value, beside, sessions = outlet_rows(reader)[0]["Bandra"]
    assert (rank, sessions, beside) == (None, SIZES["Bandra"], None) and value is not None
