"""The quote of a lead as one A4 page, in English or Hindi."""

from datetime import date
from itertools import groupby
from typing import Any

from app.core.languages import label_in
from app.core.pdf.sheets import INK, MARGIN, QUIET, WIDTH, Sheet
from app.core.values import phones
from app.leads import taxes
from app.leads.service import QuotedLead
from app.leads.wording import Wording, money
from app.masters.records.identities import format_registration

RED = (192, 57, 43)
BRAND, TINT, GREY = (0, 91, 120), (227, 241, 248), (205, 202, 195)
HALF = WIDTH / 2
QR_SIDE = 32.0


class _Sheet(Wording, Sheet):
    """The page of a quote."""

    def __init__(self, language: str) -> None:
        Sheet.__init__(self, language)

    def facts(self, x: float, y: float, title: str, rows: list[tuple[str, str]], width: float) -> float:
        """Write names and values under a title; return where that ends."""
        self.text_at(x, y, title, size=9.5, bold=True)
        y += 7
        for name, value in rows:
            self.text_at(x, y, name, colour=QUIET, width=width * 0.4)
            self.text_at(x + width * 0.3, y, value, width=width * 0.7, align="R")
            y += 5.5
        return y


def draw_quote(lead: QuotedLead, language: str) -> bytes:
    """Return the quote of a lead as a PDF."""
    sheet = _Sheet(language)
    row = lead.lead
    sheet.set_title(f"{sheet.t('title')} {lead.number}")
    sheet.set_lang("hi" if language == "hi" else "en")
    _letterhead(sheet, lead)
    sheet.text_at(MARGIN, 42, sheet.t("title"), size=17, bold=True, width=112)
    sheet.text_at(MARGIN, 51, sheet.t("for", name=lead.name), size=10, colour=QUIET, width=112)
    quote = (("quote", lead.number), ("date", sheet.day(row.quoted_on)), ("valid", sheet.day(row.quote_until)))
    for at, (key, value) in enumerate(quote):
        sheet.text_at(136, 42 + at * 5.5, sheet.t(key), colour=QUIET, width=22)
        sheet.text_at(158, 42 + at * 5.5, value, bold=key == "valid", width=34, align="R")
    y = _parties(sheet, lead)
    y = _strip(sheet, lead, y + 6)
    y = _plans(sheet, lead, y + 6)
    _sums(sheet, lead, y + 5)
    sheet.rule(276)
    if lead.quote["prices"]:
        sheet.text_at(MARGIN, 279, sheet.t("list", name=lead.quote["prices"]), size=7.5, colour=QUIET, width=140)
    sheet.text_at(MARGIN, 279, sheet.t("page"), size=7.5, colour=QUIET, width=WIDTH, align="R")
    if lead.quote["is_over"]:
        with sheet.rotation(24, x=105, y=150):
            sheet.text_at(MARGIN, 142, sheet.t("over"), size=44, bold=True, colour=RED, width=WIDTH, align="C")
    return bytes(sheet.output())


def _letterhead(sheet: _Sheet, lead: QuotedLead) -> None:
    """The dealer, and how the outlet is reached."""
    outlet = lead.outlet
    sheet.text_at(MARGIN, 18, lead.client.name, size=13, bold=True, width=90)
    if outlet is not None:
        numbers = ", ".join(phones.format_phone(number) for number in outlet.phones)
        sheet.text_at(MARGIN, 25, outlet.name, colour=QUIET, width=90)
        for at, text in enumerate(text for text in (outlet.address, numbers) if text):
            sheet.text_at(108, 18 + at * 5, text, size=8, colour=QUIET, width=84, align="R")
    sheet.rule(34)


