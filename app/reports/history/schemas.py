"""What the conversation calls take and give."""

from typing import Any

from marshmallow import fields, post_load
from marshmallow.validate import Length, OneOf

from app.analytics.evidence import FAILING, OUTCOME_NAMES, TURNS_OF
from app.conversations.models import ORIGINS
from app.conversations.provenance import FACTS
from app.core.http.schemas import DatesSchema, Id, ListArgs, PageSchema, ResponseSchema, Schema, Text
from app.reports.cards.card_schemas import ClippedSchema, GoneSchema, PlaceOptionSchema
from app.reports.filters.ranges import PATTERN
from app.reports.history.arguments import FilterArgs
from app.reports.history.clauses import KINDS
from app.reports.history.condition_schemas import ConditionSchema
from app.reports.history.fields import CAUSE
from app.reports.history.fixing import FIXES, Fix
from app.reports.history.order import NEWEST_FIRST, SORT_NAMES
from app.reports.reviews.review_schemas import ReviewSchema

ERASED = (
    "After how many days the client's policy erased what was said; 0: the client has ended, "
    "-1: the contact was forgotten, null: it is kept"
)


class ConversationListArgs(FilterArgs, ListArgs):
    """Filters and page of the list."""

    sort = Text(load_default=NEWEST_FIRST, validate=OneOf(SORT_NAMES))


class NeighbourArgs(ConversationListArgs):
    """The list one conversation is read in; without a range its neighbours are of any time."""

    r = Text(load_default="", validate=Length(max=30), metadata={"pattern": f"^{PATTERN}?$"})


class OptionArgs(FilterArgs):
    """The list whose values are counted, and what they are to be like."""

    q = Text(load_default="", validate=Length(max=120), metadata={"description": "What the values are like"})
    words = Text(load_default="", validate=Length(max=200), metadata={"description": "The `q` of the list"})


class FilterFieldSchema(ResponseSchema):
    """A field of the filter builder."""

    key = fields.String(metadata={"example": "outcome"})
    label = fields.String()
    type = fields.String(validate=OneOf(KINDS))
    operators = fields.List(fields.String())
    depends_on = fields.List(fields.String(), metadata={"description": "The fields that narrow its values first"})
    has_options = fields.Boolean(metadata={"description": "Whether its values can be listed"})
    words = fields.String(metadata={"description": "What its values are codes of; empty where they are words"})


class FilterFieldsSchema(ResponseSchema):
    """The fields of the conversation list, in their order, and how many conditions an address takes."""

    known = fields.List(fields.Nested(FilterFieldSchema), data_key="fields")
    most = fields.Integer()


class FilterOptionSchema(ResponseSchema):
    """A value of a field, and how many conversations have it under the other filters."""

    value = fields.String()
    label = fields.String()
    count = fields.Integer()


class FilterOptionsSchema(ResponseSchema):
    """The values of a field, the most frequent first, fifty at most."""

    items = fields.List(fields.Nested(FilterOptionSchema))


class NamedSchema(ResponseSchema):
    """Something by id and name."""

    id = fields.String(metadata={"example": "184723940127203328"})
    name = fields.String()


class ContactSchema(NamedSchema):
    """A contact: the name and the last digits of the number."""

    last4 = fields.String(allow_none=True)


class ListedBotSchema(NamedSchema):
    """A bot and its group."""

    group = fields.String()


