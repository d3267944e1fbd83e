"""What a browser remembers of how things are shown: skin, menu, language and direction."""

from typing import Any

import orjson
from flask import g, request

from app.accounts.auth.schemas import PreferencesArgs
from app.core.security.cookies import cookie_name

_KEPT = PreferencesArgs(unknown="exclude")
DEFAULT_SKIN = "light"
"""How pages look to those who chose nothing, as specified; `auto` follows the system."""


def preferences() -> dict[str, Any]:
    """What this browser remembers; anything that does not fit is as if it were not there."""
    raw = request.cookies.get(cookie_name("prefs"), "")
    try:
        stored = _KEPT.load(orjson.loads(bytes.fromhex(raw)))
    except Exception:
        return {}
    g.preferences = stored
    return dict(stored)
