"""Rules of addresses and orders."""

from typing import Any

from sqlalchemy import Select, select

from app.accounts.users.models import User
from app.core.db.base import db, fetch
from app.core.db.numbering import next_number
from app.core.errors import BeyondSchema, Conflict, Invalid
from app.office.shop import cart
from app.office.shop.models import Address, Purchase, PurchaseLine, money
from app.office.shop.sums import sum_of, sum_up

MOST_ADDRESSES = 20


def list_addresses(user: User) -> Select[Address]:
    """Where someone has things sent."""
    return select(Address).where(Address.user_id == user.id, Address.is_removed.is_(False))


def get_address(user: User, address_id: int) -> Address:
    """An address of someone's own, one that was removed too, or NotFound."""
    return fetch(
        select(Address).where(Address.id == address_id, Address.user_id == user.id), "This address does not exist."
    )


def add_address(user: User, values: dict[str, Any]) -> Address:
    """A new address; Conflict where there are too many."""
    if len(list(db.session.scalars(list_addresses(user)))) >= MOST_ADDRESSES:
        raise Conflict(f"You can have {MOST_ADDRESSES} addresses. Remove one first.", code="too_many")
    address = Address(user_id=user.id, **values)
    db.session.add(address)
    db.session.flush()
    return address


def change_address(address: Address, values: dict[str, Any]) -> None:
    """Give an address other values."""
    for key, value in values.items():
        setattr(address, key, value)
    db.session.flush()


def move_address(address: Address, *, removed: bool) -> None:
    """Put an address away, or take it out again; Conflict where it is already."""
    if address.is_removed == removed:
        raise Conflict(f"This address is {'already' if removed else 'not'} removed.", code="invalid_transition")
    address.is_removed = removed
    db.session.flush()


def list_orders(user: User) -> Select[Purchase]:
    """What someone has ordered."""
    return select(Purchase).where(Purchase.user_id == user.id)


def get_order(user: User, order_id: int) -> Purchase:
    """An order of someone's own, or NotFound."""
    return fetch(
        select(Purchase).where(Purchase.id == order_id, Purchase.user_id == user.id), "This order does not exist."
    )


def place(user: User, address_id: int, payment: str, total: str, currency: str) -> Purchase:
    """Make an order of the cart and empty it; Conflict where it is not the cart that was agreed to."""
    number = next_number("purchase")
    address = db.session.scalar(list_addresses(user).where(Address.id == address_id))
    if address is None:
        raise Invalid({"address": [BeyondSchema("This address no longer exists. Choose another one.")]})
    lines = cart.cart_lines(user)
    if not lines:
        raise Conflict("Your cart is empty. You may have placed this order already.", code="cart_empty")
    sums, today = sum_up(lines), cart.today()
    if str(money(sums.total)) != total:
        raise Conflict("Your cart has changed. Check the new total and order again.", code="cart_changed")
    order = Purchase(
        user_id=user.id, number=number, payment=payment, recipient=address.name, phone=address.phone,
        destination="\n".join(address_lines(address)), currency=currency, subtotal_minor=sums.subtotal,
        discount_minor=sums.discount, delivery_minor=sums.delivery, tax_minor=sums.tax, total_minor=sums.total,
        count=sums.count,
    )  # fmt: skip
    db.session.add(order)
    db.session.flush()
    for position, line in enumerate(lines, start=1):
        amount = sum_of(line)
        bought = PurchaseLine(
            purchase_id=order.id, product_id=line.product_id, position=position, name=line.product.name,
            colour=line.colour, price_minor=line.product.price_minor, qty=line.qty, discount_minor=amount.discount,
            total_minor=amount.total, ships_on=line.shipping_date(today),
        )  # fmt: skip
        db.session.add(bought)
        db.session.delete(line)
    db.session.flush()
    return order


def address_lines(address: Address) -> list[str]:
    """An address in lines, as it is on a parcel."""
    return [part for part in (address.street, address.landmark, f"{address.city} {address.pin}", address.state) if part]


def cancel(order: Purchase) -> None:
    """Cancel an order; Conflict where it is already."""
    if order.state != "placed":
        raise Conflict("This order is already cancelled.", code="invalid_transition")
    order.state = "cancelled"
    db.session.flush()
