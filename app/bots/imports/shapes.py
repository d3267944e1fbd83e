"""Data of no known shape: what is absent or of another type reads as empty."""

import re
from typing import Any

_NUMBER = re.compile(r"-?\d{1,15}(\.\d{1,9})?")


def mapping(value: Any) -> dict[str, Any]:
    """Return an object, empty where the value is none."""
    return value if isinstance(value, dict) else {}


def rows(value: Any) -> list[dict[str, Any]]:
    """Return the objects of a list."""
    return [row for row in value if isinstance(row, dict)] if isinstance(value, list) else []


def items(value: Any) -> list[Any]:
    """Return a list, empty where the value is none."""
    return value if isinstance(value, list) else []


def line(value: Any) -> str:
    """Return a text or a number as a text with single blanks, empty for anything else."""
    return " ".join(text(value).split())


def text(value: Any) -> str:
    """Return a text or a number as a text without blanks around it, empty for anything else."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value).strip() if isinstance(value, str | int | float) else ""


def number(value: Any) -> float | None:
    """Return a number, or what a text of digits says, None for anything else."""
    digits = text(value) if not isinstance(value, bool) else ""
    return float(digits) if _NUMBER.fullmatch(digits) else None
