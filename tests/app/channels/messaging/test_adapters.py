"""Adapters by recorded bytes: who is believed, what events come of a body, and what call a message becomes."""

import json
import re
from typing import Any

import pytest

from app.channels.messaging.adapters import ADAPTERS
from app.channels.messaging.adapters.contract import NotGenuine, Outgoing, RawRequest, UnreadableRequest
from app.channels.messaging.degrading import HASHED, fit, payload_of
from app.config import ROOT
from tests.app.channels.messaging.provider import SECRETS, signed, slack, telegram, wa_text, whatsapp

SLACK_BODY = (
    b"token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V"
    b"&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text="
    b"&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN"
    b"&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c"
)
SLACK_SIGNATURE = "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503"
SLACK_SECRET = {"signing_secret": "8f742231b10e8888abcd99yyyzzz85a5", "bot_token": "x"}


def request(body: bytes, headers: dict[str, str], now: float = 0.0, method: str = "POST") -> RawRequest:
    """A request as it arrived."""
    return RawRequest(method, {}, {name.lower(): value for name, value in headers.items()}, body, now)


def test_the_published_vectors_are_believed() -> None:
    wa = ADAPTERS["whatsapp"]
    wa.check(
        request(
            b"test", {"X-Hub-Signature-256": "sha256=0329a06b62cd16b33eb6792be8c60b158d89a2ee3a876fce9a881ebb488c0914"}
        ),
        {"app_secret": "secret"},
    )
    body = b'{"object":"whatsapp_business_account","entry":[]}'
    header = "sha256=dec6a680679a968e7e0319355b23599cbfc54502c0784668e9618baa0c633756"
    wa.check(request(body, {"X-Hub-Signature-256": header}), {"app_secret": "test_app_secret"})
    headers = {"X-Slack-Request-Timestamp": "1531420618", "X-Slack-Signature": SLACK_SIGNATURE}
    ADAPTERS["slack"].check(request(SLACK_BODY, headers, 1531420618.0), SLACK_SECRET)


@pytest.mark.parametrize("shift", [-301, 301])
def test_old_and_future_requests_of_slack_are_refused(shift: int) -> None:
    headers = {"X-Slack-Request-Timestamp": "1531420618", "X-Slack-Signature": SLACK_SIGNATURE}
    with pytest.raises(NotGenuine, match="old_signature"):
        ADAPTERS["slack"].check(request(SLACK_BODY, headers, 1531420618.0 + shift), SLACK_SECRET)


@pytest.mark.parametrize("channel", list(ADAPTERS))
def test_no_channel_believes_a_body_that_was_changed(channel: str) -> None:
    body = b'{"a": 1}'
    good = signed(channel, body, at=1000.0)
    ADAPTERS[channel].check(request(body, good, 1000.0), SECRETS[channel])
    for headers in (
        {},
        {name: value[:-1] + "0" if value[-1] != "0" else value[:-1] + "1" for name, value in good.items()},
    ):
        with pytest.raises(NotGenuine):
            ADAPTERS[channel].check(request(body, headers, 1000.0), SECRETS[channel])


def test_slack_verifies_its_address_by_a_signed_challenge() -> None:
    body = json.dumps({"type": "url_verification", "challenge": "abc", "token": "t"}).encode()
    handshake = ADAPTERS["slack"].handshake(request(body, signed("slack", body, 1000.0), 1000.0), "", SECRETS["slack"])
    assert handshake is not None and (handshake.status, handshake.body, handshake.is_verified) == (200, "abc", True)
    with pytest.raises(NotGenuine):
        ADAPTERS["slack"].handshake(request(body, {}, 1000.0), "", SECRETS["slack"])


def read(channel: str, body: Any, content_type: str = "application/json") -> list[Any]:
    """The events of a body."""
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    return ADAPTERS[channel].read(raw, {"content-type": content_type})


def test_whatsapp_reads_every_entry_change_and_message() -> None:
    document, two = (
        json.loads(whatsapp(wa_text("a", "m1"), wa_text("b", "m2"))),
        json.loads(whatsapp(wa_text("c", "m3"))),
    )
    document["entry"][0]["changes"] *= 2
    document["entry"] += two["entry"]
    assert [event.ext_id for event in read("whatsapp", document)] == ["m1", "m2", "m1", "m2", "m3"]


