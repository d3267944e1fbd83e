"""One invoice as a PDF of A4 pages."""

from collections.abc import Sequence
from decimal import Decimal
from typing import cast

from app.core.pdf.sheets import INK, MARGIN, QUIET, WIDTH, Sheet
from app.office.invoices.models import Invoice
from app.office.invoices.money import decimal_text, line_amount, short_text

RIGHT, BOTTOM = MARGIN + WIDTH, 262.0
COLUMNS = (106.0, 131.0, 151.0, 168.0, RIGHT)
"""Where the item, cost, quantity, discount and amount end."""
RIGHT_HALF = 113.0


def money(cents: int) -> str:
    """Return an amount with its sign and groups of thousands."""
    return f"${Decimal(decimal_text(cents)):,}"


def draw_invoice(invoice: Invoice, *, seller: str, status: str, pay_to: dict[str, str]) -> bytes:
    """Return an invoice as a PDF."""
    pages = _Pages()
    pages.sheet.set_title(f"Invoice {invoice.number}")
    pages.sheet.set_lang("en")
    pages.write(seller, size=16, bold=True, width=110)
    pages.write(f"Invoice #{invoice.number}", MARGIN + 110, size=16, bold=True, align="R")
    pages.y += 4
    for label, value in (("Issued", f"{invoice.issued_date.day} {invoice.issued_date:%b %Y}"),
                         ("Due", f"{invoice.due_date.day} {invoice.due_date:%b %Y}"), ("Status", status)):  # fmt: skip
        pages.y += 5.3
        pages.write(label, MARGIN, align="R", quiet=True, width=WIDTH - 34)
        pages.write(value, align="R")
    pages.y += 9
    pages.sheet.rule(pages.y)
    pages.y += 4
    _parties(pages, invoice, pay_to)
    _heads(pages)
    for line in invoice.lines:
        _line(pages, line)
    _sums(pages, invoice)
    for text in pages.lines_of(invoice.note, 9, 106):
        pages.down(4.6, room=5)
        pages.write(text, quiet=True, width=106)
    return bytes(pages.sheet.output())


class _Pages:
    """Pages that are written from the top down."""

    def __init__(self) -> None:
        self.sheet = Sheet("en")
        self.y = MARGIN

    def write(
        self, text: str, x: float = MARGIN, *, size: float = 9, bold: bool = False, quiet: bool = False,
        width: float = 0.0, align: str = "L",
    ) -> None:  # fmt: skip
        """Write one line at the present height."""
        colour = QUIET if quiet else INK
        self.sheet.text_at(x, self.y, text, size=size, bold=bold, colour=colour, width=width or RIGHT - x, align=align)

    def down(self, millimetres: float, *, room: float) -> bool:
        """Go down; True where that took a new page, because what follows needs room."""
        self.y += millimetres
        if self.y + room <= BOTTOM:
            return False
        self.sheet.add_page()
        self.y = MARGIN
        return True

    def lines_of(self, text: str, size: float, width: float) -> list[str]:
        """Return a text in lines that fit a width; a word that is wider is broken."""
        if not text.strip():
            return []
        self.sheet.set_font(self.sheet.family, "", size)
        return cast(list[str], self.sheet.multi_cell(width, text=text, dry_run=True, output="LINES"))


def _parties(pages: _Pages, invoice: Invoice, pay_to: dict[str, str]) -> None:
    """Write who is billed, beside where to pay."""
    client = invoice.client
    address = ", ".join(part for part in (client["address"], client["country"]) if part)
    lines = [line for text in (client["name"], client["company"], address, client["email"], client["contact"])
            for line in pages.lines_of(text, 9, 84)]  # fmt: skip
    right = [("Bank", pay_to["bankName"]), ("Country", pay_to["country"]), ("IBAN", pay_to["iban"]),
             ("SWIFT", pay_to["swiftCode"])]  # fmt: skip
    pages.write("Billed to", quiet=True)
    pages.write("Pay to", RIGHT_HALF, quiet=True)
    for place in range(max(len(lines), len(right))):
        pages.y += 5
        if place < len(lines):
            pages.write(lines[place], bold=place == 0, width=88)
        if place < len(right):
            pages.write(right[place][0], RIGHT_HALF, quiet=True)
            pages.write(right[place][1], RIGHT_HALF + 20, align="R")
    pages.y += 11


def _heads(pages: _Pages) -> None:
    """Write the names of the columns, over a line."""
    pages.write("Item", quiet=True)
    _cells(pages, ("Cost", "Quantity", "Discount", "Amount"), quiet=True)
    pages.y += 6
    pages.sheet.rule(pages.y)


def _cells(pages: _Pages, texts: Sequence[str], *, quiet: bool = False) -> None:
    """Write figures at the right edges of their columns."""
    for left, right, text in zip(COLUMNS[:-1], COLUMNS[1:], texts, strict=True):
        pages.write(text, left, width=right - left, align="R", quiet=quiet)


def _line(pages: _Pages, line: dict[str, str]) -> None:
    """Write an item with its figures and its note."""
    items = pages.lines_of(line["item"], 9, 80) or [""]
    notes = pages.lines_of(line["note"], 8, 80)
    if pages.down(2.5, room=4.5 * len(items) + 4 * len(notes) + 3):
        _heads(pages)
        pages.y += 2.5
    figures = (money(round(Decimal(line["cost"]) * 100)), short_text(round(Decimal(line["quantity"]) * 100)),
               f"{short_text(round(Decimal(line['discount']) * 100))}%", money(line_amount(line)))  # fmt: skip
    _cells(pages, figures)
    for text in items:
        pages.write(text, bold=True, width=86)
        pages.y += 4.5
    for text in notes:
        pages.write(text, size=8, quiet=True, width=86)
        pages.y += 4
    pages.y += 1.5
    pages.sheet.rule(pages.y)


def _sums(pages: _Pages, invoice: Invoice) -> None:
    """Write what it adds up to."""
    rows: Sequence[tuple[str, int]] = [
        ("Subtotal", invoice.subtotal), (f"Discount {short_text(invoice.discount_percent)}%", -invoice.discount),
        (f"Tax {short_text(invoice.tax_percent)}%", invoice.tax), ("Total", invoice.total),
        ("Paid", -invoice.paid), ("Balance", invoice.balance),
    ]  # fmt: skip
    total_rows = [(label, amount) for label, amount in rows if amount or label in ("Total", "Balance")]
    pages.down(3, room=6 * len(total_rows))
    for label, amount in total_rows:
        strong = label in ("Total", "Balance")
        pages.write(label, RIGHT_HALF, quiet=not strong, bold=strong, width=34)
        text = money(abs(amount))
        pages.write(f"-{text}" if amount < 0 else text, RIGHT_HALF + 34, align="R", bold=strong)
        pages.y += 6
    pages.y += 2
