"""How the messages of offers go out: by the mail server, a bot's account on a messaging channel, or its web chat."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple, Protocol

from sqlalchemy import select

from app.channels.messaging import outreach
from app.channels.tokens.models import BotToken
from app.core.db.base import db
from app.core.languages import catalogue
from app.core.mail.delivery import MailConnection, NotConnected, NotDelivered, mail_connection, settings, takes_mail
from app.core.refusals import worded
from app.offers import consents, mails, messages
from app.offers.envelopes import Envelope
from app.offers.models import Offer

KIND = "offer"
"""How the reference of a message begins that providers report of; the recipient's id follows."""
ATTEMPTS = "attempts"
"""The trouble of an offer that could be sent by no attempt; what the last one met follows it."""
NO_SERVER = "server"
"""The trouble of an installation without a mail server, which its operator may end before the offer starts."""


class Outcome(NamedTuple):
    """What came of an attempt: the code of a failure, or whether the message has arrived already."""

    failure: str | None = None
    is_delivered: bool = False


class Transport(Protocol):
    """A way for the messages of one offer to go out."""

    waits: bool
    """Whether its messages wait for their recipients to come, instead of being sent to them."""

    @property
    def account(self) -> str:
        """The account that sends, once its trouble was looked for; empty where addresses are of no account."""

    def find_trouble(self) -> str:
        """Return the name of the check that nothing can be sent by now; empty where it can."""

    def obstacle(self, to: str) -> str:
        """Return why an address must not be written to now, as recipients are skipped by; empty where it may."""

    def deliver(self, envelope: Envelope) -> Outcome:
        """Attempt to deliver a message, outside any transaction; NotConnected where nothing could be handed over."""


class Mail:
    """By the mail server, over one connection."""

    account, waits = "", False

    def __init__(self, connection: MailConnection) -> None:
        self._connection = connection

    def find_trouble(self) -> str:
        """Return why no mail leaves the installation; a server that is away is met when a mail is handed over."""
        return "" if takes_mail() else NO_SERVER

    def obstacle(self, to: str) -> str:
        """Return none: an address can always be written to."""
        return ""

    def deliver(self, envelope: Envelope) -> Outcome:
        """Hand the mail over: it counts as delivered once the server has taken it, nothing tells more."""
        try:
            self._connection.deliver(mails.mail_of(envelope))
        except NotConnected:
            raise
        except NotDelivered as error:
            return Outcome(str(error.code or "no_answer"))
        return Outcome(is_delivered=True)


class Messaging:
    """By the account of a bot on a messaging channel."""

    waits = False

    def __init__(self, bot_id: int | None, channel: str) -> None:
        self._bot_id, self._channel = bot_id, channel
        self._account_id: int | None = None

    @property
    def account(self) -> str:
        """The account that sends, where the channel's names of people are of one account."""
        return str(self._account_id or "") if self._channel in consents.BY_CONTACT else ""

    def find_trouble(self) -> str:
        """Find the account that sends what follows; return why there is none."""
        if self._bot_id is None:
            return "sender"
        account = next(iter(outreach.find_accounts([self._bot_id], self._channel)), None)
        self._account_id = None if account is None else account.id
        if account is not None:
            return ""
        return "template" if self._channel in outreach.TEMPLATED else "account"

    def obstacle(self, to: str) -> str:
        """Return what the provider forbids: writing first, or late, on channels without templates."""
        return outreach.writing_obstacle(self._account_id, to) if self._account_id is not None else ""

    def deliver(self, envelope: Envelope) -> Outcome:
        """Have the account send it: the provider has taken it then, and reports later what became of it."""
        if self._account_id is None:
            raise NotConnected("No account was found.")
        text = messages.track_links(envelope.text, envelope.links, settings().base_url, envelope.code)
        text, reference = (f"[Test] {text}", "") if envelope.is_test else (text, f"{KIND}:{envelope.recipient_id}")
        receipt = outreach.send_text(self._account_id, envelope.to.removeprefix("+"), text, reference)
        if receipt.is_transient or receipt.is_denied:
            raise NotConnected(f"The provider answered {receipt.code}.")
        # Nothing later tells of a message of Telegram: it is in the chat once it was taken.
        return Outcome(receipt.code[:40] or None, is_delivered=receipt.ok and self._channel == "telegram")


class WebChat:
    """By the web chat of a bot, at the next visit of each recipient whom the page proves."""

    account, waits = "", True

    def __init__(self, bot_id: int | None) -> None:
        self._bot_id = bot_id

    def find_trouble(self) -> str:
        """Return why no visitor can be known."""
        if self._bot_id is None:
            return "shower"
        return "" if knowing_bots([self._bot_id]) else "visitors"

    def obstacle(self, to: str) -> str:
        """Return none: a visitor who is there can be shown an offer."""
        return ""

    def deliver(self, envelope: Envelope) -> Outcome:
        """Refuse: nothing can be handed over before the visitor comes."""
        raise NotConnected("The visitor is not there.")


def knowing_bots(bot_ids: Iterable[int]) -> set[int]:
    """Return those of some bots with a web token whose pages prove who visits them."""
    query = select(BotToken.bot_id).where(
        BotToken.bot_id.in_(list(bot_ids)), BotToken.kind == "web", BotToken.revoked_at.is_(None),
        BotToken.identity != "off",
    )  # fmt: skip
    return set(db.session.scalars(query))


@contextmanager
def transport_of(offer: Offer) -> Iterator[Transport]:
    """Yield the way by which an offer's messages go out."""
    if offer.channel == "email":
        with mail_connection() as connection:
            yield Mail(connection)
    elif offer.channel == "web":
        yield WebChat(offer.bot_id)
    else:
        yield Messaging(offer.bot_id, offer.channel)


def sender_of(offer: Offer) -> str:
    """Return the account that an offer would be sent by now, where its channel's names of people are of one account."""
    if offer.channel not in consents.BY_CONTACT:
        return ""
    with transport_of(offer) as transport:
        transport.find_trouble()
        return transport.account


def trouble_of(offer: Offer, language: str = "en") -> str:
    """Return why an offer cannot be sent by its channel; empty where it can."""
    with transport_of(offer) as transport:
        return trouble_text(transport.find_trouble(), offer.channel, language)


def trouble_text(trouble: str, channel: str, language: str = "en") -> str:
    """Return the text of what `find_trouble` returns, or of what every attempt met; empty of none."""
    if not trouble:
        return ""
    code, _, reason = trouble.partition(": ")
    text = catalogue("offers", language).get(f"check.{code}", trouble)
    return text.replace("{channel}", catalogue("channel", language)[channel]).replace(
        "{reason}", worded(reason, language)
    )
