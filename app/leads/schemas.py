"""What leads, price lists and rules look like in JSON."""

from typing import Any

import marshmallow as ma

from app.clients.models import NAME_LENGTH
from app.core.http.schemas import (
    LOCAL_MINUTE,
    Day,
    Id,
    Line,
    ListArgs,
    Moment,
    Name,
    PageArgs,
    PageSchema,
    Pattern,
    ResponseSchema,
    Schema,
    Switch,
    Text,
    Whole,
    page_schema,
)
from app.leads.leaks import GROUPS as LEAK_GROUPS
from app.leads.leaks import REASONS as LEAKS
from app.leads.life import CHANNELS, EVENTS, OUTCOMES
from app.leads.messages import CHANNELS as MESSAGE_CHANNELS
from app.leads.messages import OBSTACLES
from app.leads.models import (
    DELIVERIES,
    MOST_YEARS,
    NOTE_LENGTH,
    POLICY_LENGTH,
    PRODUCT,
    PRODUCT_LENGTH,
    REASON_LENGTH,
    SOURCES,
    STATES,
    SUBJECT_LENGTH,
)
from app.leads.pricing import ROWS
from app.leads.rules import NO_REASONS
from app.leads.service import MOST_ASSIGNED
from app.leads.tree import LEVELS
from app.masters.records.models import FUELS, MODEL_LENGTH
from app.masters.records.rules import MOST_AMOUNT, MOST_KM

OUTLET_LENGTH = 90
"""A name with a code."""


def _maybe_id() -> Id:
    return Id(allow_none=True, load_default=None)


def _outlet() -> Name:
    """A field for an outlet, as a person names it."""
    metadata = {"description": "Its id, its code, its name, or `name (code)`", "example": "PUN-BAN"}
    return Name(OUTLET_LENGTH, allow_none=True, load_default=None, metadata=metadata)


def _line(longest: int, **more: Any) -> Line:
    return Line(validate=ma.validate.Length(max=longest), **more)


def _years(**more: Any) -> Whole:
    return Whole(validate=ma.validate.Range(1, MOST_YEARS), metadata={"example": 2}, **more)


def _kilometres(**more: Any) -> Whole:
    return Whole(allow_none=True, validate=ma.validate.Range(0, MOST_KM), **more)


def _money(**more: Any) -> ma.fields.Float:
    return ma.fields.Float(validate=ma.validate.Range(0, MOST_AMOUNT), **more)


class LeadPlaceSchema(ResponseSchema):
    """Something by id and name."""

    id = Id()
    name = Text()


# ---- what is sent -------------------------------------------------------------------------------------


class LeadCustomerChangeSchema(Schema):
    """What of the customer can be changed."""

    name = Name(120, metadata={"example": "Rohan Deshpande"})
    phone = Text(validate=ma.validate.Length(min=1, max=40), metadata={"example": "+91 98220 44821"})
    alt_phone = Text(allow_none=True, validate=ma.validate.Length(max=40))
    email = Text(validate=ma.validate.Length(max=254))
    consent = Switch()


class NewLeadCustomerSchema(LeadCustomerChangeSchema):
    """The customer of a new lead."""

    name = Name(120, required=True, metadata={"example": "Rohan Deshpande"})
    phone = Text(required=True, validate=ma.validate.Length(min=1, max=40), metadata={"example": "+91 98220 44821"})


class LeadVehicleChangeSchema(Schema):
    """What of the vehicle can be changed."""

    vin = Text(allow_none=True, validate=ma.validate.Length(max=40), metadata={"example": "MRDVA2E62PP014482"})
    registration = Text(allow_none=True, validate=ma.validate.Length(max=40), metadata={"example": "MH12KD2093"})
    model = _line(MODEL_LENGTH)
    variant = _line(MODEL_LENGTH)
    fuel = Text(allow_none=True, validate=ma.validate.OneOf(FUELS))
    sale_date = Day(allow_none=True)
    odometer_km = _kilometres()
    warranty_end = Day(allow_none=True)
    extended_warranty_end = Day(allow_none=True)


