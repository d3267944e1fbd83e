"""Rules of a bot's documents: their life, what may be uploaded, and the library that their passages make."""

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from pathlib import PurePath
from typing import Any

import orjson
from flask import current_app
from sqlalchemy import Select, delete, false, func, or_, select

from app.bots.catalog.flows import check_editable
from app.bots.catalog.models import Bot
from app.bots.documents.blocks import UnreadableFile, kind_of
from app.bots.documents.library import Library, StoredPassage, shelf_of
from app.bots.documents.models import ANSWERING, EVERY, STATES, BotDocument, BotDocumentFile, BotPassage
from app.bots.documents.passages import sentences
from app.bots.documents.sources import LARGEST
from app.bots.understanding import service as understanding
from app.bots.understanding.client import understanding_of
from app.clients import moves
from app.clients.erasing import LAST, EraseStep, erases
from app.clients.models import Client
from app.clients.service import get_client
from app.config import Settings
from app.core import clock
from app.core.db.base import db, fetch, hold, write_rows
from app.core.db.ids import new_id
from app.core.errors import BeyondSchema, Conflict, Invalid, NotFound
from app.core.http import outgoing
from app.core.jobs import cancel_job, enqueue
from app.core.lifecycles import Lifecycle
from app.core.lru import Recent
from app.core.pdf.pictures import page_picture
from app.core.providers import Provider

LIFE = Lifecycle("document", STATES, {
    "scan": ("uploaded", "scanning"),
    "parse": ("scanning", "parsing"),
    "index": ("parsing", "indexed"),
    "publish": ("indexed", "live"),
    "fail": (("scanning", "parsing"), "failed"),
    "retry": ("failed", "uploaded"),
    "expire": ("live", "stale"),
    "review": ("stale", "live"),
    "disable": (ANSWERING, "disabled"),
    "enable": ("disabled", ("live", "stale")),
    "replace": ((*ANSWERING, "disabled"), "replaced"),
})  # fmt: skip
OFFERED = ("disable", "enable", "crawl")
"""What a person may do to a document."""
LEAST_RATED, LEAST_HELPFUL = 5, 60
"""Ratings that a share is shown from, and the percentage of helpful answers below which a document needs a review."""
MOST, MOST_BYTES = 200, 200 * 2**20
"""Documents of a bot, and the bytes of their files."""
INTERVALS = dict(zip(EVERY, (timedelta(days=1), timedelta(days=7), timedelta(days=30)), strict=True))
JOB = "read_document"
TEXTS = {
    "unsupported": "Choose a PDF, Word (.docx), HTML, Markdown or text file.",
    "empty": "The file is empty.",
    "too_large": "The file is larger than 20 MB. Choose a smaller one.",
}
_libraries: Recent[int, tuple[tuple[Any, ...], Library]] = Recent(32)


@Provider
def document_uses(document_ids: list[int]) -> dict[int, dict[str, Any]]:
    """Return the uses of documents: `found` and `cited` in seven days, `used_at`, `rated` and `helpful` in 28."""
    return {}


@Provider
def passage_uses(document_id: int) -> dict[int, dict[str, Any]]:
    """Return the same for each passage of a document, all in 28 days."""
    return {}


@Provider
def poorly_rated(bot_id: int) -> Select[int]:
    """Select the documents of a bot whose answers mostly did not help."""
    return select(BotDocument.id).where(false())


def rating(use: Mapping[str, Any]) -> dict[str, Any]:
    """Return the ratings of a document or a passage: their number, and the share that helped where they are enough."""
    rated, helpful = use.get("rated", 0), use.get("helpful", 0)
    return {"rated": rated, "helpful": round(helpful / rated, 3) if rated >= LEAST_RATED else None}


