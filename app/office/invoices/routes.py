"""Our own calls on invoices, for the pages: by revisions, with sending, payments, restoring and a PDF."""

from dataclasses import replace
from typing import Any

from flask import Response, url_for

from app.accounts.workspaces.models import Workspace
from app.core.db.base import db
from app.core.db.tenancy import bound_workspace
from app.core.errors import Conflict
from app.core.http.api import Blueprint
from app.core.http.csv_lines import attach_csv
from app.core.http.listing import Page, paginate
from app.core.http.resources import Reply, Resource
from app.core.pdf.fonts import can_show
from app.core.security.operations import UNAUDITED, Operation, RowOperations, needs
from app.core.security.visitor import require_user
from app.office.invoices import documents, drafts, service
from app.office.invoices.models import Invoice
from app.office.invoices.money import decimal_text
from app.office.invoices.schemas import (
    BillChangeSchema,
    BillClientsSchema,
    BillDraftSchema,
    BillIdsSchema,
    BillListArgs,
    BillPageSchema,
    BillSavedSchema,
    BillSchema,
    BillSummaryArgs,
    BillSummarySchema,
    BillWordsArgs,
    ManyBillsSchema,
    NewBillSchema,
    PaymentSchema,
    SendingSchema,
)

blp = Blueprint("invoices", __name__, url_prefix="/api/v1/invoices", description="Invoices by status and client.")
blp.before_request(service.check_reader)


INVOICES = Resource(service.get_invoice, BillSchema, documents.whole)
INVOICE_CALLS = RowOperations("Office", "invoice", BillSchema)


@blp.get("", Operation(needs("read", "Office"), query=BillListArgs, answer=BillPageSchema))
def list_invoices(args: dict[str, Any]) -> Page:
    """List invoices of a view."""
    today = service.today()
    sort, descending = service.SORTS[args["sort"]]
    query = service.list_invoices(args["view"], args["q"], today, args["issued"])
    page = paginate(query, args, key=Invoice.id, sort=sort, descending=descending)
    rows = [documents.row(invoice, today) for invoice in page.items]
    return replace(page, items=rows)


@blp.get("/summary", Operation(needs("read", "Office"), query=BillSummaryArgs, answer=BillSummarySchema))
def summarise_invoices(args: dict[str, Any]) -> dict[str, Any]:
    """Count invoices by view, and total what is issued, paid, open and late."""
    summary = service.summary(args["q"], service.today(), args["issued"])
    views = [{"view": view, "count": count} for view, count in summary.pop("views").items()]
    figures = {name: figure | {"amount": decimal_text(figure["amount"])} for name, figure in summary.items()}
    return {"views": views, **figures}


@blp.get(
    "/file",
    Operation(
        needs("read", "Office"),
        audit="invoice:export",
        query=BillListArgs(exclude=["page", "per"]),
        content_type="text/csv",
    ),
)
def export_invoices(args: dict[str, Any]) -> Response:
    """Export the first 10,000 invoices of a list as CSV."""
    today = service.today()
    query = service.list_invoices(args["view"], args["q"], today, args["issued"])
    text = "".join(documents.write_csv(service.list_exported(args["sort"], query), today))
    return attach_csv(text, "invoices", stored=False)


@blp.get("/clients", Operation(needs("read", "Office"), query=BillWordsArgs, answer=BillClientsSchema))
def list_clients(args: dict[str, Any]) -> dict[str, Any]:
    """Search clients of earlier invoices by name or address."""
    return {"clients": service.clients(args["q"])}


@blp.post(
    "/draft",
    Operation(
        needs("read", "Office"), audit=UNAUDITED, body=BillChangeSchema, answer=BillDraftSchema, renders_answer=True
    ),
)
def work_out(args: dict[str, Any]) -> dict[str, Any]:
    """Preview the sums of an invoice without storing it."""
    return drafts.worked_out(args)


@blp.get("/<int:invoice_id>", INVOICE_CALLS.read())
def get_invoice(invoice_id: int) -> Reply:
    """Retrieve an invoice by its id or its number."""
    return INVOICES.get(invoice_id)


