"""What flow documents, their issues and their versions look like in JSON."""

from typing import Any

import marshmallow as ma

from app.bots.catalog.versions import NOTE_LENGTH, REASON_LENGTH
from app.bots.flow.schema import FORMAT
from app.core.http.schemas import Id, ResponseSchema, Schema, Switch, Text, Whole, page_schema


class FlowSchema(Schema):
    """A flow document `parley-flow/1`; its JSON Schema is at `/api/v1/schemas/parley-flow-1.json`."""

    format = Text(required=True, validate=ma.validate.Equal(FORMAT))
    languages = ma.fields.List(Text(), required=True, validate=ma.validate.Length(min=1))
    start = Text(required=True)
    nodes = ma.fields.Dict(keys=Text(), required=True)
    variables = ma.fields.Dict(keys=Text())
    entities = ma.fields.Dict(keys=Text())
    intents = ma.fields.Dict(keys=Text())
    fallback = ma.fields.Dict(keys=Text())
    confirm = ma.fields.Dict(keys=Text())
    restart = ma.fields.Dict(keys=Text())
    goals = ma.fields.List(Text())
    knowledge = ma.fields.List(ma.fields.Dict(keys=Text()))
    hours = ma.fields.Dict(keys=Text())
    sensitivity = Text(validate=ma.validate.OneOf(["strict", "balanced", "eager"]))

    def load(self, data: Any, **_kwargs: Any) -> Any:
        """Leave the checks to the document's own schema, which names paths."""
        return data

    def dump(self, obj: Any, **_kwargs: Any) -> Any:
        """Answer the document as it is stored."""
        return obj


class JsonSchemaSchema(ma.Schema):
    """A JSON Schema."""

    class Meta:
        """Any keyword of JSON Schema may stand in it."""

        unknown = ma.INCLUDE

    def dump(self, obj: Any, **_kwargs: Any) -> Any:
        """Answer it as it is."""
        return obj


class IssueSchema(ResponseSchema):
    """What is wrong with a flow, where, and how bad it is."""

    level = Text(metadata={"enum": ["error", "warning"]})
    code = Text(metadata={"example": "missing_node"})
    node = Text(allow_none=True)
    path = Text(metadata={"example": "nodes/menu/options/0/next"})
    message = Text()


class TextCountSchema(ResponseSchema):
    """How many of the texts there must be a language has."""

    language = Text()
    done = Whole()
    of = Whole()


class ValidationSchema(ResponseSchema):
    """The issues of a working copy."""

    errors = ma.fields.List(ma.fields.Nested(IssueSchema))
    warnings = ma.fields.List(ma.fields.Nested(IssueSchema))


class OverrideSchema(Schema):
    """Why a version is published although regression cases fail."""

    reason = Text(required=True, validate=ma.validate.Length(*REASON_LENGTH))


class PublishSchema(Schema):
    """Why a version is published, whether it goes live and is trained before, and why failing cases may not keep it."""

    note = Text(required=True, validate=ma.validate.Length(min=1, max=NOTE_LENGTH))
    live = Switch(load_default=True)
    train = Switch(load_default=True)
    override = ma.fields.Nested(OverrideSchema, load_default=None, allow_none=True)


class VersionSchema(ResponseSchema):
    """A version of a bot."""

    number = Whole()
    state = Text(metadata={"enum": ["live", "waiting", "published"]})
    checksum = Text()
    note = Text()
    published_by = Text(attribute="published_name")
    published_at = ma.fields.AwareDateTime()
    live_at = ma.fields.AwareDateTime(allow_none=True)
    override_reason = Text(allow_none=True)


class ListedVersionSchema(VersionSchema):
    """A version in the list of a bot's."""

    open_conversations = Whole(metadata={"description": "Conversations under way, which finish on this version"})


VersionPageSchema = page_schema(ListedVersionSchema)


class ChangesArgs(Schema):
    """The version to compare with, 0 for none; left out, the one before, or the live one for the working copy."""

    from_ = Whole(data_key="from", load_default=None, allow_none=True, validate=ma.validate.Range(min=0, max=1_000_000))


class TextPartSchema(ResponseSchema):
    """A piece of a text: in both, added or removed."""

    op = Text(metadata={"enum": ["same", "added", "removed"]})
    text = Text()


class FlowChangeSchema(ResponseSchema):
    """One difference of two documents, in words, and with what was there and what is there now."""

    change = Text(metadata={"enum": ["added", "removed", "changed"]})
    kind = Text(metadata={"enum": ["node", "intent", "entity", "variable", "knowledge", "setting"]})
    name = Text()
    text = Text()
    field = Text(metadata={"example": "options/0/label"})
    language = Text(allow_none=True)
    before = Text(allow_none=True)
    after = Text(allow_none=True)
    parts = ma.fields.List(ma.fields.Nested(TextPartSchema))
    title = Text(allow_none=True)


class FlowChangesSchema(ResponseSchema):
    """The differences of two documents."""

    items = ma.fields.List(ma.fields.Nested(FlowChangeSchema))


class TemplateSchema(ResponseSchema):
    """A template for a new bot."""

    id = Text()
    title = Text()
    description = Text()
    group = Text()
    languages = ma.fields.List(Text())
    goals = ma.fields.List(Text())


class ContentsSchema(ResponseSchema):
    """What a document holds, in figures."""

    nodes = Whole()
    intents = Whole()
    phrases = Whole()
    entities = Whole()
    variables = Whole()
    answers = Whole()
    goals = ma.fields.List(Text())
    texts = ma.fields.List(ma.fields.Nested(TextCountSchema))
    hours = ma.fields.Dict(allow_none=True)


class BotEditorSchema(ResponseSchema):
    """A person who edits a working copy."""

    id = Id()
    name = Text()
    since = ma.fields.AwareDateTime()


class BotEditorsSchema(ResponseSchema):
    """The other people who edit a working copy now, those who began first before the rest."""

    items = ma.fields.List(ma.fields.Nested(BotEditorSchema))


class BotSummarySchema(ResponseSchema):
    """What a bot's pages tell of its working copy and its versions."""

    errors = ma.fields.List(ma.fields.Nested(IssueSchema))
    warnings = ma.fields.List(ma.fields.Nested(IssueSchema))
    failed_cases = Whole(metadata={"description": "Cases that failed when they were last run"})
    stale_texts = Whole(metadata={"description": "Texts older than the change of the first language"})
    pressing_accounts = Whole(
        allow_none=True,
        metadata={"description": "Accounts that are degraded or refused; null for who does not see channels"},
    )
    is_reachable = ma.fields.Boolean(
        allow_none=True, metadata={"description": "Whether it has an account or a token; null as above"}
    )
    inside = ma.fields.Nested(ContentsSchema)
    changes = Whole()
    flow_revision = Whole()
    has_backup = ma.fields.Boolean()
    changed_at = ma.fields.AwareDateTime(allow_none=True)
    changed_by = Text(allow_none=True)
    editors = ma.fields.List(
        ma.fields.Nested(BotEditorSchema), metadata={"description": "Other people who edit the working copy now"}
    )
    versions = Whole()
    newest = ma.fields.Nested(VersionSchema, allow_none=True)


class TemplatesSchema(ResponseSchema):
    """All templates."""

    items = ma.fields.List(ma.fields.Nested(TemplateSchema))


class FlowFileArgs(Schema):
    """The form of the file."""

    format = Text(load_default="json", validate=ma.validate.OneOf(["json", "yaml"]))
