"""Reading documents: parsed outside any transaction, then stored at once with what has changed."""

import time
from datetime import timedelta
from typing import Any

import numpy as np
from flask import current_app
from sqlalchemy import delete, select

from app.bots.catalog.models import Bot
from app.bots.documents import service, sources
from app.bots.documents.blocks import UnreadableFile
from app.bots.documents.models import ANSWERING, BotDocument, BotDocumentFile, BotPassage
from app.bots.documents.passages import Passage
from app.bots.documents.service import LIFE
from app.bots.documents.sources import SourceContent
from app.bots.engine.languages import detect_by_script
from app.bots.understanding.client import Understanding, understanding_of
from app.core import clock
from app.core.db.base import db, hold, note, write_rows
from app.core.db.tenancy import within
from app.core.http.outgoing import allowed_hosts
from app.core.jobs import Job, ReportProgress, heartbeat, job
from app.core.jobs.owners import Owner
from app.core.jobs.schedule import regularly
from app.core.values.batches import batched

BATCH = 32
"""Passages embedded at once."""
LONGEST_EMBEDDED = 900
"""Characters of a passage that its vector is made of."""


def _crash(document: BotDocument, _error: str) -> None:
    _fail(document, "crashed")


DOCUMENT = Owner(BotDocument, "document_id", fail=_crash)


@job("read_document", owner=DOCUMENT, page="/admin/bots/{bot_id}/knowledge?document={document_id}")
def read_document(row: Job) -> None:
    """Read a document into passages."""
    document = DOCUMENT.find(row)
    if document is None:
        return

    def beat(part: float) -> None:
        heartbeat(row, part)
        if document is not None:
            note(document, progress=part)
        db.session.commit()

    read_now(document, beat, understanding_of(current_app.config["SETTINGS"]))


def read_now(document: BotDocument, beat: ReportProgress, understanding: Understanding) -> None:
    """Read a document, telling how far it is; the caller commits the last step."""
    began = time.monotonic()
    if document.state == "uploaded":
        LIFE.move(document, "scan")
        db.session.commit()
    content = db.session.scalar(
        select(BotDocumentFile.content).where(BotDocumentFile.document_id == document.id)
    )  # fmt: skip
    if document.state == "scanning":
        LIFE.move(document, "parse")
    source, kind, address = document.source, document.kind, document.address
    db.session.commit()
    try:
        read = _read(source, kind, address, content, beat)
        engine, vectors = _embed_passages(read.passages, beat, understanding)
    except UnreadableFile as error:
        beat(1.0)
        hold(document)
        _fail(document, error.reason)
        return
    beat(1.0)
    hold(document)
    _store(document, read, engine, vectors)
    document.read_ms = round((time.monotonic() - began) * 1000)
    document.job_id, document.progress = None, None
    db.session.flush()


def _read(source: str, kind: str, address: str, content: bytes | None, beat: ReportProgress) -> SourceContent:
    hosts = allowed_hosts()
    if source == "url":
        return sources.read_address(address, hosts, beat)
    if source == "sitemap":
        return sources.read_sitemap(address, hosts, beat)
    if content is None:
        raise UnreadableFile("broken")
    return sources.read_questions(content) if source == "questions" else sources.read_file(content, kind, beat)


def _embed_passages(
    passages: list[Passage], beat: ReportProgress, understanding: Understanding
) -> tuple[str, list[bytes] | None]:
    """The vectors of passages and what made them; none where understanding cannot embed now."""
    vectors, engine = list[bytes](), ""
    for batch in batched(passages, BATCH):
        texts = [f"{passage.heading}\n{passage.text}"[:LONGEST_EMBEDDED] for passage in batch]
        result = understanding.embed(texts, "passage")
        if result is None or (engine and result[0] != engine):
            return "", None
        engine = result[0]
        vectors += [np.asarray(vector, np.float32).tobytes() for vector in result[1]]
        beat(0.6 + 0.4 * len(vectors) / len(passages))
    return engine, vectors


