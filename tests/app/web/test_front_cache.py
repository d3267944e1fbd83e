"""Public pages repeated in front of Flask: the same bytes, to anonymous visitors only, while the cache lasts."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import Client

from app.web import front_cache as module
from app.web.front_cache import Front
from app.web.site import Site
from tests.app.web.fake_worker import FakeWorker

URL = "/pages/faq"
PLAIN = {"Accept": "text/html", "Accept-Encoding": "br"}


@pytest.fixture
def counted(app: Flask, site: Site) -> tuple[Client, list[str]]:
    """A client of the front, and the paths that got through to Flask."""
    reached: list[str] = []

    def behind(environ: dict[str, Any], start: Callable[..., Any]) -> Any:
        reached.append(environ["PATH_INFO"])
        return app.wsgi_app._application(environ, start)

    return Client(Front(behind, site), use_cookies=False), reached


def test_the_same_words_get_the_same_answer_without_flask(counted: tuple[Client, list[str]]) -> None:
    client, reached = counted
    client.get(URL, headers=PLAIN)
    second, third = client.get(URL, headers=PLAIN), client.get(URL, headers=PLAIN)
    assert len(reached) == 2
    assert second.data == third.data
    changing = {"X-Request-ID", "Date"}
    first, other = ({k: v for k, v in answer.headers if k not in changing} for answer in (second, third))
    assert first == other and "Content-Security-Policy" in other and "ETag" in other
    assert second.headers["X-Request-ID"] != third.headers["X-Request-ID"]
    response = client.get(URL, headers=PLAIN | {"X-Request-ID": "abcdefgh-1"})
    assert response.headers["X-Request-ID"] == "abcdefgh-1"


@pytest.mark.parametrize(
    "other",
    [
        {"headers": PLAIN | {"Cookie": "access=x"}},
        {"headers": PLAIN | {"Authorization": "Bearer x"}},
        {"headers": PLAIN | {"If-None-Match": "x"}},
        {"headers": PLAIN | {"Accept-Language": "hi"}},
        {"headers": PLAIN | {"Accept-Encoding": "gzip"}},
        {"headers": PLAIN | {"Accept": "application/json"}},
        {"headers": PLAIN, "query_string": "q=invoice"},
        {"headers": PLAIN, "base_url": "http://127.0.0.1"},
        {"headers": PLAIN, "method": "HEAD"},
    ],
)
def test_other_words_are_for_flask(counted: tuple[Client, list[str]], other: dict[str, Any]) -> None:
    client, reached = counted
    for _ in range(3):
        client.get(URL, headers=PLAIN)
    assert len(reached) == 2
    client.open(URL, **other)
    assert len(reached) == 3


def test_a_kept_answer_ends_with_the_cached_page(
    counted: tuple[Client, list[str]], site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, reached = counted
    for _ in range(3):
        client.get(URL, headers=PLAIN)
    site.cache.clear()
    client.get(URL, headers=PLAIN)
    client.get(URL, headers=PLAIN)
    assert len(reached) == 4
    client.get(URL, headers=PLAIN)
    assert len(reached) == 4
    monkeypatch.setattr(module, "FRESH_SECONDS", -1)
    client.get(URL, headers=PLAIN)
    assert len(reached) == 5


def test_personal_pages_are_never_kept(counted: tuple[Client, list[str]], fake: FakeWorker) -> None:
    client, reached = counted
    for _ in range(4):
        client.get("/pages/login-v1", headers=PLAIN)
        client.get("/reports/dashboard", headers=PLAIN)
        client.get("/nowhere", headers=PLAIN)
    assert len(reached) == 12


def test_the_front_is_before_every_application(app: Flask, client: FlaskClient) -> None:
    assert isinstance(app.wsgi_app, Front)
