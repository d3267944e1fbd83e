"""How the messages of offers go out: by the mail server, or by the bot's account on a messaging channel."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol

from app.channels.messaging import outreach
from app.channels.messaging.adapters.contract import Call
from app.clients.models import Client
from app.core.mail.delivery import MailConnection, NotConnected, NotDelivered, mail_connection, settings
from app.offers import mails, messages
from app.offers.models import Offer, OfferRecipient

REFERENCE = "offer:"
"""How the reference of a message begins that providers report of; the recipient's id follows."""


class Outcome(NamedTuple):
    """What came of an attempt: the code of a failure, or whether the message has arrived already."""

    failure: str | None = None
    is_delivered: bool = False


class Transport(Protocol):
    """A way for messages to go out."""

    def compose(
        self, offer: Offer, client: Client, recipient: OfferRecipient, to: str, name: str, values: Mapping[str, str],
        *, is_test: bool = False,
    ) -> Any:  # fmt: skip
        """Return a message of an offer, read from the database before anything is sent."""

    def deliver(self, message: Any) -> Outcome:
        """Attempt to deliver a message; NotConnected where nothing could be handed over."""


class Mail:
    """By the mail server, over one connection."""

    def __init__(self, connection: MailConnection) -> None:
        self._connection = connection

    def compose(
        self, offer: Offer, client: Client, recipient: OfferRecipient, to: str, name: str, values: Mapping[str, str],
        *, is_test: bool = False,
    ) -> Any:  # fmt: skip
        """Compose the mail."""
        envelope = mails.envelope_of(offer, client, recipient, to, name, values)
        if is_test:
            envelope = envelope._replace(subject=f"[Test] {envelope.subject}")
        return mails.mail_of(envelope, is_test=is_test)

    def deliver(self, message: Any) -> Outcome:
        """Hand the mail over: it counts as delivered once the server has taken it, nothing tells more."""
        try:
            self._connection.deliver(message)
        except NotConnected:
            raise
        except NotDelivered as error:
            return Outcome(str(error.code or "no_answer"))
        return Outcome(is_delivered=True)


class ChannelMessage(NamedTuple):
    """A call of a provider, and the account that makes it."""

    account_id: int
    call: Call


class Messaging:
    """By the account of the offer's bot on a messaging channel."""

    def compose(
        self, offer: Offer, client: Client, recipient: OfferRecipient, to: str, name: str, values: Mapping[str, str],
        *, is_test: bool = False,
    ) -> Any:  # fmt: skip
        """Compose the call; NotConnected where the account cannot send any more."""
        account = outreach.find_account(offer.bot_id, offer.channel)
        if account is None:
            raise NotConnected(trouble_of(offer))
        message: dict[str, Any] = offer.messages()[recipient.variant]
        text = message[messages.language_for(message, recipient.language, client.language)]["text"]
        text = messages.filled(text, values)
        if is_test:
            text = f"[Test] {text}"
        else:
            text = messages.tracked(text, offer.links, settings().base_url, recipient.code)
        reference = "" if is_test else f"{REFERENCE}{recipient.id}"
        return ChannelMessage(account.id, outreach.compose_call(account, to.removeprefix("+"), text, reference))

    def deliver(self, message: Any) -> Outcome:
        """Make the call: the provider has taken the message then, and reports later what became of it."""
        receipt = outreach.send_call(message.account_id, message.call)
        if receipt.is_transient or receipt.is_denied:
            raise NotConnected(f"The provider answered {receipt.code}.")
        return Outcome(receipt.code[:40] or None)


@contextmanager
def transport_of(channel: str) -> Iterator[Transport]:
    """Yield the way by which the messages of a channel go out."""
    if channel == "email":
        with mail_connection() as connection:
            yield Mail(connection)
    else:
        yield Messaging()


def trouble_of(offer: Offer) -> str:
    """Return why an offer cannot be sent by its channel; empty where it can."""
    if offer.channel == "email" or outreach.find_account(offer.bot_id, offer.channel) is not None:
        return ""
    if offer.channel not in outreach.CHANNELS:
        return f"Offers cannot be sent by {offer.channel}. Choose another channel."
    if offer.bot_id is None:
        return f"Choose the bot whose {offer.channel} account sends the offer."
    return f"The bot has no connected {offer.channel} account with an approved template."
