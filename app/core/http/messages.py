"""What the library says of values it refuses, in the words of the interface."""

from typing import Any

import marshmallow as ma

FIELDS: dict[type[ma.fields.Field[Any]], dict[str, str]] = {
    ma.fields.Field: {"required": "Required.", "null": "Required.", "validator_failed": "Not valid."},
    ma.fields.String: {"invalid": "Must be a text."},
    ma.fields.Number: {"invalid": "Enter a number.", "too_large": "Too large."},
    ma.fields.Integer: {"invalid": "Enter a whole number."},
    ma.fields.Boolean: {"invalid": "Must be yes or no."},
    ma.fields.Date: {"invalid": "Enter a date such as 2026-03-31."},
    ma.fields.Time: {"invalid": "Enter a time such as 09:00."},
    ma.fields.Email: {"invalid": "Enter an email address such as name@example.com."},
    ma.fields.Url: {"invalid": "Enter an address such as https://example.com."},
}


def _length_error(self: ma.validate.Length, value: Any, _message: str) -> str:
    """Say how long a text, or a list, may be; one that is empty is simply missing."""
    if self.error is not None:
        return str(self.error).format(input=value, min=self.min, max=self.max, equal=self.equal)
    is_text = isinstance(value, str)
    if not value and self.min:
        return "Enter a value." if is_text else "Choose at least one."
    unit = "characters" if is_text else "entries"
    if self.equal is not None:
        return f"Must have {self.equal} {unit}."
    if self.min is None or len(value) > (self.max or len(value)):
        return f"Too long: {self.max} {unit} at most."
    return f"Too short: {self.min} {unit} at least."


def _choice_error(self: ma.validate.OneOf, value: Any) -> str:
    """Name the choices; the empty one, which means none, has no name."""
    names = ", ".join(str(choice) for choice in self.choices if choice != "")
    return self.error.format(input=value, choices=names, labels=self.labels_text)


def set_messages() -> None:
    """Replace the library's sentences."""
    for kind, messages in FIELDS.items():
        kind.default_error_messages = kind.default_error_messages | messages
    ma.validate.Length._format_error = _length_error  # type: ignore[method-assign, assignment]
    ma.validate.OneOf._format_error = _choice_error  # type: ignore[method-assign]
    ma.validate.OneOf.default_message = "Choose one of: {choices}."
