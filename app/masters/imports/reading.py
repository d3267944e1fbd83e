"""Reading an uploaded table row by row within limits: CSV of any delimiter and encoding, and XLSX."""

import io
import re
import time as clock
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import date, datetime, time
from itertools import islice
from pathlib import Path
from typing import IO, Any

from app.core.http.csv_files import Row, UnreadableTable, from_names, table_rows
from app.core.http.csv_lines import plain as plain_cell
from app.imports.reading import MAX_RATIO, MAX_UNPACKED, RATIO_FROM, UnreadableImport
from app.masters.imports.columns import is_known

MAX_ROWS, MAX_COLUMNS, MAX_CELL = 200_000, 200, 2_000
BEGIN_SECONDS = 1.0
"""How long someone waits to hear that a file is none."""
_ZIP = b"PK\x03\x04"
NOT_CALCULATED = "=?"
"""A cell whose formula was never calculated: programs that write workbooks leave its value to spreadsheets."""
_FORMULA = re.compile(rb"<(?:\w+:)?f[\s/>]")
_LOOKED_AT, _LEAST_NAMES = 20, 3
"""Rows by which the sheet with the table is found, and how many cells a row of it has."""


class TooLong(UnreadableImport):
    """A file that is not read within its time, whatever is in it."""


class Limit:
    """The moment until which a file may be read."""

    def __init__(self, seconds: float, otherwise: str = "Split it.") -> None:
        """Begin to count; `otherwise` says what to do about a file that takes longer."""
        self._until, self._seconds, self._otherwise = clock.monotonic() + seconds, seconds, otherwise

    def check(self) -> None:
        """Raise Unreadable once the time is over."""
        if clock.monotonic() > self._until:
            raise TooLong(f"Reading the file takes more than {self._seconds:,.0f} seconds. {self._otherwise}")


def check_begins(path: Path) -> None:
    """Raise Unreadable where a file is no table from its beginning; what takes longer is left to the whole check."""
    with suppress(TooLong):
        table(path, Limit(BEGIN_SECONDS))


def table(path: Path, limit: Limit) -> tuple[list[str], Iterator[Row]]:
    """The names of a file's columns, and its numbered rows that are not blank; Unreadable beyond the limits."""
    rows = from_names(_check_rows(_lines(path, limit), limit), is_known)
    first = next(rows, None)
    if first is None:
        raise UnreadableImport("The file is empty.")
    names = [" ".join(name.split())[:80] for name in first[1]]
    while names and not names[-1]:
        names.pop()
    keys = [name.casefold() for name in names if name]
    if not keys or len(set(keys)) != len(keys):
        raise UnreadableImport("The first row must name the columns, each by a name of its own.")
    return names, rows


def _check_rows(rows: Iterator[list[str]], limit: Limit) -> Iterator[Row]:
    """The rows that are not blank, each with its number and without blanks around its cells."""
    for number, row in enumerate(rows, 1):
        if number > MAX_ROWS + 1:
            raise UnreadableImport(f"The file has more than {MAX_ROWS:,} rows. Split it.")
        if len(row) > MAX_COLUMNS:
            raise UnreadableImport(f"Row {number} has more than {MAX_COLUMNS} columns.")
        limit.check()
        cells = [plain_cell(cell.strip()) for cell in row]
        if any(cells):
            yield number, cells


def _lines(path: Path, limit: Limit) -> Iterator[list[str]]:
    """The rows of a file, whatever it is: names are not to be trusted."""
    yield from _sheet(path, limit) if is_packed(path) else _read_csv(path)


def is_packed(path: Path) -> bool:
    """Whether a file is a workbook rather than a text."""
    with path.open("rb") as file:
        return file.read(len(_ZIP)) == _ZIP


class _LimitedFile(io.FileIO):
    """A file that can be read for some time only: a workbook's texts are all read before its first row."""

    def __init__(self, path: Path, limit: Limit) -> None:
        super().__init__(path)
        self._limit = limit

    def read(self, size: int | None = -1, /) -> bytes:
        """Read, unless the time is over."""
        self._limit.check()
        return super().read(-1 if size is None else size) or b""


