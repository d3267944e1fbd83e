"""What a session's events say of it (product §1.2 and §1.3)."""

from typing import Any

import pytest

from app.analytics.measure import ConversationMeasures, measure
from app.conversations.events import ConversationEvent
from tests.factories.conversations import event


def facts(*events: ConversationEvent, ended: bool = True) -> ConversationMeasures:
    return measure(events, ended=ended)


def test_user_events_within_two_seconds_are_one_turn() -> None:
    measured = facts(event("user", at=0), event("user", at=2), event("bot", at=3), event("user", at=5.001))
    assert measured.numbers == [1, 1, 1, 2]


def test_user_events_further_apart_are_two_turns_and_the_first_has_no_reply() -> None:
    measured = facts(event("user", at=0), event("user", at=2.1), event("bot", at=3))
    assert [(turn.fallback, turn.cause) for turn in measured.turns] == [(True, "no_reply"), (False, None)]


def test_an_answer_takes_no_known_time_where_times_were_estimated() -> None:
    events = [event("user"), event("bot", at=7)]
    assert [measure(events, ended=True, timed=timed).turns[0].latency_ms for timed in (True, False)] == [7000, None]


def test_a_user_event_after_a_reply_opens_a_turn_however_soon() -> None:
    assert facts(event("user", at=0), event("bot", at=0.5), event("user", at=1)).numbers == [1, 1, 2]


def test_events_before_the_first_user_event_belong_to_turn_nought() -> None:
    assert facts(event("user", kind="launch"), event("bot", at=1), event("user", at=2)).numbers == [0, 0, 1]


def test_a_launch_alone_does_not_engage() -> None:
    conversation = facts(event("user", kind="launch"), event("bot", at=1)).facts
    assert not conversation.engaged and not conversation.bot_session and conversation.turns == 0


@pytest.mark.parametrize(
    ("texts", "language"),
    [
        ((), None), (("when are you open",), None), (("कब खुला है", "ok"), "hi"), (("مرحبا", "متى", "कब"), "ar"),
        (("नमस्ते", "مرحبا"), "hi"),
    ],
)  # fmt: skip
def test_the_language_is_detected_that_most_texts_are_in(texts: tuple[str, ...], language: str | None) -> None:
    events = [event("bot", "مرحبا"), event("user", "مرحبا", kind="choice")]
    events += [event("user", text, number) for number, text in enumerate(texts)]
    assert facts(*events).facts.detected_language == language


def test_buttons_are_no_nlu_turns() -> None:
    conversation = facts(event("user", kind="choice"), event("bot", at=1)).facts
    assert (conversation.turns, conversation.nlu_turns, conversation.engaged) == (1, 0, True)


def test_what_is_said_to_a_person_is_no_nlu_turn() -> None:
    conversation = facts(event("user"), event("agent", at=1), event("user", at=9), event("agent", at=10)).facts
    assert (conversation.turns, conversation.nlu_turns, conversation.messages_human) == (2, 1, 2)


@pytest.mark.parametrize("cause", ["no_match", "low_confidence", "no_reply", "timeout", "error"])
def test_every_cause_makes_an_nlu_turn_a_fallback(cause: str) -> None:
    turn = facts(event("user", intent="a.b"), event("bot", at=1, cause=cause)).turns[0]
    assert turn.fallback and turn.cause == cause
    assert turn.accepted == (cause not in ("no_match", "low_confidence"))


def test_an_unanswered_turn_is_a_fallback_only_when_nothing_can_follow() -> None:
    assert facts(event("user"), ended=False).facts.fallback_turns == 0
    assert facts(event("user"), ended=True).facts.fallback_turns == 1


def test_latency_is_from_the_last_words_to_the_first_reply() -> None:
    measured = facts(event("user"), event("user", at=1), event("bot", at=1.8), event("bot", at=5))
    assert measured.turns[0].latency_ms == 800


