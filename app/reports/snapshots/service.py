"""Rules of snapshots: what is frozen, who may open it, and what has changed since."""

import gzip
import hashlib
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

import orjson
from sqlalchemy import Select, select, update
from sqlalchemy.exc import IntegrityError

from app.core import clock
from app.core.db.base import db
from app.core.db.tenancy import Scope, current_scope
from app.core.errors import BeyondSchema, Gone, Invalid, NotFound
from app.core.languages import reading_language
from app.reports.context import ReportQuery
from app.reports.filters.words import conditions_of_questions
from app.reports.metrics.definitions import BY_ID, mark_words
from app.reports.questions import address_of, read_question, sentences
from app.reports.service import DOCUMENTS
from app.reports.snapshots.models import Snapshot
from app.reports.standard.service import report_of

LARGEST = 40 * 1024
"""The most bytes of a stored snapshot."""
KEPT = timedelta(days=400)
UNKNOWN = "This snapshot does not exist."
CARD_PARTS = ("value", "num", "den")


def make_document(report: str, query: str) -> tuple[ReportQuery, dict[str, Any]]:
    """Return a question and the report's document as a snapshot keeps it; Invalid on `query`.

    Its words are English, for a content is the same in whatever language it is read, and it quotes nobody.
    """
    question = read_question(query)
    try:
        document = DOCUMENTS[report](question, clock.now().replace(second=0, microsecond=0), "en")
    except Invalid as error:
        raise Invalid({"query": sentences(error.errors)}) from None
    declared = report_of(report).figures
    document["figures"] = [figure for figure in document["figures"] if not declared[figure["id"]].quotes]
    for card in document["cards"]:
        card.pop("counting", None)
    return question, orjson.loads(orjson.dumps(document))


def keep_document(
    report: str, question: ReportQuery, document: dict[str, Any], *, owner_id: int | None, owner: str
) -> Snapshot:
    """Keep a document as a snapshot of the present scope; the one there is where it is the same to the last number."""
    query, scope = address_of(question), current_scope().serialize()
    whole = {"report": report, "query": query, "scope": scope, "document": document}
    content = orjson.dumps(whole, option=orjson.OPT_SORT_KEYS)
    digest = hashlib.sha256(content).hexdigest()
    row = _find(digest)
    if row is not None:
        return row
    packed = gzip.compress(content, 9, mtime=0)
    if len(packed) > LARGEST:
        raise Invalid({"query": [BeyondSchema("This report is too large for a snapshot. Choose a shorter range.")]})
    series = hashlib.sha256(orjson.dumps([report, query, scope])).hexdigest()
    filters = document["filters"]
    row = Snapshot(
        digest=digest, series=series, report=report, query=query, scope=scope, owner_id=owner_id, owner=owner,
        first=date.fromisoformat(filters["from"]), last=date.fromisoformat(filters["to"]),
        as_of=None if document["as_of"] is None else datetime.fromisoformat(document["as_of"]),
        size=len(packed), content=packed, created_at=clock.now(),
    )  # fmt: skip
    try:
        with db.session.begin_nested():
            db.session.add(row)
            db.session.flush()
    except IntegrityError:
        # Someone has frozen the same at the same time.
        same = _find(digest)
        if same is None:
            raise
        return same
    older = update(Snapshot).where(Snapshot.series == series, Snapshot.state == "frozen", Snapshot.id != row.id)
    db.session.execute(older.values(state="superseded").execution_options(synchronize_session="fetch"))
    return row


def _find(digest: str) -> Snapshot | None:
    return db.session.scalar(select(Snapshot).where(Snapshot.digest == digest))


def list_snapshots(user_id: int) -> Select[Snapshot]:
    """Select a person's own snapshots."""
    return select(Snapshot).where(Snapshot.owner_id == user_id)


