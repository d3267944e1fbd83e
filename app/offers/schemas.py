"""What offers, their recipients and consents look like in JSON."""

from typing import Any

import marshmallow as ma
from flask_smorest.fields import Upload

from app.bots.catalog.models import GROUPS
from app.conversations.masking import mask_name, may_see_names
from app.core.http.schemas import (
    LANGUAGE_KEY,
    ClockMoment,
    Id,
    Line,
    ListArgs,
    Moment,
    Name,
    PageSchema,
    ResponseSchema,
    Schema,
    Text,
    Whole,
    page_schema,
)
from app.core.languages import SPOKEN
from app.offers import audience, messages
from app.offers.models import (
    CHANNELS,
    CONSENT_STATES,
    GOAL_LENGTH,
    NAME_LENGTH,
    REASON_LENGTH,
    RECIPIENT_STATES,
    SEGMENT_LENGTH,
    STAGES,
    STATES,
    TYPES,
)
from app.offers.results import VERDICTS
from app.offers.service import BY_PEOPLE, VIEWS

OneOf, Range, Length = ma.validate.OneOf, ma.validate.Range, ma.validate.Length


# ---- parts --------------------------------------------------------------------------------------------


class OfferTextSchema(Schema):
    """What a person reads in one language; mails have a subject."""

    subject = Line(load_default="", validate=Length(max=150))
    text = Text(load_default="", validate=Length(max=10_000), metadata={"example": "Hello {{first_name}}, …"})


def _message(**more: Any) -> ma.fields.Dict:
    return ma.fields.Dict(keys=Text(validate=LANGUAGE_KEY), values=ma.fields.Nested(OfferTextSchema), **more)


LanguagesSchema = Schema.from_dict(
    {language: ma.fields.Nested(OfferTextSchema) for language in SPOKEN}, name="OfferMessageSchema"
)
"""A message by language."""


class VariantSchema(Schema):
    """One of several messages between which recipients are split by weight."""

    id = Text(required=True, validate=OneOf(["a", "b", "c", "d"]))
    weight = Whole(load_default=1, validate=Range(1, 100))
    message = ma.fields.Nested(LanguagesSchema, load_default=dict)


class FilterSchema(Schema):
    """One condition of an audience."""

    field = Text(required=True, validate=OneOf(list(audience.FIELDS)))
    op = Text(required=True, validate=OneOf(list(audience.OPERATORS)))
    value = ma.fields.Raw(
        load_default=None, allow_none=True,
        metadata={"description": "A number, two numbers, or a list of codes or ids; text parts them by commas"},
    )  # fmt: skip


class NamedFilterSchema(FilterSchema):
    """A condition with what its values are called."""

    labels = ma.fields.List(Text())


class FrequencyCapSchema(Schema):
    """At most so many offers to one person within so many days."""

    count = Whole(required=True, validate=Range(1, 20))
    days = Whole(required=True, validate=Range(1, 90))


def _filters(**more: Any) -> Any:
    return ma.fields.List(ma.fields.Nested(FilterSchema), validate=Length(max=audience.MOST_FILTERS), **more)


def _segment(**more: Any) -> Text:
    return Text(
        allow_none=True, validate=Length(max=SEGMENT_LENGTH),
        metadata={
            "description": "The address of a list of conversations or people, or of a funnel with `reached` or "
            "`stopped`, to whose people the audience is cut, as they are at the time",
            "example": "/reports/contacts?r=last_28_days&is=new",
        }, **more,
    )  # fmt: skip


# ---- offers -------------------------------------------------------------------------------------------


