"""The documents of a bot, their files and the passages they were read into."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import JSON, Date, Float, ForeignKeyConstraint, Index, Integer, LargeBinary, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import now
from app.core.db.base import Base, OfBot, RevisionMixin, WorkspaceMixin

STATES = ("uploaded", "scanning", "parsing", "indexed", "live", "stale", "disabled", "failed", "replaced")
ANSWERING = ("live", "stale")
SOURCES = ("file", "url", "sitemap", "questions")
KINDS = ("pdf", "docx", "html", "markdown", "text", "sitemap", "questions")
EVERY = ("day", "week", "month")
REASONS = (
    "encrypted", "broken", "no_text", "too_large", "too_long", "unsupported", "unreachable", "not_found",
    "refused", "crashed",
)  # fmt: skip
TITLE_LENGTH, ADDRESS_LENGTH, FOLDER_LENGTH, HEADING_LENGTH = 200, 1000, 80, 200
QUESTION_LENGTH, ANSWER_LENGTH = 200, 4000


class BotDocument(WorkspaceMixin, RevisionMixin, OfBot, Base):
    """A document that a bot answers from."""

    __tablename__ = "bot_document"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "bot_id"], ["bot.workspace_id", "bot.id"]),
        Index("ix_bot_document_bot", "workspace_id", "bot_id", "state"),
        Index("ix_bot_document_next", "next_read_at"),
    )

    bot_id: Mapped[int]
    title: Mapped[str] = mapped_column(String(TITLE_LENGTH))
    source: Mapped[str] = mapped_column(String(10))
    kind: Mapped[str] = mapped_column(String(10))
    file_name: Mapped[str] = mapped_column(String(TITLE_LENGTH), default="")
    address: Mapped[str] = mapped_column(String(ADDRESS_LENGTH), default="")
    folder: Mapped[str] = mapped_column(String(FOLDER_LENGTH), default="")
    state: Mapped[str] = mapped_column(String(10), default="uploaded")
    reason: Mapped[str] = mapped_column(String(20), default="")
    """Why it could not be read."""
    warning: Mapped[str] = mapped_column(String(20), default="")
    """Why the last reading failed while the one before it still answers."""
    review_by: Mapped[date | None] = mapped_column(Date)
    every: Mapped[str | None] = mapped_column(String(5))
    """How often an address is read again."""
    next_read_at: Mapped[datetime | None]
    read_at: Mapped[datetime | None]
    read_ms: Mapped[int | None] = mapped_column(Integer)
    size: Mapped[int] = mapped_column(Integer, default=0)
    pages: Mapped[int | None] = mapped_column(Integer)
    passages: Mapped[int] = mapped_column(Integer, default=0)
    words: Mapped[int] = mapped_column(Integer, default=0)
    languages: Mapped[list[str]] = mapped_column(JSON, default=list)
    engine: Mapped[str] = mapped_column(String(20), default="")
    """What made the vectors of its passages; empty where only words are compared."""
    reading: Mapped[int] = mapped_column(Integer, default=0)
    """How many times its passages have changed."""
    changes: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    """Passages that the last reading added, removed and left as they were."""
    replaces_id: Mapped[int | None]
    job_id: Mapped[int | None]
    progress: Mapped[float | None] = mapped_column(Float)
    """Of a reading under way, from 0 to 1."""


class BotDocumentFile(WorkspaceMixin, OfBot, Base):
    """The content that a document was made from: a file, or questions as JSON."""

    __tablename__ = "bot_document_file"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "document_id"], ["bot_document.workspace_id", "bot_document.id"]),
        Index("uq_bot_document_file", "workspace_id", "document_id", unique=True),
    )

    bot_id: Mapped[int]
    document_id: Mapped[int]
    content: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)


class BotPassage(WorkspaceMixin, OfBot, Base):
    """About 120 words of a document."""

    __tablename__ = "bot_passage"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "document_id"], ["bot_document.workspace_id", "bot_document.id"]),
        Index("ix_bot_passage_document", "workspace_id", "document_id", "number"),
        Index("ix_bot_passage_bot", "workspace_id", "bot_id"),
    )

    bot_id: Mapped[int]
    document_id: Mapped[int]
    number: Mapped[int] = mapped_column(Integer)
    page: Mapped[int | None] = mapped_column(Integer)
    heading: Mapped[str] = mapped_column(String(HEADING_LENGTH), default="")
    address: Mapped[str] = mapped_column(String(ADDRESS_LENGTH), default="")
    """The page of a sitemap that it was read from."""
    text: Mapped[str] = mapped_column(Text)
    words: Mapped[int] = mapped_column(Integer)
    digest: Mapped[str] = mapped_column(String(64))
    vector: Mapped[bytes | None] = mapped_column(LargeBinary)
    """Float32 numbers, as the document's engine made them."""
    created_at: Mapped[datetime] = mapped_column(default=now)
