"""What dealer groups, cities and outlets look like in JSON."""

from typing import Any

import marshmallow as ma

from app.accounts.auth.file_addresses import FileAddress
from app.accounts.people.service import GIVEN_ROLES
from app.accounts.users.models import LIFE
from app.clients.models import CODE_LENGTH, NAME_LENGTH, TYPES
from app.clients.places import WARNINGS
from app.clients.readers import BRANCHES as GIVEN_BY
from app.clients.tree import EVERYTHING, NUMBERS
from app.core.hours import SHAPE
from app.core.http.hours_schemas import HoursFormSchema
from app.core.http.schemas import (
    Day,
    Id,
    Line,
    ListArgs,
    Name,
    Pattern,
    ResponseSchema,
    Schema,
    Text,
    Whole,
    page_schema,
)

CODE = r"^[A-Za-z0-9][A-Za-z0-9._/-]{0,19}$"
BRANCHES = rf"^(?:|none|{EVERYTHING}|[0-9]{{1,19}}(?:\.[0-9]{{1,19}})?(?:,[0-9]{{1,19}}(?:\.[0-9]{{1,19}})?)*)$"
STATUS = ("open", "closed")
MOST = 5_000


def _maybe_id() -> Id:
    """A field for an id that may be left out."""
    return Id(allow_none=True, load_default=None)


def _code(*, required: bool = False) -> Text:
    """A field for a code."""
    problem = f"Must be 1 to {CODE_LENGTH} letters, digits, dots, slashes or hyphens, such as PUN-BAN."
    return Text(validate=Pattern(CODE, error=problem), metadata={"example": "PUN-BAN"}, required=required)


def _sorts(*names: str) -> Text:
    """A field for an order; a minus turns it round."""
    return Text(
        load_default=names[0], validate=ma.validate.OneOf([f"{sign}{name}" for name in names for sign in ("", "-")])
    )


class PlaceNameSchema(ResponseSchema):
    """Something by id and name."""

    id = Id()
    name = Text()


class ManagerSchema(ResponseSchema):
    """A person who manages an outlet."""

    id = Id()
    number = Whole()
    full_name = Text()
    avatar = Text()


class OutletReaderSchema(ResponseSchema):
    """A person who sees an outlet, and what of their scope it is in."""

    id = Id(attribute="user.id")
    number = Whole(attribute="user.number")
    full_name = Text(attribute="user.full_name")
    avatar = FileAddress(attribute="user.avatar")
    role = Text(attribute="user.auth_role", metadata={"enum": list(GIVEN_ROLES)})
    state = Text(attribute="user.state", metadata={"enum": list(LIFE)})
    branch = Text(metadata={"enum": list(GIVEN_BY)})
    place = Text(metadata={"description": "The name of the city, dealer group or client; empty for the others"})


OutletReaderPageSchema = page_schema(OutletReaderSchema)


# ---- dealer groups ------------------------------------------------------------------------------------


class ParentListArgs(ListArgs):
    """Dealer groups are listed by name, of a client and a state if asked for."""

    sort = _sorts("name", "code")
    client = _maybe_id()
    state = Text(load_default="", validate=ma.validate.OneOf(["", *STATUS]))


class ParentSchema(ResponseSchema):
    """A dealer group of a client."""

    id = Id(attribute="parent.id")
    code = Text(attribute="parent.code")
    name = Text(attribute="parent.name")
    oem = Text(attribute="parent.oem", metadata={"description": "The make it sells"})
    client = ma.fields.Nested(PlaceNameSchema)
    state = Text(attribute="parent.status", metadata={"enum": list(STATUS)})
    closed_at = ma.fields.AwareDateTime(attribute="parent.closed_at", allow_none=True)
    closed_reason = Text(attribute="parent.closed_reason", allow_none=True)
    outlets = Whole(metadata={"description": "Outlets that are open"})
    revision = Whole(attribute="parent.revision")


ParentPageSchema = page_schema(ParentSchema)


class ParentChangeSchema(Schema):
    """What of a dealer group can be changed; keys left out stay as they are."""

    code = _code()
    name = Name(NAME_LENGTH)
    oem = Line(validate=ma.validate.Length(max=NAME_LENGTH))


class NewParentSchema(ParentChangeSchema):
    """What a new dealer group needs."""

    client = Id(required=True)
    code = _code(required=True)
    name = Name(NAME_LENGTH, required=True)


# ---- cities -------------------------------------------------------------------------------------------


class CityListArgs(ListArgs):
    """Cities are listed by name; with a client those where it has outlets."""

    sort = _sorts("name", "state")
    client = _maybe_id()
    status = Text(load_default="", validate=ma.validate.OneOf(["", *STATUS]))


