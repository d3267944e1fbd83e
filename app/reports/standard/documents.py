"""Documents: what bots' knowledge was asked and what it answered, and how its documents are read and used."""

from collections import Counter

from sqlalchemy import select

from app.bots.documents.models import ANSWERING
from app.bots.documents.service import LEAST_RATED
from app.channels.questions.models import BotQuestion
from app.core.db.base import db
from app.reports.context import ReportContext, by_steps
from app.reports.filters.selection import format_instant
from app.reports.metrics.definitions import BY_ID, percent
from app.reports.standard import knowledge
from app.reports.standard.registry import Column, Content, Row, add_report, figure
from app.reports.standard.usage import LABEL, steps, with_totals

KNOWLEDGE = "knowledge"
MOST_GROUPS = 30
DOCUMENTS_REPORT = add_report(
    "documents",
    "Document",
    [
        BY_ID[name]
        for name in (
            "knowledge_questions", "retrieval_hit_rate", "thumbs_rate", "zero_result_queries", "unanswered_clusters",
            "docs_active", "never_used_share", "stale_share", "cited_docs",
        )
    ],
)  # fmt: skip


class _Question:
    """A question at its moment."""

    __slots__ = ("at", "outcome")

    def __init__(self, at: object, outcome: str) -> None:
        self.at, self.outcome = at, outcome


@figure(
    DOCUMENTS_REPORT, "questions", "series", LABEL, Column("answered"), Column("found_only"), Column("nothing"),
    tab=KNOWLEDGE, width=8,
)  # fmt: skip
def questions(context: ReportContext) -> Content:
    """Questions to knowledge by step: answered, found but not near enough, nothing found."""
    rows = [_Question(at, outcome) for at, outcome in knowledge.outcomes(context.selection, context.span)]
    parts = by_steps(context.steps, rows)  # type: ignore[type-var]
    values: list[Row] = []
    for part in parts:
        counts = Counter(row.outcome for row in part)
        values.append([counts["answered"], counts["found"], counts["nothing"]])
    content = with_totals(steps(context, values))
    content.links = None
    return content


@figure(
    DOCUMENTS_REPORT, "kinds", "table", Column("document_kind", "text", "sources.k"), Column("documents_in_use"),
    Column("found"), Column("cited"), Column("share", "percent"), tab=KNOWLEDGE, width=4,
)  # fmt: skip
def kinds(context: ReportContext) -> Content:
    """Documents in use by kind, with how often they were found and cited."""
    used = knowledge.uses(context.selection, context.span)
    sums: dict[str, list[int]] = {}
    for row in knowledge.documents(context.selection):
        if row.state in ANSWERING:
            use, counts = used.get(row.id), sums.setdefault(row.kind, [0, 0, 0])
            counts[0] += 1
            counts[1] += use.finds if use else 0
            counts[2] += use.cited if use else 0
    total = sum(counts[2] for counts in sums.values())
    order = sorted(sums.items(), key=lambda item: (-item[1][2], -item[1][1], item[0]))
    return Content([[kind, *counts, percent(counts[2], total)] for kind, counts in order])


@figure(
    DOCUMENTS_REPORT, "usage", "table", Column("document", "text"), Column("bot", "text"),
    Column("document_state", "text", "sources.s"), Column("found"), Column("cited"), Column("last_used", "date"),
    Column("rated"), Column("helpful", "percent"), tab=KNOWLEDGE, width=7,
)  # fmt: skip
def usage(context: ReportContext) -> Content:
    """Documents by how often they were cited and found, those that nobody needed last."""
    used, names = knowledge.uses(context.selection, context.span), context.bot_names
    rows: list[tuple[Row, str]] = []
    for row in knowledge.documents(context.selection):
        use = used.get(row.id)
        last = format_instant(use.last, context.span.zone) if use else None
        rated, helpful = (use.rated, use.helpful) if use else (0, 0)
        cells = [row.title, names.get(row.bot_id), row.state, use.finds if use else 0, use.cited if use else 0, last,
                 rated, percent(helpful, rated) if rated >= LEAST_RATED else None]  # fmt: skip
        rows.append((cells, f"/admin/bots/{row.bot_id}/knowledge?document={row.id}"))
    rows.sort(key=lambda item: (-item[0][4], -item[0][3], item[0][0]))
    return Content([row for row, _ in rows], links=[link for _, link in rows])


@figure(
    DOCUMENTS_REPORT, "unanswered", "table", Column("question", "text"), Column("bot", "text"), Column("asked"),
    Column("conversations"), Column("question_state", "text", "sources.q"), tab=KNOWLEDGE, width=5,
)  # fmt: skip
def unanswered_questions(context: ReportContext) -> Content:
    """Questions that had no answer, those that say nearly the same in one row, most first."""
    groups = knowledge.groups(context.selection, context.span)[:MOST_GROUPS]
    leads = {row.id: row.text for row in db.session.scalars(
        select(BotQuestion).where(BotQuestion.id.in_([group.lead_id for group, _, _ in groups])))}  # fmt: skip
    names = context.bot_names
    rows: list[Row] = [
        [leads.get(group.lead_id) or None, names.get(group.bot_id), number, conversations, group.state]
        for group, number, conversations in groups
    ]
    return Content(rows, links=[f"/admin/bots/{group.bot_id}/knowledge#q{group.id}" for group, _, _ in groups])


@figure(
    DOCUMENTS_REPORT, "citations", "table", Column("document", "text"), Column("page"),
    Column("passage_heading", "text"), Column("cited"), Column("mean_score", "percent"),
    Column("last_used", "date"), tab=KNOWLEDGE, width=12,
)  # fmt: skip
def citations(context: ReportContext) -> Content:
    """Passages by how often answers cited them, most first."""
    passages = knowledge.cited_passages(context.selection, context.span, MOST_GROUPS)
    rows: list[Row] = [
        [row.title, row.page, row.heading or None, row.cited, percent(round(row.score * 1000), 1000),
         format_instant(row.last, context.span.zone)]
        for row in passages
    ]  # fmt: skip
    links = [f"/admin/bots/{row.bot}/knowledge?document={row.document}&passage={row.passage}" for row in passages]
    return Content(rows, links=links)


@figure(
    DOCUMENTS_REPORT, "ingestion", "table", Column("document", "text"),
    Column("document_state", "text", "sources.s"), Column("reason", "text", "sources.r"),
    Column("passages"), Column("read_at", "date"), Column("took", "duration"), Column("added"), Column("removed"),
    Column("every", "text", "sources.every"), tab=KNOWLEDGE, width=12,
)  # fmt: skip
def ingestion(context: ReportContext) -> Content:
    """How each document was read: those that failed first, then those read last."""
    zone = context.span.zone
    documents = knowledge.documents(context.selection)
    documents.sort(key=lambda row: (not row.reason, not row.warning, -(row.read_at.timestamp() if row.read_at else 0)))
    rows: list[Row] = [
        [row.title, row.state, row.reason or row.warning or None, row.passages if row.read_at else None,
         format_instant(row.read_at, zone) if row.read_at else None, row.read_ms, row.changes.get("added"),
         row.changes.get("removed"), row.every]
        for row in documents
    ]  # fmt: skip
    return Content(rows, links=[f"/admin/bots/{row.bot_id}/knowledge?document={row.id}" for row in documents])
