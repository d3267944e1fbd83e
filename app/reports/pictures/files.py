"""A report as PDF with all its figures, and one figure as PNG, both drawn by the same pages."""

import io
from typing import Any

import pypdfium2

from app.core.pdf.sheets import MARGIN, QUIET, WIDTH
from app.reports.filters.words import conditions_in, conditions_text
from app.reports.metrics.card_words import as_of_text, card_rows, moment_text, period_text
from app.reports.metrics.card_words import text as mail_text
from app.reports.metrics.definitions import BY_ID
from app.reports.metrics.written import report_name
from app.reports.pictures.figures import draw_figure
from app.reports.pictures.sheet import ReportSheet
from app.reports.pictures.words import text, writer_of

MOST_ROWS, MOST_PICTURED, MOST_MAILED = 100, 40, 8
"""Rows of a figure's table on a page, in a picture, and in a picture of a mail."""
HEIGHT = 420.0
"""Millimetres of the page a picture is drawn on before it is cut to what is drawn."""
SCALE = 150 / 72
"""150 dots an inch: 1,240 across."""
CARD_EDGES = (84.0, 32.0, 30.0, 28.0)
_Document = dict[str, Any]


def report_pdf(report: str, document: _Document, language: str, *, title: str = "", address: str = "") -> bytes:
    """Return a report as PDF: key figures, every figure with its picture and table, filters and formulas."""
    sheet, writer = ReportSheet(language), writer_of(report, document, language)
    title = title or report_name(report, language)
    sheet.set_title(title)
    sheet.set_lang(language)
    _head(sheet, document, title, language)
    _cards(sheet, document, language)
    for figure in document["figures"]:
        # The page leaves out the others as well.
        if figure["width"]:
            draw_figure(sheet, figure, writer, most_rows=MOST_ROWS)
    _formulas(sheet, document, language)
    if address:
        sheet.paragraph(address)
    return bytes(sheet.output())


def figure_png(
    report: str, document: _Document, figure: _Document, language: str, labels: dict[str, str] | None = None,
    *, in_mail: bool = False,
) -> bytes:  # fmt: skip
    """Return one figure as PNG, headed by the name of its report and what it is narrowed to; in a mail briefly."""
    sheet = ReportSheet(language, height=HEIGHT)
    writer = writer_of(report, document, language, labels)
    if not in_mail:
        _head(sheet, document, report_name(report, language), language)
    draw_figure(sheet, figure, writer, most_rows=MOST_MAILED if in_mail else MOST_PICTURED)
    pdf = pypdfium2.PdfDocument(bytes(sheet.output()))
    try:
        below = max(HEIGHT - sheet.at, 0) * 72 / 25.4
        picture = pdf[0].render(scale=SCALE, crop=(0, below, 0, 0)).to_pil()
    finally:
        pdf.close()
    target = io.BytesIO()
    picture.convert("P", palette=1, colors=128).save(target, "PNG", optimize=True)
    return target.getvalue()


def figure_title(report: str, document: _Document, figure: _Document, language: str) -> str:
    """Return what a figure is called."""
    return writer_of(report, document, language).title(figure["id"])


def _head(sheet: ReportSheet, document: _Document, title: str, language: str) -> None:
    """Title, period, what it is narrowed to, and how fresh it is."""
    sheet.line_at(MARGIN, title, width=WIDTH, size=17, bold=True)
    sheet.at += 10
    sheet.paragraph(period_text(document["filters"], language), size=9.5)
    if filters_text := conditions_text(conditions_in(document, language)):
        sheet.paragraph(filters_text)
    if document["as_of"]:
        sheet.paragraph(as_of_text(document, language))
    frozen = document.get("frozen")
    if frozen:
        zone = document["filters"]["zone"]
        time = moment_text(frozen["at"], zone, language)
        sheet.paragraph(text("frozen", language, time=time, zone=zone, by=frozen["by"]))
    sheet.at += 5


def _cards(sheet: ReportSheet, document: _Document, language: str) -> None:
    edges = sheet.edges(CARD_EDGES)

    def write(cells: tuple[str, ...], **more: Any) -> None:
        for place, (x, width, cell) in enumerate(zip(edges, CARD_EDGES, cells, strict=True)):
            sheet.line_at(x, cell, width=width - 2, align="R" if place else "L", **more)
        sheet.at += 7

    write(tuple(mail_text(key, language) for key in ("figure", "value", "before", "change")), colour=QUIET)
    for cells in card_rows(document, language):
        sheet.room(7)
        sheet.rule(sheet.at - 1.5)
        write(cells)
    if any(card["provisional"] for card in document["cards"]):
        sheet.paragraph(mail_text("provisional", language))
    sheet.at += 5


def _formulas(sheet: ReportSheet, document: _Document, language: str) -> None:
    """What each key figure counts, and what none of them does."""
    sheet.room(24)
    sheet.line_at(MARGIN, text("formulas", language), width=WIDTH, size=11, bold=True)
    sheet.at += 7
    for card in document["cards"]:
        words = BY_ID[card["id"]].words(language)
        sheet.paragraph(f"{words['name']}: {words['formula']}. {words['population']}.")
    if document["excluded"]["test"]:
        sheet.paragraph(text("excluded", language, n=document["excluded"]["test"]))
