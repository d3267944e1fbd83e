"""Invoices as they are answered: by the specified calls, and by our own."""

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any

from app.core.http import csv_lines
from app.core.pdf.fonts import can_show
from app.office.invoices import service
from app.office.invoices.models import Invoice, InvoiceEvent
from app.office.invoices.money import decimal_text, dollars, line_amount, plain_number, short_text

PAY_TO = {
    "bankName": "Deccan Commerce Bank",
    "country": "India",
    "iban": "IN00 DCBK 0012 3456 7890",
    "swiftCode": "DCBKINBB",
}


COLUMNS = ("number", "status", "client", "company", "email", "country", "service", "issued", "due", "subtotal",
           "discount", "tax", "total", "paid", "balance", "currency")  # fmt: skip


def day_text(day: date) -> str:
    """A date as the specified calls write it."""
    return f"{day.day} {day:%b %Y}"


def serialize_specified(invoice: Invoice, today: date) -> dict[str, Any]:
    """An invoice as the specified calls show it."""
    client = invoice.client
    return {
        "id": invoice.number,
        "issuedDate": day_text(invoice.issued_date),
        "client": {
            "address": client["address"],
            "company": client["company"],
            "companyEmail": client["email"],
            "country": client["country"],
            "contact": client["contact"],
            "name": client["name"],
        },
        "service": invoice.service,
        "total": plain_number(invoice.total),
        "avatar": invoice.avatar,
        "invoiceStatus": invoice.status_on(today),
        "balance": dollars(invoice.balance) if invoice.balance else 0,
        "dueDate": day_text(invoice.due_date),
    }


def payment_details(invoice: Invoice) -> dict[str, Any]:
    """What is still due, and where to pay it."""
    return {"totalDue": dollars(invoice.balance), **PAY_TO}


def row(invoice: Invoice, today: date) -> dict[str, Any]:
    """An invoice as our list shows it."""
    return {
        "id": invoice.id,
        "number": invoice.number,
        "client": invoice.client,
        "service": invoice.service,
        "status": invoice.status_on(today),
        "issued_date": invoice.issued_date,
        "due_date": invoice.due_date,
        "late": invoice.due_date < today and invoice.balance > 0 and invoice.status != "Draft",
        "total": decimal_text(invoice.total),
        "balance": decimal_text(invoice.balance),
        "is_deleted": invoice.is_deleted,
        "has_pdf": can_print(invoice),
        "revision": invoice.revision,
    }


def write_csv(invoices: Iterable[Invoice], today: date) -> Iterator[str]:
    """Invoices as CSV, with their sums as numbers."""
    rows = (
        [
            invoice.number, invoice.status_on(today), invoice.client_name, invoice.client_company,
            invoice.client_email, invoice.client_country, invoice.service,
            invoice.issued_date.isoformat(), invoice.due_date.isoformat(),
            *(decimal_text(amount) for amount in (invoice.subtotal, invoice.discount, invoice.tax, invoice.total,
                                                  invoice.paid, invoice.balance)),
            "USD",
        ]
        for invoice in invoices
    )  # fmt: skip
    return csv_lines.lines(COLUMNS, rows)


def whole(invoice: Invoice) -> dict[str, Any]:
    """An invoice with all that is known of it."""
    lines = [line | {"amount": decimal_text(line_amount(line))} for line in invoice.lines]
    return row(invoice, service.today()) | {
        "lines": lines,
        "discount_percent": short_text(invoice.discount_percent),
        "tax_percent": short_text(invoice.tax_percent),
        "subtotal": decimal_text(invoice.subtotal),
        "discount": decimal_text(invoice.discount),
        "tax": decimal_text(invoice.tax),
        "paid": decimal_text(invoice.paid),
        "note": invoice.note,
        "pay_to": PAY_TO,
        "events": [_event(event) for event in service.events_of(invoice)],
        "updated_at": invoice.updated_at,
        **service.beside(invoice),
    }


def can_print(invoice: Invoice) -> bool:
    """Return whether the PDF's fonts have every letter that people have written on an invoice."""
    lines = [line[key] for line in invoice.lines for key in ("item", "note")]
    return can_show("".join([*invoice.client.values(), invoice.service, invoice.note, *lines]))


def _event(event: InvoiceEvent) -> dict[str, Any]:
    """Something that happened to an invoice."""
    names = ("method", "note", "to", "subject", "message")
    return {
        "id": event.id,
        "kind": event.kind,
        "at": event.at,
        "by": event.by,
        "day": event.day,
        "amount": decimal_text(event.amount),
    } | {key: event.details.get(key, "") for key in names}