def list_documents(
    bot: Bot, *, q: str = "", folder: str = "", state: str = "", rated: str = ""
) -> Select[BotDocument]:  # fmt: skip
    """Select a bot's documents by words of their title or passages, a folder, a state and how they are rated."""
    query = select(BotDocument).where(BotDocument.bot_id == bot.id)
    query = query.where(BotDocument.state == state if state else BotDocument.state != "replaced")
    if folder:
        query = query.where(BotDocument.folder == folder)
    if rated:
        query = query.where(BotDocument.id.in_(poorly_rated(bot.id)))
    for word in q.split():
        holding = select(BotPassage.document_id).where(
            BotPassage.bot_id == bot.id, BotPassage.text.icontains(word, autoescape=True)
        )
        matches = BotDocument.title.icontains(word, autoescape=True)
        query = query.where(or_(matches, BotDocument.id.in_(holding)))
    return query


def get_document(bot: Bot, document_id: int) -> BotDocument:
    """Return a bot's document, or raise NotFound."""
    query = select(BotDocument).where(BotDocument.bot_id == bot.id, BotDocument.id == document_id)
    return fetch(query, "This document does not exist.")


def list_passages(document: BotDocument, q: str = "") -> Select[BotPassage]:
    """Select the passages of a document that contain some words."""
    query = select(BotPassage).where(BotPassage.document_id == document.id)
    return query.where(*(BotPassage.text.icontains(word, autoescape=True) for word in q.split()))


def find_passage(document: BotDocument, passage_id: int) -> BotPassage | None:
    """Return a passage of a document; None of one that a later reading has not found any more."""
    return db.session.scalar(select(BotPassage).where(
        BotPassage.id == passage_id, BotPassage.document_id == document.id
    ))  # fmt: skip


def has_picture(document: BotDocument, passage: BotPassage) -> bool:
    """Whether the page that a passage is on can be drawn."""
    return document.kind == "pdf" and document.source == "file" and passage.page is not None


def draw_passage(document: BotDocument, passage: BotPassage | None) -> bytes:
    """Return the page of a passage as a picture with the passage marked; the transaction is over then."""
    if passage is None or passage.page is None or not has_picture(document, passage):
        raise NotFound("Only passages of PDF files are shown on their page.")
    files = select(BotDocumentFile.content).where(BotDocumentFile.document_id == document.id)
    return page_picture(
        ("passage", passage.id, passage.digest), lambda: db.session.scalars(files).one(), passage.page,
        sentences(passage.text),
    )  # fmt: skip


def totals(bot: Bot) -> dict[str, Any]:
    """Return how many documents and passages answer, how many are past review, and the bytes of all files."""
    query = (
        select(BotDocument.state, func.count(), func.sum(BotDocument.passages), func.sum(BotDocument.size))
        .where(BotDocument.bot_id == bot.id)
        .group_by(BotDocument.state)
    )
    rows = {state: (count, int(passages or 0), int(size or 0))
            for state, count, passages, size in db.session.execute(query)}  # fmt: skip
    answering = [rows[state] for state in ANSWERING if state in rows]
    return {
        "documents": sum(row[0] for state, row in rows.items() if state != "replaced"),
        "answering": sum(row[0] for row in answering), "passages": sum(row[1] for row in answering),
        "stale": rows.get("stale", (0,))[0],
        "most_overdue": db.session.scalar(
            list_documents(bot, state="stale").order_by(BotDocument.review_by, BotDocument.id).limit(1)),
        "poorly_rated": db.session.scalar(select(func.count()).select_from(
            list_documents(bot, rated="poorly").subquery())) or 0,
        "bytes": sum(row[2] for row in rows.values()), "most_bytes": MOST_BYTES,
    }  # fmt: skip