def test_a_reply_of_a_person_first_is_no_bot_session() -> None:
    assert not facts(event("user"), event("agent", at=1), event("bot", at=2)).facts.bot_session
    assert facts(event("user"), event("bot", at=1), event("agent", at=2)).facts.bot_session


@pytest.mark.parametrize(
    ("last", "outcome"),
    [
        ([("bot", {"handoff": "requested"}), ("bot", {"goal": "g", "cause": "error"})], "handed_off"),
        ([("bot", {"goal": "g"}), ("bot", {"cause": "error"})], "error"),
        ([("bot", {"goal": "g"}), ("bot", {"cause": "no_match"})], "completed"),
        ([("bot", {"cause": "timeout"}), ("bot", {})], "abandoned"),
        ([("bot", {"waits": True}), ("user", {}), ("bot", {})], "informed"),
        ([("bot", {"cause": "no_match"})], "abandoned"),
        ([("bot", {}), ("user", {"rating": 2}), ("bot", {})], "abandoned"),
        ([("bot", {}), ("user", {"rating": 3}), ("bot", {})], "informed"),
        ([("bot", {"reached": True}), ("bot", {"missed": True})], "completed"),
        ([("bot", {"missed": True}), ("bot", {})], "abandoned"),
        ([("bot", {"waits": True})], "abandoned"),
        ([("bot", {"handoff": "offered"})], "informed"),
        ([("bot", {"handoff": "requested"}), ("system", {"handoff": "cancelled"})], "handed_off"),
        ([("bot", {})], "informed"),
    ],
)
def test_the_first_rule_that_holds_gives_the_outcome(last: list[tuple[str, dict[str, Any]]], outcome: str) -> None:
    events = [event("user")] + [event(who, at=10 * place, **more) for place, (who, more) in enumerate(last, 1)]
    assert facts(*events).facts.outcome == outcome


def test_an_open_session_has_no_outcome() -> None:
    assert facts(event("user"), event("bot", at=1), ended=False).facts.outcome is None


def test_a_goal_reached_counts_as_entered_and_every_one_is_named_once() -> None:
    reached = [event("bot", at=place, goal=name) for place, name in enumerate(("booked", "paid", "booked"), 1)]
    conversation = facts(event("user"), *reached).facts
    assert (conversation.goal_entered, conversation.goal_hit, conversation.goals) == (True, True, ["booked", "paid"])


def test_a_goal_without_a_name_is_called_after_the_intent() -> None:
    sent = event("user", intent="service.book", confidence=0.9)
    assert facts(sent, event("bot", at=1, reached=True)).facts.goals == ["service.book"]
    assert facts(event("user"), event("bot", at=1, reached=True)).facts.goals == ["goal"]


@pytest.mark.parametrize(
    ("top", "marks", "entered", "hit", "outcome"),
    [
        ("booked", {"goal": "booked"}, True, True, "completed"),
        # Another goal completes the session and says nothing of the top one.
        ("booked", {"goal": "paid"}, False, False, "completed"),
        ("booked", {"enters": "paid", "waits": True}, False, False, "abandoned"),
        ("booked", {"enters": "booked", "waits": True}, True, False, "abandoned"),
        ("booked", {"enters": True, "waits": True}, True, False, "abandoned"),
        (None, {"enters": "paid", "waits": True}, True, False, "abandoned"),
        (None, {"goal": "paid"}, True, True, "completed"),
    ],
)
def test_any_goal_completes_and_the_top_one_is_counted(
    top: str | None, marks: dict[str, Any], entered: bool, hit: bool, outcome: str
) -> None:
    conversation = measure([event("user"), event("bot", at=1, **marks)], ended=True, top=top).facts
    assert (conversation.goal_entered, conversation.goal_hit, conversation.outcome) == (entered, hit, outcome)


def test_the_last_accepted_intent_gives_the_topic() -> None:
    conversation = facts(
        event("user", intent="service.book"),
        event("bot", at=1),
        event("user", at=9, intent="sales.price"),
        event("bot", at=10, cause="low_confidence"),
    ).facts
    assert (conversation.intent, conversation.topic) == ("service.book", "service")
