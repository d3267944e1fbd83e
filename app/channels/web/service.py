"""What a widget is shown of its bot."""

from typing import Any

from app.bots.catalog.models import Bot
from app.bots.catalog.versions import get_version
from app.bots.engine.flow import hands_over
from app.channels.themes.service import VisibleTheme


def serialize_widget(bot: Bot, theme: VisibleTheme) -> dict[str, Any]:
    """Return what a widget shows of its bot: the theme, languages, and whether people answer as well."""
    document = get_version(bot, bot.live_version).document if bot.live_version is not None else None
    languages = document["languages"] if document else [bot.language]
    return theme.values | {
        "name": theme.values["name"] or bot.name,
        "languages": languages,
        "language": languages[0],
        "handoff": document is not None and any(hands_over(node) for node in document["nodes"].values()),
    }