@pytest.mark.parametrize(
    ("message", "kind", "text", "payload"),
    [
        ({"type": "button", "button": {"text": "Yes", "payload": "yes"}}, "choice", "Yes", "yes"),
        ({"type": "interactive", "interactive": {"type": "list_reply", "list_reply": {"id": "a", "title": "A"}}},
         "choice", "A", "a"),
        ({"type": "image", "image": {"id": "1", "mime_type": "image/jpeg", "caption": "my car"}},
         "media", "my car", ""),
        ({"type": "location", "location": {"latitude": 18.5, "longitude": 73.8, "name": "Pune"}},
         "location", "Pune", ""),
        ({"type": "location", "location": {"latitude": 18.5, "longitude": 73}}, "location", "18.5, 73", ""),
        ({"type": "location", "location": {"latitude": "\0", "longitude": "9" * 9000}}, "location", "", ""),
        ({"type": "reaction", "reaction": {"message_id": "x"}}, "reaction", "", "x"),
        ({"type": "system", "system": {"type": "user_changed_number"}}, "ignored", "", ""),
        ({"type": "unsupported", "errors": [{"code": 131051}]}, "unsupported", "", ""),
    ],
)  # fmt: skip
def test_whatsapp_reads_each_type(message: dict[str, Any], kind: str, text: str, payload: str) -> None:
    (event,) = read("whatsapp", whatsapp({"from": "91", "id": "m", "timestamp": "1700000000"} | message))
    assert (event.kind, event.text, event.payload, event.sent_at) == (kind, text, payload, 1_700_000_000_000)


def test_a_person_without_a_number_is_known_by_the_other_id() -> None:
    (event,) = read("whatsapp", whatsapp({"from_user_id": "CO.10", "id": "m", "type": "text", "text": {"body": "hi"}}))
    assert event.ext_user == "CO.10"
    call = ADAPTERS["whatsapp"].write(Outgoing("hi"), "CO.10", "1065", SECRETS["whatsapp"], "https://graph.example")
    assert call.body is not None and call.body["recipient"] == "CO.10" and "to" not in call.body


def test_messenger_reads_messages_postbacks_and_watermarks() -> None:
    def items(*changes: dict[str, Any]) -> dict[str, Any]:
        common = {"sender": {"id": "p"}, "recipient": {"id": "page1"}, "timestamp": 1_700_000_000_000}
        return {"object": "page", "entry": [{"id": "page1", "messaging": [common | item for item in changes]}]}

    events = read("messenger", items(
        {"message": {"mid": "1", "text": "hi"}}, {"message": {"mid": "2", "text": "x", "is_echo": True}},
        {"message": {"mid": "3", "text": "Yes", "quick_reply": {"payload": "yes"}}},
        {"postback": {"mid": "4", "title": "Go", "payload": "go"}}, {"read": {"watermark": 1_700_000_000_000}},
    ))  # fmt: skip
    assert [event.kind for event in events] == ["text", "ignored", "choice", "choice", "status"]
    assert (events[3].payload, events[4].more["status"], events[4].more["until"]) == ("go", "read", 1_700_000_000_000)
    assert read("messenger", {"object": "page", "entry": [{"id": "page1", "changes": [{"field": "feed"}]}]}) == []


BEYOND = 99_999_999_999_999_999


@pytest.mark.parametrize(
    ("channel", "body"),
    [
        ("whatsapp", whatsapp(wa_text("hi", "m1", BEYOND))),
        ("whatsapp", whatsapp(wa_text("hi", "m1", -1))),
        ("whatsapp", whatsapp(statuses=({"id": "w", "status": "read", "timestamp": str(BEYOND)},))),
        ("whatsapp", {"object": "whatsapp_business_account",
                      "entry": [{"time": BEYOND, "changes": [{"field": "message_template_status_update"}]}]}),
        ("messenger", {"object": "page", "entry": [
            {"id": "p", "messaging": [{"sender": {"id": "p"}, "delivery": {"watermark": BEYOND}}]}]}),
        ("instagram", {"object": "instagram", "entry": [
            {"id": "p", "messaging": [{"sender": {"id": "p"}, "timestamp": BEYOND, "message": {"text": "hi"}}]}]}),
        ("telegram", {"update_id": 1, "message": {"chat": {"id": 1}, "date": BEYOND, "text": "hi"}}),
        ("telegram", {"update_id": 1, "my_chat_member": {"chat": {"id": 1}, "date": BEYOND}}),
        ("slack", slack("hi", "E1", ts=f"{BEYOND}.1")),
        ("slack", {"type": "event_callback", "event_id": "E1", "event": {}, "event_time": BEYOND}),
    ],
)  # fmt: skip
def test_a_time_that_cannot_be_is_unreadable(channel: str, body: Any) -> None:
    try:
        (event,) = read(channel, body)
    except UnreadableRequest as error:
        assert str(error) == "impossible_time"
    else:
        assert (event.kind, event.more) == ("unreadable", {"reason": "impossible_time"})