class CitySchema(ResponseSchema):
    """A city with outlets, and the state it lies in."""

    id = Id(attribute="city.id")
    name = Text(attribute="city.name")
    state = Text(attribute="city.state", metadata={"example": "Maharashtra"})
    status = Text(attribute="city.status", metadata={"enum": list(STATUS)})
    closed_at = ma.fields.AwareDateTime(attribute="city.closed_at", allow_none=True)
    closed_reason = Text(attribute="city.closed_reason", allow_none=True)
    outlets = Whole(metadata={"description": "Outlets that are open"})
    revision = Whole(attribute="city.revision")


CityPageSchema = page_schema(CitySchema)


class CityChangeSchema(Schema):
    """What of a city can be changed; keys left out stay as they are."""

    name = Name(NAME_LENGTH)
    state = Line(validate=ma.validate.Length(max=NAME_LENGTH))


class NewCitySchema(CityChangeSchema):
    """What a new city needs."""

    name = Name(NAME_LENGTH, required=True)


# ---- outlets ------------------------------------------------------------------------------------------


class OutletListArgs(ListArgs):
    """Outlets are listed by name; by where they are, what they do and what they lack if asked for."""

    sort = _sorts("name", "code", "created_at")
    client = _maybe_id()
    parent = _maybe_id()
    city = _maybe_id()
    type = Text(load_default="", validate=ma.validate.OneOf(["", *TYPES]))
    state = Text(load_default="", validate=ma.validate.OneOf(["", *STATUS]))
    warning = Text(load_default="", validate=ma.validate.OneOf(["", *WARNINGS]))


class OpenNowSchema(ResponseSchema):
    """Whether a place is open at present, and the local time at which that changes today."""

    open = ma.fields.Boolean()
    until = Text(allow_none=True, metadata={"example": "18:30"})
    opens = Text(allow_none=True)
    holiday = ma.fields.Boolean()


class PlannedSchema(ResponseSchema):
    """A move that is still to come."""

    parent = ma.fields.Nested(PlaceNameSchema)
    from_ = ma.fields.Date(data_key="from", attribute="valid_from")


class CodedSchema(PlaceNameSchema):
    """Something by id, code and name."""

    code = Text()


class OutletCitySchema(PlaceNameSchema):
    """An outlet's city."""

    state = Text()


class ClosedDaySchema(ResponseSchema):
    """A holiday to come."""

    day = Text(metadata={"example": "2026-08-15"})
    name = Text(metadata={"description": "Empty where the workspace's list has no such day"})
    own = ma.fields.Boolean(metadata={"description": "Whether it is in the outlet's own hours"})


class ListedOutletSchema(ResponseSchema):
    """An outlet in a list: where it is, who manages it and when it is open."""

    id = Id(attribute="outlet.id")
    code = Text(attribute="outlet.code")
    name = Text(attribute="outlet.name")
    client = ma.fields.Nested(PlaceNameSchema)
    parent = ma.fields.Nested(CodedSchema)
    city = ma.fields.Nested(OutletCitySchema)
    type = Text(attribute="outlet.type", metadata={"enum": list(TYPES)})
    address = Text(attribute="outlet.address")
    latitude = ma.fields.Float(attribute="outlet.latitude", allow_none=True)
    longitude = ma.fields.Float(attribute="outlet.longitude", allow_none=True)
    phones = ma.fields.List(Text(), attribute="outlet.phones", metadata={"description": "E.164"})
    phones_shown = ma.fields.List(Text(), metadata={"description": "As people write them"})
    hours = ma.fields.Dict(attribute="outlet.hours", allow_none=True)
    zone = Text(attribute="client.zone")
    managers = ma.fields.List(ma.fields.Nested(ManagerSchema))
    state = Text(attribute="outlet.status", metadata={"enum": list(STATUS)})
    closed_at = ma.fields.AwareDateTime(attribute="outlet.closed_at", allow_none=True)
    closed_reason = Text(attribute="outlet.closed_reason", allow_none=True)
    now = ma.fields.Nested(OpenNowSchema, allow_none=True)
    warnings = ma.fields.List(Text(), metadata={"example": ["no_manager"]})
    move = ma.fields.Nested(PlannedSchema, allow_none=True)
    created_at = ma.fields.AwareDateTime(attribute="outlet.created_at")
    updated_at = ma.fields.AwareDateTime(attribute="outlet.updated_at")
    revision = Whole(attribute="outlet.revision")


OutletPageSchema = page_schema(ListedOutletSchema, "OutletPageSchema")


class OutletSchema(ListedOutletSchema):
    """An outlet with where it is, who manages it, when it is open and the next days on which it is not."""

    closed_days = ma.fields.List(
        ma.fields.Nested(ClosedDaySchema), metadata={"description": "The next holidays, the workspace's included"}
    )


_HOURS: dict[str, Any] = {name: value for name, value in SHAPE.items() if name != "type"}
"""What the description of a call says of hours; null is none."""


