"""A report as files of a mail: a workbook, tidy CSV, PDF, and pictures of its figures."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from app.core.http.workbooks import XLSX
from app.reports.export import FIGURES, tidy_csv
from app.reports.filters.words import file_name
from app.reports.standard.service import PDF, own_filters, report_of, workbook

MOST_PICTURES, MOST_PICTURE_BYTES = 6, 200 * 1024
"""Pictures in a mail, and bytes of each: together they stay far below what mail servers take."""


class Picture(NamedTuple):
    """A figure as a picture in a mail."""

    figure: str
    title: str
    content: bytes


class Attachment(NamedTuple):
    """A file of a mail."""

    name: str
    kind: str
    content: bytes


def make_file(kind: str, name: str, tables: dict[str, Any], title: str, language: str) -> Attachment:
    """Return a report as a file of a kind."""
    stem = file_name(name.replace("/", "-"), tables["filters"], without=own_filters(report_of(name)))
    if kind == "xlsx":
        return Attachment(f"{stem}.xlsx", XLSX, workbook(name, tables, language))
    if kind == "csv":
        return Attachment(f"{stem}.csv", "text/csv", csv_of(tables).encode())
    # Drawing takes fonts and their shaping, which nothing else needs.
    from app.reports.pictures.files import report_pdf

    return Attachment(f"{stem}.pdf", PDF, report_pdf(name, tables, language, title=title))


def make_pictures(name: str, tables: dict[str, Any], language: str) -> list[Picture]:
    """Return the first figures that a report's page shows as pictures, in their order there."""
    from app.reports.pictures.files import figure_png, figure_title

    pictures = list[Picture]()
    for figure in tables["figures"]:
        if len(pictures) == MOST_PICTURES:
            break
        if figure["width"] and figure["rows"]:
            content = figure_png(name, tables, figure, language, in_mail=True)
            if len(content) <= MOST_PICTURE_BYTES:
                pictures.append(Picture(figure["id"], figure_title(name, tables, figure, language), content))
    return pictures


def csv_of(tables: dict[str, Any]) -> str:
    """Return key figures and figures as tidy CSV: a row per number."""
    return tidy_csv([*FIGURES["cards"](tables), *_figure_rows(tables)], tables)


def _figure_rows(tables: dict[str, Any]) -> Iterator[dict[str, Any]]:
    span = f"{tables['filters']['from']}..{tables['filters']['to']}"
    for figure in tables["figures"]:
        label, *columns = [column["id"] for column in figure["columns"]]
        for row in figure["rows"]:
            for column, value in zip(columns, row[1:], strict=True):
                yield {"metric": f"{figure['id']}.{column}", "dims": f"{label}={row[0]}", "bucket": span,
                       "value": value}  # fmt: skip
