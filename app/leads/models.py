"""Lead rows with their touches and merges, price lists, and the rules of dealer groups."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import JSON, Date, Float, ForeignKeyConstraint, Index, Integer, String, text
from sqlalchemy.orm import Mapped, mapped_column, validates

from app.clients.models import NAME_LENGTH
from app.core.clock import now
from app.core.db.base import Base, ClientScoped, OutletScoped, RevisionMixin, SharedRow, WorkspaceMixin
from app.core.text import fold_name
from app.masters.records.models import MODEL_LENGTH, REGISTRATION_LENGTH, VIN_END, VIN_LENGTH, vin_end_of

OPEN = ("new", "assigned", "contacted", "engaged", "quoted", "follow_up")
ENDED = ("won", "lost", "expired", "closed_duplicate", "closed_dnc")
STATES = (*OPEN, *ENDED)
PRODUCT = "extended_warranty"
CODE_LENGTH = 16
DELIVERIES = ("waiting", "sending", "sent", "delivered", "read", "failed")
PRODUCT_LENGTH, POLICY_LENGTH, REASON_LENGTH, NOTE_LENGTH = 40, 40, 90, 1000
SUBJECT_LENGTH = 150
MOST_YEARS = 5
SOURCES = ("person", "bot", "import", "eligibility")


def _reference(other: str, **more: Any) -> ForeignKeyConstraint:
    return ForeignKeyConstraint(["workspace_id", f"{other}_id"], [f"{other}.workspace_id", f"{other}.id"], **more)


class Lead(WorkspaceMixin, RevisionMixin, ClientScoped, OutletScoped, Base):
    """A person who may buy an extended warranty for a vehicle."""

    __tablename__ = "lead"
    table_args = (
        _reference("client"),
        _reference("outlet"),
        Index("uq_lead_number", "workspace_id", "number", unique=True),
        # Alone at its outlet: that another outlet has one, too, is nothing its writer may learn.
        Index("uq_lead_open", "workspace_id", "client_id", "vehicle_key", "product_key", "outlet_id", unique=True,
              sqlite_where=text("closed_at IS NULL"), postgresql_where=text("closed_at IS NULL")),
        Index("uq_lead_policy", "workspace_id", "client_id", "policy_no", "outlet_id", unique=True),
        Index("ix_lead_outlet", "workspace_id", "outlet_id", "state"),
        Index("ix_lead_state", "workspace_id", "state", "next_action_at"),
        Index("ix_lead_owner", "workspace_id", "owner_id", "state"),
        Index("ix_lead_vin", "workspace_id", "vin", "client_id"),
        Index("ix_lead_vin_end", "workspace_id", "vin_end"),
        Index("ix_lead_registration", "workspace_id", "registration", "client_id"),
        Index("ix_lead_phone", "workspace_id", "client_id", "phone"),
        Index("ix_lead_last4", "workspace_id", "last4"),
        Index("uq_lead_quote_code", "quote_code", unique=True),
    )  # fmt: skip

    client_id: Mapped[int]
    outlet_id: Mapped[int | None] = mapped_column()
    number: Mapped[int] = mapped_column(Integer)
    state: Mapped[str] = mapped_column(String(16), default="new")
    state_at: Mapped[datetime] = mapped_column(default=now)
    product: Mapped[str] = mapped_column(String(PRODUCT_LENGTH), default=PRODUCT)
    product_key: Mapped[str] = mapped_column(String(3 * PRODUCT_LENGTH), default=PRODUCT)
    plan_years: Mapped[int | None] = mapped_column(Integer)
    # Customer
    name: Mapped[str] = mapped_column(String(120))
    name_key: Mapped[str] = mapped_column(String(360), default="")
    phone: Mapped[str | None] = mapped_column(String(16))
    """E.164."""
    last4: Mapped[str] = mapped_column(String(4), default="")
    alt_phone: Mapped[str | None] = mapped_column(String(16))
    email: Mapped[str] = mapped_column(String(254), default="")
    consent: Mapped[bool] = mapped_column(default=False)
    consent_at: Mapped[datetime | None]
    consent_text: Mapped[str] = mapped_column(String(NOTE_LENGTH), default="")
    """The line that a bot has shown before it kept the lead."""
    # Vehicle
    vin: Mapped[str | None] = mapped_column(String(VIN_LENGTH))
    vin_end: Mapped[str] = mapped_column(String(VIN_END), default="")
    """Its last letters from behind, as of a vehicle."""
    registration: Mapped[str | None] = mapped_column(String(REGISTRATION_LENGTH))
    model: Mapped[str] = mapped_column(String(MODEL_LENGTH), default="")
    variant: Mapped[str] = mapped_column(String(MODEL_LENGTH), default="")
    fuel: Mapped[str | None] = mapped_column(String(10))
    sale_date: Mapped[date | None] = mapped_column(Date)
    odometer_km: Mapped[int | None] = mapped_column(Integer)
    warranty_end: Mapped[date | None] = mapped_column(Date)
    extended_warranty_end: Mapped[date | None] = mapped_column(Date)
    vehicle_key: Mapped[str] = mapped_column(String(90))
    """What names the vehicle among open leads: its VIN, its registration, or phone and model."""
    # Work
    source: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    owner_id: Mapped[int | None]
    sla_due_at: Mapped[datetime | None]
    """By when the customer is to be contacted first, in hours of the outlet."""
    escalated_at: Mapped[datetime | None]
    """When the outlet's managers were notified that the customer was not contacted in time."""
    escalates_at: Mapped[datetime | None]
    """When the dealer group is notified as well, in hours of the outlet."""
    group_escalated_at: Mapped[datetime | None]
    next_action_at: Mapped[datetime | None]
    reminded_at: Mapped[datetime | None]
    reminds_at: Mapped[datetime | None]
    """When the customer is reminded of the next action."""
    contacted_at: Mapped[datetime | None]
    """When the customer was contacted first."""
    attempts: Mapped[int] = mapped_column(Integer, default=0)
    attempted_at: Mapped[datetime | None]
    """When it was first tried to reach the customer."""
    touched_at: Mapped[datetime] = mapped_column(default=now)
    reason: Mapped[str] = mapped_column(String(REASON_LENGTH), default="")
    """Why it was lost: a code of the list `lost-reasons`."""
    opted_out_at: Mapped[datetime | None]
    closed_at: Mapped[datetime | None]
    # Quote and policy
    price_list_id: Mapped[int | None]
    price_minor: Mapped[int | None]
    """Without tax, in hundredths of the client's currency."""
    gst_rate: Mapped[float | None] = mapped_column(Float)
    supply_state: Mapped[str] = mapped_column(String(NAME_LENGTH), default="")
    """The state of the customer, if the quote names it; empty is the outlet's."""
    up_to_km: Mapped[int | None] = mapped_column(Integer)
    quoted_on: Mapped[date | None] = mapped_column(Date)
    quote_until: Mapped[date | None] = mapped_column(Date)
    quote_code: Mapped[str | None] = mapped_column(String(CODE_LENGTH))
    """What the link of its quote ends with, once one was sent."""
    quote_opens: Mapped[int] = mapped_column(Integer, default=0)
    quote_opened_at: Mapped[datetime | None]
    amount_minor: Mapped[int | None]
    """What was paid."""
    policy_no: Mapped[str | None] = mapped_column(String(POLICY_LENGTH))

    @validates("name")
    def _fold(self, _name: str, name: str) -> str:
        """What is looked for follows what is read."""
        self.name_key = fold_name(name)
        return name

    @validates("phone")
    def _end(self, _name: str, phone: str | None) -> str | None:
        """The last digits are kept apart, because more of a number is not searched."""
        self.last4 = (phone or "")[-4:]
        return phone

    @validates("vin")
    def _end_vin(self, _name: str, vin: str | None) -> str | None:
        """What is looked for follows what is read."""
        self.vin_end = vin_end_of(vin)
        return vin

    @validates("product")
    def _fold_product(self, _name: str, product: str) -> str:
        """What is compared follows what is read."""
        self.product_key = product.casefold()
        return product

    @property
    def is_open(self) -> bool:
        """Whether it is neither won nor given up."""
        return self.state in OPEN

    @property
    def price(self) -> float | None:
        """Without tax, in the client's currency."""
        return None if self.price_minor is None else self.price_minor / 100

    @property
    def total(self) -> float | None:
        """The price with tax."""
        minor = self.total_minor
        return None if minor is None else minor / 100

    @property
    def total_minor(self) -> int | None:
        """The price with tax in hundredths, rounded to whole units as quotes are."""
        if self.price_minor is None:
            return None
        return round(self.price_minor * (100 + (self.gst_rate or 0)) / 10_000) * 100

    @property
    def is_payable(self) -> bool:
        """Whether it has a quote that may still be paid."""
        return self.is_open and (self.total_minor or 0) > 0

    @property
    def amount(self) -> float | None:
        """What was paid, in the client's currency."""
        return None if self.amount_minor is None else self.amount_minor / 100


