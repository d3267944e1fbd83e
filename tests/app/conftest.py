"""The installation's site workspace, understanding within the tests' own process, and jobs done as a runner does."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import orjson
import pytest
from flask import Flask, g
from flask.testing import FlaskClient

from app.accounts.workspaces.models import Workspace
from app.bots.understanding import answering, client
from app.bots.understanding.embedding import Remembering
from app.bots.understanding.model import Model
from app.bots.understanding.training import Progress, TrainingResult, train
from app.core.security.csrf import csrf_token
from app.core.security.visitor import Visitor
from tests.factories.jobs import perform_jobs


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


TRAINED: dict[bytes, TrainingResult] = {}


def train_once(
    data: Mapping[str, Any], embedders: Mapping[str, Remembering], progress: Progress, before: Model | None = None
) -> TrainingResult:
    """Train a model, or return the one that was trained on the same data."""
    key = orjson.dumps(data)
    if key not in TRAINED:
        TRAINED[key] = train(data, embedders, progress, before)
    progress(1.0)
    return TRAINED[key]


@pytest.fixture
def inside(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Models answer in this process, as `UNDERSTANDING=inside` has it; one is trained once on the same phrases."""
    monkeypatch.setattr(answering, "train", train_once)
    monkeypatch.setitem(app.config, "SETTINGS", replace(app.config["SETTINGS"], understanding="inside"))


@pytest.fixture(scope="session", autouse=True)
def impatient() -> Iterator[None]:
    """Let a training that finds no understanding process fail at once: no test starts one meanwhile.

    With a patch of its own: a test's patches would then outlast its application, which empties the database.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(client, "PATIENCE", 0.0)
        yield


@pytest.fixture
def work(app: Flask) -> Callable[[], None]:
    """Do the ready jobs."""

    def run() -> None:
        perform_jobs()

    return run