def create_document(bot: Bot, values: Mapping[str, Any], file: tuple[str, bytes] | None) -> BotDocument:
    """Add a document and have it read; exactly one source is given."""
    check_editable(bot)
    sources = [name for name in ("url", "sitemap", "questions") if values.get(name)]
    if len(sources) + (file is not None) != 1:
        raise Invalid({"file": [BeyondSchema("Choose one file, or give one address, sitemap or list of questions.")]})
    usage = totals(bot)
    size = len(file[1]) if file is not None else 0
    if usage["documents"] >= MOST:
        raise Conflict(f"A bot has at most {MOST} documents. Delete one first.", code="too_many")
    if usage["bytes"] + size > MOST_BYTES:
        raise Conflict("The files of this bot would be larger than 200 MB. Delete one first.", code="too_large")
    replaced = _replaceable(bot, values.get("replaces"))
    row = BotDocument(
        id=new_id(), bot_id=bot.id, title=(values.get("title") or "").strip(), folder=values.get("folder") or "",
        review_by=values.get("review_by"), every=values.get("every"), replaces_id=replaced and replaced.id,
    )  # fmt: skip
    content = _source(row, values, file, sources)
    if row.every is not None and not row.address:
        raise Invalid({"every": [BeyondSchema("Only an address or a sitemap is read again by itself.")]})
    if row.state != "failed":
        row.state = "uploaded"
    db.session.add(row)
    db.session.flush()
    if content is not None:
        db.session.add(BotDocumentFile(bot_id=bot.id, document_id=row.id, content=content))
    start_reading(row)
    return row


def _replaceable(bot: Bot, document_id: int | None) -> BotDocument | None:
    """The document that a new one takes the place of."""
    if document_id is None:
        return None
    row = db.session.scalar(list_documents(bot).where(BotDocument.id == document_id))
    if row is None:
        raise Invalid({"replaces": [BeyondSchema("This document does not exist.")]})
    if row.state not in LIFE.events["replace"].sources:
        raise LIFE.refusal(row.state, "replace")
    return row


def _source(
    row: BotDocument, values: Mapping[str, Any], file: tuple[str, bytes] | None, sources: list[str]
) -> bytes | None:
    """Say where a document comes from; return what is kept of it."""
    if file is not None:
        name, data = file
        row.source, row.kind, row.size = "file", checked_kind(name, data), len(data)
        last = PurePath(name.replace("\\", "/")).name
        row.file_name = "".join(letter for letter in last if letter.isprintable())[-200:]
        row.title = row.title or PurePath(row.file_name).stem.replace("_", " ")[:200] or row.kind
        return data
    row.source = sources[0]
    if row.source == "questions":
        row.kind, row.title = "questions", row.title or "Questions and answers"
        return orjson.dumps(values["questions"])
    address = values[row.source]
    if not outgoing.may_call(address):
        raise Invalid({row.source: [BeyondSchema("This address is not public.")]})
    row.kind = "sitemap" if row.source == "sitemap" else "html"
    row.address, row.title = address, row.title or address.partition("://")[2][:200]
    return None


def checked_kind(name: str, data: bytes) -> str:
    """Return the kind of an uploaded file by its content; Invalid for what cannot be read."""
    try:
        if not data.strip():
            raise UnreadableFile("empty")
        if len(data) > LARGEST:
            raise UnreadableFile("too_large")
        return kind_of(data, name)
    except UnreadableFile as error:
        raise Invalid({"file": [BeyondSchema(TEXTS[error.reason])]}, TEXTS[error.reason]) from None


def change_document(bot: Bot, row: BotDocument, values: Mapping[str, Any]) -> None:
    """Change title, folder, review date or how often an address is read; a later review date makes it live again."""
    for name in ("title", "folder", "review_by", "every"):
        if name in values:
            setattr(row, name, values[name])
    if row.every is not None and not row.address:
        raise Invalid({"every": [BeyondSchema("Only an address or a sitemap is read again by itself.")]})
    if "every" in values:
        row.next_read_at = next_reading(row)
    check_review(row, today_of(bot))
    db.session.flush()


def check_review(row: BotDocument, today: date) -> None:
    """Let a document be past its review, or no longer; the caller holds it."""
    is_past = row.review_by is not None and row.review_by < today
    if row.state == "live" and is_past:
        LIFE.move(row, "expire")
    elif row.state == "stale" and not is_past:
        LIFE.move(row, "review")


