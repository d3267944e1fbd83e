"""Shapes of the invoice calls: the specified ones by API.md §4, and our own."""

from typing import Any

import marshmallow as ma

from app.accounts.auth.file_addresses import FileAddress
from app.core.errors import BeyondSchema
from app.core.http.schemas import Day, Id, ListArgs, Pattern, ResponseSchema, Schema, Text, Whole, page_schema
from app.office.invoices.models import METHODS, SERVICES, STATUSES
from app.office.invoices.money import COST, PERCENT, QUANTITY
from app.office.invoices.service import MANY, MOST_LINES, PERIODS, SORTS, VIEWS


def _amount(pattern: str, wrong: str, **more: Any) -> Text:
    """A number as decimal text."""
    check = Pattern(pattern, error=wrong)
    return Text(validate=[ma.validate.Length(max=18), check], metadata={"pattern": pattern}, **more)


def _words(longest: int, **more: Any) -> Text:
    """Text of at most so many letters."""
    return Text(validate=ma.validate.Length(max=longest), **more)


COST_SAID = "Enter an amount such as 1250 or 1250.50."
QUANTITY_SAID = "Enter a number up to 9999.99."
PERCENT_SAID = "Enter a percentage from 0 to 100, such as 7.5."


# ---- the specified calls ------------------------------------------------------------------------------


class InvoiceArgs(Schema):
    """Words of the client, a status, and which page."""

    q = _words(200, load_default="")
    page = Whole(load_default=1, validate=ma.validate.Range(min=1, max=1_000_000))
    perPage = Whole(load_default=10, validate=ma.validate.Range(min=1, max=1000))
    status = _words(40, load_default="")


class InvoiceDeleteArgs(Schema):
    """Which invoice goes."""

    id = Whole(required=True)


class InvoiceClientSchema(ResponseSchema):
    """Whom an invoice is for, as the specified calls say it."""

    address = Text()
    company = Text()
    companyEmail = Text()
    country = Text()
    contact = Text()
    name = Text()


class InvoiceSchema(ResponseSchema):
    """An invoice as the specified calls show it."""

    id = Whole()
    issuedDate = Text(metadata={"example": "13 Dec 2019"})
    client = ma.fields.Nested(InvoiceClientSchema)
    service = Text(metadata={"enum": list(SERVICES)})
    total = ma.fields.Raw(metadata={"type": "number"})
    avatar = FileAddress()
    invoiceStatus = Text(metadata={"enum": list(STATUSES)})
    balance = ma.fields.Raw(metadata={"description": "0, or text such as $12"})
    dueDate = Text(metadata={"example": "13 Dec 2019"})


class InvoicesSchema(ResponseSchema):
    """All invoices, those of a page, and how many fit."""

    allData = ma.fields.List(ma.fields.Nested(InvoiceSchema))
    invoices = ma.fields.List(ma.fields.Nested(InvoiceSchema))
    total = Whole()


class PayToSchema(ResponseSchema):
    """Where to pay."""

    bankName = Text()
    country = Text()
    iban = Text()
    swiftCode = Text()


class PaymentDetailsSchema(PayToSchema):
    """What is due, and where to pay it."""

    totalDue = Text(metadata={"example": "$12"})


class InvoiceAnswerSchema(ResponseSchema):
    """One invoice and how to pay it."""

    invoice = ma.fields.Nested(InvoiceSchema)
    paymentDetails = ma.fields.Nested(PaymentDetailsSchema)


# ---- our own calls ------------------------------------------------------------------------------------


class IssuedArgs(Schema):
    """The period in which invoices are issued; any when it is empty."""

    issued = Text(load_default="", validate=ma.validate.OneOf(["", *PERIODS]))


class BillListArgs(IssuedArgs, ListArgs):
    """Invoices are listed by view, the newest first unless asked otherwise."""

    view = Text(load_default="all", validate=ma.validate.OneOf(VIEWS))
    sort = Text(load_default="-number", validate=ma.validate.OneOf(list(SORTS)))


class BillWordsArgs(Schema):
    """Words of a client."""

    q = _words(200, load_default="")


class BillSummaryArgs(IssuedArgs, BillWordsArgs):
    """What narrows the numbers above the list."""


class BilledSchema(ResponseSchema):
    """Whom an invoice is for."""

    name = Text()
    company = Text()
    email = Text()
    address = Text()
    country = Text()
    contact = Text()


class BillRowSchema(ResponseSchema):
    """An invoice as the list shows it; money is decimal text in US dollars."""

    id = Id()
    number = Whole()
    client = ma.fields.Nested(BilledSchema)
    service = Text()
    status = Text(metadata={"enum": list(STATUSES)})
    issued_date = ma.fields.Date()
    due_date = ma.fields.Date()
    late = ma.fields.Boolean()
    total = Text(metadata={"example": "1250.50"})
    balance = Text()
    is_deleted = ma.fields.Boolean()
    has_pdf = ma.fields.Boolean(metadata={"description": "Whether the file's fonts have every letter of it"})
    revision = Whole()


class BillLineSchema(ResponseSchema):
    """One line of an invoice."""

    item = Text()
    note = Text()
    cost = Text()
    quantity = Text()
    discount = Text()
    amount = Text()


class BillEventSchema(ResponseSchema):
    """Something that happened to an invoice."""

    id = Id()
    kind = Text(metadata={"enum": ["created", "sent", "payment"]})
    at = ma.fields.AwareDateTime()
    by = Text()
    day = ma.fields.Date(allow_none=True)
    amount = Text()
    method = Text()
    note = Text()
    to = Text()
    subject = Text()
    message = Text()


