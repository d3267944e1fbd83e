"""What documents of customers look like in JSON."""

from typing import Any

import marshmallow as ma
from flask_smorest.fields import Upload

from app.core.http.schemas import (
    Day,
    FormSchema,
    Id,
    Line,
    Name,
    PageSchema,
    ResponseSchema,
    Schema,
    Switch,
    Text,
    Whole,
)
from app.masters.documents.kinds import NAMES
from app.masters.documents.models import (
    KINDS,
    MEDIA_TYPES,
    NOTE_LENGTH,
    NUMBER_LENGTH,
    REASONS,
    STATES,
    TEXT_LENGTH,
)
from app.masters.documents.service import MARKS
from app.masters.records.models import MODEL_LENGTH
from app.masters.records.rules import MOST_AMOUNT, MOST_KM

OUTLET_LENGTH = 90
"""A name with a code."""


class CustomerDocumentFiles(ma.Schema):
    """The file of a document: a JPEG, PNG or WebP picture, or a PDF, of at most 10 MB."""

    file = Upload(required=True)


class NewCustomerDocumentForm(FormSchema):
    """What is said of a document beside its file."""

    kind = Text(validate=ma.validate.OneOf(KINDS))
    outlet = Name(OUTLET_LENGTH, metadata={"description": "Its id, its code, its name, or `name (code)`"})
    customer = Id()
    vehicle = Id()


def _text(longest: int) -> Line:
    """A field for a value that may be empty."""
    return Line(allow_none=True, validate=ma.validate.Length(max=longest))


class CustomerDocumentFieldsSchema(Schema):
    """What a document says; keys left out stay as they are, empty ones are removed."""

    kind = Text(validate=ma.validate.OneOf(KINDS))
    registration = _text(NUMBER_LENGTH)
    vin = _text(NUMBER_LENGTH)
    name = _text(TEXT_LENGTH)
    model = _text(MODEL_LENGTH)
    number = _text(NUMBER_LENGTH)
    company = _text(TEXT_LENGTH)
    issued_on = Day(allow_none=True)
    valid_until = Day(allow_none=True)
    amount = ma.fields.Float(allow_none=True, validate=ma.validate.Range(0, MOST_AMOUNT))
    odometer_km = Whole(allow_none=True, validate=ma.validate.Range(0, MOST_KM))
    description = _text(NOTE_LENGTH)

    @ma.pre_load
    def take_empty(self, data: Any, **_kwargs: Any) -> Any:
        """Take a form's empty fields as none; a kind that is not chosen is left out."""
        if not isinstance(data, dict):
            return data
        values = {key: value for key, value in data.items() if key != "kind" or value != ""}
        return values | {name: None for name in NAMES if values.get(name) == ""}


class RejectCustomerDocumentSchema(Schema):
    """Why a document is rejected."""

    reason = Text(required=True, validate=ma.validate.OneOf(REASONS))
    note = Line(load_default="", validate=ma.validate.Length(max=NOTE_LENGTH))


class CustomerDocumentThingSchema(ResponseSchema):
    """Something by id and name."""

    id = Id()
    name = Text()


class CustomerDocumentSchema(ResponseSchema):
    """A document of a customer."""

    id = Id()
    client = ma.fields.Nested(CustomerDocumentThingSchema, attribute="place.client")
    outlet = ma.fields.Nested(CustomerDocumentThingSchema, attribute="place.outlet", allow_none=True)
    parent = ma.fields.Nested(CustomerDocumentThingSchema, attribute="place.parent", allow_none=True)
    city = ma.fields.Nested(CustomerDocumentThingSchema, attribute="place.city", allow_none=True)
    kind = Text(allow_none=True, metadata={"enum": [*KINDS, None]})
    state = Text(metadata={"enum": list(STATES)})
    received_at = ma.fields.AwareDateTime()
    media_type = Text(metadata={"enum": list(MEDIA_TYPES)})
    size = Whole()
    pages = Whole(allow_none=True, metadata={"description": "Pages of a PDF that can be shown; null for a picture"})
    valid_until = ma.fields.Date(allow_none=True)
    reason = Text(metadata={"enum": ["", *REASONS]})
    decided_at = ma.fields.AwareDateTime(allow_none=True)
    decided_by = Text()
    customer = ma.fields.Nested(CustomerDocumentThingSchema, allow_none=True)
    vehicle = ma.fields.Nested(CustomerDocumentThingSchema, allow_none=True)
    marks = ma.fields.List(Text(metadata={"enum": list(MARKS)}),
                           metadata={"description": "Why it may be a copy, or not what it claims to be"})  # fmt: skip
    possible = ma.fields.List(Text(metadata={"enum": ["accept", "reject", "reopen"]}))
    revision = Whole()


class CustomerDocumentPageSchema(PageSchema):
    """A page of documents."""

    items = ma.fields.List(ma.fields.Nested(CustomerDocumentSchema))
    waiting = Whole(metadata={"description": "Documents that wait for a decision"})


class CustomerDocumentCopySchema(ResponseSchema):
    """Another document that one may be a copy of."""

    id = Id()
    kind = Text(allow_none=True, metadata={"enum": [*KINDS, None]})
    received_at = ma.fields.AwareDateTime()
    mark = Text(metadata={"enum": list(MARKS)})


class CustomerDocumentNeighboursSchema(ResponseSchema):
    """The waiting documents before and after it."""

    previous = Id(allow_none=True)
    next = Id(allow_none=True)


class CustomerDocumentValuesSchema(ResponseSchema):
    """The values that people have read from a document, those of its kind."""

    registration = Text(metadata={"optional": True})
    vin = Text(metadata={"optional": True})
    name = Text(metadata={"optional": True})
    model = Text(metadata={"optional": True})
    number = Text(metadata={"optional": True})
    company = Text(metadata={"optional": True})
    issued_on = Text(metadata={"optional": True, "format": "date"})
    valid_until = Text(metadata={"optional": True, "format": "date"})
    amount = ma.fields.Float(metadata={"optional": True})
    odometer_km = Whole(metadata={"optional": True})
    description = Text(metadata={"optional": True})


class WholeCustomerDocumentSchema(CustomerDocumentSchema):
    """One document with what it says."""

    fields_ = ma.fields.Nested(CustomerDocumentValuesSchema, data_key="fields", attribute="fields")
    required = ma.fields.List(Text(), metadata={"description": "Values without which it is not accepted"})
    offered = ma.fields.List(Text(), metadata={"description": "All values that its kind has, in order"})
    hidden = Switch(metadata={"description": "Whether values and file are hidden from this reader"})
    note = Text()
    warnings = ma.fields.Dict(keys=Text(), values=ma.fields.List(Text()))
    copies = ma.fields.List(ma.fields.Nested(CustomerDocumentCopySchema))
    keep_until = ma.fields.AwareDateTime()
    zone = Text()
    currency = Text()
    neighbours = ma.fields.Nested(CustomerDocumentNeighboursSchema)
    conversation = Id(allow_none=True, metadata={"description": "The conversation in which it was sent"})
    erased = Switch()
