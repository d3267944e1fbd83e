"""A request for a person to go on with a conversation."""

from datetime import datetime, timedelta

from sqlalchemy import ForeignKeyConstraint, Index, String, case, func
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import now
from app.core.db.base import Base, ClientScoped, Measured, OutletScoped, RevisionMixin, WorkspaceMixin
from app.core.security.encryption import Sealed, unseal

STATES = ("requested", "accepted", "closed", "missed", "cancelled", "call_back")
"""`call_back`: the visitor is gone and wants to be called; `accepted_by` is who has it then."""
OPEN = ("requested", "accepted")
SLA = timedelta(minutes=15)
"""How long a visitor waits for a person before the hand-off counts as missed."""


class Handoff(WorkspaceMixin, RevisionMixin, ClientScoped, Measured, OutletScoped, Base):
    """One hand-off of a conversation, from the request to its end."""

    __tablename__ = "handoff"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "client_id"], ["client.workspace_id", "client.id"]),
        ForeignKeyConstraint(["workspace_id", "bot_id"], ["bot.workspace_id", "bot.id"]),
        ForeignKeyConstraint(["workspace_id", "contact_id"], ["contact.workspace_id", "contact.id"]),
        Index("ix_handoff_state", "workspace_id", "state", "requested_at"),
        Index("ix_handoff_session", "workspace_id", "session_id"),
        Index("ix_handoff_conversation", "workspace_id", "conversation_id"),
    )

    client_id: Mapped[int]
    bot_id: Mapped[int]
    outlet_id: Mapped[int | None]
    """The conversation's outlet."""
    contact_id: Mapped[int]
    conversation_id: Mapped[int]
    session_id: Mapped[int]
    """The channel's session, through which replies go out; its row goes before this one."""
    channel: Mapped[str] = mapped_column(String(12))
    queue: Mapped[str] = mapped_column(String(60), default="")
    state: Mapped[str] = mapped_column(String(10), default="requested")
    requested_at: Mapped[datetime] = mapped_column(default=now)
    due_at: Mapped[datetime]
    """When it counts as missed unless a person has accepted it; of a call back, by when it is promised."""
    accepted_at: Mapped[datetime | None]
    accepted_by: Mapped[int | None]
    ended_at: Mapped[datetime | None]
    said_at: Mapped[datetime] = mapped_column(default=now)
    """When one of both sides last said something."""
    awaits_agent: Mapped[bool] = mapped_column(default=True)
    """Whether the visitor spoke last."""


ANSWERED_AT = func.coalesce(Handoff.accepted_at, case((Handoff.state == "closed", Handoff.ended_at)))
"""When a person took over, or had made the call that was wanted; None until then."""


def waited(requested_at: datetime, due_at: datetime, accepted_at: datetime | None) -> timedelta | None:
    """How long a visitor waited for a person; None where none came, and of a call back, whose visitor had gone."""
    return None if accepted_at is None or due_at - requested_at > SLA else accepted_at - requested_at


class HandoffNote(WorkspaceMixin, ClientScoped, Measured, OutletScoped, Base):
    """What people of the inbox tell each other about a conversation; its visitor never sees it."""

    __tablename__ = "handoff_note"
    table_args = (
        ForeignKeyConstraint(
            ["workspace_id", "handoff_id"], ["handoff.workspace_id", "handoff.id"], ondelete="CASCADE"
        ),
        Index("ix_handoff_note_handoff", "workspace_id", "handoff_id"),
    )

    client_id: Mapped[int]
    bot_id: Mapped[int]
    outlet_id: Mapped[int | None]
    handoff_id: Mapped[int]
    author_id: Mapped[int]
    author: Mapped[str] = mapped_column(String(120))
    """Who wrote it, as they were called then."""
    sealed_text: Mapped[str] = mapped_column(Sealed)
    """It may say how a visitor is reached."""
    at: Mapped[datetime] = mapped_column(default=now)

    @property
    def text(self) -> str:
        """What it says."""
        clear = unseal(HandoffNote.sealed_text, self.sealed_text, workspace_id=self.workspace_id, row_id=self.id)
        return clear.decode()
