"""Writers of one SQLite file wait in a queue, and nobody who is gone holds it up."""

import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import OperationalError

from app.config import Settings
from app.core.db import sqlite_lock
from app.core.db.base import begin_as, engine_options, prepare_engine
from app.core.db.sqlite_lock import Gate, GatedConnection


@pytest.fixture
def gate(tmp_path: Path) -> Gate:
    return Gate(tmp_path / "a.db")


@pytest.fixture
def connection(tmp_path: Path, gate: Gate) -> Iterator[GatedConnection]:
    new_connection = sqlite3.connect(
        tmp_path / "a.db", factory=GatedConnection, check_same_thread=False, isolation_level=None
    )
    new_connection.gate = gate
    yield new_connection
    new_connection.close()


def is_free(gate: Gate) -> bool:
    """Whether another process could enter now."""
    other = Gate(gate._path.with_name(gate._path.name.removesuffix("-gate")))
    entered = threading.Event()

    def enter() -> None:
        other.enter()
        entered.set()
        other.leave()

    threading.Thread(target=enter, daemon=True).start()
    return entered.wait(0.2)


@pytest.mark.parametrize("end", ["commit", "rollback", "close"])
def test_the_end_of_a_transaction_lets_the_next_one_in(gate: Gate, connection: GatedConnection, end: str) -> None:
    connection.enter()
    connection.execute("BEGIN IMMEDIATE")
    assert not is_free(gate)
    getattr(connection, end)()
    assert is_free(gate)


def test_a_writer_that_waits_in_vain_is_answered_as_by_sqlite_itself(
    tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite:///{tmp_path / 'a.db'}"
    on_file = replace(settings, database_url=url)
    engine = create_engine(url, **engine_options(on_file))
    prepare_engine(engine, on_file)
    monkeypatch.setattr(sqlite_lock, "LOCK_SECONDS", 0.05)
    other = Gate(tmp_path / "a.db")
    other.enter()
    begin_as("IMMEDIATE")
    try:
        with pytest.raises(OperationalError, match="locked"), engine.connect() as refused:
            refused.execute(text("SELECT 1"))
        other.leave()
        with engine.connect() as taken:
            assert taken.execute(text("SELECT 1")).scalar() == 1
    finally:
        begin_as("DEFERRED")
        engine.dispose()


def test_a_commit_that_fails_lets_the_next_one_in(gate: Gate, connection: GatedConnection) -> None:
    connection.execute("CREATE TABLE one (id INTEGER PRIMARY KEY, two REFERENCES one DEFERRABLE INITIALLY DEFERRED)")
    connection.execute("PRAGMA foreign_keys=ON")
    connection.enter()
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("INSERT INTO one VALUES (1, 2)")
    with pytest.raises(sqlite3.IntegrityError):
        connection.commit()
    assert is_free(gate) and not connection.in_transaction


def test_the_wait_for_another_process_has_an_end(gate: Gate, monkeypatch: pytest.MonkeyPatch) -> None:
    other = Gate(gate._path.with_name("a.db"))
    other.enter()
    monkeypatch.setattr(sqlite_lock, "LOCK_SECONDS", 0.05)
    with pytest.raises(sqlite3.OperationalError, match="database is locked"):
        gate.enter()
    other.leave()
    gate.enter()
    gate.leave()


def test_entering_again_inside_is_once(gate: Gate, connection: GatedConnection) -> None:
    connection.enter()
    connection.enter()
    connection.rollback()
    assert is_free(gate)


def test_a_reader_passes_by(gate: Gate, connection: GatedConnection) -> None:
    connection.enter()
    reader = sqlite3.connect(gate._path.with_name("a.db"), factory=GatedConnection)
    reader.gate = gate
    assert reader.execute("SELECT 1").fetchone() == (1,)
    reader.close()
    assert not is_free(gate)


def test_waiting_has_an_end(gate: Gate, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_lock, "LOCK_SECONDS", 0.01)
    gate.enter()
    with pytest.raises(sqlite3.OperationalError, match="database is locked") as caught:
        gate.enter()
    assert caught.value.sqlite_errorcode == 5
    gate.leave()


def test_a_process_that_is_gone_holds_nobody_up(gate: Gate) -> None:
    child = os.fork()
    if child == 0:
        gate.enter()
        os._exit(0)
    os.waitpid(child, 0)
    gate.enter()
    gate.leave()


def test_parent_and_child_do_not_enter_together(gate: Gate) -> None:
    gate.enter()
    gate.leave()  # Its file is open by now, and would let the child in wherever the parent is.
    (read, write), (notice, tell) = os.pipe(), os.pipe()
    child = os.fork()
    if child == 0:
        os.read(notice, 1)
        gate.enter()
        os.write(write, b"in")
        os._exit(0)
    os.close(write)
    gate.enter()
    os.write(tell, b"x")
    time.sleep(0.1)
    os.set_blocking(read, False)
    with pytest.raises(BlockingIOError):
        os.read(read, 2)
    gate.leave()
    os.set_blocking(read, True)
    assert os.read(read, 2) == b"in"
    os.waitpid(child, 0)
    os.close(read)
