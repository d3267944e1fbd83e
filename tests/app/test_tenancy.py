"""Every layer of the workspace filter, on reads, writes and keys."""

from typing import NamedTuple

import pytest
from sqlalchemy import exists, func, select, union_all, update
from sqlalchemy.exc import IntegrityError, StatementError
from sqlalchemy.orm import aliased

from app.bots.models import Bot
from app.clients.models import Client, Outlet
from app.db import db
from app.tenancy import NoWorkspace, Scope, within
from app.workspaces.models import Workspace
from tests.conftest import add_workspace


def add_client(name: str) -> Client:
    """A client of the bound workspace."""
    row = Client(name=name)
    db.session.add(row)
    db.session.flush()
    return row


def add_bot(client: Client, name: str) -> Bot:
    """A bot of a client."""
    row = Bot(client_id=client.id, name=name, name_key=name.lower(), group="service")
    db.session.add(row)
    db.session.flush()
    return row


class Row(NamedTuple):
    """What an attacker may know of a row of another workspace."""

    id: int
    workspace_id: int
    client_id: int


@pytest.fixture
def theirs(workspace: Workspace) -> Row:
    """A bot of another workspace."""
    other = add_workspace("Other")
    with within(other.id):
        bot = add_bot(add_client("Theirs"), "Theirs")
        found = Row(bot.id, bot.workspace_id, bot.client_id)
        db.session.commit()
    db.session.expunge_all()
    return found


def test_reading_without_a_workspace_raises(workspace: Workspace, theirs: Row) -> None:
    from app import tenancy

    tenancy.unbind()
    with pytest.raises((NoWorkspace, StatementError)):
        db.session.scalars(select(Bot)).all()
    db.session.rollback()


def test_every_kind_of_read_sees_one_workspace(workspace: Workspace, theirs: Row) -> None:
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


def test_bulk_updates_stay_inside(workspace: Workspace, theirs: Row) -> None:
    changed = db.session.execute(update(Bot).values(name="x"))
    assert changed.rowcount == 0  # type: ignore[attr-defined, unused-ignore]


def test_rows_of_another_workspace_are_not_written(workspace: Workspace, theirs: Row) -> None:
    db.session.add(Client(workspace_id=theirs.workspace_id, name="planted"))
    with pytest.raises(NoWorkspace):
        db.session.flush()
    db.session.rollback()


def test_rows_do_not_move_to_another_workspace(workspace: Workspace, theirs: Row) -> None:
    mine = add_client("Mine")
    mine.workspace_id = theirs.workspace_id
    with pytest.raises(NoWorkspace):
        db.session.flush()
    db.session.rollback()


def test_keys_do_not_point_into_another_workspace(workspace: Workspace, theirs: Row) -> None:
    db.session.add(Bot(client_id=theirs.client_id, name="x", name_key="x", group="sales"))
    with pytest.raises(IntegrityError):
        db.session.flush()
    db.session.rollback()


def test_scope_clips_bots_and_clients(workspace: Workspace) -> None:
    one, two = add_client("One"), add_client("Two")
    first, second = add_bot(one, "First"), add_bot(two, "Second")
    with within(workspace.id, Scope(bots=frozenset({second.id}))):
        assert db.session.scalars(select(Bot.id)).all() == [second.id]
    with within(workspace.id, Scope(clients=frozenset({one.id}))):
        assert db.session.scalars(select(Bot.id)).all() == [first.id]
        assert db.session.scalar(select(func.count()).select_from(Outlet)) == 0
