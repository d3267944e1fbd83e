"""What conversations of the sandbox look like in JSON."""

from typing import Any

import marshmallow as ma
import orjson

from app.bots.cases.models import NAME_LENGTH
from app.bots.catalog.flow_schemas import TextPartSchema
from app.bots.catalog.versions import VersionName
from app.bots.expressions.bounds import VALUE_BYTES, Breach, bound_value
from app.bots.media.service import visible_medium
from app.core.errors import BeyondSchema
from app.core.http.schemas import (
    LOCAL_MINUTE,
    Id,
    Moment,
    NonBlankLine,
    Pattern,
    ResponseSchema,
    Schema,
    Switch,
    Text,
    Whole,
    page_schema,
)
from app.sandbox.service import CHANNELS, TURNS

TEXT_LENGTH = 2000


class SandboxContactSchema(Schema):
    """Whom the bot talks to; the person who tries it, unless something else is given."""

    first_name = NonBlankLine(60)
    last_name = Text(validate=ma.validate.Length(max=60))


class NewSandboxSchema(Schema):
    """Which bot and version to talk to, in which language, as on which channel, at which moment, as whom.

    With a case its turns are gone through first, on the clock and with the answers they were recorded with; with a
    conversation of a customer its words, as they are stored, up to the turn `until`.
    """

    bot = Id(required=True)
    version = VersionName()
    language = Text(load_default=None, allow_none=True, validate=ma.validate.Length(max=12))
    channel = Text(load_default="web", validate=ma.validate.OneOf(CHANNELS))
    now = Moment(load_default=None, allow_none=True)
    contact = ma.fields.Nested(SandboxContactSchema, load_default=dict)
    case = Id(load_default=None, allow_none=True)
    conversation = Id(load_default=None, allow_none=True)
    until = Whole(load_default=None, allow_none=True, validate=ma.validate.Range(min=1))

    @ma.validates_schema
    def check_script(self, data: dict[str, Any], **_kwargs: Any) -> None:
        """A conversation begins with one thing."""
        if data.get("case") is not None and data.get("conversation") is not None:
            raise ma.ValidationError(BeyondSchema("Give a case or a conversation, not both."), "conversation")


class SandboxInputSchema(Schema):
    """A text, a choice by its id, or what a person who took over does."""

    text = Text(validate=ma.validate.Length(min=1, max=TEXT_LENGTH))
    choice = Text(validate=ma.validate.Length(min=1, max=80))
    agent = Text(validate=ma.validate.OneOf(["accepted", "returned", "closed", "missed"]))

    @ma.validates_schema
    def check_one(self, data: dict[str, Any], **_kwargs: Any) -> None:
        """Exactly one of them."""
        if len(data) != 1:
            raise ma.ValidationError(BeyondSchema("Give a text, a choice or what the agent does."), "text")


class FailingSchema(Schema):
    """What a call comes to: it is made where it `answers`, otherwise it fails or answers the JSON of its `sample`."""

    node = Text(required=True, validate=ma.validate.Length(max=64))
    as_ = Text(
        data_key="as",
        attribute="as",
        required=True,
        validate=ma.validate.OneOf(["answers", "timeout", "500", "sample"]),
    )
    sample = Text(load_default="", validate=ma.validate.Length(max=VALUE_BYTES))

    @ma.post_load
    def read_sample(self, data: dict[str, Any], **_kwargs: Any) -> dict[str, Any]:
        """Read the answer's JSON where it is to be given."""
        if data["as"] != "sample":
            return data
        try:
            return data | {"sample": bound_value(orjson.loads(data["sample"]))}
        except (orjson.JSONDecodeError, Breach):
            raise ma.ValidationError(BeyondSchema("Enter the answer as JSON, at most 64 KB."), "sample") from None


class SandboxChangeSchema(Schema):
    """What of a conversation can be set; keys left out stay as they are."""

    variables = ma.fields.Dict(keys=Text(), validate=ma.validate.Length(max=50))
    now = Moment(allow_none=True)
    local = Text(validate=Pattern(LOCAL_MINUTE), metadata={"description": "The same on the bot's own clock."})
    node = Text(validate=ma.validate.Length(min=1, max=64))
    failing = ma.fields.List(ma.fields.Nested(FailingSchema), validate=ma.validate.Length(max=50))


class RewindSchema(Schema):
    """The turn to return to before."""

    turn = Whole(required=True, validate=ma.validate.Range(min=1, max=TURNS))


