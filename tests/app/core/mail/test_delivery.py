"""Mail is handed to a real server, encrypted where it is to be, or written where only the operator reads it."""

import smtplib
import ssl
import stat
import subprocess
from pathlib import Path

import pytest
from flask import Flask

from app.config import ConfigError, load_settings
from app.core.jobs import Unreachable
from app.core.mail import delivery
from app.core.mail.delivery import Deferred, NeverDelivered, NotDelivered, compose, deliver
from tests.factories.mail import post_office, text_of


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A certificate of 127.0.0.1 and its key."""
    folder = tmp_path_factory.mktemp("tls")
    key, cert = folder / "key.pem", folder / "cert.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1",
         "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", cert],
        check=True, capture_output=True,
    )  # fmt: skip
    return cert, key


def test_a_message_arrives_as_it_was_written(app: Flask) -> None:
    with post_office(app) as post:
        deliver(compose("meera@elsewhere.test", "Größe\r\nBcc: x@y.test", "नमस्ते\n", message_id="m-1", name="Meera, N."))
    (message,) = post.taken
    assert text_of(message).strip() == "नमस्ते" and message["Bcc"] is None
    assert (message["Subject"], message["Message-ID"]) == ("Größe Bcc: x@y.test", "<m-1@parley.test>")
    assert (post.recipients, post.encrypted) == ([["meera@elsewhere.test"]], [False])


def test_it_is_encrypted_before_the_password_is_sent(
    app: Flask, certificate: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, trusted = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), ssl.create_default_context(cafile=str(certificate[0]))
    ours.load_cert_chain(*certificate)
    with post_office(app, tls=ours, login="parley:se%40cret@") as post:
        with pytest.raises(NotDelivered, match="SSLCertVerificationError"):
            deliver(compose("a@b.test", "x", "y", message_id="m"))
        assert not post.credentials
        monkeypatch.setattr(delivery, "tls_context", lambda: trusted)
        deliver(compose("a@b.test", "x", "y", message_id="m"))
    assert (post.encrypted, post.credentials) == ([True], [(b"parley", b"se@cret")])


def test_a_server_without_encryption_gets_nothing_where_it_is_required(app: Flask) -> None:
    with post_office(app, query="?starttls=required") as post:
        with pytest.raises(NotDelivered, match="SMTPNotSupportedError"):
            deliver(compose("a@b.test", "x", "y", message_id="m"))
    assert not post.taken


@pytest.mark.parametrize(("answer", "kind"), [("550 No such user", NeverDelivered), ("451 Later", Deferred)])
def test_a_refusal_is_reported_without_the_address(app: Flask, answer: str, kind: type[Exception]) -> None:
    with post_office(app) as post:
        post.refuses = lambda _address: answer
        with pytest.raises(NotDelivered) as caught:
            deliver(compose("secret@b.test", "x", "y", message_id="m"))
    assert type(caught.value) is kind and "secret" not in str(caught.value)


def test_a_server_that_is_away_is_tried_again_later(app: Flask) -> None:
    with post_office(app):
        settings = app.config["SETTINGS"]
    app.config["SETTINGS"], before = settings, app.config["SETTINGS"]
    try:
        with pytest.raises(NotDelivered, match="ConnectionRefusedError") as caught:
            deliver(compose("a@b.test", "x", "y", message_id="m"))
    finally:
        app.config["SETTINGS"] = before
    assert isinstance(caught.value, Unreachable)


def test_a_server_that_does_not_answer_is_left_alone_for_a_while(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    tries, connect = list[str](), delivery._connect

    def wait_in_vain(url: str) -> smtplib.SMTP:
        tries.append(url)
        raise TimeoutError

    with post_office(app) as post:
        monkeypatch.setattr(delivery, "_connect", wait_in_vain)
        for _ in range(3):
            with pytest.raises(Unreachable):
                deliver(compose("a@b.test", "x", "y", message_id="m"))
        assert tries == [post.url], "the others do not wait"
        monkeypatch.setattr(delivery, "_connect", connect)
        delivery._breaker_of(post.url).retry_at = 0.0
        for _ in range(2):
            deliver(compose("a@b.test", "x", "y", message_id="m"))
    assert len(post.taken) == 2


def test_credentials_that_are_refused_are_not_the_messages_fault(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_more: object) -> None:
        raise smtplib.SMTPAuthenticationError(535, b"no")

    monkeypatch.setattr(delivery.smtplib.SMTP, "login", refuse)
    with post_office(app, login="a:b@"), pytest.raises(NotDelivered) as caught:
        deliver(compose("a@b.test", "x", "y", message_id="m"))
    assert not isinstance(caught.value, NeverDelivered)


def test_without_a_server_it_is_a_file_of_the_operators(app: Flask) -> None:
    deliver(compose("a@b.test", "Hello", "Your link\n", message_id="out-1"))
    (file,) = delivery.outbox().glob("*-out-1.eml")
    try:
        assert "Your link" in file.read_text()
        assert stat.S_IMODE(file.stat().st_mode) == 0o600 and stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    finally:
        file.unlink()


@pytest.mark.parametrize(
    "url", ["http://mail.test", "smtp://", "smtp://mail.test:0", "smtp://mail.test?starttls=maybe", "mail.test"]
)
def test_an_address_that_is_no_mail_servers_stops_the_start(app: Flask, tmp_path: Path, url: str) -> None:
    settings = app.config["SETTINGS"]
    env = {"SECRET_KEY": settings.secret_key, "INSTANCE": str(tmp_path), "SMTP_URL": url}
    with pytest.raises(ConfigError, match="SMTP_URL"):
        load_settings(env)
