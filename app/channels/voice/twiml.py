"""What a call does next, and the same as TwiML."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from xml.sax.saxutils import escape, quoteattr

WAIT_S = 2


@dataclass(frozen=True, slots=True)
class SpokenText:
    """A text that is said."""

    text: str
    language: str
    locale: str
    voice: str = ""


@dataclass(frozen=True, slots=True)
class Listen:
    """How an answer is waited for."""

    locale: str
    hints: tuple[str, ...] = ()
    silence_s: int = 5
    speech_end_s: int = 0
    """Seconds of silence that end what is said; 0 leaves it to the provider."""
    barge_in: bool = True
    one_key: bool = False
    """Whether one key is the whole answer."""


@dataclass(slots=True)
class CallResponse:
    """What a call does next: it says something, then listens, transfers, waits or ends."""

    says: list[SpokenText] = field(default_factory=list)
    listen: Listen | None = None
    transfer: str = ""
    """The number to ring."""
    ring_s: int = 25
    waits: bool = False
    """Whether the bot still waits for something itself."""
    records: bool = False
    """Whether a recording begins here."""


def render_twiml(answer: CallResponse, hook: str, token: str) -> bytes:
    """Return an answer as TwiML; the next request carries the token."""
    parts = ['<?xml version="1.0" encoding="UTF-8"?>', "<Response>"]
    if answer.records:
        recording = {"recordingStatusCallback": f"{hook}/recording", "recordingChannels": "dual"}
        parts.append(f"<Start><Recording{_attributes(recording)}/></Start>")
    says = [_say(speech) for speech in answer.says if speech.text]
    turn = f"{hook}/turn?t={token}"
    if answer.listen is not None:
        parts += [f"<Gather{_attributes(_gather(answer.listen, turn))}>", *says, "</Gather>"]
        parts.append("<Hangup/>")
    elif answer.transfer:
        dial = {"action": f"{hook}/dial?t={token}", "method": "POST", "timeout": str(answer.ring_s)}
        parts += [*says, f"<Dial{_attributes(dial)}><Number>{escape(answer.transfer)}</Number></Dial>"]
    elif answer.waits:
        parts += [*says, f'<Pause length="{WAIT_S}"/>', f'<Redirect method="POST">{escape(turn)}</Redirect>']
    else:
        parts += [*says, "<Hangup/>"]
    return "".join([*parts, "</Response>"]).encode()


def _gather(listen: Listen, turn: str) -> dict[str, str]:
    """The attributes of a question."""
    end = str(listen.speech_end_s) if listen.speech_end_s else "auto"
    attributes = {
        "input": "speech dtmf", "action": turn, "method": "POST", "language": listen.locale,
        "timeout": str(listen.silence_s), "speechTimeout": end, "actionOnEmptyResult": "true",
        "bargeIn": "true" if listen.barge_in else "false", "finishOnKey": "#", "profanityFilter": "false",
    }  # fmt: skip
    if listen.hints:
        attributes["hints"] = ",".join(listen.hints)
    return attributes | ({"numDigits": "1"} if listen.one_key else {})


def _say(speech: SpokenText) -> str:
    attributes = {"language": speech.locale} | ({"voice": speech.voice} if speech.voice else {})
    return f"<Say{_attributes(attributes)}>{escape(speech.text)}</Say>"


def _attributes(values: Mapping[str, Any]) -> str:
    return "".join(f" {name}={quoteattr(str(value))}" for name, value in values.items())
