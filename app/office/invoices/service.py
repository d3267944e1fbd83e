"""Rules of invoices: lists, numbers, changes, sending and payments."""

import re
from collections.abc import Mapping
from datetime import date, timedelta
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, Select, func, or_, select, true

from app.accounts.workspaces.models import Workspace
from app.core import clock
from app.core.db.base import db, fetch
from app.core.db.numbering import next_number
from app.core.db.tenancy import bound_workspace
from app.core.errors import BeyondSchema, Conflict, Forbidden, Invalid, NotFound
from app.core.security.visitor import sees_all
from app.office.invoices.models import FIRST_NUMBER, METHODS, OUTSTANDING, STATUSES, Invoice, InvoiceEvent
from app.office.invoices.money import cents, worked_out

VIEWS = ("all", *STATUSES, "deleted")
PERIODS = ("month", "last_month", "quarter", "year")
MOST_EXPORTED = 10_000
MANY = {"delete": True, "restore": False}
SORTS: dict[str, tuple[Any, bool]] = {
    "-number": (None, True),
    "number": (None, False),
    "client": (Invoice.client_name, False),
    "-client": (Invoice.client_name, True),
    "total": (Invoice.total, False),
    "-total": (Invoice.total, True),
    "due": (Invoice.due_date, False),
    "-due": (Invoice.due_date, True),
}
CLIENTS = 20
FIRST_CLIENTS = 5
AMONG = 200
DAYS_TO_PAY = 30
MOST_LINES = 50
ADDRESS = re.compile(r"[^@\s]+@[^@\s]+")


def check_reader() -> None:
    """Refuse readers of a part of the workspace: no part of the invoices is theirs."""
    if not sees_all("Office"):
        raise Forbidden("Invoices are for people with access to the whole workspace.", code="out_of_scope")


def today() -> date:
    """The present day where the workspace is."""
    zone = db.session.scalar(select(Workspace.zone).where(Workspace.id == bound_workspace()))
    return clock.now().astimezone(ZoneInfo(zone or "UTC")).date()


def _has(status: str, day: date) -> ColumnElement[bool]:
    """Whether an invoice has a status on a day."""
    late = (Invoice.due_date < day) & (Invoice.paid < Invoice.total)
    if status == "Past Due":
        return Invoice.status.in_(OUTSTANDING) & late
    if status in OUTSTANDING:
        return (Invoice.status == status) & or_(Invoice.due_date >= day, Invoice.paid >= Invoice.total)
    return Invoice.status == status


def _says(q: str) -> ColumnElement[bool]:
    """Whether the client's name or e-mail contains a text, whatever its case."""
    return Invoice.search_key.contains(q.strip().casefold(), autoescape=True) if q.strip() else true()


def _is_issued(period: str, day: date) -> ColumnElement[bool]:
    """Whether an invoice is issued in a period around a day."""
    if not period:
        return true()
    first = day.replace(day=1)
    months = {"last_month": (-1, 1), "quarter": (-((day.month - 1) % 3), 3), "year": (1 - day.month, 12)}
    skipped, length = months.get(period, (0, 1))
    start = _add_months(first, skipped)
    return (Invoice.issued_date >= start) & (Invoice.issued_date < _add_months(start, length))


def _add_months(first: date, count: int) -> date:
    """The first day of the month that is so many months later."""
    years, month = divmod(first.month - 1 + count, 12)
    return date(first.year + years, month + 1, 1)


def list_invoices(view: str, q: str, day: date, issued: str = "") -> Select[Invoice]:
    """The invoices of a view and a period whose client fits."""
    query = select(Invoice).where(Invoice.is_deleted.is_(view == "deleted"), _says(q), _is_issued(issued, day))
    return query if view in ("all", "deleted") else query.where(_has(view, day))


def select_specified(status: str, q: str) -> Select[Invoice]:
    """The invoices of a status, whatever its case, the newest first; of no such status none."""
    statuses = {name.casefold(): name for name in STATUSES}
    view = statuses.get(status.casefold(), "") if status else "all"
    query = list_invoices(view, q, today()) if view else select(Invoice).where(Invoice.id < 0)
    return query.order_by(Invoice.number.desc())


