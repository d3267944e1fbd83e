"""Client, dealer group, city and outlet rows, and what belongs to them."""

from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import (
    JSON,
    ColumnElement,
    Date,
    Float,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    String,
    func,
    select,
)
from sqlalchemy.orm import Mapped, mapped_column, synonym, validates

from app.core.clock import now
from app.core.db.base import (
    Base,
    ClientScoped,
    OutletHolder,
    OutletScoped,
    RevisionMixin,
    SharedRow,
    UniqueRow,
    WorkspaceMixin,
    db,
)
from app.core.db.ids import new_id
from app.core.db.tenancy import Scope, bound_workspace, current_scope, within

NAME_LENGTH = 60
CODE_LENGTH = 20
REASON_LENGTH = 90
"""The audit log keeps it after both states."""
STATES = ("trial", "active", "suspended", "closed", "purged")
TAKING = ("trial", "active")
"""States in which a client takes new bots and places."""
TYPES = ("sales", "service", "both")
CONTENT_DAYS, MEDIA_DAYS = 400, 90
PURGED_AFTER = timedelta(days=90)
"""How long the data of a closed client is kept, so that it can be exported."""
_KEY = String(360)
"""Casefolding can make a letter three."""


def _client_key(**more: Any) -> ForeignKeyConstraint:
    return ForeignKeyConstraint(["workspace_id", "client_id"], ["client.workspace_id", "client.id"], **more)


def _outlet_key() -> ForeignKeyConstraint:
    """A reference to the outlet, with which the row goes."""
    return ForeignKeyConstraint(["workspace_id", "outlet_id"], ["outlet.workspace_id", "outlet.id"], ondelete="CASCADE")


class _NamedRow:
    """A row with a name that is compared without case."""

    name: Mapped[str] = mapped_column(String(120))
    name_key: Mapped[str] = mapped_column(_KEY)

    @validates("name")
    def _fold(self, _name: str, name: str) -> str:
        """What is looked for follows what is read."""
        self.name_key = name.casefold()
        return name


class _CodedRow:
    """A row with a code that is compared without case; one that is given none has a number nobody else has."""

    code: Mapped[str] = mapped_column(String(CODE_LENGTH))
    code_key: Mapped[str] = mapped_column(String(CODE_LENGTH))

    def __init__(self, **values: Any) -> None:
        super().__init__(**({"code": str(new_id())} | values))

    @validates("code")
    def _fold_code(self, _name: str, code: str) -> str:
        """What is looked for follows what is read."""
        self.code_key = code.lower()
        return code


class _Closable:
    """A row that can be closed and opened again."""

    closed_at: Mapped[datetime | None]
    closed_reason: Mapped[str | None] = mapped_column(String(REASON_LENGTH))

    @property
    def status(self) -> str:
        """Whether it is open or closed."""
        return "open" if self.closed_at is None else "closed"


class _OfClient(SharedRow):
    """A client, or what is of all of it: conversations and customers that belong to no outlet, too."""

    cut_by = ("outlets", "bots")


class _Place(OutletHolder, SharedRow, UniqueRow):
    """A dealer group or a city: what it serves are its outlets."""

    cut_by = ("bots",)

    @classmethod
    def holds(cls, outlets: list[int]) -> ColumnElement[bool]:
        """Whether a place holds one of these outlets."""
        column = getattr(Outlet, f"{cls.__tablename__}_id")  # type: ignore[attr-defined]
        condition: ColumnElement[bool] = cls.id.in_(select(column).where(Outlet.id.in_(outlets)))  # type: ignore[attr-defined]
        return condition

    def is_whole(self) -> bool:
        """Whether the present scope holds all its outlets; without any only who sees all outlets has it."""
        column = getattr(Outlet, f"{self.__tablename__}_id")  # type: ignore[attr-defined]
        query = select(func.count(Outlet.id)).where(column == self.id)  # type: ignore[attr-defined]
        count = db.session.scalar(query) or 0
        with within(bound_workspace()):
            return count == db.session.scalar(query) and (count > 0 or current_scope().outlets is None)

    def sees_others(self, scope: Scope) -> bool:
        """Whether a scope holds all groups of the client, or all cities."""
        return scope.outlets is None


