"""Rows as our own calls answer them: amounts as text, marks of what is one's own."""

from datetime import date
from typing import Any

from app.core.security.visitor import visitor
from app.office.shop.cart import Marks
from app.office.shop.models import CartLine, Product, Purchase, money
from app.office.shop.sums import sum_of, sum_up

ORDER_PAGE = "/apps/ecommerce/order"


def currency() -> str:
    """The currency of the visitor's workspace."""
    workspace = visitor().workspace
    return workspace.currency if workspace is not None else "INR"


def product(row: Product, marks: Marks) -> dict[str, Any]:
    """A product, and whether it is in one's cart and on one's wishlist."""
    return {
        "id": row.id, "number": row.number, "name": row.name, "slug": row.slug, "description": row.description,
        "brand": row.brand, "category": row.category, "price": str(row.price), "image": row.image,
        "has_free_shipping": row.has_free_shipping, "rating": row.rating,
        "in_wishlist": row.id in marks.wishlist, "in_cart": row.id in marks.cart,
    }  # fmt: skip


def line(row: CartLine, marks: Marks, today: date) -> dict[str, Any]:
    """A line of the cart and what it comes to."""
    sums = sum_of(row)
    return {
        "id": row.id, "product": product(row.product, marks), "qty": row.qty, "colour": row.colour,
        "ships_on": row.shipping_date(today), "offers": row.offers, "discount_percent": row.discount_percent,
        "subtotal": str(money(sums.subtotal)), "discount": str(money(sums.discount)),
        "total": str(money(sums.total)), "revision": row.revision,
    }  # fmt: skip


def whole_cart(rows: list[CartLine], marks: Marks, today: date) -> dict[str, Any]:
    """The cart and what it comes to."""
    sums = sum_up(rows)
    return {
        "lines": [line(row, marks, today) for row in rows], "count": sums.count, "currency": currency(),
        "subtotal": str(money(sums.subtotal)), "discount": str(money(sums.discount)),
        "delivery": str(money(sums.delivery)), "tax": str(money(sums.tax)), "total": str(money(sums.total)),
    }  # fmt: skip


def order(row: Purchase) -> dict[str, Any]:
    """An order without its lines."""
    return {
        "id": row.id, "number": row.number, "state": row.state, "created_at": row.created_at, "count": row.count,
        "total": str(money(row.total_minor)), "currency": row.currency, "revision": row.revision,
    }  # fmt: skip


def whole_order(row: Purchase) -> dict[str, Any]:
    """An order with everything in it."""
    lines = [
        {
            "name": line.name, "slug": line.product.slug, "image": line.product.image, "colour": line.colour,
            "price": str(money(line.price_minor)), "qty": line.qty, "discount": str(money(line.discount_minor)),
            "total": str(money(line.total_minor)), "ships_on": line.ships_on,
        }
        for line in row.lines
    ]  # fmt: skip
    return order(row) | {
        "payment": row.payment, "recipient": row.recipient, "phone": row.phone, "destination": row.destination,
        "subtotal": str(money(row.subtotal_minor)), "discount": str(money(row.discount_minor)),
        "delivery": str(money(row.delivery_minor)), "tax": str(money(row.tax_minor)), "lines": lines,
    }  # fmt: skip
