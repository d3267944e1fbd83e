"""What readers and writers of the database can rely on, on either engine."""

from sqlalchemy import func, select

from app.db import db, read_only
from app.ids import new_id
from app.workspaces.models import Workspace


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
