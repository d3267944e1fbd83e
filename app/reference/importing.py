"""A code list as a CSV file: written, and read back with every row checked before any is stored."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import marshmallow as ma

from app.core.db.base import db
from app.core.errors import Invalid
from app.core.http.csv_files import RowError, check_right, read_rows
from app.core.http.csv_lines import lines, plain
from app.core.languages import SPOKEN
from app.reference import service
from app.reference.lists import CodeList
from app.reference.models import Entry
from app.reference.schemas import loaded
from app.reference.uses import read_source

LABEL = "label_"
_PLAIN = ("order", "belongs_to", "active", "valid_from", "valid_to")
COLUMNS = (*(LABEL + language for language in SPOKEN), *_PLAIN)
YES, NO = ("yes", "true", "1"), ("no", "false", "0")


@dataclass(slots=True)
class FileContents:
    """What a file holds: its rows, what is wrong in them, and what is to be stored."""

    rows: int = 0
    errors: list[RowError] = field(default_factory=list)
    new: list[tuple[dict[str, Any], int | None]] = field(default_factory=list)
    changed: list[tuple[Entry, dict[str, Any]]] = field(default_factory=list)

    @property
    def changes(self) -> int:
        """How many entries would be added or changed."""
        return len(self.new) + len(self.changed)


def write_csv(kind: CodeList) -> Iterator[str]:
    """A list as CSV, a line at a time; reading it back changes nothing."""
    rows = read_source(kind.name) if kind.kept_at else list(db.session.scalars(service.entries(kind.name)))
    columns = ["code", *COLUMNS]

    def cells(entry: Any, place: int) -> list[Any]:
        labels = [entry.labels.get(language, "") for language in SPOKEN]
        active = YES[0] if entry.active else NO[0]
        days = [day.isoformat() if day else "" for day in (entry.valid_from, entry.valid_to)]
        return [entry.code, *labels, getattr(entry, "position", place), entry.belongs_to, active, *days]

    return lines(columns, (cells(entry, place) for place, entry in enumerate(rows, 1)))


def read(kind: CodeList, raw: bytes) -> FileContents:
    """Read and check a file; Invalid when it is no such list at all."""
    service.check_own(kind)
    result, seen = FileContents(), set[str]()
    present = {entry.code_key: entry for entry in db.session.scalars(service.entries(kind.name))}
    for number, row in read_rows(raw, ("code",), COLUMNS):
        result.rows += 1
        code = row["code"]
        entry = present.get(code.lower())
        try:
            values, place = _understood(row, entry)
            if code.lower() in seen:
                raise Invalid({"code": ["This code is in the file twice."]})
            entry_values = service.fitting(kind, values, present=entry)
        except Invalid as refused:
            result.errors += [RowError(number, name, str(error[0])) for name, error in refused.errors.items()]
            continue
        finally:
            seen.add(code.lower())
        if entry is None:
            result.new.append((entry_values, place))
            continue
        entry_values.pop("code")
        if place is not None:
            entry_values["position"] = place
        different = {name: value for name, value in entry_values.items() if getattr(entry, name) != value}
        if different:
            result.changed.append((entry, different))
    return result


def store(kind: CodeList, result: FileContents) -> None:
    """Add and change the entries of a file, or none: Invalid with what is wrong."""
    check_right(result.rows, result.errors, result.changes, "Nothing was imported: some rows are not valid.")
    for entry, values in result.changed:
        for name, value in values.items():
            setattr(entry, name, value)
    for values, place in result.new:
        entry = service.add_entry(kind, values)
        if place is not None:
            entry.position = place
    db.session.flush()
    service.forget()


def _understood(row: dict[str, str], entry: Entry | None) -> tuple[dict[str, Any], int | None]:
    """A row as the values of an entry, and its place where the file says one; Invalid by column."""
    cells = {name: plain(text) for name, text in row.items()}
    values: dict[str, Any] = {"code": entry.code if entry else cells["code"]}
    labels = {name.removeprefix(LABEL): text for name, text in cells.items() if name.startswith(LABEL)}
    if labels:
        stored = entry.labels if entry else {}
        values["labels"] = {language: text for language, text in (stored | labels).items() if text}
    errors: dict[str, list[str]] = {}
    if cells.get("active"):
        cell = cells["active"].casefold()
        if cell not in (*YES, *NO):
            errors["active"] = ["Must be yes or no."]
        values["active"] = cell in YES
    for name in ("valid_from", "valid_to"):
        if name in cells:
            values[name] = cells[name] or None
    if "belongs_to" in cells:
        values["belongs_to"] = cells["belongs_to"]
    order = cells.get("order", "")
    if order and not (order.isascii() and order.isdigit() and 0 < int(order[:9]) and len(order) < 7):
        errors["order"] = ["Must be a whole number from 1."]
    try:
        entry_values = loaded(values)
    except ma.ValidationError as error:
        raise Invalid(errors | {name: _texts(texts) for name, texts in error.messages_dict.items()}) from None
    if errors:
        raise Invalid(errors)
    return entry_values, int(order) if order else None


def _texts(texts: Any) -> list[str]:
    """What is said of a field, however deep."""
    while isinstance(texts, dict):
        texts = next(iter(texts.values()))
    return [str(text) for text in texts]
