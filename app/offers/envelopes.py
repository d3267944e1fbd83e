"""What one recipient of an offer gets, read from the database before anything is sent."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from app.bots.engine.calendars import long_date
from app.clients.models import Client
from app.offers import messages
from app.offers.models import Offer, OfferRecipient


class Envelope(NamedTuple):
    """A message with its address, whichever way it goes out."""

    to: str
    name: str
    subject: str
    text: str
    links: list[str]
    """The addresses that are tracked; none of a test."""
    language: str
    client: str
    sender: str
    code: str
    message_id: str
    recipient_id: int
    is_test: bool


def envelope_of(
    offer: Offer, client: Client, recipient: OfferRecipient, to: str, name: str, values: Mapping[str, str], *,
    is_test: bool = False,
) -> Envelope:  # fmt: skip
    """Put together what one recipient gets."""
    message: dict[str, Any] = offer.messages()[recipient.variant]
    language = messages.language_for(message, recipient.language, client.language)
    part = message[language]
    values = {**values, "until": long_date(values.get("until", ""), language) or ""}
    return Envelope(
        to, name, messages.fill_text(part["subject"], values), messages.fill_text(part["text"], values),
        [] if is_test else offer.links, language, client.name, client.mail_from or client.name, recipient.code,
        f"offer-{offer.id}-{recipient.id}", recipient.id, is_test,
    )  # fmt: skip
