"""The messages of offers: what may stand in them, which addresses they lead to, and what each recipient gets."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from app.core.errors import BeyondSchema, Invalid
from app.core.languages import SPOKEN
from app.core.values.placeholders import VARIABLE, fill_in

VARIABLES = ("name", "first_name", "model", "registration", "outlet", "until")
MOST_LINKS, MOST_VARIANTS = 10, 4
LONGEST = {
    "email": 10_000, "web": 2_000, "whatsapp": 1_024, "telegram": 4_096, "messenger": 2_000, "instagram": 1_000,
    "sms": 640,
}  # fmt: skip
IN_BYTES = ("instagram",)
"""Channels whose texts are measured in bytes of UTF-8."""
"""Characters of a message, by what its channel takes."""
LINK = re.compile(r"https?://[^\s<>\"'{}|\\^`]+[^\s<>\"'{}|\\^`.,;:!?()\[\]]")


def check_message(message: Mapping[str, Mapping[str, Any]], channel: str, field: str = "message") -> dict[str, Any]:
    """Return a message by language as it is stored, empty languages left out; Invalid with what does not fit."""
    errors: dict[str, list[str]] = {}
    stored: dict[str, Any] = {}
    for language, part in message.items():
        text, subject = str(part.get("text") or "").strip(), " ".join(str(part.get("subject") or "").split())
        if language not in SPOKEN:
            errors[f"{field}.{language}"] = [BeyondSchema("This is no language we speak.")]
        is_measured = channel in IN_BYTES
        if len(text.encode() if is_measured else text) > LONGEST[channel]:
            unit = "bytes" if is_measured else "characters"
            errors[f"{field}.{language}.text"] = [BeyondSchema(f"Longer than {LONGEST[channel]} {unit}.")]
        for name, value in (("text", text), ("subject", subject)):
            if unknown := [key for key in VARIABLE.findall(value) if key not in VARIABLES]:
                errors[f"{field}.{language}.{name}"] = [
                    BeyondSchema(f"“{unknown[0]}” is no variable. Use one of: {', '.join(VARIABLES)}.")
                ]
        if text or subject:
            stored[language] = {"subject": subject, "text": text}
    if errors:
        raise Invalid(errors)
    return stored


def missing_in(message: Mapping[str, Mapping[str, Any]], channel: str) -> bool:
    """Whether a message lacks a text, or a mail its subject, in every language or in one that has been begun."""
    names = ("text", "subject") if channel == "email" else ("text",)
    return not message or not all(part.get(name) for part in message.values() for name in names)


def links_in(messages: Iterable[Mapping[str, Mapping[str, Any]]]) -> list[str]:
    """List the addresses in messages, each once, in the order of their first place."""
    texts = (part["text"] for message in messages for part in message.values())
    return list(dict.fromkeys(link for text in texts for link in LINK.findall(text)))


def fill_text(text: str, values: Mapping[str, str]) -> str:
    """Fill a text's variables in; one without a value leaves no hole."""
    return re.sub(r" {2,}", " ", fill_in(text, lambda name: values.get(name, ""))).strip()


def track_links(text: str, links: list[str], base: str, code: str) -> str:
    """Replace the addresses in a text by the tracked links of a recipient."""
    return LINK.sub(lambda match: track(match[0], links, base, code), text)


def track(link: str, links: list[str], base: str, code: str) -> str:
    """Return the tracked link of an address of the offer; any other address stays as it is."""
    return f"{base}/o/{code}{PLACES[links.index(link)]}" if link in links else link


PLACES = "0123456789"
"""The last letter of a tracked link: which address of the offer it leads to."""


def language_for(message: Mapping[str, Any], preferred: str, otherwise: str) -> str:
    """Return the language of a message that a person gets: theirs, the client's, or the first there is."""
    return next((language for language in (preferred, otherwise) if language in message), next(iter(message)))
