"""The chain: handlers asked one after another until one answers, each within its time and behind its breaker."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import structlog

from app.bots.handlers import openai, rasa, signed
from app.bots.handlers.asking import Garbage, Handler, HandlerQuestion, Reply
from app.bots.handlers.breakers import breaker_of

CLIENTS: dict[str, Callable[[Handler, HandlerQuestion, float], Reply]] = {
    "rasa": rasa.ask,
    "openai": openai.ask,
    "http": signed.ask,
}
AGAIN_S = 0.5
"""Until another try where the other side does not say when."""
LEAST_S = 0.5
"""With less time than this nobody is asked."""
SPARE_S = 3.0
"""What a chain has beside its handlers' times."""
OURS = ("busy", "breaker_open", "late")
"""Errors that say nothing about the other side."""
log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Chain:
    """The handlers of a bot in their order, and the one that only compares."""

    bot: int
    handlers: tuple[Handler, ...]
    shadow: Handler | None
    find: Callable[[HandlerQuestion], Reply]
    """Answers by the bot's own knowledge; without a text where there is nothing."""
    mask: Callable[[str], str]
    """Takes personal numbers out of what a model reads."""


class Outcome(NamedTuple):
    """Who has answered what; without an answer the cause, None where nobody had one."""

    text: str
    kind: str | None
    cause: str | None
    calls: list[dict[str, Any]]


def ask(chain: Chain, question: HandlerQuestion, seconds: float) -> Outcome:
    """Ask one handler after another until one answers, in so many seconds at most."""
    until, calls = time.monotonic() + seconds, list[dict[str, Any]]()
    for handler in chain.handlers:
        reply = _ask_guarded(chain, handler, question, until, calls)
        if reply.text:
            return Outcome(reply.text, handler.kind, None, calls)
    errors = [call["error"] for call in calls if call["error"]]
    cause = None if not errors else "timeout" if errors[-1] == "timeout" else "error"
    return Outcome("", None, cause, calls)


def compare(chain: Chain, question: HandlerQuestion) -> dict[str, Any] | None:
    """Ask the handler that only compares; None where there is none."""
    if chain.shadow is None:
        return None
    calls: list[dict[str, Any]] = []
    _ask_guarded(chain, chain.shadow, question, time.monotonic() + chain.shadow.timeout_s, calls)
    return calls[-1]


def handling(
    chain: Chain, note: Callable[[Outcome], object] = lambda _outcome: None
) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    """Return what does the engine's effects of this kind; `note` hears of each outcome."""

    def handle(effect: Mapping[str, Any]) -> dict[str, Any]:
        began = time.monotonic()
        outcome = ask(chain, HandlerQuestion.of(effect), effect["timeout_s"])
        note(outcome)
        noted = {
            "handler": outcome.kind,
            "ms": round((time.monotonic() - began) * 1000),
            "tried": [{name: value for name, value in call.items() if name != "answer"} for call in outcome.calls],
        }
        ok = outcome.kind is not None
        return {"ok": ok, "status": None, "value": outcome.text, "cause": outcome.cause, "trace": noted}

    return handle


def _ask_guarded(
    chain: Chain, handler: Handler, question: HandlerQuestion, until: float, calls: list[dict[str, Any]]
) -> Reply:
    """Ask a handler unless its breaker is open, and note each try."""
    if handler.kind == "knowledge":
        return _ask_noting(calls, handler, lambda: chain.find(question))
    breaker = breaker_of(chain.bot, handler.place)
    if not breaker.admits():
        return _ask_noting(calls, handler, lambda: Reply(error="breaker_open"))
    if handler.kind == "openai":
        question = _mask_question(chain, question)
    reply = _ask_repeatedly(handler, question, min(until, time.monotonic() + handler.timeout_s), calls)
    if not reply.error:
        breaker.note_success()
    elif reply.error not in OURS:
        breaker.note_failure()
    if reply.error:
        log.warning("handler_failed", bot_id=chain.bot, kind=handler.kind, error=reply.error, status=reply.status)
    return reply


def _ask_repeatedly(handler: Handler, question: HandlerQuestion, until: float, calls: list[dict[str, Any]]) -> Reply:
    """Ask a handler, and again where another try may go better and there is time for it."""
    for again in range(handler.retries, -1, -1):
        reply = _ask_noting(calls, handler, lambda: _once(handler, question, until - time.monotonic()))
        wait = AGAIN_S if reply.retry_after is None else reply.retry_after
        if not again or not reply.may_be_repeated or time.monotonic() + wait + LEAST_S > until:
            break
        time.sleep(wait)
    return reply


def _once(handler: Handler, question: HandlerQuestion, seconds: float) -> Reply:
    """Ask a handler once."""
    if seconds < LEAST_S:
        return Reply(error="late")
    try:
        return CLIENTS[handler.kind](handler, question, seconds)
    except Garbage:
        return Reply(error="bad_answer", status=200)


def _ask_noting(calls: list[dict[str, Any]], handler: Handler, send: Callable[[], Reply]) -> Reply:
    """Ask, and note what came of it and how long that took."""
    began = time.monotonic()
    reply = send()
    call = {
        "kind": handler.kind, "ms": round((time.monotonic() - began) * 1000), "status": reply.status,
        "error": reply.error, "answer": reply.text, "usage": reply.usage,
    }  # fmt: skip
    calls.append(call | ({"knowledge": reply.knowledge} if reply.knowledge is not None else {}))
    return reply


def _mask_question(chain: Chain, question: HandlerQuestion) -> HandlerQuestion:
    """The question without personal numbers."""
    history = tuple(dict(message) | {"content": chain.mask(message["content"])} for message in question.history)
    return HandlerQuestion(
        question.id, chain.mask(question.text), question.language, question.sender, question.channel,
        question.session, question.version, history,
    )  # fmt: skip