class LeadSourceSchema(Schema):
    """Where a lead comes from."""

    kind = Text(validate=ma.validate.OneOf(SOURCES))
    bot = _line(60)
    version = Whole(validate=ma.validate.Range(1))
    session = _line(40)
    conversation = _line(40)
    offer = _line(60)
    ad = _line(60)


_LOCAL = {"description": "The next action on the workspace's own clock", "example": "2026-11-28T11:00"}


def _local() -> Text:
    """A field for a next action as forms have it."""
    return Text(load_default="", validate=Pattern(rf"^$|{LOCAL_MINUTE}"), metadata=_LOCAL)


def _remind() -> Switch:
    """A field for whether the customer is reminded of the next action by WhatsApp."""
    return Switch(load_default=False, metadata={"description": "Remind the customer of it by WhatsApp"})


class LeadChangeSchema(Schema):
    """What of a lead can be changed; keys left out stay as they are."""

    customer = ma.fields.Nested(LeadCustomerChangeSchema)
    vehicle = ma.fields.Nested(LeadVehicleChangeSchema)
    plan_years = _years()
    next_action_at = Moment(allow_none=True)
    next_local = Text(validate=Pattern(LOCAL_MINUTE), metadata=_LOCAL)
    remind = _remind()


class NewLeadSchema(Schema):
    """What a new lead needs."""

    customer = ma.fields.Nested(NewLeadCustomerSchema, required=True)
    vehicle = ma.fields.Nested(LeadVehicleChangeSchema, required=True)
    product = Name(PRODUCT_LENGTH, load_default=PRODUCT, metadata={"example": PRODUCT})
    plan_years = _years(allow_none=True, load_default=None)
    outlet = _outlet()
    client = Id(allow_none=True, load_default=None)
    source = ma.fields.Nested(LeadSourceSchema, load_default=dict)


class LeadEventSchema(Schema):
    """An event of a lead's life; which of the other values it needs depends on the event."""

    event = Text(required=True, validate=ma.validate.OneOf(EVENTS))
    outlet = _outlet()
    owner = Id(allow_none=True, load_default=None)
    channel = Text(load_default="", validate=ma.validate.OneOf(["", *CHANNELS]))
    outcome = Text(load_default="", validate=ma.validate.OneOf(["", *OUTCOMES]))
    note = Text(load_default="", validate=ma.validate.Length(max=NOTE_LENGTH))
    next_action_at = Moment(allow_none=True, load_default=None, metadata={"description": "At most 30 days ahead"})
    next_local = _local()
    remind = _remind()
    plan_years = _years(allow_none=True, load_default=None)
    price = _money(allow_none=True, load_default=None, metadata={"description": "Where no price list has one"})
    amount = _money(allow_none=True, load_default=None)
    supply_state = _line(
        NAME_LENGTH, load_default="", metadata={"description": "The customer's state; by default the outlet's"}
    )
    policy_no = _line(POLICY_LENGTH, load_default="")
    reason = _line(REASON_LENGTH, load_default="", metadata={"description": "A code of `lost-reasons`, or a text"})


class LeadTouchChangeSchema(Schema):
    """An attempt to reach the customer, or a note."""

    channel = Text(required=True, validate=ma.validate.OneOf(CHANNELS))
    outcome = Text(load_default="", validate=ma.validate.OneOf(["", *OUTCOMES]))
    note = Text(load_default="", validate=ma.validate.Length(max=NOTE_LENGTH))
    next_action_at = Moment(allow_none=True)
    next_local = _local()
    remind = _remind()


class LeadMessageSchema(Schema):
    """A message to the customer; mails need a subject, and have the quote as a file instead of a link."""

    channel = Text(required=True, validate=ma.validate.OneOf(MESSAGE_CHANNELS))
    text = Text(required=True, validate=ma.validate.Length(min=1, max=NOTE_LENGTH))
    subject = _line(SUBJECT_LENGTH, load_default="")
    quote = Switch(load_default=False, metadata={"description": "Whether the quote is sent with it"})

    @ma.validates_schema
    def check_subject(self, data: dict[str, Any], **_kwargs: Any) -> None:
        """A mail has a subject."""
        if data["channel"] == "email" and not data["subject"]:
            raise ma.ValidationError("Write a subject.", "subject")


