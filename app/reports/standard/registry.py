"""The registry of figures and of the reports they are in.

A figure is declared once, by `figure`. From the declaration come the JSON of the API, CSV, its sheet of the workbook,
the card of the page and its words' keys. `ui/i18n/*/figures.json` has the words, and a file with the report's name the
titles.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.reports.context import ReportContext
from app.reports.metrics.definitions import SMALL, Metric
from app.reports.metrics.kinds import Kind, Unit

Row = list[Any]


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its id is the key of its head, `of` says what its texts name, such as a channel."""

    id: str
    unit: Unit = "count"
    of: str = ""


@dataclass(slots=True)
class Content:
    """What a figure shows now: raw values, None where there is none; `links` and `row_marks` run beside the rows."""

    rows: list[Row]
    totals: Row | None = None
    link: str | None = None
    links: Sequence[str | None] | None = None
    row_marks: list[list[str]] | None = None
    places: list[dict[str, Any]] | None = None
    """What a flow leads through: stage, name and link of each thing."""
    names: dict[str, str] | None = None
    """What its intents are called."""
    row_units: list[str] | None = None
    """The unit of each row's numbers, where that is not its columns'."""
    row_small: list[list[str]] | None = None
    """The columns of each row whose shares are of too little to rely on."""
    row_lessons: list[dict[str, Any] | None] | None = None
    """What a bot can learn from each row."""
    marks: list[str] = field(default_factory=list)


def small(**bases: int) -> list[str]:
    """Name the columns of a row whose shares are of fewer than the least."""
    return [name for name, basis in bases.items() if basis < SMALL]


Make = Callable[[ReportContext], Content]


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of a report."""

    id: str
    kind: Kind
    columns: tuple[Column, ...]
    make: Make
    tab: str = ""
    width: int = 12
    """Columns of the grid of twelve it takes on a wide page; 0 keeps it off the page."""
    quotes: bool = False
    """Whether it shows what contacts said, which is kept in no copy: it is forgotten with them."""

    def answer(self, context: ReportContext) -> dict[str, Any]:
        """The figure as the API answers it."""
        content = self.make(context)
        empty: list[Any] = [None] * len(content.rows)
        return {
            "id": self.id,
            "kind": self.kind,
            "columns": [{"id": column.id, "unit": column.unit, "of": column.of} for column in self.columns],
            "rows": content.rows,
            # Totals without a number are none: no file could tell them from an empty line.
            "totals": content.totals if any(value is not None for value in content.totals or ()) else None,
            "marks": content.marks,
            "link": content.link,
            "links": content.links or empty,
            "row_marks": content.row_marks or [[] for _ in content.rows],
            "tab": self.tab,
            "width": self.width,
        } | {
            name: getattr(content, name)
            for name in ("row_units", "places", "row_small", "row_lessons", "names")
            if getattr(content, name) is not None
        }


@dataclass(frozen=True, slots=True)
class Report:
    """A report: what it is called in addresses, the ability it needs, its cards and its figures in order."""

    name: str
    subject: str
    metrics: tuple[Metric, ...]
    figures: dict[str, Figure] = field(default_factory=dict)
    group: str = ""
    """The group of sessions it is about, whatever its address says; empty where the address decides."""
    channel: str = ""
    """The channel of sessions it is about, likewise."""


REPORTS: dict[str, Report] = {}


def add_report(name: str, subject: str, metrics: Sequence[Metric], *, group: str = "", channel: str = "") -> Report:
    """Add a report to the registry."""
    return REPORTS.setdefault(name, Report(name, subject, tuple(metrics), group=group, channel=channel))


def figure(
    report: Report, id_: str, kind: Kind, *columns: Column, tab: str = "", width: int = 12, quotes: bool = False
) -> Callable[[Make], Make]:
    """Declare the figure that a function makes."""

    def declare(make: Make) -> Make:
        report.figures[id_] = Figure(id_, kind, columns, make, tab, width, quotes)
        return make

    return declare