class Client(WorkspaceMixin, RevisionMixin, _NamedRow, ClientScoped, _OfClient, UniqueRow, Base):
    """The brand or dealer company a bot serves; its zone cuts the days of its reports."""

    __tablename__ = "client"
    table_args = (Index("uq_client_name", "workspace_id", "name_key", unique=True),)

    client_id: Mapped[int] = synonym("id")  # so that a scope of clients cuts the clients themselves
    zone: Mapped[str] = mapped_column(String(64), default="Asia/Kolkata")
    currency: Mapped[str] = mapped_column(String(3), default="INR")
    languages: Mapped[list[str]] = mapped_column(JSON, default=lambda: ["en"])
    """What its bots speak; the first is the one they begin with."""
    state: Mapped[str] = mapped_column(String(10), default="active")
    state_at: Mapped[datetime] = mapped_column(default=now)
    state_reason: Mapped[str | None] = mapped_column(String(REASON_LENGTH))
    colour: Mapped[str | None] = mapped_column(String(7))
    mail_from: Mapped[str] = mapped_column(String(NAME_LENGTH), default="")
    upi_id: Mapped[str] = mapped_column(String(100), default="")
    """Where its customers pay by UPI; empty without."""
    logo: Mapped[str | None] = mapped_column(String(32))
    """What its picture's address names."""
    content_days: Mapped[int] = mapped_column(Integer, default=CONTENT_DAYS)
    media_days: Mapped[int] = mapped_column(Integer, default=MEDIA_DAYS)
    quiet_from: Mapped[str | None] = mapped_column(String(5))
    quiet_to: Mapped[str | None] = mapped_column(String(5))

    def sees_others(self, scope: Scope) -> bool:
        """Whether a scope holds all clients."""
        return scope.clients is None

    @property
    def language(self) -> str:
        """The language its bots begin with."""
        return self.languages[0]

    @property
    def purge_at(self) -> datetime | None:
        """When the contents and personal data of a closed client are erased."""
        return self.state_at + PURGED_AFTER if self.state == "closed" else None


class ClientLogo(WorkspaceMixin, ClientScoped, _OfClient, Base):
    """A client's picture, under an address that names its content."""

    __tablename__ = "client_logo"
    table_args = (
        _client_key(ondelete="CASCADE"),
        Index("uq_client_logo", "workspace_id", "client_id", unique=True),
        Index("ix_client_logo_digest", "workspace_id", "digest"),
    )

    client_id: Mapped[int]
    digest: Mapped[str] = mapped_column(String(32))
    kind: Mapped[str] = mapped_column(String(20))
    content: Mapped[bytes] = mapped_column(LargeBinary)


class ClientConsent(WorkspaceMixin, ClientScoped, _OfClient, Base):
    """One version of the text people agree to before a bot keeps what they say; it never changes."""

    __tablename__ = "client_consent"
    table_args = (
        _client_key(ondelete="CASCADE"),
        Index("uq_client_consent_version", "workspace_id", "client_id", "version", unique=True),
    )

    client_id: Mapped[int]
    version: Mapped[int] = mapped_column(Integer)
    """From 1, without gaps."""
    texts: Mapped[dict[str, str]] = mapped_column(JSON)
    """The text by language."""
    written_by: Mapped[int | None]
    written_name: Mapped[str] = mapped_column(String(120))
    """Who wrote it, by the name of then."""
    created_at: Mapped[datetime] = mapped_column(default=now)


class DealerGroup(WorkspaceMixin, RevisionMixin, _NamedRow, _CodedRow, _Closable, _Place, ClientScoped, Base):
    """A dealer group of a client."""

    unique = ("name", "code")

    __tablename__ = "parent"
    table_args = (
        _client_key(),
        Index("uq_parent_name", "workspace_id", "client_id", "name_key", unique=True),
        Index("uq_parent_code", "workspace_id", "client_id", "code_key", unique=True),
    )

    client_id: Mapped[int]
    oem: Mapped[str] = mapped_column(String(NAME_LENGTH), default="")


