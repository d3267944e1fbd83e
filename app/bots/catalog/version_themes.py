"""The theme that a version takes with it: what versions ask of those who know themes."""

import hashlib
from collections.abc import Mapping
from typing import Any

from app.bots.catalog.models import Bot
from app.core.providers import Provider


@Provider
def working_theme(bot: Bot) -> dict[str, Any]:
    """Return the working copy of a bot's theme."""
    return {}


@Provider
def restore_theme(bot: Bot, values: dict[str, Any]) -> None:
    """Make a version's theme the working copy; what it replaces stays as the backup."""


@Provider
def swap_theme(bot: Bot) -> None:
    """Make what restoring a version has replaced the working copy of the theme again."""


def with_theme(document: Mapping[str, Any], theme: Mapping[str, Any]) -> dict[str, Any]:
    """Return a document with its theme, to be compared; a picture is named by its checksum."""
    if not theme:
        return dict(document)
    picture = theme.get("avatar")
    avatar = {"avatar": hashlib.sha256(picture.encode()).hexdigest()[:12]} if picture else {}
    return dict(document) | {"theme": dict(theme) | avatar}
