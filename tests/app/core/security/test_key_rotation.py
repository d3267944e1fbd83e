"""Rotating the data keys by commands: everything is encrypted again, nothing is lost, old keys go when unused."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import update
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from app.accounts.auth import factors
from app.accounts.auth.models import SecondFactor
from app.accounts.auth.service import Device
from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.config import load_settings
from app.conversations import vault
from app.conversations.models import Message, VaultText
from app.core.db.base import db
from app.core.db.ids import new_id
from app.core.errors import Unavailable
from app.core.security import encryption, key_rotation
from app.core.security.encryption import Sealed, keyring
from app.keys import keep_only, new_key, prepend_key, write_keys
from tests.conftest import add_person

PASSWORD = "a long enough password"
HERE = Device("127.0.0.1", "tests")


@pytest.fixture
def secrets_file(app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The application with keys in a file of their own."""
    before = app.extensions["keyring"], app.config["SETTINGS"]
    for name in ("DATA_KEYS", "DATA_KEYS_FILE"):
        monkeypatch.delenv(name, raising=False)
    write_keys(tmp_path)
    path = tmp_path / "secrets.env"
    text = dict(line.split("=", 1) for line in path.read_text().splitlines())
    app.config["SETTINGS"] = settings = load_settings(text | {"INSTANCE": str(tmp_path), "APP_ENV": "testing"})
    encryption.register(app, settings)
    yield path
    app.extensions["keyring"], app.config["SETTINGS"] = before


@pytest.fixture
def texts(workspace: Workspace, monkeypatch: pytest.MonkeyPatch, secrets_file: Path) -> list[int]:
    """More texts in the vault than a batch takes, by their messages."""
    monkeypatch.setattr(key_rotation, "BATCH", 3)
    messages = [new_id() for _ in range(8)]
    db.session.add_all(VaultText(**vault.values(workspace.id, message, {"text": str(message)})) for message in messages)
    db.session.commit()
    return messages


def run(app: Flask, *words: str) -> Result:
    """A command as an operator would give it."""
    return app.test_cli_runner().invoke(args=["keys", *words])


def readable(messages: list[int]) -> list[Any]:
    """What the vault tells of these messages."""
    db.session.expire_all()
    return [vault.reveal(Message(id=message))["text"] for message in messages]


def test_every_column_of_envelopes_is_found(app: Flask) -> None:
    assert [key_rotation.name_of(column) for column in key_rotation.sealed_columns()] == [
        "bot_handler.sealed_secrets",
        "bot_secret.sealed_secret",
        "bot_token.sealed_identity",
        "call_audio.sealed_samples",
        "call_transcript.sealed_segments",
        "channel_event.sealed_body",
        "channel_session.sealed_state",
        "customer_document_file.sealed_content",
        "deployment.sealed_credentials",
        "handoff_note.sealed_text",
        "idempotent_call.body",
        "identity_provider.secret",
        "inbound_event.sealed_content",
        "raw_event.sealed_body",
        "second_factor.seed",
        "vault_text.sealed",
        "voice_turn.sealed_answer",
        "voice_turn.sealed_correction",
        "webhook.sealed_secret",
    ]