def list_exported(sort: str, query: Select[Invoice]) -> list[Invoice]:
    """The first invoices of a list in its order."""
    column, descending = SORTS[sort]
    columns = [Invoice.id] if column is None else [column, Invoice.id]
    order = [column.desc() if descending else column.asc() for column in columns]
    return list(db.session.scalars(query.order_by(*order).limit(MOST_EXPORTED)))


def summary(q: str, day: date, issued: str = "") -> dict[str, Any]:
    """How many invoices of a period each view has; in all periods, what is open and late, and this month's."""
    existing, month = Invoice.is_deleted.is_(False), day.replace(day=1)
    views: dict[str, ColumnElement[bool]] = {
        view: existing & (_has(view, day) if view in STATUSES else true()) for view in VIEWS[:-1]
    }
    is_sent = existing & (Invoice.status != "Draft")
    recent = is_sent & (Invoice.issued_date >= month) & (Invoice.issued_date <= day)
    billed = is_sent & (Invoice.paid < Invoice.total)
    late = existing & _has("Past Due", day)
    views["deleted"] = Invoice.is_deleted.is_(True)
    views = {view: condition & _is_issued(issued, day) for view, condition in views.items()}
    open_amount = Invoice.total - Invoice.paid
    columns = [func.count().filter(condition) for condition in (*views.values(), recent, billed, late)]
    sums = [func.coalesce(func.sum(of).filter(condition), 0)
            for of, condition in ((Invoice.total, recent), (open_amount, billed), (open_amount, late))]  # fmt: skip
    oldest = func.min(Invoice.due_date).filter(late)
    *row, due = db.session.execute(select(*columns, *sums, oldest).select_from(Invoice).where(_says(q))).one()
    paid = (
        select(func.count(), func.coalesce(func.sum(InvoiceEvent.amount), 0))
        .select_from(InvoiceEvent)
        .join(Invoice, Invoice.id == InvoiceEvent.invoice_id)
        .where(InvoiceEvent.kind == "payment", InvoiceEvent.day >= month, existing, _says(q))
    )
    many, received = db.session.execute(paid).one()
    counts, amounts = row[len(views) : len(columns)], row[len(columns) :]
    totals = zip(("issued", "open", "late"), counts, amounts, strict=True)
    figures = {name: {"count": count, "amount": int(amount)} for name, count, amount in totals}
    figures["late"]["days"] = None if due is None else (day - due).days
    figures["paid"] = {"count": many, "amount": int(received)}
    return {"views": dict(zip(views, row, strict=False)), **figures}


def clients(q: str) -> list[dict[str, str]]:
    """The clients with invoices whose name or e-mail fits, as their latest invoice has them, by name."""
    latest = (
        select(func.max(Invoice.id))
        .select_from(Invoice)
        .where(Invoice.is_deleted.is_(False), _says(q))
        .group_by(Invoice.client_name, Invoice.client_email)
    )
    query = select(Invoice).where(Invoice.id.in_(latest)).order_by(Invoice.client_name, Invoice.id).limit(CLIENTS)
    return [invoice.client for invoice in db.session.scalars(query)]


def first_clients() -> list[Invoice]:
    """The first invoices by number, one for each client's name."""
    invoices: dict[str, Invoice] = {}
    query = select(Invoice).where(Invoice.is_deleted.is_(False)).order_by(Invoice.number).limit(AMONG)
    for invoice in db.session.scalars(query):
        invoices.setdefault(invoice.client_name, invoice)
    return list(invoices.values())[:FIRST_CLIENTS]


def get_invoice(invoice_id: int) -> Invoice:
    """An invoice by its id or by the number on it, or NotFound; deleted ones too."""
    return _get_invoice(or_(Invoice.id == invoice_id, Invoice.number == invoice_id))


def numbered_invoice(number: int) -> Invoice:
    """An invoice that is not deleted, by its number, or NotFound."""
    return _get_invoice((Invoice.number == number) & Invoice.is_deleted.is_(False))


def _get_invoice(condition: ColumnElement[bool]) -> Invoice:
    return fetch(select(Invoice).where(condition), "This invoice does not exist.")


