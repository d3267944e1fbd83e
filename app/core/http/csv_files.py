"""CSV files that people upload: read as rows by the names of their columns, with what is wrong in a row."""

import codecs
import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice, zip_longest
from typing import IO

from app.core.errors import BeyondSchema, Invalid

MOST_ROWS = 1_000
MOST_BYTES = 2**20
Row = tuple[int, list[str]]
"""A row by its number, as spreadsheets count."""
_DELIMITERS = ",;\t|"
_DELIMITER_LINE = re.compile(r'"?sep=(.)"?\s*', re.IGNORECASE)
"""What spreadsheets write above a table to say what parts its cells."""
_LOOKED_AT = 10
"""Lines by which the delimiter is found."""
_TITLES = 5
"""Rows among which the names of the columns are looked for."""
_LEAST_NAMES = 3
"""Cells of a row by which the ones of a single cell above it are titles."""
_DIGIT = re.compile(r"\d")
_UTF_16 = (("utf-16-le", re.compile(rb"[^\0]\0[^\0]\0")), ("utf-16-be", re.compile(rb"\0[^\0]\0[^\0]")))
"""How a text in UTF-16 without a mark begins where its letters are Latin."""
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_BLOCK = 2**18
csv.field_size_limit(2**20)


class UnreadableTable(Exception):
    """The file is no table; the message says why, for its owner."""


@dataclass(frozen=True, slots=True)
class RowError:
    """What is wrong in a row."""

    row: int
    field: str
    message: str


def table_rows(file: IO[bytes]) -> Iterator[list[str]]:
    """Read the rows of a CSV file of any delimiter: in UTF-8, UTF-16 or Windows-1252; UnreadableTable for no table."""
    encoding, good = _encoding(file), 0
    file.seek(0)
    text = io.TextIOWrapper(file, encoding, newline="")
    try:
        first = list(islice(text, _LOOKED_AT))
        sep_line = _DELIMITER_LINE.fullmatch(first[0].strip()) if first else None
        # A line that says the delimiter is no row, and still has its number.
        lines = ["\n", *first[1:]] if sep_line else first
        delimiter = sep_line[1] if sep_line else _find_delimiter(lines)
        for row in csv.reader(_texts(chain(lines, text)), delimiter=delimiter, strict=True):
            good += 1
            yield row
    except csv.Error as error:
        raise UnreadableTable(f"This is not a CSV file: row {good + 1} cannot be read ({error}).") from None
    except UnicodeDecodeError as error:
        raise UnreadableTable(f"The file has bytes that are no text in its encoding, {error.encoding}.") from None
    finally:
        text.detach()


def from_names(rows: Iterator[Row], is_known: Callable[[str], bool] = lambda _name: False) -> Iterator[Row]:
    """The rows from the one that names the columns: titles, and names of groups of columns, above it are left out.

    `is_known` says which names columns are expected to have.
    """
    first = list(islice(rows, _TITLES))
    start = 0
    while start < len(first) and sum(map(bool, first[start][1])) == 1:
        start += 1
    if names := _grouped_names(first[start : start + 2], is_known):
        return chain([names, *first[start + 2 :]], rows)
    is_named = start < len(first) and sum(map(bool, first[start][1])) >= _LEAST_NAMES
    return chain(first[start if is_named else 0 :], rows)


def _grouped_names(pair: Sequence[Row], is_known: Callable[[str], bool]) -> Row | None:
    """The names of columns in two rows, cells of the upper one spanning several or both; else None."""
    if len(pair) < 2:
        return None
    (_, above), (number, below) = pair
    cells = list(zip_longest(above, below, fillvalue=""))
    names = [lower or upper for upper, lower in cells]
    are_names = not any(_DIGIT.search(name) for name in names) and len(set(names)) == len(names) >= _LEAST_NAMES
    # A group's name is above its first column, and the other columns have one below only.
    is_grouped = any(lower and not upper for upper, lower in cells) and any(upper and lower for upper, lower in cells)
    # Words below names that are expected, or below a first column without one, are the first row of the table.
    is_row = not above[0] or sum(map(is_known, above)) > sum(map(is_known, names))
    return (number, names) if is_grouped and are_names and all(names) and not is_row else None


def _find_delimiter(lines: Sequence[str]) -> str:
    """The mark that is in most lines: decimals and addresses have commas, too, but the names of columns have none."""
    return max(_DELIMITERS, key=lambda mark: (sum(mark in line for line in lines), "".join(lines).count(mark)))


def _texts(lines: Iterable[str]) -> Iterator[str]:
    """The lines, unless one holds what no text has."""
    for line in lines:
        if "\x00" in line:
            raise UnreadableTable("This is not a text file.")
        yield line


def _encoding(file: IO[bytes]) -> str:
    """How a file is written: by its mark, else UTF-8 where all of it is that, else as Windows writes."""
    first_bytes = file.read(4)
    for mark, encoding in _MARKS:
        if first_bytes.startswith(mark):
            return encoding
    for encoding, beginning in _UTF_16:
        if beginning.fullmatch(first_bytes):
            return encoding
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        decoder.decode(first_bytes)
        while block := file.read(_BLOCK):
            decoder.decode(block)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8"


def column_name(name: str) -> str:
    """A column's name as it is compared with those of fields."""
    return re.sub(r"[^a-z0-9]+", "_", name.casefold()).strip("_")


def read_lines(raw: bytes, is_known: Callable[[str], bool]) -> list[Row]:
    """The rows of a small file with their numbers, from the names of its columns on; Invalid when it cannot be read."""
    if len(raw) > MOST_BYTES:
        raise unreadable("The file is larger than 1 MB. Split it.")
    try:
        rows = [(number, row) for number, row in enumerate(table_rows(io.BytesIO(raw)), 1) if any(map(str.strip, row))]
    except UnreadableTable as error:
        raise unreadable(str(error)) from None
    return list(from_names(iter(rows), is_known))


def read_rows(raw: bytes, required: Sequence[str], others: Sequence[str]) -> list[tuple[int, dict[str, str]]]:
    """The rows of a file with their numbers, blank ones left out; Invalid when it cannot be read."""
    rows = read_lines(raw, lambda name: column_name(name) in {*required, *others})
    if len(rows) < 2:
        raise unreadable("The file is empty.")
    names = [column_name(name) for name in rows[0][1]]
    unknown = [name for name in names if name not in (*required, *others)]
    missing = [name for name in required if name not in names]
    if missing or unknown or len(set(names)) != len(names):
        raise unreadable(f"The first row must name these columns: {', '.join(required)}; and may name: "
                         f"{', '.join(others)}.")  # fmt: skip
    if len(rows) > MOST_ROWS + 1:
        raise unreadable(f"The file has more than {MOST_ROWS} rows. Split it.")
    return [(number, dict(zip(names, map(str.strip, row), strict=False))) for number, row in rows[1:]]


def check_right(rows: int, errors: Sequence[RowError], changes: int, nothing: str) -> None:
    """Invalid with everything that is wrong in a file, where anything is; `nothing` says what was not done."""
    if errors:
        texts = [f"Row {error.row}, {error.field}: {error.message}" for error in errors[:20]]
        refusals = [{"row": error.row, "field": error.field, "message": error.message} for error in errors]
        raise Invalid({"file": texts}, nothing, extra={"rows": rows, "errors_by_row": refusals, "changes": changes})


def unreadable(reason: str) -> Invalid:
    """A refusal of a whole file."""
    return Invalid({"file": [BeyondSchema(reason)]}, reason)
