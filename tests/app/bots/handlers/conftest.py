"""A server of another system's shape, in an installation that may call it."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask

from tests.factories.handlers import Peer, peer_running


@pytest.fixture
def peer(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[Peer]:
    """The server."""
    monkeypatch.setitem(app.config, "SETTINGS", replace(app.config["SETTINGS"], outgoing_hosts=("127.0.0.1",)))
    with peer_running() as peer:
        yield peer
