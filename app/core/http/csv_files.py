"""CSV files that people upload: read as rows by the names of their columns, with what is wrong in a row."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass

from app.core.errors import BeyondSchema, Invalid

MOST_ROWS = 1_000
MOST_BYTES = 2**20
FIRST_ROW = 2
"""The row of the first line, as spreadsheets count: the names of the columns are the first."""


@dataclass(frozen=True, slots=True)
class RowError:
    """What is wrong in a row."""

    row: int
    field: str
    message: str


def read_rows(raw: bytes, required: Sequence[str], others: Sequence[str]) -> list[tuple[int, dict[str, str]]]:
    """The rows of a file with their numbers, blank ones left out; Invalid when it cannot be read."""
    if len(raw) > MOST_BYTES:
        raise _unreadable("The file is larger than 1 MB. Split it.")
    try:
        text = raw.decode("utf-8-sig")
        lines = [[cell.strip() for cell in line] for line in csv.reader(io.StringIO(text), strict=True)]
    except (UnicodeDecodeError, csv.Error):
        raise _unreadable("This is not a CSV file in UTF-8.") from None
    if "\x00" in text or not lines or not any(any(line) for line in lines[1:]):
        raise _unreadable("The file is empty.")
    names = [name.casefold() for name in lines[0]]
    unknown = [name for name in names if name not in (*required, *others)]
    missing = [name for name in required if name not in names]
    if missing or unknown or len(set(names)) != len(names):
        raise _unreadable(f"The first row must name these columns: {', '.join(required)}; and may name: "
                          f"{', '.join(others)}.")  # fmt: skip
    numbered = enumerate(lines[1:], FIRST_ROW)
    rows = [(number, dict(zip(names, line, strict=False))) for number, line in numbered if any(line)]
    if len(rows) > MOST_ROWS:
        raise _unreadable(f"The file has more than {MOST_ROWS} rows. Split it.")
    return rows


def check_right(rows: int, errors: Sequence[RowError], changes: int, nothing: str) -> None:
    """Invalid with everything that is wrong in a file, where anything is; `nothing` says what was not done."""
    if errors:
        texts = [f"Row {error.row}, {error.field}: {error.message}" for error in errors[:20]]
        refusals = [{"row": error.row, "field": error.field, "message": error.message} for error in errors]
        raise Invalid({"file": texts}, nothing, extra={"rows": rows, "errors_by_row": refusals, "changes": changes})


def _unreadable(reason: str) -> Invalid:
    return Invalid({"file": [BeyondSchema(reason)]}, reason)