class OutletChangeSchema(Schema):
    """What of an outlet can be changed; keys left out stay as they are. Its dealer group changes by a move."""

    code = _code()
    name = Name(NAME_LENGTH)
    city = Id()
    type = Text(validate=ma.validate.OneOf(TYPES))
    address = Line(validate=ma.validate.Length(max=300))
    latitude = ma.fields.Float(allow_none=True, validate=ma.validate.Range(-90, 90))
    longitude = ma.fields.Float(allow_none=True, validate=ma.validate.Range(-180, 180))
    phones = ma.fields.List(Text(validate=ma.validate.Length(max=40)), validate=ma.validate.Length(max=10))
    hours = ma.fields.Dict(allow_none=True, metadata=_HOURS)
    managers = ma.fields.List(Id(), validate=ma.validate.Length(max=20))


class NewOutletSchema(OutletChangeSchema):
    """What a new outlet needs."""

    code = _code(required=True)
    name = Name(NAME_LENGTH, required=True)
    parent = Id(required=True)
    city = Id(required=True)
    type = Text(load_default="both", validate=ma.validate.OneOf(TYPES))
    since = Day(metadata={"description": "The day it came to the dealer group; today unless given"})


class OutletHoursSchema(HoursFormSchema):
    """An outlet's hours as rows of a form."""


class MoveSchema(Schema):
    """To which dealer group, from which day on."""

    parent = Id(required=True)
    from_ = Day(data_key="from", required=True)
    note = Line(load_default="", validate=ma.validate.Length(max=200))


class PlacementSchema(ResponseSchema):
    """From when to when an outlet is with a dealer group, and its conversations meanwhile."""

    id = Id(attribute="placement.id")
    parent = ma.fields.Nested(PlaceNameSchema)
    valid_from = ma.fields.Date(attribute="placement.valid_from")
    valid_to = ma.fields.Date(attribute="placement.valid_to", allow_none=True, metadata={"description": "The last day"})
    note = Text(attribute="placement.note")
    entered_name = Text(attribute="placement.entered_name")
    created_at = ma.fields.AwareDateTime(attribute="placement.created_at")
    state = Text(metadata={"enum": ["past", "present", "planned"]})
    sessions = Whole()


PlacementPageSchema = page_schema(PlacementSchema)


# ---- the tree -----------------------------------------------------------------------------------------


class TreeArgs(Schema):
    """What narrows a tree, and which of its branches are open: all, none, or `group` and `group.city`, by commas."""

    q = Text(load_default="", validate=ma.validate.Length(max=200))
    type = Text(load_default="", validate=ma.validate.OneOf(["", *TYPES]))
    state = Text(load_default="", validate=ma.validate.OneOf(["", *STATUS]))
    warning = Text(load_default="", validate=ma.validate.OneOf(["", *WARNINGS]))
    open = Text(load_default=EVERYTHING, validate=[ma.validate.Length(max=4000), Pattern(BRANCHES)])
    each = Whole(load_default=MOST, validate=ma.validate.Range(1, MOST))


CountsSchema = ResponseSchema.from_dict({name: Whole() for name in NUMBERS}, name="PlaceCountsSchema")


class TotalsSchema(CountsSchema):  # type: ignore[misc, valid-type]
    """The counts of all outlets in reach."""

    parents = Whole()
    cities = Whole()
    sessions_28d = Whole()


class TreeOutletSchema(ResponseSchema):
    """An outlet as it is in the tree."""

    id = Id()
    code = Text()
    name = Text()
    type = Text(metadata={"enum": list(TYPES)})
    state = Text(metadata={"enum": list(STATUS)})
    managers = ma.fields.List(Text())
    warnings = ma.fields.List(Text())
    now = ma.fields.Nested(OpenNowSchema, allow_none=True)
    move = ma.fields.Nested(PlannedSchema, allow_none=True)
    sessions_28d = Whole()


class TreeCitySchema(ResponseSchema):
    """A city of a dealer group, with the outlets there."""

    id = Id(attribute="city.id")
    name = Text(attribute="city.name")
    state = Text(attribute="city.state")
    branch = Text()
    opened = ma.fields.Boolean()
    counts = ma.fields.Nested(CountsSchema)
    sessions_28d = Whole()
    outlets = ma.fields.List(ma.fields.Nested(TreeOutletSchema))


class TreeParentSchema(ResponseSchema):
    """A dealer group with its cities."""

    id = Id(attribute="parent.id")
    code = Text(attribute="parent.code")
    name = Text(attribute="parent.name")
    oem = Text(attribute="parent.oem")
    state = Text(attribute="parent.status", metadata={"enum": list(STATUS)})
    branch = Text()
    opened = ma.fields.Boolean()
    counts = ma.fields.Nested(CountsSchema)
    city_count = Whole()
    sessions_28d = Whole()
    cities = ma.fields.List(ma.fields.Nested(TreeCitySchema))


class TreeSchema(ResponseSchema):
    """A client's dealer groups, cities and outlets."""

    totals = ma.fields.Nested(TotalsSchema)
    matching = Whole(metadata={"description": "Outlets that fit what narrows the tree"})
    no_outlet_28d = Whole(metadata={"description": "Recent conversations without an outlet"})
    parents = ma.fields.List(ma.fields.Nested(TreeParentSchema))