class OfferChangeSchema(Schema):
    """What of an offer can be changed; keys left out stay as they are."""

    name = Name(NAME_LENGTH)
    group = Text(validate=OneOf(GROUPS))
    type = Text(validate=OneOf(TYPES))
    goal = Name(GOAL_LENGTH, metadata={"description": "`visit` for a job card, or the name of a bot's goal"})
    bot = Id(allow_none=True)
    channel = Text(validate=OneOf(CHANNELS))
    message = ma.fields.Nested(LanguagesSchema)
    variants = ma.fields.List(ma.fields.Nested(VariantSchema), validate=Length(max=messages.MOST_VARIANTS))
    audience = _filters()
    contacts = Id(allow_none=True, metadata={"description": "The uploaded list that the audience is cut to"})
    exclusions = Id(allow_none=True, metadata={"description": "The uploaded list of customers who are left out"})
    segment = _segment()
    outlets = ma.fields.List(Id(), allow_none=True, validate=Length(max=5_000))
    start = ClockMoment(allow_none=True)
    end = ClockMoment(allow_none=True)
    throttle_per_s = Whole(validate=Range(1, 500))
    frequency_cap = ma.fields.Nested(FrequencyCapSchema)
    holdout = Whole(validate=Range(0, 20))
    budget = ma.fields.Float(
        allow_none=True, validate=Range(0, 1_000_000_000),
        metadata={"description": "What the messages may cost: before they cost more, the offer pauses"},
    )  # fmt: skip
    message_price = ma.fields.Float(
        allow_none=True, validate=Range(0, 10_000),
        metadata={"description": "What the provider charges for a message, in the client's currency"},
    )  # fmt: skip
    attribution_days = Whole(validate=Range(1, 90))

    @ma.pre_load
    def take_empty(self, data: Any, **_kwargs: Any) -> Any:
        """Take a form's empty fields as none, and its rows without a field as no conditions."""
        if not isinstance(data, dict):
            return data
        names = ("bot", "budget", "message_price", "segment")
        data = data | {name: None for name in names if data.get(name) == ""}
        if isinstance(rows := data.get("audience"), list):
            data["audience"] = [row for row in rows if not isinstance(row, dict) or row.get("field") != ""]
        return data


class NewOfferSchema(OfferChangeSchema):
    """What a new offer needs; the rest can follow while it is a draft."""

    name = Name(NAME_LENGTH, required=True)
    client = Id(required=True)
    group = Text(load_default="service", validate=OneOf(GROUPS))
    type = Text(load_default="service", validate=OneOf(TYPES))
    goal = Name(GOAL_LENGTH, load_default="visit")
    channel = Text(load_default="email", validate=OneOf(CHANNELS))


class OfferPlaceSchema(ResponseSchema):
    """Something by id and name."""

    id = Id()
    name = Text()


class OfferOwnerSchema(ResponseSchema):
    """The person who answers for an offer."""

    id = Id()
    name = Text(attribute="full_name")
    avatar = Text()


class OfferCountsSchema(ResponseSchema):
    """How many recipients there are and how far they came; empty before it starts.

    `all` counts those left out and held back as well.
    """

    all, recipients, delivered, clicked, converted = (Whole(metadata={"optional": True}) for _ in range(5))


class CampaignOfferSchema(ResponseSchema):
    """An offer as lists show it."""

    id = Id(attribute="offer.id")
    name = Text(attribute="offer.name")
    client = ma.fields.Nested(OfferPlaceSchema)
    group = Text(attribute="offer.group")
    type = Text(attribute="offer.type", metadata={"enum": list(TYPES)})
    goal = Text(attribute="offer.goal")
    bot = Id(attribute="offer.bot_id", allow_none=True)
    channel = Text(attribute="offer.channel", metadata={"enum": list(CHANNELS)})
    state = Text(attribute="offer.state", metadata={"enum": list(STATES)})
    state_at = ma.fields.AwareDateTime(attribute="offer.state_at")
    state_reason = Text(allow_none=True)
    paused_by = Text(attribute="offer.paused_by_guard", allow_none=True)
    start = ma.fields.AwareDateTime(attribute="offer.start", allow_none=True)
    end = ma.fields.AwareDateTime(attribute="offer.end", allow_none=True)
    owner = ma.fields.Nested(OfferOwnerSchema, allow_none=True)
    counts = ma.fields.Nested(OfferCountsSchema)
    revenue = ma.fields.Float(allow_none=True)
    currency = Text(attribute="client.currency")
    possible = ma.fields.List(Text(), metadata={"description": f"Of {', '.join(BY_PEOPLE)}"})
    created_at = ma.fields.AwareDateTime(attribute="offer.created_at")
    updated_at = ma.fields.AwareDateTime(attribute="offer.updated_at")
    revision = Whole(attribute="offer.revision")


