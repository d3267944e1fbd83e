"""What the audit log looks like in JSON, and how it is narrowed."""

import marshmallow as ma

from app.core.errors import BeyondSchema
from app.core.http.schemas import Day, Id, PageArgs, Pattern, ResponseSchema, Schema, Text, Whole, page_schema

_ACTION = Pattern(r"^([a-z_]+(:[a-z_]*)?)?$", error="Must be an action such as bot:update, or its beginning.")


class AuditFilterArgs(Schema):
    """The rows that are wanted."""

    action = Text(load_default="", validate=[_ACTION, ma.validate.Length(max=60)],
                  metadata={"description": "An action, or a kind such as `bot`", "example": "bot:update"})  # fmt: skip
    user = Id(load_default=None, metadata={"description": "Who did it"})
    subject = Text(load_default="", validate=Pattern(r"^[a-z_]{0,40}$"),
                   metadata={"description": "Kind of thing it was done to", "example": "bot"})  # fmt: skip
    subject_id = Id(load_default=None, metadata={"description": "Which of them"})
    from_ = Day(data_key="from", load_default=None, metadata={"description": "First day, in the workspace's zone"})
    to = Day(load_default=None, metadata={"description": "Last day"})

    @ma.validates_schema
    def _ordered(self, data: dict[str, object], **_kwargs: object) -> None:
        """The first day is not after the last."""
        first, last = data.get("from_"), data.get("to")
        if first is not None and last is not None and first > last:  # type: ignore[operator]
            raise ma.ValidationError(BeyondSchema("The last day is before the first day."), "to")


class AuditListArgs(AuditFilterArgs, PageArgs):
    """The list is newest first, and has no words to search by."""


class AuditExportArgs(AuditFilterArgs):
    """Which file."""

    format = Text(load_default="csv", validate=ma.validate.OneOf(["csv", "jsonl"]))


class AuditActorSchema(ResponseSchema):
    """Who did it, as they are called now."""

    id = Id()
    name = Text(allow_none=True, metadata={"description": "None when the person is not there any more"})


class AuditEventSchema(ResponseSchema):
    """One row of the log."""

    id = Id()
    seq = Whole(metadata={"description": "Its number in the chain"})
    at = ma.fields.AwareDateTime()
    action = Text(metadata={"example": "bot:update"})
    subject = Text()
    subject_id = Id(allow_none=True)
    subject_name = Text(allow_none=True, metadata={"description": "What it is called now, where it has a name"})
    user = ma.fields.Nested(AuditActorSchema, allow_none=True)
    changed = ma.fields.List(Text(), attribute="fields", metadata={"description": "Names of what changed"})
    labels = ma.fields.List(Text(), metadata={"description": "The same in the reader's language, each once"})
    detail = Text()
    detail_text = Text(metadata={"description": "The same in the reader's language, where it is of states or sign-ins"})
    address = Text(allow_none=True)
    user_agent = Text(allow_none=True)
    request_id = Text()
    digest = Text()


AuditPageSchema = page_schema(AuditEventSchema, "AuditPageSchema")
