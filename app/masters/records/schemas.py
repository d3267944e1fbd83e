"""What customers, vehicles and job cards look like in JSON."""

from typing import Any

import marshmallow as ma

from app.core.http.schemas import Day, Id, Line, ListArgs, Name, ResponseSchema, Schema, Text, Whole, page_schema
from app.masters.records.models import FUELS
from app.masters.records.rules import MOST_AMOUNT, MOST_KM, VIN_CHECK_DIGIT
from app.reference.models import CODE_LENGTH, LABEL_LENGTH

STATES = ("open", "closed")
OUTLET_LENGTH = 90
"""A name with a code."""


def _maybe_id() -> Id:
    """A field for an id that may be left out of a query."""
    return Id(allow_none=True, load_default=None)


def _sorts(*names: str, first: str) -> Text:
    """A field for an order; a minus turns it round."""
    return Text(
        load_default=first, validate=ma.validate.OneOf([f"{sign}{name}" for name in names for sign in ("", "-")])
    )


def _one_of(names: tuple[str, ...]) -> Text:
    """A field of a query that narrows to one of some names."""
    return Text(load_default="", validate=ma.validate.OneOf(["", *names]))


def _line(longest: int, **more: Any) -> Line:
    """A field for a line of text that may be empty."""
    return Line(validate=ma.validate.Length(max=longest), **more)


def _code() -> Text:
    """A field of a query that narrows to a code of a list."""
    return Text(load_default="", validate=ma.validate.Length(max=CODE_LENGTH))


def _code_field(of: str) -> Line:
    """A field for a code of a list, or one of its names."""
    return _line(LABEL_LENGTH, metadata={"description": f"A code of the list `{of}`, or one of its names"})


def _labels(of: str) -> ma.fields.Dict:
    """A field for what a code is called, by language; empty where its entry is gone."""
    return ma.fields.Dict(keys=Text(), values=Text(), attribute=f"labels.{of}", metadata={"example": {"en": "Vela"}})


class OutletName(Name):
    """An outlet by its id, its code or its name: what a person types where nothing can be chosen."""

    def __init__(self, **more: Any) -> None:
        metadata = {"description": "Its id, its code, its name, or `name (code)`", "example": "PUN-BAN"}
        super().__init__(OUTLET_LENGTH, metadata=metadata, **more)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        is_number = isinstance(value, int) and not isinstance(value, bool)
        return super()._deserialize(str(value) if is_number else value, attr, data, **kwargs)


def _kilometres() -> Whole:
    """A field for what an odometer says."""
    return Whole(allow_none=True, validate=ma.validate.Range(0, MOST_KM))


class MasterPlaceSchema(ResponseSchema):
    """Something by id and name."""

    id = Id()
    name = Text()


class PlacedSchema(ResponseSchema):
    """What belongs to an outlet, and so to a client, a dealer group and a city."""

    client = ma.fields.Nested(MasterPlaceSchema, attribute="place.client")
    outlet = ma.fields.Nested(MasterPlaceSchema, attribute="place.outlet", allow_none=True)
    parent = ma.fields.Nested(MasterPlaceSchema, attribute="place.parent", allow_none=True)
    city = ma.fields.Nested(MasterPlaceSchema, attribute="place.city", allow_none=True)


# ---- customers ----------------------------------------------------------------------------------------


class CustomerListArgs(ListArgs):
    """Customers are listed by name, of a client and an outlet if asked for."""

    sort = _sorts("name", "created_at", first="name")
    client = _maybe_id()
    outlet = _maybe_id()


class CustomerSchema(PlacedSchema):
    """A customer; without the right to reveal personal data, initials and the last digits of the number."""

    id = Id(attribute="customer.id")
    name = Text(metadata={"example": "Asha Kulkarni"})
    phone = Text(allow_none=True, metadata={"example": "+919822014482"})
    phone_shown = Text(allow_none=True, metadata={"example": "+91 98220 14482"})
    last4 = Text(attribute="customer.last4", metadata={"example": "4482"})
    email = Text()
    vehicles = Whole(metadata={"description": "Vehicles in reach that are theirs"})
    created_at = ma.fields.AwareDateTime(attribute="customer.created_at")
    updated_at = ma.fields.AwareDateTime(attribute="customer.updated_at")
    revision = Whole(attribute="customer.revision")


CustomerPageSchema = page_schema(CustomerSchema)


class CustomerChangeSchema(Schema):
    """What of a customer can be changed; keys left out stay as they are."""

    name = Name(120)
    phone = Text(allow_none=True, validate=ma.validate.Length(max=40))
    email = Text(validate=ma.validate.Length(max=254))
    outlet = OutletName(allow_none=True)


class NewCustomerSchema(CustomerChangeSchema):
    """What a new customer needs; the client is the outlet's where it is left out."""

    client = Id()
    name = Name(120, required=True)


class CustomerConversationSchema(ResponseSchema):
    """A conversation of a customer."""

    id = Id()
    started_at = ma.fields.AwareDateTime()
    channel = Text()
    outcome = Text(allow_none=True)
    first_text = Text()


CustomerConversationPageSchema = page_schema(CustomerConversationSchema)


# ---- vehicles -----------------------------------------------------------------------------------------


class VehicleListArgs(ListArgs):
    """Vehicles are listed newest first unless asked otherwise."""

    sort = _sorts("created_at", "registration", "vin", "model", "sale_date", "warranty_end", first="-created_at")
    client = _maybe_id()
    outlet = _maybe_id()
    customer = _maybe_id()
    model = _code()
    variant = _code()
    fuel = _one_of(FUELS)
    state = _one_of(STATES)


