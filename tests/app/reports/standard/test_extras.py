"""How long visitors wait for a person, and how many wait too long, from hand-overs that are counted by hand."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from app.conversations.models import Conversation
from app.core import clock
from app.core.db.base import db
from app.inbox.models import Handoff
from app.reports.context import ReportQuery
from app.reports.standard import service
from tests.fixtures import hand_counted


@pytest.mark.parametrize(
    ("minutes", "values"),
    [
        ([None, None, None], {"handoff_wait": None, "missed_handoff_rate": 100.0}),
        ([1, 3, 16], {"handoff_wait": 180_000, "missed_handoff_rate": 33.3}),
        ([2, 15, None], {"handoff_wait": 120_000, "missed_handoff_rate": 33.3}),
    ],
)
def test_waits_are_those_of_the_hand_overs(
    monkeypatch: pytest.MonkeyPatch, workspace: Any, minutes: list[int | None], values: dict[str, Any]
) -> None:
    monkeypatch.setattr(clock, "now", lambda: hand_counted.NOW)
    hand_counted.lay()
    handed_over = db.session.scalars(
        select(Conversation)
        .where(Conversation.bot_session, Conversation.handoff.in_(["requested", "accepted"]))
        .order_by(Conversation.started_at)
    )
    in_range = [row for row in handed_over if row.started_at >= hand_counted.NOW - timedelta(days=28, hours=10)]
    assert len(in_range) == len(minutes)
    for session, wait in zip(in_range, minutes, strict=True):
        at = session.started_at
        db.session.add(Handoff(
            client_id=session.client_id, bot_id=session.bot_id, contact_id=session.contact_id, outlet_id=None,
            conversation_id=session.id, session_id=1, channel="web", requested_at=at,
            due_at=at + timedelta(minutes=15), accepted_at=None if wait is None else at + timedelta(minutes=wait),
        ))  # fmt: skip
    db.session.commit()
    document = service.document_of("usage", ReportQuery(), hand_counted.NOW)
    cards = {card["id"]: card["value"] for card in document["cards"]}
    assert {name: cards[name] for name in values} == values
