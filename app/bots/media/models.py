"""Media of bots, and their files, each of which a workspace holds once."""

from typing import Any

from sqlalchemy import JSON, Float, ForeignKeyConstraint, Index, Integer, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.db.base import Base, OfBot, RevisionMixin, WorkspaceMixin

KINDS = ("image", "file")
NAME_LENGTH, ALT_LENGTH = 120, 500
ORIGINAL = "original"


class BotMedium(WorkspaceMixin, RevisionMixin, OfBot, Base):
    """A picture or a PDF in the library of a bot."""

    __tablename__ = "bot_medium"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "bot_id"], ["bot.workspace_id", "bot.id"]),
        Index("uq_bot_medium", "workspace_id", "bot_id", "digest", unique=True),
        Index("ix_bot_medium_digest", "workspace_id", "digest"),
    )

    bot_id: Mapped[int]
    digest: Mapped[str] = mapped_column(String(64))
    """SHA-256 of the file as it is kept: the name by which flow documents refer to it."""
    name: Mapped[str] = mapped_column(String(NAME_LENGTH))
    kind: Mapped[str] = mapped_column(String(5))
    media_type: Mapped[str] = mapped_column(String(20))
    size: Mapped[int] = mapped_column(Integer)
    width: Mapped[int | None] = mapped_column(Integer)
    height: Mapped[int | None] = mapped_column(Integer)
    pages: Mapped[int | None] = mapped_column(Integer)
    alt: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    """What it shows, by language."""
    widths: Mapped[list[int]] = mapped_column(JSON, default=list)
    """Pixels of the smaller pictures that have been made of it, each as WebP and AVIF."""
    job_id: Mapped[int | None]
    progress: Mapped[float | None] = mapped_column(Float)
    """Of making its sizes, from 0 to 1; None while nothing is made."""


class MediumFile(WorkspaceMixin, Base):
    """The content of a medium in one form: as it was sent, or a size such as `640.webp`."""

    __tablename__ = "medium_file"
    table_args = (Index("uq_medium_file", "workspace_id", "digest", "form", unique=True),)

    digest: Mapped[str] = mapped_column(String(64))
    form: Mapped[str] = mapped_column(String(12))
    media_type: Mapped[str] = mapped_column(String(20))
    size: Mapped[int] = mapped_column(Integer)
    content: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)
