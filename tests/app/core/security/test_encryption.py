"""Envelopes: opened by the right key in the right place, refused anywhere else; keys read again from their file."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from app.accounts.auth.models import SecondFactor
from app.config import Settings, load_settings
from app.conversations.models import VaultText
from app.core.errors import Unavailable
from app.core.http.idempotency import IdempotentCall
from app.core.security import encryption
from app.core.security.encryption import Keyring, seal, unseal
from app.keys import keep_only, new_key, next_id, prepend_key, write_keys

PLACE = {"workspace_id": 1, "row_id": 2}


@pytest.fixture
def own(tmp_path: Path) -> Settings:
    """Settings whose keys are kept in a file of their own."""
    write_keys(tmp_path)
    text = dict(line.split("=", 1) for line in (tmp_path / "secrets.env").read_text().splitlines())
    return load_settings(text | {"INSTANCE": str(tmp_path)})


@pytest.fixture
def ring(app: Flask, own: Settings) -> Iterator[Keyring]:
    """The application with those keys."""
    before = app.extensions["keyring"]
    encryption.register(app, own)
    yield app.extensions["keyring"]
    app.extensions["keyring"] = before


def test_what_is_sealed_comes_back_and_is_never_sealed_alike(app: Flask) -> None:
    first, second = (seal(VaultText.sealed, b"98765", **PLACE) for _ in range(2))
    assert first != second and first.startswith("v1:k1:") and len(first.split(":")) == 4
    assert unseal(VaultText.sealed, first, **PLACE) == unseal(VaultText.sealed, second, **PLACE) == b"98765"


@pytest.mark.parametrize("place", [{"workspace_id": 1, "row_id": 3}, {"workspace_id": 2, "row_id": 2}])
def test_another_row_or_workspace_cannot_open_it(app: Flask, place: dict[str, int]) -> None:
    sealed = seal(VaultText.sealed, b"a", **PLACE)
    with pytest.raises(Unavailable, match="another row"):
        unseal(VaultText.sealed, sealed, **place)


@pytest.mark.parametrize("column", [SecondFactor.seed, IdempotentCall.body])
def test_another_table_cannot_open_it(app: Flask, column: encryption.QueryableAttribute[str]) -> None:
    with pytest.raises(Unavailable, match="another row"):
        unseal(column, seal(VaultText.sealed, b"a", **PLACE), **PLACE)


def test_changed_envelopes_and_unknown_keys_are_refused(app: Flask) -> None:
    version, key_id, nonce, body = seal(VaultText.sealed, b"a", **PLACE).split(":")
    other = body[:-4] + ("AAA=" if not body.endswith("AAA=") else "BBB=")
    for changed, problem in [
        (f"{version}:{key_id}:{nonce}:{other}", "another row"),
        (f"{version}:{key_id}:{nonce}:?", "another row"),
        (f"{version}:{key_id}::{body}", "another row"),
        (f"{version}:gone:{nonce}:{body}", "not configured"),
        (f"v2:{key_id}:{nonce}:{body}", "not an encrypted text"),
        ("", "not an encrypted text"),
    ]:
        with pytest.raises(Unavailable, match=problem):
            unseal(VaultText.sealed, changed, **PLACE)


def test_a_key_made_meanwhile_is_used_without_a_restart(ring: Keyring, own: Settings) -> None:
    old = seal(VaultText.sealed, b"a", **PLACE)
    prepend_key(own.secrets_file, new_key(next_id(ring.ids())))
    fresh = seal(VaultText.sealed, b"b", **PLACE)
    assert ring.ids() == ["k2", "k1"] and fresh.startswith("v1:k2:")
    assert unseal(VaultText.sealed, old, **PLACE) == b"a"
    keep_only(own.secrets_file, ["k2"])
    assert unseal(VaultText.sealed, fresh, **PLACE) == b"b"
    with pytest.raises(Unavailable, match="not configured"):
        unseal(VaultText.sealed, old, **PLACE)


@pytest.mark.parametrize("text", ["DATA_KEYS=k1:short\n", "SECRET_KEY=x\n", None])
def test_a_broken_file_leaves_the_keys_as_they_were(ring: Keyring, own: Settings, text: str | None) -> None:
    sealed = seal(VaultText.sealed, b"a", **PLACE)
    if text is None:
        own.secrets_file.unlink()
    else:
        own.secrets_file.write_text(text)
    assert unseal(VaultText.sealed, sealed, **PLACE) == b"a" and ring.ids() == ["k1"]


def test_keys_from_elsewhere_are_not_exchanged_for_the_files(own: Settings, tmp_path: Path, app: Flask) -> None:
    text = own.secrets_file.read_text()
    outside = load_settings({"SECRET_KEY": own.secret_key, "DATA_KEYS": new_key("e1"), "INSTANCE": str(tmp_path)})
    ring = Keyring(outside)
    own.secrets_file.write_text(text + "\n")
    prepend_key(own.secrets_file, new_key("k2"))
    assert ring.ids() == ["e1"]


def test_the_file_stays_the_owners_and_keeps_what_else_it_holds(own: Settings) -> None:
    before = own.secrets_file.read_text().splitlines()[0]
    prepend_key(own.secrets_file, new_key("k2"))
    assert own.secrets_file.stat().st_mode & 0o777 == 0o600
    assert own.secrets_file.read_text().splitlines()[0] == before
    assert [path.name for path in own.instance.iterdir()] == ["secrets.env"]
    own.secrets_file.write_text("SECRET_KEY=x\n")
    with pytest.raises(LookupError):
        prepend_key(own.secrets_file, new_key("k3"))


def test_ids_of_new_keys_go_up(app: Flask) -> None:
    assert [next_id([]), next_id(["k1"]), next_id(["k9", "x", "k10"]), next_id(["main"])] == ["k1", "k2", "k11", "k1"]