def _sheet(path: Path, limit: Limit) -> Iterator[list[str]]:
    """The rows of a workbook's table."""
    # Only who reads a workbook pays for the library.
    from openpyxl import load_workbook

    try:
        _check_packed(path)
        with _LimitedFile(path, limit) as file:
            book = load_workbook(file, read_only=True, data_only=True)
            at = _table_sheet(book.worksheets)
            rows = book.worksheets[at].iter_rows(values_only=True)
            if _has_formulas(path):
                formulas = load_workbook(file, read_only=True)
                rows = _calculated(book.worksheets[at].iter_rows(), formulas.worksheets[at].iter_rows(values_only=True))
            for row in rows:
                cells = [_text(value) for value in row]
                while cells and not cells[-1]:
                    cells.pop()
                yield cells
            book.close()
    except UnreadableImport:
        raise
    except Exception:
        # What damaged workbooks make of the library is without end.
        raise UnreadableImport("This is not an XLSX file, or it is damaged.") from None


def _table_sheet(sheets: Sequence[Any]) -> int:
    """The place of the first sheet with a table: covers and notes above it, and what is hidden, have none."""
    seen = [at for at, sheet in enumerate(sheets) if sheet.sheet_state == "visible"]
    if len(seen) < 2:
        return seen[0] if seen else 0
    widths = {at: _width(sheets[at]) for at in seen}
    return next((at for at in seen if widths[at] >= _LEAST_NAMES), max(seen, key=lambda at: (widths[at], -at)))


def _width(sheet: Any) -> int:
    """How many cells the fullest of the first rows has."""
    rows = islice(sheet.iter_rows(values_only=True), _LOOKED_AT)
    return max((sum(value is not None for value in row) for row in rows), default=0)


def _has_formulas(path: Path) -> bool:
    """Whether any sheet of a workbook has a formula: only then it is read twice."""
    with zipfile.ZipFile(path) as packed:
        for name in packed.namelist():
            if name.startswith("xl/worksheets/"):
                with packed.open(name) as sheet:
                    if any(_FORMULA.search(line) for line in _blocks(sheet)):
                        return True
    return False


def _blocks(file: IO[bytes]) -> Iterator[bytes]:
    """The blocks of a file, each with the end of the one before."""
    end = b""
    while block := file.read(2**20):
        yield end + block
        end = block[-16:]


def _calculated(values: Iterable[Any], formulas: Iterable[Any]) -> Iterator[list[Any]]:
    """The values of rows; where a formula has none, not even an empty text, that is said."""
    for cells, sources in zip(values, formulas, strict=True):
        yield [
            NOT_CALCULATED if cell.value is None and source is not None and cell.data_type != "str" else cell.value
            for cell, source in zip(cells, sources, strict=True)
        ]


def _check_packed(path: Path) -> None:
    """Refuse what unpacks to too much, by what its own list says; more than that is never unpacked."""
    with zipfile.ZipFile(path) as packed:
        files = packed.infolist()
    size, inside = sum(file.file_size for file in files), sum(file.compress_size for file in files)
    if size > MAX_UNPACKED:
        raise UnreadableImport(f"The file unpacks to more than {MAX_UNPACKED // 2**20} MB.")
    if size > RATIO_FROM and size > inside * MAX_RATIO:
        raise UnreadableImport(f"The file unpacks to more than {MAX_RATIO} times its size.")


def _text(value: Any) -> str:
    """A cell as people write it: days without a time, whole numbers without a point."""
    if value is None:
        return ""
    if isinstance(value, datetime):
        return (value.date() if value.time() == time() else value).isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _read_csv(path: Path) -> Iterator[list[str]]:
    """The rows of a text with delimiters."""
    if path.stat().st_size > MAX_UNPACKED:
        raise UnreadableImport("The file is too large.")
    with path.open("rb") as file:
        try:
            yield from table_rows(file)
        except UnreadableTable as error:
            raise UnreadableImport(str(error)) from None
