"""Dashboards of one's own: whose they are, what is a tile, and that tiles show what their reports show."""

import io
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from openpyxl import load_workbook
from sqlalchemy import event, select

from app.accounts.users.models import User
from app.core import clock
from app.core.db.base import db
from app.reports.context import ReportContext
from app.reports.dashboards.models import Dashboard
from app.reports.metrics.written import metric_name
from app.reports.standard.overview import OVERVIEW
from tests.fixtures import hand_counted

As = Callable[..., FlaskClient]
API = "/api/v1/dashboards"
RANGE = "r=2026-02-10..2026-03-09"
CARD = {"report": "dashboard", "figure": "engaged_sessions", "query": ""}
TABLE = {"report": "usage", "figure": "channels", "query": "grp=service"}


@pytest.fixture(autouse=True)
def counted(monkeypatch: pytest.MonkeyPatch, workspace: object) -> dict[str, Any]:
    """The forty sessions, at their moment."""
    monkeypatch.setattr(clock, "now", lambda: hand_counted.NOW)
    return hand_counted.lay()


def create(person: FlaskClient, *tiles: dict[str, str], **more: Any) -> str:
    answer = person.post(API, json={"name": "Mine", "tiles": list(tiles)} | more)
    assert answer.status_code == 201, answer.text
    return f"{API}/{answer.json['id']}"


def tiles(person: FlaskClient, url: str, query: str = RANGE) -> list[dict[str, Any]]:
    answer = person.get(f"{url}/tiles?{query}")
    assert answer.status_code == 200, answer.text
    return list(answer.json["tiles"])


@pytest.mark.parametrize("report", ["dashboard", "usage", "engagement", "groups/service"])
def test_tiles_show_what_their_report_shows(as_: As, report: str) -> None:
    person = as_("admin")
    whole = person.get(f"/api/v1/reports/{report}?{RANGE}&cmp=none").json
    cards = [card["id"] for card in whole["cards"]][:6]
    drawn = [figure["id"] for figure in whole["figures"] if figure["width"]][:6]
    url = create(person, *({"report": report, "figure": f"card:{id_}"} for id_ in cards),
                 *({"report": report, "figure": id_} for id_ in drawn))  # fmt: skip
    items = tiles(person, url, f"{RANGE}&cmp=none")
    assert [tile["card"] for tile in items[: len(cards)]] == whole["cards"][: len(cards)]
    figures = {figure["id"]: figure for figure in whole["figures"]}
    assert [tile["content"] for tile in items[len(cards) :]] == [figures[id_] for id_ in drawn]


def test_figures_of_the_dashboard_have_the_numbers_of_its_parts(as_: As) -> None:
    person = as_("admin")
    names = ("series", "outcomes", "channels", "intents", "heat")
    url = create(person, *({"report": "dashboard", "figure": name} for name in names))
    rows_by_figure = {tile["figure"]: tile["content"]["rows"] for tile in tiles(person, url)}
    whole = person.get(f"/api/v1/reports/dashboard?{RANGE}").json
    assert [row[1:] for row in rows_by_figure["series"]] == [
        [bucket["service"], bucket["sales"], bucket["psf"]] for bucket in whole["series"]["buckets"]
    ]
    assert rows_by_figure["outcomes"] == [
        [item["id"], item["count"], item["share"]] for item in whole["outcomes"]["items"]
    ]
    assert [row[:2] for row in rows_by_figure["channels"]] == [
        [row["channel"], row["sessions"]] for row in whole["channels"]
    ]
    assert [row[0] for row in rows_by_figure["intents"]][:10] == [item["intent"] for item in whole["intents"]["items"]]
    assert [row[1:] for row in rows_by_figure["heat"]] == whole["heat"]["cells"]


def test_the_dashboard_answers_its_figures_unless_they_are_left_out(as_: As) -> None:
    person, url = as_("admin"), f"/api/v1/reports/dashboard?{RANGE}"
    whole, brief = person.get(url).json, person.get(f"{url}&brief=1").json
    assert [figure["id"] for figure in whole["figures"]] == list(OVERVIEW.figures)
    for figure in whole["figures"]:
        assert {len(row) for row in figure["rows"]} <= {len(figure["columns"])}, figure["id"]
        # None of these conversations is an outlet's.
        assert figure["rows"] or figure["marks"] == ["young"] or figure["id"] == "outlets", figure["id"]
    watermarks = {answer.pop("watermark") for answer in (whole, brief)}
    assert len(watermarks) == 2 and whole.pop("figures")[-2:] == brief.pop("figures") and whole == brief


