"""A real mail server on loopback, and an installation that hands its mail to it."""

import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any
from unittest.mock import patch

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, Envelope
from flask import Flask, current_app

from app.config import Settings
from app.core.mail import delivery


@dataclass
class Post:
    """What a server has taken, and how it was asked."""

    url: str = ""
    taken: list[EmailMessage] = field(default_factory=list)
    recipients: list[list[str]] = field(default_factory=list)
    encrypted: list[bool] = field(default_factory=list)
    credentials: list[tuple[bytes, bytes]] = field(default_factory=list)
    refuses: Callable[[str], str | None] = lambda _address: None

    async def handle_RCPT(
        self, _server: Any, _session: Any, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        """Take a recipient, or refuse as configured."""
        answer = self.refuses(address)
        if answer is None:
            envelope.rcpt_tos.append(address)
        return answer or "250 OK"

    async def handle_DATA(self, _server: Any, session: Any, envelope: Envelope) -> str:
        """Take a message."""
        message = message_from_bytes(bytes(envelope.content or b""), policy=policy.default)
        assert isinstance(message, EmailMessage)
        self.taken.append(message)
        self.recipients.append(list(envelope.rcpt_tos))
        self.encrypted.append(session.ssl is not None)
        return "250 OK"


def text_of(message: EmailMessage) -> str:
    """The plain text of a message."""
    body = message.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


@contextmanager
def no_mail_server() -> Iterator[None]:
    """An installation in production without a mail server, as far as mail goes."""

    def in_production() -> Settings:
        current: Settings = current_app.config["SETTINGS"]
        return replace(current, app_env="production")

    with patch.object(delivery, "settings", in_production):
        yield


@contextmanager
def mail_server(*, tls: ssl.SSLContext | None = None, query: str = "", login: str = "") -> Iterator[Post]:
    """A server on a free port."""
    post = Post()

    def authenticate(_server: Any, _session: Any, _envelope: Any, _mechanism: str, data: Any) -> AuthResult:
        post.credentials.append((data.login, data.password))
        return AuthResult(success=True)

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    controller = Controller(
        post, hostname="127.0.0.1", port=port, tls_context=tls, authenticator=authenticate, auth_require_tls=bool(tls)
    )
    controller.start()
    post.url = f"smtp://{login}127.0.0.1:{port}{query}"
    try:
        yield post
    finally:
        controller.stop()


@contextmanager
def post_office(app: Flask, *, tls: ssl.SSLContext | None = None, query: str = "", login: str = "") -> Iterator[Post]:
    """A server on a free port, which the application hands its mail to."""
    before = app.config["SETTINGS"]
    with mail_server(tls=tls, query=query, login=login) as post:
        app.config["SETTINGS"] = replace(before, smtp_url=post.url, mail_from="Parley <parley@parley.test>")
        try:
            yield post
        finally:
            app.config["SETTINGS"] = before


def do_jobs(app: Flask) -> int:
    """Do the jobs that are ready, as a runner does, without its housekeeping; gives how many there were."""
    import contextvars

    from app.core.db.base import db
    from tests.factories.jobs import perform_jobs

    def work() -> int:
        with app.app_context():
            return perform_jobs()

    db.session.commit()
    return contextvars.Context().run(work)
