"""A report as files of a mail: a workbook, tidy CSV, and PDF."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from app.core.http.csv_lines import lines
from app.core.http.workbooks import XLSX
from app.reports.export import COLUMNS, FIGURES
from app.reports.standard.service import PDF, workbook


class Attached(NamedTuple):
    """A file of a mail."""

    name: str
    kind: str
    content: bytes


def make_file(kind: str, name: str, contents: dict[str, Any], title: str, language: str) -> Attached:
    """Return a report as a file of a kind."""
    tables = contents["tables"]
    stem = f"{name.replace('/', '-')}-{tables['filters']['from']}_{tables['filters']['to']}"
    if kind == "xlsx":
        return Attached(f"{stem}.xlsx", XLSX, workbook(tables))
    if kind == "csv":
        return Attached(f"{stem}.csv", "text/csv", csv_of(tables).encode())
    # Drawing takes fonts and their shaping, which nothing else needs.
    from app.reports.pictures.files import report_pdf

    return Attached(f"{stem}.pdf", PDF, report_pdf(name, tables, language, title=title))


def csv_of(tables: dict[str, Any]) -> str:
    """Return key figures and figures as tidy CSV: a row per number."""
    rows = [*FIGURES["cards"](tables), *_figure_rows(tables)]
    return "".join(lines(COLUMNS, ([row.get(name) for name in COLUMNS] for row in rows)))


def _figure_rows(tables: dict[str, Any]) -> Iterator[dict[str, Any]]:
    span = f"{tables['filters']['from']}..{tables['filters']['to']}"
    for figure in tables["figures"]:
        label, *columns = [column["id"] for column in figure["columns"]]
        for row in figure["rows"]:
            for column, value in zip(columns, row[1:], strict=True):
                yield {"metric": f"{figure['id']}.{column}", "dims": f"{label}={row[0]}", "bucket": span,
                       "value": value}  # fmt: skip
