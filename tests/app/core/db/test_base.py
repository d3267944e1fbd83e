"""What readers and writers of the database can rely on, on either engine."""

import pytest
from flask import Flask
from sqlalchemy import func, select, text

from app.accounts.workspaces.models import Workspace
from app.bots.catalog.models import Bot
from app.core.db.base import db, read_only
from app.core.db.ids import new_id
from tests.conftest import server_url


def test_a_reader_sees_one_state_of_the_data(workspace: Workspace) -> None:
    db.session.commit()
    count = select(func.count()).select_from(Workspace)
    with read_only(), db.engine.connect() as reader:
        before = reader.execute(count).scalar_one()
        with db.engine.connect() as writer:
            row = {"id": new_id(), "name": "Third", "slug": f"w{new_id()}", "zone": "UTC", "currency": "INR"}
            writer.execute(Workspace.__table__.insert().values(**row, created_at=workspace.created_at))
            writer.commit()
        assert reader.execute(count).scalar_one() == before
    with db.engine.connect() as later:
        assert later.execute(count).scalar_one() == before + 1


@pytest.mark.skipif(server_url() is None, reason="SQLite keeps no plans")
def test_plans_are_kept_for_batches_of_rows_only(app: Flask, workspace: Workspace) -> None:
    count = text("SELECT count(*) FROM pg_prepared_statements")
    for _ in range(10):
        db.session.execute(select(Bot.id).where(Bot.name == "Desk"))
    assert db.session.scalar(count) == 0
    rows, put = [{"word": "a"}, {"word": "b"}], text("INSERT INTO kept_plan VALUES (:word)")
    db.session.execute(text("CREATE TEMPORARY TABLE kept_plan (word text)"))
    for _ in range(10):
        db.session.execute(put, rows)
    assert db.session.scalar(count) == 1
