"""Questions to bots' knowledge, the passages found for them, and the groups of those without an answer."""

from datetime import datetime
from typing import ClassVar

from sqlalchemy import Boolean, Float, ForeignKeyConstraint, Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import now
from app.core.db.base import Base, Measured, OfBot, OutletScoped, RevisionMixin, WorkspaceMixin

OUTCOMES = ("answered", "found", "nothing")
SOURCES = ("questions", "documents")
GROUP_STATES = ("open", "answered", "ignored")
TEXT_LENGTH = 500


class BotQuestion(WorkspaceMixin, Measured, OutletScoped, Base):
    """A question that a bot's knowledge was asked, and what came of it."""

    __tablename__ = "bot_question"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "bot_id"], ["bot.workspace_id", "bot.id"]),
        ForeignKeyConstraint(["workspace_id", "conversation_id"], ["conversation.workspace_id", "conversation.id"]),
        Index("ix_bot_question_at", "workspace_id", "at"),
        Index("ix_bot_question_group", "workspace_id", "group_id"),
        Index("ix_bot_question_conversation", "workspace_id", "conversation_id"),
    )

    bot_id: Mapped[int]
    outlet_id: Mapped[int | None]
    conversation_id: Mapped[int]
    turn: Mapped[int] = mapped_column(Integer, default=0)
    at: Mapped[datetime] = mapped_column(default=now)
    text: Mapped[str] = mapped_column(String(TEXT_LENGTH))
    """What was asked, redacted; empty once its conversation is erased."""
    language: Mapped[str] = mapped_column(String(12), default="en")
    outcome: Mapped[str] = mapped_column(String(10))
    source: Mapped[str | None] = mapped_column(String(10))
    """What has answered: the flow's questions or documents; None without an answer."""
    score: Mapped[float | None] = mapped_column(Float)
    ms: Mapped[int | None] = mapped_column(Integer)
    group_id: Mapped[int | None]


class PassageUse(WorkspaceMixin, Measured, OutletScoped, Base):
    """A passage that was found for a question; documents and passages may be gone since."""

    __tablename__ = "passage_use"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "question_id"], ["bot_question.workspace_id", "bot_question.id"]),
        Index("ix_passage_use_document", "workspace_id", "document_id", "at"),
        Index("ix_passage_use_question", "workspace_id", "question_id"),
    )

    bot_id: Mapped[int]
    outlet_id: Mapped[int | None]
    question_id: Mapped[int]
    document_id: Mapped[int]
    passage_id: Mapped[int]
    page: Mapped[int | None] = mapped_column(Integer)
    score: Mapped[float] = mapped_column(Float)
    is_found: Mapped[bool] = mapped_column(Boolean)
    """Whether its score was enough to answer; else it is only the nearest one."""
    is_cited: Mapped[bool] = mapped_column(Boolean)
    is_helpful: Mapped[bool | None] = mapped_column(Boolean)
    """Whether the answer that cited it helped; None where the visitor has not said."""
    at: Mapped[datetime] = mapped_column(default=now)


class QuestionGroup(WorkspaceMixin, RevisionMixin, Measured, OfBot, Base):
    """Questions without an answer that say nearly the same, whichever outlet they were asked at."""

    is_hidden: ClassVar[bool] = True

    __tablename__ = "question_group"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "bot_id"], ["bot.workspace_id", "bot.id"]),
        Index("ix_question_group_bot", "workspace_id", "bot_id", "state"),
    )

    bot_id: Mapped[int]
    lead_id: Mapped[int]
    """The question by which it is shown, and that others are compared with."""
    state: Mapped[str] = mapped_column(String(10), default="open")
    last_at: Mapped[datetime] = mapped_column(default=now)
