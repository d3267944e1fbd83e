"""What a cart comes to, in whole hundredths: exact, and rounded once a line."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from app.office.shop.models import CartLine

DELIVERY = 60_00
"""What delivery costs unless everything ships free."""
GST = 18
"""The tax that prices include, in percent."""


def _whole(amount: Decimal) -> int:
    """An amount in whole hundredths, halves upwards."""
    return int(amount.quantize(Decimal(1), ROUND_HALF_UP))


@dataclass(frozen=True, slots=True)
class LineSum:
    """One line: before and after its discount."""

    subtotal: int
    discount: int

    @property
    def total(self) -> int:
        """What is paid for it."""
        return self.subtotal - self.discount


@dataclass(frozen=True, slots=True)
class CartSum:
    """A whole cart."""

    subtotal: int
    discount: int
    delivery: int
    count: int

    @property
    def total(self) -> int:
        """What is paid in all."""
        return self.subtotal - self.discount + self.delivery

    @property
    def tax(self) -> int:
        """The tax that is within the total."""
        return _whole(Decimal(self.total) * GST / (100 + GST))


def sum_of(line: CartLine) -> LineSum:
    """What a line comes to."""
    subtotal = line.product.price_minor * line.qty
    return LineSum(subtotal, _whole(Decimal(subtotal) * line.discount_percent / 100))


def sum_up(lines: Iterable[CartLine]) -> CartSum:
    """What lines come to together."""
    rows = list(lines)
    sums = [sum_of(line) for line in rows]
    pays = any(not line.product.has_free_shipping for line in rows)
    return CartSum(
        subtotal=sum(sum_.subtotal for sum_ in sums),
        discount=sum(sum_.discount for sum_ in sums),
        delivery=DELIVERY if pays else 0,
        count=sum(line.qty for line in rows),
    )
