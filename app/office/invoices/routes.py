"""Our own calls on invoices, for the pages: by revisions, with sending, payments, restoring and a PDF."""

from dataclasses import replace
from typing import Any

from flask import Response, url_for

from app.accounts.workspaces.models import Workspace
from app.audit.recording import audited, unaudited
from app.core.db.base import db
from app.core.db.tenancy import bound_workspace
from app.core.errors import Conflict
from app.core.http.api import Blueprint
from app.core.http.etags import revisioned
from app.core.http.listing import Page, paginate
from app.core.http.resources import Reply, Resource
from app.core.pdf.fonts import can_show
from app.core.security.visitor import needs, renders_answer, require_user
from app.office.invoices import documents, drafts, service
from app.office.invoices.models import Invoice
from app.office.invoices.money import decimal_text
from app.office.invoices.schemas import (
    BillChangeSchema,
    BillClientsSchema,
    BillDraftSchema,
    BillListArgs,
    BillPageSchema,
    BillSavedSchema,
    BillSchema,
    BillSummarySchema,
    BillWordsArgs,
    NewBillSchema,
    PaymentSchema,
    SendingSchema,
)

blp = Blueprint("invoices", __name__, url_prefix="/api/v1/invoices", description="Invoices by status and client.")
blp.before_request(service.check_reader)


INVOICES = Resource(service.get_invoice, BillSchema, documents.whole)


@blp.get("")
@needs("read", "Office")
@blp.arguments(BillListArgs, location="query")
@blp.response(200, BillPageSchema)
def list_invoices(args: dict[str, Any]) -> Page:
    """List invoices of a view."""
    today = service.today()
    sort, descending = service.SORTS[args["sort"]]
    query = service.list_invoices(args["view"], args["q"], today)
    page = paginate(query, args, key=Invoice.id, sort=sort, descending=descending)
    rows = [documents.row(invoice, today) for invoice in page.items]
    return replace(page, items=rows)


@blp.get("/summary")
@needs("read", "Office")
@blp.arguments(BillWordsArgs, location="query")
@blp.response(200, BillSummarySchema)
def summarise_invoices(args: dict[str, Any]) -> dict[str, Any]:
    """Count invoices by view, and total what is issued, paid, open and late."""
    summary = service.summary(args["q"], service.today())
    views = [{"view": view, "count": count} for view, count in summary.pop("views").items()]
    figures = {name: figure | {"amount": decimal_text(figure["amount"])} for name, figure in summary.items()}
    return {"views": views, **figures}


@blp.get("/clients")
@needs("read", "Office")
@blp.arguments(BillWordsArgs, location="query")
@blp.response(200, BillClientsSchema)
def list_clients(args: dict[str, Any]) -> dict[str, Any]:
    """Search clients of earlier invoices by name or address."""
    return {"clients": service.clients(args["q"])}


@blp.post("/draft")
@needs("read", "Office")
@unaudited
@renders_answer
@blp.arguments(BillChangeSchema)
@blp.response(200, BillDraftSchema)
def work_out(args: dict[str, Any]) -> dict[str, Any]:
    """Preview the sums of an invoice without storing it."""
    return drafts.worked_out(args)


@blp.get("/<int:invoice_id>")
@needs("read", "Office")
@revisioned
@blp.response(200, BillSchema)
def get_invoice(invoice_id: int) -> Reply:
    """Retrieve an invoice by its id or its number."""
    return INVOICES.get(invoice_id)


@blp.get("/<int:invoice_id>/pdf")
@needs("read", "Office")
@blp.response(200, content_type="application/pdf")
@blp.alt_response(409, "CONFLICT")
def download_invoice(invoice_id: int) -> Response:
    """Retrieve an invoice as PDF; 409 if its fonts lack letters."""
    # What draws pages is loaded by those who want one.
    from app.office.invoices.pdf import draw_invoice

    invoice = service.get_invoice(invoice_id)
    if not documents.can_print(invoice):
        raise Conflict("The PDF cannot show some letters of this invoice. Print the page instead.", code="no_letters")
    workspace = db.session.get_one(Workspace, bound_workspace())
    seller = workspace.name if can_show(workspace.name) else "Parley"
    status = invoice.status_on(service.today())
    body = draw_invoice(invoice, seller=seller, status=status, pay_to=documents.PAY_TO)
    response = Response(body, content_type="application/pdf")
    response.headers["Content-Disposition"] = f'attachment; filename="invoice-{invoice.number}.pdf"'
    response.headers["Cache-Control"] = "private, no-cache"
    return response


