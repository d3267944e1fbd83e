"""Rules of themes: their defaults, what they may hold, and which one is shown."""

import base64
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import select

from app.accounts.settings.pictures import Bounds, reencode_picture
from app.bots.catalog.flows import check_editable
from app.bots.catalog.models import Bot
from app.bots.catalog.versions import get_version
from app.channels.themes import schedules
from app.channels.themes.contrast import unreadable
from app.channels.themes.css import LARGEST, Clean, sanitise
from app.channels.themes.models import BotTheme
from app.core import clock
from app.core.db.base import db
from app.core.errors import BeyondSchema, Invalid

DEFAULTS: dict[str, Any] = {
    "name": "",
    "primary": "#005b78",
    "on_primary": "#ffffff",
    "bubble_user": "#005b78",
    "on_bubble_user": "#ffffff",
    "bubble_bot": "#ffffff",
    "background": "#f4f5f8",
    "radius": 12,
    "font": "system",
    "avatar": "",
    "launcher": "chat",
    "position": "right",
    "greeting": {},
    "placeholder": {},
    "csat": "stars",
    "persistence": "local",
    "phone": None,
    "custom_css": "",
}
AVATAR = Bounds(most_bytes=32 * 1024)
_PICTURE = re.compile(r"data:image/(?:png|jpeg|webp|gif);base64,([A-Za-z0-9+/=]+)")


class CheckedTheme(NamedTuple):
    """The values of a theme that may be kept, and what was left out of its own CSS."""

    values: dict[str, Any]
    css: Clean


class VisibleTheme(NamedTuple):
    """The theme that visitors see now, and what names it."""

    values: dict[str, Any]
    tag: str


def get_theme(bot: Bot) -> BotTheme:
    """Return the working copy of a bot's theme; one that nobody has changed yet has revision 0."""
    row = db.session.scalar(select(BotTheme).where(BotTheme.bot_id == bot.id))
    return row or BotTheme(bot_id=bot.id, values={}, revision=0)


def set_theme(bot: Bot, fields: Mapping[str, Any]) -> tuple[BotTheme, Clean]:
    """Store the working copy of a theme whose texts can be read; with what its own CSS lost."""
    check_editable(bot)
    values, css = check_theme(fields)
    return keep_theme(bot, values), css


def keep_theme(bot: Bot, values: dict[str, Any]) -> BotTheme:
    """Make values the working copy of a bot's theme."""
    row = get_theme(bot)
    row.values = values
    if row.revision == 0:
        row.revision = 1
        db.session.add(row)
    db.session.flush()
    return row


def restore_theme(bot: Bot, values: dict[str, Any]) -> None:
    """Make a version's theme the working copy; what it replaces stays as the backup."""
    before = get_theme(bot).values
    keep_theme(bot, values).backup = before
    db.session.flush()


def swap_theme(bot: Bot) -> None:
    """Make what restoring a version has replaced the working copy again."""
    backup = get_theme(bot).backup
    if backup is not None:
        restore_theme(bot, backup)


def check_theme(fields: Mapping[str, Any], *, within: str = "") -> CheckedTheme:
    """Return what differs from the defaults of a theme that may be kept; Invalid names the fields of any other.

    `within` is the field that holds the theme, where it is a part of something.
    """
    whole = DEFAULTS | {"on_bubble_user": fields.get("on_primary", DEFAULTS["on_primary"])} | dict(fields)
    for name in ("greeting", "placeholder"):
        # A form sends a field for every language; what is left empty is not said.
        whole[name] = {language: text for language, text in whole[name].items() if text.strip()}
    errors: dict[str, list[str]] = unreadable(whole)
    if len(whole["custom_css"].encode()) > LARGEST:
        errors["custom_css"] = [BeyondSchema(f"Must be at most {LARGEST} bytes.")]
    whole["avatar"] = _picture(whole["avatar"], errors)
    if errors:
        raise Invalid({within: errors} if within else errors)
    css = sanitise(whole["custom_css"])
    whole["custom_css"] = css.css
    return CheckedTheme({name: value for name, value in whole.items() if value != DEFAULTS[name]}, css)


def _picture(address: str, errors: dict[str, list[str]]) -> str:
    """A picture encoded again, so that nothing else is in it; what is wrong with one is noted."""
    if not address:
        return ""
    match = _PICTURE.fullmatch(address)
    try:
        data = base64.b64decode(match[1] if match else "", validate=True)
        if len(data) > AVATAR.most_bytes:
            raise ValueError
        kind, content = reencode_picture(data, AVATAR)
    except Invalid as refused:
        errors["avatar"] = refused.errors["file"]
        return ""
    except ValueError:
        content, kind = b"", ""
    if not 0 < len(content) <= AVATAR.most_bytes:
        errors["avatar"] = [BeyondSchema("Must be a PNG, JPEG, WebP or GIF picture of at most 32 KB.")]
        return ""
    return f"data:{kind};base64,{base64.b64encode(content).decode()}"


def whole(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return a theme's values with defaults."""
    return DEFAULTS | dict(values)


def live_values(bot: Bot) -> dict[str, Any] | None:
    """Return the theme of the live version; None before the first one is live."""
    return get_version(bot, bot.live_version).theme if bot.live_version is not None else None


def visible_theme(bot: Bot) -> VisibleTheme:
    """Return the theme visitors see: what is scheduled for now, else the live version's, else the working copy."""
    running = schedules.running(bot, clock.now())
    live = live_values(bot)
    if running is not None:
        return VisibleTheme(whole(running.values), f"{bot.revision}.s{running.id}.{running.revision}")
    if live is not None:
        return VisibleTheme(whole(live), f"{bot.revision}.v{bot.live_version}")
    row = get_theme(bot)
    return VisibleTheme(whole(row.values), f"{bot.revision}.w{row.revision}")
