"""Webhook and delivery rows."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Boolean, ForeignKeyConstraint, Index, Integer, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import now
from app.core.db.base import Base, RevisionMixin, SharedRow, WorkspaceMixin
from app.core.security.encryption import Sealed, unseal

EVENTS = (
    "lead.changed", "offer.changed", "handoff.requested", "handoff.accepted", "handoff.closed", "goal.reached",
    "conversation.closed", "alert.fired",
)  # fmt: skip
"""The events that webhooks can receive."""
STATES = ("pending", "delivered", "failed")
URL_LENGTH, NAME_LENGTH = 500, 60


class Webhook(WorkspaceMixin, RevisionMixin, SharedRow, Base):
    """An address that receives events of the whole workspace."""

    __tablename__ = "webhook"
    table_args = (Index("ix_webhook_active", "workspace_id", "active"),)
    is_hidden = True

    name: Mapped[str] = mapped_column(String(NAME_LENGTH), default="")
    url: Mapped[str] = mapped_column(String(URL_LENGTH))
    events: Mapped[list[str]] = mapped_column(JSON)
    active: Mapped[bool] = mapped_column(Boolean, default=True)
    sealed_secret: Mapped[str] = mapped_column(Sealed)
    owner_id: Mapped[int | None]
    failing_since: Mapped[datetime | None]
    """When the first delivery failed since one last succeeded."""
    switched_off_at: Mapped[datetime | None]
    """When it was switched off because nothing had arrived for days."""

    @property
    def secret(self) -> str:
        """What deliveries are signed with."""
        clear = unseal(Webhook.sealed_secret, self.sealed_secret, workspace_id=self.workspace_id, row_id=self.id)
        return clear.decode()


class WebhookDelivery(WorkspaceMixin, SharedRow, Base):
    """One event for one webhook, with every attempt to deliver it."""

    __tablename__ = "webhook_delivery"
    table_args = (
        ForeignKeyConstraint(
            ["workspace_id", "webhook_id"], ["webhook.workspace_id", "webhook.id"], ondelete="CASCADE"
        ),
        Index("ix_webhook_delivery_webhook", "workspace_id", "webhook_id", "id"),
        Index("ix_webhook_delivery_created", "created_at"),
    )  # fmt: skip
    is_hidden = True

    webhook_id: Mapped[int]
    event: Mapped[str] = mapped_column(String(40))
    body: Mapped[str] = mapped_column(Text)
    """The JSON text as it is sent and signed."""
    state: Mapped[str] = mapped_column(String(10), default="pending")
    attempts: Mapped[list[dict[str, Any]]] = mapped_column(JSON, default=list)
    """`[{at, status, error, ms}]`"""
    number: Mapped[int] = mapped_column(Integer, default=0)
    """Attempts made since it was last begun."""
    next_at: Mapped[datetime | None]
    created_at: Mapped[datetime] = mapped_column(default=now)
