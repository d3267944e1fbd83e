"""A site of a few pages, rendered by a fake worker."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.accounts.auth import service, tokens
from app.accounts.workspaces.models import Workspace
from app.config import Settings
from app.core.db.base import db
from app.core.db.tenancy import within
from app.web.page_cache import PageCache
from app.web.site import Assets, Site
from app.web.snapshots import Copies
from app.web.table import TableFile
from app.web.worker import Renderer
from tests.app.web.fake_worker import FakeWorker
from tests.conftest import add_person

NEXT = {"key": "next", "type": "text", "max": 2000, "default": ""}
PAGES: list[dict[str, Any]] = [
    {"name": "home", "path": "/", "access": "public", "cache": True, "sitemap": True, "script": "idle"},
    {"name": "faq", "path": "/pages/faq", "access": "public", "cache": True, "sitemap": True, "script": "idle",
     "query": [{"key": "q", "type": "text", "max": 200, "default": ""}]},
    {"name": "sign-in", "path": "/pages/login-v1", "access": "guest", "query": [NEXT]},
    {"name": "dashboard", "path": "/reports/dashboard", "access": {"action": "read", "subject": "Dashboard"},
     "query": [
         {"key": "grp", "type": "enum", "values": ["overall", "sales"], "default": "overall"},
         {"key": "bot", "type": "ids", "default": ""},
         {"key": "page", "type": "int", "min": 1, "max": 1000, "default": "1"}],
     "also": {"/reports/sales": "grp=sales", "/dashboard": "", "/faq/data/knowledge_base": "page=2"}},
    {"name": "users", "path": "/admin/users", "access": {"action": "manage", "subject": "User"}},
    {"name": "thing", "path": "/things/:id", "access": "user", "proof": "/api/v1/conversations/:id",
     "also": {"/old/:id/thing": ""}},
    {"name": "shared", "path": "/faq/data", "access": "public", "cache": False},
    {"name": "error", "path": "/misc/error", "access": "public"},
]  # fmt: skip


@pytest.fixture
def build(tmp_path: Path) -> Path:
    """A folder as the interface's build leaves it."""
    for row in PAGES:
        row.update(styles=["page.css"], modules=["/static/build/browser-1.js", "/static/build/page-1.js"])
    table = {"build": "b1", "entry": "/static/build/browser-1.js", "idle": "/static/build/idle-1.js", "pages": PAGES}
    (tmp_path / "pages.json").write_text(json.dumps(table))
    (tmp_path / "page.css").write_text("h1{color:#005b78}")
    (tmp_path / "browser-1.js").write_text("let a")
    (tmp_path / "browser-1.js.br").write_bytes(b"compressed")
    (tmp_path / "browser-1.js.map").write_text("{}")
    return tmp_path


@pytest.fixture
def fake(settings: Settings) -> Iterator[FakeWorker]:
    """The render worker."""
    worker = FakeWorker(str(settings.instance / "fake.sock"))
    worker.start()
    yield worker
    worker.stop()


@pytest.fixture
def site(app: Flask, settings: Settings, build: Path, fake: FakeWorker, monkeypatch: pytest.MonkeyPatch) -> Site:
    """The application's site, on the test's build and worker."""
    new_site = Site(
        settings=replace(settings, ssr_timeout_ms=300, ssr_workers=1),
        tables=TableFile(build / "pages.json", watch=True),
        renderer=Renderer([fake.path]),
        assets=Assets(build),
        cache=PageCache(),
        copies=Copies(build / "copies"),
    )
    monkeypatch.setitem(app.extensions, "site", new_site)
    return new_site


@pytest.fixture
def browser(site: Site, client: FlaskClient) -> FlaskClient:
    """An anonymous browser."""
    client.environ_base["HTTP_ACCEPT"] = "text/html,application/xhtml+xml,*/*;q=0.8"
    return client


@pytest.fixture
def signed_in(app: Flask, site: Site, workspace: Workspace) -> Callable[[str], FlaskClient]:
    """`signed_in(role)`: a browser with the cookies of a new person."""

    def sign_in(role: str) -> FlaskClient:
        with within(workspace.id):
            user = add_person(role)
            session = service.open_session(user, "cookie", service.Device("127.0.0.1", "tests"))
            db.session.commit()
            token = tokens.access_token(session)
        browser = app.test_client()
        browser.set_cookie("access", token)
        browser.environ_base["HTTP_ACCEPT"] = "text/html"
        return browser

    return sign_in


def state_of(text: str) -> dict[str, Any]:
    """The state block of a document, parsed."""
    match = re.search(r'<script type="application/json" id="__STATE__">(.*?)</script>', text, re.DOTALL)
    assert match
    state: dict[str, Any] = json.loads(match[1])
    return state


def token_of(text: str) -> str:
    """The token in a document's form."""
    match = re.search(r'name="csrf" value="([0-9a-f]+)"', text)
    assert match
    return match[1]
