"""Products of a workspace, and what each of its people keeps, buys and where it goes. Money is in hundredths."""

from datetime import date, timedelta
from decimal import Decimal

from sqlalchemy import JSON, Boolean, ForeignKeyConstraint, Index, Integer, String, Text
from sqlalchemy.orm import Mapped, mapped_column, relationship, validates

from app.core.db.base import Base, BigInt, RevisionMixin, WorkspaceMixin

CATEGORIES = ("electronics", "interior", "safety", "care", "service")
COLOURS = ("primary", "success", "warning", "danger", "info")
PAYMENTS = ("upi", "card", "netbanking", "delivery")
"""Ways to pay, all of them for trying out: nothing of a card or an account is ever asked for."""
WEEK = 7


def _user_key() -> ForeignKeyConstraint:
    """A reference to the person, with whom the row goes."""
    return ForeignKeyConstraint(["workspace_id", "user_id"], ["user.workspace_id", "user.id"], ondelete="CASCADE")


def _product_key() -> ForeignKeyConstraint:
    """A reference to the product."""
    return ForeignKeyConstraint(["workspace_id", "product_id"], ["product.workspace_id", "product.id"])


def money(hundredths: int) -> Decimal:
    """An amount as it is said: rupees and paise."""
    return Decimal(hundredths).scaleb(-2)


class Product(WorkspaceMixin, RevisionMixin, Base):
    """Something to buy; the specified calls know it by its number, addresses by its slug."""

    __tablename__ = "product"
    table_args = (
        Index("uq_product_number", "workspace_id", "number", unique=True),
        Index("ix_product_price", "workspace_id", "price_minor"),
    )

    number: Mapped[int] = mapped_column(BigInt)
    name: Mapped[str] = mapped_column(String(120))
    name_key: Mapped[str] = mapped_column(String(360))
    """The name without case, to search in."""
    slug: Mapped[str] = mapped_column(String(160))
    description: Mapped[str] = mapped_column(Text)
    brand: Mapped[str] = mapped_column(String(60))
    category: Mapped[str] = mapped_column(String(20))
    price_minor: Mapped[int] = mapped_column(BigInt)
    image: Mapped[str] = mapped_column(String(200), default="")
    has_free_shipping: Mapped[bool] = mapped_column(Boolean, default=False)
    rating: Mapped[int] = mapped_column(Integer)
    colours: Mapped[list[str]] = mapped_column(JSON, default=list)
    """The colours it comes in, the usual one first; empty where there is nothing to choose."""

    @property
    def price(self) -> Decimal:
        """What one costs."""
        return money(self.price_minor)

    @validates("name")
    def _fold(self, _name: str, name: str) -> str:
        """What is searched follows what is read."""
        self.name_key = name.casefold()
        return name


class Wish(WorkspaceMixin, Base):
    """A product that someone keeps for later."""

    __tablename__ = "wish"
    table_args = (_user_key(), _product_key(), Index("uq_wish", "workspace_id", "user_id", "product_id", unique=True))

    user_id: Mapped[int]
    product_id: Mapped[int]
    number: Mapped[int] = mapped_column(BigInt)
    """Its id in the specified calls; it grows with the order in which things were added."""
    product: Mapped[Product] = relationship(lazy="joined", innerjoin=True, viewonly=True)


