"""What versions of bots ask of themes: what a version takes with it, and what comes back with one."""

from typing import Any

from app.bots.catalog import version_themes
from app.bots.catalog.models import Bot
from app.channels.themes import service


@version_themes.working_theme.provide
def working_theme(bot: Bot) -> dict[str, Any]:
    """The working copy of a bot's theme, which a new version takes with it."""
    return dict(service.get_theme(bot).values)


version_themes.restore_theme.provide(service.restore_theme)
version_themes.swap_theme.provide(service.swap_theme)
