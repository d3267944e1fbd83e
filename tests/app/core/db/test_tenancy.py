"""Every layer of the workspace filter, on reads, writes and keys."""

from datetime import datetime

import pytest
from sqlalchemy import exists, func, select, union_all, update
from sqlalchemy.exc import IntegrityError, OperationalError, StatementError
from sqlalchemy.orm import Session, aliased

from app.accounts.workspaces.models import Workspace
from app.bots.catalog.models import Bot
from app.clients.models import City, Client, DealerGroup, Outlet
from app.core.db import tenancy
from app.core.db.base import db
from app.core.db.tenancy import NoWorkspace, Scope, everywhere, within
from tests.factories.bots import add_bot
from tests.factories.places import ForeignRow, add_client


def test_reading_without_a_workspace_raises(workspace: Workspace, theirs: ForeignRow) -> None:
    tenancy.unbind()
    with pytest.raises((NoWorkspace, StatementError)):
        db.session.scalars(select(Bot)).all()
    db.session.rollback()


def test_every_kind_of_read_sees_one_workspace(workspace: Workspace, theirs: ForeignRow) -> None:
    mine = add_bot(add_client("Mine"), "Mine")
    other = aliased(Bot)
    statements = {
        "entity": select(Bot.id),
        "alias": select(other.id),
        "count": select(func.count(Bot.id)),
        "subquery": select(Client.id).where(Client.id.in_(select(Bot.client_id))),
        "exists": select(Client.id).where(exists().where(Bot.client_id == Client.id)),
        "join": select(Bot.id).join(Client, Client.id == Bot.client_id),
        "cte": select(select(Bot.id).cte().c.id),
    }
    for name, statement in statements.items():
        rows = db.session.execute(statement).scalars().all()
        assert rows in ([mine.id], [1], [mine.client_id]), name
    assert len(db.session.execute(union_all(select(Bot.id), select(Bot.id))).all()) == 2
    assert db.session.get(Bot, theirs.id) is None


def test_bulk_updates_stay_inside(workspace: Workspace, theirs: ForeignRow) -> None:
    changed = db.session.execute(update(Bot).values(name="x"))
    assert changed.rowcount == 0  # type: ignore[attr-defined, unused-ignore]


def test_rows_of_another_workspace_are_not_written(workspace: Workspace, theirs: ForeignRow) -> None:
    db.session.add(Client(workspace_id=theirs.workspace_id, name="planted"))
    with pytest.raises(NoWorkspace):
        db.session.flush()
    db.session.rollback()


def test_rows_do_not_move_to_another_workspace(workspace: Workspace, theirs: ForeignRow) -> None:
    mine = add_client("Mine")
    mine.workspace_id = theirs.workspace_id
    with pytest.raises(NoWorkspace):
        db.session.flush()
    db.session.rollback()


def test_keys_do_not_point_into_another_workspace(workspace: Workspace, theirs: ForeignRow) -> None:
    db.session.add(Bot(client_id=theirs.client_id, name="x", name_key="x", group="sales"))
    with pytest.raises(IntegrityError):
        db.session.flush()
    db.session.rollback()


def test_scope_clips_bots_and_clients(workspace: Workspace) -> None:
    client, two = add_client("One"), add_client("Two")
    first, second = add_bot(client, "First"), add_bot(two, "Second")
    with within(workspace.id, Scope(bots=frozenset({second.id}))):
        assert db.session.scalars(select(Bot.id)).all() == [second.id]
    with within(workspace.id, Scope(clients=frozenset({client.id}))):
        assert db.session.scalars(select(Bot.id)).all() == [first.id]


def test_scope_clips_outlets(workspace: Workspace) -> None:
    client = add_client("One")
    parent, city = DealerGroup(client_id=client.id, name="Group"), City(name="Pune")
    db.session.add_all([parent, city])
    db.session.flush()
    near, far = (
        Outlet(client_id=client.id, parent_id=parent.id, city_id=city.id, name=name) for name in ("Near", "Far")
    )
    db.session.add_all([near, far])
    db.session.flush()
    with within(workspace.id, Scope(outlets=frozenset({near.id}))):
        assert db.session.scalars(select(Outlet.id)).all() == [near.id]
    with within(workspace.id, Scope(clients=frozenset())):
        assert db.session.scalars(select(Outlet.id)).all() == []
    assert set(db.session.scalars(select(Outlet.id))) == {near.id, far.id}


def test_what_is_bound_ends_with_its_block_even_when_it_fails() -> None:
    part = Scope(bots=frozenset({7}))
    with within(1, part):
        with pytest.raises(ZeroDivisionError), within(2):
            assert (tenancy.bound_workspace(), tenancy.current_scope()) == (2, Scope())
            raise ZeroDivisionError
        with pytest.raises(ZeroDivisionError), everywhere():
            assert tenancy.is_everywhere() and tenancy.binding() == ("1", True)
            with within(3):
                assert not tenancy.is_everywhere() and tenancy.binding() == ("3", False)
            assert tenancy.is_everywhere()
            raise ZeroDivisionError
        assert (tenancy.bound_workspace(), tenancy.current_scope()) == (1, part)
        assert not tenancy.is_everywhere() and tenancy.binding() == ("1", False)


def test_binding_replaces_all_three_and_unbinding_forgets_them() -> None:
    with within(1, Scope(bots=frozenset({7}))), everywhere():
        tenancy.bind(2)
        assert (tenancy.binding(), tenancy.current_scope(), tenancy.is_bound()) == (("2", False), Scope(), True)
        part = Scope(clients=frozenset({8}))
        tenancy.bind(3, part)
        assert tenancy.current_scope() == part
    with within(1, Scope(bots=frozenset({7}))), everywhere():
        tenancy.unbind()
        assert (tenancy.binding(), tenancy.current_scope(), tenancy.is_bound()) == (("", False), Scope(), False)
        with pytest.raises(NoWorkspace, match="No workspace is bound"):
            tenancy.bound_workspace()


def test_an_instant_without_a_zone_is_not_stored(workspace: Workspace) -> None:
    client = add_client("One")
    db.session.flush()
    client.updated_at = datetime(2026, 11, 20)  # noqa: DTZ001 - what is refused
    with pytest.raises(StatementError, match="needs a time zone"):
        db.session.flush()
    db.session.rollback()


def test_a_session_whose_connection_died_is_closed_all_the_same(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, calls = db.session(), list[str]()

    def close(_self: object) -> None:
        calls.append("close")
        raise OperationalError("ROLLBACK", {}, Exception("server closed the connection"))

    with monkeypatch.context() as patched:
        patched.setattr(Session, "close", close)
        patched.setattr(session, "invalidate", lambda: calls.append("invalidate"))
        session.close()
    assert calls == ["close", "invalidate"]


def test_a_statement_that_is_kept_serves_every_workspace(workspace: Workspace, theirs: ForeignRow) -> None:
    query, ours = select(Bot.id).order_by(Bot.id), tenancy.bound_workspace()
    with within(ours):
        mine = add_bot(add_client("Ours"), "Ours").id
        assert db.session.scalars(query).all() == [mine]
    with within(theirs.workspace_id):
        assert db.session.scalars(query).all() == [theirs.id]
    with everywhere():
        assert set(db.session.scalars(query)) == {mine, theirs.id}
    with within(ours, Scope(bots=frozenset())):
        assert db.session.scalars(query).all() == []
    tenancy.unbind()
    with pytest.raises((NoWorkspace, StatementError)):
        db.session.scalars(query)
    db.session.rollback()
