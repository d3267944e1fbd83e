"""The reports of the registry over forty sessions counted by hand."""

import csv
import io
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from openpyxl import load_workbook

from app.core import clock
from app.core.http.workbooks import LONGEST_NAME
from app.core.languages import LANGUAGES, catalogue
from app.reports.context import ReportContext, ReportQuery
from app.reports.metrics.definitions import DASHBOARD, METRICS, SMALL
from app.reports.metrics.definitions import USAGE as USAGE_METRICS
from app.reports.metrics.written import metric_name, report_name
from app.reports.pictures.words import text as figure_text
from app.reports.pictures.words import writer_of
from app.reports.standard import service
from app.reports.standard.overview import OVERVIEW
from app.reports.standard.registry import REPORTS, Column, Content, Figure
from app.web.query import read_query
from app.web.table import TableFile
from tests.fixtures import hand_counted
from tests.fixtures.report_world import make_world

SignIn = Callable[..., FlaskClient]
BUILD = Path("app/static/build")
USAGE = ("sessions", "messages", "channels", "bots", "languages", "detected", "heat", "intents", "flows", "misses",
         "latency", "slow_turns", "cost", "errors", "errors_by_step", "quota")  # fmt: skip
ENGAGEMENT = ("users", "retention", "stickiness", "frequency", "recency", "rfm", "depth", "duration", "csat", "rated",
              "nps", "comments", "sentiment", "sources", "drop_off", "versions")  # fmt: skip

SPEECH = ("calls", "latency", "no_input", "talk", "confidence", "sentiment", "keywords", "keys", "hang_ups",
          "recordings", "transfers", "numbers", "hours")  # fmt: skip


def test_all_metrics_have_the_values_of_their_reports(as_: SignIn) -> None:
    hand_counted.lay()
    reader, query = as_("admin"), "r=2026-02-10..2026-03-09"
    cards = {card["id"]: card for card in reader.get(f"/api/v1/reports/metrics?{query}").json["cards"]}
    assert set(cards) == {metric.id for metric in METRICS}
    for report in ["dashboard", *REPORTS]:
        group = "" if REPORTS.get(report) is None else REPORTS[report].group
        for card in reader.get(f"/api/v1/reports/{report}?{query}").json["cards"] if not group else ():
            mine = cards[card["id"]]
            assert (mine["value"], mine["link"]) == (card["value"], card["link"]), (report, card["id"])
    calls = reader.get(f"/api/v1/reports/metrics?{query}&metric=calls&grp=sales").json["cards"]
    assert [card["id"] for card in calls] == ["calls"]
    known = service.values_of(ReportQuery(), {"Dashboard", "Usage"})["cards"]
    assert {card["id"] for card in known} == {metric.id for metric in (*DASHBOARD, *USAGE_METRICS)}


@pytest.fixture(autouse=True)
def clock_of_the_forty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: hand_counted.NOW)


def figures(name: str, **question: Any) -> dict[str, dict[str, Any]]:
    """The figures of a report over the forty sessions."""
    document = service.document_of(name, ReportQuery(**question), hand_counted.NOW)
    return {figure["id"]: figure for figure in document["figures"]}


def test_people_of_a_day_are_listed_one_by_one(as_: SignIn) -> None:
    hand_counted.lay()
    users, reader = figures("engagement", r="2026-02-10..2026-03-09")["users"], as_("admin")
    assert any(row[1] + row[2] for row in users["rows"])
    for (day, new, returning), link in zip(users["rows"], users["links"], strict=True):
        listing: Any = reader.get(link.replace("/reports/contacts", "/api/v1/contacts")).json
        assert listing["total"] == new + returning, day


@pytest.mark.parametrize(
    ("report", "name"), [("dashboard", "series"), ("groups/service", "bookings"), ("groups/sales", "enquiries")]
)
def test_conversations_of_a_day_are_those_that_its_figure_counts(as_: SignIn, report: str, name: str) -> None:
    hand_counted.lay()
    figure, reader = figures(report, r="2026-02-10..2026-03-09")[name], as_("admin")
    assert any(sum(row[1:]) for row in figure["rows"])
    for (day, *counts), link in zip(figure["rows"], figure["links"], strict=True):
        listing: Any = reader.get(link.replace("/reports/", "/api/v1/", 1)).json
        assert listing["total"] == sum(counts), day


