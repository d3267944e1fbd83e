"""Settings of a bot that live in its flow document: languages, variables, business hours."""

from copy import deepcopy
from typing import Any

from app.bots.catalog.flows import set_flow
from app.bots.catalog.models import Bot, BotFlow
from app.core.errors import Invalid
from app.core.hours import hours_of


def change_settings(bot: Bot, flow: BotFlow, changes: dict[str, Any], user_id: int) -> BotFlow:
    """Change those settings of the working copy that are given; the others stay as they are."""
    document = deepcopy(flow.document)
    if "languages" in changes:
        document["languages"] = list(dict.fromkeys(changes["languages"]))
    if "variables" in changes:
        document["variables"] = _variables(changes["variables"])
    if "open" in changes:
        document.pop("hours", None)
        hours = hours_of(changes)
        if hours is not None:
            document["hours"] = hours
    return set_flow(bot, document, user_id)


def _variables(rows: list[dict[str, str]]) -> dict[str, dict[str, str]]:
    """Variables by name; rows without a name are rows nobody has filled in."""
    named = [row for row in rows if row["name"]]
    made = {row["name"]: {"type": row["type"]} for row in named}
    if len(made) != len(named):
        raise Invalid({"variables": ["Each variable needs a name of its own."]})
    return made