PRESSED = {"user": {"id": "U1"}, "team": {"id": "T1"}, "channel": {"id": "D1"}, "message": {"ts": "1.2"}}
GOOD_PRESS = {"action_id": "a", "value": "book", "action_ts": "1.3"}
LATE = GOOD_PRESS | {"action_ts": f"{BEYOND}.0"}


@pytest.mark.parametrize(
    ("channel", "body", "kinds", "reason"),
    [
        ("whatsapp", whatsapp({"id": "m1", "type": "text"}, wa_text("hi", "m2")), ["unreadable", "text"], "no_sender"),
        ("whatsapp", whatsapp("hi", wa_text("hi", "m2")), ["unreadable", "text"], "not_an_object"),
        ("whatsapp", whatsapp(wa_text("hi", "m2"), statuses=({"id": "w", "status": "read", "timestamp": BEYOND},)),
         ["text", "unreadable"], "impossible_time"),
        ("messenger", {"object": "page", "entry": [{"id": "p", "messaging": [
            {"message": {"mid": "1"}}, {"sender": {"id": "p"}, "message": {"mid": "2", "text": "hi"}}]}]},
         ["unreadable", "text"], "no_sender"),
        ("instagram", {"object": "instagram", "entry": [{"id": "p", "messaging": [
            {"sender": {"id": "p"}, "delivery": {"mids": 5}},
            {"sender": {"id": "p"}, "message": {"mid": "2", "text": "hi"}}]}]},
         ["unreadable", "text"], "unreadable"),
        ("slack", ("payload=" + json.dumps(PRESSED | {"actions": [LATE, GOOD_PRESS]})).encode(),
         ["unreadable", "choice"], "impossible_time"),
    ],
)  # fmt: skip
def test_an_odd_item_takes_no_other_with_it(channel: str, body: Any, kinds: list[str], reason: str) -> None:
    form = "application/x-www-form-urlencoded" if channel == "slack" else "application/json"
    events = read(channel, body, form)
    assert [event.kind for event in events] == kinds
    assert [event.more["reason"] for event in events if event.kind == "unreadable"] == [reason]


def test_telegram_reads_messages_buttons_links_and_blocks() -> None:
    (started,) = read("telegram", telegram("/start spring", 7))
    assert started.ref == {"ad_source_id": "spring"} and started.ext_user == "5000000000"
    person = {"id": 1, "first_name": "A"}
    (pressed,) = read("telegram", {"update_id": 8, "callback_query": {"id": "q", "from": person, "data": "book"}})
    assert (pressed.kind, pressed.payload, pressed.more["callback"]) == ("choice", "book", "q")
    call = ADAPTERS["telegram"].acknowledge(pressed, SECRETS["telegram"], "https://t.example")
    assert call is not None and call.url.endswith("/answerCallbackQuery")
    blocked = {"update_id": 9, "my_chat_member": {"chat": {"id": 1}, "new_chat_member": {"status": "kicked"}}}
    assert read("telegram", blocked)[0].kind == "opt_out"
    assert read("telegram", {"update_id": 10, "edited_message": {"text": "x"}})[0].kind == "ignored"


def test_slack_reads_direct_messages_mentions_and_buttons() -> None:
    (event,) = read("slack", slack("hello", "Ev1"))
    assert (event.account, event.ext_user, event.text) == ("T1", "T1:U1", "hello")
    assert read("slack", slack("x", "Ev2", bot_id="B1"))[0].kind == "ignored"
    mention = slack("<@U9> book a service", "Ev3", type="app_mention", channel_type="channel", ts="1700000000.000100")
    assert read("slack", mention)[0].text == "book a service"
    assert read("slack", mention)[0].more["thread"] == "D1:1700000000.000100"
    form = "payload=" + json.dumps({
        "type": "block_actions", "user": {"id": "U1"}, "team": {"id": "T1"}, "channel": {"id": "D1"},
        "message": {"ts": "1.2"}, "actions": [{"action_id": "a", "value": "book", "action_ts": "1.3"}],
    })  # fmt: skip
    (pressed,) = read("slack", form.encode(), "application/x-www-form-urlencoded")
    assert (pressed.kind, pressed.payload, pressed.ext_user) == ("choice", "book", "T1:U1")


