"""Filters of the conversation list that are made of a field, an operator and a value, as addresses say them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Literal, Protocol, get_args

from marshmallow import ValidationError

from app.core.errors import BeyondSchema
from app.core.http.schemas import Text
from app.reports.filters.ranges import FIRST_DATE, LAST_DATE

Kind = Literal["text", "enum", "tag", "number", "duration", "date", "bool"]
KINDS: tuple[Kind, ...] = get_args(Kind)
NONE = frozenset({"present", "absent"})
"""Operators without a value."""
SEVERAL = frozenset({"in", "not_in", "between"})
OPERATORS: dict[Kind, tuple[str, ...]] = {
    "text": ("eq", "ne", "contains", "not_contains", "starts", "present", "absent"),
    "enum": ("eq", "ne", "in", "not_in", "present", "absent"),
    "tag": ("eq", "ne", "in", "not_in", "present", "absent"),
    "number": ("eq", "ne", "gt", "lt", "between", "present", "absent"),
    "duration": ("gt", "lt", "between", "present", "absent"),
    "date": ("gt", "lt", "between", "days_before"),
    "bool": ("eq",),
}
ALIASES = {"is": "eq"}
"""Operators that may be written otherwise."""
MOST = 10
MOST_VALUES = 50
LONGEST = 2000
LARGEST = 10**9
MOST_DAYS = 36_600
"""How far `days_before` counts back."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A field, an operator, and its values as the field's kind has them."""

    key: str
    op: str
    values: tuple[Any, ...]


class ClauseField(Protocol):
    """What reading a clause needs of its field."""

    @property
    def kind(self) -> Kind:
        """What its values are."""

    @property
    def operators(self) -> tuple[str, ...]:
        """Its operators."""


def split_clauses(text: str) -> list[str]:
    """The clauses of an address as they are written."""
    return [part.strip() for part in text.split(";") if part.strip()]


def read_clauses(text: str, fields: Mapping[str, ClauseField]) -> tuple[Clause, ...]:
    """The clauses of an address such as `outcome:in:error,abandoned;turns:gt:5`; ValidationError says what is wrong."""
    parts = split_clauses(text)
    if len(parts) > MOST:
        raise ValidationError(BeyondSchema(f"Takes at most {MOST} conditions."))
    return tuple(_read_clause(part, fields) for part in parts)


def _read_clause(text: str, fields: Mapping[str, ClauseField]) -> Clause:
    """One clause."""
    key, _, rest = text.partition(":")
    op, _, value = rest.partition(":")
    op = ALIASES.get(op, op)
    field = fields.get(key)
    if field is None:
        raise ValidationError(BeyondSchema(f"There is no field {key!r}."))
    if op not in field.operators:
        raise ValidationError(BeyondSchema(f"The operators of {key} are {', '.join(field.operators)}."))
    if op in NONE:
        return Clause(key, op, ())
    parts = [part.strip() for part in (value.split(",") if op in SEVERAL else [value]) if part.strip()]
    if not parts or len(parts) > MOST_VALUES or (op == "between" and len(parts) != 2):
        expected = "two values" if op == "between" else "a value"
        raise ValidationError(BeyondSchema(f"{key}:{op} takes {expected}."))
    values = tuple(_value(key, op, "number" if op == "days_before" else field.kind, part) for part in parts)
    if len({type(value) for value in values} & {date, datetime}) > 1:
        raise ValidationError(BeyondSchema(f"{key} takes two dates or two times."))
    if op == "between" and values[0] > values[1]:
        raise ValidationError(BeyondSchema(f"The second value of {key} is less than the first."))
    return Clause(key, op, values)


def _value(key: str, op: str, kind: Kind, text: str) -> Any:
    """A value as its kind has it."""
    try:
        if kind in ("number", "duration"):
            number = float(text)
            if not (0 <= number <= MOST_DAYS if op == "days_before" else -LARGEST <= number <= LARGEST):
                raise ValueError
            return int(number) if number.is_integer() else number
        if kind == "date":
            return _instant(text) if op == "between" and "T" in text else _within(date.fromisoformat(text))
        if kind == "bool":
            return {"1": True, "0": False}[text]
    except (ValueError, KeyError):
        examples = {"date": "a date such as 2026-11-30", "bool": "1 or 0"}
        raise ValidationError(BeyondSchema(f"{key} takes {examples.get(kind, 'a number')}.")) from None
    return text


def _instant(text: str) -> datetime:
    """The instant of a time with its offset; ValueError of one without."""
    at = datetime.fromisoformat(text)
    if at.tzinfo is None:
        raise ValueError
    _within(at.date())
    return at


def _within(day: date) -> date:
    """The day, or ValueError of one that no range of a report may have."""
    if not FIRST_DATE <= day <= LAST_DATE:
        raise ValueError
    return day


class Clauses(Text):
    """Clauses separated by semicolons, kept as text once they are known to be valid."""

    def __init__(self, fields: Mapping[str, ClauseField], **more: Any) -> None:
        super().__init__(**more)
        self.fields = fields

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        text = super()._deserialize(value, attr, data, **kwargs)
        if len(text) > LONGEST:
            raise ValidationError(f"Longer than maximum length {LONGEST}.")
        read_clauses(text, self.fields)
        return text