class LeadRepeatSchema(Schema):
    """A message that failed, which is sent again."""

    message = Id(required=True)


class AssignLeadsSchema(Schema):
    """Leads with who is to have them: an outlet or a person; without both the rules decide."""

    ids = ma.fields.List(Id(), required=True, validate=ma.validate.Length(min=1, max=MOST_ASSIGNED))
    outlet = _outlet()
    owner = Id(allow_none=True, load_default=None)


class AssignedSchema(ResponseSchema):
    """How many leads were assigned."""

    assigned = Whole()


class MergeLeadsSchema(Schema):
    """The duplicate that becomes part of a lead."""

    other = Id(required=True)


class EligibilityArgs(Schema):
    """The vehicle that is asked about."""

    vin = Text(required=True, validate=ma.validate.Length(min=1, max=40))


class EligibilitySchema(ResponseSchema):
    """Whether the warranty of a vehicle can be extended, and why not."""

    eligible = ma.fields.Boolean()
    because = ma.fields.List(Text(validate=ma.validate.OneOf(NO_REASONS)))
    until = ma.fields.Date(allow_none=True)
    days_left = Whole(allow_none=True)
    odometer_km = Whole(allow_none=True)
    first_days = Whole(attribute="rule.first_days")
    last_days = Whole(attribute="rule.last_days")
    most_km = Whole(attribute="rule.most_km")
    grace_days = Whole(attribute="rule.grace_days")


# ---- lists --------------------------------------------------------------------------------------------


class LeadNarrowArgs(Schema):
    """What narrows a list of leads."""

    q = Text(load_default="", validate=ma.validate.Length(max=200))
    parent = _maybe_id()
    city = _maybe_id()
    outlet = _maybe_id()
    owner = _maybe_id()
    ends = Whole(
        allow_none=True, load_default=None, validate=ma.validate.Range(0, 3650),
        metadata={"description": "Days within which the standard warranty ends"},
    )  # fmt: skip


SORTS = ("created_at", "next_action_at", "warranty_end", "number")
BOARD_SORTS = ("next", "ends", "premium")


class LeadListArgs(ListArgs, LeadNarrowArgs):
    """Leads are listed newest first unless asked otherwise."""

    sort = Text(
        load_default="-created_at",
        validate=ma.validate.OneOf([f"{sign}{name}" for name in SORTS for sign in ("", "-")]),
    )
    state = Text(load_default="", validate=ma.validate.OneOf(["", "open", *STATES]))
    overdue = ma.fields.Boolean(load_default=False)


class LeadBoardArgs(LeadNarrowArgs):
    """Cards begin with the next action, the cover that ends first, or the highest premium."""

    sort = Text(load_default="next", validate=ma.validate.OneOf(BOARD_SORTS))


class LeadLeakArgs(PageArgs, LeadNarrowArgs):
    """Leads with most leaks first, then by how near a sale they are, how late their next action is, and premium."""

    reason = Text(load_default="", validate=ma.validate.OneOf(["", *LEAKS]))
    by = Text(load_default="outlet", validate=ma.validate.OneOf([*LEAK_GROUPS]))


class LeadTreeArgs(Schema):
    """A part of the tree, and how deep it goes."""

    parent = _maybe_id()
    city = _maybe_id()
    level = Text(load_default="outlets", validate=ma.validate.OneOf(LEVELS))


class LeadOwnerSchema(ResponseSchema):
    """A person who works on leads."""

    id = Id()
    full_name = Text()


