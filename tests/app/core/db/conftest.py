"""Rows of another workspace."""

import pytest

from app.accounts.workspaces.models import Workspace
from app.core.db.base import db
from app.core.db.tenancy import within
from tests.conftest import add_workspace
from tests.factories.bots import add_bot
from tests.factories.places import ForeignRow, add_client


@pytest.fixture
def theirs(workspace: Workspace) -> ForeignRow:
    """A bot of another workspace."""
    other = add_workspace("Other")
    with within(other.id):
        bot = add_bot(add_client("Theirs"), "Theirs")
        row = ForeignRow(bot.id, bot.workspace_id, bot.client_id)
        db.session.commit()
    db.session.expunge_all()
    return row