class City(WorkspaceMixin, RevisionMixin, _NamedRow, _Closable, _Place, Base):
    """A city with outlets."""

    unique = ("name", "state")

    __tablename__ = "city"
    table_args = (Index("uq_city_name", "workspace_id", "name_key", "state_key", unique=True),)

    state: Mapped[str] = mapped_column(String(NAME_LENGTH), default="")
    """The state or province it lies in."""
    state_key: Mapped[str] = mapped_column(_KEY, default="")

    @validates("state")
    def _fold_state(self, _name: str, state: str) -> str:
        """What is looked for follows what is read."""
        self.state_key = state.casefold()
        return state


class Outlet(
    WorkspaceMixin, RevisionMixin, _NamedRow, _CodedRow, _Closable, ClientScoped, OutletScoped, UniqueRow, Base
):
    """A place of business of a dealer group. `parent_id` is the group that has it today."""

    unique = ("name", "code", "parent_id")

    __tablename__ = "outlet"
    table_args = (
        _client_key(),
        ForeignKeyConstraint(["workspace_id", "parent_id"], ["parent.workspace_id", "parent.id"]),
        ForeignKeyConstraint(["workspace_id", "city_id"], ["city.workspace_id", "city.id"]),
        Index("uq_outlet_name", "workspace_id", "parent_id", "name_key", unique=True),
        Index("uq_outlet_code", "workspace_id", "parent_id", "code_key", unique=True),
        Index("ix_outlet_client", "workspace_id", "client_id", "name_key"),
        Index("ix_outlet_city", "workspace_id", "city_id"),
    )

    outlet_id: Mapped[int] = synonym("id")  # a scope of outlets cuts them too
    client_id: Mapped[int]
    parent_id: Mapped[int]
    city_id: Mapped[int]
    type: Mapped[str] = mapped_column(String(8), default="both")
    address: Mapped[str] = mapped_column(String(300), default="")
    latitude: Mapped[float | None] = mapped_column(Float)
    longitude: Mapped[float | None] = mapped_column(Float)
    phones: Mapped[list[str]] = mapped_column(JSON, default=list)
    hours: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    """In the shape of `app.core.hours.SHAPE`; None where nobody has said them."""

    def sees_others(self, scope: Scope) -> bool:
        """Whether a scope holds all outlets of the group."""
        parent = db.session.get(DealerGroup, self.parent_id)
        return scope.outlets is None or (parent is not None and parent.is_whole())


class OutletManager(WorkspaceMixin, ClientScoped, OutletScoped, Base):
    """A person who manages an outlet."""

    __tablename__ = "outlet_manager"
    table_args = (
        _outlet_key(),
        ForeignKeyConstraint(["workspace_id", "user_id"], ["user.workspace_id", "user.id"], ondelete="CASCADE"),
        Index("uq_outlet_manager", "workspace_id", "outlet_id", "user_id", unique=True),
        Index("ix_outlet_manager_user", "workspace_id", "user_id"),
    )

    client_id: Mapped[int]
    outlet_id: Mapped[int] = mapped_column()
    user_id: Mapped[int]


class Placement(WorkspaceMixin, ClientScoped, OutletScoped, Base):
    """From when to when an outlet is with a dealer group; days are those of the client's zone."""

    __tablename__ = "outlet_placement"
    table_args = (
        _outlet_key(),
        ForeignKeyConstraint(["workspace_id", "parent_id"], ["parent.workspace_id", "parent.id"]),
        Index("uq_outlet_placement_from", "workspace_id", "outlet_id", "valid_from", unique=True),
        Index("ix_outlet_placement_parent", "workspace_id", "parent_id"),
        Index("ix_outlet_placement_from", "valid_from"),
    )

    client_id: Mapped[int]
    outlet_id: Mapped[int] = mapped_column()
    parent_id: Mapped[int]
    valid_from: Mapped[date] = mapped_column(Date)
    valid_to: Mapped[date | None] = mapped_column(Date)
    """The last day; None while no other move is known."""
    note: Mapped[str] = mapped_column(String(200), default="")
    entered_by: Mapped[int | None]
    entered_name: Mapped[str] = mapped_column(String(120), default="")
    """Who entered it, by the name of then."""
    created_at: Mapped[datetime] = mapped_column(default=now)
