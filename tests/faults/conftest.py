"""Prepared folders, private servers, and the mark of every test here."""

import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests import postgres
from tests.faults.installation import copy, prepare


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is in this folder, and leave what shares a server or an installation to one process."""
    for item in items:
        if "tests/faults/" in str(item.path):
            item.add_marker("faults")
            if "cluster" in item.fixturenames or _param(item, "database") == "postgresql":
                item.add_marker(pytest.mark.xdist_group("postgresql"))
            elif {"site", "pair"} & set(item.fixturenames):
                item.add_marker(pytest.mark.xdist_group(f"{item.path.stem} {_param(item, 'site')}"))


def _param(item: pytest.Item, fixture: str) -> object:
    """The parameter a test gives a fixture; None where it has none."""
    return item.callspec.params.get(fixture) if hasattr(item, "callspec") else None


def _folder() -> Path:
    """A new folder with a short name, as sockets need, in memory where there is some."""
    memory = Path("/dev/shm")
    return Path(tempfile.mkdtemp(prefix="parley-f-", dir=memory if memory.is_dir() else None))


@contextmanager
def new_folder() -> Iterator[Path]:
    """A new folder that goes with its test."""
    path = _folder()
    yield path
    shutil.rmtree(path, ignore_errors=True)


@pytest.fixture(scope="session")
def template() -> Iterator[Path]:
    """A prepared folder with a SQLite database, copied once."""
    folder = _folder()
    prepare(folder)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def folder(template: Path) -> Iterator[Path]:
    """A prepared folder of the test's own."""
    path = copy(template, _folder())
    yield path
    shutil.rmtree(path, ignore_errors=True)


@pytest.fixture(scope="session")
def cluster(template: Path) -> Iterator[postgres.Server]:
    """A private PostgreSQL that may be broken, with a prepared database to copy."""
    if postgres.binaries() is None:
        message = "NO POSTGRESQL: install Debian's package postgresql"
        pytest.fail(message) if os.environ.get("CI") else pytest.skip(message)
    with postgres.private() as server:
        server.create("prepared", "template0")
        with new_folder() as folder:
            prepare(copy(template, folder), DATABASE_URL=server.address("prepared"))
        yield server


@pytest.fixture
def prepared(cluster: postgres.Server) -> str:
    """The address of a prepared PostgreSQL database of the test's own."""
    name = f"test_{time.monotonic_ns()}"
    cluster.create(name, "prepared")
    return cluster.address(name)


@pytest.fixture
def database(request: pytest.FixtureRequest) -> str:
    """The DATABASE_URL by the test's parameter: SQLite's as prepared, or a prepared PostgreSQL's."""
    return "" if request.param == "sqlite" else str(request.getfixturevalue("prepared"))


BOTH = pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)