class LeadCustomerSchema(ResponseSchema):
    """The customer; without the right to reveal personal data, and not owning the lead, initials and last digits."""

    name = Text()
    phone = Text(allow_none=True)
    phone_shown = Text(allow_none=True)
    last4 = Text(attribute="lead.last4")
    alt_phone = Text(allow_none=True)
    email = Text()
    consent = ma.fields.Boolean(attribute="lead.consent")
    consent_at = ma.fields.AwareDateTime(attribute="lead.consent_at", allow_none=True)
    consent_text = Text(attribute="lead.consent_text")


class LeadVehicleSchema(ResponseSchema):
    """What is known of the vehicle."""

    vin = Text(attribute="lead.vin", allow_none=True)
    registration = Text(attribute="lead.registration", allow_none=True)
    model = Text(attribute="lead.model")
    model_labels = ma.fields.Dict(keys=Text(), values=Text(), attribute="labels.model")
    variant = Text(attribute="lead.variant")
    variant_labels = ma.fields.Dict(keys=Text(), values=Text(), attribute="labels.variant")
    fuel = Text(attribute="lead.fuel", allow_none=True)
    sale_date = ma.fields.Date(attribute="lead.sale_date", allow_none=True)
    odometer_km = Whole(attribute="lead.odometer_km", allow_none=True)
    warranty_end = ma.fields.Date(attribute="lead.warranty_end", allow_none=True)
    extended_warranty_end = ma.fields.Date(attribute="lead.extended_warranty_end", allow_none=True)
    warnings = ma.fields.List(Text())


class LeadSourceShownSchema(ResponseSchema):
    """Where a lead comes from."""

    kind = Text(metadata={"enum": list(SOURCES)})
    bot = Text(metadata={"optional": True})
    version = Whole(metadata={"optional": True})
    session = Text(metadata={"optional": True})
    conversation = Text(metadata={"optional": True})
    offer = Text(metadata={"optional": True})
    ad = Text(metadata={"optional": True})


class LeadSchema(ResponseSchema):
    """A lead."""

    id = Id(attribute="lead.id")
    number = Text(metadata={"example": "L-20418"})
    state = Text(attribute="lead.state", metadata={"enum": list(STATES)})
    state_at = ma.fields.AwareDateTime(attribute="lead.state_at")
    possible = ma.fields.List(Text(metadata={"enum": list(EVENTS)}))
    customer = ma.fields.Nested(LeadCustomerSchema)
    vehicle = ma.fields.Nested(LeadVehicleSchema)
    product = Text(attribute="lead.product")
    plan_years = Whole(attribute="lead.plan_years", allow_none=True)
    client = ma.fields.Nested(LeadPlaceSchema)
    outlet = ma.fields.Nested(LeadPlaceSchema, allow_none=True)
    parent = ma.fields.Nested(LeadPlaceSchema, allow_none=True)
    city = ma.fields.Nested(LeadPlaceSchema, allow_none=True)
    owner = ma.fields.Nested(LeadOwnerSchema, allow_none=True)
    source = ma.fields.Nested(LeadSourceShownSchema, attribute="lead.source")
    sla_due_at = ma.fields.AwareDateTime(attribute="lead.sla_due_at", allow_none=True)
    contacted_at = ma.fields.AwareDateTime(attribute="lead.contacted_at", allow_none=True)
    next_action_at = ma.fields.AwareDateTime(attribute="lead.next_action_at", allow_none=True)
    reminds_at = ma.fields.AwareDateTime(
        attribute="lead.reminds_at", allow_none=True,
        metadata={"description": "When the customer is reminded of the next action"},
    )  # fmt: skip
    escalated_at = ma.fields.AwareDateTime(attribute="lead.escalated_at", allow_none=True)
    group_escalated_at = ma.fields.AwareDateTime(attribute="lead.group_escalated_at", allow_none=True)
    due_at = ma.fields.AwareDateTime(allow_none=True)
    overdue = ma.fields.Boolean()
    days_left = Whole(allow_none=True)
    attempts = Whole(attribute="lead.attempts")
    touched_at = ma.fields.AwareDateTime(attribute="lead.touched_at")
    reason = Text(attribute="lead.reason")
    price = ma.fields.Float(attribute="lead.price", allow_none=True)
    total = ma.fields.Float(attribute="lead.total", allow_none=True)
    gst_rate = ma.fields.Float(attribute="lead.gst_rate", allow_none=True)
    quoted_on = ma.fields.Date(attribute="lead.quoted_on", allow_none=True)
    quote_until = ma.fields.Date(attribute="lead.quote_until", allow_none=True)
    quote_opens = Whole(attribute="lead.quote_opens", metadata={"description": "How often its link was opened"})
    quote_opened_at = ma.fields.AwareDateTime(attribute="lead.quote_opened_at", allow_none=True)
    amount = ma.fields.Float(attribute="lead.amount", allow_none=True)
    policy_no = Text(attribute="lead.policy_no", allow_none=True)
    currency = Text(attribute="client.currency")
    created_at = ma.fields.AwareDateTime(attribute="lead.created_at")
    updated_at = ma.fields.AwareDateTime(attribute="lead.updated_at")
    closed_at = ma.fields.AwareDateTime(attribute="lead.closed_at", allow_none=True)
    revision = Whole(attribute="lead.revision")