@pytest.mark.parametrize("channel", list(ADAPTERS))
@pytest.mark.parametrize(
    "value",
    [
        {"object": "whatsapp_business_account",
         "entry": [{"changes": [{"field": "messages", "value": {"messages": [{}]}}]}]},
        {"object": "page", "entry": [{"messaging": [{"sender": [], "message": {"mid": {}, "text": []}}]}]},
        {"update_id": 1, "message": {"chat": {"id": []}, "from": 3, "photo": "x"}},
        {"type": "event_callback", "event_id": "E", "event": "x", "authorizations": {"a": 1}},
        {"entry": {"a": [1]}, "object": 5, "update_id": {"x": 1}, "type": ["event_callback"]},
    ],
)  # fmt: skip
def test_no_shape_is_more_than_unreadable(channel: str, value: dict[str, Any]) -> None:
    try:
        read(channel, value)
    except UnreadableRequest:
        pass


def test_options_are_fitted_to_the_channel() -> None:
    def body(*labels: str) -> dict[str, Any]:
        return {"text": "Which?", "options": [{"id": label, "label": label} for label in labels]}

    wa = ADAPTERS["whatsapp"].limits
    buttons = fit(body("A", "B", "C"), wa)
    rows = fit(body("A", "B", "C", "D"), wa)
    long = fit(body("A title of more than twenty characters", "B"), wa)
    assert buttons is not None and not buttons.is_list and len(buttons.options) == 3
    assert rows is not None and rows.is_list and [title for _id, title in rows.options] == ["A", "B", "C", "D"]
    assert long is not None and long.is_list and len(long.options[0][1]) == 24
    many = fit(body(*map(str, range(11))), wa)
    assert many is not None and many.options == () and many.text.endswith("11. 10")
    telegram_limits = ADAPTERS["telegram"].limits
    assert payload_of("x" * 65, telegram_limits).startswith(HASHED)
    assert len(payload_of("x" * 65, telegram_limits).encode()) <= telegram_limits.payload
    assert payload_of("book", telegram_limits) == "book"


def test_the_sandbox_shows_what_the_channels_do() -> None:
    source = (ROOT / "ui/features/sandbox/limits.ts").read_text()
    names = {
        "buttons": "buttons",
        "title": "title",
        "rows": "rows",
        "rowTitle": "row_title",
        "text": "text",
        "body": "body",
    }
    listing = re.findall(r"^  (\w+): \{ (buttons: .*?) \},$", source, re.M)
    assert {channel for channel, _ in listing} == set(ADAPTERS) - {"voice"}
    for channel, numbers in listing:
        numbers_by_name = {name: int(number) for name, number in re.findall(r"(\w+): (\d+)", numbers)}
        limits = ADAPTERS[channel].limits
        assert numbers_by_name == {theirs: getattr(limits, ours) for theirs, ours in names.items()}, channel


def test_a_refusal_is_read_by_its_code() -> None:
    def receipt(channel: str, status: int | None, answer: dict[str, Any]) -> Any:
        return ADAPTERS[channel].receipt(status, json.dumps(answer).encode(), None)

    assert receipt("whatsapp", 200, {"messages": [{"id": "wamid.1"}]}).ext_id == "wamid.1"
    closed = receipt("whatsapp", 400, {"error": {"code": 131047, "message": "Re-engagement"}})
    assert (closed.ok, closed.code, closed.is_transient) == (False, "131047", False)
    assert receipt("whatsapp", 400, {"error": {"code": 130429}}).is_transient
    assert receipt("whatsapp", 401, {"error": {"code": 190}}).is_denied
    busy = receipt("telegram", 429, {"ok": False, "error_code": 429, "parameters": {"retry_after": 7}})
    assert busy.is_transient and busy.retry_after == 7
    assert receipt("slack", 200, {"ok": False, "error": "invalid_auth"}).is_denied
    assert receipt("slack", None, {}).is_transient
