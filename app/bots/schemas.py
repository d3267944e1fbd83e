"""What bots look like in JSON."""

from typing import Any

import marshmallow as ma

from app.bots.models import GROUPS, LANGUAGES
from app.bots.service import NAME_LENGTH
from app.schemas import Id, ListArgs, Schema, Text, Whole


class BotListArgs(ListArgs):
    """Bots are listed by name."""

    sort = Text(load_default="name", validate=ma.validate.OneOf(["name", "-name", "created_at", "-created_at"]))


class BotClientSchema(Schema):
    """The client a bot serves."""

    id = Id()
    name = Text()


class BotSchema(Schema):
    """A bot with its client and recent traffic."""

    id = Id(attribute="bot.id")
    name = Text(attribute="bot.name", metadata={"example": "Service desk"})
    group = Text(attribute="bot.group", metadata={"enum": list(GROUPS)})
    language = Text(attribute="bot.language")
    state = Text(attribute="bot.state")
    client = ma.fields.Nested(BotClientSchema)
    sessions_28d = Whole()
    version = Whole(attribute="bot.version")


class NewBotSchema(Schema):
    """What a new bot needs; without a client it belongs to the workspace's first one."""

    name = Text(required=True, validate=ma.validate.Length(min=1, max=NAME_LENGTH))
    group = Text(required=True, validate=ma.validate.OneOf(GROUPS))
    language = Text(load_default="en", validate=ma.validate.OneOf(LANGUAGES))
    client = Id(load_default=None, allow_none=True)

    @ma.pre_load
    def trim(self, data: Any, **_kwargs: Any) -> Any:
        """Blanks around a name are no part of it, so a blank name is an empty one."""
        if isinstance(data, dict) and isinstance(data.get("name"), str):
            return data | {"name": " ".join(data["name"].split())}
        return data


class BotPageSchema(Schema):
    """One page of bots."""

    items = ma.fields.List(ma.fields.Nested(BotSchema))
    total = Whole()
    page = Whole(allow_none=True)
    per = Whole()
    next = Text(allow_none=True)
    previous = Text(allow_none=True)