def beside(invoice: Invoice) -> dict[str, int | None]:
    """The numbers of the invoices before and after one, leaving deleted ones out."""
    existing = select(Invoice.number).where(Invoice.is_deleted.is_(False)).limit(1)
    before = existing.where(Invoice.number < invoice.number).order_by(Invoice.number.desc())
    after = existing.where(Invoice.number > invoice.number).order_by(Invoice.number)
    return {"older": db.session.scalar(before), "newer": db.session.scalar(after)}


def events_of(invoice: Invoice) -> list[InvoiceEvent]:
    """What has happened to an invoice, the latest first."""
    query = select(InvoiceEvent).where(InvoiceEvent.invoice_id == invoice.id)
    return list(db.session.scalars(query.order_by(InvoiceEvent.id.desc())))


def add_invoice(values: Mapping[str, Any], by: str = "") -> Invoice:
    """A new invoice under the next number, as a draft."""
    invoice_values = dict(values)
    issued = invoice_values.get("issued_date") or today()
    invoice_values["issued_date"] = issued
    invoice_values["due_date"] = invoice_values.get("due_date") or issued + timedelta(days=DAYS_TO_PAY)
    invoice = Invoice(number=FIRST_NUMBER - 1 + next_number("invoice"), status="Draft", lines=[], paid=0,
                      discount_percent=0, tax_percent=0, client_name="", client_email="")  # fmt: skip
    _set(invoice, invoice_values)
    db.session.add(invoice)
    db.session.flush()
    db.session.add(InvoiceEvent(invoice_id=invoice.id, kind="created", by=by, amount=invoice.total))
    db.session.flush()
    return invoice


def change_invoice(invoice: Invoice, values: Mapping[str, Any]) -> None:
    """Give an invoice other values; keys that are not given stay as they are."""
    _refuse_deleted(invoice)
    _set(invoice, values)
    db.session.flush()


def _set(invoice: Invoice, values: Mapping[str, Any]) -> None:
    """Put values, as the schemas load them, into an invoice and work it out again."""
    changes = dict(values)
    client_from = changes.pop("client_from", "")
    if client_from or "client" in changes:
        invoice.client = _client(changes.pop("client", {}), client_from)
    if not invoice.client_name:
        raise Invalid({"client.name": [BeyondSchema("Choose or enter a client.")]})
    for key in ("discount_percent", "tax_percent"):
        if key in changes:
            setattr(invoice, key, cents(Decimal(changes.pop(key))))
    if "lines" in changes:
        changes["lines"] = _lines(changes["lines"])
    for key, value in changes.items():
        setattr(invoice, key, value)
    if not invoice.lines:
        raise Invalid({"lines.0.item": [BeyondSchema("Add at least one line.")]})
    if invoice.due_date < invoice.issued_date:
        raise Invalid({"due_date": ["The due date is before the issue date."]})
    _work_out(invoice)


def _client(values: dict[str, str], client_from: str) -> dict[str, str]:
    """A client as typed; details nobody typed come from the latest invoice for the one that was chosen."""
    if not client_from.strip() or any(values.values()):
        return values
    name, *email = client_from.strip().splitlines()
    query = select(Invoice).where(Invoice.client_name == name, Invoice.is_deleted.is_(False))
    if email:
        query = query.where(Invoice.client_email == email[0])
    invoice = db.session.scalar(query.order_by(Invoice.id.desc()).limit(1))
    if invoice is None:
        raise Invalid({"client_from": [BeyondSchema("No earlier invoice has this client. Fill in the fields below.")]})
    return invoice.client


def _lines(lines: list[dict[str, str]]) -> list[dict[str, str]]:
    """The lines that say something; Invalid where one has a price but no name."""
    cleaned_lines = []
    for place, line in enumerate(lines):
        if not line["item"].strip() and not line["note"].strip() and not Decimal(line["cost"]):
            continue
        if not line["item"].strip():
            raise Invalid({f"lines.{place}.item": [BeyondSchema("Enter a description.")]})
        cleaned_lines.append({key: line[key] for key in ("item", "note", "cost", "quantity", "discount")})
    return cleaned_lines


