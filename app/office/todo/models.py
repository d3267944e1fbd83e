"""One task of a workspace."""

from datetime import date
from typing import Any

from sqlalchemy import JSON, Boolean, Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column, validates

from app.core.db.base import Base, BigInt, RevisionMixin, WorkspaceMixin
from app.office.todo.documents import plain_text

TAGS = ("team", "low", "medium", "high", "update")


class Task(WorkspaceMixin, RevisionMixin, Base):
    """Something to do; the specified calls know it by its number, ours by its id."""

    __tablename__ = "task"
    live_kind = "task"
    table_args = (
        Index("uq_task_number", "workspace_id", "number", unique=True),
        Index("ix_task_place", "workspace_id", "is_deleted", "place"),
    )

    number: Mapped[int] = mapped_column(BigInt)
    title: Mapped[str] = mapped_column(String(200))
    title_key: Mapped[str] = mapped_column(String(600))
    """The title without case: to search and to sort by. Casefolding can make a letter three."""
    due_date: Mapped[date | None]
    description: Mapped[Any] = mapped_column(JSON, default="")
    """Text with a few marks, or the document of another client's editor, which is kept as it came."""
    assignee_name: Mapped[str] = mapped_column(String(120), default="")
    assignee_avatar: Mapped[str] = mapped_column(String(500), default="")
    tag_text: Mapped[str] = mapped_column(String(60), default=",")
    """The tags, each between commas, so that any database can look for one."""
    is_completed: Mapped[bool] = mapped_column(Boolean, default=False)
    is_deleted: Mapped[bool] = mapped_column(Boolean, default=False)
    is_important: Mapped[bool] = mapped_column(Boolean, default=False)
    place: Mapped[int] = mapped_column(Integer)
    """Where it is in the order of one's own, highest first; its number until someone moves it."""

    @property
    def tags(self) -> list[str]:
        """The tags as a list."""
        return [tag for tag in self.tag_text.split(",") if tag]

    @tags.setter
    def tags(self, tags: list[str]) -> None:
        self.tag_text = ",".join(["", *dict.fromkeys(tags), ""]) if tags else ","

    @property
    def assignee(self) -> dict[str, str]:
        """Whom it is for; both empty when it is for nobody."""
        return {"name": self.assignee_name, "avatar": self.assignee_avatar}

    @property
    def person(self) -> dict[str, str] | None:
        """Whom it is for, or nobody."""
        return self.assignee if self.assignee_name else None

    @property
    def due_text(self) -> str:
        """The due date as text, empty when there is none."""
        return self.due_date.isoformat() if self.due_date else ""

    @property
    def text(self) -> str:
        """The description as text."""
        return plain_text(self.description)

    @validates("title")
    def _fold(self, _name: str, title: str) -> str:
        """What is searched follows what is read."""
        self.title_key = title.casefold()
        return title
