"""What parts of a flow document look like in JSON, and as the fields of a form."""

from typing import Any

import marshmallow as ma
from flask_smorest.fields import Upload

from app.bots.catalog.flow_schemas import FlowSchema, ValidationSchema
from app.bots.flow.schema import MOST_NODES, NODE_TYPES
from app.core.errors import BeyondSchema
from app.core.http.csv_schemas import RowErrorSchema
from app.core.http.schemas import NOT_BLANK, Pattern, ResponseSchema, Schema, Text, Whole

FARTHEST = 100_000
"""How far a node may be from the start or the top of the canvas."""
_NODE_NAME = Pattern(r"^[A-Za-z0-9_.-]{1,64}$", error=BeyondSchema("Must be the name of a node."))
_KIND = ma.validate.OneOf(NODE_TYPES)

_INTENT_NAME = [ma.validate.Length(min=1, max=80), Pattern(NOT_BLANK, error="Must not be blank.")]
_ENTITY_NAME = [ma.validate.Length(min=1, max=64), Pattern(NOT_BLANK, error="Must not be blank.")]


def _open(**more: Any) -> ma.fields.Raw:
    """A field that the document's own schema judges; its names may be nested like those of a form."""
    return ma.fields.Raw(allow_none=True, **more)


class WorkingCopySchema(ValidationSchema):
    """A working copy with what is wrong with it: all that an editor begins with."""

    revision = Whole()
    changed_at = ma.fields.AwareDateTime(allow_none=True)
    document = ma.fields.Nested(FlowSchema)


class LayoutSchema(Schema):
    """Where nodes are on the canvas, by their names; those without a place are laid out by the page."""

    places = ma.fields.Dict(
        keys=Text(validate=_NODE_NAME),
        values=ma.fields.List(
            Whole(validate=ma.validate.Range(-FARTHEST, FARTHEST)), validate=ma.validate.Length(equal=2)
        ),
        required=True,
        validate=ma.validate.Length(max=MOST_NODES),
        metadata={"example": {"hello": [0, 0], "menu": [240, 160]}},
    )


class FlowPartSchema(ResponseSchema):
    """A part of a working copy under its name."""

    id = Text()
    value = ma.fields.Raw()


class FlowNodeSchema(Schema):
    """A node as the schema of flow documents has it.

    A form's texts stand for numbers and switches, its rows of `name` and `value` for objects; what is empty is left
    out. `id` is the node's new name.
    """

    id = _open()
    type = Text(required=True, validate=_KIND)
    text = _open()
    next = _open()
    media = _open()
    buttons = _open()
    options = _open()
    save = _open()
    kind = _open()
    entity = _open()
    scale = _open()
    retry = _open()
    skip = _open()
    branches = _open()
    else_ = _open(data_key="else", attribute="else")
    set = _open()
    method = _open()
    url = _open()
    headers = _open()
    body = _open()
    timeout_s = _open()
    failed = _open()
    none = _open()
    queue = _open()
    closed = _open()
    name = _open()
    value = _open()
    to = _open()
    back = _open()
    call_back = _open()
    open_only = _open()
    seconds = _open()
    variants = _open()
    fields_ = _open(data_key="fields", attribute="fields")


class NewFlowNodeSchema(Schema):
    """A new node: its type, its name where it has one already, and the reference of another node that leads to it."""

    type = Text(required=True, validate=_KIND)
    id = Text(allow_none=True, load_default=None)
    after = Text(allow_none=True, load_default=None)
    path = Text(load_default="next")


class FlowIntentSchema(Schema):
    """An intent; phrases of a language may be one text with a phrase a line. `id` is its new name."""

    id = Text(validate=_INTENT_NAME)
    goto = _open()
    title = _open()
    phrases = _open()


class NewFlowIntentSchema(FlowIntentSchema):
    """A new intent; without `goto` it leads to the start."""

    id = Text(required=True, validate=_INTENT_NAME)


class FlowEntitySchema(Schema):
    """An entity; its values may be rows of `id` and the words of each language. `id` is its new name."""

    id = Text(validate=_ENTITY_NAME)
    values = _open()


class NewFlowEntitySchema(FlowEntitySchema):
    """A new entity."""

    id = Text(required=True, validate=_ENTITY_NAME)


class FlowSettingsSchema(Schema):
    """The keys of a document besides nodes, intents and entities: those that are to change.

    A form's rows of `name` and `type` stand for variables; `hours.open` is `always` where no hours are kept.
    """

    start = _open()
    languages = _open()
    variables = _open()
    goals = _open()
    knowledge = _open()
    fallback = _open()
    confirm = _open()
    restart = _open()
    hours = _open()
    sensitivity = _open()


class TextRowSchema(Schema):
    """A text by its path, such as `nodes/hello/text`, with what it says in some languages."""

    path = Text(required=True, validate=ma.validate.Length(min=1, max=300))
    text = _open(required=True, metadata={"description": "By language a text, wordings, or null for none"})


class TextsSchema(Schema):
    """Texts to change."""

    texts = ma.fields.List(ma.fields.Nested(TextRowSchema), required=True, validate=ma.validate.Length(min=1, max=500))


class TextsLanguageSchema(ResponseSchema):
    """How far a language is: texts that are there of those needed, and paths that lag behind the first language."""

    language = Text()
    done = Whole()
    of = Whole()
    stale = ma.fields.List(Text())


class TextsProgressSchema(ResponseSchema):
    """The languages of a working copy, its own first."""

    languages = ma.fields.List(ma.fields.Nested(TextsLanguageSchema))


class TextsFileArgs(Schema):
    """The form of the file, and of XLIFF the language that it translates into."""

    format = Text(load_default="csv", validate=ma.validate.OneOf(["csv", "xliff"]))
    language = Text(load_default="", metadata={"description": "Needed for `xliff`"})


class TextsFileSchema(Schema):
    """A file of texts."""

    file = Upload(metadata={"description": "CSV or XLIFF 1.2, up to 1 MB; it can be the whole body instead"})


class TextsArgs(Schema):
    """Whether the file is only checked, and which texts in conflict are taken in all the same."""

    dry = ma.fields.Boolean(load_default=False)
    conflicts = ma.fields.List(Text(), load_default=list, metadata={"description": "Their keys"})


class TextsForm(TextsArgs):
    """The same, as boxes and a button of a form."""


class SkippedTextSchema(ResponseSchema):
    """A text of an XLIFF file that is left out."""

    key = Text()
    state = Text(
        validate=ma.validate.OneOf(["unknown", "conflict", "refused"]),
        metadata={"description": "The bot has no such text; its first language has changed; it cannot be stored"},
    )
    message = Text()
    source = Text(metadata={"description": "The text in the first language as it is now"})
    target = Text(metadata={"description": "The translation in the file"})


class TextsImportSchema(ResponseSchema):
    """What a file holds, what is wrong in it or left out, and how many texts it changes; `new` were missing."""

    rows = Whole()
    errors = ma.fields.List(ma.fields.Nested(RowErrorSchema))
    changes = Whole()
    new = Whole()
    skipped = ma.fields.List(ma.fields.Nested(SkippedTextSchema))