def _parties(sheet: _Sheet, lead: QuotedLead) -> float:
    """Customer and vehicle; return where they end."""
    row, width = lead.lead, HALF - 6
    model = label_in(lead.labels["variant"], sheet.language, row.variant) if row.variant else ""
    model = model or label_in(lead.labels["model"], sheet.language, row.model) or "–"
    number = lead.phone_shown or (f"•••• {row.last4}" if row.last4 else "–")
    customer = [("name", lead.name), ("phone", number)]
    customer += [("advisor", lead.owner.full_name)] if lead.owner else []
    vehicle = [("model", model)]
    vehicle += [("registration", format_registration(row.registration))] if row.registration else []
    vehicle += [("vin", row.vin)] if row.vin else []
    if row.odometer_km is not None:
        vehicle.append(("odometer", sheet.t("km", n=money(row.odometer_km, "INR").removeprefix("₹"))))
    ends = [
        sheet.facts(x, 66, sheet.t(key), [(sheet.t(name), value) for name, value in rows], width)
        for x, key, rows in ((MARGIN, "customer", customer), (MARGIN + HALF + 6, "vehicle", vehicle))
    ]
    return max(ends)


def _strip(sheet: _Sheet, lead: QuotedLead, y: float) -> float:
    """Standard and extended warranty on a line of time; return where it ends."""
    row = lead.lead
    if row.warranty_end is None or row.plan_years is None:
        return y
    begins = row.sale_date or row.warranty_end.replace(year=row.warranty_end.year - 3, day=1)
    ends = cover_end(row.warranty_end, row.plan_years)
    share = (row.warranty_end - begins).days / max((ends - begins).days, 1)
    split = MARGIN + WIDTH * share
    sheet.text_at(MARGIN, y, sheet.t("warranty"), size=9.5, bold=True)
    y += 7
    sheet.text_at(MARGIN, y, sheet.day(row.sale_date), size=7.5, colour=QUIET, width=40)
    sheet.text_at(split - 20, y, sheet.day(row.warranty_end), size=7.5, colour=QUIET, width=40, align="C")
    sheet.text_at(MARGIN, y, sheet.day(ends), size=7.5, colour=QUIET, width=WIDTH, align="R")
    y += 5
    for x, width, colour, ink, text in (
        (MARGIN, split - MARGIN - 0.6, GREY, INK, sheet.t("standard")),
        (split + 0.6, MARGIN + WIDTH - split - 0.6, BRAND, (255, 255, 255),
         sheet.t("extended", years=sheet.years(row.plan_years))),
    ):  # fmt: skip
        sheet.set_fill_color(*colour)
        sheet.rect(x, y, max(width, 1), 6, style="F")
        sheet.text_at(x + 2, y + 0.8, text, size=8, bold=True, colour=ink, width=max(width - 4, 8))
    return y + 8


def cover_end(warranty_end: date, years: int) -> date:
    """Return the last day of an extended warranty."""
    try:
        return warranty_end.replace(year=warranty_end.year + years)
    except ValueError:
        return warranty_end.replace(year=warranty_end.year + years, day=28)


def _plans(sheet: _Sheet, lead: QuotedLead, y: float) -> float:
    """The plans with their prices; return where they end."""
    row, currency = lead.lead, lead.client.currency
    rate = row.gst_rate or 0
    plans: list[dict[str, Any]] = [plan for plan in lead.quote["plans"] if plan["years"] != row.plan_years]
    plans.append({"years": row.plan_years, "price": row.price, "total": row.total, "up_to_km": row.up_to_km})
    plans.sort(key=lambda plan: plan["years"])
    edges = (MARGIN + 2, 62.0, 98.0, 124.0, 150.0, MARGIN + WIDTH - 2)
    sheet.text_at(MARGIN, y, sheet.t("plans"), size=9.5, bold=True)
    y += 8
    heads = (sheet.t("plan"), sheet.t("cover"), sheet.t("upto"), sheet.t("price"),
             sheet.t("gst", rate=f"{rate:g}"), sheet.t("total"))  # fmt: skip
    _line(sheet, edges, y, heads, colour=QUIET)
    for plan in plans:
        y += 8
        sheet.rule(y - 2)
        is_chosen = plan["years"] == row.plan_years
        if is_chosen:
            sheet.set_fill_color(*TINT)
            sheet.rect(MARGIN, y - 1.8, WIDTH, 7.8, style="F")
        name = sheet.years(plan["years"]) + (f" · {sheet.t('chosen')}" if is_chosen else "")
        cover = sheet.day(cover_end(row.warranty_end, plan["years"])) if row.warranty_end else "–"
        limit = money(plan["up_to_km"], "INR").removeprefix("₹") if plan["up_to_km"] else "–"
        tax = plan["total"] - plan["price"]
        cells = (name, cover, limit, money(plan["price"], currency), money(tax, currency),
                 money(plan["total"], currency))  # fmt: skip
        _line(sheet, edges, y, cells, bold=is_chosen)
    sheet.rule(y + 6)
    return y + 8


