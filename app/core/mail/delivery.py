"""Handing one message to the mail server of `SMTP_URL`, or writing it to the outbox where there is none."""

import os
import smtplib
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, parseaddr
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

import structlog
from flask import current_app

from app.config import Settings
from app.core.breakers import Breaker
from app.core.clock import now
from app.core.db.base import db
from app.core.http.outgoing import tls_context
from app.core.jobs import Unreachable

log = structlog.get_logger(__name__)
TIMEOUT_SECONDS = 10.0
REST_SECONDS = 30.0
"""How long a server that did not answer is left alone, so that many mails do not block every runner."""
_SILENT = (TimeoutError, socket.gaierror)
_LOOPBACK = {"localhost", "127.0.0.1", "::1"}


class NotDelivered(Exception):
    """The server did not take a message; says why without naming the recipient, since others read job errors."""

    def __init__(self, reason: str, code: int | None = None) -> None:
        """Keep the code that the server answered, where it did."""
        super().__init__(reason)
        self.code = code


class NotConnected(NotDelivered):
    """No connection to the server could be opened: nothing was handed over."""


class ServerUnreachable(NotConnected, Unreachable):
    """The mail server does not answer, or does not let us in: a job waits for it."""


class Deferred(NotDelivered, Unreachable):
    """The server will take this message later (a temporary refusal): nothing was handed over."""


class NeverDelivered(NotDelivered):
    """The server will not take this message however often it is tried (a permanent refusal)."""


def settings() -> Settings:
    """The present installation's settings."""
    current: Settings = current_app.config["SETTINGS"]
    return current


def sends_mail() -> bool:
    """Whether mail leaves this installation."""
    return bool(settings().smtp_url)


def takes_mail() -> bool:
    """Whether a mail counts as sent: by a mail server, or outside production, where people read the outbox."""
    return sends_mail() or not settings().production


def compose(
    to: str, subject: str, text: str, *, message_id: str, html: str = "", name: str = "", sender: str = ""
) -> EmailMessage:
    """A message from this installation, under another `sender`'s name if given; a repeat has the same id."""
    # Links stay whole in the plain text: who reads the outbox copies them from there.
    message = EmailMessage(policy=SMTP.clone(max_line_length=400))
    _, address = parseaddr(settings().mail_from)
    message["From"] = str(Address(display_name=sender, addr_spec=address)) if sender else settings().mail_from
    message["To"] = str(Address(display_name=name, addr_spec=to)) if name else to
    message["Subject"] = " ".join(subject.split())
    message["Date"] = format_datetime(now())
    message["Message-ID"] = f"<{message_id}@{address.rpartition('@')[2]}>"
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text)
    if html:
        message.add_alternative(html, subtype="html")
    return message


def deliver(message: EmailMessage, recipients: list[str] | None = None) -> None:
    """Hand a message over, or write it to the outbox; NotDelivered when the server does not take it."""
    with mail_connection() as connection:
        connection.deliver(message, recipients)


def commit_and_deliver(message: EmailMessage, recipients: list[str] | None = None) -> None:
    """Commit, so that the database is not locked while the mail server answers, and hand a message over."""
    db.session.commit()
    deliver(message, recipients)


class MailConnection:
    """A connection that hands over one message after the other, opened when it is first needed."""

    def __init__(self) -> None:
        self._server: smtplib.SMTP | None = None

    def open(self) -> None:
        """Connect, where there is a server; ServerUnreachable where that is not possible."""
        if settings().smtp_url:
            self._open()

    def deliver(self, message: EmailMessage, recipients: list[str] | None = None) -> None:
        """Hand a message over as `deliver` does; ServerUnreachable where no connection can be opened."""
        if not settings().smtp_url:
            _write(message)
            return
        server = self._open()
        try:
            _send(server, message, recipients)
        except NotDelivered:
            self.close()
            raise

    def _open(self) -> smtplib.SMTP:
        """The connection, opened again where the server has closed it meanwhile."""
        if self._server is not None and _is_alive(self._server):
            return self._server
        self.close()
        url = settings().smtp_url
        breaker = _breaker_of(url)
        if not breaker.admits():
            raise ServerUnreachable("The mail server has just not answered.")
        try:
            with breaker.judge(_SILENT):
                self._server = _connect(url)
        except (smtplib.SMTPException, OSError) as error:
            raise ServerUnreachable(_reason(error)) from None
        return self._server

    def close(self) -> None:
        """Close the connection, whatever state it is in."""
        server, self._server = self._server, None
        if server is not None:
            with suppress(smtplib.SMTPException, OSError):
                server.quit()
            server.close()