def test_reports_have_the_figures_that_are_relied_on() -> None:
    assert {name: set(report.figures) for name, report in REPORTS.items()} == {
        "usage": set(USAGE),
        "engagement": set(ENGAGEMENT),
        "journey": {"paths", "entries", "exits", "milestones"},
        "speech": set(SPEECH),
        "documents": {
            "questions",
            "kinds",
            "usage",
            "unanswered",
            "citations",
            "ingestion",
            "intake",
            "rejections",
            "accuracy",
            "duplicates",
            "expiring",
        },
        "groups/overall": {"groups", "hierarchy", "scorecard"},
        "groups/service": {"bookings", "lead_time", "advisors", "hierarchy"},
        "groups/sales": {"enquiries", "response_time", "models", "lost_reasons", "hierarchy"},
        "groups/psf": {"due", "due_list", "attempts", "scores", "complaints", "themes", "hierarchy"},
    }


def test_every_row_has_a_value_for_each_column(workspace: Any) -> None:
    hand_counted.lay()
    for name in REPORTS:
        for figure in figures(name, r="2026-02-10..2026-03-09").values():
            width = len(figure["columns"])
            assert {len(row) for row in figure["rows"]} <= {width}, figure["id"]
            assert figure["totals"] is None or len(figure["totals"]) == width, figure["id"]
            small = figure.get("row_small", [[]] * len(figure["rows"]))
            shares = {column["id"] for column in figure["columns"] if column["unit"] == "percent"}
            assert len(small) == len(figure["rows"]) and {name for row in small for name in row} <= shares, figure["id"]
            assert len(figure["links"]) == len(figure["row_marks"]) == len(figure["rows"]), figure["id"]


def test_shares_of_fewer_than_thirty_are_marked(workspace: Any) -> None:
    hand_counted.lay()
    by_id = figures("usage", r="2026-02-10..2026-03-09") | figures("groups/overall", r="2026-02-10..2026-03-09")
    marked = {name for row in by_id["channels"]["row_small"] for name in row}
    assert "csat" in marked and "share" not in marked
    for row, names in zip(by_id["groups"]["rows"], by_id["groups"]["row_small"], strict=True):
        assert row[1] >= SMALL or "resolved_containment_rate" in names


def test_a_figure_is_the_same_as_json_csv_and_sheet(as_: SignIn, workspace: Any) -> None:
    hand_counted.lay()
    reader = as_("admin")
    for name, report in REPORTS.items():
        url = f"/api/v1/reports/{name}"
        document = reader.get(f"{url}?r=2026-02-10..2026-03-09").json
        book = load_workbook(io.BytesIO(reader.get(f"{url}.xlsx?r=2026-02-10..2026-03-09").data))
        sheets = _sheets(book, document)
        about = dict(sheets["about"].iter_rows(values_only=True))
        assert report_name(name, "en") in about and about["From"] == "2026-02-10"
        assert {figure["id"] for figure in document["figures"]} == set(report.figures)
        for figure in document["figures"]:
            answer = reader.get(f"{url}/{figure['id']}.csv?r=2026-02-10..2026-03-09")
            rows = list(csv.reader(io.StringIO(answer.text.removeprefix("\ufeff"))))
            expected = [*figure["rows"], *([figure["totals"]] if figure["totals"] else [])]
            assert rows[0] == [column["id"] for column in figure["columns"]]
            assert rows[1:] == [["" if value is None else str(value) for value in row] for row in expected]
            if figure["id"] not in sheets:
                assert figure["width"] == 0
                continue
            sheet = [list(row) for row in sheets[figure["id"]].iter_rows(min_row=2, values_only=True)]
            assert _numbers(sheet) == _numbers(expected), figure["id"]


def _sheets(book: Any, document: dict[str, Any]) -> dict[str, Any]:
    """The sheets of a workbook by what they are of."""
    figures = [figure["id"] for figure in document["figures"] if figure["width"]]
    return dict(zip(["about", "cards", *figures], book.worksheets, strict=True))


