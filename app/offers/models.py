"""Offer, recipient and consent rows."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Boolean, ForeignKeyConstraint, Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column, validates

from app.core.clock import now
from app.core.db.base import (
    Base,
    ClientScoped,
    OutletScoped,
    RevisionMixin,
    SharedRow,
    UniqueRow,
    WorkspaceMixin,
)
from app.core.db.tenancy import Scope, current_scope

STATES = (
    "draft", "pending_approval", "scheduled", "running", "paused", "sent", "completed", "cancelled", "archived",
)  # fmt: skip
LIVE_STATES = ("draft", "pending_approval", "scheduled", "running", "paused", "sent")
"""Those in which something is still to be done or decided."""
TYPES = ("discount", "service", "exchange", "warranty", "event")
CHANNELS = ("email", "web", "whatsapp", "telegram", "messenger", "instagram", "sms")
RECIPIENT_STATES = (
    "queued", "sending", "skipped", "held_back", "sent", "read", "clicked", "replied", "converted", "failed",
)  # fmt: skip
STAGES = ("queued", "accepted", "sent", "delivered", "read", "clicked", "replied", "converted")
"""The times kept of a recipient, in their order."""
SKIP_REASONS = (
    "no_consent", "opted_out", "duplicate", "invalid_address", "frequency_cap", "excluded", "cancelled",
    "window_closed", "over",
)  # fmt: skip
CONSENT_STATES = ("opted_in", "opted_out")
NAME_LENGTH, REASON_LENGTH, GOAL_LENGTH = 60, 200, 80
CODE_LENGTH = 16
SEGMENT_LENGTH = 2_000
MICRO = 1_000_000


def _reference(table: str, column: str | None = None, **more: Any) -> ForeignKeyConstraint:
    return ForeignKeyConstraint(
        ["workspace_id", column or f"{table}_id"], [f"{table}.workspace_id", f"{table}.id"], **more
    )


class Offer(WorkspaceMixin, RevisionMixin, ClientScoped, SharedRow, UniqueRow, Base):
    """One campaign of a client: a message, an audience and a window."""

    __tablename__ = "offer"
    table_args = (
        _reference("client"),
        Index("uq_offer_name", "workspace_id", "client_id", "name_key", unique=True),
        Index("ix_offer_state", "workspace_id", "state", "id"),
    )
    cut_by = ()

    client_id: Mapped[int]
    name: Mapped[str] = mapped_column(String(NAME_LENGTH))
    name_key: Mapped[str] = mapped_column(String(360))
    group: Mapped[str] = mapped_column(String(10))
    type: Mapped[str] = mapped_column(String(12))
    goal: Mapped[str] = mapped_column(String(GOAL_LENGTH))
    """`visit` is a job card that is opened; any other is a goal of a bot."""
    bot_id: Mapped[int | None]
    channel: Mapped[str] = mapped_column(String(12))
    message: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    """`{language: {subject, text}}`; it is variant `a` where there are others."""
    variants: Mapped[list[dict[str, Any]]] = mapped_column(JSON, default=list)
    """`[{id, weight, message}]`; empty for one message."""
    audience: Mapped[list[dict[str, Any]]] = mapped_column(JSON, default=list)
    """`[{field, op, value}]`, all of which must hold."""
    segment: Mapped[str | None] = mapped_column(String(SEGMENT_LENGTH))
    """The address of a report's list to whose people the audience is cut, as they are at the time."""
    segment_scope: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    """The data scope of who chose the list, beyond which nobody of it is asked."""
    list_id: Mapped[int | None]
    """The uploaded list that the audience is cut to."""
    excluded_list_id: Mapped[int | None]
    """The uploaded list of customers who are left out."""
    outlets: Mapped[list[str] | None] = mapped_column(JSON(none_as_null=True))
    """The outlets whose customers are asked, as text; None is all."""
    start: Mapped[datetime | None]
    end: Mapped[datetime | None]
    throttle_per_s: Mapped[int] = mapped_column(Integer, default=10)
    cap_count: Mapped[int] = mapped_column(Integer, default=2)
    cap_days: Mapped[int] = mapped_column(Integer, default=7)
    """At most so many offers to one person within so many days, over all offers."""
    holdout: Mapped[int] = mapped_column(Integer, default=0)
    """Percent of the audience that gets nothing, so that the effect can be measured."""
    budget_minor: Mapped[int | None]
    """What its messages may cost, where their price is known."""
    price_micro: Mapped[int | None]
    """What its provider charges for a message, in millionths of the client's currency; None where nobody has said."""
    attribution_days: Mapped[int] = mapped_column(Integer, default=7)
    links: Mapped[list[str]] = mapped_column(JSON, default=list)
    """The addresses in the messages, in the order by which tracked links name them."""
    state: Mapped[str] = mapped_column(String(16), default="draft")
    state_at: Mapped[datetime] = mapped_column(default=now)
    state_reason: Mapped[str | None] = mapped_column(String(REASON_LENGTH))
    """What a person wrote; where nothing can be sent, the name of the trouble and what the last attempt met."""
    paused_by_guard: Mapped[str | None] = mapped_column(String(20))
    """The limit that paused it by itself: failures, opt_outs or budget; `sending` where nothing can be sent."""
    resumed_at: Mapped[datetime | None]
    """The last time a person resumed it; failures before count no more."""
    owner_id: Mapped[int | None]
    approved_by: Mapped[int | None]
    planned_at: Mapped[datetime | None]
    """When its recipients were all written down."""
    sent_at: Mapped[datetime | None]
    job_id: Mapped[int | None]

    @validates("name")
    def _fold(self, _name: str, name: str) -> str:
        """What is searched follows what is read."""
        self.name_key = name.casefold()
        return name

    @property
    def frequency_cap(self) -> dict[str, int]:
        """At most so many offers to one person within so many days."""
        return {"count": self.cap_count, "days": self.cap_days}

    @property
    def budget(self) -> float | None:
        """In the client's currency."""
        return None if self.budget_minor is None else self.budget_minor / 100

    @property
    def message_price(self) -> float | None:
        """In the client's currency."""
        return None if self.price_micro is None else self.price_micro / MICRO

    def is_whole(self) -> bool:
        """Whether the present scope holds all outlets whose customers are asked."""
        outlets = current_scope().outlets
        return outlets is None or (self.outlets is not None and {int(id_) for id_ in self.outlets} <= set(outlets))

    def sees_others(self, scope: Scope) -> bool:
        """Whether a scope holds all offers of the client."""
        return scope.clients is None or self.client_id in scope.clients

    def messages(self) -> dict[str, dict[str, Any]]:
        """Map each variant's id to its message."""
        return {variant["id"]: variant["message"] for variant in self.variants} or {"a": self.message}