LeadPageSchema = page_schema(LeadSchema)


class LeadTouchSchema(ResponseSchema):
    """Something that was done about a lead."""

    id = Id()
    at = ma.fields.AwareDateTime()
    kind = Text()
    event = Text()
    before = Text()
    after = Text()
    channel = Text()
    outcome = Text()
    note = Text()
    amount = ma.fields.Float(allow_none=True)
    due_at = ma.fields.AwareDateTime(allow_none=True)
    by = Text()
    medium = Text(metadata={"description": "The channel of a message", "enum": ["", *MESSAGE_CHANNELS]})
    with_quote = ma.fields.Boolean()
    delivery = Text(metadata={"enum": ["", *DELIVERIES]})
    failure = Text(metadata={"description": "Why it failed: an obstacle, or the provider's code"})
    sent_at = ma.fields.AwareDateTime(allow_none=True)
    delivered_at = ma.fields.AwareDateTime(allow_none=True)
    read_at = ma.fields.AwareDateTime(allow_none=True)
    replied_at = ma.fields.AwareDateTime(allow_none=True)


class LeadChannelSchema(ResponseSchema):
    """A channel, and why the customer cannot be written to by it; empty where they can."""

    channel = Text(metadata={"enum": list(MESSAGE_CHANNELS)})
    obstacle = Text(metadata={"enum": ["", *OBSTACLES]})


class LeadDraftSchema(ResponseSchema):
    """What a message to the customer begins with, in their language."""

    channels = ma.fields.List(ma.fields.Nested(LeadChannelSchema))
    language = Text()
    subject = Text()
    text = Text()
    quote_text = Text(allow_none=True, metadata={"description": "The text with the quote, if it can be sent"})
    sends_at = ma.fields.AwareDateTime(
        allow_none=True, metadata={"description": "When quiet hours end; null if it is sent at once"}
    )


class LeadPlanSchema(ResponseSchema):
    """The price of a plan for the vehicle."""

    years = Whole()
    price = ma.fields.Float()
    total = ma.fields.Float()
    up_to_km = Whole(allow_none=True)


class LeadTaxSchema(ResponseSchema):
    """A tax of a quote: IGST across states, else CGST and SGST."""

    kind = Text(metadata={"enum": ["cgst", "sgst", "igst"]})
    rate = ma.fields.Float()
    amount = ma.fields.Float()


class LeadPaymentSchema(ResponseSchema):
    """How a quote is paid by UPI: the address that opens an app, and its QR code."""

    link = Text(metadata={"example": "upi://pay?pa=dealer@bank&pn=Dealer&am=11800.00&cu=INR&tn=L-20418"})
    qr = Text(metadata={"description": "A picture in a data address"})


