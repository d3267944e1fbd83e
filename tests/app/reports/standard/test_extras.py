"""Key figures that are no sums over sessions, counted by hand: waits, activity, medians, NPS, what was delivered."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from app.channels.messaging.models import Deployment, MessagingThread, SentMessage
from app.channels.sessions.models import ChannelSession
from app.conversations.models import Conversation, Message
from app.core import clock
from app.core.db.base import db
from app.core.db.tenancy import Scope, within
from app.core.http.schemas import load_query
from app.inbox.models import Handoff
from app.ingest.dialogues import store_dialogues
from app.reports.context import ReportQuery
from app.reports.history import service as history_service
from app.reports.history.arguments import FilterArgs
from app.reports.history.filters import filters_of, narrow
from app.reports.standard import service
from tests.factories.conversations import START, dialogue, event, make_bot
from tests.factories.places import add_city, add_outlet, add_parent
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
    for conversation, wait in zip(in_range, minutes, strict=True):
        at = conversation.started_at
        db.session.add(Handoff(
            client_id=conversation.client_id, bot_id=conversation.bot_id, contact_id=conversation.contact_id,
            outlet_id=None, conversation_id=conversation.id, session_id=1, channel="web", requested_at=at,
            due_at=at + timedelta(minutes=15), accepted_at=None if wait is None else at + timedelta(minutes=wait),
        ))  # fmt: skip
    db.session.commit()
    document = service.document_of("usage", ReportQuery(), hand_counted.NOW)
    cards = {card["id"]: card["value"] for card in document["cards"]}
    assert {name: cards[name] for name in values} == values
    (link,) = [card["link"] for card in document["cards"] if card["id"] == "missed_handoff_rate"]
    missed = sum(wait is None or wait > 15 for wait in minutes)
    assert count_listed(link) == missed
    waits = service.whole_dashboard(ReportQuery(), hand_counted.NOW)["outcomes"]["handoffs"]
    assert (waits["wait_ms"], waits["share"]) == tuple(values.values())
    assert (waits["missed"], waits["of"], waits["missed_link"]) == (missed, len(minutes), link)
    assert count_listed(waits["wait_link"]) <= len(minutes)


def test_the_dashboard_leaves_waits_out_of_too_many_and_of_none(
    monkeypatch: pytest.MonkeyPatch, workspace: Any
) -> None:
    hand_counted.lay()
    quiet = service.whole_dashboard(ReportQuery(r="2020-01-01..2020-01-02"), hand_counted.NOW)
    assert quiet["outcomes"]["handoffs"] is None
    monkeypatch.setattr("app.reports.service.MOST_HANDOFFS", 1)
    assert service.whole_dashboard(ReportQuery(), hand_counted.NOW)["outcomes"]["handoffs"] is None


@pytest.mark.both
def test_a_call_back_is_missed_after_its_own_time(monkeypatch: pytest.MonkeyPatch, workspace: Any) -> None:
    monkeypatch.setattr(clock, "now", lambda: hand_counted.NOW)
    hand_counted.lay()
    conversation = db.session.scalars(
        select(Conversation)
        .where(Conversation.bot_session, Conversation.handoff == "requested")
        .order_by(Conversation.started_at.desc())
    ).first()
    assert conversation is not None
    row = Handoff(
        client_id=conversation.client_id, bot_id=conversation.bot_id, contact_id=conversation.contact_id,
        outlet_id=None, conversation_id=conversation.id, session_id=1, channel="web", state="call_back",
        requested_at=hand_counted.NOW - timedelta(hours=2), due_at=hand_counted.NOW + timedelta(hours=22),
    )  # fmt: skip
    db.session.add(row)
    db.session.commit()

    def card(name: str = "missed_handoff_rate") -> dict[str, Any]:
        cards = service.document_of("usage", ReportQuery(), hand_counted.NOW)["cards"]
        return next(card for card in cards if card["id"] == name)

    assert card()["den"] == 0 and count_listed(card()["link"]) == 0
    row.due_at = hand_counted.NOW - timedelta(hours=1)
    db.session.commit()
    assert card()["num"] == 1 and count_listed(card()["link"]) == 1
    # The call was made in time: it is closed, and was never accepted as a conversation is.
    row.state, row.ended_at = "closed", row.due_at - timedelta(minutes=5)
    db.session.commit()
    assert (card()["num"], card()["den"]) == (0, 1) and count_listed(card()["link"]) == 0
    # The conversation was over when the call was taken on.
    row.accepted_at = row.due_at - timedelta(minutes=10)
    db.session.commit()
    assert card("handoff_wait")["value"] is None
    (figure,) = [
        figure
        for figure in service.document_of("groups/sales", ReportQuery(), hand_counted.NOW)["figures"]
        if figure["id"] == "response_time"
    ]
    assert figure["rows"] == []


def count_listed(link: str) -> int:
    """How many conversations an address lists."""
    filters = filters_of(load_query(FilterArgs(), link.partition("?")[2]))
    return history_service.count(narrow(filters, hand_counted.NOW))


def cards_of(report: str, **question: Any) -> dict[str, Any]:
    """The values of a report's cards over the forty sessions."""
    document = service.document_of(report, ReportQuery(r="2026-02-10..2026-03-09", **question), hand_counted.NOW)
    return {card["id"]: card["value"] for card in document["cards"]}