class OfferList(WorkspaceMixin, ClientScoped, SharedRow, Base):
    """An uploaded list of customers by which an audience is cut."""

    __tablename__ = "offer_list"
    table_args = (_reference("client"),)
    cut_by = ()

    client_id: Mapped[int]
    name: Mapped[str] = mapped_column(String(120))
    customer_ids: Mapped[list[str]] = mapped_column(JSON)
    """Of customers in its maker's scope alone."""
    created_at: Mapped[datetime] = mapped_column(default=now)


class OfferRecipient(WorkspaceMixin, ClientScoped, OutletScoped, Base):
    """One customer of an offer's audience, with what has happened and when."""

    __tablename__ = "offer_recipient"
    table_args = (
        _reference("offer", ondelete="CASCADE"),
        _reference("customer", ondelete="CASCADE"),
        Index("uq_offer_recipient", "workspace_id", "offer_id", "customer_id", unique=True),
        Index("uq_offer_recipient_code", "code", unique=True),
        Index("ix_offer_recipient_state", "workspace_id", "offer_id", "state", "id"),
        Index("ix_offer_recipient_customer", "workspace_id", "customer_id", "accepted_at"),
        Index("ix_offer_recipient_conversation", "workspace_id", "conversation_id"),
    )

    client_id: Mapped[int]
    outlet_id: Mapped[int | None] = mapped_column()
    offer_id: Mapped[int]
    customer_id: Mapped[int]
    vehicle_id: Mapped[int | None]
    language: Mapped[str] = mapped_column(String(8))
    variant: Mapped[str] = mapped_column(String(4), default="a")
    state: Mapped[str] = mapped_column(String(12), default="queued")
    reason: Mapped[str | None] = mapped_column(String(40))
    """Why it was skipped, the code of a failure, or `dismissed` where the visitor has closed it."""
    code: Mapped[str] = mapped_column(String(CODE_LENGTH))
    """What tracked links of this recipient begin with."""
    opted_out: Mapped[bool] = mapped_column(Boolean, default=False)
    """Whether the person opted out by this offer."""
    queued_at: Mapped[datetime] = mapped_column(default=now)
    accepted_at: Mapped[datetime | None]
    """When the attempt to send began."""
    sent_at: Mapped[datetime | None]
    """When the mail server took the message."""
    delivered_at: Mapped[datetime | None]
    read_at: Mapped[datetime | None]
    clicked_at: Mapped[datetime | None]
    replied_at: Mapped[datetime | None]
    converted_at: Mapped[datetime | None]
    revenue_minor: Mapped[int | None]
    conversation_id: Mapped[int | None]
    """The conversation that holds the answer."""

    @property
    def revenue(self) -> float | None:
        """In the client's currency."""
        return None if self.revenue_minor is None else self.revenue_minor / 100

    @property
    def times(self) -> dict[str, datetime | None]:
        """The times of all stages."""
        return {stage: getattr(self, f"{stage}_at") for stage in STAGES}


class Consent(WorkspaceMixin, ClientScoped, Base):
    """One entry of the ledger of who may be written to by which channel; entries are only added."""

    __tablename__ = "consent"
    table_args = (
        _reference("client"),
        _reference("contact", ondelete="CASCADE"),
        Index("ix_consent_address", "workspace_id", "client_id", "channel", "address"),
        Index("ix_consent_contact", "workspace_id", "contact_id", "channel"),
    )

    client_id: Mapped[int]
    contact_id: Mapped[int]
    channel: Mapped[str] = mapped_column(String(12))
    address: Mapped[str] = mapped_column(String(254), default="")
    """The address consent was given for, in its compared form; empty where the channel's contact is meant."""
    state: Mapped[str] = mapped_column(String(10))
    source: Mapped[str] = mapped_column(String(60))
    offer_id: Mapped[int | None]
    at: Mapped[datetime] = mapped_column(default=now)