def _line(
    sheet: _Sheet, edges: tuple[float, ...], y: float, cells: tuple[str, ...], *, bold: bool = False,
    colour: tuple[int, int, int] = INK,
) -> None:  # fmt: skip
    """One line of the table: names from the left, figures to the right edge of their column."""
    for at, text in enumerate(cells):
        if at < 2:
            sheet.text_at(edges[at], y, text, bold=bold, colour=colour, width=edges[at + 1] - edges[at] - 2)
        else:
            left = edges[at - 1] if at > 2 else 82.0
            sheet.text_at(left, y, text, bold=bold, colour=colour, width=edges[at] - left, align="R")


def _sums(sheet: _Sheet, lead: QuotedLead, y: float) -> None:
    """What is to be paid, with its taxes, and how."""
    row, currency = lead.lead, lead.client.currency
    price, total = row.price or 0.0, row.total or 0.0
    top, rows = y, [(sheet.years(row.plan_years or 0), price)]
    rows += [(sheet.t(tax.kind, rate=f"{tax.rate:g}"), tax.amount) for tax in lead.quote["taxes"]]
    for name, amount in rows:
        sheet.text_at(MARGIN + HALF, y, name, colour=QUIET, width=50)
        sheet.text_at(MARGIN + HALF, y, money(amount, currency), width=HALF - 2, align="R")
        y += 6
    sheet.rule(y, MARGIN + HALF, HALF)
    sheet.text_at(MARGIN + HALF, y + 2.5, sheet.t("pay"), size=12, bold=True, width=40)
    sheet.text_at(MARGIN + HALF, y + 2.5, money(total, currency), size=12, bold=True, width=HALF - 2, align="R")
    if lead.quote["taxes"] and lead.quote["supply_state"]:
        state = taxes.name_of_state(lead.quote["supply_state"], sheet.language)
        place = sheet.t("supply", state=state)
        sheet.text_at(MARGIN + HALF, y + 10, place, size=8, colour=QUIET, width=HALF - 2)
    if lead.quote["payment"] is not None:
        _payment(sheet, lead.quote["payment"]["link"], lead.client.upi_id, top)


def _payment(sheet: _Sheet, link: str, upi_id: str, y: float) -> None:
    """The code by which the quote is paid by UPI."""
    rows = list(taxes.code_of(link).matrix)
    dot = QR_SIDE / len(rows)
    sheet.set_fill_color(0, 0, 0)
    for row, dots in enumerate(rows):
        for dark, run in groupby(enumerate(dots), key=lambda pair: pair[1]):
            columns = [column for column, _ in run]
            if dark:
                sheet.rect(MARGIN + columns[0] * dot, y + row * dot, len(columns) * dot, dot, style="F")
    sheet.link(MARGIN, y, QR_SIDE, QR_SIDE, link)
    sheet.text_at(MARGIN + QR_SIDE + 4, y, sheet.t("upi"), bold=True, width=HALF - QR_SIDE - 8)
    sheet.text_at(MARGIN + QR_SIDE + 4, y + 5.5, upi_id, colour=QUIET, width=HALF - QR_SIDE - 8)