class OwnerSchema(ResponseSchema):
    """Who owns a vehicle, as the reader may see them."""

    id = Id(attribute="customer.id")
    name = Text()
    phone = Text(allow_none=True)
    phone_shown = Text(allow_none=True)
    last4 = Text(attribute="customer.last4")


class VehicleSchema(PlacedSchema):
    """A vehicle with its outlet and its owner."""

    id = Id(attribute="vehicle.id")
    vin = Text(attribute="vehicle.vin", metadata={"example": "MRDHK4S2XT0412867"})
    registration = Text(attribute="vehicle.registration", allow_none=True, metadata={"example": "MH12QT4417"})
    model = Text(attribute="vehicle.model", metadata={"description": "A code of the list `vehicle-models`"})
    model_labels = _labels("model")
    variant = Text(attribute="vehicle.variant")
    variant_labels = _labels("variant")
    fuel = Text(attribute="vehicle.fuel", allow_none=True, metadata={"enum": [*FUELS, None]})
    sale_date = ma.fields.Date(attribute="vehicle.sale_date", allow_none=True)
    odometer_km = Whole(attribute="vehicle.odometer_km", allow_none=True)
    warranty_end = ma.fields.Date(attribute="vehicle.warranty_end", allow_none=True)
    extended_warranty_end = ma.fields.Date(attribute="vehicle.extended_warranty_end", allow_none=True)
    owner = ma.fields.Nested(OwnerSchema, allow_none=True)
    state = Text(attribute="vehicle.state", metadata={"enum": list(STATES)})
    closed_at = ma.fields.AwareDateTime(attribute="vehicle.closed_at", allow_none=True)
    warnings = ma.fields.List(Text(), metadata={"description": f"`{VIN_CHECK_DIGIT}`: the check digit does not fit"})
    created_at = ma.fields.AwareDateTime(attribute="vehicle.created_at")
    updated_at = ma.fields.AwareDateTime(attribute="vehicle.updated_at")
    revision = Whole(attribute="vehicle.revision")


VehiclePageSchema = page_schema(VehicleSchema)


class VehicleChangeSchema(Schema):
    """What of a vehicle can be changed; keys left out stay as they are."""

    vin = Text(validate=ma.validate.Length(min=1, max=40))
    registration = Text(allow_none=True, validate=ma.validate.Length(max=40))
    model = _code_field("vehicle-models")
    variant = _code_field("variants")
    fuel = Text(allow_none=True, validate=ma.validate.OneOf(FUELS))
    sale_date = Day(allow_none=True)
    odometer_km = _kilometres()
    warranty_end = Day(allow_none=True)
    extended_warranty_end = Day(allow_none=True)
    outlet = OutletName()
    customer = Id(allow_none=True)
    owner_phone = Text(validate=ma.validate.Length(max=40))
    owner_name = _line(120)


class NewVehicleSchema(VehicleChangeSchema):
    """What a new vehicle needs."""

    vin = Text(required=True, validate=ma.validate.Length(min=1, max=40))
    outlet = OutletName(required=True)


# ---- job cards ----------------------------------------------------------------------------------------


class JobCardListArgs(ListArgs):
    """Job cards are listed by the day they were opened, the newest first unless asked otherwise."""

    sort = _sorts("opened_on", "number", first="-opened_on")
    client = _maybe_id()
    outlet = _maybe_id()
    vehicle = _maybe_id()
    type = _code()
    state = _one_of(STATES)


class CardVehicleSchema(ResponseSchema):
    """The vehicle of a job card."""

    id = Id()
    vin = Text()
    registration = Text(allow_none=True)
    model = Text()


class JobCardSchema(PlacedSchema):
    """A visit of a vehicle to a workshop."""

    id = Id(attribute="card.id")
    number = Text(attribute="card.number", metadata={"example": "PUN-24-001877"})
    vehicle = ma.fields.Nested(CardVehicleSchema, allow_none=True)
    opened_on = ma.fields.Date(attribute="card.opened_on")
    closed_on = ma.fields.Date(attribute="card.closed_on", allow_none=True)
    type = Text(attribute="card.type", metadata={"example": "free"})
    type_labels = _labels("type")
    model_labels = _labels("model")
    odometer_km = Whole(attribute="card.odometer_km", allow_none=True)
    amount = ma.fields.Float(attribute="card.amount", allow_none=True)
    currency = Text(attribute="place.client.currency")
    state = Text(attribute="card.state", metadata={"enum": list(STATES)})
    created_at = ma.fields.AwareDateTime(attribute="card.created_at")
    updated_at = ma.fields.AwareDateTime(attribute="card.updated_at")
    revision = Whole(attribute="card.revision")


JobCardPageSchema = page_schema(JobCardSchema)


class JobCardChangeSchema(Schema):
    """What of a job card can be changed; keys left out stay as they are."""

    number = Name(30)
    opened_on = Day()
    closed_on = Day(allow_none=True)
    type = _code_field("service-types")
    odometer_km = _kilometres()
    amount = ma.fields.Float(allow_none=True, validate=ma.validate.Range(0, MOST_AMOUNT))
    outlet = OutletName()


class NewJobCardSchema(JobCardChangeSchema):
    """What a new job card needs."""

    number = Name(30, required=True)
    opened_on = Day(required=True)
    outlet = OutletName(required=True)
    vehicle = Id(required=True)
