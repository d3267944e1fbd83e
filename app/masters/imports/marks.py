"""How cells are read that alone can be read in two ways: decided by whole columns, then by the file, never by one cell.

Of a number that is the mark before its decimals, of a day whether the day or the month comes first.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from app.core.text import plain_digits
from app.core.values.numbers import Decimals, read_digits
from app.masters.imports.columns import Column, columns_of
from app.masters.imports.reading import Limit, is_packed, table
from app.masters.reasons import reason
from app.masters.records.identities import NotFitting

POINT, COMMA, BOTH = "point", "comma", "both"
"""What a column's numbers have; both where its cells contradict each other."""
DAY_FIRST, MONTH_FIRST, BOTH_ORDERS = "day_first", "month_first", "both_orders"
"""What comes first in a column's days; day first where no day of the file says otherwise."""
ORDERS = (DAY_FIRST, MONTH_FIRST)
MARKS = (POINT, COMMA, BOTH, DAY_FIRST, MONTH_FIRST, BOTH_ORDERS)
FORMULA_ERROR = re.compile(r"#(?:N/A|REF!|VALUE!|DIV/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!)", re.IGNORECASE)
"""What spreadsheets show where a formula has no value."""
_DAY = re.compile(r"(?P<first>\d{1,2})(?P<mark>[-/.])(?P<second>\d{1,2})(?P<rest>(?P=mark)\d{4}\b.*)")
_NUMBER = re.compile(
    r"(?P<sign>[-+−]?)\s?(?:(?:₹|\$|€|£|rs\.?|inr)\s?)?(?P<digits>\d[\d.,'’ ]*)(?:kms?|kilomet(?:er|re)s?|/-)?"
)
_BLANK = re.compile(r"(?<=\d)\s(?=\d{3}(?!\d))")
_TWOFOLD = re.compile(r"[1-9]\d{0,2}\.\d{3}")


def marks_of(path: Path, kind: str, mapping: Mapping[str, str], limit: Limit) -> dict[str, str]:
    """Return how each column of numbers or days in a file is read; one that does not show it is read as the others."""
    columns = {name: column for name, column in columns_of(kind).items() if column.is_number or column.is_day}
    names, rows = table(path, limit)
    places = [(at, columns[mapping[name]]) for at, name in enumerate(names) if mapping.get(name) in columns]
    if not places:
        return {}
    evidence: dict[str, Counter[str]] = {column.name: Counter() for _, column in places}
    for _, cells in rows:
        for at, column in places:
            if at < len(cells) and cells[at] and (mark := (_evident if column.is_number else _order)(cells[at])):
                evidence[column.name][mark] += 1
    numbers = {column.name: evidence[column.name] for _, column in places if column.is_number}
    days = {column.name: evidence[column.name] for _, column in places if column.is_day}
    return _marks_of_numbers(numbers, columns, is_packed(path)) | _orders_of_days(days)


def _marks_of_numbers(
    evidence: Mapping[str, Counter[str]], columns: Mapping[str, Column], is_workbook: bool
) -> dict[str, str]:
    """The mark of each column of numbers."""
    own = {name: _decide(marks, BOTH) for name, marks in evidence.items()}
    of_file = _decide((mark for mark in own.values() if mark), BOTH)
    # A workbook has its numbers as numbers; degrees have at most three digits before their decimals.
    otherwise = POINT if is_workbook else ""
    shared = of_file if of_file != BOTH else ""
    return {name: mark or shared or (POINT if columns[name].is_degrees else otherwise) for name, mark in own.items()}


def _orders_of_days(evidence: Mapping[str, Counter[str]]) -> dict[str, str]:
    """The order of each column of days; none where all can be read in one way only."""
    own = {name: _decide((order for order in orders if order != BOTH_ORDERS), BOTH_ORDERS)
           for name, orders in evidence.items()}  # fmt: skip
    shared = _decide((order for order in own.values() if order), BOTH_ORDERS) or DAY_FIRST
    return {name: order or (shared if evidence[name] else "") for name, order in own.items()}


def _decide(marks: Iterable[str], both: str) -> str:
    """The one mark of several, or that there is more than one."""
    different = set(marks)
    return next(iter(different), "") if len(different) < 2 else both


def _order(cell: str) -> str:
    """What comes first in a day, both where it can be read in two ways; empty where that is no question."""
    match = _DAY.fullmatch(plain_digits(cell))
    if match is None or match["first"].zfill(2) == match["second"].zfill(2):
        return ""
    first, second = (int(match[name]) <= 12 for name in ("first", "second"))
    return BOTH_ORDERS if first and second else MONTH_FIRST if first else DAY_FIRST if second else ""


def order_day(cell: str, mark: str) -> str:
    """Return a day with the month second, by its column's order; NotFitting where it may be two."""
    order = _order(cell)
    if order == BOTH_ORDERS:
        if mark == BOTH_ORDERS:
            raise NotFitting(reason("two_ways_day"))
        order = mark
    return _DAY.sub(r"\g<second>\g<mark>\g<first>\g<rest>", plain_digits(cell)) if order == MONTH_FIRST else cell


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
