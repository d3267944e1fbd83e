"""What clients look like in JSON."""

import marshmallow as ma
from flask_smorest.fields import Upload

from app.accounts.auth.file_addresses import FileAddress
from app.clients.models import NAME_LENGTH, REASON_LENGTH, STATES
from app.core.http.hours_schemas import TimeOfDay
from app.core.http.schemas import (
    LANGUAGE_KEY,
    Id,
    Line,
    ListArgs,
    Name,
    PageSchema,
    Pattern,
    ResponseSchema,
    Schema,
    Text,
    Whole,
    page_schema,
)
from app.core.languages import SPOKEN

COLOUR = r"^#[0-9a-fA-F]{6}$"
UPI_ID = r"^$|^[A-Za-z0-9._-]{2,80}@[A-Za-z][A-Za-z0-9]{1,18}$"
DAYS = (1, 3650)


class ClientListArgs(ListArgs):
    """Clients are listed by name, forwards or backwards, of one state if asked for."""

    sort = Text(load_default="name", validate=ma.validate.OneOf(["name", "-name"]))
    state = Text(load_default="", validate=ma.validate.OneOf(["", *STATES]))


class BrandingSchema(ResponseSchema):
    """How a client looks to its customers."""

    logo = FileAddress(metadata={"description": "Empty without one"})
    colour = Text(attribute="client.colour", allow_none=True, metadata={"example": "#005b78"})
    mail_from = Text(attribute="client.mail_from")
    upi_id = Text(attribute="client.upi_id", metadata={"example": "dealer@okbank"})


class ClientPolicySchema(ResponseSchema):
    """How long things are kept, when nobody is written to, and which consent text is in force."""

    content_days = Whole(attribute="client.content_days")
    media_days = Whole(attribute="client.media_days")
    quiet_from = Text(attribute="client.quiet_from", allow_none=True, metadata={"example": "21:00"})
    quiet_to = Text(attribute="client.quiet_to", allow_none=True, metadata={"example": "09:00"})
    consent_version = Whole(allow_none=True)


class ClientSchema(ResponseSchema):
    """The company a bot serves, with the zone and currency of its reports."""

    id = Id(attribute="client.id")
    name = Text(attribute="client.name")
    zone = Text(attribute="client.zone", metadata={"example": "Asia/Kolkata"})
    currency = Text(attribute="client.currency", metadata={"example": "INR"})
    language = Text(attribute="client.language")
    languages = ma.fields.List(Text(), attribute="client.languages", metadata={"example": ["en", "hi"]})
    state = Text(attribute="client.state", metadata={"enum": list(STATES)})
    state_at = ma.fields.AwareDateTime(attribute="client.state_at")
    state_reason = Text(attribute="client.state_reason", allow_none=True)
    purge_at = ma.fields.AwareDateTime(
        attribute="client.purge_at", allow_none=True,
        metadata={"description": "When contents and personal data of a closed client are erased"},
    )  # fmt: skip
    branding = ma.fields.Nested(BrandingSchema)
    policy = ma.fields.Nested(ClientPolicySchema)
    parents = Whole(metadata={"description": "Dealer groups"})
    outlets = Whole(metadata={"description": "Outlets that are open"})
    created_at = ma.fields.AwareDateTime(attribute="client.created_at")
    updated_at = ma.fields.AwareDateTime(attribute="client.updated_at")
    revision = Whole(attribute="client.revision")


StateCountsSchema = ResponseSchema.from_dict({name: Whole() for name in STATES}, name="StateCountsSchema")


class ClientPageSchema(PageSchema):
    """One page of clients, and how many there are in each state."""

    items = ma.fields.List(ma.fields.Nested(ClientSchema))
    states = ma.fields.Nested(StateCountsSchema)


class BrandingChangeSchema(Schema):
    """What of a client's look can be changed; its picture is uploaded apart."""

    colour = Text(allow_none=True, validate=Pattern(COLOUR, error="Must be a colour such as #005b78."))
    mail_from = Line(validate=ma.validate.Length(max=NAME_LENGTH))
    upi_id = Text(
        validate=Pattern(UPI_ID, error="Must be a UPI id such as dealer@okbank."),
        metadata={"description": "Where quotes are paid; empty without", "example": "dealer@okbank"},
    )


class PolicyChangeSchema(Schema):
    """What of a client's policy can be changed; a consent text is added apart."""

    content_days = Whole(validate=ma.validate.Range(*DAYS))
    media_days = Whole(validate=ma.validate.Range(*DAYS))
    erase = ma.fields.Boolean(metadata={"description": "Confirms that what a shorter period does not allow is erased"})
    quiet_from = TimeOfDay("21:00")
    quiet_to = TimeOfDay("09:00")


class ClientChangeSchema(Schema):
    """What of a client can be changed; keys left out stay as they are."""

    name = Name(NAME_LENGTH)
    zone = Text(validate=ma.validate.Length(max=64))
    currency = Text(validate=Pattern(r"^[A-Z]{3}$", error="Must be three letters such as INR."))
    languages = ma.fields.List(
        Text(validate=ma.validate.OneOf(SPOKEN)), validate=ma.validate.Length(1, 20),
        metadata={"description": "The first is the one its bots begin with"},
    )  # fmt: skip
    branding = ma.fields.Nested(BrandingChangeSchema)
    policy = ma.fields.Nested(PolicyChangeSchema)


class NewClientSchema(ClientChangeSchema):
    """What a new client needs: a name; the rest is as in India unless it is given."""

    name = Name(NAME_LENGTH, required=True)


class MoveReasonSchema(Schema):
    """Why."""

    reason = Line(load_default="", validate=ma.validate.Length(max=REASON_LENGTH))


class NeededReasonSchema(Schema):
    """Why, which must be said."""

    reason = Name(REASON_LENGTH, required=True)


class LogoFiles(ma.Schema):
    """The picture."""

    file = Upload()


LONGEST_CONSENT = 4000


class NewConsentSchema(Schema):
    """A new text people agree to, by language."""

    texts = ma.fields.Dict(
        keys=Text(validate=LANGUAGE_KEY),
        values=Text(validate=ma.validate.Length(max=LONGEST_CONSENT)),
        required=True,
    )


class ConsentSchema(ResponseSchema):
    """One version of the text people agree to."""

    id = Id()
    version = Whole()
    texts = ma.fields.Dict(keys=Text(), values=Text())
    written_name = Text()
    created_at = ma.fields.AwareDateTime()


ConsentPageSchema = page_schema(ConsentSchema)
