"""The public data set comes in whole; skipped with a reason where it is not at hand."""

from typing import Any

import pytest
from sqlalchemy import func, select

from app.accounts.workspaces.models import Workspace
from app.analytics import recount
from app.conversations.models import Conversation
from app.core.db.base import db
from app.imports import running, service
from app.reports.service import ReportQuery, dashboard
from tests.factories.imports import DATA, SGD_FILE
from tests.fixtures import hand_counted


def figures(**question: Any) -> dict[str, tuple[Any, Any, Any]]:
    """Each card of the dashboard over all time: value, numerator and denominator."""
    cards = dashboard(ReportQuery(r="all", **question))["cards"]
    return {card["id"]: (card["value"], card["num"], card["den"]) for card in cards}


@pytest.mark.one_database
@pytest.mark.skipif(not SGD_FILE.exists(), reason=f"{SGD_FILE.name} is not in {DATA}: set PARLEY_DATA to its folder")
def test_every_dialogue_and_message_comes_in_once(workspace: Workspace) -> None:
    hand_counted.lay()
    before = figures()
    for done, skipped in ((2098, 0), (0, 2098)):
        with SGD_FILE.open("rb") as file:
            row = service.create_import(file, name=SGD_FILE.name, foreground=True)
        running.check(row, lambda share: None)
        running.run(row, lambda share: None)
        assert (row.dialogues, row.messages, row.problem_count) == (2098, 38_768, 0)
        assert (row.state, row.done, row.skipped) == ("done", done, skipped)
    assert figures() == before and before["engaged_sessions"][0] > 30
    everything = figures(data="all")
    assert everything["engaged_sessions"][0] == before["engaged_sessions"][0] + 2098
    assert everything["fallback_rate"] == before["fallback_rate"]
    imported = Conversation.import_id.is_not(None)
    sums = select(func.count(), func.sum(Conversation.messages_in), func.sum(Conversation.messages_out)).where(imported)
    assert db.session.execute(sums).one() == (2098, 19_384, 19_384)
    outcomes = dict(
        db.session.execute(
            select(Conversation.outcome, func.count()).where(imported).group_by(Conversation.outcome)
        ).all()
    )  # type: ignore[arg-type]
    assert outcomes == {"completed": 1491, "abandoned": 66, "informed": 541}
    assert recount.verify() == []