class LeadQuoteSchema(ResponseSchema):
    """The quote of a lead: the plans that can be bought, and whether the chosen price is still in force."""

    plans = ma.fields.List(ma.fields.Nested(LeadPlanSchema))
    prices = Text(allow_none=True)
    is_old = ma.fields.Boolean(metadata={"description": "Another price list is in force by now"})
    is_over = ma.fields.Boolean(metadata={"description": "Not valid any more"})
    supply_state = Text(metadata={"description": "The state that is supplied", "example": "Maharashtra"})
    taxes = ma.fields.List(ma.fields.Nested(LeadTaxSchema))
    payment = ma.fields.Nested(
        LeadPaymentSchema, allow_none=True, metadata={"description": "By UPI, where the client has an id"}
    )


class LeadReasonSchema(ResponseSchema):
    """A reason for which leads are lost."""

    code = Text()
    labels = ma.fields.Dict(keys=Text(), values=Text())
    possible = ma.fields.Boolean()


class LeadNeighboursSchema(ResponseSchema):
    """The open leads before and after it by their next action."""

    previous = Id(allow_none=True)
    next = Id(allow_none=True)


class LeadDetailSchema(LeadSchema):
    """A lead with what was done about it, its eligibility, its prices and possible duplicates."""

    touches = ma.fields.List(ma.fields.Nested(LeadTouchSchema))
    repeatable = ma.fields.List(
        Id(), metadata={"description": "Touches that are messages which failed by the account and can be sent again"}
    )
    eligibility = ma.fields.Nested(EligibilitySchema)
    quote = ma.fields.Nested(LeadQuoteSchema)
    reasons = ma.fields.List(ma.fields.Nested(LeadReasonSchema))
    duplicates = ma.fields.List(ma.fields.Nested(LeadSchema))
    undo_merge_until = ma.fields.AwareDateTime(allow_none=True)
    merged = Text(allow_none=True, metadata={"description": "The number of the duplicate whose merge can be undone"})
    may_reopen = ma.fields.Boolean()
    vehicle_id = Id(allow_none=True)
    neighbours = ma.fields.Nested(LeadNeighboursSchema)


class LeadStateSchema(ResponseSchema):
    """How many leads are in a state, and what they are worth."""

    state = Text(metadata={"enum": list(STATES)})
    total = Whole()
    worth = ma.fields.Float(allow_none=True)


class LeadColumnSchema(LeadStateSchema):
    """A column of the board."""

    items = ma.fields.List(ma.fields.Nested(LeadSchema))


class LeadBoardSchema(ResponseSchema):
    """Open leads by state with the first of each, and how many have ended."""

    columns = ma.fields.List(ma.fields.Nested(LeadColumnSchema))
    ended = ma.fields.List(ma.fields.Nested(LeadStateSchema))
    currency = Text()


class LeadLeakSchema(ResponseSchema):
    """A lead with one of its leaks."""

    lead = ma.fields.Nested(LeadSchema)
    reason = Text(metadata={"enum": list(LEAKS)})


class LeadLeakCountsSchema(ResponseSchema):
    """How many leads have each leak: one with two leaks counts once in `leads` and in the premium."""

    overdue = Whole()
    no_action = Whole()
    sla = Whole()
    expiring = Whole()
    leads = Whole()
    premium = ma.fields.Float()


class LeadLeakTotalsSchema(LeadLeakCountsSchema):
    """The same of all leads, and how many leads are open."""

    open = Whole()


class LeadLeakGroupSchema(LeadLeakCountsSchema):
    """The same of one outlet, city or owner, and since when the oldest is late."""

    id = Text(allow_none=True)
    name = Text()
    parent = Text(metadata={"description": "The dealer group of an outlet"})
    oldest_at = ma.fields.AwareDateTime(allow_none=True)


class LeadLateSchema(ResponseSchema):
    """How many overdue leads are late for so many days; no `before` is any longer time."""

    from_ = Whole(attribute="from", data_key="from")
    before = Whole(allow_none=True)
    leads = Whole()


