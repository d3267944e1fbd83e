"""Deadlines: nothing a visitor asks may wait, compute or hash for longer than is allowed."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from psycopg import errors
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from app.accounts.auth import passwords
from app.core.db import availability, timeouts
from app.core.db.base import begin_as, db
from tests.factories.loads import load_reports
from tests.faults.conftest import new_folder
from tests.faults.installation import Installation, Load, copy, running

FOR_EVER = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"


def is_postgres() -> bool:
    """Whether the test runs on PostgreSQL."""
    return db.engine.dialect.name == "postgresql"


def test_a_statement_is_stopped(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    if is_postgres():
        # A command has the time it needs; the same connection stops what a request waits for.
        assert db.session.scalar(text("SHOW statement_timeout")) == "0"
        with app.test_request_context("/"):
            assert db.session.scalar(text("SHOW statement_timeout")) == f"{timeouts.STATEMENT_SECONDS:.0f}s"
        assert db.session.scalar(text("SHOW statement_timeout")) == "0"
    monkeypatch.setattr(timeouts, "STATEMENT_SECONDS", 0.05)
    with app.test_request_context("/"), pytest.raises(OperationalError) as caught:
        db.session.execute(text(FOR_EVER))
    met = availability.met(caught.value)
    assert met is not None and (met.status, met.code) == (503, "too_slow")
    db.session.rollback()


@pytest.mark.postgres
def test_a_server_that_is_frozen_is_given_up(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    # It would stop the statement after ten seconds; nobody waits that long.
    monkeypatch.setattr(timeouts, "STATEMENT_SECONDS", 10.0)
    monkeypatch.setattr(timeouts, "GRACE_SECONDS", -9.7)
    with app.test_request_context("/"), pytest.raises(OperationalError) as caught:
        db.session.execute(text("SELECT pg_sleep(8)"))
    met = availability.met(caught.value)
    assert met is not None and (met.status, met.code) == (503, "unavailable")
    db.session.rollback()
    db.session.remove()
    with app.test_request_context("/"):
        assert db.session.scalar(text("SELECT 1")) == 1


@pytest.mark.postgres
def test_neither_is_it_waited_for_before_a_statement(app: Flask) -> None:
    with db.engine.connect() as connection:
        driver: Any = connection.connection.dbapi_connection
        with timeouts.answering_within(driver, 0.2), pytest.raises(errors.OperationalError, match="does not answer"):
            timeouts.ask(driver, b"SELECT pg_sleep(8)")
        assert driver.closed
        connection.invalidate()


def test_a_lock_is_waited_for_only_so_long(app: Flask) -> None:
    if is_postgres():
        assert db.session.scalar(text("SHOW lock_timeout")) == f"{timeouts.LOCK_SECONDS:.0f}s"
        assert db.session.scalar(text("SHOW idle_in_transaction_session_timeout")) == "30s"
    else:
        assert db.session.scalar(text("PRAGMA busy_timeout")) == timeouts.LOCK_SECONDS * 1000


def test_who_waits_for_a_lock_in_vain_learns_of_it(app: Flask) -> None:
    begin_as("IMMEDIATE")
    with db.engine.connect() as first, db.engine.connect() as second:
        if is_postgres():
            first.execute(text("LOCK TABLE workspace"))
            second.execute(text("SET LOCAL lock_timeout = 50"))
            blocked = "LOCK TABLE workspace"
        else:
            second.exec_driver_sql("SELECT 1")
            second.rollback()
            raw: Any = second.connection.dbapi_connection
            raw.execute("PRAGMA busy_timeout = 50")
            second.rollback()
            first.exec_driver_sql("SELECT 1")  # every transaction here begins as a writer
            blocked = "SELECT 1"
        with pytest.raises(OperationalError) as caught:
            second.execute(text(blocked))
        met = availability.met(caught.value)
        assert met is not None and (met.status, met.code) == (503, "busy")
        second.rollback()
        first.rollback()
        second.invalidate()


def test_a_sign_in_holds_no_lock_while_it_hashes(app: Flask, client: FlaskClient, monkeypatch: Any) -> None:
    seen = list[bool]()
    monkeypatch.setattr(passwords, "verify", lambda *_a: seen.append(db.session().in_transaction()) or False)
    client.post("/jwt/login", json={"email": "nobody@example.test", "password": "x"})
    assert seen == [False]


@pytest.fixture(scope="module")
def site(template: Path) -> Iterator[Installation]:
    """An installation under attack."""
    with new_folder() as folder, running(copy(template, folder), SSR_WORKERS="0") as server:
        yield server


def test_attack_30_five_hundred_sign_ins_leave_room_for_others(site: Installation) -> None:

    def attack(number: int) -> int:
        data = {"email": f"nobody{number}@example.test", "password": "wrong"}
        return site.ask("/jwt/login", "POST", data=data).status

    with Load(lambda n: site.api("/api/v1/bots").status, 2) as others, ThreadPoolExecutor(100) as pool:
        statuses = Counter(pool.map(attack, range(500)))
    assert set(statuses) <= {400, 429} and statuses[429] > 0, statuses
    assert set(others.results) == {200} and len(others.results) > 5, others.count()
    assert site.ask("/healthz").status == 200


def test_attack_30_sixteen_heavy_reports_leave_room_for_others(site: Installation) -> None:
    refused = site.metric("turns_refused_total")
    with load_reports(site) as reports, Load(lambda n: site.api("/api/v1/bots").status, 2) as others:
        site.until(lambda: min(len(reports.results), len(others.results)) > 40, "all are answered")
        assert site.ask("/healthz").status == 200
    assert set(reports.results) == {200}, reports.count()
    assert set(others.results) == {200}, others.count()
    assert site.metric("turns_refused_total") == refused
