"""The sample figures, for what the product does not count itself."""

from functools import cache
from pathlib import Path
from typing import Any

import orjson


@cache
def samples() -> dict[str, Any]:
    """All sample figures, by card and then by range or year."""
    found: dict[str, Any] = orjson.loads(Path(__file__).with_name("content.json").read_bytes())
    return found
