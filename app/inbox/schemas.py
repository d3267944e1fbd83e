"""What hand-offs look like in JSON."""

import marshmallow as ma

from app.conversations.masking import mask_name, may_see_names
from app.core.http.schemas import (
    Id,
    NonBlankText,
    PageArgs,
    PageSchema,
    ResponseSchema,
    Schema,
    Switch,
    Text,
    Whole,
)
from app.core.security.visitor import can
from app.inbox.models import STATES
from app.inbox.people import is_available
from app.inbox.service import TEXT_LENGTH


class HandoffListArgs(PageArgs):
    """Hand-offs are listed by how long they wait, the longest first."""

    state = Text(load_default="open", validate=ma.validate.OneOf(["open", "all", *STATES]))
    queue = Text(load_default=None, validate=ma.validate.Length(max=60))
    outlet = Id(load_default=None)


class HandoffBotSchema(ResponseSchema):
    """Something by id and name."""

    id = Id()
    name = Text()


class HandoffContactSchema(ResponseSchema):
    """Who waits: the name, shortened for readers without the right to it, and the last digits of the number."""

    id = Id()
    name = ma.fields.Function(
        lambda contact: contact.name if may_see_names() else mask_name(contact.name), metadata={"type": "string"}
    )
    last4 = Text()
    language = Text()


class AgentSchema(ResponseSchema):
    """Who answers, and whether they are available."""

    id = Id()
    name = Text(attribute="full_name")
    available = ma.fields.Function(is_available, metadata={"type": "boolean"})


class HandoffSchema(ResponseSchema):
    """A hand-off in a list."""

    id = Id(attribute="handoff.id")
    state = Text(attribute="handoff.state", metadata={"enum": list(STATES)})
    conversation = Id(attribute="handoff.conversation_id")
    channel = Text(attribute="handoff.channel")
    queue = Text(attribute="handoff.queue")
    waiting_since = ma.fields.AwareDateTime(attribute="handoff.requested_at")
    due_at = ma.fields.AwareDateTime(attribute="handoff.due_at")
    accepted_at = ma.fields.AwareDateTime(attribute="handoff.accepted_at", allow_none=True)
    ended_at = ma.fields.AwareDateTime(attribute="handoff.ended_at", allow_none=True)
    said_at = ma.fields.AwareDateTime(attribute="handoff.said_at")
    awaits_agent = ma.fields.Boolean(attribute="handoff.awaits_agent")
    bot = ma.fields.Nested(HandoffBotSchema)
    contact = ma.fields.Nested(HandoffContactSchema)
    agent = ma.fields.Nested(AgentSchema, allow_none=True)
    outlet = ma.fields.Nested(HandoffBotSchema, allow_none=True)
    last_text = Text(metadata={"description": "What the visitor has said last"})
    revision = Whole(attribute="handoff.revision")


class HandoffPageSchema(PageSchema):
    """A page of hand-offs."""

    items = ma.fields.List(ma.fields.Nested(HandoffSchema))
    counts = ma.fields.Dict(keys=Text(), values=Whole())
    queues = ma.fields.List(Text(), metadata={"description": "The queues of what is open"})
    outlets = ma.fields.List(
        ma.fields.Nested(HandoffBotSchema), metadata={"description": "The outlets of what is open"}
    )


class HandoffMessageSchema(ResponseSchema):
    """Something said in the conversation, redacted."""

    id = Id()
    speaker = Text(metadata={"enum": ["user", "bot", "agent", "system"]})
    kind = Text()
    text = Text()
    name = ma.fields.Function(lambda message: (message.extra or {}).get("agent", ""), metadata={"type": "string"})
    what = ma.fields.Function(
        lambda message: (message.extra or {}).get("what", "") if message.kind == "handoff" else "",
        metadata={"type": "string", "description": "What a person has done, of a note of kind handoff"},
    )
    fallback = ma.fields.Function(
        lambda message: bool((message.marks or {}).get("cause")), metadata={"type": "boolean"}
    )
    document = ma.fields.Function(
        lambda message: (message.extra or {}).get("document") if can("read", "Master") else None,
        metadata={"type": ["string", "null"], "description": "The customer document of a file that the visitor sent"},
    )
    at = ma.fields.AwareDateTime(attribute="sent_at")


class HandoffNoteSchema(ResponseSchema):
    """What a person of the inbox has noted; the visitor does not see it."""

    id = Id()
    author = Text()
    text = Text()
    at = ma.fields.AwareDateTime()


class GreetingSchema(ResponseSchema):
    """What the bot said before the visitor's first word, redacted."""

    id = Id()
    text = Text()
    at = ma.fields.AwareDateTime()


class KnownValueSchema(ResponseSchema):
    """What the bot has found out."""

    name = Text()
    value = Text()


class HandoffDetailSchema(HandoffSchema):
    """A hand-off with its conversation."""

    messages = ma.fields.List(ma.fields.Nested(HandoffMessageSchema))
    greeting = ma.fields.List(ma.fields.Nested(GreetingSchema))
    notes = ma.fields.List(ma.fields.Nested(HandoffNoteSchema))
    known = ma.fields.List(ma.fields.Nested(KnownValueSchema))
    phone = Text(metadata={"description": "Where the visitor wants to be called; only for who has taken that on"})
    reason = Text(metadata={"enum": ["asked", "not_understood", "flow"]})
    bot_version = Whole(allow_none=True)
    turns = Whole()


class ReplySchema(Schema):
    """What an agent says."""

    text = NonBlankText(TEXT_LENGTH, required=True)


class OfferedTextSchema(ResponseSchema):
    """A text snippet as it would be said in the conversation."""

    key = Text(metadata={"example": "opening_hours"})
    note = Text()
    text = Text()


class OfferedTextsSchema(ResponseSchema):
    """What an agent can answer with."""

    texts = ma.fields.List(ma.fields.Nested(OfferedTextSchema))


class NoteSchema(Schema):
    """What a person notes for colleagues."""

    text = NonBlankText(TEXT_LENGTH, required=True)


class AssignSchema(Schema):
    """To whom a conversation is given."""

    agent = Id(required=True)


class ColleaguesSchema(ResponseSchema):
    """The people to whom a conversation can be given."""

    people = ma.fields.List(ma.fields.Nested(AgentSchema))


class DeskSchema(ResponseSchema):
    """How many wait, and how the reader takes part."""

    waiting = Whole(metadata={"description": "Visitors who wait for a person, or for a call that nobody has taken on"})
    available = ma.fields.Boolean(metadata={"description": "Whether one is notified of who waits"})
    sound = ma.fields.Boolean(metadata={"description": "Whether one hears it"})


class DeskChangeSchema(Schema):
    """How one takes part; what is left out stays."""

    available = Switch(load_default=None, allow_none=True)
    sound = Switch(load_default=None, allow_none=True)