@contextmanager
def mail_connection() -> Iterator[MailConnection]:
    """Yield a connection that is closed in the end."""
    connection = MailConnection()
    try:
        yield connection
    finally:
        connection.close()


@cache
def _breaker_of(_url: str) -> Breaker:
    """Return the breaker of a server."""
    return Breaker(1, REST_SECONDS)


def _is_alive(server: smtplib.SMTP) -> bool:
    """Whether a connection still answers."""
    try:
        return bool(server.noop()[0] == 250)
    except (smtplib.SMTPException, OSError):
        return False


def _send(server: smtplib.SMTP, message: EmailMessage, recipients: list[str] | None) -> None:
    """Send a message by an open connection; NotDelivered when the server does not take it."""
    try:
        server.send_message(message, to_addrs=recipients)
    except smtplib.SMTPRecipientsRefused as error:
        codes = [code for code, _ in error.recipients.values()]
        kind = NeverDelivered if all(code >= 500 for code in codes) else Deferred
        raise kind(f"The mail server refused every recipient ({codes[0]}).", codes[0]) from None
    except smtplib.SMTPResponseException as error:
        raise _refusal(error.smtp_code)(_reason(error), error.smtp_code) from None
    except (smtplib.SMTPException, OSError) as error:
        raise NotDelivered(_reason(error)) from None


def _reason(error: Exception) -> str:
    """Return what went wrong with a server, without naming the recipient."""
    if isinstance(error, smtplib.SMTPResponseException):
        return f"The mail server answered {error.smtp_code}."
    return f"The mail server could not be used: {type(error).__name__}."


_OURS = {530, 534, 535, 538}
"""Refusals of our own credentials: the message is not at fault, and an operator can fix them."""


def _refusal(code: int) -> type[NotDelivered]:
    """Return what a code of the server means for the message."""
    if 400 <= code < 500:
        return Deferred
    return NeverDelivered if 500 <= code < 600 and code not in _OURS else NotDelivered


def _connect(url: str) -> smtplib.SMTP:
    """A connection to the server, encrypted as its address says and signed in."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    context = tls_context()
    if parts.scheme == "smtps":
        server: smtplib.SMTP = smtplib.SMTP_SSL(host, parts.port or 465, timeout=TIMEOUT_SECONDS, context=context)
    else:
        server = smtplib.SMTP(host, parts.port or 587, timeout=TIMEOUT_SECONDS)
    try:
        server.ehlo_or_helo_if_needed()
        if parts.scheme == "smtp" and parts.query != "starttls=never":
            _encrypt(server, context, required="required" in parts.query or (bool(parts.username) and not _near(host)))
        if parts.username:
            server.login(unquote(parts.username), unquote(parts.password or ""))
    except BaseException:
        server.close()
        raise
    return server


def _near(host: str) -> bool:
    """Whether a server is on this machine, where nobody listens in between."""
    return host in _LOOPBACK


def _encrypt(server: smtplib.SMTP, context: ssl.SSLContext, *, required: bool) -> None:
    """Change to TLS where the server offers it; refuse to go on without it where it is required."""
    if server.has_extn("starttls"):
        server.starttls(context=context)
        server.ehlo()
    elif required:
        raise smtplib.SMTPNotSupportedError("STARTTLS")


def outbox() -> Path:
    """The folder of messages that no server is configured for."""
    return settings().instance / "outbox"


def _write(message: EmailMessage) -> None:
    """Write a message where the operator finds it; nobody else may read its links."""
    folder = outbox()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    stem = str(message["Message-ID"]).strip("<>").partition("@")[0]
    path = folder / f"{now():%Y%m%dT%H%M%S%f}-{stem}.eml"
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(bytes(message))
    log.warning("mail_written_to_outbox", file=str(path), reason="SMTP_URL is not set")