class CaseNameSchema(Schema):
    """What the case of a conversation is called."""

    name = NonBlankLine(NAME_LENGTH, required=True)


class SandboxCaseSchema(ResponseSchema):
    """The case that a conversation has become."""

    id = Id()
    name = Text()
    language = Text(allow_none=True)
    source = Text()
    link = Text(allow_none=True)
    turns = ma.fields.List(ma.fields.Dict())
    created_at = ma.fields.AwareDateTime()
    revision = Whole()


class SandboxResetSchema(Schema):
    """Whether the contact stays known."""

    keep_contact = Switch(load_default=True)


class SandboxOptionSchema(ResponseSchema):
    """Something to choose."""

    id = Text()
    label = Text()


class SandboxLinkSchema(ResponseSchema):
    """A button that leads to an address."""

    label = Text()
    url = Text()


class _VisibleMedium(ma.fields.Dict):
    """A picture or file as channels show it."""

    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> Any:
        return visible_medium(value)


class SandboxMessageSchema(ResponseSchema):
    """A message of the bot, or what happened to the conversation."""

    speaker = Text(metadata={"enum": ["bot", "agent", "user", "system"]})
    kind = Text(metadata={"enum": ["text", "choice", "handoff", "call_back", "end"]})
    text = Text()
    options = ma.fields.List(ma.fields.Nested(SandboxOptionSchema))
    language = Text(allow_none=True)
    node = Text(allow_none=True)
    input = ma.fields.Dict(allow_none=True)
    links = ma.fields.List(ma.fields.Nested(SandboxLinkSchema))
    media = _VisibleMedium(allow_none=True)


class SandboxCandidateSchema(ResponseSchema):
    """An intent and how likely it is."""

    name = Text()
    confidence = ma.fields.Float()


class VariablesSchema(ResponseSchema):
    """The variables before and after a turn."""

    before = ma.fields.Dict()
    after = ma.fields.Dict()


class TraceSchema(ResponseSchema):
    """How a turn came about."""

    text = Text()
    rule = Whole(allow_none=True)
    understanding = ma.fields.Boolean(allow_none=True)
    engines = ma.fields.List(Text())
    candidates = ma.fields.List(ma.fields.Nested(SandboxCandidateSchema))
    threshold = ma.fields.Float(allow_none=True)
    band = Text(allow_none=True)
    entities = ma.fields.List(ma.fields.Dict())
    intent = ma.fields.Dict(allow_none=True)
    corrected = Text(allow_none=True)
    fallback = Text(allow_none=True)
    path = ma.fields.List(Text())
    conditions = ma.fields.List(ma.fields.Dict())
    reused = ma.fields.List(Text())
    filled = ma.fields.List(Text())
    variables = ma.fields.Nested(VariablesSchema)
    stack = ma.fields.List(Text(allow_none=True))
    effects = ma.fields.List(ma.fields.Dict())
    calls = ma.fields.List(ma.fields.Dict())
    warnings = ma.fields.List(ma.fields.Dict())
    errors = ma.fields.List(ma.fields.Dict())
    ms = ma.fields.Float()


class SandboxStateSchema(ResponseSchema):
    """Where a conversation is."""

    node = Text(allow_none=True)
    variables = ma.fields.Dict()
    ended = ma.fields.Boolean()
    waiting = Text(allow_none=True, metadata={"enum": ["call", "knowledge", "handoff", "wait", None]})
    language = Text()
    stack = ma.fields.List(Text(allow_none=True))
    goals = ma.fields.List(Text())


class SandboxTurnSchema(ResponseSchema):
    """What one input led to."""

    number = Whole()
    input = Text()
    kind = Text(metadata={"enum": ["text", "choice", "jump", "agent"]})
    messages = ma.fields.List(ma.fields.Nested(SandboxMessageSchema))
    trace = ma.fields.Nested(TraceSchema)
    at = ma.fields.AwareDateTime(metadata={"description": "The moment it was played at."})


class SandboxClockSchema(ResponseSchema):
    """The moment a conversation plays at, and the bot's hours of that day."""

    at = ma.fields.AwareDateTime()
    local = Text(metadata={"example": "2026-11-24T10:00", "description": "The same on the bot's own clock."})
    zone = Text()
    moved = ma.fields.Boolean()
    open = ma.fields.Boolean()
    hours = ma.fields.List(ma.fields.List(Text()))
    next_opening = Text(allow_none=True)


