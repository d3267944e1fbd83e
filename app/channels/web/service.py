"""Rules of themes: their defaults, texts that can be read on their grounds, and what a widget is told."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select

from app.bots.catalog.models import Bot
from app.bots.catalog.versions import get_version
from app.bots.engine.flow import hands_over
from app.channels.web.models import BotTheme
from app.core.colours import CONTRAST, contrast
from app.core.db.base import db
from app.core.errors import Conflict, Invalid

DEFAULTS: dict[str, Any] = {
    "name": "",
    "primary": "#005b78",
    "on_primary": "#ffffff",
    "bubble_user": "#005b78",
    "bubble_bot": "#ffffff",
    "radius": 12,
    "position": "right",
    "greeting": {},
    "placeholder": {},
    "persistence": "local",
    "phone": None,
}
_INK = "#201e1a"
"""The text of bubbles that bring no text colour of their own."""


def get_theme(bot: Bot) -> BotTheme:
    """Return a bot's theme; one that nobody has changed yet has revision 0."""
    row = db.session.scalar(select(BotTheme).where(BotTheme.bot_id == bot.id))
    return row or BotTheme(bot_id=bot.id, values={}, revision=0)


def set_theme(bot: Bot, values: Mapping[str, Any]) -> BotTheme:
    """Store a theme whose texts can be read."""
    if bot.state == "archived":
        raise Conflict("An archived bot cannot be changed. Restore it first.", code="archived")
    whole = DEFAULTS | dict(values)
    for name in ("greeting", "placeholder"):
        # A form sends a field for every language; what is left empty is not said.
        whole[name] = {language: text for language, text in whole[name].items() if text.strip()}
    errors: dict[str, list[str]] = {}
    light = whole["on_primary"]
    grounds = {
        "on_primary": ("primary", light),
        "bubble_user": ("bubble_user", light),
        "bubble_bot": ("bubble_bot", _INK),
    }
    for field, (name, text) in grounds.items():
        ground = whole[name]
        found = contrast(text, ground)
        if found < CONTRAST:
            errors[field] = [f"Text on {ground} has a contrast of {found:.1f}:1; at least {CONTRAST}:1 is needed."]
    if errors:
        raise Invalid(errors)
    row = get_theme(bot)
    row.values = {name: value for name, value in whole.items() if value != DEFAULTS[name]}
    if row.revision == 0:
        row.revision = 1
        db.session.add(row)
    db.session.flush()
    return row


def values_of(row: BotTheme) -> dict[str, Any]:
    """Return a theme's values with defaults."""
    return DEFAULTS | row.values


def told(bot: Bot) -> dict[str, Any]:
    """Return what a widget is told of its bot: the theme, languages, and whether people answer as well."""
    document = get_version(bot, bot.live_version).document if bot.live_version is not None else None
    languages = document["languages"] if document else [bot.language]
    values = values_of(get_theme(bot))
    return values | {
        "name": values["name"] or bot.name,
        "languages": languages,
        "language": languages[0],
        "handoff": document is not None and any(hands_over(node) for node in document["nodes"].values()),
    }
