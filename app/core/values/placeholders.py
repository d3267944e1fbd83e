"""Variables in texts that people read: `{{name}}` is filled in, and one without a value leaves no hole."""

import re
from collections.abc import Callable

VARIABLE = re.compile(r"\{\{\s*([\w.]+)\s*\}\}")
"""The place of a variable in a text."""
_NAME = VARIABLE.pattern
_LIST = rf"{_NAME}(?:(?:[,،]\s*| ?){_NAME})*"
_PLACE = re.compile(
    rf"(?P<line>(?:[,،]?\n)?)^(?P<first>{_LIST})(?P<after>[,،]\s*)?|(?P<before>[,،]?[^\S\n]?)(?P<list>{_LIST})",
    re.MULTILINE,
)
"""Variables that begin a line, with the comma after them; or any, with the comma and the blank before them."""


def fill_in(text: str, read: Callable[[str], str]) -> str:
    """Return a text with its variables as `read` gives them; with an empty one goes what joins it to the text.

    "Hello {{name}}!" greets a stranger with "Hello!", "Booked, {{name}}." says "Booked.", and of
    "{{model}}, {{outlet}}" stays what has a value.
    """

    def fill(match: re.Match[str]) -> str:
        if match["first"] is not None:
            values = fill_list(match["first"], begins=True)
            is_line = text[match.end() : match.end() + 1] in ("", "\n")
            return match["line"] + values + (match["after"] or "") if values else "" if is_line else match["line"]
        values = fill_list(match["list"], begins=bool(match["before"]))
        return match["before"] + values if values else ""

    def fill_list(names: str, *, begins: bool) -> str:
        """Fill in variables side by side; what is between two goes with the empty one."""
        filled, end = "", 0
        for place in VARIABLE.finditer(names):
            if value := read(place[1]):
                filled += ("" if begins and not filled else names[end : place.start()]) + value
            end = place.end()
        return filled

    return _PLACE.sub(fill, text) if "{{" in text else text