@blp.post("")
@needs("create", "Office")
@audited("invoice:create")
@revisioned
@blp.arguments(NewBillSchema)
@blp.response(201, BillSavedSchema)
def create_invoice(args: dict[str, Any]) -> Reply:
    """Create an invoice as a draft."""
    invoice = service.add_invoice(args, require_user().full_name)
    db.session.commit()
    return _saved(invoice, "added", url_for("invoices.get_invoice", invoice_id=invoice.id))


@blp.patch("/<int:invoice_id>")
@needs("update", "Office")
@audited("invoice:update")
@revisioned
@blp.arguments(BillChangeSchema)
@blp.response(200, BillSavedSchema)
def change_invoice(args: dict[str, Any], invoice_id: int) -> Reply:
    """Update an invoice; its sums follow."""
    invoice = INVOICES.match(invoice_id)
    service.change_invoice(invoice, args)
    db.session.commit()
    return _saved(invoice, "saved")


@blp.delete("/<int:invoice_id>")
@needs("delete", "Office")
@audited("invoice:delete")
@revisioned
@blp.response(200, BillSchema)
def remove_invoice(invoice_id: int) -> Reply:
    """Delete an invoice; it can be restored."""
    return _moved(invoice_id, deleted=True)


@blp.post("/<int:invoice_id>/restore")
@needs("delete", "Office")
@audited("invoice:restore")
@revisioned
@blp.response(200, BillSchema)
def restore_invoice(invoice_id: int) -> Reply:
    """Restore a deleted invoice."""
    return _moved(invoice_id, deleted=False)


@blp.post("/<int:invoice_id>/send")
@needs("update", "Office")
@audited("invoice:send")
@revisioned
@blp.arguments(SendingSchema)
@blp.response(200, BillSchema)
def send_invoice(args: dict[str, Any], invoice_id: int) -> Reply:
    """Record that an invoice was sent, to whom and with which words."""
    return INVOICES.change(invoice_id, lambda invoice: service.send_invoice(invoice, args, require_user().full_name))


@blp.post("/<int:invoice_id>/payments")
@needs("update", "Office")
@audited("invoice:pay")
@revisioned
@blp.arguments(PaymentSchema)
@blp.response(201, BillSchema)
def add_payment(args: dict[str, Any], invoice_id: int) -> Reply:
    """Record a payment; balance and status follow."""
    return INVOICES.change(invoice_id, lambda invoice: service.add_payment(invoice, args, require_user().full_name))


@blp.delete("/<int:invoice_id>/payments/<int:payment_id>")
@needs("update", "Office")
@audited("invoice:unpay")
@revisioned
@blp.response(200, BillSchema)
def remove_payment(invoice_id: int, payment_id: int) -> Reply:
    """Delete a payment recorded by mistake."""
    service.get_payment(service.get_invoice(invoice_id), payment_id)
    return INVOICES.change(invoice_id, lambda invoice: service.remove_payment(invoice, payment_id))


def _moved(invoice_id: int, *, deleted: bool) -> Reply:
    """The invoice put away, or taken out again."""
    return INVOICES.change(invoice_id, lambda invoice: service.move_invoice(invoice, deleted=deleted))


def _saved(invoice: Invoice, done: str, address: str = "") -> Reply:
    """A written invoice with the page that shows it, where a form without script goes on to."""
    document, under = INVOICES.answer(invoice, address)
    return document | {"next": f"/apps/invoice/preview/{invoice.number}?done={done}"}, under