class LeadTouch(WorkspaceMixin, ClientScoped, OutletScoped, Base):
    """Something done about a lead: an event of its life, an attempt to reach the customer, a message, or a note."""

    __tablename__ = "lead_touch"
    table_args = (
        _reference("lead", ondelete="CASCADE"),
        Index("ix_lead_touch_lead", "workspace_id", "lead_id", "id"),
    )

    client_id: Mapped[int]
    outlet_id: Mapped[int | None] = mapped_column()
    lead_id: Mapped[int]
    at: Mapped[datetime] = mapped_column(default=now)
    kind: Mapped[str] = mapped_column(String(12))
    event: Mapped[str] = mapped_column(String(12), default="")
    before: Mapped[str] = mapped_column(String(16), default="")
    after: Mapped[str] = mapped_column(String(16), default="")
    channel: Mapped[str] = mapped_column(String(12), default="")
    outcome: Mapped[str] = mapped_column(String(12), default="")
    note: Mapped[str] = mapped_column(String(NOTE_LENGTH), default="")
    amount_minor: Mapped[int | None]
    due_at: Mapped[datetime | None]
    """The next action that was agreed."""
    user_id: Mapped[int | None]
    by: Mapped[str] = mapped_column(String(120), default="")
    """Who did it, as they were called then; empty for the system."""
    # A message that is sent; its text is the note
    medium: Mapped[str] = mapped_column(String(12), default="")
    subject: Mapped[str] = mapped_column(String(SUBJECT_LENGTH), default="")
    language: Mapped[str] = mapped_column(String(5), default="")
    with_quote: Mapped[bool] = mapped_column(default=False)
    delivery: Mapped[str] = mapped_column(String(10), default="")
    failure: Mapped[str] = mapped_column(String(40), default="")
    """Why it failed: an obstacle, or the provider's code."""
    sent_at: Mapped[datetime | None]
    delivered_at: Mapped[datetime | None]
    read_at: Mapped[datetime | None]
    replied_at: Mapped[datetime | None]

    @property
    def amount(self) -> float | None:
        """The amount that was quoted or paid."""
        return None if self.amount_minor is None else self.amount_minor / 100


