"""A provider on loopback, and a workspace that trusts it."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from app.accounts.workspaces.models import Workspace
from tests.factories.openid import CLIENT_ID, CLIENT_SECRET, OpenIdProvider, openid_provider

CALL = "/api/v1/workspace/identity-provider"
ENTRY = "/api/v1/session/single-sign-on"


@pytest.fixture(scope="session")
def running() -> Iterator[OpenIdProvider]:
    """One provider for all tests of a process."""
    with openid_provider() as provider:
        yield provider


@pytest.fixture
def provider(app: Flask, running: OpenIdProvider, monkeypatch: pytest.MonkeyPatch) -> OpenIdProvider:
    """The provider, in an installation that may call it."""
    settings = replace(app.config["SETTINGS"], outgoing_hosts=("127.0.0.1",), public_url="http://localhost")
    monkeypatch.setitem(app.config, "SETTINGS", settings)
    running.bend()
    return running


@pytest.fixture
def admin(as_: Callable[..., FlaskClient]) -> FlaskClient:
    """An administrator of the workspace."""
    return as_("admin")


Trust = Callable[..., TestResponse]


@pytest.fixture
def trust(admin: FlaskClient, provider: OpenIdProvider) -> Trust:
    """`trust(creates=True)`: have the workspace trust the provider."""

    def save(**more: Any) -> TestResponse:
        body = {"issuer": provider.issuer, "client_id": CLIENT_ID, "client_secret": CLIENT_SECRET, "label": "Example",
                "domains": "example.test"}  # fmt: skip
        revision = admin.get(CALL).headers["ETag"]
        return admin.put(CALL, json=body | more, headers={"If-Match": revision})

    return save


SignIn = Callable[..., TestResponse]


@pytest.fixture
def sign_in(client: FlaskClient, trust: Trust, workspace: Workspace, provider: OpenIdProvider) -> SignIn:
    """`sign_in("asha")`: go to the provider and back as a browser does."""

    def go(login: str, browser: FlaskClient = client, onwards: str = "/reports/usage") -> TestResponse:
        there = browser.get(f"{ENTRY}/{offer(browser, workspace)}", query_string={"next": onwards})
        return browser.get(provider.sign_in(there.headers["Location"], login))

    return go


def offer(browser: FlaskClient, workspace: Workspace) -> str:
    """The id of the workspace's provider, as the sign-in page gets it."""
    providers = browser.get(ENTRY, query_string={"workspace": workspace.slug}).json["providers"]
    return str(providers[0]["id"])
