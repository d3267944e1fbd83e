"""The secrets of a bot as what is under way needs them: which there are, and what those that are named are."""

from collections.abc import Collection, Mapping
from typing import Any

import structlog
from sqlalchemy import select

from app.bots.catalog.models import Bot, BotSecret
from app.bots.flow.secrets import secrets_in
from app.core.db.base import db
from app.core.errors import Unavailable

log = structlog.get_logger(__name__)


def secret_names(bot: Bot) -> set[str]:
    """Return the names of a bot's secrets."""
    return set(db.session.scalars(select(BotSecret.name).where(BotSecret.bot_id == bot.id)))


def read_secrets(bot_id: int, names: Collection[str]) -> dict[str, str]:
    """Return those of a bot's secrets that are named, in clear, for what goes out; without one whose key is gone."""
    secrets: dict[str, str] = {}
    query = select(BotSecret).where(BotSecret.bot_id == bot_id, BotSecret.name.in_(names))
    for row in db.session.scalars(query) if names else ():
        try:
            secrets[row.name] = row.secret
        except Unavailable:
            log.error("secret_unreadable", bot_id=bot_id, name=row.name)
    return secrets


def secrets_for(bot: Bot, document: Mapping[str, Any]) -> dict[str, str]:
    """Return the secrets that the calls of a document name, in clear."""
    return read_secrets(bot.id, {secret.name for secret in secrets_in(document)})
