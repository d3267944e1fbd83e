"""Rows as CSV that no spreadsheet takes for formulas."""

import csv
import io
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any

from flask import Response

# Minus signs that NFKC leaves as they are.
_MINUS = "\u2212\uff0d\ufe63"
_SIGNS = ("=", "+", "-", "@")
MARK = "\ufeff"


def safe(value: Any) -> Any:
    """A cell no spreadsheet takes for a formula; numbers stay numbers, nothing stays empty."""
    return f"'{value}" if isinstance(value, str) and _needs_mark(value) else value


def plain(cell: str) -> str:
    """A cell as it was before `safe` made it one that no spreadsheet takes for a formula."""
    return cell[1:] if cell.startswith("'") and _needs_mark(cell[1:]) else cell


def _needs_mark(text: str) -> bool:
    """Whether a text needs an apostrophe before it: one that has some before a formula loses none of its own."""
    bare = text.lstrip("'")
    return bool(bare) and (bare[0] in "\t\r\n" or _begins_formula(bare))


def _begins_formula(text: str) -> bool:
    """Whether a spreadsheet may take a text for a formula: its first visible character is a sign, of any width.

    Some drop blanks and characters without width before they look, and take full-width signs for plain ones.
    """
    for character in text:
        kind = unicodedata.category(character)
        if kind[0] == "Z" or kind in ("Cc", "Cf"):
            continue
        return unicodedata.normalize("NFKC", character).startswith(_SIGNS) or character in _MINUS
    return False


def lines(columns: Iterable[str], rows: Iterable[Iterable[Any]]) -> Iterator[str]:
    """CSV text, a line at a time; its first mark says to spreadsheets that it is UTF-8."""
    buffer = io.StringIO()
    buffer.write(MARK)
    writer = csv.writer(buffer)
    writer.writerow([safe(name) for name in columns])
    for row in rows:
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()
        writer.writerow([safe(cell) for cell in row])
    yield buffer.getvalue()


def attach_csv(text: str | Iterable[str], name: str, *, stored: bool = True) -> Response:
    """Return CSV text, whole or in pieces, as a file to save; what must not be `stored` is kept by no cache."""
    response = Response(text, content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    if not stored:
        response.headers["Cache-Control"] = "no-store"
    return response
