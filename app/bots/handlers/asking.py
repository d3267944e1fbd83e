"""What handlers are asked and what they answer."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import orjson

from app.core.http import outgoing

LONGEST = 4000
"""Characters of an answer; the rest is cut off."""
CONTROLS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f]")
"""What no keyboard writes, but for line breaks; joiners of Hindi and Arabic stay."""


@dataclass(frozen=True, slots=True)
class Handler:
    """One handler as it is asked."""

    kind: str
    url: str = ""
    model: str = ""
    instruction: str = ""
    timeout_s: float = 10
    retries: int = 1
    secret: str = field(default="", repr=False)
    hosts: tuple[str, ...] = ()
    """Hosts that may be called although they are private."""

    @property
    def place(self) -> str:
        """What its failures are counted by."""
        return f"{self.kind} {self.url}"


@dataclass(frozen=True, slots=True)
class HandlerQuestion:
    """A text that the flow has no answer for, and where it was said."""

    id: str
    text: str
    language: str
    sender: str
    channel: str
    session: str
    version: str
    history: tuple[Mapping[str, str], ...] = ()
    """What was said before it, `{role, content}`, the oldest first."""

    @classmethod
    def of(cls, effect: Mapping[str, Any]) -> "HandlerQuestion":
        """Return the question of an effect of the engine."""
        names = ("id", "text", "language", "sender", "channel", "session", "version")
        return cls(**{name: effect[name] for name in names}, history=tuple(effect.get("history", ())))


class Reply(NamedTuple):
    """What a handler answers: a text, nothing at all (no reply), or an error."""

    text: str = ""
    error: str = ""
    status: int | None = None
    usage: dict[str, int] | None = None
    """Tokens it has counted: `prompt`, `completion`."""
    retry_after: float | None = None
    knowledge: Mapping[str, Any] | None = None
    """What was searched and found, where the bot's knowledge answers."""

    @property
    def may_be_repeated(self) -> bool:
        """Whether another try may go better."""
        return self.error == "unreachable" or self.status == 429 or (self.status is not None and self.status >= 500)


class Garbage(ValueError):
    """An answer of another shape than the format has."""


def exchange(
    handler: Handler, url: str, body: bytes, headers: Mapping[str, str], timeout: float
) -> tuple[Reply | None, Any]:
    """Send a JSON body once; return what failed, or None and the JSON that came back (None for an empty body)."""
    request_headers = {"Content-Type": "application/json", "Accept": "application/json", "User-Agent": "Parley"} | dict(
        headers
    )
    answer = outgoing.send("POST", url, headers=request_headers, body=body, timeout=timeout, hosts=handler.hosts)
    if not answer.ok:
        error = answer.error or "status"
        return Reply(error=error, status=answer.status, retry_after=answer.retry_after), None
    if not answer.body.strip():
        return None, None
    try:
        return None, orjson.loads(answer.body)
    except orjson.JSONDecodeError:
        return Reply(error="not_json", status=answer.status), None


def read_text(text: Any) -> str:
    """Return a text as it is answered, or raise Garbage for anything else."""
    if not isinstance(text, str):
        raise Garbage
    return CONTROLS.sub("", text).strip()[:LONGEST]
