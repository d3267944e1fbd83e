"""The drawing of a figure: its picture by kind, and its numbers as a table."""

from collections.abc import Callable, Sequence
from typing import Any

from app.core.pdf.sheets import INK, MARGIN, QUIET, WIDTH, Colour
from app.reports.pictures.flow import HEIGHT as FLOW_HEIGHT
from app.reports.pictures.flow import draw_flow
from app.reports.pictures.sheet import ReportSheet
from app.reports.pictures.words import Writer, text

TONES: tuple[Colour, ...] = (
    (10, 109, 142),
    (201, 122, 16),
    (92, 74, 158),
    (47, 125, 79),
    (168, 62, 92),
    (120, 113, 104),
)
"""The colours of series in order."""
FULL, PAPER = (10, 109, 142), (255, 255, 255)
PLOT = 34.0
ROW, SMALL_ROW = 5.4, 4.6
TEXT, SMALL_TEXT = 7.5, 6.0
HEAD, HALF = 26.0, 0.5
TITLED = {"series": PLOT + 28, "flow": FLOW_HEIGHT + 18}
"""What kinds with a large picture need below where their title begins."""
GRIDS = ("heat", "matrix", "cohort")
"""Kinds whose table is their picture."""
NUMBERED = 8
"""More columns than this are written smaller."""
_Figure = dict[str, Any]


def draw_figure(sheet: ReportSheet, figure: _Figure, writer: Writer, *, most_rows: int) -> None:
    """Draw a figure with its title; its table has so many rows at most and says how many more there are."""
    # A title stays with its picture, or with the first rows of its table.
    sheet.room(TITLED.get(figure["kind"], 26) if figure["rows"] else 26)
    sheet.line_at(MARGIN, writer.title(figure["id"]), width=WIDTH, size=11, bold=True)
    sheet.at += 8
    if not figure["rows"]:
        sheet.line_at(MARGIN, text("none", writer.language), width=WIDTH, colour=QUIET)
        sheet.at += 8
        return
    DRAWINGS.get(figure["kind"], _nothing)(sheet, figure, writer)
    _table(sheet, figure, writer, most_rows)


def _nothing(_sheet: ReportSheet, _figure: _Figure, _writer: Writer) -> None:
    """What is a table has no other picture."""


def _numbers(figure: _Figure) -> list[tuple[int, _Figure]]:
    """The columns of numbers of the unit of the first one, by their places."""
    columns = [(place, column) for place, column in enumerate(figure["columns"]) if place]
    columns = [(place, column) for place, column in columns if column["unit"] not in ("text", "date")]
    return [(place, column) for place, column in columns if column["unit"] == columns[0][1]["unit"]]


def _series(sheet: ReportSheet, figure: _Figure, writer: Writer) -> None:
    """Counts and money as stacked columns, other numbers as lines."""
    numbers = _numbers(figure)
    if not numbers:
        return
    unit = numbers[0][1]["unit"]
    numbers, is_stacked = (numbers[:1] if unit == "money" else numbers), unit in ("count", "money")
    values = [[row[place] for row in figure["rows"]] for place, _ in numbers]
    heights = [sum(value or 0 for value in step) for step in zip(*values, strict=True)] if is_stacked else [
        value or 0 for series in values for value in series]  # fmt: skip
    top = max(heights, default=0) or 1
    sheet.room(PLOT + 20)
    _legend(sheet, [writer.head(column, place) for place, column in numbers])
    sheet.line_at(MARGIN, writer.value(numbers[0][1], top), width=WIDTH, size=7, colour=QUIET)
    sheet.at += 4
    base = sheet.at + PLOT
    for share in (0.0, 0.5, 1.0):
        sheet.rule(base - PLOT * share)
    (_columns if is_stacked else _lines)(sheet, values, base, top)
    sheet.at = base + 2
    first, last = (writer.value(figure["columns"][0], figure["rows"][place][0]) for place in (0, -1))
    # Time runs from left to right in every language.
    sheet.text_at(MARGIN, sheet.at, first, size=7, colour=QUIET, width=60)
    sheet.text_at(MARGIN + WIDTH - 60, sheet.at, last, size=7, colour=QUIET, width=60, align="R")
    sheet.at += 7


def _legend(sheet: ReportSheet, names: Sequence[str]) -> None:
    width = WIDTH / max(len(names), 4)
    for place, name in enumerate(names):
        sheet.bar(MARGIN + place * width, sheet.at + 0.9, 3, 3, TONES[place % len(TONES)])
        sheet.line_at(MARGIN + place * width + 4.5, name, width=width - 6, size=8)
    sheet.at += 6


def _columns(sheet: ReportSheet, values: Sequence[Sequence[float | None]], base: float, top: float) -> None:
    step = WIDTH / len(values[0])
    for at in range(len(values[0])):
        y = base
        for place, series in enumerate(values):
            height = PLOT * (series[at] or 0) / top
            sheet.set_fill_color(*TONES[place % len(TONES)])
            if height > 0:
                sheet.rect(MARGIN + at * step + step * 0.12, y - height, step * 0.76, height, style="F")
            y -= height


def _lines(sheet: ReportSheet, values: Sequence[Sequence[float | None]], base: float, top: float) -> None:
    step = WIDTH / len(values[0])
    sheet.set_line_width(0.5)
    for place, series in enumerate(values):
        sheet.set_draw_color(*TONES[place % len(TONES)])
        sheet.set_fill_color(*TONES[place % len(TONES)])
        points = [None if value is None else (MARGIN + (at + 0.5) * step, base - PLOT * value / top)
                  for at, value in enumerate(series)]  # fmt: skip
        for before, point in zip([None, *points], points, strict=False):
            if before is not None and point is not None:
                sheet.line(*before, *point)
            elif point is not None:
                sheet.circle(point[0], point[1], 0.5, style="F")


