"""Chat completions of any server that speaks OpenAI's format."""

from typing import Any

import orjson

from app.bots.handlers.asking import Garbage, Handler, HandlerQuestion, Reply, exchange, read_text

PATH = "/chat/completions"
TOKENS = 300
"""The longest answer that is asked for."""
INSTRUCTION = (
    "You answer customers of a car dealer in a chat. Answer in the language {language}, in at most two sentences. "
    "If you are not sure, say that a person will call."
)


def ask(handler: Handler, question: HandlerQuestion, timeout: float) -> Reply:
    """Ask once, with what was said before; an answer without text is no reply."""
    instruction = (handler.instruction or INSTRUCTION).replace("{language}", question.language)
    messages = [{"role": "system", "content": instruction}, *map(dict, question.history)]
    body = {
        "model": handler.model,
        "messages": [*messages, {"role": "user", "content": question.text}],
        "max_tokens": TOKENS,
        "user": question.sender,
    }
    headers = {"Authorization": f"Bearer {handler.secret}"} if handler.secret else {}
    failed, answer = exchange(handler, address(handler.url), orjson.dumps(body), headers, timeout)
    return failed or _read(answer)


def address(base: str) -> str:
    """Return where completions are made: below a base address that may or may not end with `/v1`."""
    base = base.rstrip("/")
    if base.endswith(PATH):
        return base
    return base + PATH if base.endswith("/v1") else f"{base}/v1{PATH}"


def _read(answer: Any) -> Reply:
    """The first choice's text and the tokens counted."""
    try:
        content = answer["choices"][0]["message"]["content"]
    except (KeyError, IndexError, TypeError):
        raise Garbage from None
    return Reply(read_text(content) if content is not None else "", status=200, usage=_usage(answer.get("usage")))


def _usage(usage: Any) -> dict[str, int] | None:
    """The tokens of question and answer, where the server counts them."""
    if not isinstance(usage, dict):
        return None
    counts = {name: usage.get(f"{name}_tokens") for name in ("prompt", "completion")}
    return {name: count for name, count in counts.items() if type(count) is int and 0 <= count < 2**31} or None
