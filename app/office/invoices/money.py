"""Money of invoices: exact, in cents when kept, as decimal text when sent."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

CENT = Decimal("0.01")
HUNDRED = Decimal(100)
COST = r"^[0-9]{1,7}(?:\.[0-9]{1,2})?$"
QUANTITY = r"^[0-9]{1,4}(?:\.[0-9]{1,2})?$"
PERCENT = r"^(?:100(?:\.0{1,2})?|[0-9]{1,2}(?:\.[0-9]{1,2})?)$"


@dataclass(frozen=True, slots=True)
class Totals:
    """What an invoice adds up to, in cents; `amounts` are those of its lines."""

    amounts: tuple[int, ...]
    subtotal: int
    discount: int
    tax: int
    total: int


def cents(amount: Decimal) -> int:
    """An amount in cents, half a cent upwards."""
    return int((amount * HUNDRED).quantize(Decimal(1), ROUND_HALF_UP))


def decimal_text(number: int) -> str:
    """Cents, or hundredths of anything, as decimal text with two places."""
    return str((Decimal(number) / HUNDRED).quantize(CENT))


def short_text(number: int) -> str:
    """Hundredths as decimal text without needless zeros, as a form shows it."""
    whole, rest = divmod(number, 100)
    return str(whole) if rest == 0 else f"{whole}.{rest:02}".rstrip("0")


def dollars(number: int) -> str:
    """Cents as the specified calls write money."""
    return f"${short_text(number) if number % 100 == 0 else decimal_text(number)}"


def plain_number(number: int) -> int | float:
    """Cents as a JSON number, whole where it is."""
    return number // 100 if number % 100 == 0 else number / 100


def line_amount(line: Mapping[str, str]) -> int:
    """What one line comes to: cost times quantity less its discount, rounded once."""
    cost, quantity = Decimal(line["cost"]), Decimal(line["quantity"])
    return cents(cost * quantity * (HUNDRED - Decimal(line["discount"])) / HUNDRED)


def worked_out(lines: Sequence[Mapping[str, str]], discount: str, tax: str) -> Totals:
    """Lines less a discount in percent and then with a tax in percent."""
    amounts = tuple(line_amount(line) for line in lines)
    subtotal = sum(amounts)
    less = cents(Decimal(subtotal) / HUNDRED * Decimal(discount) / HUNDRED)
    more = cents(Decimal(subtotal - less) / HUNDRED * Decimal(tax) / HUNDRED)
    return Totals(amounts, subtotal, less, more, subtotal - less + more)
