"""Schedules and alerts of a person who leaves, which someone else takes over."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import ColumnElement, select, true

from app.accounts.people.owned import Thing, keeps
from app.accounts.users.models import User
from app.accounts.users.scope import scope_of
from app.core.db.base import db


def keep_rows(kind: str, model: Any, page: str, is_kept: ColumnElement[bool] | None = None) -> None:
    """Register rows that are read in the scope of their owner.

    For a successor with another scope they are paused: recipients must not get other figures than they were meant to.
    """
    condition = true() if is_kept is None else is_kept

    def list_things(owner_id: int) -> list[Thing]:
        query = select(model.id, model.name).where(model.owner_id == owner_id, condition).order_by(model.name, model.id)
        return [Thing(row_id, name, page) for row_id, name in db.session.execute(query)]

    def give(owner_id: int, successor_id: int, ids: Collection[int] | None) -> None:
        owner, successor = (db.session.get_one(User, user_id) for user_id in (owner_id, successor_id))
        is_same = scope_of(owner) == scope_of(successor)
        chosen = model.id.in_(ids) if ids is not None else true()
        for row in db.session.scalars(select(model).where(model.owner_id == owner_id, condition, chosen)):
            row.owner_id, row.active = successor_id, row.active and is_same
        db.session.flush()

    keeps(kind, list_things, give, needs=("read", "Dashboard"))
