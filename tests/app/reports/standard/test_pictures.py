"""Reports as PDF and figures as PNG: read back, in every language, under the page's own rights."""

import io
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pypdfium2
import pytest
from flask.testing import FlaskClient
from PIL import Image

from app.core.languages import catalogue
from app.reports.metrics.card_words import period_text
from app.reports.metrics.written import report_name, value_text
from app.reports.pictures.figures import draw_figure
from app.reports.pictures.flow import HEIGHT, bands_of, bars_of
from app.reports.pictures.sheet import BOTTOM, ReportSheet
from app.reports.pictures.words import Writer
from app.reports.standard.service import REPORTS
from tests.documents import written
from tests.fixtures import hand_counted

pytestmark = pytest.mark.one_database

SignIn = Callable[..., FlaskClient]
URL = "/api/v1/reports"
RANGE = "r=2026-02-10..2026-03-09"


def letters(text: str) -> set[str]:
    return {letter for letter in text if letter.isalpha()}


@pytest.mark.parametrize("report", ["dashboard", *REPORTS])
def test_every_report_comes_as_pages_with_all_its_figures(as_: SignIn, report: str) -> None:
    hand_counted.lay()
    answer = as_("admin").get(f"{URL}/{report}.pdf?{RANGE}")
    assert answer.status_code == 200 and answer.content_type == "application/pdf"
    assert f'{report.replace("/", "_")}-2026-02-10_2026-03-09.pdf"' in answer.headers["Content-Disposition"]
    text = written(answer.data)
    assert report_name(report, "en") in text and "2026-02-10 – 2026-03-09" in text and "Asia/Kolkata" in text
    assert f"/reports/{report}?{RANGE}" in "".join(text.split())
    name = report.split("/")[0]
    titles = catalogue({"documents": "docreport"}.get(name, name), "en")
    document = as_("admin").get(f"{URL}/{report}?{RANGE}").json
    figures = [figure["id"] for figure in document.get("figures", ()) if figure["width"]]
    for figure in figures or ("series", "outcomes", "channels", "heat"):
        assert titles[f"{name}.{figure}" if name in ("documents", "speech") else figure] in text
    for card in document["cards"]:
        assert " ".join(card["formula"].split()[:3]) in " ".join(text.split())


def test_numbers_of_pages_are_those_of_the_report(as_: SignIn) -> None:
    hand_counted.lay()
    reader = as_("admin")
    document = reader.get(f"{URL}/usage?{RANGE}").json
    text = written(reader.get(f"{URL}/usage.pdf?{RANGE}").data)
    channels = next(figure for figure in document["figures"] if figure["id"] == "channels")
    for row in channels["rows"]:
        assert str(row[1]) in text.split()
    filtered = written(reader.get(f"{URL}/usage.pdf?{RANGE}&ch=web").data)
    assert "Channel: Web chat" in filtered and "Channel:" not in text
    other = written(reader.get(f"{URL}/usage.pdf?{RANGE}&lang=hi&traffic=test").data)
    assert "Language: Hindi · Traffic: Test" in other


@pytest.mark.parametrize("language", ["hi", "ar"])
def test_pages_are_in_the_readers_language(as_: SignIn, language: str) -> None:
    hand_counted.lay()
    answer = as_("admin").get(f"{URL}/usage.pdf?{RANGE}", headers={"Accept-Language": language})
    text = written(answer.data)
    title = catalogue("usage", language)["messages"]
    # The order of letters is that of drawing: they are all there, and none is a box.
    assert letters(title) <= letters(text) and "\ufffd" not in text
    assert "Messages" not in text


