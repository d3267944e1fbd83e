"""The pairs of colours in which a widget shows text, on light and on dark pages."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from app.core.colours import CONTRAST, contrast
from app.core.errors import BeyondSchema

INK, QUIET, ALERT = "#171b24", "#565e6e", "#a3241f"
"""Texts of light panels that bring no colour of their own, as `ui/widget/colours.ts` has them."""
DARK_INK, DARK_QUIET, DARK_ALERT = "#eceef2", "#a7afbd", "#ff9d94"
DARK_SURFACE, DARK_GROUND = "#1d2129", "#14171d"


class Pair(NamedTuple):
    """A text on its ground; `field` is what has to change where it cannot be read."""

    field: str
    skin: str
    text: str
    ground: str


def pairs(values: Mapping[str, Any]) -> list[Pair]:
    """Return every pair of a theme's widget in both skins; a dark panel has surfaces of its own."""
    own = [
        Pair(field, skin, values[text], values[ground])
        for skin in ("light", "dark")
        for field, text, ground in (
            ("on_primary", "on_primary", "primary"),
            ("bubble_user", "on_bubble_user", "bubble_user"),
        )
    ]
    return [
        *own,
        Pair("bubble_bot", "light", INK, values["bubble_bot"]),
        Pair("background", "light", QUIET, values["background"]),
        Pair("background", "light", ALERT, values["background"]),
        Pair("bubble_bot", "dark", DARK_INK, DARK_SURFACE),
        Pair("background", "dark", DARK_QUIET, DARK_GROUND),
        Pair("background", "dark", DARK_ALERT, DARK_GROUND),
    ]


def unreadable(values: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the fields whose texts cannot be read, each with its worst contrast."""
    worst: dict[str, tuple[float, str]] = {}
    for field, _skin, text, ground in pairs(values):
        ratio = contrast(text, ground)
        if ratio < CONTRAST:
            worst[field] = min(worst.get(field, (ratio, ground)), (ratio, ground))
    return {
        field: [BeyondSchema(f"Text on {ground} has a contrast of {_cut(ratio)}:1; at least {CONTRAST}:1 is needed.")]
        for field, (ratio, ground) in worst.items()
    }


def _cut(ratio: float) -> float:
    """A ratio cut to one digit: one that is too low is not shown as enough."""
    return int(ratio * 10) / 10