@pytest.fixture
def conversations(monkeypatch: pytest.MonkeyPatch, workspace: Any) -> dict[str, Conversation]:
    """The forty sessions by their number."""
    monkeypatch.setattr(clock, "now", lambda: hand_counted.NOW)
    hand_counted.lay()
    return {str(row.source_id): row for row in db.session.scalars(select(Conversation))}


def test_sessions_with_activity_are_those_that_began_or_went_on(conversations: dict[str, Conversation]) -> None:
    values = cards_of("usage")
    began = values["sessions"]
    # The one that began a second before the range goes on in it.
    assert values["active_sessions"] == began + 1
    over, gone, start = conversations["34"], conversations["36"], conversations["1"].started_at
    over.started_at, over.last_event_at = start - timedelta(days=2), start + timedelta(days=60)
    gone.started_at, gone.last_event_at = start - timedelta(days=9), start + timedelta(days=1)
    db.session.flush()
    assert cards_of("usage")["active_sessions"] == began + 1
    message = db.session.scalars(select(Message).where(Message.conversation_id == over.id)).first()
    assert message is not None
    message.sent_at = start + timedelta(days=3)
    db.session.flush()
    assert cards_of("usage")["active_sessions"] == began + 2
    assert cards_of("usage", ch=("voice",))["active_sessions"] == cards_of("usage", ch=("voice",))["sessions"]


@pytest.mark.both
def test_the_median_confidence_is_that_of_turns_with_an_intent(workspace: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: hand_counted.NOW)
    bot = make_bot()
    scores = (0.91, 0.5, 0.873, 0.2)
    events = [
        event("user", at=place, intent="a.b", confidence=score) if place < 3 else event("user", at=9, confidence=score)
        for place, score in enumerate(scores)
    ]
    replies = [event("bot", at=place + 0.5) for place in range(3)]
    store_dialogues([dialogue([*events, *replies])], bot=bot, source="hand")
    for zone in ("client", "America/New_York"):
        values = cards_of("usage", tz=zone)
        assert values["confidence_p50"] == 0.87, zone
    assert cards_of("usage", ch=("voice",))["confidence_p50"] is None


