"""What each kind of handler is sent, and what is made of its answers, against a real server on loopback."""

import socket
import time
from dataclasses import replace
from typing import Any

import pytest

from app.bots.handlers import breakers, chain, openai
from app.bots.handlers.asking import Handler, HandlerQuestion, Reply
from app.bots.handlers.chain import Chain, Outcome
from app.core.http import signatures
from tests.factories.handlers import Peer

QUESTION = HandlerQuestion("7.0:3", "does a CNG kit end my warranty", "en", "c1", "web", "7.0", "4",
                    ({"role": "user", "content": "hi"}, {"role": "assistant", "content": "Hello"}))  # fmt: skip
HOSTS = ("127.0.0.1",)
SECRET = "sk-test-0000000009f2c"
bots = iter(range(1, 10_000))


def handler(kind: str, peer: Peer, **more: Any) -> Handler:
    """A handler of a kind at the server."""
    options = {"model": "chat-2", "secret": SECRET, "timeout_s": 3, "retries": 1, "hosts": HOSTS} | more
    return Handler(kind, peer.url, **options)


def ask(*handlers: Handler, seconds: float = 30, mask: Any = str) -> Outcome:
    """What a chain with breakers of its own answers."""
    own = Chain(next(bots), handlers, None, lambda _question: Reply(), mask)
    return chain.ask(own, QUESTION, seconds)


def test_a_model_is_asked_with_what_was_said_before(peer: Peer) -> None:
    outcome = ask(handler("openai", peer, instruction="Speak {language}."))
    assert (outcome.text, outcome.kind) == ("From the peer.", "openai")
    assert outcome.calls[0]["usage"] == {"prompt": 212, "completion": 58}
    (request,) = peer.requests
    assert request.path == "/v1/chat/completions" and request.headers["authorization"] == f"Bearer {SECRET}"
    assert request.body["model"] == "chat-2" and request.body["user"] == "c1"
    assert [message["content"] for message in request.body["messages"]] == ["Speak en.", "hi", "Hello", QUESTION.text]


@pytest.mark.parametrize(
    ("base", "address"),
    [("https://a.example", "https://a.example/v1/chat/completions"),
     ("https://a.example/v1/", "https://a.example/v1/chat/completions"),
     ("https://a.example/x/chat/completions", "https://a.example/x/chat/completions")],
)  # fmt: skip
def test_a_base_address_may_end_with_its_version(base: str, address: str) -> None:
    assert openai.address(base) == address


def test_a_model_reads_no_personal_numbers(peer: Peer) -> None:
    ask(handler("openai", peer), mask=lambda text: text.replace("warranty", "[masked]").replace("hi", "[hi]"))
    texts = [message["content"] for message in peer.requests[0].body["messages"]][1:]
    assert texts == ["[hi]", "Hello", "does a CNG kit end my [masked]"]


def test_rasa_gets_who_asks_and_where(peer: Peer) -> None:
    peer.next = [
        (200, [{"text": "One."}, {"image": "x"}, {"text": "क्\u200dष.\x07", "buttons": [{"title": "Yes"}]}], {})
    ]
    assert ask(handler("rasa", peer)).text == "One.\nक्\u200dष.\n- Yes"
    (request,) = peer.requests
    assert request.path == "/webhooks/rest/webhook"
    assert request.body["sender"] == "c1" and request.body["message"] == QUESTION.text
    assert request.body["metadata"] == {"bot_version": "4", "channel": "web", "session_id": "7.0", "language": "en"}


def test_what_an_address_is_sent_is_signed(peer: Peer) -> None:
    assert ask(handler("http", peer)).text == "From the peer."
    (request,) = peer.requests
    at, signature = int(request.headers[signatures.TIMESTAMP.lower()]), request.headers[signatures.HEADER.lower()]
    assert signatures.verify(SECRET, request.raw, at, signature)
    assert not signatures.verify("other", request.raw, at, signature)
    assert request.headers["idempotency-key"] == "7.0:3" and SECRET.encode() not in request.raw


@pytest.mark.parametrize(
    ("kind", "body"),
    [("rasa", []), ("rasa", [{"recipient_id": "x", "custom": {}}]), ("http", b""), ("http", {"text": None}),
     ("openai", {"choices": [{"message": {"content": None}}]})],
)  # fmt: skip
def test_no_reply_is_no_error(peer: Peer, kind: str, body: Any) -> None:
    peer.always = (200, body, {})
    outcome = ask(handler(kind, peer))
    assert (outcome.text, outcome.kind, outcome.cause) == ("", None, None)
    assert [call["error"] for call in outcome.calls] == [""]


