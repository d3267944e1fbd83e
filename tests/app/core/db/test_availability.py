"""What is an outage of the database and what a fault of ours, which coming back in a second would not fix."""

import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import create_engine, text
from sqlalchemy.exc import DBAPIError

from app.core import errors, jobs
from app.core.db import availability
from app.core.db.base import db
from app.core.errors import DomainError
from app.core.jobs import runner


class Log:
    """A log that keeps what is logged."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def __getattr__(self, _level: str) -> Callable[..., None]:
        return lambda event, **_more: self.lines.append(event)


def met_on_sqlite(address: str, statement: str) -> DomainError | None:
    """What is made of the failure of a statement on a SQLite database."""
    engine = create_engine(f"sqlite:///{address}", connect_args={"timeout": 0})
    try:
        with pytest.raises(DBAPIError) as caught, engine.begin() as connection:
            connection.execute(text(statement))
    finally:
        engine.dispose()
    return availability.met(caught.value)


@pytest.mark.parametrize(
    "statement", ["SELECT 1 FROM nowhere", "SELECT nothing FROM thing", "SELEC", "INSERT INTO thing VALUES (1, 2)"]
)
def test_a_statement_sqlite_does_not_understand_is_no_outage(tmp_path: Path, statement: str) -> None:
    with sqlite3.connect(tmp_path / "x.db") as connection:
        connection.execute("CREATE TABLE thing (id)")
    assert met_on_sqlite(str(tmp_path / "x.db"), statement) is None


def test_a_sqlite_database_that_cannot_be_opened_read_or_written_is_an_outage(tmp_path: Path) -> None:
    away = met_on_sqlite(str(tmp_path / "nowhere" / "x.db"), "SELECT 1")
    with sqlite3.connect(tmp_path / "x.db") as connection:
        connection.execute("CREATE TABLE thing (id)")
        read_only = met_on_sqlite(f"file:{tmp_path / 'x.db'}?mode=ro&uri=true", "INSERT INTO thing VALUES (1)")
        connection.execute("BEGIN EXCLUSIVE")
        busy = met_on_sqlite(str(tmp_path / "x.db"), "SELECT 1 FROM thing")
    problems = [(problem.status, problem.code) for problem in (away, read_only, busy) if problem is not None]
    assert problems == [(503, "unavailable"), (503, "unavailable"), (503, "busy")]


@pytest.mark.parametrize(
    ("code", "name"), [(10, "unavailable"), (266, "unavailable"), (7, "unavailable"), (9, "too_slow")]
)
def test_sqlites_codes_tell_an_outage(code: int, name: str) -> None:
    error = sqlite3.OperationalError("x")
    error.sqlite_errorcode = code
    problem = availability.met(DBAPIError.instance("SELECT 1", {}, error, sqlite3.Error))
    assert problem is not None and problem.code == name


def test_an_answer_postgres_has_not_finished_is_an_outage_and_ends_the_connection() -> None:
    cut_off = psycopg.DatabaseError("server closed the connection unexpectedly")
    wrapped = [
        DBAPIError.instance("SELECT 1", {}, error, psycopg.Error)
        for error in (cut_off, psycopg.errors.UndefinedTable())
    ]
    outages = [availability.met(error) for error in (cut_off, *wrapped)]
    assert [outage and outage.code for outage in outages] == ["unavailable", "unavailable", None]
    engine = create_engine("postgresql+psycopg://", module=psycopg)
    availability.guard(engine)
    for error, ends in ((cut_off, True), (psycopg.errors.UndefinedTable(), False)):
        context = SimpleNamespace(original_exception=error, is_disconnect=False)
        for listener in engine.dialect.dispatch.handle_error:
            listener(context)
        assert context.is_disconnect is ends


def _ask_for_what_is_not_there(*_arguments: Any) -> Any:
    """As code does whose migration has not been run."""
    return db.session.execute(text("SELECT nothing FROM job"))


def test_a_database_that_was_not_migrated_is_a_fault_that_is_logged(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = Log()
    monkeypatch.setattr(errors, "log", log)
    monkeypatch.setitem(app.view_functions, "health.healthz", _ask_for_what_is_not_there)
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json["code"]) == (500, "internal")
    assert log.lines == ["unhandled"]


def test_a_runner_ends_on_a_database_that_was_not_migrated(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "stopping", threading.Event())
    monkeypatch.setattr(jobs, "take", lambda *_, **__: _ask_for_what_is_not_there())
    db.session.rollback()
    with pytest.raises(DBAPIError):
        runner.run(app)
