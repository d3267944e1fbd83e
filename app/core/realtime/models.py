"""One thing that has happened, as one person is notified of it."""

from sqlalchemy import Index, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.db.base import Base, BigInt, WorkspaceMixin


class LiveEvent(WorkspaceMixin, Base):
    """That something of a kind changed for a person; what it is now, they ask for themselves."""

    __tablename__ = "live_event"
    table_args = (Index("ix_live_event_person", "workspace_id", "user_id", "number"),)

    number: Mapped[int] = mapped_column(BigInt)
    """Counted in the workspace and held until the commit, so that a smaller number is never seen after a larger one."""
    user_id: Mapped[int] = mapped_column()
    """0 represents everybody of the workspace."""
    kind: Mapped[str] = mapped_column(String(40))
    subject: Mapped[str] = mapped_column(String(60))
    client_id: Mapped[int | None]
    outlet_id: Mapped[int | None]
    bot_id: Mapped[int | None]
    """What it belongs to of each kind: None where it is not cut by that, 0 where it belongs to none."""
