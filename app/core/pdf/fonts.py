"""The fonts of PDFs: which letters they have."""

from functools import cache
from pathlib import Path

FOLDER = Path(__file__).with_name("noto")
FAMILIES = {"latin": "NotoSans", "devanagari": "NotoSansDevanagari", "arabic": "NotoSansArabic"}


@cache
def _letters() -> frozenset[int]:
    """Return what the fonts can show, by code points."""
    # Loaded by those who ask: it is most of a tenth of a second of every start.
    from fontTools.ttLib import TTFont

    files = [FOLDER / f"{file}-Regular.ttf" for file in FAMILIES.values()]
    return frozenset().union(*(TTFont(file, lazy=True).getBestCmap() for file in files))


def can_show(text: str) -> bool:
    """Return whether the fonts have every letter of a text."""
    return all(ord(letter) in _letters() or letter.isspace() for letter in text)