def _work_out(invoice: Invoice) -> None:
    """Let an invoice's sums follow its lines, and its status what was paid."""
    percents = [str(Decimal(percent) / 100) for percent in (invoice.discount_percent, invoice.tax_percent)]
    sums = worked_out(invoice.lines, *percents)
    if sums.total < invoice.paid:
        raise Invalid({"lines": [BeyondSchema("The total is less than the amount already paid.")]})
    invoice.subtotal, invoice.discount, invoice.tax, invoice.total = (
        sums.subtotal, sums.discount, sums.tax, sums.total,
    )  # fmt: skip
    _settle(invoice)


def _settle(invoice: Invoice) -> None:
    """Let the status follow what was paid."""
    if invoice.paid > 0:
        invoice.status = "Partial Payment" if invoice.balance > 0 else "Paid"
    elif invoice.status in ("Paid", "Partial Payment"):
        invoice.status = "Sent" if invoice.sent_at else "Draft"


def _refuse_deleted(invoice: Invoice) -> None:
    """Refuse to work on a deleted invoice."""
    if invoice.is_deleted:
        raise Conflict("This invoice is deleted. Restore it first.", code="invalid_transition")


def send_invoice(invoice: Invoice, values: Mapping[str, str], by: str) -> None:
    """Record that an invoice was sent; a draft becomes Sent by it."""
    _refuse_deleted(invoice)
    if not ADDRESS.fullmatch(values["to"].strip()):
        raise Invalid({"to": [BeyondSchema("Enter an email address such as a@b.example.")]})
    invoice.sent_at = clock.now()
    if invoice.status in ("Draft", "Downloaded"):
        invoice.status = "Sent"
    details = {key: values.get(key, "") for key in ("to", "subject", "message")}
    db.session.add(InvoiceEvent(invoice_id=invoice.id, kind="sent", by=by, details=details))
    db.session.flush()


def add_payment(invoice: Invoice, values: Mapping[str, Any], by: str) -> InvoiceEvent:
    """Record a payment of at most what is open."""
    _refuse_deleted(invoice)
    amount = cents(Decimal(values["amount"]))
    if invoice.balance <= 0:
        problem = "This invoice is already paid." if invoice.paid else "The total of this invoice is 0. Nothing is due."
        raise Conflict(problem, code="invalid_transition")
    if amount <= 0:
        raise Invalid({"amount": [BeyondSchema("Enter an amount greater than 0.")]})
    if amount > invoice.balance:
        raise Invalid({"amount": [BeyondSchema("This is more than the amount due.")]})
    method = values.get("method", METHODS[0])
    payment = InvoiceEvent(invoice_id=invoice.id, kind="payment", by=by, amount=amount,
                           day=values.get("paid_on") or today(),
                           details={"method": method, "note": values.get("note", "")})  # fmt: skip
    db.session.add(payment)
    invoice.paid += amount
    _settle(invoice)
    db.session.flush()
    return payment


def remove_payment(invoice: Invoice, payment_id: int) -> None:
    """Delete a payment recorded by mistake."""
    _refuse_deleted(invoice)
    payment = get_payment(invoice, payment_id)
    invoice.paid -= payment.amount
    _settle(invoice)
    db.session.delete(payment)
    db.session.flush()


def get_payment(invoice: Invoice, payment_id: int) -> InvoiceEvent:
    """A payment of an invoice, or NotFound."""
    query = select(InvoiceEvent).where(InvoiceEvent.id == payment_id, InvoiceEvent.invoice_id == invoice.id)
    return fetch(query.where(InvoiceEvent.kind == "payment"), "This payment does not exist.")


def move_invoice(invoice: Invoice, *, deleted: bool) -> None:
    """Put an invoice away or take it out again; Conflict where it is already."""
    if invoice.is_deleted == deleted:
        raise Conflict(f"This invoice is {'already' if deleted else 'not'} deleted.", code="invalid_transition")
    invoice.is_deleted = deleted
    db.session.flush()


def move_many(ids: list[int], do: str) -> list[int]:
    """Delete or restore invoices; answers those it made a difference to, so that it can be undone."""
    invoices = list(db.session.scalars(select(Invoice).where(Invoice.id.in_(ids)).order_by(Invoice.id)))
    if len(invoices) != len(set(ids)):
        raise NotFound("This invoice does not exist.")
    changed = [invoice for invoice in invoices if invoice.is_deleted != MANY[do]]
    for invoice in changed:
        invoice.is_deleted = MANY[do]
    db.session.flush()
    return [invoice.id for invoice in changed]
