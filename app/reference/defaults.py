"""The entries that a new workspace begins with."""

from pathlib import Path

import orjson

DEFAULTS: dict[str, list[tuple[str, str, dict[str, str]]]] = orjson.loads(
    Path(__file__).with_name("defaults.json").read_bytes()
)
"""By list: code, what it belongs to, and its name by language."""
