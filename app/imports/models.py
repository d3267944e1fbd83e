"""An import with its progress, and the lines that were no dialogue."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import JSON, Boolean, Date, ForeignKeyConstraint, Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import now
from app.core.db.base import Base, ClientScoped, OfBot, WorkspaceMixin

STATES = ("checking", "ready", "queued", "running", "done", "cancelled", "failed")
STARTABLE = ("ready", "cancelled", "failed", "done")
ENDED = ("done", "cancelled", "failed")
CANCELLABLE = ("checking", "ready", "queued", "running")


class Import(WorkspaceMixin, ClientScoped, OfBot, Base):
    """One uploaded file on its way in; `line` and the counts move in the transaction of each batch."""

    __tablename__ = "import"
    is_hidden = True
    table_args = (
        ForeignKeyConstraint(["workspace_id", "bot_id"], ["bot.workspace_id", "bot.id"]),
        Index("ix_import_created", "workspace_id", "created_at"),
    )

    client_id: Mapped[int]
    bot_id: Mapped[int]
    user_id: Mapped[int | None]
    """Who brought it and learns what becomes of it; commands' are nobody's."""
    name: Mapped[str] = mapped_column(String(200))
    state: Mapped[str] = mapped_column(String(10), default="checking")
    dry: Mapped[bool] = mapped_column(Boolean, default=False)
    """Whether it waits for a start after the check."""
    seed: Mapped[int] = mapped_column(default=0)
    first_day: Mapped[date] = mapped_column(Date)
    last_day: Mapped[date] = mapped_column(Date)
    """Days over which dialogues without times are laid."""
    lines: Mapped[int] = mapped_column(Integer, default=0)
    dialogues: Mapped[int] = mapped_column(Integer, default=0)
    messages: Mapped[int] = mapped_column(Integer, default=0)
    acts: Mapped[dict[str, list[str]]] = mapped_column(JSON, default=dict)
    """What its dialogue acts mean, as the mapping file says it."""
    topics: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    """The topic each intent was found to belong to."""
    facts: Mapped[int] = mapped_column(Integer, default=0)
    """What its dialogues were found to tell: bits of `app.conversations.provenance`."""
    times_estimated: Mapped[int] = mapped_column(Integer, default=0)
    """Dialogues with turns whose times the file does not tell."""
    people_unknown: Mapped[int] = mapped_column(Integer, default=0)
    """Dialogues whose person the file does not tell."""
    line: Mapped[int] = mapped_column(Integer, default=0)
    """Lines that are dealt with: where a killed run goes on."""
    done: Mapped[int] = mapped_column(Integer, default=0)
    skipped: Mapped[int] = mapped_column(Integer, default=0)
    """Dialogues that had been imported before."""
    problem_count: Mapped[int] = mapped_column(Integer, default=0)
    error: Mapped[str | None] = mapped_column(String(300))
    earliest_at: Mapped[datetime | None]
    latest_at: Mapped[datetime | None]
    job_id: Mapped[int | None]
    created_at: Mapped[datetime] = mapped_column(default=now)
    finished_at: Mapped[datetime | None]


class ImportProblem(WorkspaceMixin, Base):
    """A line that is no dialogue, and why."""

    __tablename__ = "import_problem"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "import_id"], ["import.workspace_id", "import.id"]),
        Index("ix_import_problem_line", "workspace_id", "import_id", "line"),
    )

    import_id: Mapped[int]
    line: Mapped[int] = mapped_column(Integer)
    reason: Mapped[str] = mapped_column(String(200))
