"""One invoice as a PDF of A4 pages, in the fonts every reader of PDF has; these know Western letters only."""

from collections.abc import Iterable, Sequence
from decimal import Decimal

from app.office.invoices.models import Invoice
from app.office.invoices.money import decimal_text, line_amount, short_text

WIDTH, HEIGHT, MARGIN = 595, 842, 48
RIGHT, BOTTOM = WIDTH - MARGIN, 96
INK, QUIET, LINE = "0.13 0.12 0.1", "0.36 0.35 0.32", "0.88 0.87 0.85"
COLUMNS = (340, 410, 466, RIGHT)
"""Where cost, quantity, discount and amount end."""

# Advance widths of the characters from space to tilde in Helvetica, in thousandths of the size.
_PLAIN = (
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, *(556,) * 10, 278, 278, 584, 584,
    584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611,
    722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
)  # fmt: skip
BOLD_WIDER = 1.06
"""Bold letters are at most this much wider; figures, which are lined up, are as wide."""


def can_show(texts: Iterable[str]) -> bool:
    """Whether the fonts have every letter of some texts."""
    said = "".join(texts)
    return said.encode("cp1252", "ignore").decode("cp1252") == said


def texts_of(invoice: Invoice) -> list[str]:
    """Everything an invoice says in somebody's own words."""
    lines = [line[key] for line in invoice.lines for key in ("item", "note")]
    return [*invoice.client.values(), invoice.service, invoice.note, *lines]


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """How wide a text is in points."""
    units = sum(_PLAIN[ord(c) - 32] if 32 <= ord(c) < 127 else 556 for c in text)
    letters = bold and not text.replace(",", "").replace(".", "").replace("$", "").isdigit()
    return units * size / 1000 * (BOLD_WIDER if letters else 1)


def wrapped(text: str, size: float, width: float) -> list[str]:
    """A text in lines no wider than there is room; a word that is wider is cut."""
    out: list[str] = []
    for paragraph in text.splitlines():
        line = ""
        for word in paragraph.split():
            rest = word
            while width_of(rest, size) > width:
                cut = next(n for n in range(len(rest), 0, -1) if width_of(rest[:n], size) <= width or n == 1)
                out += [line] if line else []
                line, head, rest = "", rest[:cut], rest[cut:]
                out.append(head)
            longer = f"{line} {rest}".strip()
            if width_of(longer, size) > width:
                out.append(line)
                longer = rest
            line = longer
        out += [line] if line else []
    return out


class _Sheets:
    """Pages that are written from the top down, by the field's own drawing operators."""

    def __init__(self) -> None:
        self.pages: list[list[bytes]] = [[]]
        self.y = float(HEIGHT - MARGIN)

    def text(
        self, x: float, text: str, *, size: float = 9, bold: bool = False, end: bool = False, quiet: bool = False
    ) -> None:
        """Write a text at the present height, beginning or ending at `x`."""
        if end:
            x -= width_of(text, size, bold=bold)
        said = text.encode("cp1252", "replace").replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")
        colour = (QUIET if quiet else INK).encode()
        where = f"{x:.2f} {self.y:.2f}".encode()
        font = b"/F2" if bold else b"/F1"
        self.pages[-1].append(b"BT %b rg %b %d Tf %b Td (%b) Tj ET" % (colour, font, size, where, said))

    def rule(self) -> None:
        """Draw a hairline across."""
        self.pages[-1].append(f"{LINE} RG 0.7 w {MARGIN} {self.y:.2f} m {RIGHT} {self.y:.2f} l S".encode())

    def down(self, points: float, *, room: float = 0) -> bool:
        """Go down; True where that took a new page, because what follows needs room."""
        self.y -= points
        if self.y - room > BOTTOM:
            return False
        self.pages.append([])
        self.y = HEIGHT - MARGIN
        return True

    def written(self, title: str) -> bytes:
        """The pages as a file."""
        count = len(self.pages)
        kids = " ".join(f"{5 + 2 * n} 0 R" for n in range(count))
        font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica%s /Encoding /WinAnsiEncoding >>"
        objects = [b"<< /Type /Catalog /Pages 2 0 R >>",
                   f"<< /Type /Pages /Kids [{kids}] /Count {count} /MediaBox [0 0 {WIDTH} {HEIGHT}] >>".encode(),
                   (font % "").encode(), (font % "-Bold").encode()]  # fmt: skip
        for n, page in enumerate(self.pages):
            used = "/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >>"
            objects.append(f"<< /Type /Page /Parent 2 0 R {used} /Contents {6 + 2 * n} 0 R >>".encode())
            stream = b"\n".join(page)
            objects.append(b"<< /Length %d >>\nstream\n%b\nendstream" % (len(stream), stream))
        objects.append(f"<< /Title ({title}) >>".encode())
        out, places = bytearray(b"%PDF-1.4\n"), []
        for number, body in enumerate(objects, 1):
            places.append(len(out))
            out += b"%d 0 obj\n%b\nendobj\n" % (number, body)
        table = len(out)
        out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
        out += b"".join(b"%010d 00000 n \n" % place for place in places)
        out += b"trailer << /Size %d /Root 1 0 R /Info %d 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
            len(objects) + 1, len(objects), table,
        )  # fmt: skip
        return bytes(out)