def test_the_dashboard_is_a_workbook_with_a_sheet_for_each_part(as_: As) -> None:
    person = as_("admin")
    whole = person.get(f"/api/v1/reports/dashboard?{RANGE}").json
    answer = person.get(f"/api/v1/reports/dashboard.xlsx?{RANGE}")
    assert answer.status_code == 200 and "dashboard-2026-02-10_2026-03-09.xlsx" in answer.headers["Content-Disposition"]
    book = load_workbook(io.BytesIO(answer.data))
    assert book.sheetnames == [
        "Dashboard", "Key figures", "Engaged sessions", "Outcomes", "Sessions by channel", "Intents",
        "Sessions by weekday and hour", "Outlets", "Unusual days",
    ]  # fmt: skip
    cards = [[cell.value for cell in row] for row in book["Key figures"].iter_rows(min_row=2)]
    assert [row[0] for row in cards] == [metric_name(card["id"], "en") for card in whole["cards"]]
    assert [row[2] for row in cards] == [card["value"] for card in whole["cards"]]
    assert as_("client").get(f"/api/v1/reports/dashboard.xlsx?{RANGE}").status_code == 403


def test_a_tile_narrows_the_page_and_a_range_of_its_own_stays(as_: As) -> None:
    person = as_("admin")
    url = create(person, CARD, CARD | {"query": "grp=service"}, CARD | {"query": "r=2026-02-10..2026-02-20"})
    items = tiles(person, url, f"{RANGE}&ch=web")
    assert [tile["address"] for tile in items] == [
        f"{RANGE}&ch=web", f"grp=service&{RANGE}&ch=web", "r=2026-02-10..2026-02-20&ch=web",
    ]  # fmt: skip
    for tile in items:
        card = person.get(f"/api/v1/reports/dashboard?{tile['address']}").json["cards"][0]
        assert {name: tile["card"][name] for name in ("value", "num")} == {"value": card["value"], "num": card["num"]}
    values = [tile["card"]["value"] for tile in items]
    assert values[0] > values[1] > 0 and values[0] > values[2] > 0


def test_tiles_that_ask_the_same_read_it_once(as_: As, monkeypatch: pytest.MonkeyPatch) -> None:
    person, groups = as_("admin"), list[str]()
    real = ReportContext.__init__

    def counting(self: ReportContext, question: Any, *more: Any) -> None:
        groups.append(question.grp)
        real(self, question, *more)

    url = create(
        person, CARD, CARD | {"figure": "csat"}, CARD | {"figure": "series"}, TABLE, TABLE | {"figure": "bots"}
    )
    monkeypatch.setattr(ReportContext, "__init__", counting)
    statements = list[str]()
    event.listen(db.engine, "before_cursor_execute", lambda *args: statements.append(args[2]))
    tiles(person, url)
    assert groups == ["overall", "service"]
    assert len([sql for sql in statements if "rollup_quarter" in sql or "rollup_day" in sql]) < 16


@pytest.mark.one_database
@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"report": "weather"}, ["report"]),
        ({"figure": "rain"}, ["figure"]),
        # There are figures that no page draws, and metrics of other reports.
        ({"report": "engagement", "figure": "sentiment"}, ["figure"]),
        ({"figure": "card:sessions"}, ["figure"]),
        ({"query": "colour=red"}, ["query"]),
        ({"query": "grp=marketing"}, ["query"]),
        ({"query": "r=2026-02-30..2026-03-01"}, ["query"]),
        ({"query": "tz=Mars/Olympus"}, ["query"]),
        ({"width": "3"}, ["width"]),
    ],
)
def test_what_is_no_tile_is_refused_by_its_path(as_: As, change: dict[str, str], path: list[str]) -> None:
    person = as_("admin")
    answer = person.post(API, json={"name": "Mine", "tiles": [CARD, CARD | change]})
    assert answer.status_code == 422, answer.text
    errors = answer.json["errors"]["tiles"]["1"]
    assert list(errors) == path and all(isinstance(text, str) for text in errors[path[0]])
    assert person.get(API).json["total"] == 0


@pytest.mark.one_database
def test_a_dashboard_has_twelve_tiles_at_most(as_: As) -> None:
    person = as_("admin")
    assert person.post(API, json={"name": "Mine", "tiles": [CARD] * 13}).status_code == 422
    url = create(person, *[CARD] * 11)
    assert person.post(f"{url}/tiles", json=TABLE | {"position": 1}).status_code == 201
    full = person.post(f"{url}/tiles", json=TABLE)
    assert full.status_code == 409 and full.json["code"] == "too_many"
    assert [tile["report"] for tile in person.get(url).json["tiles"]] == ["usage", *["dashboard"] * 11]