def _numbers(rows: list[list[Any]]) -> list[list[Any]]:
    return [[value for value in row if isinstance(value, (int, float))] for row in rows]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_workbook_speaks_the_readers_language_and_is_read_from_its_side(
    as_: SignIn, workspace: Any, language: str
) -> None:
    hand_counted.lay()
    reader, query, speaks = as_("admin"), "r=2026-02-10..2026-03-09", {"Accept-Language": language}
    words = {key: catalogue(key, language) for key in ("reports", "figures", "channel")}
    for name, report in (REPORTS | {"dashboard": OVERVIEW}).items():
        book = load_workbook(io.BytesIO(reader.get(f"/api/v1/reports/{name}.xlsx?{query}", headers=speaks).data))
        assert {sheet.sheet_view.rightToLeft for sheet in book.worksheets} == {language == "ar"}, name
        document = reader.get(f"/api/v1/reports/{name}?{query}").json
        if report is OVERVIEW:
            document = service.whole_dashboard(ReportQuery(r="2026-02-10..2026-03-09"))
        sheets, writer = _sheets(book, document), writer_of(name, document, language)
        _, _, *figures = sheets
        titles = [report_name(name, language), words["reports"]["cards"], *map(writer.title, figures)]
        assert book.sheetnames == [title.replace("/", " ")[:LONGEST_NAME].strip() for title in titles], name
        assert not set(titles) & set(sheets), name
        heads = [cell.value for figure in figures for cell in sheets[figure][1]]
        assert not [head for head in heads if "_" in head or (language != "en" and head in words["figures"])], name
        rows = list(sheets["cards"].iter_rows(min_row=2, values_only=True))
        assert [row[0] for row in rows] == [metric_name(metric.id, language) for metric in report.metrics][: len(rows)]
    book = load_workbook(io.BytesIO(reader.get(f"/api/v1/reports/usage.xlsx?{query}", headers=speaks).data))
    sheets = _sheets(book, reader.get(f"/api/v1/reports/usage?{query}").json)
    heat = [row[0] for row in sheets["heat"].iter_rows(min_row=2, values_only=True)]
    assert heat == figure_text("weekdays", language).split()
    assert sheets["heat"]["A1"].value == words["figures"]["c.weekday"]
    assert sheets["channels"]["C1"].value == f"{words['figures']['c.share']} (%)"
    channels = {row[0] for row in sheets["channels"].iter_rows(min_row=2, values_only=True)}
    assert channels <= set(words["channel"].values())
    assert sheets["messages"].cell(sheets["messages"].max_row, 1).value == figure_text("total", language)
    expected = catalogue("reports", language)["dataAsOf"].partition("{time}")[2].replace("{zone}", "Asia/Kolkata")
    about = [row[0] for row in sheets["about"].iter_rows(values_only=True)]
    assert any(cell and cell.endswith(expected) for cell in about)


def test_weekdays_are_numbered_in_one_way(as_: SignIn, workspace: Any) -> None:
    hand_counted.lay()
    reader, query = as_("admin"), "r=2026-02-10..2026-03-09"
    tidy = csv.DictReader(io.StringIO(reader.get(f"/api/v1/reports/dashboard/heat.csv?{query}").text.lstrip("\ufeff")))
    own = csv.DictReader(io.StringIO(reader.get(f"/api/v1/reports/usage/heat.csv?{query}").text.lstrip("\ufeff")))
    by_place = {row["dims"]: row["value"] for row in tidy}
    by_head = {f"weekday={row['weekday']};hour={hour}": row[f"{hour:02d}"] for row in own for hour in range(24)}
    assert by_place == by_head


def test_reports_are_for_those_who_may(client: FlaskClient, as_: SignIn) -> None:
    for name in REPORTS:
        url = f"/api/v1/reports/{name}"
        assert client.get(url).status_code == 401
        assert as_("editor").get(url).status_code == 403
        assert as_("client").get(url).status_code == 200
        assert as_("client").get(f"{url}.xlsx").status_code == 403
        assert as_("admin").get(f"{url}/weather.csv").status_code == 404


def test_a_number_is_the_same_wherever_it_is(as_: SignIn, workspace: Any) -> None:
    hand_counted.lay()
    reader, query = as_("admin"), "r=2026-02-10..2026-03-09"
    cards: dict[tuple[str, str], set[Any]] = {}
    pages = [("dashboard", group) for group in ("", "service", "sales", "psf")]
    pages += [(name, report.group) for name, report in REPORTS.items()]
    for name, group in pages:
        filtered = f"&grp={group}" if group and name == "dashboard" else ""
        for card in reader.get(f"/api/v1/reports/{name}?{query}{filtered}").json["cards"]:
            cards.setdefault((group, card["id"]), set()).add((card["value"], card["previous"], card["delta"]))
    assert all(len(values) == 1 for values in cards.values()) and len(cards) > 40


