"""Rotating the data keys: every envelope of every table is sealed again under the key that encrypts."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, exists, select, update
from sqlalchemy.orm import QueryableAttribute

from app.core.db.base import Base, WorkspaceMixin, db, write_rows
from app.core.db.tenancy import everywhere
from app.core.errors import Unavailable
from app.core.security.encryption import Sealed, keyring, seal, under, unseal

BATCH = 500
Column = QueryableAttribute[Any]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far one column is: envelopes sealed again, and those that could not be read."""

    column: str
    renewed: int
    unreadable: int


def sealed_columns() -> list[Column]:
    """Every column of the type `Sealed`, whichever area declares it."""
    columns: dict[str, Column] = {}
    for mapper in Base.registry.mappers:
        for attribute in mapper.column_attrs:
            if isinstance(attribute.columns[0].type, Sealed):
                column: Column = getattr(mapper.class_, attribute.key)
                if not issubclass(mapper.class_, WorkspaceMixin):
                    raise TypeError(f"{name_of(column)} has no workspace and id beside it to be bound to.")
                columns[name_of(column)] = column
    return [columns[name] for name in sorted(columns)]


def name_of(column: Column) -> str:
    """The column's name with its table's."""
    return f"{column.class_.__tablename__}.{column.key}"


def _old(column: Column) -> ColumnElement[bool]:
    """Whether an envelope is under another key than the one that encrypts."""
    return column.is_not(None) & column.not_like(f"{under(keyring().current()[0])}%")


def outstanding() -> bool:
    """Whether anything is still under another of the configured keys, as an interrupted rotation leaves it."""
    return any(users_of(key_id) for key_id in keyring().ids()[1:])


def users_of(key_id: str) -> list[str]:
    """The columns that hold an envelope under a key."""
    with everywhere():
        return [
            name_of(column)
            for column in sealed_columns()
            if db.session.scalar(select(exists().where(column.like(f"{under(key_id)}%"))))
        ]


def renew() -> Iterator[Progress]:
    """Seal every outstanding envelope again, a batch a transaction, telling how far each column is after each.

    What was done stays done when it is interrupted: the next run finds only the rest.
    """
    for column in sealed_columns():
        yield from _renew_column(column)


def _renew_column(column: Column) -> Iterator[Progress]:
    """One column, in the order of ids; a row that cannot be read is counted and left as it is."""
    row_class, last, renewed, unreadable = column.class_, 0, 0, 0
    read = select(row_class.id, row_class.workspace_id, column).order_by(row_class.id).limit(BATCH)
    while True:
        with everywhere():
            rows = db.session.execute(read.where(row_class.id > last, _old(column))).all()
            for row_id, workspace_id, envelope in rows:
                place = {"workspace_id": workspace_id, "row_id": row_id}
                try:
                    fresh = seal(column, unseal(column, envelope, **place), **place)
                except Unavailable:
                    unreadable += 1
                    continue
                # Only if nobody has written another meanwhile: theirs is under the new key already.
                statement = update(row_class).where(row_class.id == row_id, column == envelope)
                write_rows(statement.values({column.key: fresh}))
                renewed += 1
            db.session.commit()
        if not rows:
            return
        last = rows[-1][0]
        yield Progress(name_of(column), renewed, unreadable)
