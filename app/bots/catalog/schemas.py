"""What bots look like in JSON."""

from typing import Any

import marshmallow as ma

from app.bots import templates
from app.bots.catalog.models import GROUPS, LANGUAGES, MOST_APPROVALS, NAME_LENGTH, SESSION_TIMEOUTS, STATES
from app.bots.catalog.service import REASON_LENGTH
from app.bots.imports.drafts import CHOICES
from app.core.errors import BeyondSchema
from app.core.http.schemas import Id, NonBlankLine, ResponseSchema, Schema, Switch, Text, Whole, page_schema

MOST_CHOICES = 2000
"""Nodes of a flow that something can be chosen for."""


class BotClientSchema(ResponseSchema):
    """The client a bot serves."""

    id = Id()
    name = Text()


class BotOwnerSchema(ResponseSchema):
    """The person who answers for a bot."""

    id = Id()
    full_name = Text()


class BotOwnersSchema(ResponseSchema):
    """The people who answer for bots."""

    items = ma.fields.List(ma.fields.Nested(BotOwnerSchema))


class BotSchema(ResponseSchema):
    """A bot with its client, its owner and recent traffic."""

    id = Id(attribute="bot.id")
    name = Text(attribute="bot.name", metadata={"example": "Service desk"})
    group = Text(attribute="bot.group", metadata={"enum": list(GROUPS)})
    language = Text(attribute="bot.language")
    state = Text(attribute="bot.state", metadata={"enum": list(STATES)})
    state_reason = Text(attribute="bot.state_reason", allow_none=True)
    live_version = Whole(attribute="bot.live_version", allow_none=True)
    live_since = ma.fields.AwareDateTime(allow_none=True)
    languages = ma.fields.List(Text(), metadata={"example": ["en", "hi"]})
    next_version = Whole(
        attribute="bot.next_version", allow_none=True,
        metadata={"description": "The version that goes live when its model is ready"},
    )  # fmt: skip
    session_timeout_s = Whole(attribute="bot.session_timeout_s", allow_none=True)
    replay_required = Switch(attribute="bot.replay_required")
    approvals = Whole(attribute="bot.approvals", metadata={"description": "People who must approve a version"})
    client = ma.fields.Nested(BotClientSchema)
    owner = ma.fields.Nested(BotOwnerSchema, allow_none=True)
    sessions_28d = Whole()
    estimated_28d = Whole(metadata={"description": "Those at times an import has estimated, not among the others"})
    revision = Whole(attribute="bot.revision")


class BotChangeSchema(Schema):
    """What of a bot can be changed; keys left out stay as they are."""

    name = NonBlankLine(NAME_LENGTH)
    group = Text(validate=ma.validate.OneOf(GROUPS))
    language = Text(validate=ma.validate.OneOf(LANGUAGES))
    session_timeout_s = Whole(allow_none=True, validate=ma.validate.Range(*SESSION_TIMEOUTS))
    replay_required = Switch()
    approvals = Whole(validate=ma.validate.Range(0, MOST_APPROVALS))


class CloneSchema(Schema):
    """What the copy of a bot is called."""

    name = NonBlankLine(NAME_LENGTH, required=True)


class NewBotSchema(Schema):
    """What a new bot needs; without a client it belongs to the workspace's first one.

    Its working copy is a flow document, a template's, or an empty one.
    """

    name = NonBlankLine(NAME_LENGTH, required=True)
    group = Text(required=True, validate=ma.validate.OneOf(GROUPS))
    language = Text(load_default="en", validate=ma.validate.OneOf(LANGUAGES))
    client = Id(load_default=None, allow_none=True)
    template = Text(load_default=None, allow_none=True, validate=ma.validate.OneOf(list(templates.TEMPLATES)))
    flow = ma.fields.Dict(load_default=None, allow_none=True)
    choices = ma.fields.Dict(
        keys=Text(validate=ma.validate.Length(max=64)),
        values=Text(validate=ma.validate.OneOf(CHOICES)),
        load_default=dict,
        validate=ma.validate.Length(max=MOST_CHOICES),
        metadata={"description": "What takes the place of nodes of the flow that stand for what was not understood"},
    )
    train = Switch(load_default=True, metadata={"description": "Whether it learns its phrases at once"})

    @ma.validates_schema
    def check_source(self, data: dict[str, Any], **_kwargs: Any) -> None:
        """A bot starts from one thing."""
        if data.get("template") is not None and data.get("flow") is not None:
            raise ma.ValidationError(BeyondSchema("Give a template or a flow, not both."), "flow")
        if data.get("choices") and data.get("flow") is None:
            raise ma.ValidationError(BeyondSchema("Only a flow has parts to choose for."), "choices")


class PauseSchema(Schema):
    """Why a bot is paused."""

    reason = NonBlankLine(REASON_LENGTH, required=True)


class PauseManySchema(PauseSchema):
    """Which bots are paused, and why."""

    ids = ma.fields.List(Id(), required=True, validate=ma.validate.Length(min=1, max=100))


class NotPausedSchema(ResponseSchema):
    """A bot that was not paused, and why."""

    id = Id()
    name = Text()
    message = Text()


class PausedSchema(ResponseSchema):
    """The bots that were paused, and those that were not."""

    ids = ma.fields.List(Id())
    refused = ma.fields.List(ma.fields.Nested(NotPausedSchema))


BotPageSchema = page_schema(BotSchema)