def money(cents: int) -> str:
    """An amount with its sign and groups of thousands."""
    return f"${Decimal(decimal_text(cents)):,}"


def drawn(invoice: Invoice, *, seller: str, status: str, pay_to: dict[str, str]) -> bytes:
    """An invoice as a PDF."""
    sheets = _Sheets()
    sheets.text(MARGIN, seller, size=16, bold=True)
    sheets.text(RIGHT, f"Invoice #{invoice.number}", size=16, bold=True, end=True)
    for label, value in (("Issued", f"{invoice.issued_date.day} {invoice.issued_date:%b %Y}"),
                         ("Due", f"{invoice.due_date.day} {invoice.due_date:%b %Y}"), ("Status", status)):  # fmt: skip
        sheets.down(15)
        sheets.text(RIGHT - 96, label, end=True, quiet=True)
        sheets.text(RIGHT, value, end=True)
    sheets.down(18)
    sheets.rule()
    sheets.down(20)
    _parties(sheets, invoice, pay_to)
    _heads(sheets)
    for line in invoice.lines:
        said = wrapped(line["item"], 9, 200) or [""]
        about = wrapped(line["note"], 8, 200)
        if sheets.down(17, room=12 * len(said) + 11 * len(about)):
            _heads(sheets)
            sheets.down(17)
        figures = (money(round(Decimal(line["cost"]) * 100)), short_text(round(Decimal(line["quantity"]) * 100)),
                   f"{short_text(round(Decimal(line['discount']) * 100))}%", money(line_amount(line)))  # fmt: skip
        for x, text in zip(COLUMNS, figures, strict=True):
            sheets.text(x, text, end=True)
        for place, text in enumerate(said):
            sheets.y -= 12 if place else 0
            sheets.text(MARGIN, text, bold=True)
        for text in about:
            sheets.y -= 11
            sheets.text(MARGIN, text, size=8, quiet=True)
        sheets.y -= 7
        sheets.rule()
    _sums(sheets, invoice)
    for text in wrapped(invoice.note, 9, 300):
        sheets.down(13)
        sheets.text(MARGIN, text, quiet=True)
    return sheets.written(f"Invoice {invoice.number}")


def _parties(sheets: _Sheets, invoice: Invoice, pay_to: dict[str, str]) -> None:
    """Who is billed, beside where to pay."""
    given = invoice.client
    contact = ", ".join(one for one in (given["address"], given["country"]) if one)
    left = [line for key in (given["name"], given["company"], contact, given["email"], given["contact"])
            for line in wrapped(key, 9, 240)]  # fmt: skip
    right = [("Bank", pay_to["bankName"]), ("Country", pay_to["country"]), ("IBAN", pay_to["iban"]),
             ("SWIFT", pay_to["swiftCode"])]  # fmt: skip
    sheets.text(MARGIN, "Billed to", quiet=True)
    sheets.text(320, "Pay to", quiet=True)
    for place in range(max(len(left), len(right))):
        sheets.down(14)
        if place < len(left):
            sheets.text(MARGIN, left[place], bold=place == 0)
        if place < len(right):
            sheets.text(320, right[place][0], quiet=True)
            sheets.text(RIGHT, right[place][1], end=True)
    sheets.down(32)


def _heads(sheets: _Sheets) -> None:
    """The names of the columns, over a line."""
    sheets.text(MARGIN, "Item", quiet=True)
    for x, text in zip(COLUMNS, ("Cost", "Quantity", "Discount", "Amount"), strict=True):
        sheets.text(x, text, end=True, quiet=True)
    sheets.y -= 7
    sheets.rule()


def _sums(sheets: _Sheets, invoice: Invoice) -> None:
    """What it adds up to."""
    rows: Sequence[tuple[str, int]] = [
        ("Subtotal", invoice.subtotal), (f"Discount {short_text(invoice.discount_percent)}%", -invoice.discount),
        (f"Tax {short_text(invoice.tax_percent)}%", invoice.tax), ("Total", invoice.total),
        ("Paid", -invoice.paid), ("Balance", invoice.balance),
    ]  # fmt: skip
    kept = [(label, amount) for label, amount in rows if amount or label in ("Total", "Balance")]
    sheets.down(8, room=18 * len(kept))
    for label, amount in kept:
        sheets.down(17)
        strong = label in ("Total", "Balance")
        sheets.text(COLUMNS[1], label, end=True, quiet=not strong, bold=strong)
        said = money(abs(amount))
        sheets.text(RIGHT, f"-{said}" if amount < 0 else said, end=True, bold=strong)
