"""The workspace row and its counters for the specified calls' small ids."""

from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import JSON, Boolean, Date, String, false, text
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import now
from app.core.db.base import Base, SharedRow
from app.core.db.ids import new_id


class Workspace(SharedRow, Base):
    """One customer of the installation; no query crosses it."""

    __tablename__ = "workspace"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False, default=new_id)
    name: Mapped[str] = mapped_column(String(120))
    slug: Mapped[str] = mapped_column(String(60), unique=True)
    locale: Mapped[str | None] = mapped_column(String(8))
    zone: Mapped[str] = mapped_column(String(64), default="Asia/Kolkata")
    currency: Mapped[str] = mapped_column(String(3), default="INR")
    plan: Mapped[str] = mapped_column(String(20), default="", server_default="")
    """The plan chosen with the registration; empty where none was."""
    second_factor_required: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())
    """Whether members without a second factor can do nothing but set one up."""
    second_factor_from: Mapped[date | None] = mapped_column(Date)
    """The first day on which that is so, in the workspace's zone; from the start without one."""
    languages: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict, server_default=text("'{}'"))
    """What is otherwise about languages of the interface, by their code: name, active, revision."""
    created_at: Mapped[datetime] = mapped_column(default=now)

    @property
    def asks_for_factor(self) -> bool:
        """Whether a second factor is asked of everybody by now."""
        day = self.second_factor_from
        has_begun = day is None or now().astimezone(ZoneInfo(self.zone)).date() >= day
        return self.second_factor_required and has_begun