def _store(document: BotDocument, read: SourceContent, engine: str, vectors: list[bytes] | None) -> None:
    """Put what was read in the place of what was there; passages that are still there keep their ids."""
    if not read.passages:
        return _fail(document, "no_text")
    passages_by_digest: dict[str, list[BotPassage]] = {}
    for row in db.session.scalars(select(BotPassage).where(BotPassage.document_id == document.id)):
        passages_by_digest.setdefault(row.digest, []).append(row)
    added_count = 0
    for number, passage in enumerate(read.passages, 1):
        same = passages_by_digest.get(passage.digest)
        row = same.pop() if same else BotPassage(bot_id=document.bot_id, document_id=document.id, digest=passage.digest)
        added_count += not same and row.number is None
        row.number, row.page, row.heading, row.text = number, passage.page, passage.heading, passage.text
        row.address, row.words = passage.address, passage.words
        row.vector = vectors[number - 1] if vectors is not None else None
        db.session.add(row)
    removed_ids = [row.id for rows in passages_by_digest.values() for row in rows]
    for ids in batched(removed_ids, 500):
        write_rows(delete(BotPassage).where(BotPassage.id.in_(ids)))
    document.changes = _changes(document, read, added_count, len(removed_ids))
    document.kind = read.kind
    if read.title and document.source != "file" and document.title == document.address.partition("://")[2][:200]:
        document.title = read.title
    document.pages, document.passages, document.engine = read.pages, len(read.passages), engine
    document.words = sum(passage.words for passage in read.passages)
    document.languages = languages_of(read.passages)
    document.reading += 1
    document.read_at, document.warning = clock.now(), ""
    document.next_read_at = service.next_reading(document)
    if document.state == "parsing":
        LIFE.move(document, "index")
        LIFE.move(document, "publish")
        _replace(document)
    bot = db.session.get_one(Bot, document.bot_id)
    service.check_review(document, service.today_of(bot))
    return None


def _changes(document: BotDocument, read: SourceContent, added_count: int, removed_count: int) -> dict[str, Any]:
    """What is new against the reading before, or against the document that is replaced."""
    if document.replaces_id is not None and document.state == "parsing":
        query = select(BotPassage.digest).where(BotPassage.document_id == document.replaces_id)
        old, new = set(db.session.scalars(query)), {passage.digest for passage in read.passages}
        added_count, removed_count = len(new - old), len(old - new)
    elif document.read_at is None:
        return {}
    same = len(read.passages) - added_count
    return {"added": added_count, "removed": removed_count, "same": same, "at": clock.now().isoformat()}


def _replace(document: BotDocument) -> None:
    """Let the document that this one takes the place of answer no more."""
    if document.replaces_id is None:
        return
    old = db.session.scalar(select(BotDocument).where(BotDocument.id == document.replaces_id))
    if old is not None:
        hold(old)
        if old.state in LIFE.events["replace"].sources:
            LIFE.move(old, "replace")


def languages_of(passages: list[Passage]) -> list[str]:
    """Return the languages that a good part of passages is in, by their script, the most frequent first."""
    counts: dict[str, int] = {}
    for passage in passages:
        language = detect_by_script(passage.text) or "en"
        counts[language] = counts.get(language, 0) + 1
    ordered = sorted(counts, key=lambda language: -counts[language])
    return [language for language in ordered if counts[language] * 20 >= len(passages)]


def _fail(document: BotDocument, reason: str) -> None:
    """Say why a document cannot be read; one that has passages goes on answering from them."""
    document.job_id, document.progress = None, None
    if document.state in LIFE.events["fail"].sources:
        LIFE.move(document, "fail", reason=reason)
        document.reason = reason
    else:
        document.warning = reason
        document.next_read_at = service.next_reading(document) and clock.now() + service.INTERVALS["day"]
    db.session.flush()


@regularly(timedelta(minutes=15))
def _read_again() -> None:
    """Read addresses whose time has come, and let documents be past their review."""
    due = select(BotDocument).where(BotDocument.next_read_at <= clock.now(), BotDocument.job_id.is_(None))
    reviewed = select(BotDocument).where(BotDocument.state == "live", BotDocument.review_by < clock.now().date())
    for document in db.session.scalars(due.limit(100)).all():
        with within(document.workspace_id):
            if document.state in ANSWERING:
                service.start_reading(document)
    for document in db.session.scalars(reviewed.limit(500)).all():
        with within(document.workspace_id):
            hold(document)
            service.check_review(document, service.today_of(db.session.get_one(Bot, document.bot_id)))
    return None
