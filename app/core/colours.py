"""Colours: how well a text can be read on its ground."""

CONTRAST = 4.5
"""The least contrast of a text on its ground (WCAG 2.2, AA)."""


def contrast(colour: str, other: str) -> float:
    """Return the contrast of two `#rrggbb` colours, from 1 to 21 (WCAG 2.2)."""
    lighter, darker = sorted((_luminance(colour), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    """The relative luminance of a colour."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