class SandboxVariableSchema(ResponseSchema):
    """A variable that the flow declares, saves or sets."""

    name = Text()
    type = Text()


class TesterLinkNameSchema(ResponseSchema):
    """The link by which a tester has a conversation."""

    id = Id()
    name = Text()


class TesterCommentSchema(ResponseSchema):
    """A tester's comment on a turn."""

    id = Id()
    link_id = Id()
    link_name = Text()
    sandbox_id = Id(metadata={"description": "The conversation in the sandbox"})
    turn = Whole(metadata={"description": "Its number; 0 is what the bot opens with"})
    input = Text(metadata={"description": "The tester's input in the turn"})
    text = Text()
    author = Text()
    created_at = ma.fields.AwareDateTime()
    done_at = ma.fields.AwareDateTime(allow_none=True)
    done_by = Text(allow_none=True)
    revision = Whole()


class SandboxSchema(ResponseSchema):
    """A conversation with all its turns."""

    id = Id()
    bot = Id()
    bot_name = Text()
    version = Text()
    versions = ma.fields.List(Whole())
    language = Text(allow_none=True)
    languages = ma.fields.List(Text())
    channel = Text()
    now = ma.fields.AwareDateTime(allow_none=True)
    clock = ma.fields.Nested(SandboxClockSchema)
    contact = ma.fields.Dict()
    declared = ma.fields.List(ma.fields.Nested(SandboxVariableSchema))
    failing = ma.fields.List(ma.fields.Dict())
    messages = ma.fields.List(ma.fields.Nested(SandboxMessageSchema))
    turns = ma.fields.List(ma.fields.Nested(SandboxTurnSchema))
    titles = ma.fields.Dict(
        keys=ma.fields.String(), values=ma.fields.String(), metadata={"description": "What the intents are called"}
    )
    nodes = ma.fields.List(ma.fields.Dict())
    state = ma.fields.Nested(SandboxStateSchema)
    link = ma.fields.Nested(
        TesterLinkNameSchema, allow_none=True, metadata={"description": "Of a tester's conversation"}
    )
    comments = ma.fields.List(ma.fields.Nested(TesterCommentSchema))
    revision = Whole()


class SandboxReplySchema(ResponseSchema):
    """What one input led to, and where the conversation is then."""

    turn = Whole()
    messages = ma.fields.List(ma.fields.Nested(SandboxMessageSchema))
    trace = ma.fields.Nested(TraceSchema)
    state = ma.fields.Nested(SandboxStateSchema)
    at = ma.fields.AwareDateTime()


class SandboxRowSchema(ResponseSchema):
    """A conversation in a list."""

    id = Id()
    bot = Id(attribute="bot_id")
    version = Text()
    channel = Text()
    updated_at = ma.fields.AwareDateTime()


SandboxPageSchema = page_schema(SandboxRowSchema, "SandboxPageSchema")


class ComparisonArgs(Schema):
    """The version a conversation is compared with."""

    with_ = VersionName(data_key="with")


class SideDifferenceSchema(ResponseSchema):
    """What differs between the conversation (`a`) and the other version (`b`)."""

    what = Text(
        metadata={"enum": ["text", "options", "other", "option", "intent", "route", "node", "variable"]},
    )
    name = Text(allow_none=True, metadata={"description": "The variable"})
    a = ma.fields.Raw(allow_none=True)
    b = ma.fields.Raw(allow_none=True)


class ComparedSchema(ResponseSchema):
    """What the other version answers, and what of it is not the same."""

    messages = ma.fields.List(ma.fields.Nested(SandboxMessageSchema))
    parts = ma.fields.List(
        ma.fields.Nested(TextPartSchema),
        metadata={"description": "The texts of both, word by word, where they differ"},
    )
    differences = ma.fields.List(ma.fields.Nested(SideDifferenceSchema))


class ComparedTurnSchema(ComparedSchema):
    """What the other version answers to the input of a turn."""

    number = Whole()
    intent = Text(allow_none=True)
    differs = ma.fields.Boolean(metadata={"description": "Whether a person would see anything else"})


class ComparisonSchema(ComparedSchema):
    """What another version makes of everything that was said; messages, parts and differences are of the opening."""

    version = Text()
    opens_otherwise = ma.fields.Boolean()
    turns = ma.fields.List(ma.fields.Nested(ComparedTurnSchema))
    different = Whole(metadata={"description": "Turns that differ, the opening among them"})
