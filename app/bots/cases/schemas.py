"""What is sent about cases, and how they went, in JSON."""

from typing import Any

import marshmallow as ma

from app.bots.cases.case_schemas import LINK, CaseTurnResultSchema, CaseTurnSchema
from app.bots.cases.forms import is_blank
from app.bots.cases.models import NAME_LENGTH, SOURCES
from app.bots.cases.service import CASES, TURNS
from app.bots.catalog.versions import VersionName
from app.core.http.schemas import (
    LOCAL_MINUTE,
    Id,
    Moment,
    NonBlankLine,
    Pattern,
    ResponseSchema,
    Schema,
    Text,
    Whole,
)


class CaseChangeSchema(Schema):
    """A case as it is written."""

    name = NonBlankLine(NAME_LENGTH, required=True)
    language = Text(load_default=None, allow_none=True, validate=ma.validate.Length(max=12))
    now = Moment(metadata={"description": "The moment it plays at: when it was made, unless another is given."})
    local = Text(validate=Pattern(LOCAL_MINUTE), metadata={"description": "The same on the bot's own clock."})
    turns = ma.fields.List(ma.fields.Nested(CaseTurnSchema), required=True, validate=ma.validate.Length(1, TURNS))

    @ma.pre_load
    def drop_blank(self, data: Any, **_kwargs: Any) -> Any:
        """Leave out the rows of a form that nobody has filled in."""
        if not isinstance(data, dict) or not isinstance(data.get("turns"), list):
            return data
        return data | {"turns": [turn for turn in data["turns"] if not is_blank(turn)]}


class NewCaseSchema(CaseChangeSchema):
    """A case, where it comes from, and the page it was made from."""

    source = Text(load_default="typed", validate=ma.validate.OneOf(SOURCES))
    link = Text(load_default=None, allow_none=True, validate=[ma.validate.Length(max=300), Pattern(LINK)])


class CaseRunSchema(Schema):
    """What the cases are run on, and which of them; all unless some are named."""

    version = VersionName()
    cases = ma.fields.List(Id(), load_default=None, allow_none=True, validate=ma.validate.Length(1, CASES))


class CaseResultSchema(ResponseSchema):
    """A case and how it went just now."""

    id = Id()
    name = Text()
    passed = ma.fields.Boolean()
    turns = ma.fields.List(ma.fields.Nested(CaseTurnResultSchema))


class CaseRunResultSchema(ResponseSchema):
    """How the cases went."""

    version = Text()
    passed = Whole()
    failed = Whole()
    items = ma.fields.List(ma.fields.Nested(CaseResultSchema))
