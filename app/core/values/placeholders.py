"""Variables in texts that people read: `{{name}}` is filled in, and one without a value leaves no hole."""

import re
from collections.abc import Callable

VARIABLE = re.compile(r"\{\{\s*([\w.]+)\s*\}\}")
"""The place of a variable in a text."""
_NAME = VARIABLE.pattern
_PLACE = re.compile(rf"^{_NAME}([,،]\s*)(?!\s|\{{\{{)|([,،]?\s?){_NAME}", re.MULTILINE)
"""A variable that begins a line, with the comma after it; or any, with the comma and the blank before it."""


def fill_in(text: str, read: Callable[[str], str]) -> str:
    """Return a text with its variables as `read` gives them; with an empty one goes what joins it to the text.

    "Hello {{name}}!" greets a stranger with "Hello!", "Booked, {{name}}." says "Booked.".
    """

    def fill(match: re.Match[str]) -> str:
        if match[1]:
            value = read(match[1])
            return value + match[2] if value else ""
        value = read(match[4])
        return match[3] + value if value else ""

    return _PLACE.sub(fill, text) if "{{" in text else text
