"""What the conversation calls take and give."""

from marshmallow import fields
from marshmallow.validate import Length, OneOf

from app.conversations.arguments import FilterArgs
from app.conversations.evidence import OUTCOME_NAMES
from app.conversations.order import NEWEST_FIRST, SORT_NAMES
from app.reports.ranges import PATTERN
from app.schemas import Answer, DatesSchema, ListArgs, PageSchema, Text


class ConversationListArgs(FilterArgs, ListArgs):
    """Filters and page of the list."""

    sort = Text(load_default=NEWEST_FIRST, validate=OneOf(SORT_NAMES))


class NeighbourArgs(ConversationListArgs):
    """The list one conversation is read in; without a range its neighbours are of any time."""

    r = Text(load_default="", validate=Length(max=30), metadata={"pattern": f"^{PATTERN}?$"})


class NamedSchema(Answer):
    """Something by id and name."""

    id = fields.String(metadata={"example": "184723940127203328"})
    name = fields.String()


class ContactSchema(NamedSchema):
    """A contact: the name and the last digits of the number."""

    last4 = fields.String(allow_none=True)


class ListedBotSchema(NamedSchema):
    """A bot and its group."""

    group = fields.String()


class ConversationSchema(Answer):
    """A session in the list; instants have the offset of the list's zone."""

    id = fields.String()
    started_at = fields.String(metadata={"example": "2026-11-20T14:05:31.000+05:30"})
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
    language = fields.String()
    goals = fields.List(fields.String(), metadata={"description": "Goals reached, in order"})
    source_id = fields.String(allow_none=True)
    first_text = fields.String()
    snippet = fields.String(allow_none=True)


class ChoicesSchema(Answer):
    """What the list's filters offer."""

    bots = fields.List(fields.Nested(ListedBotSchema))
    channels = fields.List(fields.String())
    outcomes = fields.List(fields.String())


class ConversationPageSchema(PageSchema):
    """One page of the list."""

    items = fields.List(fields.Nested(ConversationSchema))
    as_of = fields.String(allow_none=True)
    zone = fields.String()
    range = fields.Nested(DatesSchema, allow_none=True)
    options = fields.Nested(ChoicesSchema)


class MessageSchema(Answer):
    """A message, redacted."""

    id = fields.String()
    speaker = fields.String(validate=OneOf(["user", "bot", "agent", "system"]))
    kind = fields.String()
    text = fields.String()
    at = fields.String()
    entities = fields.Dict(keys=fields.String())
    acts = fields.List(fields.Raw())


class TurnSchema(Answer):
    """A turn, how it was understood and what was said."""

    number = fields.Integer()
    intent = fields.String(allow_none=True)
    confidence = fields.Float(allow_none=True)
    fallback = fields.Boolean()
    cause = fields.String(allow_none=True)
    latency_ms = fields.Integer(allow_none=True)
    messages = fields.List(fields.Nested(MessageSchema))


class FactsSchema(Answer):
    """What else is known of a session."""

    bot_version = fields.Integer(allow_none=True)
    policy_version = fields.Integer()
    source = fields.String()
    goals = fields.List(fields.String())
    times_made_up = fields.Boolean()
    traffic = fields.String()


class NeighboursSchema(Answer):
    """The sessions beside this one in the list it was opened from."""

    previous = fields.String(allow_none=True)
    next = fields.String(allow_none=True)


class TranscriptSchema(ConversationSchema):
    """One conversation; `turns` are the turns themselves."""

    turns = fields.List(fields.Nested(TurnSchema))  # type: ignore[assignment]
    zone = fields.String()
    facts = fields.Nested(FactsSchema)
    neighbours = fields.Nested(NeighboursSchema)
