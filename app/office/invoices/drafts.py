"""What has been typed of an invoice so far, worked out without keeping it."""

from typing import Any

from app.office.invoices.models import CLIENT, SERVICES
from app.office.invoices.money import decimal_text
from app.office.invoices.money import worked_out as add_up


def worked_out(args: dict[str, Any]) -> dict[str, Any]:
    """Everything as it was typed, with the amounts it comes to."""
    lines = args.get("lines", [])
    discount, tax = args.get("discount_percent", "0"), args.get("tax_percent", "0")
    sums = add_up(lines, discount, tax)
    worked_lines = [line | {"amount": decimal_text(amount)} for line, amount in zip(lines, sums.amounts, strict=True)]
    return {
        "client": dict.fromkeys(CLIENT, "") | args.get("client", {}),
        "client_from": args.get("client_from", ""),
        "service": args.get("service", SERVICES[0]),
        "issued_date": args.get("issued_date"),
        "due_date": args.get("due_date"),
        "note": args.get("note", ""),
        "lines": worked_lines,
        "discount_percent": discount,
        "tax_percent": tax,
        "subtotal": decimal_text(sums.subtotal),
        "discount": decimal_text(sums.discount),
        "tax": decimal_text(sums.tax),
        "total": decimal_text(sums.total),
    }