class CampaignOfferDetailSchema(CampaignOfferSchema):
    """An offer with its messages, audience and limits."""

    message = _message(attribute="offer.message")
    variants = ma.fields.List(ma.fields.Nested(VariantSchema), attribute="offer.variants")
    audience = ma.fields.List(ma.fields.Nested(NamedFilterSchema))
    zone = Text(attribute="client.zone", metadata={"description": "In which a start and an end without a zone are"})
    contacts = Id(attribute="offer.list_id", allow_none=True)
    exclusions = Id(attribute="offer.excluded_list_id", allow_none=True)
    segment = Text(
        allow_none=True, metadata={"description": "The report of the people; without filters for readers of less"}
    )
    outlets = ma.fields.List(Text(), allow_none=True)
    throttle_per_s = Whole(attribute="offer.throttle_per_s")
    frequency_cap = ma.fields.Nested(FrequencyCapSchema, attribute="offer.frequency_cap")
    holdout = Whole(attribute="offer.holdout")
    budget = ma.fields.Float(attribute="offer.budget", allow_none=True)
    message_price = ma.fields.Float(attribute="offer.message_price", allow_none=True)
    attribution_days = Whole(attribute="offer.attribution_days")
    senders = ma.fields.List(
        ma.fields.Nested(OfferPlaceSchema), metadata={"description": "Bots whose accounts can send it by its channel"}
    )
    goals = ma.fields.List(
        Text(), metadata={"description": "Goals of the client's bots that can count as success in place of a visit"}
    )
    longest = Whole(metadata={"description": "How long a message may be", "example": 1024})
    warning = Text(
        metadata={"description": "What would keep its messages from being sent by now; empty where nothing would"}
    )
    checks = ma.fields.Dict(
        keys=Text(), values=ma.fields.List(Text()),
        metadata={"description": "What keeps a draft from being submitted, by field"},
    )  # fmt: skip


ViewCountsSchema = ResponseSchema.from_dict({name: Whole() for name in ("all", *VIEWS)}, name="ViewCountsSchema")


class OfferListArgs(ListArgs):
    """Offers are listed with the newest first, of a view and a client if asked for."""

    view = Text(load_default="", validate=OneOf(["", *VIEWS]))
    client = Id(allow_none=True, load_default=None)


class CampaignOfferPageSchema(PageSchema):
    """One page of offers, and how many there are in each view."""

    items = ma.fields.List(ma.fields.Nested(CampaignOfferSchema))
    views = ma.fields.Nested(ViewCountsSchema)


class OfferReasonSchema(Schema):
    """Why."""

    reason = Line(load_default="", validate=Length(max=REASON_LENGTH))


class NeededOfferReasonSchema(Schema):
    """Why, which must be given."""

    reason = Name(REASON_LENGTH, required=True)


class OfferTestSchema(Schema):
    """Which message is sent to the writer's own address."""

    language = Text(load_default="en", validate=OneOf(SPOKEN))
    variant = Text(load_default="a", validate=OneOf(["a", "b", "c", "d"]))


class SentTestSchema(ResponseSchema):
    """Where a test was sent."""

    to = Text()


# ---- audience -----------------------------------------------------------------------------------------


class AudienceSchema(Schema):
    """Whom an offer would ask."""

    client = Id(allow_none=True, load_default=None)
    channel = Text(load_default="email", validate=OneOf(CHANNELS))
    filters = _filters(load_default=list)
    contacts = Id(allow_none=True, load_default=None)
    exclusions = Id(allow_none=True, load_default=None)
    segment = _segment(load_default=None)
    outlets = ma.fields.List(Id(), allow_none=True, load_default=None, validate=Length(max=5_000))
    frequency_cap = ma.fields.Nested(FrequencyCapSchema)
    offer = Id(allow_none=True, load_default=None)


class AudiencePersonSchema(ResponseSchema):
    """A person of an audience: masked without the right to reveal personal data."""

    contact = Id(attribute="contact_id")
    customer = Id(attribute="customer.id")
    name = ma.fields.Function(
        lambda row: row["customer"].name if may_see_names() else mask_name(row["customer"].name),
        metadata={"type": "string"},
    )
    last4 = Text(attribute="customer.last4")
    model = ma.fields.Function(lambda row: row["vehicle"].model if row["vehicle"] else "", metadata={"type": "string"})
    labels = ma.fields.Dict(keys=Text(), values=Text(), metadata={"description": "What the model is called"})
    outlet = Id(attribute="outlet_id", allow_none=True)
    language = Text()


class OverlapSchema(ResponseSchema):
    """Another offer under way, and how many of the audience it asks as well."""

    offer = ma.fields.Nested(OfferPlaceSchema)
    count = Whole()


AudienceExclusionsSchema = ResponseSchema.from_dict(
    {name: Whole() for name in ("no_consent", "opted_out", "duplicate", "invalid_address", "frequency_cap",
                                "excluded")},
    name="AudienceExclusionsSchema",
)  # fmt: skip


class SegmentSchema(ResponseSchema):
    """The people of a report whose audience is asked for, and why some of them are not in it."""

    people = Whole()
    sessions = Whole(metadata={"description": "Of how many sessions the people are"})
    other_clients = Whole(metadata={"description": "People of other clients"})
    no_customer = Whole(metadata={"description": "People without a customer record"})
    unfit = Whole(metadata={"description": "Customers whom the other conditions do not fit"})


