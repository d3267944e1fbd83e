"""Tables of cases that both languages run: a rule that is in Python and in TypeScript has one of them."""

from pathlib import Path
from typing import Any

import orjson


def cases(name: str) -> Any:
    """The table of a name."""
    return orjson.loads(Path(__file__).with_name(f"{name}.cases.json").read_bytes())


def text(written: str | list[Any]) -> str:
    """A text of a table: as it is, or one and another that is repeated so many times."""
    return written if isinstance(written, str) else written[0] + written[1] * written[2]
