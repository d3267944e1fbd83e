"""The document of a report: its frame, key figures and figures, and the same as files."""

from collections.abc import Container, Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from typing import Any

from app.core.errors import NotFound
from app.core.http.csv_lines import lines
from app.core.http.workbooks import write_workbook
from app.core.languages import catalogue
from app.reports.cards import counting
from app.reports.cards.key_figures import Cards
from app.reports.context import ReportContext, ReportQuery
from app.reports.filters.words import conditions_in
from app.reports.metrics.card_words import as_of_text, unit_text
from app.reports.metrics.card_words import text as card_text
from app.reports.metrics.definitions import Metric
from app.reports.metrics.written import metric_name, report_name
from app.reports.pictures.words import Writer, text, writer_of
from app.reports.service import dashboard_parts
from app.reports.standard import customer_documents, documents, engagement, groups, journey, speech, usage
from app.reports.standard.extras import ReportExtras
from app.reports.standard.overview import OVERVIEW
from app.reports.standard.registry import REPORTS, Report

PDF, PNG = "application/pdf", "image/png"
_DECLARING = (usage, engagement, journey, groups, speech, documents, customer_documents)
"""The modules that declare the reports, which importing them does."""


def document_of(name: str, question: ReportQuery, now: datetime | None = None, language: str = "en") -> dict[str, Any]:
    """The whole document of a report; Invalid names the filter that does not fit."""
    report = report_of(name)
    context = ReportContext(question_of(report, question), now, language)
    return context.frame() | {"cards": cards_of(context, report.metrics), "figures": _figures_of(report, context)}


def whole_dashboard(question: ReportQuery, now: datetime | None = None, language: str = "en") -> dict[str, Any]:
    """The dashboard with its parts as figures."""
    context = ReportContext(question, now, language)
    return dashboard_parts(context) | {"figures": _figures_of(OVERVIEW, context)}


def brief_dashboard(question: ReportQuery, now: datetime | None = None, language: str = "en") -> dict[str, Any]:
    """The dashboard with those figures alone that are none of its parts."""
    context = ReportContext(question, now, language)
    parts = dashboard_parts(context)
    return parts | {"figures": _figures_of(OVERVIEW, context, without=parts)}


def _figures_of(report: Report, context: ReportContext, without: Container[str] = ()) -> list[dict[str, Any]]:
    return [figure.answer(context) for figure in report.figures.values() if figure.id not in without]


def report_of(name: str) -> Report:
    """The report of a name, the dashboard among them."""
    return OVERVIEW if name == OVERVIEW.name else REPORTS[name]


def question_of(report: Report, question: ReportQuery) -> ReportQuery:
    """A question as a report is asked it: some are about one group or channel, whatever the address says."""
    if report.channel:
        question = replace(question, ch=(report.channel,))
    return replace(question, grp=report.group) if report.group else question


def own_filters(report: Report) -> list[str]:
    """The parameters that a report has by itself, whatever the address says."""
    return [name for name, value in (("ch", report.channel), ("grp", report.group)) if value]


def cards_of(context: ReportContext, metrics: Iterable[Metric]) -> list[dict[str, Any]]:
    """The key figures of metrics."""
    metrics = tuple(metrics)
    cards = Cards(context.selection, context.span, context.steps, context.compared, context.now, context.language)
    cards.extras = ReportExtras(context, metrics)
    if cards.people is None:
        span = counting.Span(context.span, context.step, context.question.cmp)
        row, _ = counting.find(context.selection, span)
        if row is not None and row.result is not None:
            cards.take(row.result, None)
    return cards.all(metrics, context.current, context.previous, context.by_step, context.links)


def values_of(
    question: ReportQuery, subjects: Container[str], metric: str = "", language: str = "en"
) -> dict[str, Any]:
    """The key figures of all reports of some subjects, each once as its report has it, or one of them."""
    frame = ReportContext(question, None, language)
    contexts, cards, seen = {"": frame}, list[dict[str, Any]](), set[str]()
    for report in (OVERVIEW, *REPORTS.values()):
        metrics = [figure for figure in report.metrics if figure.id not in seen and metric in ("", figure.id)]
        # The groups' reports have the dashboard's metrics.
        if report.subject not in subjects or not metrics:
            continue
        seen |= {figure.id for figure in metrics}
        if report.channel not in contexts:
            contexts[report.channel] = ReportContext(question_of(report, question), frame.now, language)
        cards += cards_of(contexts[report.channel], metrics)
    return frame.frame() | {"cards": cards}


