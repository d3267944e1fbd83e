"""Which script a text is in: engines differ in what they can read."""

LATIN, OTHER = "latin", "other"
ROUTES = (LATIN, OTHER)
FOREIGN = 0.3
"""The part of a text's letters beyond which it is not Latin."""
_LAST_LATIN = 0x24F


def route(text: str) -> str:
    """Return `latin` or `other`; a text without letters is Latin."""
    letters = [ord(character) for character in text if character.isalpha()]
    foreign = sum(not (number <= _LAST_LATIN or 0x1E00 <= number <= 0x1EFF or number >= 0xFF00) for number in letters)
    return OTHER if letters and foreign > FOREIGN * len(letters) else LATIN
