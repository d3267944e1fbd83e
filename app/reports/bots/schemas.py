"""What the figures of bots look like in JSON."""

from marshmallow import fields
from marshmallow.validate import OneOf, Range

from app.bots.handlers.models import LATER
from app.channels.messaging.activity import PRESSING
from app.core.http.schemas import Id, ResponseSchema, Schema, Whole
from app.reports.cards.card_schemas import CardSchema
from app.reports.cards.lesson_schemas import TeachableSchema


class FallbackSchema(ResponseSchema):
    """A fallback rate with what it is counted from; no value where no session can tell."""

    value = fields.Float(allow_none=True)
    num = Whole()
    den = Whole()
    small = fields.Boolean()
    link = fields.String()


class BotHealthSchema(ResponseSchema):
    """How a bot did in the last seven complete days."""

    id = Id()
    sessions = Whole()
    days = fields.List(Whole(), metadata={"description": "Sessions of each day, the oldest first"})
    link = fields.String()
    fallback = fields.Nested(FallbackSchema)
    published_at = fields.AwareDateTime(allow_none=True)


class BotsHealthSchema(ResponseSchema):
    """How the bots of a page of the list did."""

    items = fields.List(fields.Nested(BotHealthSchema))
    as_of = fields.String(allow_none=True)


class NodeCountSchema(ResponseSchema):
    """How many conversations reached a node, and how many of them were given up or failed there."""

    node = fields.String()
    reached = Whole()
    left = Whole()


class NodeCountsSchema(ResponseSchema):
    """The nodes that conversations of the last seven days and today reached."""

    items = fields.List(fields.Nested(NodeCountSchema))


class TrafficArgs(Schema):
    """Of which version ways are counted; of the live one where none is named."""

    version = Whole(load_default=None, validate=Range(min=1, max=999_999_999))


class KindCallsSchema(ResponseSchema):
    """What came of the calls to one kind of handler."""

    kind = fields.String(metadata={"enum": list(LATER)})
    calls = Whole()
    answered = Whole()
    silent = Whole(metadata={"description": "Calls without an error that had no answer to give"})
    failed = Whole()
    refused = Whole(metadata={"description": "Calls that were not made as several before them had failed"})
    p95_ms = Whole(allow_none=True)


class HandlerCallsSchema(ResponseSchema):
    """The calls to a bot's handlers in the newest conversations of the last seven days and today."""

    conversations = Whole()
    read = Whole()
    items = fields.List(fields.Nested(KindCallsSchema))


class OutputTrafficSchema(ResponseSchema):
    """How many conversations left a node by one of its outputs."""

    key = fields.String(metadata={"description": "The output's path; an option's is `options/` and its id"})
    taken = Whole(
        allow_none=True,
        metadata={"description": "Null where another output leads to the same, and after a jump that comes back"},
    )


class NodeTrafficSchema(ResponseSchema):
    """How many conversations reached a node, and by which outputs they left it."""

    node = fields.String()
    reached = Whole()
    outputs = fields.List(fields.Nested(OutputTrafficSchema))


class TrafficSchema(ResponseSchema):
    """The ways through a version in the last seven complete days and today."""

    version = Whole(allow_none=True, metadata={"description": "Null where no version is live"})
    conversations = Whole()
    read = Whole(metadata={"description": "Of them the newest that were counted"})
    items = fields.List(fields.Nested(NodeTrafficSchema))


class BotHourSchema(ResponseSchema):
    """Conversations of one hour of the day, none yet of one to come, and how many are usual."""

    hour = Whole()
    value = Whole(allow_none=True)
    usual = fields.Float(allow_none=True)
    running = fields.Boolean()


class BotTodaySchema(ResponseSchema):
    """The day under way beside the median of its weekday in the last eight weeks; null of too few weeks."""

    day = fields.Date()
    zone = fields.String()
    value = Whole()
    usual = fields.Float(allow_none=True)
    usual_day = fields.Float(allow_none=True)
    weeks = Whole()
    delta = fields.Float(allow_none=True)
    delta_unit = fields.String(validate=OneOf(["percent", "count", "new", "none"]))
    link = fields.String()
    hours = fields.List(fields.Nested(BotHourSchema))


class BotAccountSchema(ResponseSchema):
    """An account or website of a bot that customers use."""

    name = fields.String()
    state = fields.String(metadata={"enum": list(PRESSING)})
    last_at = fields.AwareDateTime(allow_none=True, metadata={"description": "When it last heard of a customer"})


class BotChannelFiguresSchema(ResponseSchema):
    """A channel of a bot: its sessions, and its accounts, of which those that ask for most are first."""

    channel = fields.String()
    sessions = Whole()
    link = fields.String(allow_none=True)
    accounts = fields.List(fields.Nested(BotAccountSchema))


class BotVersionFiguresSchema(ResponseSchema):
    """How a version did in the last ninety complete days and today."""

    number = Whole()
    fallback = fields.Nested(FallbackSchema)


class BotFiguresSchema(ResponseSchema):
    """The figures of a bot's page: its day, and cards of the dashboard over the last seven complete days."""

    as_of = fields.String(allow_none=True)
    visible = fields.Boolean(metadata={"description": "False where the reader sees no conversations of the bot"})
    today = fields.Nested(BotTodaySchema)
    cards = fields.List(fields.Nested(CardSchema))
    channels = fields.List(fields.Nested(BotChannelFiguresSchema))
    versions = fields.List(fields.Nested(BotVersionFiguresSchema), metadata={"description": "The newest first"})
    excluded_test = Whole()


class SplitRateSchema(ResponseSchema):
    """A rate of one version, and its 95 % interval in per cent; null under 30."""

    id = fields.String()
    value = fields.Float(allow_none=True)
    num = Whole()
    den = Whole()
    low = fields.Float(allow_none=True)
    high = fields.Float(allow_none=True)


class SplitVersionSchema(ResponseSchema):
    """One version of a traffic split."""

    version = Whole()
    share = Whole()
    sessions = Whole()
    rates = fields.List(fields.Nested(SplitRateSchema))


class SplitDifferenceSchema(ResponseSchema):
    """By how many points the version's rate is higher than that of the live one; null significance under 30."""

    id = fields.String()
    delta = fields.Float(allow_none=True)
    significant = fields.Boolean(allow_none=True)
    better = fields.Boolean(allow_none=True, metadata={"description": "Null where it is no more than chance"})


class BotSplitFiguresSchema(ResponseSchema):
    """How the versions of a traffic split did in the conversations that began while it ran."""

    until = fields.AwareDateTime()
    versions = fields.List(fields.Nested(SplitVersionSchema))
    differences = fields.List(fields.Nested(SplitDifferenceSchema))


class MissesArgs(Schema):
    """How many groups are wanted."""

    most = Whole(load_default=5, validate=Range(1, 50))


class MissSchema(ResponseSchema):
    """A text that was not understood, and where it was said."""

    text = fields.String()
    conversation = fields.String()
    turn = Whole()
    link = fields.String()


class MissGroupSchema(TeachableSchema):
    """Texts that say nearly the same."""

    turns = Whole()
    conversations = Whole()
    examples = fields.List(fields.Nested(MissSchema))


class MissesSchema(ResponseSchema):
    """What a bot did not understand in the last seven complete days, the most frequent first."""

    turns = Whole()
    read = Whole()
    groups = Whole()
    link = fields.String()
    items = fields.List(fields.Nested(MissGroupSchema))
