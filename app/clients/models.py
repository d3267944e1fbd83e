"""Client, dealer group, city and outlet rows."""

from sqlalchemy import ForeignKeyConstraint, Index, String
from sqlalchemy.orm import Mapped, mapped_column, synonym

from app.core.db.base import Base, ClientScoped, OutletScoped, RevisionMixin, WorkspaceMixin


class Client(WorkspaceMixin, RevisionMixin, ClientScoped, Base):
    """The brand or dealer company a bot serves; its zone cuts the days of its reports."""

    __tablename__ = "client"
    table_args = (Index("uq_client_name", "workspace_id", "name", unique=True),)

    client_id: Mapped[int] = synonym("id")  # so that a scope of clients cuts the clients themselves
    name: Mapped[str] = mapped_column(String(120))
    zone: Mapped[str] = mapped_column(String(64), default="Asia/Kolkata")
    currency: Mapped[str] = mapped_column(String(3), default="INR")
    language: Mapped[str] = mapped_column(String(8), default="en")


class Parent(WorkspaceMixin, RevisionMixin, ClientScoped, Base):
    """A dealer group of a client."""

    __tablename__ = "parent"
    table_args = (ForeignKeyConstraint(["workspace_id", "client_id"], ["client.workspace_id", "client.id"]),)

    client_id: Mapped[int]
    name: Mapped[str] = mapped_column(String(120))


class City(WorkspaceMixin, RevisionMixin, Base):
    """A city with outlets."""

    __tablename__ = "city"

    name: Mapped[str] = mapped_column(String(120))


class Outlet(WorkspaceMixin, RevisionMixin, ClientScoped, OutletScoped, Base):
    """A place of business of a dealer group."""

    __tablename__ = "outlet"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "client_id"], ["client.workspace_id", "client.id"]),
        ForeignKeyConstraint(["workspace_id", "parent_id"], ["parent.workspace_id", "parent.id"]),
        ForeignKeyConstraint(["workspace_id", "city_id"], ["city.workspace_id", "city.id"]),
    )

    outlet_id: Mapped[int] = synonym("id")  # a scope of outlets cuts them too
    client_id: Mapped[int]
    parent_id: Mapped[int]
    city_id: Mapped[int]
    name: Mapped[str] = mapped_column(String(120))