@pytest.mark.parametrize("language", ["en", "hi", "ar"])
@pytest.mark.parametrize(
    ("report", "figure"),
    [("dashboard", "series"), ("usage", "heat"), ("engagement", "retention"), ("journey", "paths")],
)
def test_a_figure_comes_as_a_picture(as_: SignIn, report: str, figure: str, language: str) -> None:
    hand_counted.lay()
    answer = as_("admin").get(f"{URL}/{report}/{figure}.png?{RANGE}", headers={"Accept-Language": language})
    assert answer.status_code == 200 and answer.content_type == "image/png"
    picture = Image.open(io.BytesIO(answer.data)).convert("L")
    assert picture.width == 1241 and 300 < picture.height < 2481
    histogram = picture.histogram()
    drawn = sum(histogram[:200]) / sum(histogram)
    assert 0.002 < drawn < 0.5
    # Something is drawn near the end: the picture is cut to what is drawn.
    assert picture.crop((0, picture.height - 220, picture.width, picture.height)).getextrema()[0] < 160


def test_pictures_differ_by_what_is_counted(as_: SignIn) -> None:
    hand_counted.lay()
    reader = as_("admin")

    def picture(query: str) -> bytes:
        return reader.get(f"{URL}/usage/channels.png?{query}").data

    assert picture(RANGE) == picture(RANGE) != picture(f"{RANGE}&ch=web")


def test_files_are_for_those_who_may_export(as_: SignIn, client: FlaskClient) -> None:
    for path in ("dashboard.pdf", "dashboard/series.png", "usage.pdf", "usage/heat.png"):
        assert client.get(f"{URL}/{path}").status_code == 401
        assert as_("client").get(f"{URL}/{path}").status_code == 403
    assert as_("admin").get(f"{URL}/usage/weather.png").status_code == 404
    refused: Any = as_("admin").get(f"{URL}/usage.pdf?r=never")
    assert refused.status_code == 422 and list(refused.json["errors"]) == ["r"]


@pytest.mark.parametrize("figure", ["funnel", "split"])
def test_a_funnel_comes_as_a_picture_with_the_names_of_its_steps(as_: SignIn, figure: str) -> None:
    hand_counted.lay()
    reader = as_("admin")

    def picture(steps: str) -> Image.Image:
        answer = reader.get(f"{URL}/journey/{figure}.png?{RANGE}&steps={steps}")
        assert answer.status_code == 200 and answer.content_type == "image/png"
        return Image.open(io.BytesIO(answer.data)).convert("L")

    first, second = picture("intent:service.book;goal:booked"), picture("intent:sales.drive;goal:booked")
    assert first.getextrema()[0] < 160 and first.tobytes() != second.tobytes()
    assert as_("client").get(f"{URL}/journey/{figure}.png?{RANGE}").status_code == 403


@pytest.mark.parametrize("language", ["en", "hi", "ar"])
def test_paths_name_stages_channels_and_outcomes_in_the_readers_language(language: str) -> None:
    writer, words = Writer("journey", language, "INR", "day"), catalogue("reports", language)
    stage, start, end = ({"id": name, "unit": "text", "of": "stage"} for name in ("stage", "from", "to"))
    assert writer.head(stage | {"of": ""}, 0) == catalogue("figures", language)["c.stage"]
    assert writer.value(start, "web") == catalogue("channel", language)["web"]
    assert writer.value(end, "completed") == words["o.completed"]
    assert writer.value(end, "*") == catalogue("data", language)["other"]
    assert writer.value(start, "book_service") == "Book service"


