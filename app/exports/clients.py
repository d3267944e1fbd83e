"""The export of all data of a client: a ZIP of CSV files.

Texts are as reports show them, without numbers and addresses of people; contacts, customers and vehicles are whole.
"""

import io
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Select, select

from app.clients.models import City, Client, DealerGroup, Outlet
from app.conversations.models import Conversation, Message
from app.core.db.base import count_rows, db, read_only
from app.core.http.csv_lines import lines
from app.masters.records.models import Customer, JobCard, Vehicle
from app.reports.history import export, service
from app.reports.history.arguments import COLUMNS

BATCH = 500
Cells = Callable[[Sequence[Any]], Iterable[Iterable[Any]]]
"""The lines of a file for some rows of a table, which are what is selected."""


@dataclass(frozen=True, slots=True)
class _Table:
    """One file: its name, its columns, the rows in order of their id, which is selected first, and their cells."""

    name: str
    columns: tuple[str, ...]
    rows: Select[*tuple[Any, ...]]
    key: Any
    cells: Cells = tuple


def write_zip(path: Path, client: Client, beat: Callable[[int, int], None]) -> None:
    """Write the file; `beat` hears after each batch how many of how many rows are written."""
    tables = _tables(client)
    with read_only():
        total = sum(_count(table) for table in tables)
        db.session.rollback()
    row_count = 0
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for table in tables:
            with archive.open(f"{table.name}.csv", "w") as raw, io.TextIOWrapper(raw, "utf-8", newline="") as target:
                target.writelines(lines(table.columns, ()))
                for batch in _batches(table):
                    # The columns' line comes with every call; it is written already.
                    target.writelines(list(lines(table.columns, table.cells(batch)))[1:])
                    row_count += len(batch)
                    beat(row_count, total)


def _count(table: _Table) -> int:
    return count_rows(table.rows)


def _batches(table: _Table) -> Iterator[Sequence[Any]]:
    """The rows of a table, some at a time, each in a short transaction of its own."""
    last = 0
    while True:
        with read_only():
            rows = db.session.execute(table.rows.where(table.key > last).order_by(table.key).limit(BATCH)).all()
            db.session.rollback()
        if rows:
            last = rows[-1][0]
            yield rows
        if len(rows) < BATCH:
            return


def _tables(client: Client) -> list[_Table]:
    zone = ZoneInfo(client.zone)

    def conversations(conversation_rows: Sequence[Any]) -> Iterator[list[Any]]:
        with read_only():
            batch = select(Conversation).where(Conversation.id.in_([row[0] for row in conversation_rows]))
            sessions = db.session.scalars(batch.order_by(Conversation.id)).all()
            rows = service.rows(sessions, zone, names=True)
            db.session.rollback()
        return map(export.cells, rows)

    def messages(rows: Sequence[Any]) -> Iterator[list[Any]]:
        for row in rows:
            yield [*row[:-1], export.contents(row[-1])]

    columns = (Message.id, Message.conversation_id, Message.turn_number, Message.sent_at, Message.speaker, Message.kind,
            Message.text, Message.erased_days)  # fmt: skip
    of_client = Message.conversation_id == Conversation.id, Conversation.client_id == client.id
    return [
        _plain("outlets", Outlet, ("code", "name", "type", "address", "phones"), client,
               parent=select(DealerGroup.name).where(DealerGroup.id == Outlet.parent_id).scalar_subquery(),
               city=select(City.name).where(City.id == Outlet.city_id).scalar_subquery()),
        _plain("customers", Customer, ("name", "phone", "email", "outlet_id"), client),
        _plain("vehicles", Vehicle, ("vin", "registration", "model", "variant", "fuel", "sale_date", "odometer_km",
                                     "warranty_end", "extended_warranty_end", "customer_id", "outlet_id"), client),
        _plain("job-cards", JobCard, ("number", "opened_on", "closed_on", "type", "odometer_km", "amount_minor",
                                      "vehicle_id", "outlet_id"), client),
        _Table("conversations", COLUMNS, select(Conversation.id).where(Conversation.client_id == client.id),
               Conversation.id, conversations),
        _Table("messages", ("id", "conversation_id", "turn", "sent_at", "speaker", "kind", "text", "contents"),
               select(*columns).where(*of_client), Message.id, messages),
    ]  # fmt: skip


def _plain(name: str, model: Any, columns: tuple[str, ...], client: Client, **more: Any) -> _Table:
    """A file that holds columns of a table as they are, and more by name."""
    selection = [model.id, *(getattr(model, column) for column in columns), *more.values()]
    return _Table(name, ("id", *columns, *more), select(*selection).where(model.client_id == client.id), model.id)