def find_figure(document: dict[str, Any], figure_id: str) -> dict[str, Any]:
    """Return a figure of a document, or raise NotFound."""
    for figure in document["figures"]:
        if figure["id"] == figure_id:
            return dict(figure)
    raise NotFound("This figure does not exist.")


def figure_csv(figure: dict[str, Any]) -> Iterator[str]:
    """A figure as CSV: its columns and rows, and its totals at the end."""
    return lines([column["id"] for column in figure["columns"]], _rows(figure))


def _rows(figure: dict[str, Any]) -> list[list[Any]]:
    """The rows of a figure with its totals."""
    return [*figure["rows"], *([figure["totals"]] if figure["totals"] else [])]


def _about(name: str, report: dict[str, Any], language: str) -> list[list[Any]]:
    """The cover: what the report is of, in the reader's language."""
    filters, words = report["filters"], catalogue("reports", language)
    dates = [[words["from"], filters["from"]], [words["to"], filters["to"]], [words["zone"], filters["zone"]]]
    conditions = [[condition["label"], condition["value"]] for condition in conditions_in(report, language)]
    as_of = [[as_of_text(report, language)]] if report["as_of"] else []
    return [[report_name(name, language)], *dates, *conditions, *as_of]


def _marker_rows(markers: list[dict[str, Any]], language: str) -> list[list[Any]]:
    """Markers under a head, as the page says them."""
    words = catalogue("reports", language)
    rows = [[marker["at"], words[f"marker.{marker['kind']}"].format_map(marker)] for marker in markers]
    return [[words["when"], words["markers"]], *rows]


def workbook(name: str, report: dict[str, Any], language: str) -> bytes:
    """A report as a workbook of spreadsheets: its filters, its key figures, then a sheet for each figure."""
    return write_workbook(_sheets(name, report, language), language)


def _sheets(name: str, report: dict[str, Any], language: str) -> Iterator[tuple[str, list[list[Any]]]]:
    writer, words = writer_of(name, report, language), catalogue("reports", language)
    yield report_name(name, language), _about(name, report, language)
    yield words["cards"], _card_rows(report, language)
    for figure in report["figures"]:
        # What is on no page has no words, as no source tells it yet.
        if figure["width"]:
            yield writer.title(figure["id"]), _worded_rows(figure, writer)
    if report["markers"]:
        yield words["markers"], _marker_rows(report["markers"], language)


def _card_rows(report: dict[str, Any], language: str) -> list[list[Any]]:
    """Key figures under a head: numbers as they are, what they are of in words."""
    heads = ("figure", "version", "value", "unit", "num", "den", "before", "change", "unit", "target")
    rows = [
        [metric_name(card["id"], language), card["version"], card["value"], units[0], card["num"], card["den"],
         card["previous"], card["delta"], units[1], card["target"] and card["target"]["value"]]
        for card in report["cards"]
        for units in [[unit_text(card[key], report["currency"], language) for key in ("unit", "delta_unit")]]
    ]  # fmt: skip
    return [[card_text(key, language) for key in heads], *rows]


def _worded_rows(figure: dict[str, Any], writer: Writer) -> list[list[Any]]:
    """A figure as its page says it; numbers and dates as they are, for who counts on with them."""
    columns = figure["columns"]
    heads = list[str]()
    for place, column in enumerate(columns):
        unit = unit_text(column["unit"], writer.currency, writer.language)
        # A spreadsheet would take what begins with a sign for a formula.
        head = writer.head(column, place).removeprefix("+")
        heads.append(head + (f" ({unit})" if unit else ""))
    rows = [
        [writer.value(column, value) if value and column["unit"] == "text" else value
         for column, value in zip(columns, row, strict=True)]
        for row in _rows(figure)
    ]  # fmt: skip
    if figure["totals"]:
        rows[-1][0] = text("total", writer.language)
    return [heads, *rows]
