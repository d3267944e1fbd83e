"""Clear text is readable in its own row alone."""

import pytest
from flask import Flask

from app.conversations import vault
from app.errors import Unavailable


def test_what_is_sealed_comes_back(app: Flask) -> None:
    key_id, sealed = vault.seal({"text": "98765 43210"}, workspace_id=1, message_id=2)
    assert b"98765" not in sealed
    assert vault.unseal(key_id, sealed, workspace_id=1, message_id=2) == {"text": "98765 43210"}


def test_the_same_text_is_sealed_differently_each_time(app: Flask) -> None:
    assert vault.seal({"text": "a"}, workspace_id=1, message_id=2) != vault.seal(
        {"text": "a"}, workspace_id=1, message_id=2
    )


@pytest.mark.parametrize(("workspace_id", "message_id"), [(1, 3), (2, 2)])
def test_another_row_cannot_read_it(app: Flask, workspace_id: int, message_id: int) -> None:
    key_id, sealed = vault.seal({"text": "a"}, workspace_id=1, message_id=2)
    with pytest.raises(Unavailable):
        vault.unseal(key_id, sealed, workspace_id=workspace_id, message_id=message_id)


def test_changed_bytes_and_unknown_keys_are_refused(app: Flask) -> None:
    key_id, sealed = vault.seal({"text": "a"}, workspace_id=1, message_id=2)
    with pytest.raises(Unavailable):
        vault.unseal(key_id, sealed[:-1] + bytes([sealed[-1] ^ 1]), workspace_id=1, message_id=2)
    with pytest.raises(Unavailable):
        vault.unseal("gone", sealed, workspace_id=1, message_id=2)