class LeadMerge(WorkspaceMixin, ClientScoped, OutletScoped, Base):
    """A duplicate that became part of another lead, and what is needed to undo that."""

    __tablename__ = "lead_merge"
    table_args = (
        _reference("lead", ondelete="CASCADE"),
        Index("ix_lead_merge_lead", "workspace_id", "lead_id", "id"),
        Index("ix_lead_merge_other", "workspace_id", "other_id"),
    )

    client_id: Mapped[int]
    outlet_id: Mapped[int | None] = mapped_column()
    lead_id: Mapped[int]
    other_id: Mapped[int]
    before: Mapped[dict[str, Any]] = mapped_column(JSON)
    """The values that the kept lead had, where the duplicate gave it others."""
    other_state: Mapped[str] = mapped_column(String(16))
    other_outlet_id: Mapped[int | None]
    moved: Mapped[list[int]] = mapped_column(JSON, default=list)
    """Touches that went over."""
    at: Mapped[datetime] = mapped_column(default=now)
    user_id: Mapped[int | None]
    undone_at: Mapped[datetime | None]


class OfAllOutlets(SharedRow):
    """What serves all outlets of a client: only a reader of all of them writes it."""

    cut_by = ("outlets", "bots")


class PriceList(WorkspaceMixin, RevisionMixin, ClientScoped, OfAllOutlets, Base):
    """One version of a client's prices of a product; a published one never changes."""

    __tablename__ = "lead_price_list"
    table_args = (
        _reference("client"),
        Index("uq_lead_price_list_version", "workspace_id", "client_id", "version", unique=True),
        Index("ix_lead_price_list_valid", "workspace_id", "client_id", "state", "valid_from"),
    )

    client_id: Mapped[int]
    version: Mapped[int] = mapped_column(Integer)
    name: Mapped[str] = mapped_column(String(60))
    product: Mapped[str] = mapped_column(String(PRODUCT_LENGTH), default=PRODUCT)
    state: Mapped[str] = mapped_column(String(10), default="draft")
    gst_rate: Mapped[float] = mapped_column(Float)
    """In percent."""
    valid_from: Mapped[date] = mapped_column(Date)
    rows: Mapped[list[dict[str, Any]]] = mapped_column(JSON, default=list)
    """`{model, years, up_to_km, price}`; an empty model is every other one, no `up_to_km` any odometer."""
    published_at: Mapped[datetime | None]
    published_by: Mapped[str] = mapped_column(String(120), default="")


class LeadRule(WorkspaceMixin, RevisionMixin, ClientScoped, OfAllOutlets, Base):
    """What a dealer group has settled about its leads; without a row the defaults are in force."""

    __tablename__ = "lead_rule"
    table_args = (
        _reference("client"),
        _reference("parent"),
        Index("uq_lead_rule", "workspace_id", "parent_id", unique=True),
    )

    client_id: Mapped[int]
    parent_id: Mapped[int]
    first_days: Mapped[int] = mapped_column(Integer, default=0)
    """Days before the end of the standard warranty from which and until which it can be extended."""
    last_days: Mapped[int] = mapped_column(Integer, default=180)
    most_km: Mapped[int] = mapped_column(Integer, default=80_000)
    grace_days: Mapped[int] = mapped_column(Integer, default=30)
    sla_minutes: Mapped[int] = mapped_column(Integer, default=120)
    """Minutes of opening hours within which a customer is contacted first."""
    shares: Mapped[dict[str, dict[str, int]]] = mapped_column(JSON, default=dict)
    """`{outlet id: {weight, capacity}}` of outlets that take more or fewer leads than others of their city."""