class CountedAudienceSchema(ResponseSchema):
    """How many would be asked, a sample of them, why others would not be, and who else asks them."""

    count = Whole()
    matched = Whole(metadata={"description": "Customers whom the conditions fit"})
    sample = ma.fields.List(ma.fields.Nested(AudiencePersonSchema))
    excluded = ma.fields.Nested(AudienceExclusionsSchema)
    languages = ma.fields.Dict(keys=Text(), values=Whole())
    overlap = ma.fields.List(ma.fields.Nested(OverlapSchema))
    segment = ma.fields.Nested(SegmentSchema, allow_none=True)


class PlannedSpanSchema(ResponseSchema):
    """A time in which messages go out."""

    start = ma.fields.AwareDateTime()
    end = ma.fields.AwareDateTime()
    messages = Whole()


class SendPlanSchema(ResponseSchema):
    """When how many messages would go out at the most that the offer allows."""

    messages = Whole(metadata={"description": "To be sent in all"})
    spans = ma.fields.List(ma.fields.Nested(PlannedSpanSchema))
    unsent = Whole(metadata={"description": "Messages that cannot be sent before the offer ends"})


class OfferAudienceSchema(CountedAudienceSchema):
    """An offer's stored audience, and what keeps a draft from being submitted to it."""

    checks = ma.fields.List(Text())
    plan = ma.fields.Nested(
        SendPlanSchema, allow_none=True, metadata={"description": "An estimate; null where nothing is sent by a clock"}
    )


class ListFiles(ma.Schema):
    """A CSV file with a column `phone` or `email`."""

    file = Upload(required=True)


class ListForm(Schema):
    """Whose customers a list is of."""

    client = Id(required=True)


class OfferListSchema(ResponseSchema):
    """An uploaded list: rows that name a customer, that name none, and that name one again."""

    id = Id()
    name = Text()
    matched = Whole()
    unknown_rows = Whole(data_key="unknown", attribute="unknown")
    doubled = Whole()


# ---- results ------------------------------------------------------------------------------------------


class StageSchema(ResponseSchema):
    """A stage with all who have reached it or a later one; `reported` is false where the channel cannot tell."""

    id = Text()
    count = Whole()
    rate = ma.fields.Float(allow_none=True, metadata={"description": "Percent of those delivered"})
    reported = ma.fields.Boolean()


class LiftSchema(ResponseSchema):
    """Who converted of those sent to and of those held back, in percent, with the 95 % interval of the difference."""

    treated = ma.fields.Float()
    holdout = ma.fields.Float()
    difference = ma.fields.Float()
    low = ma.fields.Float()
    high = ma.fields.Float()


class VariantResultSchema(ResponseSchema):
    """How one variant did; the interval is of the share converted."""

    id = Text()
    delivered = Whole()
    clicked = Whole()
    converted = Whole()
    low = ma.fields.Float(allow_none=True)
    high = ma.fields.Float(allow_none=True)


class WinnerSchema(ResponseSchema):
    """Which message did best, by a rule that is fixed before anything is sent."""

    state = Text(
        metadata={
            "enum": list(VERDICTS),
            "description": "`counting` until the offer is complete; `few` where a message has reached too few; `none` "
            "where the best is within chance; else `decided`",
        }
    )
    variant = Text(allow_none=True)
    needed = Whole(metadata={"description": "Delivered of each message, at least"})


class GuardSchema(ResponseSchema):
    """A limit that pauses an offer, with its present value."""

    id = Text()
    value = ma.fields.Float()
    limit = ma.fields.Float()
    n = Whole()
    exceeded = ma.fields.Boolean()


class OfferFunnelSchema(ResponseSchema):
    """What came of an offer."""

    stages = ma.fields.List(ma.fields.Nested(StageSchema))
    failed = ma.fields.Dict(keys=Text(), values=Whole())
    skipped = ma.fields.Dict(keys=Text(), values=Whole())
    opted_out = Whole()
    held_back = Whole()
    queued = Whole()
    cost = ma.fields.Float(
        allow_none=True, metadata={"description": "Of the messages accepted; null where their price is not known"}
    )
    revenue = ma.fields.Float(
        allow_none=True, metadata={"description": "Of the visits; null where the goal says nothing of amounts"}
    )
    roi = ma.fields.Float(
        allow_none=True, metadata={"description": "Revenue less cost, in percent of the cost; null without both"}
    )
    lift = ma.fields.Nested(LiftSchema, allow_none=True)
    variants = ma.fields.List(ma.fields.Nested(VariantResultSchema))
    winner = ma.fields.Nested(WinnerSchema, allow_none=True)
    guards = ma.fields.List(ma.fields.Nested(GuardSchema))
    final = ma.fields.Boolean()


