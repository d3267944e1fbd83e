"""What a case looks like in JSON."""

from typing import Any

import marshmallow as ma

from app.bots.cases.forms import turn_of_form
from app.bots.cases.models import SOURCES
from app.bots.cases.running import INPUTS
from app.core.errors import BeyondSchema
from app.core.http.schemas import (
    Id,
    ResponseSchema,
    Schema,
    Text,
    Whole,
    page_schema,
)

TEXT_LENGTH = 2000
LINK = r"^/[^/\\].*$"


class Slots(ma.fields.Dict):
    """Variables with their values, at most fifty of JSON's own kinds."""

    def __init__(self, **more: Any) -> None:
        super().__init__(keys=Text(), validate=ma.validate.Length(max=50), **more)


class CaseExpectSchema(Schema):
    """What a turn is expected to lead to; keys left out are not looked at."""

    intent = Text(allow_none=True, validate=ma.validate.Length(max=80))
    node = Text(allow_none=True, validate=ma.validate.Length(max=64))
    route = ma.fields.List(Text(validate=ma.validate.Length(1, 64)), validate=ma.validate.Length(max=100))
    goal = Text(allow_none=True, validate=ma.validate.Length(max=80))
    slots = Slots()
    contains = ma.fields.List(Text(validate=ma.validate.Length(1, 500)), validate=ma.validate.Length(max=20))
    replies = ma.fields.List(Text(validate=ma.validate.Length(max=4096)), validate=ma.validate.Length(max=50))

    @ma.pre_load
    def listed_parts(self, data: Any, **_kwargs: Any) -> Any:
        """Take one node of a route, or one part of an answer, for a list of it."""
        if not isinstance(data, dict):
            return data
        lists = {key: [value] for key, value in data.items() if key in ("route", "contains") and isinstance(value, str)}
        return data | lists


class CaseTurnSchema(Schema):
    """What is said, chosen, done by an agent or jumped to, and what is expected of it."""

    text = Text(validate=ma.validate.Length(1, TEXT_LENGTH))
    choice = Text(validate=ma.validate.Length(1, 80))
    agent = Text(validate=ma.validate.OneOf(["accepted", "returned", "closed", "missed"]))
    jump = Text(validate=ma.validate.Length(1, 64))
    expect = ma.fields.Nested(CaseExpectSchema, load_default=dict)

    @ma.pre_load
    def read_form(self, data: Any, **_kwargs: Any) -> Any:
        """Take a turn as a form has it as well."""
        return turn_of_form(data) if isinstance(data, dict) and "kind" in data else data

    @ma.validates_schema
    def check_one(self, data: dict[str, Any], **_kwargs: Any) -> None:
        """Exactly one input."""
        if len(data.keys() & INPUTS.keys()) != 1:
            raise ma.ValidationError(BeyondSchema("Give what is said, chosen, done by an agent or jumped to."), "said")


class CaseDifferenceSchema(ResponseSchema):
    """What was expected and what came."""

    what = Text(metadata={"enum": ["intent", "node", "route", "goal", "slots", "contains", "replies"]})
    expected = ma.fields.Raw(allow_none=True)
    actual = ma.fields.Raw(allow_none=True)


class CaseFactsSchema(ResponseSchema):
    """What a turn has led to."""

    intent = Text(allow_none=True)
    node = Text(allow_none=True)
    route = ma.fields.List(Text())
    goals = ma.fields.List(Text())
    reached = ma.fields.List(Text())
    slots = ma.fields.Dict()
    changed = ma.fields.Dict()
    replies = ma.fields.List(Text())
    ended = ma.fields.Boolean()


class CaseTurnResultSchema(ResponseSchema):
    """How a turn went; `changed` are words that differ from the recorded ones and fail nothing."""

    number = Whole()
    input = Text()
    kind = Text(metadata={"enum": ["text", "choice", "agent", "jump"]})
    passed = ma.fields.Boolean()
    differences = ma.fields.List(ma.fields.Nested(CaseDifferenceSchema))
    changed = ma.fields.List(ma.fields.Nested(CaseDifferenceSchema))
    unrecorded = ma.fields.List(Text())
    actual = ma.fields.Nested(CaseFactsSchema)


class CaseLastSchema(ResponseSchema):
    """How a case went when it was last run; `stale`: it or what it was run on has changed since."""

    passed = ma.fields.Boolean()
    version = Text()
    ran_at = ma.fields.AwareDateTime()
    stale = ma.fields.Boolean()
    failing = Whole()


class CaseWholeResultSchema(CaseLastSchema):
    """The same with each turn."""

    turns = ma.fields.List(ma.fields.Nested(CaseTurnResultSchema))


class CaseRowSchema(ResponseSchema):
    """A case in a list."""

    id = Id()
    name = Text()
    language = Text(allow_none=True)
    source = Text(metadata={"enum": list(SOURCES)})
    link = Text(allow_none=True)
    hidden = ma.fields.Boolean(
        metadata={
            "description": "Whether it repeats a conversation that the caller cannot read, so its words are left out"
        }
    )
    turns = Whole()
    created_at = ma.fields.AwareDateTime()
    revision = Whole()
    last = ma.fields.Nested(CaseLastSchema, allow_none=True)


CasePageSchema = page_schema(CaseRowSchema, "CasePageSchema")


class CaseSchema(CaseRowSchema):
    """A case with its turns and how each went last."""

    now = ma.fields.AwareDateTime(metadata={"description": "The moment it plays at."})
    local = Text(metadata={"description": "The same on the bot's own clock."})
    turns = ma.fields.List(ma.fields.Nested(CaseTurnSchema))  # type: ignore[assignment]
    last = ma.fields.Nested(CaseWholeResultSchema, allow_none=True)