def today_of(bot: Bot) -> date:
    """Return the day it is for a bot's client."""
    return moves.today(get_client(bot.client_id))


def next_reading(row: BotDocument) -> datetime | None:
    """Return when an address is read next."""
    return (row.read_at or clock.now()) + INTERVALS[row.every] if row.every else None


def disable_document(row: BotDocument) -> None:
    """Let a document answer no more."""
    hold(row)
    LIFE.move(row, "disable")
    db.session.flush()


def enable_document(bot: Bot, row: BotDocument) -> None:
    """Let a document answer again."""
    hold(row)
    is_past = row.review_by is not None and row.review_by < today_of(bot)
    LIFE.move(row, "enable", to="stale" if is_past else "live")
    db.session.flush()


def crawl_document(row: BotDocument) -> None:
    """Have a document read again; one that answers goes on until the new passages are there."""
    hold(row)
    if row.state == "failed":
        LIFE.move(row, "retry")
        row.reason = ""
    elif row.job_id is not None or row.state not in (*ANSWERING, "disabled"):
        raise Conflict("This document is being read, or was replaced.", code="invalid_transition",
                       extra={"possible": possible(row)})  # fmt: skip
    start_reading(row)


def start_reading(row: BotDocument) -> None:
    """Give a document the job that reads it."""
    row.progress = 0.0
    row.job_id = enqueue(JOB, {"document_id": str(row.id), "bot_id": str(row.bot_id)}).id
    db.session.flush()


def possible(row: BotDocument) -> list[str]:
    """Return what a person may do to a document now."""
    events = [event for event in LIFE.possible(row.state) if event in OFFERED]
    if row.state == "failed" or (row.job_id is None and row.state in (*ANSWERING, "disabled")):
        events.append("crawl")
    return events


def delete_document(row: BotDocument) -> None:
    """Delete a document with its file and passages."""
    hold(row)
    cancel_job(row.job_id)
    for kind in (BotPassage, BotDocumentFile):
        write_rows(delete(kind).where(kind.document_id == row.id))
    db.session.delete(row)
    db.session.flush()


def _settings() -> Settings:
    settings: Settings = current_app.config["SETTINGS"]
    return settings


@understanding.library_of.provide
def find_library(bot: Bot) -> Library | None:
    """Return the passages of a bot's answering documents; read once a process until one of them changes."""
    query = (
        select(BotDocument.id, BotDocument.reading, BotDocument.state, BotDocument.title)
        .where(BotDocument.bot_id == bot.id, BotDocument.state.in_(ANSWERING))
        .order_by(BotDocument.id)
    )
    rows = tuple(tuple(row) for row in db.session.execute(query))
    if not rows:
        return None
    cached = _libraries.get(bot.id)
    if cached is not None and cached[0] == rows:
        return cached[1]
    library = Library(shelf_of(_stored_passages(bot)), understanding_of(_settings()))
    _libraries.put(bot.id, (rows, library))
    return library


def _stored_passages(bot: Bot) -> list[tuple[StoredPassage, str, bytes | None]]:
    query = (
        select(
            BotPassage.id, BotPassage.document_id, BotDocument.title, BotPassage.page, BotPassage.heading,
            BotPassage.text, BotDocument.state, BotDocument.engine, BotPassage.vector,
        )
        .join(BotDocument, BotDocument.id == BotPassage.document_id)
        .where(BotPassage.bot_id == bot.id, BotDocument.state.in_(ANSWERING))
        .order_by(BotPassage.document_id, BotPassage.number)
    )  # fmt: skip
    return [(StoredPassage(*row[:6], row[6] == "stale"), row[7], row[8]) for row in db.session.execute(query)]


@erases
def _erase_documents(client: Client, step: EraseStep) -> None:
    """Delete the documents of a purged client's bots."""
    bots = select(Bot.id).where(Bot.client_id == client.id)
    for kind in (BotPassage, BotDocumentFile, BotDocument):
        write_rows(delete(kind).where(kind.bot_id.in_(bots)))
    step(LAST)
