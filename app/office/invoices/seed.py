"""The sample invoices as rows of a workspace."""

from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any

import orjson
from sqlalchemy import select

from app.accounts.workspaces.models import Workspace
from app.core import clock
from app.core.db.base import db
from app.core.db.tenancy import within
from app.office.invoices.models import Invoice, InvoiceEvent
from app.office.invoices.money import decimal_text
from app.office.invoices.service import add_invoice, add_payment, today

MADE_BY = "Asha Kulkarni"
NOON = time(6, 30, tzinfo=UTC)
SHARE = 2
"""What is paid in part is one such share of the total."""


def seed(workspace: Workspace) -> int:
    """Add the sample invoices to a workspace that has none; returns how many. The caller commits."""
    samples = orjson.loads(Path(__file__).with_name("content.json").read_bytes())
    with within(workspace.id):
        if db.session.scalar(select(Invoice.id).limit(1)) is not None:
            return 0
        day = today()
        for sample in samples["invoices"]:
            _add(sample, samples["clients"][sample["client"]], day)
        db.session.flush()
    return len(samples["invoices"])


def _add(sample: dict[str, Any], client: dict[str, str], day: date) -> None:
    """One invoice, with what has happened to it since it was issued."""
    issued = day + timedelta(days=sample["issued"])
    blank = {"note": "", "discount": "0"}
    invoice = add_invoice(
        {
            "client": client,
            "service": sample["service"],
            "issued_date": issued,
            "due_date": issued + timedelta(days=sample["term"]),
            "discount_percent": sample["discount"],
            "tax_percent": sample["tax"],
            "note": sample.get("note", ""),
            "lines": [blank | line for line in sample["lines"]],
        },
        MADE_BY,
    )
    written_at = min(datetime.combine(issued, NOON), clock.now())
    db.session.scalars(select(InvoiceEvent).where(InvoiceEvent.invoice_id == invoice.id)).one().at = written_at
    status = sample["status"]
    if status == "Draft":
        return
    invoice.status = "Downloaded" if status == "Downloaded" else "Sent"
    invoice.sent_at = min(written_at + timedelta(hours=2), clock.now())
    mail = {"to": client["email"], "subject": f"Invoice {invoice.number}", "message": ""}
    db.session.add(InvoiceEvent(invoice_id=invoice.id, kind="sent", at=invoice.sent_at, by=MADE_BY, details=mail))
    if status in ("Paid", "Partial Payment"):
        amount = invoice.total if status == "Paid" else invoice.total // SHARE
        paid_on = issued + timedelta(days=sample["paid_after"])
        values = {"amount": decimal_text(amount), "paid_on": paid_on, "method": sample["method"]}
        payment = add_payment(invoice, values, MADE_BY)
        payment.at = min(datetime.combine(paid_on, NOON) + timedelta(hours=3), clock.now())
