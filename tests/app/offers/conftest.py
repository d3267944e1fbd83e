"""What tests of offers begin with: an outlet, and a clock that can be moved."""

from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from flask import Flask

from app.clients.models import Outlet
from app.core import clock
from tests.factories.mail import Post, post_office
from tests.factories.offers import add_outlets


@pytest.fixture
def outlet() -> Outlet:
    """An outlet."""
    return add_outlets()[0]


@pytest.fixture
def traveller() -> Iterator[Any]:
    """A clock that can be moved; it begins at a whole second, as providers tell times."""
    with time_machine.travel(clock.now().replace(microsecond=0), tick=False) as traveller:
        yield traveller


@pytest.fixture
def post(app: Flask) -> Iterator[Post]:
    """A mail server."""
    with post_office(app) as post:
        yield post