class ConversationSchema(ResponseSchema):
    """A conversation in the list; instants have the offset of the list's zone."""

    id = fields.String()
    started_at = fields.String(metadata={"example": "2026-11-20T14:05:31.000+05:30"})
    estimated = fields.Boolean(metadata={"description": "Whether an import estimated the times"})
    ended_at = fields.String(allow_none=True)
    contact = fields.Nested(ContactSchema)
    bot = fields.Nested(ListedBotSchema)
    channel = fields.String()
    outlet = fields.Nested(NamedSchema, allow_none=True)
    outcome = fields.String(validate=OneOf(OUTCOME_NAMES))
    turns = fields.Integer()
    messages = fields.Integer()
    duration_ms = fields.Integer(allow_none=True)
    fallbacks = fields.Integer()
    csat = fields.Integer(allow_none=True)
    intent = fields.String(allow_none=True)
    intent_title = fields.String(allow_none=True)
    language = fields.String()
    goals = fields.List(fields.String(), metadata={"description": "Goals reached, in order"})
    source_id = fields.String(allow_none=True)
    first_text = fields.String()
    erased_days = fields.Integer(allow_none=True, metadata={"description": ERASED})
    version = fields.Integer(allow_none=True, metadata={"description": "Of the bot; null where the source has none"})
    traffic = fields.String(validate=OneOf(["real", "test"]))
    source = fields.String(metadata={"example": "live"})
    engaged = fields.Boolean()
    first_time = fields.Boolean(metadata={"description": "Whether it is the person's first engaged session"})
    messages_in = fields.Integer()
    messages_out = fields.Integer()
    agent_messages = fields.Integer()
    nlu_turns = fields.Integer(metadata={"description": "Turns of free text or speech"})
    failed_turns = fields.Integer()
    handoff = fields.String(allow_none=True)
    resolved = fields.Boolean(
        allow_none=True, metadata={"description": "Null until a session with a bot has ended, and of all others"}
    )
    last_node = fields.String(allow_none=True)
    snippet = fields.String(allow_none=True)
    tags = fields.List(fields.String())
    review = fields.Nested(ReviewSchema)


class ChoicesSchema(ResponseSchema):
    """What the list's filters offer."""

    bots = fields.List(fields.Nested(ListedBotSchema))
    places = fields.List(fields.Nested(PlaceOptionSchema))
    channels = fields.List(fields.String())
    outcomes = fields.List(fields.String())


class HiddenSchema(ResponseSchema):
    """Conversations of the range that the list leaves out for their estimated times."""

    estimated = fields.Integer()


class HoldsSchema(ResponseSchema):
    """What the number that led here counts in these conversations, where it does not count conversations."""

    what = fields.String(validate=OneOf([*TURNS_OF, FAILING, "named", "intent", CAUSE]))
    n = fields.Integer()


class RemovesMostSchema(ResponseSchema):
    """A filter of the address, or one of its conditions, and how many conversations there are without it."""

    key = fields.String()
    f = fields.String(allow_none=True)
    count = fields.Integer()


class ConversationPageSchema(PageSchema):
    """One page of the list."""

    items = fields.List(fields.Nested(ConversationSchema))
    conditions = fields.List(fields.Nested(ConditionSchema))
    intent_title = fields.String(allow_none=True, metadata={"description": "What `intent` of the address is called"})
    holds = fields.Nested(HoldsSchema, allow_none=True)
    removes_most = fields.Nested(
        RemovesMostSchema, allow_none=True, metadata={"description": "In an empty list: what keeps it so"}
    )
    masked = fields.Boolean(metadata={"description": "Whether contacts' names are shortened to their initials"})
    as_of = fields.String(allow_none=True)
    zone = fields.String()
    range = fields.Nested(DatesSchema, allow_none=True)
    excluded = fields.Nested(HiddenSchema)
    gone = fields.List(fields.Nested(GoneSchema))
    clipped = fields.Nested(
        ClippedSchema,
        allow_none=True,
        metadata={"description": "How many of the outlets asked for the reader may see, where that is not all"},
    )
    options = fields.Nested(ChoicesSchema)


class JourneySchema(ResponseSchema):
    """The latest other conversations of a contact, and how many there are."""

    items = fields.List(fields.Nested(ConversationSchema))
    total = fields.Integer()


class MessageSchema(ResponseSchema):
    """A message, redacted."""

    id = fields.String()
    speaker = fields.String(validate=OneOf(["user", "bot", "agent", "system"]))
    kind = fields.String()
    text = fields.String()
    at = fields.String()
    entities = fields.Dict(keys=fields.String())
    acts = fields.List(fields.Raw())
    erased_days = fields.Integer(allow_none=True, metadata={"description": ERASED})


class TurnSchema(ResponseSchema):
    """A turn, how it was understood and what was said."""

    number = fields.Integer()
    intent = fields.String(allow_none=True)
    intent_title = fields.String(allow_none=True)
    confidence = fields.Float(allow_none=True)
    fallback = fields.Boolean()
    cause = fields.String(allow_none=True)
    latency_ms = fields.Integer(allow_none=True)
    messages = fields.List(fields.Nested(MessageSchema))
    trace = fields.Dict(
        allow_none=True, metadata={"description": "How our own bot has come to its answer; null of others"}
    )


