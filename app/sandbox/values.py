"""Values of variables as a form's texts."""

from typing import Any

from app.core.values import numbers


def convert_value(value: Any, kind: str) -> Any:
    """Return what a form's text is for a variable of a type: nothing, a number, yes or no, or the text itself."""
    if not isinstance(value, str):
        return value
    if not value.strip():
        return None
    number = numbers.read(value).whole if kind == "number" else None
    if number is not None:
        return number.value
    return {"true": True, "false": False}.get(value.strip().lower(), value) if kind == "bool" else value
