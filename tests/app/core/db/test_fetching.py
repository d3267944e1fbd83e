"""A row is fetched or refused, by its address or by the field that names it; what is in another row's way as well."""

import pytest
from sqlalchemy import select

from app.accounts.workspaces.models import Workspace
from app.bots.catalog.models import Goal
from app.core.db.base import db, fetch, flush_or, write_or
from app.core.db.tenancy import within
from app.core.errors import Conflict, Invalid, NotFound, field_error
from tests.factories.conversations import make_bot


def test_a_row_that_is_not_there_is_refused_by_its_address_or_its_field(workspace: Workspace) -> None:
    with within(workspace.id):
        query = select(Goal).where(Goal.name == "test_drive")
        with pytest.raises(NotFound, match="no such goal"):
            fetch(query, "There is no such goal.")
        with pytest.raises(Invalid) as refusal:
            fetch(query, "There is no such goal.", "goal")
        assert refusal.value.errors == {"goal": ["There is no such goal."]}
        with pytest.raises(Invalid) as refusal, field_error("other"):
            fetch(query, "There is no such goal.")
        assert refusal.value.errors == {"other": ["There is no such goal."]}
        goal = Goal(bot_id=make_bot().id, name="test_drive")
        db.session.add(goal)
        db.session.flush()
        assert fetch(query) is goal


def test_what_is_in_the_way_of_another_row_is_refused(workspace: Workspace) -> None:
    with within(workspace.id):
        bot_id = make_bot().id
        with write_or(Conflict("First.")):
            db.session.add(Goal(bot_id=bot_id, name="test_drive"))
        with pytest.raises(Conflict, match="Second"), write_or(Conflict("Second.")):
            db.session.add(Goal(bot_id=bot_id, name="test_drive"))
        assert fetch(select(Goal)).name == "test_drive", "the rest of the transaction goes on"
        db.session.add(Goal(bot_id=bot_id, name="test_drive"))
        with pytest.raises(Conflict, match="Third"):
            flush_or(Conflict("Third."))
        assert db.session.scalar(select(Goal)) is None, "nothing of the transaction is left"
