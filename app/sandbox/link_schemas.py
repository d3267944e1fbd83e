"""What testers' links, their conversations and comments look like in JSON."""

import marshmallow as ma

from app.bots.catalog.versions import VersionName
from app.core.http.schemas import (
    Id,
    Line,
    Name,
    NonBlankText,
    PageArgs,
    ResponseSchema,
    Schema,
    Switch,
    Text,
    Whole,
    page_schema,
)
from app.sandbox.links import MOST_DAYS
from app.sandbox.models import COMMENT_LENGTH, NAME_LENGTH
from app.sandbox.schemas import SandboxMessageSchema, SandboxTurnSchema, TesterCommentSchema
from app.sandbox.service import CHANNELS, TURNS

STATES = ("open", "expired", "revoked")


class NewTesterLinkSchema(Schema):
    """Whom a link is for, to which version as on which channel it leads, and for how many days."""

    name = Name(NAME_LENGTH, required=True)
    version = VersionName()
    channel = Text(load_default="web", validate=ma.validate.OneOf(CHANNELS))
    language = Text(load_default=None, allow_none=True, validate=ma.validate.Length(max=12))
    days = Whole(load_default=7, validate=ma.validate.Range(min=1, max=MOST_DAYS))


class TesterLinkSchema(ResponseSchema):
    """A link for testers, and what has come of it."""

    id = Id()
    bot_id = Id()
    name = Text()
    made_by = Text(allow_none=True)
    version = Text()
    channel = Text()
    language = Text(allow_none=True)
    state = Text(metadata={"enum": STATES})
    link = Text(allow_none=True, metadata={"description": "The address that testers open, while the link is open"})
    created_at = ma.fields.AwareDateTime()
    expires_at = ma.fields.AwareDateTime()
    revoked_at = ma.fields.AwareDateTime(allow_none=True)
    chats = Whole(metadata={"description": "Conversations begun by it"})
    last_at = ma.fields.AwareDateTime(allow_none=True, metadata={"description": "When the last of them was begun"})
    comments = Whole()
    open_comments = Whole()
    revision = Whole()


TesterLinkPageSchema = page_schema(TesterLinkSchema)


class TesterCommentListArgs(PageArgs):
    """Comments are listed newest first: of one link, those that are open or done."""

    link = Id(load_default=None)
    done = ma.fields.Boolean(load_default=None)


TesterCommentPageSchema = page_schema(TesterCommentSchema)


class TesterCommentChangeSchema(Schema):
    """Whether a comment is done."""

    done = Switch(required=True)


# ---- testers ------------------------------------------------------------------------------------------


class TesterCardSchema(ResponseSchema):
    """What a tester is shown before the conversation."""

    bot_name = Text()
    channel = Text()
    expires_at = ma.fields.AwareDateTime()


class NewTesterChatSchema(Schema):
    """What the bot is to call the tester, if anything."""

    name = Line(load_default="", validate=ma.validate.Length(max=NAME_LENGTH))


class NewTesterCommentSchema(Schema):
    """What is wrong with a turn, and who says so, if they want to be named."""

    turn = Whole(required=True, validate=ma.validate.Range(min=0, max=TURNS))
    text = NonBlankText(COMMENT_LENGTH, required=True)
    author = Line(load_default="", validate=ma.validate.Length(max=NAME_LENGTH))


class TesterMessageSchema(SandboxMessageSchema):
    """A message as testers see it: without the node it is of."""

    class Meta(SandboxMessageSchema.Meta):
        """How the bot has decided is not theirs to see."""

        exclude = ("node",)


class TesterTurnSchema(SandboxTurnSchema):
    """What one input led to, as testers see it."""

    messages = ma.fields.List(ma.fields.Nested(TesterMessageSchema))

    class Meta(SandboxTurnSchema.Meta):
        """How the bot has decided is not theirs to see."""

        exclude = ("trace",)


class TesterClockSchema(ResponseSchema):
    """The moment it is for the bot, and the zone it works in."""

    at = ma.fields.AwareDateTime()
    zone = Text()


class TesterStateSchema(ResponseSchema):
    """Where a conversation is."""

    ended = ma.fields.Boolean()
    waiting = Text(allow_none=True, metadata={"enum": ["call", "knowledge", "handoff", "wait", None]})


class OwnCommentSchema(ResponseSchema):
    """A comment as its tester sees it again."""

    turn = Whole()
    text = Text()
    author = Text()
    created_at = ma.fields.AwareDateTime()


class TesterChatSchema(ResponseSchema):
    """A tester's conversation."""

    id = Text(metadata={"description": "The key to go on with it"})
    bot_name = Text()
    channel = Text()
    clock = ma.fields.Nested(TesterClockSchema)
    messages = ma.fields.List(ma.fields.Nested(TesterMessageSchema))
    turns = ma.fields.List(ma.fields.Nested(TesterTurnSchema))
    state = ma.fields.Nested(TesterStateSchema)
    comments = ma.fields.List(ma.fields.Nested(OwnCommentSchema))
