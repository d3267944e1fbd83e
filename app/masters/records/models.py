"""Customer, vehicle and job card rows; the outlet of each says who sees it."""

from datetime import date, datetime

from sqlalchemy import Date, ForeignKeyConstraint, Index, Integer, String, text
from sqlalchemy.orm import Mapped, mapped_column, validates

from app.core.db.base import Base, ClientScoped, OutletScoped, RevisionMixin, WorkspaceMixin
from app.core.text import fold_name

VIN_LENGTH, REGISTRATION_LENGTH, NUMBER_LENGTH = 17, 16, 30
VIN_END = 8
"""Letters of the end of a VIN by which people know a vehicle, at most."""
MODEL_LENGTH = 60
"""As long as a code of a list."""
FUELS = ("petrol", "diesel", "cng", "lpg", "electric", "hybrid")


def _reference(other: str, column: str | None = None) -> ForeignKeyConstraint:
    return ForeignKeyConstraint(["workspace_id", column or f"{other}_id"], [f"{other}.workspace_id", f"{other}.id"])


class Customer(WorkspaceMixin, RevisionMixin, ClientScoped, OutletScoped, Base):
    """A person or company that owns vehicles; the outlet is the one that looks after them."""

    __tablename__ = "customer"
    table_args = (
        _reference("client"),
        _reference("outlet"),
        # Alone at its outlet: that another outlet has it, too, is nothing its writer may learn.
        Index("uq_customer_phone", "workspace_id", "client_id", "phone", "outlet_id", unique=True),
        Index("uq_customer_phone_placeless", "workspace_id", "client_id", "phone", unique=True,
              sqlite_where=text("outlet_id IS NULL"), postgresql_where=text("outlet_id IS NULL")),
        Index("ix_customer_name", "workspace_id", "name_key"),
        Index("ix_customer_last4", "workspace_id", "last4"),
        Index("ix_customer_outlet", "workspace_id", "outlet_id"),
    )  # fmt: skip

    client_id: Mapped[int]
    outlet_id: Mapped[int | None] = mapped_column()
    name: Mapped[str] = mapped_column(String(120))
    name_key: Mapped[str] = mapped_column(String(360), default="")
    phone: Mapped[str | None] = mapped_column(String(16))
    """E.164."""
    last4: Mapped[str] = mapped_column(String(4), default="")
    email: Mapped[str] = mapped_column(String(254), default="")

    @validates("name")
    def _fold(self, _name: str, name: str) -> str:
        """What is looked for follows what is read."""
        self.name_key = fold_name(name)
        return name

    @validates("phone")
    def _end(self, _name: str, phone: str | None) -> str | None:
        """The last digits stand apart, because more of a number is not searched."""
        self.last4 = (phone or "")[-4:]
        return phone


def vin_end_of(vin: str | None) -> str:
    """Return the last letters of a VIN from behind."""
    return (vin or "")[: -VIN_END - 1 : -1]


class Vehicle(WorkspaceMixin, RevisionMixin, ClientScoped, OutletScoped, Base):
    """A vehicle by its VIN; a closed one was scrapped or sold away, so that its registration is free again."""

    __tablename__ = "vehicle"
    table_args = (
        _reference("client"),
        _reference("outlet"),
        _reference("customer"),
        Index("uq_vehicle_vin", "workspace_id", "client_id", "vin", "outlet_id", unique=True),
        Index("uq_vehicle_registration", "workspace_id", "client_id", "registration", "outlet_id", unique=True,
              sqlite_where=text("closed_at IS NULL"), postgresql_where=text("closed_at IS NULL")),
        Index("ix_vehicle_registration", "workspace_id", "registration"),
        Index("ix_vehicle_vin_end", "workspace_id", "vin_end"),
        Index("ix_vehicle_customer", "workspace_id", "customer_id"),
        Index("ix_vehicle_outlet", "workspace_id", "outlet_id"),
        Index("ix_vehicle_model", "workspace_id", "model"),
        Index("ix_vehicle_variant", "workspace_id", "variant"),
    )  # fmt: skip

    client_id: Mapped[int]
    outlet_id: Mapped[int] = mapped_column()
    customer_id: Mapped[int | None]
    """Its owner."""
    vin: Mapped[str] = mapped_column(String(VIN_LENGTH))
    vin_end: Mapped[str] = mapped_column(String(VIN_END), default="")
    """Its last letters from behind, so that an index finds how it ends."""
    registration: Mapped[str | None] = mapped_column(String(REGISTRATION_LENGTH))
    model: Mapped[str] = mapped_column(String(MODEL_LENGTH), default="")
    variant: Mapped[str] = mapped_column(String(MODEL_LENGTH), default="")
    fuel: Mapped[str | None] = mapped_column(String(10))
    sale_date: Mapped[date | None] = mapped_column(Date)
    odometer_km: Mapped[int | None] = mapped_column(Integer)
    warranty_end: Mapped[date | None] = mapped_column(Date)
    extended_warranty_end: Mapped[date | None] = mapped_column(Date)
    closed_at: Mapped[datetime | None]

    @validates("vin")
    def _end(self, _name: str, vin: str) -> str:
        """What is looked for follows what is read."""
        self.vin_end = vin_end_of(vin)
        return vin

    @property
    def state(self) -> str:
        """Whether it is open or closed."""
        return "open" if self.closed_at is None else "closed"


class JobCard(WorkspaceMixin, RevisionMixin, ClientScoped, OutletScoped, Base):
    """A visit of a vehicle to a workshop, under the number the outlet gave it."""

    __tablename__ = "job_card"
    table_args = (
        _reference("client"),
        _reference("outlet"),
        _reference("vehicle"),
        Index("uq_job_card_number", "workspace_id", "outlet_id", "number", unique=True),
        Index("ix_job_card_vehicle", "workspace_id", "vehicle_id", "opened_on"),
        Index("ix_job_card_opened", "workspace_id", "opened_on", "id"),
        Index("ix_job_card_type", "workspace_id", "type"),
    )

    client_id: Mapped[int]
    outlet_id: Mapped[int] = mapped_column()
    vehicle_id: Mapped[int]
    number: Mapped[str] = mapped_column(String(NUMBER_LENGTH))
    opened_on: Mapped[date] = mapped_column(Date)
    closed_on: Mapped[date | None] = mapped_column(Date)
    type: Mapped[str] = mapped_column(String(MODEL_LENGTH), default="")
    """What kind of service it is: a code of the reference, as are a vehicle's model and variant."""
    odometer_km: Mapped[int | None] = mapped_column(Integer)
    amount_minor: Mapped[int | None]
    """In hundredths of the client's currency."""

    @property
    def state(self) -> str:
        """Whether the vehicle is still there."""
        return "open" if self.closed_on is None else "closed"

    @property
    def amount(self) -> float | None:
        """In the client's currency."""
        return None if self.amount_minor is None else self.amount_minor / 100
