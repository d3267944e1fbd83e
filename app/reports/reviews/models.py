"""Reviews and comments of conversations."""

from datetime import datetime

from sqlalchemy import JSON, ColumnElement, ForeignKeyConstraint, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from app.conversations.models import Conversation
from app.core.db.base import Base, ClientScoped, Measured, OutletScoped, RevisionMixin, WorkspaceMixin
from app.reports.reviews.review_schemas import STATES

UNREVIEWED = STATES[0]
NOTE_LENGTH, TAG_LENGTH, MOST_TAGS = 1000, 40, 20
SAMPLED = 20
"""One conversation of this many is chosen for review."""


class ConversationReview(WorkspaceMixin, RevisionMixin, ClientScoped, Measured, OutletScoped, Base):
    """What people say of a conversation; one without a row is unreviewed."""

    __tablename__ = "conversation_review"
    table_args = (
        ForeignKeyConstraint(
            ["workspace_id", "conversation_id"], ["conversation.workspace_id", "conversation.id"], ondelete="CASCADE"
        ),
        Index("uq_conversation_review", "workspace_id", "conversation_id", unique=True),
    )

    client_id: Mapped[int]
    bot_id: Mapped[int]
    outlet_id: Mapped[int | None]
    conversation_id: Mapped[int]
    tags: Mapped[list[str]] = mapped_column(JSON, default=list)
    state: Mapped[str] = mapped_column(String(10), default=UNREVIEWED)
    category: Mapped[str | None] = mapped_column(String(10))
    note: Mapped[str] = mapped_column(Text, default="")
    reviewer_id: Mapped[int | None]
    reviewed_at: Mapped[datetime | None]


class ConversationComment(WorkspaceMixin, RevisionMixin, ClientScoped, Measured, OutletScoped, Base):
    """What a person says to others about a conversation, redacted."""

    __tablename__ = "conversation_comment"
    table_args = (
        ForeignKeyConstraint(
            ["workspace_id", "conversation_id"], ["conversation.workspace_id", "conversation.id"], ondelete="CASCADE"
        ),
        Index("ix_conversation_comment", "workspace_id", "conversation_id", "id"),
    )

    client_id: Mapped[int]
    bot_id: Mapped[int]
    outlet_id: Mapped[int | None]
    conversation_id: Mapped[int]
    author_id: Mapped[int]
    author: Mapped[str] = mapped_column(String(120))
    """Who wrote it, as they were called then."""
    text: Mapped[str] = mapped_column(Text)


def is_sampled() -> ColumnElement[bool]:
    """Whether a conversation is chosen for review: by its id alone, so once and for all on any database."""
    mixed = Conversation.id % 2147483629 * 48271 % 2147483647
    return mixed % SAMPLED == 0