class FixSchema(Schema):
    """What a turn should have been: an intent, unless `what` says a value, an answer, or rightly not understood."""

    what = Text(load_default="intent", validate=OneOf(FIXES))
    intent = Text(load_default="", validate=Length(max=80))
    phrase = Text(
        load_default="", validate=Length(max=200), metadata={"description": "Taught in place of what was said"}
    )
    variable = Text(load_default="", validate=Length(max=64))
    value = Text(load_default="", validate=Length(max=500))
    answer = Text(load_default="", validate=Length(max=500))

    @post_load
    def make(self, data: dict[str, Any], **_kwargs: Any) -> Fix:
        """Return what was asked for, without what another kind of fix takes."""
        names = {"intent": ("intent", "phrase"), "value": ("variable", "value"), "answer": ("answer",), "none": ()}
        return Fix(what=data["what"], **{name: data[name].strip() for name in names[data["what"]]})


class TriedCaseSchema(ResponseSchema):
    """A case that passes now and would fail."""

    id = Id()
    name = fields.String()


class TriedSchema(ResponseSchema):
    """How the turn and the cases of the bot go on the working copy as a fix would change it."""

    passed = fields.Boolean(metadata={"description": "Whether the turn becomes what it should have been"})
    before = fields.String(allow_none=True, metadata={"description": "The intent on the working copy as it is"})
    intent = fields.String(allow_none=True)
    replies = fields.List(fields.String())
    cases = fields.Integer(metadata={"description": "The other cases of the bot"})
    passing = fields.Integer()
    broken = fields.List(fields.Nested(TriedCaseSchema))


class FixedSchema(ResponseSchema):
    """The phrase of the working copy and the case that a fixed turn has led to."""

    what = fields.String(validate=OneOf(FIXES))
    intent = fields.String()
    phrase = fields.String()
    added = fields.Boolean(metadata={"description": "False where the intent has had the phrase before"})
    case = Id()
    revision = fields.Integer(metadata={"description": "Of the working copy"})


class KnownSchema(ResponseSchema):
    """What is known of a conversation and what its source can tell at all."""

    times = fields.String(validate=OneOf(["measured", "estimated"]))
    people = fields.String(validate=OneOf(["known", "unknown"]))
    facts = fields.List(fields.String(validate=OneOf(FACTS)))
    imported = fields.Boolean()


class FactsSchema(ResponseSchema):
    """What else is known of a conversation."""

    bot_version = fields.Integer(allow_none=True)
    policy_version = fields.Integer()
    source = fields.String()
    goals = fields.List(fields.String())
    known = fields.Nested(KnownSchema)
    traffic = fields.String()
    origin = fields.String(allow_none=True, metadata={"enum": [*ORIGINS, None], "description": "How the person came"})
    referral = fields.String(
        allow_none=True,
        metadata={"description": "What brought the person: an advertisement, a link's payload, a campaign, a page"},
    )
    offer = fields.Nested(
        NamedSchema, allow_none=True,
        metadata={"description": "The offer that it began with the answer to, for readers of offers"},
    )  # fmt: skip


class NeighboursSchema(ResponseSchema):
    """The conversations beside this one in the list it was opened from."""

    previous = fields.String(allow_none=True)
    next = fields.String(allow_none=True)


class FixedTurnSchema(ResponseSchema):
    """A turn that was fixed, and what it should have been."""

    turn = fields.Integer()
    what = fields.String(validate=OneOf(FIXES))
    intent = fields.String()
    intent_title = fields.String(allow_none=True)


class TranscriptSchema(ConversationSchema):
    """One conversation; `turns` are the turns themselves."""

    turns = fields.List(fields.Nested(TurnSchema))  # type: ignore[assignment]
    fixed = fields.List(fields.Nested(FixedTurnSchema))
    intents = fields.List(
        fields.String(), metadata={"description": "What a turn can be fixed as, for readers who may change the bot"}
    )
    titles = fields.Dict(
        keys=fields.String(), values=fields.String(), metadata={"description": "What the bot's intents are called"}
    )
    zone = fields.String()
    facts = fields.Nested(FactsSchema)
    neighbours = fields.Nested(NeighboursSchema)
