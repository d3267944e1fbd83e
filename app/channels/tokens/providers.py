"""What tokens do where bots change."""

from app.bots.catalog import service
from app.bots.catalog.models import Bot
from app.channels.tokens import programs as programs
from app.channels.tokens.service import revoke_all


@service.bot_archived.provide
def _bot_archived(bot: Bot) -> None:
    """Revoke the tokens of a bot that is archived."""
    revoke_all(bot)
