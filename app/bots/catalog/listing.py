"""The list of bots: what may be asked of it and a page of it, for the catalogue and for the figures beside it."""

from typing import Any

import marshmallow as ma

from app.bots.catalog import service
from app.bots.catalog.models import GROUPS, STATES, Bot
from app.core.http.listing import Page, paginate
from app.core.http.schemas import ListArgs, Text


class BotListArgs(ListArgs):
    """Bots are listed by name, of one state or group if asked for."""

    sort = Text(load_default="name", validate=ma.validate.OneOf(["name", "-name", "created_at", "-created_at"]))
    state = Text(load_default="", validate=ma.validate.OneOf(["", *(state for state in STATES if state != "deleted")]))
    group = Text(load_default="", validate=ma.validate.OneOf(["", *GROUPS]))


def page_of_bots(args: dict[str, Any]) -> Page:
    """The bots of a page of the list."""
    sort, descending = args["sort"].removeprefix("-"), args["sort"].startswith("-")
    column: Any = Bot.name_key if sort == "name" else None
    query = service.list_bots(args["q"], state=args["state"], group=args["group"])
    return paginate(query, args, key=Bot.id, sort=column, descending=descending)
