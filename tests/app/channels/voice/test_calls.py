"""People call a bot: from a signed form to what is said next."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app.channels.voice import calling
from app.channels.voice.counting import sum_up
from app.channels.voice.models import VoiceCall, VoiceTurn
from app.conversations.models import Conversation, Message
from app.core.clock import now
from app.core.db.base import db
from app.inbox.models import Handoff
from tests.app.channels.messaging.provider import Provider
from tests.app.channels.voice.calls import FLOW, HOST, TRANSFER, Caller, Number, provider
from tests.factories.bots import BOTS, SMALL_FLOW, create_bot
from tests.factories.mail import do_jobs
from tests.factories.media import flow_with, upload_medium

__all__ = ["provider"]
As = Callable[..., FlaskClient]
pytestmark = pytest.mark.both


def the_call(sid: str = "CA1") -> VoiceCall:
    """The call as it is stored."""
    db.session.rollback()
    return db.session.scalars(select(VoiceCall).where(VoiceCall.sid == sid)).one()


def test_a_call_is_answered_understood_and_counted_as_a_session(as_: As) -> None:
    caller = Caller(Number(as_("admin")).connect())
    assert 'input="speech dtmf"' in caller.twiml and 'language="en-IN"' in caller.twiml
    assert "Hello" in caller.twiml and "Press 1 for Book a service." in caller.twiml
    assert "From nine to six." in caller.say("when are you open")
    assert "Which day?" in caller.press("1")
    assert 'numDigits="1"' not in caller.twiml  # A date may be keyed.
    assert "How was it?" in caller.say("tomorrow")
    assert "Bye" in caller.press("5") and caller.has_ended
    call = the_call()
    assert (call.state, call.ended_by, call.asks, call.spoken, call.keyed, call.silences) == (
        "completed", "bot", 4, 2, 2, 0,
    )  # fmt: skip
    conversation = db.session.get_one(Conversation, call.conversation_id)
    assert (conversation.channel, conversation.messages_in, conversation.rating) == ("voice", 4, 5)
    assert conversation.goal_hit and conversation.ended_at is not None
    kinds = select(Message.kind).where(Message.speaker == "user").order_by(Message.position)
    assert list(db.session.scalars(kinds)) == ["speech", "choice", "speech", "choice"]


def test_what_is_not_signed_is_refused_and_counted(as_: As, client: FlaskClient) -> None:
    number = Number(as_("admin"))
    fields = {"CallSid": "CA1", "From": "+911"}
    assert client.post(number.hook, data=fields).status_code == 401
    assert number.send(number.hook, fields, sign="other").status_code == 401
    assert number.admin.get(number.path).json["refused"] == 2
    assert number.admin.get(number.path).json["state"] == "unverified"
    assert client.post("/hooks/voice/1", data=fields).status_code == 404
    assert db.session.scalars(select(VoiceCall)).all() == []


def test_a_number_that_is_not_connected_says_so_and_counts_as_unanswered(as_: As) -> None:
    number = Number(as_("admin"))
    answer = number.call("CA1")
    assert "not in service" in answer.text and "<Hangup/>" in answer.text
    call = the_call()
    assert (call.state, call.answered, call.conversation_id) == ("failed", 0, None)
    assert number.call("CA1").text == answer.text


def test_a_repeat_of_a_turn_has_the_same_bytes_and_changes_nothing(as_: As) -> None:
    caller = Caller(Number(as_("admin")).connect())
    assert caller.number.call("CA1").text == caller.twiml
    path = caller.next
    first = caller.say("when are you open")
    for _ in range(2):
        assert caller.send(path, SpeechResult="when are you open", Confidence="0.9") == first
    assert caller.send(path, SpeechResult="something else") == first
    call = the_call()
    assert (call.spoken, call.number_of_turns) == (1, 2)
    assert len(db.session.scalars(select(Message).where(Message.speaker == "user")).all()) == 1


def test_a_crash_between_the_step_and_its_answer_loses_and_doubles_nothing(
    as_: As, monkeypatch: pytest.MonkeyPatch
) -> None:
    caller = Caller(Number(as_("admin")).connect())
    path = caller.next

    def crash(*_args: Any) -> None:
        raise RuntimeError("killed")

    monkeypatch.setattr(calling, "_give", crash)
    with pytest.raises(AssertionError, match="internal"):
        caller.send(path, SpeechResult="when are you open")
    monkeypatch.undo()
    assert "From nine to six." in caller.send(path, SpeechResult="when are you open")
    assert len(db.session.scalars(select(Message).where(Message.speaker == "user")).all()) == 1
    assert the_call().spoken == 1


def test_a_picture_is_described(as_: As) -> None:
    admin = as_("admin")
    medium = upload_medium(admin, create_bot(admin, name="Shelf"), alt="A red Vela in front of the workshop").json
    twiml = Caller(Number(admin, flow_with(medium["file"], flow=FLOW)).connect()).twiml
    assert "Look at this A red Vela in front of the workshop" in twiml and medium["file"] not in twiml


def test_silence_is_asked_three_times_then_the_call_ends(as_: As) -> None:
    caller = Caller(Number(as_("admin")).connect())
    for _ in range(3):
        twiml = caller.wait()
        assert "I did not hear you." in twiml and "What next?" in twiml
    assert "Goodbye" in caller.wait() and caller.has_ended
    call = the_call()
    assert (call.ended_by, call.silences, call.asks, call.conversation_id) == ("silence", 4, 4, None)
    turns = calling.turns_of(call.id)
    assert {turn.node for turn in turns[1:]} == {"menu"}


def test_silence_rings_a_person_where_there_is_one(as_: As) -> None:
    caller = Caller(Number(as_("admin"), reprompts=1, **TRANSFER).connect())
    caller.wait()
    assert "<Number>+912067124400</Number>" in caller.wait()
    assert caller.send(DialCallStatus="completed") and caller.has_ended
    assert (the_call().ended_by, the_call().transferred) == ("transfer", 1)


def test_what_is_not_understood_is_counted_and_a_word_between_starts_silence_again(as_: As) -> None:
    caller = Caller(Number(as_("admin"), **TRANSFER).connect())
    caller.wait()
    assert "Sorry?" in caller.say("purple elephants")
    call = the_call()
    assert (call.missed, call.spoken, call.silent_in_a_row) == (1, 1, 0)
    assert "<Dial" in caller.say("green giraffes")


@pytest.mark.parametrize("status", ["no-answer", "busy", "failed"])
def test_a_transfer_that_nobody_answers_goes_back_to_the_bot(as_: As, status: str) -> None:
    caller = Caller(Number(as_("admin"), **TRANSFER).connect())
    assert "One moment." in caller.press("2") and "<Dial" in caller.twiml and 'timeout="25"' in caller.twiml
    assert db.session.scalars(select(Handoff.state)).all() == ["requested"]
    twiml = caller.send(DialCallStatus=status)
    assert "Nobody can take your call now." in twiml and "Bye" in twiml and caller.has_ended
    db.session.rollback()
    assert db.session.scalars(select(Handoff.state)).all() == ["missed"]
    assert (the_call().dialled, the_call().transferred) == (status, 0)


def test_a_transfer_that_is_answered_closes_the_hand_off(as_: As) -> None:
    caller = Caller(Number(as_("admin"), **TRANSFER).connect())
    caller.press("2")
    caller.send(DialCallStatus="completed", DialCallDuration="62")
    assert caller.has_ended
    db.session.rollback()
    assert db.session.scalars(select(Handoff.state)).all() == ["closed"]
    conversation = db.session.get_one(Conversation, the_call().conversation_id)
    assert (conversation.outcome, conversation.handoff) == ("handed_off", "closed")


def test_outside_of_hours_nobody_is_rung(as_: As) -> None:
    hours = {"week": {"mon": [["10:00", "10:01"]]}}
    with time_machine.travel("2026-11-25T12:00:00Z", tick=True):
        caller = Caller(Number(as_("admin"), hours=hours, **TRANSFER).connect())
        twiml = caller.press("2")
    assert "<Dial" not in twiml and "Bye" in twiml and caller.has_ended
    db.session.rollback()
    assert db.session.scalars(select(Handoff.state)).all() == ["missed"]


def test_the_caller_hangs_up_and_the_place_is_kept(as_: As) -> None:
    caller = Caller(Number(as_("admin")).connect())
    caller.press("1")
    for _ in range(2):
        assert caller.number.end("CA1", CallDuration="17").status_code == 200
    call = the_call()
    assert (call.state, call.ended_by, call.node, call.duration_ms) == ("completed", "caller", "ask", 17_000)
    assert call.hung_after_ms is not None
    conversation = db.session.get_one(Conversation, call.conversation_id)
    assert (conversation.outcome, conversation.ended_at is not None) == ("abandoned", True)
    assert caller.send(caller.next, SpeechResult="hello") and "<Message" not in caller.twiml


def test_the_end_of_a_call_may_come_to_the_address_of_its_beginning(as_: As) -> None:
    number = Caller(Number(as_("admin")).connect()).number
    for sid in ("CA1", "CA2"):
        answer = number.send(number.hook, {"CallSid": sid, "CallStatus": "completed", "CallDuration": "9"})
        assert (answer.status_code, answer.text) == (200, "<Response/>")
    call = the_call()
    assert (call.sid, call.state, call.duration_ms) == ("CA1", "completed", 9_000)


def test_a_call_ends_after_its_longest_time(as_: As) -> None:
    with time_machine.travel(now(), tick=False) as clock:
        caller = Caller(Number(as_("admin"), max_minutes=2).connect())
        clock.shift(timedelta(minutes=2))
        assert "longest time" in caller.say("when are you open") and caller.has_ended
    assert the_call().ended_by == "limit"


def test_a_call_of_which_nothing_is_heard_ends_by_a_job(as_: As, app: Flask) -> None:
    with time_machine.travel(now(), tick=False) as clock:
        caller = Caller(Number(as_("admin")).connect())
        caller.press("1")
        clock.shift(timedelta(minutes=16))
        do_jobs(app)
    assert (the_call().state, the_call().ended_by) == ("completed", "lost")


def test_keys_mean_options_then_the_map_then_digits(as_: As) -> None:
    number = Number(as_("admin"), dtmf={"7": "when are you open", "9": "@person", "*": "@repeat"}, **TRANSFER)
    caller = Caller(number.connect())
    assert "From nine to six." in caller.press("7")
    assert "What next?" in caller.press("*")
    assert "<Dial" in caller.press("9")
    keys = [turn.key for turn in calling.turns_of(the_call().id)]
    assert keys == ["", "7", "*", "9"]


def test_a_language_has_what_providers_call_it_where_nothing_is_entered(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=SMALL_FLOW | {"languages": ["en", "ar"]})
    assert admin.get(f"{BOTS}/{bot}/voice").json["locales"] == {"en": "en-IN", "ar": "ar-AE"}


def test_texts_are_said_without_marks_and_words_as_the_lexicon_has_them(as_: As) -> None:
    text = "**Vela** & co 🚗 <now> [site](https://a.example/x)\n- Kestrel EV"
    flow = FLOW | {"nodes": FLOW["nodes"] | {"hours": {"type": "message", "text": {"en": text}}}}
    lexicon = [{"word": "vela", "say": "vay-la"}, {"word": "EV", "say": "ee vee"}]
    voices = [{"language": "en", "locale": "en-GB", "voice": "Polly.Amy", "hints": ["Vela", "test drive"]}]
    number = Number(as_("admin"), flow, lexicon=lexicon, voices=voices, barge_in=False, no_input_s=7)
    caller = Caller(number.connect())
    twiml = caller.say("when are you open")
    assert "vay-la &amp; co &lt;now&gt; site Kestrel ee vee<" in twiml
    assert '<Say language="en-GB" voice="Polly.Amy">' in twiml and 'hints="Vela,test drive"' in twiml
    assert 'bargeIn="false"' in twiml and 'timeout="7"' in twiml


@pytest.mark.parametrize(("heard", "recording"), [("no", "refused"), ("yes", "pending"), ("", "pending")])
def test_a_caller_may_refuse_the_recording(as_: As, heard: str, recording: str) -> None:
    caller = Caller(Number(as_("admin"), consent={"mode": "ask", "text": {"en": "We record."}}).connect())
    assert "We record." in caller.twiml and "Hello" not in caller.twiml and "<Recording" not in caller.twiml
    assert "Hello" in caller.say(heard)
    assert ("<Start><Recording" in caller.twiml) is (recording == "pending")
    assert (the_call().recording, the_call().consent_version) == (recording, 1)


def test_a_call_to_a_phone_is_placed_by_the_provider_and_counts_as_a_test(as_: As, provider: Provider) -> None:
    number = Number(as_("admin"))
    assert number.admin.post(f"{number.voice}/test-call", json={"to": "+919822014422"}).status_code == 409
    number.connect()
    answer = number.admin.post(f"{number.voice}/test-call", json={"to": "+91 98220 14422"})
    assert answer.status_code == 201 and answer.json["ok"], answer.text
    path, body, headers = provider.calls[-1]
    assert path == "/2010-04-01/Accounts/AC1/Calls.json" and headers["Authorization"].startswith("Basic ")
    assert body["To"] == "+919822014422" and body["Url"] == f"{HOST}{number.hook}"
    Caller(number, "CA2", Direction="outbound-api").say("when are you open")
    assert the_call("CA2").traffic == "test"


def test_the_provider_proves_the_account(as_: As, provider: Provider) -> None:
    number = Number(as_("admin"))
    assert number.admin.post(f"{number.path}/verify").json["state"] == "verified"
    provider.answers = [(401, {"code": 20003, "message": "Authenticate"})]
    assert number.admin.post(f"{number.path}/verify").status_code == 409
    assert number.admin.get(number.path).json["state"] == "error"


def test_the_telephone_in_the_browser_takes_the_same_way(as_: As) -> None:
    number = Number(as_("admin"), **TRANSFER)
    start = now()
    with time_machine.travel(start, tick=False):
        begun = number.admin.post(f"{number.voice}/test-call", json={}, headers={"Idempotency-Key": "call"})
    assert begun.status_code == 201, begun.text
    path = f"{number.voice}/calls/{begun.json['id']}"
    call = number.admin.get(path).json
    assert next(speech["text"] for speech in call["turns"][0]["says"]).startswith("Hello")
    body = {"token": call["token"], "speech": "when are you open", "confidence": 0.8, "from_ms": 4000, "to_ms": 5500,
            "bot_from_ms": 200, "bot_to_ms": 3500}  # fmt: skip
    with time_machine.travel(start + timedelta(seconds=6), tick=False):
        call = number.admin.post(f"{path}/turns", json=body, headers={"Idempotency-Key": "turn"}).json
    assert call["turns"][1]["heard"] == "when are you open"
    assert call["turns"][1]["says"][0]["text"] == "From nine to six."
    with time_machine.travel(start + timedelta(seconds=10), tick=False):
        call = number.admin.post(f"{path}/turns", json={"token": call["token"], "keys": "2"}).json
    assert (call["awaits"], call["transfer"]) == ("dial", TRANSFER["transfer_number"])
    with time_machine.travel(start + timedelta(seconds=30), tick=False):
        call = number.admin.post(f"{path}/turns", json={"token": call["token"], "dialled": "busy"}).json
    assert (call["state"], call["ended_by"]) == ("completed", "bot")
    row = db.session.get_one(VoiceCall, int(call["id"]))
    assert (row.traffic, row.recording) == ("test", "off")
    turns = db.session.scalars(select(VoiceTurn).where(VoiceTurn.call_id == row.id).order_by(VoiceTurn.number)).all()
    assert (turns[0].said_to_ms, turns[1].heard_to_ms, row.timed, row.user_ms) == (3500, 5500, 1, 1500)
    assert as_("author").get(path).status_code in (403, 404)


def test_what_comes_after_a_transfer_is_not_counted_as_speech_or_silence(as_: As) -> None:
    Caller(Number(as_("admin")).connect())
    call = the_call()
    call.ended_at, call.duration_ms = call.started_at + timedelta(seconds=60), 60_000
    times = [
        ("speech", 3000, 5000, 6000, 8000, 4),
        ("keys", None, None, 9000, 10_000, 0),
        ("dial", None, None, 31_000, 33_000, 0),
        ("speech", 45_000, 48_000, 49_000, 70_000, 6),
    ]
    for number, (kind, heard_from, heard_to, said_from, said_to, words) in enumerate(times, 1):
        db.session.add(VoiceTurn(
            workspace_id=call.workspace_id, call_id=call.id, number=number, token=f"t{number}", kind=kind, hits={},
            source="phone", heard_from_ms=heard_from, heard_to_ms=heard_to, said_from_ms=said_from,
            said_to_ms=said_to, words=words,
        ))  # fmt: skip
    db.session.flush()
    sum_up(call)
    assert (call.timed_ms, call.user_ms, call.bot_ms, call.timed_words) == (10_000, 2000, 3000, 4)
    assert (call.silence_ms, call.longest_ms) == (3000, 3000)


def test_settings_are_checked_and_consent_texts_are_counted(as_: As) -> None:
    number = Number(as_("admin"))
    first = number.set(consent={"mode": "announce", "text": {}})
    assert first["consent"]["version"] == 1
    assert number.set(consent={"mode": "announce", "text": {"en": "Recorded."}})["consent"]["version"] == 2
    assert number.set(consent={"mode": "off", "text": {"en": "Recorded."}})["consent"]["version"] == 2
    assert {warning["code"] for warning in first["warnings"]} >= {"no_number", "no_transfer"}
    revision = number.admin.get(number.voice).headers["ETag"]
    for bad in ({"language": "fr"}, {"number": "call me"}, {"dtmf": {"#": "x"}}, {"reprompts": 9}, {"unknown": 1},
                {"voices": [{"language": "fr"}]}, {"hours": {"week": {"mon": [["10:00", "10:00"]]}}}):  # fmt: skip
        assert number.admin.put(number.voice, json=bad, headers={"If-Match": revision}).status_code == 422, bad
    assert number.admin.put(number.voice, json={}).status_code == 428
    assert number.admin.put(number.voice, json={}, headers={"If-Match": '"0"'}).status_code == 412


def test_a_voice_says_what_was_measured_of_its_calls(as_: As) -> None:
    admin = as_("admin")
    number = Number(admin, **TRANSFER, consent={"mode": "ask", "text": {}}).connect()
    before = admin.get(number.voice).json["figures"]
    (first,) = before["numbers"]
    # It was not connected yet.
    assert (first["calls"], first["answered"], first["going_on"], first["transfers"]) == (1, 0, 0, 0)
    caller = Caller(number)
    caller.say("no")
    caller.say("when are you open", "0.8")
    caller.number.end(caller.sid)
    body = admin.get(number.voice).json
    figures, (line,) = body["figures"], body["numbers"]
    (counts,) = figures["numbers"]
    assert (counts["id"], counts["calls"], counts["going_on"]) == (number.id, 2, 0)
    assert (line["account_end"], line["outlet"]) == ("", None)
    assert (figures["with_consent"], figures["refused"]) == (1, 1)
    (heard,) = figures["recognition"]
    assert heard["language"] == "en" and 0.8 <= heard["confidence"] <= 0.9
    number.set(consent={"mode": "announce", "text": {}})
    assert admin.get(number.voice).json["figures"]["refused"] is None
    with time_machine.travel(now() + timedelta(days=8)):
        assert as_("admin").get(number.voice).json["figures"]["numbers"] == []
    program = {"name": "CRM", "kind": "api", "scopes": ["read_bot"]}
    secret = admin.post(f"/api/v1/bots/{number.bot}/tokens", json=program).json["token"]
    reader = admin.application.test_client()
    assert reader.get(number.voice, headers={"Authorization": f"Bearer {secret}"}).json["figures"] is None


@pytest.mark.parametrize(("status", "reached"), [("completed", 1), ("no-answer", 0)])
def test_transfers_that_a_person_answers_are_counted(as_: As, status: str, reached: int) -> None:
    number = Number(as_("admin"), **TRANSFER).connect()
    caller = Caller(number)
    caller.press("2")
    caller.send(DialCallStatus=status)
    (counts,) = number.admin.get(number.voice).json["figures"]["numbers"]
    assert (counts["transfers"], counts["transferred"]) == (1, reached)
