"""The list of bots: what may be asked of it and a page of it, for the catalogue and for the figures beside it."""

from typing import Any

import marshmallow as ma
from sqlalchemy import Select

from app.bots.catalog import service
from app.bots.catalog.models import GROUPS, LANGUAGES, STATES, Bot
from app.core.http.listing import Page, paginate
from app.core.http.schemas import Id, ListArgs, Text

CHANNELS = ("web", "whatsapp", "messenger", "instagram", "telegram", "slack", "sms", "voice")
"""The channels that a list can be narrowed to."""
FILTERS = ("state", "group", "channel", "language", "owner")


class BotListArgs(ListArgs):
    """Bots are listed by name, of one state, group, channel, language or owner if asked for."""

    sort = Text(load_default="name", validate=ma.validate.OneOf(["name", "-name", "created_at", "-created_at"]))
    state = Text(load_default="", validate=ma.validate.OneOf(["", *(state for state in STATES if state != "deleted")]))
    group = Text(load_default="", validate=ma.validate.OneOf(["", *GROUPS]))
    channel = Text(load_default="", validate=ma.validate.OneOf(["", *CHANNELS]))
    language = Text(load_default="", validate=ma.validate.OneOf(["", *LANGUAGES]))
    owner = Id(load_default=None)


def list_filtered(args: dict[str, Any]) -> Select[Bot]:
    """Select the bots that match the search and the filters."""
    return service.list_bots(args["q"], **{name: args[name] for name in FILTERS})


def page_of_bots(args: dict[str, Any]) -> Page:
    """The bots of a page of the list."""
    sort, descending = args["sort"].removeprefix("-"), args["sort"].startswith("-")
    column: Any = Bot.name_key if sort == "name" else None
    return paginate(list_filtered(args), args, key=Bot.id, sort=column, descending=descending)
