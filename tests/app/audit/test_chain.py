"""The chain: adding only, in order, no matter who writes, every change reported, what is personal erasable."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flask import Flask
from sqlalchemy import Connection, delete, select, text, update
from sqlalchemy.exc import DBAPIError

from app.accounts.workspaces.models import Workspace
from app.audit import chain
from app.audit.chain import BrokenLink, Entry, append, forget, verify
from app.audit.models import AuditEvent
from app.audit.recording import AppendOnly
from app.core.db.base import db
from app.core.db.tenancy import within
from tests.conftest import add_workspace, as_owner


def write(place: int, count: int = 1, user_id: int = 7) -> None:
    """Add rows to a workspace's chain."""
    for n in range(count):
        append(db.session(), Entry(workspace_id=place, action="bot:update", subject="bot", subject_id=n,
                                   user_id=user_id, address="192.0.2.1", user_agent="Probe"))  # fmt: skip
    db.session.commit()


@contextmanager
def tampering(app: Flask) -> Iterator[Connection]:
    """What someone could do who owns the tables and takes the triggers away."""
    with as_owner(app) as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("ALTER TABLE audit_event NO FORCE ROW LEVEL SECURITY"))
            connection.execute(text("ALTER TABLE audit_event DISABLE TRIGGER USER"))
            yield connection
            connection.execute(text("ALTER TABLE audit_event ENABLE TRIGGER USER"))
            connection.execute(text("ALTER TABLE audit_event FORCE ROW LEVEL SECURITY"))
            return
        triggers = connection.execute(
            text("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'audit_event_%'")
        ).all()
        for name, _sql in triggers:
            connection.execute(text(f"DROP TRIGGER {name}"))
        yield connection
        for _name, sql in triggers:
            connection.execute(text(sql))


def test_a_chain_that_nobody_touched_is_whole(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chain, "_AT_ONCE", 2)
    assert verify() is None and chain.length() == 0
    write(workspace.id, 5)
    write(add_workspace("Other").id, 2)
    assert verify() is None and chain.length() == 5


@pytest.mark.parametrize(
    ("statement", "seq", "reason"),
    [
        ("UPDATE audit_event SET action = 'bot:read' WHERE seq = 2", 2, "was changed"),
        ("UPDATE audit_event SET user_id = 8 WHERE seq = 3", 3, "was changed"),
        ("UPDATE audit_event SET at = '2020-01-01 00:00:00' WHERE seq = 3", 3, "was changed"),
        ("DELETE FROM audit_event WHERE seq = 2", 2, "is missing"),
        ("DELETE FROM audit_event WHERE seq = 1", 1, "is missing"),
        ("UPDATE audit_event SET digest = previous WHERE seq = 2", 2, "was changed"),
        ("UPDATE audit_event SET address = '198.51.100.9' WHERE seq = 4", 4,
         "has another address or user agent than it was written with"),
    ],
)  # fmt: skip
def test_the_first_broken_row_is_named(
    app: Flask, workspace: Workspace, monkeypatch: pytest.MonkeyPatch, statement: str, seq: int, reason: str
) -> None:
    monkeypatch.setattr(chain, "_AT_ONCE", 2)
    write(workspace.id, 4)
    ids = dict(db.session.execute(select(AuditEvent.seq, AuditEvent.id)).all())  # type: ignore[arg-type]
    with tampering(app) as connection:
        connection.execute(text(statement))
    assert verify() == BrokenLink(seq, None if reason == "is missing" else ids[seq], reason)
    ran = app.test_cli_runner().invoke(args=["audit", "verify"])
    assert ran.exit_code == 1 and f"row {seq}" in ran.output and reason in ran.output


def test_a_row_with_a_digest_of_its_own_breaks_the_next(app: Flask, workspace: Workspace) -> None:
    write(workspace.id, 3)
    second = db.session.scalars(select(AuditEvent).where(AuditEvent.seq == 2)).one()
    second.detail = "forged"
    from app.audit.models import digest_of

    forged = digest_of(second)
    db.session.rollback()
    with tampering(app) as connection:
        connection.execute(text("UPDATE audit_event SET detail = 'forged', digest = :d WHERE seq = 2"), {"d": forged})
    broken = verify()
    third = db.session.scalar(select(AuditEvent.id).where(AuditEvent.seq == 3))
    assert broken == BrokenLink(3, third, "does not follow the row before it")


def test_the_command_says_that_all_is_well(app: Flask, workspace: Workspace) -> None:
    write(workspace.id, 3)
    ran = app.test_cli_runner().invoke(args=["audit", "verify"])
    assert ran.exit_code == 0 and f"{workspace.slug}: 3 rows, all in order." in ran.output


def test_the_orm_changes_and_removes_nothing(workspace: Workspace) -> None:
    write(workspace.id)
    row = db.session.scalars(select(AuditEvent)).one()
    row.action = "bot:read"
    with pytest.raises(AppendOnly):
        db.session.flush()
    db.session.rollback()
    db.session.delete(db.session.scalars(select(AuditEvent)).one())
    with pytest.raises(AppendOnly):
        db.session.flush()
    db.session.rollback()
    for statement in (update(AuditEvent).values(action="x"), delete(AuditEvent)):
        with pytest.raises(AppendOnly):
            db.session.execute(statement)
        db.session.rollback()
    assert verify() is None


@pytest.mark.parametrize(
    "statement",
    ["UPDATE audit_event SET action = 'x'", "DELETE FROM audit_event", "UPDATE audit_event SET address = '192.0.2.9'"],
)
def test_the_database_changes_and_removes_nothing(workspace: Workspace, statement: str) -> None:
    write(workspace.id)
    with pytest.raises(DBAPIError, match=r"only ever added|permission denied"):
        db.session.execute(text(statement))
    db.session.rollback()
    assert verify() is None


def test_not_even_the_owner_does_without_taking_the_triggers_away(app: Flask, workspace: Workspace) -> None:
    write(workspace.id)
    for statement in ("UPDATE audit_event SET action = 'x'", "DELETE FROM audit_event"):
        with pytest.raises(DBAPIError, match="only ever added"), as_owner(app) as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(text("SELECT set_config('app.everywhere', 'on', true)"))
            connection.execute(text(statement))


def test_what_is_personal_goes_and_the_chain_holds(workspace: Workspace) -> None:
    write(workspace.id, 2, user_id=7)
    write(workspace.id, 1, user_id=8)
    assert forget(7) == 2
    db.session.commit()
    assert forget(7) == 0
    rows = list(db.session.scalars(select(AuditEvent).order_by(AuditEvent.seq)))
    assert [(row.address, row.user_agent, row.salt is None) for row in rows] == [
        (None, None, True), (None, None, True), ("192.0.2.1", "Probe", False)
    ]  # fmt: skip
    assert verify() is None


def test_writers_at_once_make_one_chain(app: Flask, workspace: Workspace) -> None:
    place, errors = workspace.id, list[BaseException]()
    db.session.commit()
    ready = threading.Barrier(4)

    def work() -> None:
        try:
            ready.wait()
            with app.app_context(), within(place):
                for _ in range(5):
                    write(place)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    seqs = list(db.session.scalars(select(AuditEvent.seq).order_by(AuditEvent.seq)))
    assert seqs == list(range(1, 21)) and verify() is None
