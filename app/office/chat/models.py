"""What people say of themselves in the chat, and their conversations of two."""

from datetime import datetime

from sqlalchemy import ForeignKeyConstraint, Index, Integer, String, Text
from sqlalchemy.orm import Mapped, mapped_column, validates

from app.core.clock import now
from app.core.db.base import Base, RevisionMixin, WorkspaceMixin

STATUS = ("online", "busy", "away", "offline")
ABOUT_LENGTH = 240
MESSAGE_LENGTH = 4000


def _user_key(name: str) -> ForeignKeyConstraint:
    """A reference to a person, with whom the row goes."""
    return ForeignKeyConstraint(["workspace_id", name], ["user.workspace_id", "user.id"], ondelete="CASCADE")


def _chat_key() -> ForeignKeyConstraint:
    """A reference to the conversation, with which the row goes."""
    return ForeignKeyConstraint(["workspace_id", "chat_id"], ["chat.workspace_id", "chat.id"], ondelete="CASCADE")


class ChatPerson(WorkspaceMixin, RevisionMixin, Base):
    """What a person says of themselves; it is there once they have written, were written to, or said something."""

    __tablename__ = "chat_person"
    table_args = (_user_key("user_id"), Index("uq_chat_person", "workspace_id", "user_id", unique=True))

    user_id: Mapped[int]
    about: Mapped[str] = mapped_column(String(ABOUT_LENGTH), default="")
    status: Mapped[str] = mapped_column(String(10), default="offline")


class Chat(WorkspaceMixin, Base):
    """The one conversation of two people; the one with the smaller id comes first."""

    __tablename__ = "chat"
    table_args = (
        _user_key("first_id"),
        _user_key("second_id"),
        Index("uq_chat", "workspace_id", "first_id", "second_id", unique=True),
    )

    first_id: Mapped[int]
    second_id: Mapped[int]
    last_id: Mapped[int] = mapped_column(default=0)
    """The newest message."""


class ChatSide(WorkspaceMixin, Base):
    """A conversation as one of the two has it."""

    __tablename__ = "chat_side"
    table_args = (
        _chat_key(),
        _user_key("user_id"),
        _user_key("other_id"),
        Index("uq_chat_side", "workspace_id", "user_id", "other_id", unique=True),
        Index("ix_chat_side_last", "workspace_id", "user_id", "last_id"),
    )

    chat_id: Mapped[int]
    user_id: Mapped[int]
    other_id: Mapped[int]
    last_id: Mapped[int] = mapped_column(default=0)
    """The newest message, to sort by without reading the conversations."""
    seen_id: Mapped[int] = mapped_column(default=0)
    """The newest message they have read."""
    unseen: Mapped[int] = mapped_column(Integer, default=0)


class ChatMessage(WorkspaceMixin, Base):
    """Something that was said; ids of one conversation follow the order of speaking."""

    __tablename__ = "chat_message"
    table_args = (_chat_key(), _user_key("sender_id"), Index("ix_chat_message_chat", "workspace_id", "chat_id", "id"))

    chat_id: Mapped[int]
    sender_id: Mapped[int]
    text: Mapped[str] = mapped_column(Text)
    search_text: Mapped[str] = mapped_column(Text)
    """The text without case, to search in."""
    sent_at: Mapped[datetime] = mapped_column(default=now)

    @validates("text")
    def _fold(self, _name: str, text: str) -> str:
        """What is searched follows what is read."""
        self.search_text = text.casefold()
        return text
