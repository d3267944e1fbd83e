"""The tiles of a dashboard: which there can be, and what they show. Those that ask the same share their counts."""

from collections import defaultdict
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from marshmallow import ValidationError

from app.core.errors import BeyondSchema, FieldErrors, Invalid
from app.core.security.visitor import can
from app.reports.context import ReportContext, ReportQuery
from app.reports.filters.words import conditions_of_questions
from app.reports.metrics.definitions import Metric
from app.reports.questions import address_of, read_query, sentences
from app.reports.standard.overview import OVERVIEW
from app.reports.standard.registry import REPORTS, Figure, Report
from app.reports.standard.service import cards_of, question_of, report_of

NAMES = (OVERVIEW.name, *REPORTS)
"""The reports that tiles are of."""
CARD = "card:"
"""Begins the id of a key figure where a figure has the same id."""
TROUBLES = ("gone", "refused", "invalid")
Tile = dict[str, str]


def part_of(report: Report, id_: str) -> Figure | Metric | None:
    """Return the figure or the metric that a tile of a report names; a figure where both have the id."""
    figure = report.figures.get(id_)
    if figure is not None and figure.width > 0:
        return figure
    return next((metric for metric in report.metrics if metric.id == id_.removeprefix(CARD)), None)


def problems_of(tile: Tile) -> FieldErrors:
    """Return what is wrong with a tile, by field: its figure there is not, or its query is not understood."""
    report = report_of(tile["report"])
    if part_of(report, tile["figure"]) is None:
        return {"figure": [BeyondSchema("This report has no such figure.")]}
    try:
        ReportContext(question_of(report, ReportQuery(**read_query(tile["query"]))))
    except ValidationError as error:
        return {"query": sentences(error.messages_dict)}
    except Invalid as error:
        return {"query": sentences(error.errors)}
    return {}


@dataclass(frozen=True, slots=True)
class TileSource:
    """What a tile shows and the report it is read from, or why it shows nothing."""

    part: Figure | Metric | None = None
    context: ReportContext | None = None
    trouble: str = ""


def show_tiles(tiles: list[Tile], question: ReportQuery, now: datetime, language: str) -> dict[str, Any]:
    """Return the frame of a dashboard's own question, and each tile with its content.

    A tile's query narrows the question; each question is read once, with all that its tiles ask of it.
    """
    contexts = {question: ReportContext(question, now, language)}
    sources = [_source_of(tile, contexts[question], contexts) for tile in tiles]
    metrics: defaultdict[ReportQuery, dict[str, Metric]] = defaultdict(dict)
    for source in sources:
        if source.context is not None and isinstance(source.part, Metric):
            metrics[source.context.question][source.part.id] = source.part
    cards = {
        own: {card["id"]: card for card in cards_of(contexts[own], by_id.values())} for own, by_id in metrics.items()
    }
    frames = {own: context.frame() for own, context in contexts.items()}
    conditions = conditions_of_questions([_own_question(tile) for tile in tiles], language)
    serialized = [_serialize(tile, source, frames, cards) for tile, source in zip(tiles, sources, strict=True)]
    return frames[question] | {
        "tiles": [tile | {"conditions": its} for tile, its in zip(serialized, conditions, strict=True)]
    }


def _own_question(tile: Tile) -> ReportQuery:
    """The question of a tile alone; that of all where its query is not understood any more."""
    try:
        return ReportQuery(**read_query(tile["query"]))
    except ValidationError:
        return ReportQuery()


def _source_of(tile: Tile, whole: ReportContext, contexts: dict[ReportQuery, ReportContext]) -> TileSource:
    """Find what a tile shows; its question is added to those there are."""
    report = report_of(tile["report"]) if tile["report"] in NAMES else None
    part = None if report is None else part_of(report, tile["figure"])
    if report is None or part is None:
        return TileSource(trouble="gone")
    if not can("read", report.subject):
        return TileSource(trouble="refused")
    try:
        question = question_of(report, replace(whole.question, **read_query(tile["query"])))
        context = contexts.get(question) or ReportContext(question, whole.now, whole.language)
    except (ValidationError, Invalid):
        return TileSource(trouble="invalid")
    contexts[question] = context
    return TileSource(part, context)


def _serialize(
    tile: Tile, source: TileSource, frames: dict[ReportQuery, dict[str, Any]], cards: dict[ReportQuery, dict[str, Any]]
) -> dict[str, Any]:
    """A tile as JSON."""
    part, context, trouble = source.part, source.context, source.trouble
    empty = {"trouble": trouble, "subject": "", "address": "", "card": None, "content": None, "frame": None}
    if context is None:
        return tile | empty
    frame = frames[context.question]
    return tile | empty | {
        "subject": report_of(tile["report"]).subject,
        "address": address_of(context.question),
        "card": cards[context.question][part.id] if isinstance(part, Metric) else None,
        "content": part.answer(context) if isinstance(part, Figure) else None,
        "frame": {name: frame[name] for name in ("filters", "currency", "markers", "as_of")},
    }  # fmt: skip