def _bars(sheet: ReportSheet, figure: _Figure, writer: Writer) -> None:
    """Horizontal bars of the first number of each row."""
    numbers = _numbers(figure)
    if not numbers:
        return
    place, column = numbers[0]
    rows = figure["rows"][:20]
    top = max((row[place] or 0 for row in rows), default=0) or 1
    for row in rows:
        sheet.room(ROW)
        sheet.line_at(MARGIN, writer.value(figure["columns"][0], row[0]), width=50, size=8)
        width = 96 * max(row[place] or 0, 0) / top
        if width > 0:
            sheet.bar(MARGIN + 52, sheet.at + 0.7, width, 3.2, TONES[0])
        sheet.line_at(MARGIN + 150, writer.value(column, row[place]), width=24, size=8, align="R")
        sheet.at += ROW
    sheet.at += 3


def _mix(share: float) -> Colour:
    """A colour between paper and full; what is nothing is distinct from what has no cell."""
    share = 0.06 + 0.94 * min(max(share, 0), 1)
    red, green, blue = (round(paper + (full - paper) * share) for paper, full in zip(PAPER, FULL, strict=True))
    return red, green, blue


class _Table:
    """The numbers of a figure, the head again on each page; the cells of a grid in steps of one colour."""

    def __init__(self, sheet: ReportSheet, figure: _Figure, writer: Writer) -> None:
        self.sheet, self.writer, self.columns = sheet, writer, figure["columns"]
        self.is_grid = figure["kind"] in GRIDS
        self.widths = _widths(self.columns, is_grid=self.is_grid)
        self.size, self.height = (TEXT, ROW) if len(self.columns) <= NUMBERED else (SMALL_TEXT, SMALL_ROW)
        self.shaded = {place for place, _ in _numbers(figure)} if self.is_grid else set[int]()
        values = [row[place] or 0 for row in figure["rows"] for place in self.shaded]
        self.top = max(values, default=0) or 1

    def write_head(self) -> None:
        """Write what the columns are called."""
        self.write_line([self.writer.head(column, place) for place, column in enumerate(self.columns)], colour=QUIET)

    def write_row(self, row: Sequence[Any], unit: str = "") -> None:
        """Write a row, below the head where it begins a page; its numbers in its own unit where there is such."""
        if self.sheet.room(self.height):
            self.write_head()
        if not self.is_grid:
            self.sheet.rule(self.sheet.at - 0.6)
        cells = [self.writer.value(column, value, unit) for column, value in zip(self.columns, row, strict=True)]
        self.write_line(cells, row)

    def write_totals(self, totals: Sequence[Any]) -> None:
        """Write the last row."""
        self.sheet.room(self.height)
        self.sheet.rule(self.sheet.at - 0.6)
        cells = ["" if value is None else self.writer.value(column, value)
                 for column, value in zip(self.columns, totals, strict=True)]  # fmt: skip
        self.write_line([cells[0] or text("total", self.writer.language), *cells[1:]], bold=True)

    def write_line(self, cells: Sequence[str], row: Sequence[Any] | None = None, **more: Any) -> None:
        """Write cells beside each other, numbers at the end of their column."""
        edges = self.sheet.edges(self.widths)
        for place, (x, width, cell, column) in enumerate(zip(edges, self.widths, cells, self.columns, strict=True)):
            colour = more.get("colour", INK)
            if row is not None and place in self.shaded and row[place] is not None:
                share = row[place] / self.top
                self.sheet.bar(x, self.sheet.at - 0.7, width - 0.4, self.height - 0.4, _mix(share))
                colour = PAPER if share > HALF else INK
            align = "L" if not place or column["unit"] in ("text", "date") else "R"
            self.sheet.line_at(x, cell, width=width - 1.5, size=self.size, align=align, **(more | {"colour": colour}))
        self.sheet.at += self.height


def _table(sheet: ReportSheet, figure: _Figure, writer: Writer, most_rows: int) -> None:
    table = _Table(sheet, figure, writer)
    sheet.room(table.height * 3)
    table.write_head()
    for place, row in enumerate(figure["rows"][:most_rows]):
        table.write_row(row, figure["row_units"][place] if "row_units" in figure else "")
    if figure["totals"]:
        table.write_totals(figure["totals"])
    rows_left = len(figure["rows"]) - most_rows
    if rows_left > 0:
        sheet.room(table.height)
        sheet.line_at(MARGIN, text("more", writer.language, n=rows_left), width=WIDTH, size=8, colour=QUIET)
        sheet.at += table.height
    sheet.at += 6


def _widths(columns: Sequence[_Figure], *, is_grid: bool) -> list[float]:
    """What columns take of the page: texts and moments more than numbers, which need little."""
    if is_grid:
        return [HEAD, *[(WIDTH - HEAD) / (len(columns) - 1)] * (len(columns) - 1)]
    parts = [{"text": 3.0, "date": 2.3}.get(column["unit"], 1.4) for column in columns]
    return [WIDTH * part / sum(parts) for part in parts]


DRAWINGS: dict[str, Callable[[ReportSheet, _Figure, Writer], None]] = {
    "series": _series,
    "bars": _bars,
    "distribution": _bars,
    "flow": draw_flow,
    "funnel": _bars,
}
"""The picture of each kind that has one above its table."""
