"""Rows of code lists, and text snippets."""

from datetime import date

from sqlalchemy import JSON, Boolean, Date, Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column, validates

from app.core.db.base import Base, RevisionMixin, SharedRow, WorkspaceMixin

CODE_LENGTH = 60
LABEL_LENGTH = 120


class Entry(WorkspaceMixin, RevisionMixin, SharedRow, Base):
    """An entry of a code list; its code never changes, as other rows are about it."""

    __tablename__ = "reference_entry"
    table_args = (
        Index("uq_reference_entry_code", "workspace_id", "list_name", "code_key", unique=True),
        Index("ix_reference_entry_place", "workspace_id", "list_name", "position"),
    )

    list_name: Mapped[str] = mapped_column(String(30))
    code: Mapped[str] = mapped_column(String(CODE_LENGTH))
    code_key: Mapped[str] = mapped_column(String(CODE_LENGTH))
    labels: Mapped[dict[str, str]] = mapped_column(JSON, default=dict)
    """Its name by language."""
    belongs_to: Mapped[str] = mapped_column(String(CODE_LENGTH), default="")
    """The code of another list, or a group; empty where entries of its list belong to nothing."""
    position: Mapped[int] = mapped_column(Integer)
    active: Mapped[bool] = mapped_column(Boolean, default=True)
    valid_from: Mapped[date | None] = mapped_column(Date)
    valid_to: Mapped[date | None] = mapped_column(Date)
    """The last day."""

    @validates("code")
    def _fold(self, _name: str, code: str) -> str:
        """What is looked for follows what is read."""
        self.code_key = code.lower()
        return code


class Snippet(WorkspaceMixin, RevisionMixin, SharedRow, Base):
    """A text that several bots say, by a key that never changes."""

    __tablename__ = "text_snippet"
    table_args = (Index("uq_text_snippet_key", "workspace_id", "key", unique=True),)

    key: Mapped[str] = mapped_column(String(40))
    texts: Mapped[dict[str, str]] = mapped_column(JSON, default=dict)
    """The text by language; `{{name}}` in it is a variable of whichever flow says it."""
    note: Mapped[str] = mapped_column(String(200), default="")
