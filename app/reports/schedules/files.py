"""A report as files of a mail: a workbook, tidy CSV, and a page of its key figures as PDF."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from app.core.http.csv_lines import lines
from app.core.http.workbooks import XLSX
from app.reports.export import COLUMNS, FIGURES
from app.reports.schedules.words import card_rows, course_of, course_text, period_text, text
from app.reports.standard.service import workbook

BAR, BLUE = 26.0, (0, 91, 120)


class Attached(NamedTuple):
    """A file of a mail."""

    name: str
    kind: str
    content: bytes


def make_file(kind: str, name: str, contents: dict[str, Any], title: str, language: str) -> Attached:
    """Return a report as a file of a kind."""
    tables = contents["tables"]
    stem = f"{name.replace('/', '-')}-{tables['filters']['from']}_{tables['filters']['to']}"
    if kind == "xlsx":
        return Attached(f"{stem}.xlsx", XLSX, workbook(tables))
    if kind == "csv":
        return Attached(f"{stem}.csv", "text/csv", csv_of(tables).encode())
    return Attached(f"{stem}.pdf", "application/pdf", pdf_of(contents["document"], title, language))


def csv_of(tables: dict[str, Any]) -> str:
    """Return key figures and figures as tidy CSV: a row per number."""
    rows = [*FIGURES["cards"](tables), *_figure_rows(tables)]
    return "".join(lines(COLUMNS, ([row.get(name) for name in COLUMNS] for row in rows)))


def _figure_rows(tables: dict[str, Any]) -> Iterator[dict[str, Any]]:
    span = f"{tables['filters']['from']}..{tables['filters']['to']}"
    for figure in tables["figures"]:
        label, *columns = [column["id"] for column in figure["columns"]]
        for row in figure["rows"]:
            for column, value in zip(columns, row[1:], strict=True):
                yield {"metric": f"{figure['id']}.{column}", "dims": f"{label}={row[0]}", "bucket": span,
                       "value": value}  # fmt: skip


def pdf_of(document: dict[str, Any], title: str, language: str) -> bytes:
    """Return the key figures as a PDF, in English where its fonts have no letters of the language."""
    # Drawing takes fonts and their shaping, which nothing else needs.
    from app.core.pdf_sheets import LANGUAGES, MARGIN, QUIET, WIDTH, Sheet

    language = language if language in LANGUAGES else "en"
    sheet = Sheet(language)
    sheet.set_title(title)
    sheet.set_lang(language)
    sheet.text_at(MARGIN, 18, title, size=17, bold=True, width=WIDTH)
    sheet.text_at(MARGIN, 28, period_text(document["filters"], language), size=9.5, colour=QUIET, width=WIDTH)
    edges = (MARGIN, MARGIN + 84, MARGIN + 116, MARGIN + 146, MARGIN + WIDTH)
    heads = tuple(text(key, language) for key in ("figure", "value", "before", "change"))
    _row(sheet, edges, 42, heads, colour=QUIET)
    y = 42.0
    for cells in card_rows(document, language):
        y += 8
        sheet.rule(y - 2)
        _row(sheet, edges, y, cells)
    y = _chart(sheet, document, language, y + 16)
    if any(card["provisional"] for card in document["cards"]):
        sheet.text_at(MARGIN, y, text("provisional", language), size=8, colour=QUIET, width=WIDTH)
    sheet.rule(276)
    if document["as_of"]:
        said = text("as_of", language, time=document["as_of"][:16].replace("T", " "))
        sheet.text_at(MARGIN, 279, said, size=7.5, colour=QUIET, width=WIDTH)
    return bytes(sheet.output())


def _row(sheet: Any, edges: tuple[float, ...], y: float, cells: tuple[str, ...], **more: Any) -> None:
    """One line of the table: the name from the left, numbers to the right edge of their column."""
    for at, said in enumerate(cells):
        width = edges[at + 1] - edges[at] - 2
        sheet.text_at(edges[at], y, said, width=width, align="R" if at else "L", bold=at == 1 and not more, **more)


def _chart(sheet: Any, document: dict[str, Any], language: str, y: float) -> float:
    """The bars of the first key figure with their words; return where they end."""
    points = course_of(document)
    if not points or max(points) <= 0:
        return y
    sheet.text_at(18, y, course_text(document, language), size=9, bold=True, width=174)
    step, base = 174 / len(points), y + 8 + BAR
    sheet.set_fill_color(*BLUE)
    for at, point in enumerate(points):
        height = BAR * max(point, 0) / max(points)
        sheet.rect(18 + at * step, base - height, step * 0.75, height, style="F")
    return base + 8