@pytest.mark.parametrize("kind", ["rasa", "openai", "http"])
@pytest.mark.parametrize(
    ("body", "error"),
    [(b"<html>", "not_json"), (b"7", "bad_answer"), (b'{"a": 1}', "bad_answer"), (b'{"text": [1]}', "bad_answer"),
     (b'{"choices": []}', "bad_answer"), (b'[{"text": {}}]', "bad_answer"), (b"x" * 70_000, "too_large")],
)  # fmt: skip
def test_garbage_is_an_error(peer: Peer, kind: str, body: bytes, error: str) -> None:
    peer.always = (200, body, {})
    outcome = ask(handler(kind, peer))
    assert (outcome.kind, outcome.cause, [call["error"] for call in outcome.calls]) == (None, "error", [error])


def test_a_busy_model_is_asked_again_when_it_says(peer: Peer) -> None:
    peer.next = [(429, {}, {"Retry-After": "1"})]
    began = time.monotonic()
    outcome = ask(handler("openai", peer))
    assert outcome.text and time.monotonic() - began >= 1
    assert [(call["status"], call["error"]) for call in outcome.calls] == [(429, "status"), (200, "")]


def test_nobody_waits_longer_than_a_handler_has(peer: Peer) -> None:
    peer.next = [(429, {}, {"Retry-After": "60"})]
    began = time.monotonic()
    assert ask(handler("openai", peer)).cause == "error"
    assert time.monotonic() - began < 1 and len(peer.requests) == 1


def test_a_refusal_is_not_repeated(peer: Peer) -> None:
    peer.always = (401, {}, {})
    assert ask(handler("openai", peer)).cause == "error" and len(peer.requests) == 1


def test_a_slow_handler_is_given_up_and_the_next_one_answers(peer: Peer) -> None:
    peer.next = [5.0]
    began = time.monotonic()
    outcome = ask(handler("rasa", peer, timeout_s=1), handler("http", peer))
    assert outcome.kind == "http" and time.monotonic() - began < 2
    assert [call["error"] for call in outcome.calls] == ["timeout", ""]


def test_one_that_is_not_there_fails_at_once(peer: Peer) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        gone = replace(handler("rasa", peer), url=f"http://127.0.0.1:{unused.getsockname()[1]}", retries=0)
    outcome = ask(gone)
    assert (outcome.cause, outcome.calls[0]["error"]) == ("error", "unreachable")


def test_one_that_dies_while_it_answers_is_an_error(peer: Peer) -> None:
    peer.always = (200, b"[", {"Content-Length": "900"})
    peer.next = [0.0, 0.0]  # Closed without a word.
    assert [call["error"] for call in ask(handler("rasa", peer)).calls] == ["unreachable", "unreachable"]


def test_private_addresses_are_neither_called_nor_redirected_to(peer: Peer) -> None:
    assert ask(handler("rasa", peer, hosts=())).calls[0]["error"] == "refused_address"
    assert peer.requests == []
    peer.always = (302, b"", {"Location": "http://169.254.169.254/latest/meta-data"})
    outcome = ask(handler("rasa", peer))
    assert (outcome.cause, outcome.calls[0]["status"], len(peer.requests)) == ("error", 302, 1)


def test_five_failures_open_the_breaker_and_one_try_closes_it(peer: Peer, monkeypatch: pytest.MonkeyPatch) -> None:
    own = Chain(next(bots), (handler("rasa", peer, retries=0),), None, lambda _question: Reply(), str)
    peer.always = (500, {}, {})
    for _ in range(breakers.FAILURES):
        assert chain.ask(own, QUESTION, 9).calls[0]["error"] == "status"
    assert chain.ask(own, QUESTION, 9).calls[0]["error"] == "breaker_open"
    assert len(peer.requests) == breakers.FAILURES
    peer.always = None
    moment = time.monotonic() + breakers.RESTS + 1
    monkeypatch.setattr(time, "monotonic", lambda: moment)
    assert chain.ask(own, QUESTION, 9).text == "From the peer."
    assert chain.ask(own, QUESTION, 9).text == "From the peer."


def test_secrets_are_in_no_representation(peer: Peer) -> None:
    assert SECRET not in repr(handler("openai", peer))