def get_snapshot(digest: str) -> Snapshot:
    """Return a snapshot of no more than the reader may see; NotFound for any other, Gone once it has expired."""
    row = _find(digest)
    if row is None or not current_scope().covers(Scope.read(row.scope)):
        raise NotFound(UNKNOWN)
    if row.state == "expired":
        raise Gone("This snapshot has expired. Open the live report instead.", code="snapshot_expired")
    return row


def read_document(row: Snapshot, language: str) -> dict[str, Any]:
    """The document of a snapshot, with its words in a language and the note that it is frozen."""
    document: dict[str, Any] = orjson.loads(gzip.decompress(row.content))["document"]
    for card in document["cards"]:
        metric = BY_ID.get(card["id"])
        if metric is not None and metric.version == card["version"]:
            words = metric.words(language)
            card |= {"formula": words["formula"], "population": words["population"]}
        card["notes"] = mark_words(card["marks"], language)
    return {"figures": []} | document | {"frozen": _freeze_note(row)}


def _freeze_note(row: Snapshot) -> dict[str, Any]:
    return {
        "id": row.digest, "at": row.created_at.isoformat(), "by": row.owner, "superseded": row.state == "superseded",
    }  # fmt: skip


def link_of(row: Snapshot) -> str:
    """The address of the frozen report."""
    return f"/reports/{row.report}?{row.query}{'&' if row.query else ''}snap={row.digest}"


def show_snapshots(rows: Sequence[Snapshot]) -> list[dict[str, Any]]:
    """Snapshots as a list answers them, what they are narrowed to read at once."""
    conditions = conditions_of_questions([read_question(row.query) for row in rows], reading_language())
    return [_serialize(row) | {"conditions": its} for row, its in zip(rows, conditions, strict=True)]


def show_snapshot(row: Snapshot) -> dict[str, Any]:
    """A snapshot as it is answered."""
    return show_snapshots([row])[0]


def _serialize(row: Snapshot) -> dict[str, Any]:
    names = ("report", "query", "state", "first", "last", "as_of", "created_at", "owner")
    live = f"/reports/{row.report}" + (f"?{row.query}" if row.query else "")
    values = {name: getattr(row, name) for name in names}
    return values | {"id": row.digest, "bytes": row.size, "link": link_of(row), "live_link": live}


def find_changes(row: Snapshot) -> dict[str, Any]:
    """Compare a snapshot with the same dates as they are now: its key figures, and the cells of its figures."""
    before = read_document(row, "en")
    question = replace(
        read_question(row.query), r=f"{before['filters']['from']}..{before['filters']['to']}", today=False
    )
    _, now = make_document(row.report, address_of(question))
    cards = {card["id"]: card for card in now["cards"]}
    items = []
    for card in before["cards"]:
        live = cards.get(card["id"])
        frozen, present = (_part(each) for each in (card, live))
        items.append({"id": card["id"], "unit": card["unit"], "frozen": frozen, "live": present,
                      "changed": frozen != present})  # fmt: skip
    figures = {figure["id"]: figure for figure in now["figures"]}
    cells = [_compare_cells(figure, figures.get(figure["id"])) for figure in before["figures"]]
    return {
        "items": items, "figures": cells, "as_of": now["as_of"], "currency": now["currency"],
        "snapshot": show_snapshot(row),
    }  # fmt: skip


def _part(card: dict[str, Any] | None) -> dict[str, Any] | None:
    return None if card is None else {name: card[name] for name in CARD_PARTS}


def _compare_cells(figure: dict[str, Any], live: dict[str, Any] | None) -> dict[str, Any]:
    rows = {repr(row[0]): row for row in (live["rows"] if live else ())}
    pairs = [(cell, other) for row in figure["rows"] for cell, other in _beside(row, rows.get(repr(row[0])))]
    return {"id": figure["id"], "changed": sum(a != b for a, b in pairs), "of": len(pairs)}


def _beside(row: list[Any], other: list[Any] | None) -> list[tuple[Any, Any]]:
    return list(zip(row[1:], (other or [None] * len(row))[1:], strict=False))