def test_a_column_that_nothing_binds_is_refused(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    class Other(DeclarativeBase):
        """Tables of another application."""

    class Loose(Other):
        """Envelopes without a workspace."""

        __tablename__ = "loose"
        id: Mapped[int] = mapped_column(primary_key=True)
        sealed: Mapped[str] = mapped_column(Sealed)

    monkeypatch.setattr(key_rotation, "Base", Other)
    with pytest.raises(TypeError, match=r"loose\.sealed"):
        key_rotation.sealed_columns()


def test_everything_is_encrypted_again_and_the_old_key_goes(
    app: Flask, texts: list[int], workspace: Workspace, client: FlaskClient
) -> None:
    person: User = add_person("admin", password=PASSWORD)
    db.session.commit()
    factor = factors.begin(person, PASSWORD, HERE)
    card = factors.card(factor, person)
    db.session.commit()
    ran = run(app, "rotate")
    assert ran.exit_code == 0, ran.output
    assert "New key: k2." in ran.output and "vault_text.sealed: 8 encrypted again" in ran.output
    assert key_rotation.users_of("k1") == [] and key_rotation.users_of("k2") == [
        "second_factor.seed",
        "vault_text.sealed",
    ]
    assert readable(texts) == [str(text) for text in texts]
    assert factors.card(db.session.get_one(SecondFactor, factor.id), person)["seed"] == card["seed"]
    assert "Removed: k1." in run(app, "drop").output
    assert keyring().ids() == ["k2"] and readable(texts) == [str(text) for text in texts]
    assert "No key to remove." in run(app, "drop").output


def test_an_interrupted_rotation_goes_on_with_the_same_key(app: Flask, texts: list[int], secrets_file: Path) -> None:
    prepend_key(secrets_file, new_key("k2"))
    steps = key_rotation.renew()
    assert next(steps).renewed == 3
    steps.close()
    assert key_rotation.outstanding() and key_rotation.users_of("k1") == ["vault_text.sealed"]
    dropped = run(app, "drop")
    assert "k1 stays: vault_text.sealed" in dropped.output and "No key to remove." in dropped.output
    ran = run(app, "rotate")
    assert "New key" not in ran.output and "vault_text.sealed: 5 encrypted again" in ran.output
    assert not key_rotation.outstanding() and readable(texts) == [str(text) for text in texts]


def test_what_is_written_meanwhile_is_not_overwritten(
    app: Flask, texts: list[int], secrets_file: Path, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepend_key(secrets_file, new_key("k2"))
    row = db.session.query(VaultText).filter_by(message_id=texts[0]).one()
    place = {"workspace_id": workspace.id, "row_id": row.id}
    newer = encryption.seal(VaultText.sealed, b'{"text":"newer"}', **place)

    def interfering(column: Any, sealed: str, **where: int) -> bytes:
        if where == place:
            db.session.execute(update(VaultText).where(VaultText.id == row.id).values(sealed=newer))
        return encryption.unseal(column, sealed, **where)

    monkeypatch.setattr(key_rotation, "unseal", interfering)
    assert run(app, "rotate").exit_code == 0
    assert readable(texts)[0] == "newer"


def test_what_no_key_opens_is_counted_and_left(app: Flask, texts: list[int], secrets_file: Path) -> None:
    for message in texts[:2]:  # Of one batch, which goes on behind them.
        lost = db.session.query(VaultText).filter_by(message_id=message).one()
        broken = lost.sealed.replace("v1:k1:", "v1:k0:")
        db.session.execute(update(VaultText).where(VaultText.id == lost.id).values(sealed=broken))
    db.session.commit()
    prepend_key(secrets_file, new_key("k2"))
    ran = run(app, "rotate")
    assert ran.exit_code == 1 and "2 in vault_text.sealed" in ran.output
    assert readable(texts[2:]) == [str(text) for text in texts[2:]]
    sealed = dict(db.session.query(VaultText.message_id, VaultText.sealed))
    assert {sealed[text].split(":")[1] for text in texts[2:]} == {"k2"}
    for message in texts[:2]:
        with pytest.raises(Unavailable):
            readable([message])


def test_keys_of_the_environment_are_the_operators_to_set(
    app: Flask, texts: list[int], secrets_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = secrets_file.read_text()
    monkeypatch.setenv("DATA_KEYS", "k1:elsewhere")
    ran = run(app, "rotate")
    assert ran.exit_code == 0 and "set in the environment" in ran.output and "k2:" in ran.output
    assert secrets_file.read_text() == before and key_rotation.users_of("k1") == ["vault_text.sealed"]
    monkeypatch.delenv("DATA_KEYS")
    assert run(app, "rotate").exit_code == 0
    monkeypatch.setenv("DATA_KEYS_FILE", "/run/secrets/keys")
    assert "Take out there: k1" in run(app, "drop").output
    assert keyring().ids() == ["k2", "k1"]
    keep_only(secrets_file, ["k2"])
    assert readable(texts) == [str(text) for text in texts]
