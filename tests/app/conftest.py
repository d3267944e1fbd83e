"""The installation's site workspace."""

from dataclasses import replace

import pytest
from flask import Flask, g
from flask.testing import FlaskClient

from app.accounts.workspaces.models import Workspace
from app.core.security.csrf import csrf_token
from app.core.security.visitor import Visitor


@pytest.fixture
def site_workspace(app: Flask, workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """The bound workspace as the installation's site workspace."""
    settings = replace(app.config["SETTINGS"], site_workspace=workspace.slug)
    monkeypatch.setitem(app.config, "SETTINGS", settings)
    return workspace


@pytest.fixture
def visitor(app: Flask) -> FlaskClient:
    """An anonymous client with the token that a page of ours gives its form."""
    client = app.test_client()
    client.set_cookie("csrf-seed", "s" * 32)
    with app.test_request_context(headers={"Cookie": f"csrf-seed={'s' * 32}"}):
        g.visitor = Visitor()
        client.environ_base["HTTP_X_CSRF_TOKEN"] = csrf_token()
    return client
