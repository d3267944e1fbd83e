"""Understanding within the tests' own process, and jobs done as the runner does them."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from flask import Flask

from app import areas
from app.bots.understanding.embedding import Remembering, embedders
from app.core import jobs


@pytest.fixture
def inside(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Models answer in this process, as `UNDERSTANDING=inside` has it."""
    monkeypatch.setitem(app.config, "SETTINGS", replace(app.config["SETTINGS"], understanding="inside"))


@pytest.fixture
def work(app: Flask) -> Callable[[], None]:
    """Do the ready jobs."""

    def run() -> None:
        areas.modules("jobs")
        while (row := jobs.take("tests")) is not None:
            jobs.perform(row)

    return run


@pytest.fixture(scope="session")
def engines() -> dict[str, Remembering]:
    """The embedders that are installed by default."""
    return {name: one for name, one in embedders().items() if name == "minilm"}