class RecipientListArgs(ListArgs):
    """Recipients are listed in the order they were written down, of a state or a stage if asked for."""

    state = Text(load_default="", validate=OneOf(["", *RECIPIENT_STATES, "delivered", "opted_out"]))
    outlet = Id(allow_none=True, load_default=None)
    variant = Text(load_default="", validate=OneOf(["", "a", "b", "c", "d"]))
    language = Text(load_default="", validate=OneOf(["", *SPOKEN]))


class RecipientContactSchema(ResponseSchema):
    """Who a recipient is."""

    id = Id()
    name = Text()
    last4 = Text()


TimesSchema = ResponseSchema.from_dict(
    {name: ma.fields.AwareDateTime(allow_none=True) for name in STAGES}, name="RecipientTimesSchema"
)


class OfferRecipientSchema(ResponseSchema):
    """A recipient with what happened and when."""

    id = Id(attribute="recipient.id")
    contact = ma.fields.Nested(RecipientContactSchema)
    customer = Id(attribute="recipient.customer_id")
    outlet = ma.fields.Nested(OfferPlaceSchema, allow_none=True)
    state = Text(attribute="recipient.state", metadata={"enum": list(RECIPIENT_STATES)})
    reason = Text(attribute="recipient.reason", allow_none=True)
    variant = Text(attribute="recipient.variant")
    language = Text(attribute="recipient.language")
    opted_out = ma.fields.Boolean(attribute="recipient.opted_out")
    times = ma.fields.Nested(TimesSchema, attribute="recipient.times")
    revenue = ma.fields.Float(attribute="recipient.revenue", allow_none=True)
    conversation = Id(
        attribute="conversation.id", allow_none=True, dump_default=None,
        metadata={"description": "The one that began with the answer, where the reader may see it"},
    )  # fmt: skip


RecipientCountsSchema = ResponseSchema.from_dict(
    {view: Whole() for view in ("all", *RECIPIENT_STATES, "delivered", "opted_out")}, name="RecipientCountsSchema"
)  # fmt: skip


class OfferRecipientPageSchema(PageSchema):
    """One page of recipients, and how many that fit otherwise there are in each state and stage."""

    items = ma.fields.List(ma.fields.Nested(OfferRecipientSchema))
    views = ma.fields.Nested(RecipientCountsSchema)
    outlets = ma.fields.List(
        ma.fields.Nested(OfferPlaceSchema), metadata={"description": "The outlets of its recipients, by name"}
    )


# ---- consents -----------------------------------------------------------------------------------------


class ConsentEntrySchema(ResponseSchema):
    """One entry of the ledger."""

    id = Id()
    contact = Id(attribute="contact_id")
    channel = Text()
    state = Text(metadata={"enum": list(CONSENT_STATES)})
    source = Text()
    offer = Id(attribute="offer_id", allow_none=True)
    at = ma.fields.AwareDateTime()


ConsentEntryPageSchema = page_schema(ConsentEntrySchema)


class NewConsentEntrySchema(Schema):
    """What a person has agreed to or refused, by which channel, and how that is known."""

    channel = Text(required=True, validate=OneOf(CHANNELS))
    state = Text(required=True, validate=OneOf(CONSENT_STATES))
    source = Name(60, required=True, metadata={"example": "Form at the outlet"})
    at = Moment(allow_none=True, load_default=None)


class ConsentImportForm(Schema):
    """Whose customers a file of consents is of, by which channel and from which source."""

    client = Id(required=True)
    channel = Text(load_default="email", validate=OneOf(CHANNELS))
    state = Text(load_default="opted_in", validate=OneOf(CONSENT_STATES))
    source = Name(60, required=True)


class ConsentImportSchema(ResponseSchema):
    """What a file of consents holds: rows that name a customer, that name none, and that name one again."""

    matched = Whole()
    unknown_rows = Whole(data_key="unknown", attribute="unknown")
    doubled = Whole()


class CodeSchema(Schema):
    """The code of a mail's link."""

    code = Text(required=True, validate=Length(max=40))


class UnsubscribeSchema(ResponseSchema):
    """Whose mails a person opts out of, and whether they have."""

    client = Text()
    channel = Text()
    opted_out = ma.fields.Boolean()