def test_a_figure_is_declared_once_and_is_everywhere(
    as_: SignIn, workspace: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand_counted.lay()
    for name, report in REPORTS.items():
        monkeypatch.setitem(report.figures, "rain", Figure("rain", "bars", (Column("day", "text"), Column("mm")), rain))
        reader, url = as_("admin"), f"/api/v1/reports/{name}"
        content = next(figure for figure in reader.get(url).json["figures"] if figure["id"] == "rain")
        assert content["rows"] == [["Monday", 3]] and content["kind"] == "bars"
        assert reader.get(f"{url}/rain.csv").text.splitlines()[1:] == ["Monday,3"]
        assert "rain" in load_workbook(io.BytesIO(reader.get(f"{url}.xlsx").data)).sheetnames


def rain(_context: ReportContext) -> Content:
    """A figure that no report has."""
    return Content([["Monday", 3]])


@pytest.mark.parametrize("more", ["", "ch=web", "grp=service"])
def test_every_step_of_a_path_opens_its_conversations(as_: SignIn, workspace: Any, more: str) -> None:
    make_world()
    reader = as_("admin")
    (paths,) = [
        figure
        for figure in reader.get(f"/api/v1/reports/journey?r=2026-01-01..2026-12-31&data=all&{more}").json["figures"]
        if figure["id"] == "paths"
    ]
    assert len(paths["rows"]) > 8 or more

    def count(link: str) -> int:
        return int(reader.get(link.replace("/reports/conversations", "/api/v1/conversations")).json["total"])

    last = max(row[0] for row in paths["rows"])
    through = Counter[tuple[int, str | None]]()
    for row, link in zip(paths["rows"], paths["links"], strict=True):
        assert count(link) == row[3], (row, link)
        through[row[0], row[1]] += row[3]
        if row[0] == last:
            through[last + 1, row[2]] += row[3]
    assert {(place["stage"], place["name"]): count(place["link"]) for place in paths["places"]} == through


@pytest.mark.one_database
@pytest.mark.parametrize("more", ["", "ch=web", "bot={bot}&grp=service&ch=web,voice&lang=en&traffic=all&data=all"])
def test_reports_lead_to_addresses_as_pages_write_them(as_: SignIn, workspace: Any, more: str) -> None:
    hand_counted.lay()
    reader, table = as_("admin"), TableFile(BUILD / "pages.json", watch=False).current()
    bot = reader.get("/api/v1/bots").json["items"][0]["id"]
    addresses = set[str]()
    for name in ("dashboard", *REPORTS):
        document = reader.get(f"/api/v1/reports/{name}?r=2026-02-10..2026-03-09&{more.format(bot=bot)}").json
        things = [*document["cards"], *document["figures"]]
        addresses |= {link for thing in things for link in (thing["link"], *thing.get("links", ()))}
    assert len(addresses) > 100
    for address in filter(None, addresses):
        path, _, query = address.partition("#")[0].partition("?")
        match = table.match(path)
        assert match is not None and read_query(match.page, query).canonical == query, address


def test_cards_of_new_and_returning_people_open_them(as_: SignIn, workspace: Any) -> None:
    hand_counted.lay()
    reader = as_("admin")
    cards = reader.get("/api/v1/reports/engagement?r=2026-02-10..2026-03-09").json["cards"]
    by_id = {card["id"]: card for card in cards}
    for name in ("users_active", "users_new", "users_returning"):
        card = by_id[name]
        address = card["link"].replace("/reports/contacts", "/api/v1/contacts")
        assert reader.get(address).json["total"] == card["num"] > 0 and card["opens"] == "people"


def test_files_say_what_they_are_narrowed_to(as_: SignIn) -> None:
    hand_counted.lay()
    reader = as_("admin")

    def name_of(path: str) -> str:
        disposition: str = reader.get(f"/api/v1/reports/{path}").headers["Content-Disposition"]
        return disposition.split('"')[1]

    dates = "2026-02-10_2026-03-09"
    query = "r=2026-02-10..2026-03-09&ch=web,whatsapp&lang=hi&traffic=all"
    end = f"{dates}-ch-web+whatsapp-lang-hi-traffic-all"
    for path in ("usage/channels.csv", "usage.xlsx", "dashboard/cards.csv", "outlets.csv"):
        file, _, kind = path.partition(".")
        assert name_of(f"{path}?{query}") == f"{file.replace('/', '-')}-{end}.{kind}"
    many = "ch=web,whatsapp,telegram,voice,slack"
    steps = "steps=event:started;goal:booked"
    assert name_of(f"journey/funnel.csv?r=2026-02-10..2026-03-09&{steps}&{many}") == (
        f"funnel-{dates}-ch-slack+telegram+voice+2-more.csv"
    )
    # What a report is about by itself is in its name already.
    assert name_of("groups/sales.xlsx?r=2026-02-10..2026-03-09") == f"groups_sales-{dates}.xlsx"
    assert name_of("speech.xlsx?r=2026-02-10..2026-03-09") == f"speech-{dates}.xlsx"
    rows = list(csv.DictReader(io.StringIO(reader.get(f"/api/v1/reports/dashboard/cards.csv?{query}").text)))
    assert rows and all(";ch=web+whatsapp;lang=hi;traffic=all" in row["flags"] for row in rows)
