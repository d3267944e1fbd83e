"""The mark before the decimals of a file's numbers: decided by whole columns, then by the file, never by one cell."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from app.core.text import plain_digits
from app.core.values.numbers import Decimals, read_digits
from app.masters.imports.columns import columns_of
from app.masters.imports.reading import Limit, is_packed, table
from app.masters.reasons import reason
from app.masters.records.identities import NotFitting

POINT, COMMA, BOTH = "point", "comma", "both"
"""What a column's numbers have; both where its cells contradict each other."""
_NUMBER = re.compile(
    r"(?P<sign>[-+−]?)\s?(?:(?:₹|\$|€|£|rs\.?|inr)\s?)?(?P<digits>\d[\d.,'’ ]*)(?:kms?|kilomet(?:er|re)s?|/-)?"
)
_BLANK = re.compile(r"(?<=\d)\s(?=\d{3}(?!\d))")
_TWOFOLD = re.compile(r"[1-9]\d{0,2}\.\d{3}")
Marks = Mapping[str, str]


def marks_of(path: Path, kind: str, mapping: Mapping[str, str], limit: Limit) -> dict[str, str]:
    """Return the mark of each column of numbers in a file; a column that shows none has that of the others, if any."""
    fields = {name: column.is_degrees for name, column in columns_of(kind).items() if column.is_number}
    names, rows = table(path, limit)
    places = [(at, mapping[name]) for at, name in enumerate(names) if mapping.get(name) in fields]
    if not places:
        return {}
    evidence: dict[str, Counter[str]] = {name: Counter() for _, name in places}
    for _, cells in rows:
        for at, name in places:
            if at < len(cells) and cells[at] and (mark := _evident(cells[at])):
                evidence[name][mark] += 1
    own = {name: _decide_mark(marks) for name, marks in evidence.items()}
    of_file = _decide_mark(mark for mark in own.values() if mark)
    # A workbook has its numbers as numbers; degrees have at most three digits before their decimals.
    otherwise = POINT if is_packed(path) else ""
    shared = of_file if of_file != BOTH else ""
    return {name: mark or shared or (POINT if fields[name] else otherwise) for name, mark in own.items()}


def _decide_mark(marks: Iterable[str]) -> str:
    """The one mark of several, or that there is more than one."""
    different = set(marks)
    return next(iter(different), "") if len(different) < 2 else BOTH


def _evident(cell: str) -> str:
    """The mark that a cell can only be read by; empty where it is no number, or can be read by either."""
    point, comma = _read(cell)[1]
    return "" if (point is None) == (comma is None) else COMMA if point is None else POINT


def _read(cell: str) -> tuple[str, Decimals]:
    """The digits of a cell, and the number they are by either mark."""
    match = _NUMBER.fullmatch(" ".join(plain_digits(cell).split()))
    if match is None:
        return "", Decimals(None, None)
    digits = _BLANK.sub("", match["digits"].strip())
    sign = -1 if match["sign"] in ("-", "−") else 1
    point, comma = (None if value is None else sign * value for value in read_digits(digits))
    return digits, Decimals(point, comma)


def read_number(cell: str, mark: str) -> float:
    """Return the number that a cell is by its column's mark; NotFitting where it is none, or may be two."""
    digits, (point, comma) = _read(cell)
    value = {POINT: point, COMMA: comma}.get(mark, comma if point is None else point)
    if value is None:
        raise NotFitting(reason("no_number"))
    is_twofold = mark == BOTH or (not mark and _TWOFOLD.fullmatch(digits) is not None)
    if is_twofold and mark not in (POINT, COMMA) and None not in (point, comma) and point != comma:
        raise NotFitting(reason("two_ways"))
    return float(value)
