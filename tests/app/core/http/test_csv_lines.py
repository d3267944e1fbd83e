"""Cells of CSV files: no formulas, and each as it was when it comes back."""

import csv
import io

import pytest

from app.core.http.csv_lines import lines, plain, safe

CELLS = [
    "=1+1",
    "'=1+1",
    "''=1+1",
    "'hello",
    "'",
    "''",
    "hello",
    "-5",
    "'-5",
    "@x",
    "'@x",
    "\t=x",
    "'\tx",
    "",
    "+91 98",
    "it's",
]


@pytest.mark.parametrize("cell", CELLS)
def test_a_cell_comes_back_as_it_was(cell: str) -> None:
    assert plain(safe(cell)) == cell


@pytest.mark.parametrize("cell", CELLS)
def test_no_cell_begins_a_formula(cell: str) -> None:
    assert not safe(cell).startswith(("=", "+", "-", "@", "\t"))


def test_spreadsheets_learn_that_a_file_is_utf_8() -> None:
    text = "".join(lines(["name"], [["अर्का"]]))
    assert text.encode().startswith(b"\xef\xbb\xbf") and text.count("\ufeff") == 1


def test_a_file_comes_back_as_it_was() -> None:
    text = "".join(lines(["key"], [[cell] for cell in CELLS]))
    assert [plain(row[0]) if row else "" for row in list(csv.reader(io.StringIO(text)))[1:]] == CELLS
