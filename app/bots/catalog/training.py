"""What the catalog asks of understanding, a higher layer."""

from collections.abc import Mapping
from typing import Any

from app.bots.catalog.models import Bot
from app.core.providers import Provider


@Provider
def begin_training(bot: Bot, document: Mapping[str, Any]) -> bool:
    """Have a bot understand a document; True where that is under way, False where it does or nothing can be learnt."""
    return False
