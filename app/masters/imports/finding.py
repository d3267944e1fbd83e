"""Checking a whole file: how many rows are new, changed and as they were, what changes, and what does not fit."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import select

from app.conversations.masking import mask_name
from app.core.db.base import db
from app.core.db.tenancy import bound_workspace, within
from app.core.values.batches import batched
from app.masters.imports.columns import Column, columns_of, missing
from app.masters.imports.marks import marks_of
from app.masters.imports.models import NUMBERS
from app.masters.imports.planning import KEPT_VALUE, Cells, Look, PlannedRow, map_cells, plan
from app.masters.imports.reading import Limit, table
from app.masters.reasons import Reason
from app.masters.records.models import Customer, JobCard, Vehicle

AT_ONCE = 500
MOST_CHANGES, MOST_ERRORS = 100, 10_000
"""So many changes are shown, and of so many errors their texts are given; all are counted."""
MOST_UNDECIDED, MOST_TEXTS = 50, 5_000
"""So many texts that are in no list are asked about, the most frequent first; so many are counted."""
UNLISTED = frozenset(
    {
        "unknown",
        "unknown_near",
        "ambiguous",
        "inactive",
        "no_outlet",
        "no_parent",
        "no_city",
        "several_outlets",
        "several_parents",
        "several_cities",
        "one_of",
    }
)
"""Reasons that another value, or an entry more in a list, would remove."""
_FIELDS = {"outlet_id": "outlet", "customer_id": "customer_phone", "vehicle_id": "vin", "city_id": "city",
           "amount_minor": "amount"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class RowError:
    """What is wrong in a row."""

    row: int
    field: str
    value: str
    message: Reason

    @property
    def code(self) -> str:
        """The reason's code."""
        return self.message.code

    @property
    def params(self) -> dict[str, str]:
        """The reason's parameters."""
        return self.message.params


class Correction(NamedTuple):
    """What someone has said of a row: values instead of the file's, or that it is left out."""

    corrected: dict[str, str]
    state: str


@dataclass(slots=True)
class Findings:
    """What a file would do."""

    names: list[str] = field(default_factory=list)
    first: list[str] = field(default_factory=list)
    rows: int = 0
    numbers: Counter[str] = field(default_factory=Counter)
    fields: Counter[str] = field(default_factory=Counter)
    items: list[dict[str, Any]] = field(default_factory=list)
    marks: dict[str, str] = field(default_factory=dict)
    errors: list[RowError] = field(default_factory=list)
    undecided: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """In how many rows a text is in no list, or missing where one may hold for all: by field, text and model."""
    bad: int = 0
    warned: int = 0
    cells: dict[int, dict[str, str]] = field(default_factory=dict)
    """What the file says in rows that do not fit, and in those that someone has corrected or left out."""
    fitting: dict[int, PlannedRow] = field(default_factory=dict)
    """The corrected rows that fit."""
    wrong: set[int] = field(default_factory=set)
    """The rows that do not fit."""

    @property
    def changes(self) -> dict[str, Any]:
        """The difference as it is answered and kept."""
        counts = [{"field": name, "count": count} for name, count in self.fields.most_common()]
        return {name: self.numbers[name] for name in NUMBERS} | {
            "by_field": counts,
            "undecided": [
                {"field": name, "text": text, "model": model, "rows": count}
                for (name, text, model), count in self.undecided.most_common(MOST_UNDECIDED)
            ],
            "items": self.items,
            "marks": [{"field": name, "mark": mark} for name, mark in self.marks.items() if mark],
        }


def check(
    path: Path,
    kind: str,
    mapping: dict[str, str],
    look: Look,
    progress: Callable[[int], None],
    corrections: Mapping[int, Correction],
    limit: Limit,
) -> Findings:
    """Read a file without taking anything in; without the needed columns only their names.

    `progress` hears how many rows are read; `corrections` are rows that someone has corrected or left out.
    """
    findings = Findings()
    findings.names, rows = table(path, limit)
    lacking, columns = missing(kind, mapping, look.instead), columns_of(kind)
    marks = {} if lacking else marks_of(path, kind, mapping, limit)
    # A column without a day that can be read in two ways has no order.
    look.marks = findings.marks = marks | {name: order for name, order in look.orders.items() if marks.get(name)}
    for batch in batched(rows, AT_ONCE):
        findings.first = findings.first or batch[0][1]
        findings.rows += len(batch)
        if not lacking:
            cells = map_cells(batch, findings.names, mapping)
            findings.cells |= {number: corrected_cells for number, corrected_cells in cells if number in corrections}
            planned_rows = plan(kind, apply_corrections(cells, corrections), look)
            _count(planned_rows, findings, look, columns)
            for planned_row in planned_rows:
                if planned_row.number in corrections and not planned_row.wrong:
                    findings.fitting[planned_row.number] = planned_row
            progress(findings.rows)
    for name in lacking:
        if columns[name].is_common:
            findings.undecided[name, "", ""] = findings.rows
    return findings