def test_the_picture_of_paths_has_each_thing_as_high_as_its_sessions() -> None:
    steps = [[0, "web", "price", 30, 75.0], [0, "voice", None, 10, 25.0],
             [1, "price", "completed", 20, 50.0], [1, "price", "open", 10, 25.0],
             [1, None, "completed", 10, 25.0]]  # fmt: skip
    bars = bars_of(steps)
    sessions = {place: bar.sessions for place, bar in bars.items()}
    assert sessions == {(0, "web"): 30, (0, "voice"): 10, (1, "price"): 30, (1, ""): 10,
                        (2, "completed"): 30, (2, "open"): 10}  # fmt: skip
    assert bars[0, "web"].height == pytest.approx(3 * bars[0, "voice"].height)
    for stage in range(3):
        first, second = sorted(bar for (place, _), bar in bars.items() if place == stage)
        assert first.top == 0 and first.top + first.height < second.top < second.top + second.height <= HEIGHT
    bands = bands_of(steps, bars)
    # What leaves a thing and what comes to it fill its height, without a gap and without crossing over its end.
    arriving = [(band.end, band.end + band.width) for band in bands if band.stage == 1 and band.end < 70]
    top, bottom = bars[2, "completed"].top, bars[2, "completed"].top + bars[2, "completed"].height
    assert [arriving[0][0], arriving[0][1], arriving[1][1]] == pytest.approx([top, arriving[1][0], bottom])


SERIES = {
    "id": "sessions", "kind": "series", "width": 6, "totals": None, "rows": [["2026-03-01", 3], ["2026-03-02", 4]],
    "columns": [{"id": "when", "unit": "date", "of": ""}, {"id": "engaged", "unit": "count", "of": ""}],
}  # fmt: skip


def test_a_title_stays_with_its_picture_and_pages_are_numbered() -> None:
    sheet = ReportSheet("en")
    sheet.at = BOTTOM - 40
    draw_figure(sheet, SERIES, Writer("usage", "en", "INR", "day"), most_rows=9)
    with closing(pypdfium2.PdfDocument(bytes(sheet.output()))) as pdf:
        first, second = (page.get_textpage().get_text_bounded() for page in pdf)
    assert first.split() == ["Page", "1"]
    assert catalogue("usage", "en")["sessions"] in second and "2026-03-01" in second and "Page 2" in second


def test_moments_are_written_whole_beside_many_columns() -> None:
    columns = [{"id": name, "unit": "text", "of": ""} for name in ("document", "bot", "document_state", "reason")]
    columns += [{"id": "read_at", "unit": "date", "of": ""}, *[{"id": "found", "unit": "count", "of": ""}] * 4]
    rows = [["a", "b", "c", "d", "2026-03-01T15:24:00+05:30", 1, 2, 3, 4]]
    sheet = ReportSheet("en")
    draw_figure(sheet, SERIES | {"kind": "table", "columns": columns, "rows": rows},
                Writer("usage", "en", "INR", "day"), most_rows=9)  # fmt: skip
    assert "2026-03-01 15:24" in written(bytes(sheet.output()))


def test_an_arabic_line_that_begins_with_a_date_begins_on_the_right() -> None:
    span = {"from": "2026-03-01", "to": "2026-03-07"}
    text = period_text(span | {"compared": {"from": "2026-02-22", "to": "2026-02-28"}, "zone": "Asia/Kolkata"}, "ar")
    sheet = ReportSheet("ar")
    sheet.paragraph(text)
    with closing(pypdfium2.PdfDocument(bytes(sheet.output()))) as pdf:
        page = pdf[0].get_textpage()
        letters_at = [
            (page.get_charbox(place)[0], page.get_text_range(place, 1)) for place in range(page.count_chars())
        ]
    of_line = "".join(letter for _, letter in sorted(letters_at))
    assert of_line.rindex("03-07") > of_line.rindex("02-28") and ", " not in text


def test_lengths_of_time_are_in_the_readers_language() -> None:
    lengths = (450, 1260, 134_000, 9_720_000)
    assert [value_text(ms, "duration") for ms in lengths] == ["450 ms", "1.3 s", "2 min 14 s", "2 h 42 min"]
    assert [value_text(ms, "duration", language="hi") for ms in lengths[2:]] == ["2 मि॰ 14 से॰", "2 घं॰ 42 मि॰"]
    assert [value_text(ms, "duration", language="ar") for ms in lengths[2:]] == ["2 د 14 ث", "2 س 42 د"]