def test_tiles_change_places_and_go(as_: As) -> None:
    person = as_("admin")
    url = create(person, CARD, TABLE, CARD | {"figure": "csat"})
    assert person.patch(url, json={"order": "3,1"}).status_code == 428
    answer = person.patch(url, json={"order": "3,1"}, headers={"If-Match": '"1"'})
    assert [tile["figure"] for tile in answer.json["tiles"]] == ["csat", "engaged_sessions"]
    stale = person.patch(url, json={"order": "1"}, headers={"If-Match": '"1"'})
    assert stale.status_code == 412 and stale.json["current"]["revision"] == 2
    for order in ("1,1", "3", "0", "x"):
        refused = person.patch(url, json={"order": order}, headers={"If-Match": '"2"'})
        assert refused.status_code == 422 and list(refused.json["errors"]) == ["order"], order
    renamed = person.patch(url, json={"name": " Week  book ", "shared": True, "tiles": [TABLE]},
                           headers={"If-Match": '"2"'})  # fmt: skip
    assert renamed.json["name"] == "Week book" and renamed.json["tiles"] == [TABLE]
    emptied = person.patch(url, json={"order": ""}, headers={"If-Match": '"3"'})
    assert emptied.json["tiles"] == [] and tiles(person, url) == []
    assert person.delete(url, headers={"If-Match": '"2"'}).status_code == 412
    assert person.delete(url, headers={"If-Match": '"4"'}).status_code == 204
    assert person.get(url).status_code == 404


def test_a_dashboard_is_its_owners_until_it_is_shared_and_theirs_to_change(as_: As) -> None:
    owner, other = as_("subscriber"), as_("subscriber")
    url = create(owner, CARD)
    for path in (url, f"{url}/tiles"):
        assert other.get(path).status_code == 404
    assert owner.patch(url, json={"shared": True}, headers={"If-Match": '"1"'}).status_code == 200
    assert other.get(url).json["own"] is False and other.get(url).json["owner"] == "Subscriber"
    assert [row["own"] for row in other.get(API).json["items"]] == [False]
    assert tiles(other, url)[0]["card"]["value"] == tiles(owner, url)[0]["card"]["value"] > 0
    for answer in (
        other.patch(url, json={"name": "Ours"}, headers={"If-Match": '"2"'}),
        other.delete(url, headers={"If-Match": '"2"'}),
        other.post(f"{url}/tiles", json=CARD),
    ):
        assert answer.status_code == 403 and answer.json["code"] == "not_owner"
    assert as_("editor").get(url).status_code == 403


def test_tiles_are_in_the_readers_scope_and_abilities(as_: As, counted: dict[str, Any]) -> None:
    owner, desk = as_("admin"), str(counted["desk"].id)
    url = create(owner, CARD, TABLE, shared=True)
    part = as_("admin", scope={"bots": [desk]})
    expected = owner.get(f"/api/v1/reports/dashboard?{RANGE}&bot={desk}").json["cards"][0]["value"]
    assert tiles(part, url)[0]["card"]["value"] == expected < tiles(owner, url)[0]["card"]["value"]
    limited = as_("none")
    assert limited.get(f"{url}/tiles").status_code == 403
    user = db.session.scalars(select(User).where(User.auth_role == "none")).one()
    user.extra_abilities = [{"action": "read", "subject": "Dashboard"}]
    db.session.commit()
    card, table = tiles(limited, url)
    assert card["trouble"] == "" and card["card"]["value"] > 0
    assert table["trouble"] == "refused" and table["content"] is table["frame"] is None


def test_a_tile_whose_figure_is_gone_says_so_and_hides_no_other(as_: As) -> None:
    person = as_("admin")
    url = create(person, CARD)
    row = db.session.scalars(select(Dashboard)).one()
    row.tiles = [
        {"report": "weather", "figure": "rain", "query": ""},
        CARD | {"figure": "beauty"},
        CARD | {"query": "grp=marketing"},
        CARD,
    ]
    db.session.commit()
    items = tiles(person, url)
    assert [tile["trouble"] for tile in items] == ["gone", "gone", "invalid", ""]
    assert items[0]["card"] is items[0]["content"] is items[0]["frame"] is None and items[3]["card"]["value"] > 0
