"""An invoice of a workspace, and what has happened to it."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import JSON, Boolean, ForeignKeyConstraint, Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import now
from app.core.db.base import Base, BigInt, RevisionMixin, WorkspaceMixin

FIRST_NUMBER = 4987
SERVICES = (
    "Software Development", "UI/UX Design & Development", "Unlimited Extended License", "Template Customization",
)  # fmt: skip
STATUSES = ("Draft", "Sent", "Downloaded", "Partial Payment", "Past Due", "Paid")
OUTSTANDING = ("Sent", "Downloaded")
"""What becomes past due by itself on the day after it is due."""
METHODS = ("bank", "card", "upi", "cheque", "cash", "other")
CLIENT = ("name", "company", "email", "address", "country", "contact")


class Invoice(WorkspaceMixin, RevisionMixin, Base):
    """What a client owes for; money is in cents, percentages in hundredths."""

    __tablename__ = "invoice"
    live_kind = "invoice"
    table_args = (
        Index("uq_invoice_number", "workspace_id", "number", unique=True),
        Index("ix_invoice_status", "workspace_id", "is_deleted", "status", "id"),
        Index("ix_invoice_total", "workspace_id", "is_deleted", "total", "id"),
        Index("ix_invoice_due", "workspace_id", "is_deleted", "due_date", "id"),
        Index("ix_invoice_client", "workspace_id", "is_deleted", "client_name", "id"),
        # All that the figures above the list are made of, so that they read no invoice.
        Index("ix_invoice_figures", "workspace_id", "is_deleted", "status", "due_date", "total", "paid", "issued_date"),
    )

    number: Mapped[int] = mapped_column(BigInt)
    status: Mapped[str] = mapped_column(String(20), default="Draft")
    """Every status but Past Due, which the day decides."""
    issued_date: Mapped[date]
    due_date: Mapped[date]
    client_name: Mapped[str] = mapped_column(String(120))
    client_company: Mapped[str] = mapped_column(String(120), default="")
    client_email: Mapped[str] = mapped_column(String(200), default="")
    client_address: Mapped[str] = mapped_column(String(300), default="")
    client_country: Mapped[str] = mapped_column(String(80), default="")
    client_contact: Mapped[str] = mapped_column(String(60), default="")
    search_key: Mapped[str] = mapped_column(String(1000), default="")
    """Name and e-mail without case, to be searched."""
    service: Mapped[str] = mapped_column(String(80))
    avatar: Mapped[str] = mapped_column(String(500), default="")
    note: Mapped[str] = mapped_column(String(1000), default="")
    lines: Mapped[list[dict[str, str]]] = mapped_column(JSON, default=list)
    """Item, note, cost, quantity and discount of each, as text."""
    discount_percent: Mapped[int] = mapped_column(Integer, default=0)
    tax_percent: Mapped[int] = mapped_column(Integer, default=0)
    subtotal: Mapped[int] = mapped_column(BigInt, default=0)
    discount: Mapped[int] = mapped_column(BigInt, default=0)
    tax: Mapped[int] = mapped_column(BigInt, default=0)
    total: Mapped[int] = mapped_column(BigInt, default=0)
    paid: Mapped[int] = mapped_column(BigInt, default=0)
    sent_at: Mapped[datetime | None]
    is_deleted: Mapped[bool] = mapped_column(Boolean, default=False)

    @property
    def balance(self) -> int:
        """What is still to be paid, in cents."""
        return self.total - self.paid

    @property
    def client(self) -> dict[str, str]:
        """Whom it is for."""
        return {key: getattr(self, f"client_{key}") for key in CLIENT}

    @client.setter
    def client(self, values: dict[str, str]) -> None:
        for key in CLIENT:
            setattr(self, f"client_{key}", values.get(key, ""))
        self.search_key = f"{self.client_name}\n{self.client_email}".casefold()

    def status_on(self, today: date) -> str:
        """Its status on a day."""
        late = self.status in OUTSTANDING and self.due_date < today and self.balance > 0
        return "Past Due" if late else self.status


class InvoiceEvent(WorkspaceMixin, Base):
    """Something that happened to an invoice: it was made, sent, or paid for."""

    __tablename__ = "invoice_event"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "invoice_id"], ["invoice.workspace_id", "invoice.id"]),
        Index("ix_invoice_event_invoice", "workspace_id", "invoice_id", "id"),
        Index("ix_invoice_event_day", "workspace_id", "kind", "day"),
    )

    invoice_id: Mapped[int] = mapped_column(BigInt)
    kind: Mapped[str] = mapped_column(String(10))
    at: Mapped[datetime] = mapped_column(default=now)
    by: Mapped[str] = mapped_column(String(120), default="")
    amount: Mapped[int] = mapped_column(BigInt, default=0)
    day: Mapped[date | None]
    """The day of a payment."""
    details: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    """The method and note of a payment; the address, subject and message of a sending."""
