"""One article of the knowledge base in every language it was written in, and what readers said of it."""

from datetime import datetime

from sqlalchemy import ForeignKeyConstraint, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from app.content.editor.models import AddressedMixin, PlacedMixin
from app.core.clock import now
from app.core.db.base import Base, WorkspaceMixin

CATEGORIES = ("first-steps", "conversations", "reports", "running-bots", "data", "security")
"""The categories in their order."""


class KnowledgeQuestion(AddressedMixin, PlacedMixin, Base):
    """A question of one category, answered at length in Markdown."""

    SAID = ("question", "content")
    __tablename__ = "knowledge_question"
    table_args = (
        Index("uq_knowledge_question_slug", "workspace_id", "slug", unique=True),
        Index("uq_knowledge_question_number", "workspace_id", "number", unique=True),
    )


class KnowledgeVote(WorkspaceMixin, Base):
    """Whether one visitor found one article helpful; the last word counts."""

    __tablename__ = "knowledge_vote"
    table_args = (
        ForeignKeyConstraint(
            ["workspace_id", "question_id"], ["knowledge_question.workspace_id", "knowledge_question.id"]
        ),
        Index("uq_knowledge_vote_voter", "workspace_id", "question_id", "voter", unique=True),
    )

    question_id: Mapped[int]
    voter: Mapped[str] = mapped_column(String(64))
    """A keyed digest of who it was, of no use for finding out."""
    helpful: Mapped[bool]
    created_at: Mapped[datetime] = mapped_column(default=now)
