"""What calls on a kind of row do alike: they find it, answer it under its revision, write and commit."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic

import marshmallow as ma

from app.core.db.base import db, hold
from app.core.http.etags import Row, etag, match_revision

Reply = tuple[Any, dict[str, str]]
"""A body and its headers."""


def single(serialize_rows: Callable[[list[Row]], Sequence[Any]]) -> Callable[[Row], Any]:
    """Return what shows one row as lists show several."""
    return lambda row: serialize_rows([row])[0]


@dataclass(frozen=True, slots=True)
class Resource(Generic[Row]):
    """A kind of row as its calls see it."""

    find: Callable[[int], Row]
    """The row of an id, or NotFound."""
    schema: type[ma.Schema]
    dump: Callable[[Row], Any] = lambda row: row
    """What the schema takes of a row."""
    address: Callable[[Row], str] = lambda _row: ""
    """Where a new row can be retrieved."""

    def answer(self, row: Row, address: str = "") -> Reply:
        """Return a row as it is answered, a new one with its address."""
        return self.dump(row), etag(row) | ({"Location": address} if address else {})

    def get(self, row_id: int) -> Reply:
        """Answer a row by its id."""
        return self.answer(self.find(row_id))

    def match(self, row_id: int) -> Row:
        """Return the row whose revision If-Match names, locked against other writers."""
        return match_revision(self.find(row_id), self.schema, self.dump)

    def create(self, row: Row) -> Reply:
        """Commit and answer a new row."""
        db.session.commit()
        return self.answer(row, self.address(row))

    def change(self, row_id: int, write: Callable[[Row], object]) -> Reply:
        """Change a row in the revision that If-Match names."""
        return self._write(self.match(row_id), write)

    def move(self, row_id: int, write: Callable[[Row], object]) -> Reply:
        """Change a row in whatever revision it has, locked against other writers."""
        row = self.find(row_id)
        hold(row)
        return self._write(row, write)

    def apply(self, row_id: int, write: Callable[[Row], object]) -> Reply:
        """Change a row that the write itself locks where it must."""
        return self._write(self.find(row_id), write)

    def delete(self, row_id: int, remove: Callable[[Row], object]) -> None:
        """Delete a row in the revision that If-Match names."""
        remove(self.match(row_id))
        db.session.commit()

    def _write(self, row: Row, write: Callable[[Row], object]) -> Reply:
        write(row)
        db.session.commit()
        return self.answer(row)