class CartLine(WorkspaceMixin, RevisionMixin, Base):
    """A product in one colour in someone's cart; what is drawn is drawn once, and one taken out can come back."""

    __tablename__ = "cart_line"
    table_args = (
        _user_key(),
        _product_key(),
        Index("uq_cart_line", "workspace_id", "user_id", "product_id", "colour", unique=True),
    )

    user_id: Mapped[int]
    product_id: Mapped[int]
    number: Mapped[int] = mapped_column(BigInt)
    qty: Mapped[int] = mapped_column(Integer)
    colour: Mapped[str] = mapped_column(String(20))
    """Empty where the product has no colours."""
    is_removed: Mapped[bool] = mapped_column(Boolean, default=False)
    ships_on: Mapped[date]
    offers: Mapped[int] = mapped_column(Integer)
    discount_percent: Mapped[int] = mapped_column(Integer)
    product: Mapped[Product] = relationship(lazy="joined", innerjoin=True, viewonly=True)

    def shipping_date(self, today: date) -> date:
        """The day it would leave: the weekday that was drawn, within the week that begins tomorrow."""
        late = (today - self.ships_on).days
        return self.ships_on + timedelta(days=WEEK * (late // WEEK + 1) if late >= 0 else 0)


class Address(WorkspaceMixin, RevisionMixin, Base):
    """Where someone has things sent."""

    __tablename__ = "address"
    table_args = (_user_key(), Index("ix_address_user", "workspace_id", "user_id", "is_removed"))

    user_id: Mapped[int]
    name: Mapped[str] = mapped_column(String(120))
    phone: Mapped[str] = mapped_column(String(60))
    street: Mapped[str] = mapped_column(String(200))
    landmark: Mapped[str] = mapped_column(String(200), default="")
    city: Mapped[str] = mapped_column(String(80))
    state: Mapped[str] = mapped_column(String(80))
    pin: Mapped[str] = mapped_column(String(10))
    is_removed: Mapped[bool] = mapped_column(Boolean, default=False)


class Purchase(WorkspaceMixin, RevisionMixin, Base):
    """An order: what was bought, where it goes, how it is paid, and the sums as they were then."""

    __tablename__ = "purchase"
    table_args = (
        _user_key(),
        Index("uq_purchase_number", "workspace_id", "number", unique=True),
        Index("ix_purchase_user", "workspace_id", "user_id", "id"),
    )

    user_id: Mapped[int]
    number: Mapped[int] = mapped_column(BigInt)
    state: Mapped[str] = mapped_column(String(20), default="placed")
    payment: Mapped[str] = mapped_column(String(20))
    recipient: Mapped[str] = mapped_column(String(120))
    phone: Mapped[str] = mapped_column(String(60))
    destination: Mapped[str] = mapped_column(String(600))
    """The address in lines, as it was."""
    currency: Mapped[str] = mapped_column(String(3))
    subtotal_minor: Mapped[int] = mapped_column(BigInt)
    discount_minor: Mapped[int] = mapped_column(BigInt)
    delivery_minor: Mapped[int] = mapped_column(BigInt)
    tax_minor: Mapped[int] = mapped_column(BigInt)
    total_minor: Mapped[int] = mapped_column(BigInt)
    count: Mapped[int] = mapped_column(BigInt)
    """How many pieces there are in all."""
    lines: Mapped[list["PurchaseLine"]] = relationship(order_by="PurchaseLine.position", lazy="selectin", viewonly=True)


class PurchaseLine(WorkspaceMixin, Base):
    """One product of an order, under the name and price it had."""

    __tablename__ = "purchase_line"
    table_args = (
        ForeignKeyConstraint(
            ["workspace_id", "purchase_id"], ["purchase.workspace_id", "purchase.id"], ondelete="CASCADE"
        ),
        _product_key(),
        Index("uq_purchase_line", "workspace_id", "purchase_id", "position", unique=True),
    )

    purchase_id: Mapped[int]
    product_id: Mapped[int]
    position: Mapped[int] = mapped_column(Integer)
    name: Mapped[str] = mapped_column(String(120))
    colour: Mapped[str] = mapped_column(String(20))
    price_minor: Mapped[int] = mapped_column(BigInt)
    qty: Mapped[int] = mapped_column(Integer)
    discount_minor: Mapped[int] = mapped_column(BigInt)
    total_minor: Mapped[int] = mapped_column(BigInt)
    ships_on: Mapped[date]
    product: Mapped[Product] = relationship(lazy="joined", innerjoin=True, viewonly=True)