def test_nps_is_of_answers_from_nought_to_ten(workspace: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: hand_counted.NOW)
    bot = make_bot()
    assert cards_of("engagement")["nps"] is None
    answers = [[event("bot"), event("user", "9", 1, nps=score)] for score in (10, 9, 9, 8, 6, 0)]
    store_dialogues([dialogue(events) for events in answers], bot=bot, source="hand")
    db.session.commit()
    assert sorted(db.session.scalars(select(Conversation.nps))) == [0, 6, 8, 9, 9, 10]
    # Three of six recommend, two do not.
    assert cards_of("engagement")["nps"] == round(100 * (3 - 2) / 6, 2)
    document = service.document_of("engagement", ReportQuery(r="2026-02-10..2026-03-09"), hand_counted.NOW)
    (bars,) = (figure for figure in document["figures"] if figure["id"] == "nps")
    assert [row[1] for row in bars["rows"]] == [1, 0, 0, 0, 0, 0, 1, 0, 1, 2, 1] and bars["marks"] == []
    assert cards_of("engagement")["csat"] is None


def test_delivered_and_read_are_of_what_providers_took(workspace: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: hand_counted.NOW)
    bot, at = make_bot(), START
    assert (cards_of("usage")["delivery_rate"], cards_of("usage")["read_rate"]) == (None, None)
    rows = [("whatsapp", at, at, at), ("whatsapp", at, at, None), ("messenger", at, at, None),
            ("whatsapp", at, None, None), ("whatsapp", None, None, None), ("telegram", at, None, None),
            ("whatsapp", at - timedelta(days=60), at, at)]  # fmt: skip
    for position, (channel, sent, delivered, read) in enumerate(rows):
        session = ChannelSession(bot_id=bot.id, channel=channel, account="a", ext_user="x", version=1, sealed_state="")
        db.session.add(session)
        deployment = Deployment(bot_id=bot.id, channel=channel, account=f"a{position}", environment="live",
                                verify_token=f"t{position}")  # fmt: skip
        db.session.add(deployment)
        db.session.flush()
        thread = MessagingThread(bot_id=bot.id, deployment_id=deployment.id, ext_user="x", session_id=session.id)
        db.session.add(thread)
        db.session.flush()
        db.session.add(SentMessage(bot_id=bot.id, deployment_id=deployment.id, thread_id=thread.id,
                                   session_id=session.id, position=position, sent_at=sent, delivered_at=delivered,
                                   read_at=read))  # fmt: skip
    db.session.flush()
    # Four were taken by channels that tell more: three arrived, one of them was read.
    assert (cards_of("usage")["delivery_rate"], cards_of("usage")["read_rate"]) == (75.0, 33.3)
    assert cards_of("usage", ch=("messenger",))["delivery_rate"] == 100.0
    assert cards_of("usage", ch=("telegram",))["delivery_rate"] is None
    assert cards_of("usage", grp="psf")["delivery_rate"] is None


def test_what_was_delivered_for_other_outlets_is_nothing_to_a_reader(
    workspace: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "now", lambda: hand_counted.NOW)
    bot, parent, city = make_bot(), add_parent("West"), add_city("Pune")
    own, other = add_outlet("Baner", parent, city), add_outlet("Wakad", parent, city)
    deployment = Deployment(bot_id=bot.id, channel="whatsapp", account="a", environment="live", verify_token="t")
    db.session.add(deployment)
    for position, (outlet, delivered) in enumerate(((own, None), (other, START), (None, START))):
        session = ChannelSession(bot_id=bot.id, channel="whatsapp", account="a", ext_user=f"x{position}", version=1,
                                 sealed_state="", outlet_id=outlet and outlet.id)  # fmt: skip
        db.session.add(session)
        db.session.flush()
        thread = MessagingThread(bot_id=bot.id, deployment_id=deployment.id, ext_user=f"x{position}")
        db.session.add(thread)
        db.session.flush()
        db.session.add(SentMessage(bot_id=bot.id, deployment_id=deployment.id, thread_id=thread.id, position=position,
                                   session_id=session.id, sent_at=START, delivered_at=delivered))  # fmt: skip
    db.session.flush()
    assert cards_of("usage")["delivery_rate"] == 66.7
    with within(workspace.id, Scope(outlets=frozenset({own.id}))):
        assert cards_of("usage")["delivery_rate"] == 0.0
    with within(workspace.id, Scope(outlets=frozenset())):
        assert cards_of("usage")["delivery_rate"] is None
