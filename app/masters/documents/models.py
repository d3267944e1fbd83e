"""Documents of customers and their files; the outlet of each says who sees it."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import JSON, Date, ForeignKeyConstraint, Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import now
from app.core.db.base import Base, ClientScoped, OutletScoped, RevisionMixin, WorkspaceMixin
from app.core.security.encryption import Sealed, seal, unseal
from app.masters.records.models import REGISTRATION_LENGTH, VIN_LENGTH

STATES = ("received", "classified", "extracted", "needs_review", "accepted", "rejected", "expired")
WAITING = ("received", "classified", "extracted", "needs_review")
"""States in which a person has still to decide."""
KINDS = ("rc", "insurance", "licence", "invoice", "service_record", "damage_photo")
REASONS = ("blurred", "cut_off", "wrong_document", "out_of_date", "duplicate", "other")
"""Why a document is rejected."""
DECISIONS = ("accepted", "rejected")
MEDIA_TYPES = ("image/jpeg", "image/png", "image/webp", "application/pdf")
TEXT_LENGTH, NUMBER_LENGTH, NOTE_LENGTH = 120, 40, 500
BANDS = 4
"""Parts of a perceptual hash that an index finds: two hashes of fewer different bits share one."""


def _reference(other: str, **more: Any) -> ForeignKeyConstraint:
    return ForeignKeyConstraint(["workspace_id", f"{other}_id"], [f"{other}.workspace_id", f"{other}.id"], **more)


class CustomerDocument(WorkspaceMixin, RevisionMixin, ClientScoped, OutletScoped, Base):
    """A document of a customer, with the values that people have read from it."""

    __tablename__ = "customer_document"
    table_args = (
        _reference("client"),
        _reference("outlet"),
        Index("ix_customer_document_received", "workspace_id", "received_at", "id"),
        Index("ix_customer_document_state", "workspace_id", "state", "received_at"),
        Index("ix_customer_document_outlet", "workspace_id", "outlet_id", "received_at"),
        Index("ix_customer_document_valid", "workspace_id", "valid_until"),
        Index("ix_customer_document_customer", "workspace_id", "customer_id"),
        Index("ix_customer_document_vehicle", "workspace_id", "vehicle_id"),
        Index("ix_customer_document_conversation", "workspace_id", "conversation_id"),
        Index("ix_customer_document_digest", "workspace_id", "sha256"),
        Index("ix_customer_document_vin", "workspace_id", "vin"),
        Index("ix_customer_document_registration", "workspace_id", "registration"),
        Index("ix_customer_document_number", "workspace_id", "number"),
        *(Index(f"ix_customer_document_band_{place}", "workspace_id", f"band_{place}") for place in range(BANDS)),
    )

    client_id: Mapped[int]
    outlet_id: Mapped[int | None] = mapped_column()
    customer_id: Mapped[int | None]
    vehicle_id: Mapped[int | None]
    conversation_id: Mapped[int | None]
    """The conversation in which it was sent, where it came by a channel."""
    kind: Mapped[str | None] = mapped_column(String(16))
    """None until it is known what it is."""
    state: Mapped[str] = mapped_column(String(12), default="received")
    received_at: Mapped[datetime] = mapped_column(default=now)
    media_type: Mapped[str] = mapped_column(String(20))
    size: Mapped[int] = mapped_column(Integer)
    pages: Mapped[int | None] = mapped_column(Integer)
    """Pages of a PDF that can be shown, 0 where it cannot be opened; None for a picture."""
    sha256: Mapped[str] = mapped_column(String(64))
    """Of the file as it was sent; empty once it is erased, as is the perceptual hash."""
    picture_hash: Mapped[str] = mapped_column(String(16), default="")
    """Which way brightness goes between the parts of a picture, 64 bits as hexadecimal digits; empty for a PDF."""
    band_0: Mapped[int | None] = mapped_column(Integer)
    band_1: Mapped[int | None] = mapped_column(Integer)
    band_2: Mapped[int | None] = mapped_column(Integer)
    band_3: Mapped[int | None] = mapped_column(Integer)
    fields: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    """Its values as they are now; dates as `2027-07-12`."""
    first_fields: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    """Its values as they were first entered."""
    vin: Mapped[str | None] = mapped_column(String(VIN_LENGTH))
    registration: Mapped[str | None] = mapped_column(String(REGISTRATION_LENGTH))
    number: Mapped[str | None] = mapped_column(String(NUMBER_LENGTH))
    valid_until: Mapped[date | None] = mapped_column(Date)
    entered_by_id: Mapped[int | None]
    """Who has entered the values first."""
    entered_at: Mapped[datetime | None]
    decision: Mapped[str] = mapped_column(String(10), default="")
    """What was decided last; it stays when the document expires."""
    reason: Mapped[str] = mapped_column(String(16), default="")
    note: Mapped[str] = mapped_column(String(NOTE_LENGTH), default="")
    decided_at: Mapped[datetime | None]
    decided_by_id: Mapped[int | None]
    decided_by: Mapped[str] = mapped_column(String(120), default="")
    reviewed: Mapped[list[str]] = mapped_column(JSON, default=list)
    """The first values that another person than the one who entered them has accepted or changed."""
    corrected: Mapped[list[str]] = mapped_column(JSON, default=list)
    """Those of them that this person has changed."""


class CustomerDocumentFile(WorkspaceMixin, ClientScoped, OutletScoped, Base):
    """The file of a document, sealed."""

    __tablename__ = "customer_document_file"
    table_args = (
        _reference("customer_document", ondelete="CASCADE"),
        Index("uq_customer_document_file", "workspace_id", "customer_document_id", unique=True),
    )

    client_id: Mapped[int]
    outlet_id: Mapped[int | None] = mapped_column()
    customer_document_id: Mapped[int]
    sealed_content: Mapped[str] = mapped_column(Sealed, deferred=True)

    @property
    def content(self) -> bytes:
        """The file's bytes."""
        column = CustomerDocumentFile.sealed_content
        return unseal(column, self.sealed_content, workspace_id=self.workspace_id, row_id=self.id)

    def keep_content(self, content: bytes) -> None:
        """Seal the file's bytes; the row has its id."""
        column = CustomerDocumentFile.sealed_content
        self.sealed_content = seal(column, content, workspace_id=self.workspace_id, row_id=self.id)