@blp.get("/<int:invoice_id>/pdf", Operation(needs("read", "Office"), content_type="application/pdf", problems=(409,)))
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


@blp.post(
    "",
    Operation(
        needs("create", "Office"),
        audit="invoice:create",
        revisioned=True,
        body=NewBillSchema,
        answer=BillSavedSchema,
        status=201,
    ),
)
def create_invoice(args: dict[str, Any]) -> Reply:
    """Create an invoice as a draft."""
    invoice = service.add_invoice(args, require_user().full_name)
    db.session.commit()
    return _serialize_saved(invoice, "added", url_for("invoices.get_invoice", invoice_id=invoice.id))


@blp.patch(
    "/<int:invoice_id>",
    Operation(
        needs("update", "Office"),
        audit="invoice:update",
        revisioned=True,
        body=BillChangeSchema,
        answer=BillSavedSchema,
    ),
)
def change_invoice(args: dict[str, Any], invoice_id: int) -> Reply:
    """Update an invoice; its sums follow."""
    invoice = INVOICES.match(invoice_id)
    service.change_invoice(invoice, args)
    db.session.commit()
    return _serialize_saved(invoice, "saved")


@blp.delete("/<int:invoice_id>", INVOICE_CALLS.trash())
def remove_invoice(invoice_id: int) -> Reply:
    """Delete an invoice; it can be restored."""
    return _move_invoice(invoice_id, deleted=True)


@blp.post(
    "/many",
    Operation(needs("delete", "Office"), audit="invoice:move_many", body=ManyBillsSchema, answer=BillIdsSchema),
)
def move_many(args: dict[str, Any]) -> dict[str, list[int]]:
    """Delete or restore many invoices; the answer has what changed, to undo it."""
    ids = service.move_many(args["ids"], args["do"])
    db.session.commit()
    return {"ids": ids}


@blp.post("/<int:invoice_id>/restore", INVOICE_CALLS.restore())
def restore_invoice(invoice_id: int) -> Reply:
    """Restore a deleted invoice."""
    return _move_invoice(invoice_id, deleted=False)


@blp.post("/<int:invoice_id>/send", INVOICE_CALLS.step("send", revisioned=True, body=SendingSchema))
def send_invoice(args: dict[str, Any], invoice_id: int) -> Reply:
    """Record that an invoice was sent, to whom and with which words."""
    return INVOICES.change(invoice_id, lambda invoice: service.send_invoice(invoice, args, require_user().full_name))


@blp.post(
    "/<int:invoice_id>/payments",
    Operation(
        needs("update", "Office"),
        audit="invoice:pay",
        revisioned=True,
        body=PaymentSchema,
        answer=BillSchema,
        status=201,
    ),
)
def add_payment(args: dict[str, Any], invoice_id: int) -> Reply:
    """Record a payment; balance and status follow."""
    return INVOICES.change(invoice_id, lambda invoice: service.add_payment(invoice, args, require_user().full_name))


@blp.delete("/<int:invoice_id>/payments/<int:payment_id>", INVOICE_CALLS.step("unpay", revisioned=True))
def remove_payment(invoice_id: int, payment_id: int) -> Reply:
    """Delete a payment recorded by mistake."""
    service.get_payment(service.get_invoice(invoice_id), payment_id)
    return INVOICES.change(invoice_id, lambda invoice: service.remove_payment(invoice, payment_id))


def _move_invoice(invoice_id: int, *, deleted: bool) -> Reply:
    """The invoice put away, or taken out again."""
    return INVOICES.change(invoice_id, lambda invoice: service.move_invoice(invoice, deleted=deleted))


def _serialize_saved(invoice: Invoice, done: str, address: str = "") -> Reply:
    """A written invoice with the page that shows it, where a form without script goes on to."""
    document, under = INVOICES.answer(invoice, address)
    return document | {"next": f"/apps/invoice/preview/{invoice.number}?done={done}"}, under
