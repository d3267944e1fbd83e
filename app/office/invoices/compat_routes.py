"""The specified invoice calls."""

from typing import Any

from app.core.db.base import count_rows, db
from app.core.http.api import SpecifiedBlueprint
from app.core.security.operations import Operation, needs
from app.office.invoices import documents, service
from app.office.invoices.models import Invoice
from app.office.invoices.schemas import (
    InvoiceAnswerSchema,
    InvoiceArgs,
    InvoiceClientSchema,
    InvoiceDeleteArgs,
    InvoicesSchema,
)

_SAID = "Invoices."
blp = SpecifiedBlueprint("invoice_list", __name__, url_prefix="/apps/invoice", description=_SAID)
invoice_blp = SpecifiedBlueprint("invoice", __name__, url_prefix="/api/invoice", description=_SAID)
blp.before_request(service.check_reader)
invoice_blp.before_request(service.check_reader)


@blp.get("/invoices", Operation(needs("read", "Office"), query=InvoiceArgs, answer=InvoicesSchema))
def invoices(args: dict[str, Any]) -> dict[str, Any]:
    """List invoices, one page at a time, newest first, and count all."""
    today, per = service.today(), args["perPage"]
    query = service.select_specified(args["status"], args["q"])
    total = count_rows(query.order_by(None))
    rows = db.session.scalars(query.offset((args["page"] - 1) * per).limit(per))
    every = db.session.scalars(service.select_specified("", ""))
    return {
        "allData": [documents.serialize_specified(invoice, today) for invoice in every],
        "invoices": [documents.serialize_specified(invoice, today) for invoice in rows],
        "total": total,
    }


@blp.delete(
    "/delete",
    Operation(needs("delete", "Office"), audit="invoice:delete", query=InvoiceDeleteArgs, answer=InvoiceAnswerSchema),
)
def delete_invoice(args: dict[str, Any]) -> dict[str, Any]:
    """Delete an invoice; its page can restore it."""
    invoice = service.numbered_invoice(args["id"])
    service.move_invoice(invoice, deleted=True)
    db.session.commit()
    return _invoice(invoice)


@invoice_blp.get("/invoices/<int:invoice_id>", Operation(needs("read", "Office"), answer=InvoiceAnswerSchema))
def invoice(invoice_id: int) -> dict[str, Any]:
    """Retrieve an invoice and how to pay it."""
    return _invoice(service.numbered_invoice(invoice_id))


@invoice_blp.get("/clients", Operation(needs("read", "Office"), answer=InvoiceClientSchema(many=True)))
def clients() -> list[dict[str, Any]]:
    """List the clients of the first invoices, each name once."""
    today = service.today()
    return [documents.serialize_specified(invoice, today)["client"] for invoice in service.first_clients()]


def _invoice(invoice: Invoice) -> dict[str, Any]:
    """An invoice as the specified calls answer it."""
    return {
        "invoice": documents.serialize_specified(invoice, service.today()),
        "paymentDetails": documents.payment_details(invoice),
    }


blueprints = (blp, invoice_blp)