class LeadEscalationSchema(ResponseSchema):
    """Leads that were not contacted in time, by whom was notified last."""

    outlet = Whole(metadata={"description": "Owner and managers of the outlet"})
    group = Whole(metadata={"description": "People of the dealer group"})


class LeadLeakPageSchema(PageSchema):
    """One page of leads with leaks; each lead has an item for each of its leaks, and counts once in `total`."""

    items = ma.fields.List(ma.fields.Nested(LeadLeakSchema))
    groups = ma.fields.List(ma.fields.Nested(LeadLeakGroupSchema))
    totals = ma.fields.Nested(LeadLeakTotalsSchema)
    late = ma.fields.List(ma.fields.Nested(LeadLateSchema))
    escalation = ma.fields.Nested(LeadEscalationSchema)
    currency = Text()


class LeadFiguresSchema(ResponseSchema):
    """The figures of a part of the tree."""

    counts = ma.fields.Dict(keys=Text(), values=Whole(), metadata={"example": {"new": 42, "won": 96}})
    won = Whole()
    conversion = ma.fields.Float(allow_none=True, metadata={"description": "won ÷ (won + lost + expired)"})
    premium = ma.fields.Float()
    overdue = Whole()


class LeadTreeOutletSchema(LeadFiguresSchema):
    """An outlet of the tree."""

    id = Id()
    name = Text()
    code = Text()


class LeadTreeCitySchema(LeadFiguresSchema):
    """A city of a dealer group with its outlets."""

    id = Id()
    name = Text()
    outlet_count = Whole()
    outlets = ma.fields.List(ma.fields.Nested(LeadTreeOutletSchema), metadata={"optional": True})


class LeadTreeParentSchema(LeadFiguresSchema):
    """A dealer group of the tree with its cities."""

    id = Id()
    name = Text()
    outlet_count = Whole()
    cities = ma.fields.List(ma.fields.Nested(LeadTreeCitySchema), metadata={"optional": True})


class LeadPeriodSchema(ResponseSchema):
    """What was won in the last days and in as many before them, and what was open when they began."""

    days = Whole()
    open_before = Whole()
    won = Whole()
    won_before = Whole()
    premium = ma.fields.Float()
    premium_before = ma.fields.Float()


class LeadTreeSchema(ResponseSchema):
    """Dealer groups, their cities and outlets with the leads of each."""

    parents = ma.fields.List(ma.fields.Nested(LeadTreeParentSchema))
    no_outlet = ma.fields.Nested(LeadFiguresSchema)
    totals = ma.fields.Nested(LeadFiguresSchema)
    period = ma.fields.Nested(LeadPeriodSchema)
    currency = Text()


class LeadChoicesSchema(ResponseSchema):
    """Who can own leads, and where they can go."""

    owners = ma.fields.List(ma.fields.Nested(LeadOwnerSchema))
    outlets = ma.fields.List(ma.fields.Nested(LeadPlaceSchema))
    states = ma.fields.List(Text(), metadata={"description": "Places of supply"})


class QuotePdfArgs(Schema):
    """The language of a quote."""

    hl = Text(load_default="en", validate=ma.validate.OneOf(("en", "hi")))


# ---- price lists and rules ----------------------------------------------------------------------------


class PriceRowSchema(Schema):
    """The price of a plan for the vehicles of a model."""

    model = _line(MODEL_LENGTH, load_default="", metadata={"description": "A code or a name; empty for every model"})
    years = Whole(required=True, validate=ma.validate.Range(1, MOST_YEARS))
    up_to_km = Whole(allow_none=True, load_default=None, validate=ma.validate.Range(1, MOST_KM))
    price = ma.fields.Float(required=True, validate=ma.validate.Range(0.01, MOST_AMOUNT))


