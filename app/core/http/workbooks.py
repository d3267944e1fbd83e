"""Tables as a workbook of spreadsheets (XLSX)."""

import io
from collections.abc import Iterable
from typing import Any

from app.core.http.csv_lines import safe
from app.core.languages import RIGHT_TO_LEFT

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
LONGEST_NAME = 31
"""Characters of a sheet's name that spreadsheets take."""
FORBIDDEN = str.maketrans(dict.fromkeys("[]:*?/\\", " "))
"""Characters that they do not take in it."""


def write_workbook(sheets: Iterable[tuple[str, Iterable[Iterable[Any]]]], language: str) -> bytes:
    """Write a sheet for each name and its rows, the head first, from the side that a language begins."""
    # Only who writes a workbook pays for the library, which takes a quarter of a second to load.
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Font

    book, bold = Workbook(write_only=True), Font(bold=True)
    for name, rows in sheets:
        # Of sheets with the same name the library numbers the later ones.
        sheet = book.create_sheet(name.translate(FORBIDDEN)[:LONGEST_NAME].strip())
        sheet.sheet_view.rightToLeft = language in RIGHT_TO_LEFT
        for number, row in enumerate(rows):
            values = [safe(value) for value in row]
            if number == 0:
                cells = [WriteOnlyCell(sheet, value=value) for value in values]
                for cell in cells:
                    cell.font = bold
                values = cells
            sheet.append(values)
    target = io.BytesIO()
    book.save(target)
    return target.getvalue()