class BillSumsSchema(ResponseSchema):
    """What an invoice adds up to."""

    lines = ma.fields.List(ma.fields.Nested(BillLineSchema))
    discount_percent = Text()
    tax_percent = Text()
    subtotal = Text()
    discount = Text()
    tax = Text()
    total = Text()


class BillSchema(BillRowSchema, BillSumsSchema):
    """An invoice with all that is known of it."""

    paid = Text()
    note = Text()
    pay_to = ma.fields.Nested(PayToSchema)
    events = ma.fields.List(ma.fields.Nested(BillEventSchema))
    older = Whole(allow_none=True, metadata={"description": "The number of the invoice before it"})
    newer = Whole(allow_none=True, metadata={"description": "The number of the invoice after it"})
    updated_at = ma.fields.AwareDateTime()


class BillSavedSchema(BillSchema):
    """An invoice that was just written, and the page a form without script goes on to."""

    next = Text(metadata={"example": "/apps/invoice/preview/4987?done=added"})


BillPageSchema = page_schema(BillRowSchema, "BillPageSchema")


class BillFigureSchema(ResponseSchema):
    """How many invoices, and what they come to."""

    count = Whole()
    amount = Text()


class LateBillsSchema(BillFigureSchema):
    """The same of those past due, and for how many days the oldest is."""

    days = Whole(allow_none=True)


class BillViewSchema(ResponseSchema):
    """One view and how many invoices it has."""

    view = Text(metadata={"enum": list(VIEWS)})
    count = Whole()


class BillSummarySchema(ResponseSchema):
    """Every view's number; what was issued and paid this month, what is open and past due."""

    views = ma.fields.List(ma.fields.Nested(BillViewSchema))
    issued = ma.fields.Nested(BillFigureSchema)
    paid = ma.fields.Nested(BillFigureSchema)
    open = ma.fields.Nested(BillFigureSchema)
    late = ma.fields.Nested(LateBillsSchema)


class BillClientsSchema(ResponseSchema):
    """The clients whose names or addresses fit, by name."""

    clients = ma.fields.List(ma.fields.Nested(BilledSchema))


class BilledInputSchema(Schema):
    """Whom an invoice is to be for."""

    name = _words(120, load_default="")
    company = _words(120, load_default="")
    email = Text(
        load_default="",
        validate=[
            ma.validate.Length(max=200),
            Pattern(r"^(?:[^@\s]+@[^@\s]+)?$", error=BeyondSchema("Enter an email address such as a@b.example.")),
        ],
        metadata={"pattern": r"^(?:[^@\s\u0000-\u001f\u0085]+@[^@\s\u0000-\u001f\u0085]+)?$"},
    )
    address = _words(300, load_default="")
    country = _words(80, load_default="")
    contact = _words(60, load_default="")


class LineInputSchema(Schema):
    """One line as it is typed; one without item, note and cost is left out."""

    item = _words(120, load_default="")
    note = _words(500, load_default="")
    cost = _amount(COST, COST_SAID, load_default="0")
    quantity = _amount(QUANTITY, QUANTITY_SAID, load_default="1")
    discount = _amount(PERCENT, PERCENT_SAID, load_default="0")


class BillChangeSchema(Schema):
    """What of an invoice can be changed; keys left out stay as they are."""

    client = ma.fields.Nested(BilledInputSchema)
    client_from = _words(
        120 + 1 + 200,
        load_default="",
        metadata={
            "description": "Name of a client with an invoice, and in a second line its e-mail where several are called "
            "so; details are taken from it where none are given"
        },
    )
    service = Text(validate=ma.validate.OneOf(SERVICES))
    issued_date = Day()
    due_date = Day()
    discount_percent = _amount(PERCENT, PERCENT_SAID)
    tax_percent = _amount(PERCENT, PERCENT_SAID)
    note = _words(1000)
    lines = ma.fields.List(ma.fields.Nested(LineInputSchema), validate=ma.validate.Length(max=MOST_LINES))


class NewBillSchema(BillChangeSchema):
    """What a new invoice is made of."""

    service = Text(load_default=SERVICES[0], validate=ma.validate.OneOf(SERVICES))
    lines = ma.fields.List(
        ma.fields.Nested(LineInputSchema), required=True, validate=ma.validate.Length(min=1, max=MOST_LINES)
    )


class BillDraftSchema(BillSumsSchema):
    """What was typed so far, worked out; nothing is kept."""

    client = ma.fields.Nested(BilledSchema)
    client_from = Text()
    service = Text()
    issued_date = ma.fields.Date(allow_none=True)
    due_date = ma.fields.Date(allow_none=True)
    note = Text()


class SendingSchema(Schema):
    """To whom an invoice was sent, and with what words."""

    to = _words(200, required=True)
    subject = _words(200, load_default="")
    message = _words(4000, load_default="")


class PaymentSchema(Schema):
    """A payment: how much, when and how."""

    amount = _amount(r"^[0-9]{1,15}(?:\.[0-9]{1,2})?$", COST_SAID, required=True)
    paid_on = Day()
    method = Text(load_default=METHODS[0], validate=ma.validate.OneOf(METHODS))
    note = _words(500, load_default="")


class ManyBillsSchema(Schema):
    """Invoices, and what is to be done to all of them."""

    ids = ma.fields.List(Id(), required=True, validate=ma.validate.Length(min=1, max=100))
    do = Text(required=True, validate=ma.validate.OneOf(list(MANY)))


class BillIdsSchema(ResponseSchema):
    """The invoices that it was done to; those it made no difference to are left out."""

    ids = ma.fields.List(Id())
