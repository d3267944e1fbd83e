"""What tokens do where bots change and clients end."""

from sqlalchemy import select

from app.bots.catalog import service
from app.bots.catalog.models import Bot
from app.channels.tokens import programs as programs
from app.channels.tokens.service import revoke_all
from app.clients.erasing import LAST, EraseStep, erases
from app.clients.models import Client
from app.core.db.base import db


@service.bot_archived.provide
def _revoke_tokens(bot: Bot) -> None:
    """Revoke the tokens of a bot that is archived."""
    revoke_all(bot)


@erases
def _purge_client(client: Client, step: EraseStep) -> None:
    """Revoke the tokens of a purged client's bots."""
    for bot in db.session.scalars(select(Bot).where(Bot.client_id == client.id)).all():
        revoke_all(bot)
    step(LAST)