def apply_corrections(rows: Iterable[Cells], corrections: Mapping[int, Correction]) -> list[Cells]:
    """Rows of a file with what someone has corrected in them, without those that are left out."""
    return [
        (number, cells if number not in corrections else with_corrections(cells, corrections[number].corrected))
        for number, cells in rows
        if number not in corrections or corrections[number].state != "skipped"
    ]


def with_corrections(cells: Mapping[str, str], changes: Mapping[str, str]) -> dict[str, str]:
    """What counts of a row, by field; what was emptied says nothing."""
    return {name: cell for name, cell in (dict(cells) | dict(changes)).items() if cell}


def _count(planned_rows: Iterable[PlannedRow], findings: Findings, look: Look, columns: Mapping[str, Column]) -> None:
    """Count what some rows do, and keep the first of it to be shown."""
    examples: list[tuple[PlannedRow, str, tuple[Any, Any]]] = []
    for row in planned_rows:
        if row.wrong:
            findings.bad += 1
            findings.wrong.add(row.number)
            for name, reason in row.wrong.items():
                if reason.code in UNLISTED or (reason.code == "missing" and columns[name].is_common):
                    text = " ".join(row.cells.get(name, "").split())[:KEPT_VALUE]
                    model = str(row.values.get("model", "")) if name == "variant" else ""
                    if (name, text, model) in findings.undecided or len(findings.undecided) < MOST_TEXTS:
                        findings.undecided[name, text, model] += 1
            if len(findings.errors) < MOST_ERRORS:
                findings.errors += wrong_in(row)
                findings.cells.setdefault(row.number, row.cells)
            continue
        findings.warned += bool(row.warnings)
        findings.numbers[row.action] += 1
        if row.record is not None:
            for name, pair in row.changes.items():
                findings.fields[_FIELDS.get(name, name)] += 1
                if len(findings.items) + len(examples) < MOST_CHANGES:
                    examples.append((row, name, pair))
    findings.items += _describe_changes(examples, look)


def wrong_in(planned_row: PlannedRow) -> list[RowError]:
    """What is wrong in a row."""
    return [
        RowError(planned_row.number, name, planned_row.cells.get(name, "")[:KEPT_VALUE], reason)
        for name, reason in planned_row.wrong.items()
    ]


def _describe_changes(examples: list[tuple[PlannedRow, str, tuple[Any, Any]]], look: Look) -> list[dict[str, Any]]:
    """Changes in words: whom a row is about, which field, what it was and what it becomes."""
    owners = {value for _, name, pair in examples if name == "customer_id" for value in pair if value}
    cars = {value for _, name, pair in examples if name == "vehicle_id" for value in pair if value}
    with within(bound_workspace(), look.scope):
        last4, vins = _names_by_id(Customer.id, Customer.last4, owners), _names_by_id(Vehicle.id, Vehicle.vin, cars)

    def value_text(planned_row: PlannedRow, name: str, value: Any, *, is_new: bool) -> str:
        if name == "customer_id":
            digits = planned_row.owner[0][-4:] if is_new and planned_row.owner else last4.get(value, "")
            return f"•••• {digits}" if digits else ""
        if name == "vehicle_id":
            return vins.get(value, "")
        if name == "outlet_id":
            return look.names.get(value, "")
        if name == "city_id":
            return next((city.name for city in look.cities.values() if city and city.id == value), "")
        if name in look.codes and value:
            entry = look.codes[name].by_key.get(value.casefold())
            return entry.name if entry else str(value)
        if isinstance(planned_row.record, Customer) and not is_new and not look.open:
            return mask_name(text_of(name, value))
        return text_of(name, value)

    return [
        {"row": row.number, "key": _key_of(row), "field": _FIELDS.get(name, name),
         "before": value_text(row, name, pair[0], is_new=False), "after": value_text(row, name, pair[1], is_new=True)}
        for row, name, pair in examples
    ]  # fmt: skip


def _names_by_id(key: Any, column: Any, ids: Iterable[int]) -> dict[int, str]:
    """What some rows in reach are called."""
    return {row[0]: row[1] for row in db.session.execute(select(key, column).where(key.in_(list(ids))))}


def text_of(name: str, value: Any) -> str:
    """A stored value in words."""
    if value is None:
        return ""
    if name == "amount_minor":
        return f"{value / 100:.2f}"
    if isinstance(value, date):
        return value.isoformat()
    return "; ".join(value) if isinstance(value, list) else str(value)


def _key_of(planned_row: PlannedRow) -> str:
    """What a row is called; of a number its last digits."""
    record = planned_row.record
    if isinstance(record, Customer):
        return f"•••• {record.last4}"
    if isinstance(record, Vehicle):
        return record.vin
    return record.number if isinstance(record, JobCard) else getattr(record, "code", "")