class PriceListChangeSchema(Schema):
    """What of a draft can be changed; rows of a form that nobody filled in are left out."""

    @ma.pre_load
    def drop_blank(self, data: Any, **_kwargs: Any) -> Any:
        """Leave out rows without any value."""
        if not isinstance(data, dict) or not isinstance(data.get("rows"), list):
            return data
        rows = [row for row in data["rows"] if not isinstance(row, dict) or any(map(row.get, ("model", "price")))]
        return data | {"rows": rows}

    name = _line(60)
    gst_rate = ma.fields.Float(validate=ma.validate.Range(0, 50), metadata={"example": 18})
    valid_from = Day()
    rows = ma.fields.List(ma.fields.Nested(PriceRowSchema), validate=ma.validate.Length(min=1, max=ROWS))


class NewPriceListSchema(PriceListChangeSchema):
    """What a new price list needs."""

    client = Id(allow_none=True, load_default=None)
    name = _line(60, load_default="")
    product = Name(PRODUCT_LENGTH, load_default=PRODUCT)
    gst_rate = ma.fields.Float(required=True, validate=ma.validate.Range(0, 50), metadata={"example": 18})
    valid_from = Day(required=True)
    rows = ma.fields.List(ma.fields.Nested(PriceRowSchema), required=True, validate=ma.validate.Length(min=1, max=ROWS))


class PriceRowShownSchema(ResponseSchema):
    """The price of a plan for the vehicles of a model."""

    model = Text()
    years = Whole()
    up_to_km = Whole(allow_none=True)
    price = ma.fields.Float()


class PriceListSchema(ResponseSchema):
    """One version of a client's prices."""

    id = Id()
    client = Id(attribute="client_id")
    version = Whole()
    name = Text()
    product = Text()
    state = Text(metadata={"enum": ["draft", "published"]})
    gst_rate = ma.fields.Float()
    valid_from = ma.fields.Date()
    rows = ma.fields.List(ma.fields.Nested(PriceRowShownSchema))
    published_at = ma.fields.AwareDateTime(allow_none=True)
    published_by = Text()
    created_at = ma.fields.AwareDateTime()
    updated_at = ma.fields.AwareDateTime()
    revision = Whole()


PriceListPageSchema = page_schema(PriceListSchema)


class PriceListArgs(PageArgs):
    """Price lists are listed newest first, of a client and a state if asked for."""

    client = _maybe_id()
    state = Text(load_default="", validate=ma.validate.OneOf(["", "draft", "published"]))


class LeadShareSchema(Schema):
    """How many leads an outlet takes by turns."""

    outlet = Id(required=True)
    weight = Whole(load_default=1, validate=ma.validate.Range(0, 100))
    capacity = Whole(allow_none=True, load_default=None, validate=ma.validate.Range(0, 100_000))


class LeadRuleChangeSchema(Schema):
    """What a dealer group can settle."""

    first_days = Whole(validate=ma.validate.Range(0, 3650))
    last_days = Whole(validate=ma.validate.Range(0, 3650))
    most_km = Whole(validate=ma.validate.Range(1, MOST_KM))
    grace_days = Whole(validate=ma.validate.Range(0, 365))
    sla_minutes = Whole(validate=ma.validate.Range(1, 10_080))
    outlets = ma.fields.List(ma.fields.Nested(LeadShareSchema), validate=ma.validate.Length(max=1000))


class LeadShareShownSchema(ResponseSchema):
    """How many leads an outlet takes by turns."""

    outlet = Id()
    weight = Whole()
    capacity = Whole(allow_none=True)


class LeadRuleSchema(ResponseSchema):
    """The rule of a dealer group."""

    parent = ma.fields.Nested(LeadPlaceSchema)
    first_days = Whole(attribute="rule.first_days")
    last_days = Whole(attribute="rule.last_days")
    most_km = Whole(attribute="rule.most_km")
    grace_days = Whole(attribute="rule.grace_days")
    sla_minutes = Whole(attribute="rule.sla_minutes")
    outlets = ma.fields.List(ma.fields.Nested(LeadShareShownSchema))
    is_default = ma.fields.Boolean()
    revision = Whole(attribute="rule.revision")


LeadRulePageSchema = page_schema(LeadRuleSchema)
