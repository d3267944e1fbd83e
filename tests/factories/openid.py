"""An identity provider that runs beside the tests, and a browser that signs in there."""

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin, urlsplit
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, Request, build_opener

from app.accounts.users.models import User
from app.core.db.base import db
from app.processes.executables import node
from tests.conftest import add_person
from tests.factories.accounts import PASSWORD
from tests.ports import free_port

SCRIPT = Path(__file__).resolve().parent.parent / "fixtures" / "openid_provider.mjs"
CLIENT_ID, CLIENT_SECRET = "parley", "a secret of the tests, long enough for everybody"
ANSWER = "/api/v1/session/single-sign-on/answer"


class _Stay(HTTPRedirectHandler):
    """Follows nothing: where it leads is looked at first."""

    def redirect_request(self, *_args: Any, **_more: Any) -> None:
        return None


class OpenIdProvider:
    """A running provider."""

    def __init__(self, issuer: str) -> None:
        self.issuer = issuer

    def bend(self, **wrong: Any) -> None:
        """Say what is wrong with the next token."""
        self._post("/bend", json.dumps(wrong))

    def rotate(self) -> None:
        """Sign by another key from now on."""
        self._post("/rotate", "")

    def _post(self, path: str, body: str) -> None:
        build_opener().open(Request(self.issuer + path, body.encode(), method="POST"), timeout=10).close()

    def sign_in(self, address: str, login: str) -> str:
        """Go to an address of the provider, sign in there, or give up without a name; where that leads at our side."""
        opener = build_opener(HTTPCookieProcessor(CookieJar()), _Stay)
        where, data = address, None
        for _ in range(10):
            try:
                with opener.open(where, data, timeout=10) as page:
                    assert b"login" in page.read(), where
                    where, data = page.geturl(), urlencode({"login": login}).encode()
                    continue
            except HTTPError as answer:
                assert answer.code in (302, 303), (where, answer.code, answer.read())
                where, data = urljoin(where, answer.headers["Location"]), None
            if not where.startswith(self.issuer):
                parts = urlsplit(where)
                assert parts.path == ANSWER, where
                return f"{parts.path}?{parts.query}"
        raise AssertionError(where)


@contextmanager
def openid_provider(*arguments: str) -> Iterator[OpenIdProvider]:
    """A provider of its own, ended by its id."""
    command = [node(), str(SCRIPT), str(free_port()), *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stdout is not None
            yield OpenIdProvider(process.stdout.readline().strip())
        finally:
            process.terminate()


SIGN_ON_PAGE = "/pages/login-v1/single-sign-on"


def add_member(name: str, **more: Any) -> User:
    """Add a member whose name the provider has, too."""
    user = add_person("subscriber", password=PASSWORD)
    user.email = user.email_key = f"{name}@example.test"
    for key, value in more.items():
        setattr(user, key, value)
    db.session.commit()
    return user


def problem_of(answer: Any) -> str:
    """Return the reason why a sign-in failed."""
    assert answer.status_code == 303 and answer.headers["Location"].startswith(SIGN_ON_PAGE)
    return str(answer.headers["Location"].partition("problem=")[2].partition("&")[0])
