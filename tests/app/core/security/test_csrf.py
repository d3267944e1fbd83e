"""Tokens against forged writes: of this browser, this session, this key, whole, and from our own site."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from flask import Flask, g

from app.accounts.auth import service
from app.accounts.auth.models import AuthSession
from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.core.errors import Forbidden
from app.core.security.csrf import check_csrf, csrf_binding, csrf_token
from app.core.security.visitor import Visitor
from tests.conftest import add_person
from tests.factories.accounts import HERE

SEED = "a-random-number-of-22c"
Page = Callable[..., "contextmanager[None]"]


@contextmanager
def page(
    app: Flask, seed: str | None = SEED, session: AuthSession | None = None, origin: str | None = None
) -> Iterator[None]:
    """A request of a browser with this seed and session."""
    headers = {"Origin": origin} if origin is not None else {}
    if seed is not None:
        headers["Cookie"] = f"csrf-seed={seed}"
    with app.test_request_context("/", headers=headers):
        g.visitor = Visitor(session=session)
        yield


@pytest.fixture
def sessions(workspace: Workspace) -> list[AuthSession]:
    """Two sessions of one person."""
    person: User = add_person("admin")
    return [service.open_session(person, "cookie", HERE) for _ in range(2)]


def make_token(app: Flask, **where: object) -> str:
    """A token made there."""
    with page(app, **where):  # type: ignore[arg-type]
        return csrf_token()


def refused(app: Flask, token: str, **where: object) -> str:
    """What a check there says against the token; empty when it takes it."""
    with page(app, **where):  # type: ignore[arg-type]
        try:
            check_csrf(token)
        except Forbidden as error:
            assert (error.status, error.code) == (403, "csrf")
            return error.detail
    return ""


def test_a_token_is_good_where_it_was_made_and_never_looks_alike(app: Flask, sessions: list[AuthSession]) -> None:
    for session in (None, *sessions):
        first, second = make_token(app, session=session), make_token(app, session=session)
        assert first != second and len(first) == 128 and first[:64] != second[:64] and first[64:] != second[64:]
        assert refused(app, first, session=session) == refused(app, second, session=session) == ""


def test_it_is_good_for_no_other_browser_or_session(app: Flask, sessions: list[AuthSession]) -> None:
    token = make_token(app, session=sessions[0])
    detail = "This page has expired. Reload it and try again."
    assert refused(app, token, session=sessions[1]) == detail
    assert refused(app, token, session=None) == detail
    assert refused(app, token, session=sessions[0], seed="another-number-of-22-c") == detail
    assert refused(app, make_token(app), session=sessions[0]) == detail


def test_without_the_browsers_number_nothing_is_good(app: Flask) -> None:
    assert refused(app, make_token(app), seed=None)
    assert refused(app, make_token(app, seed=""), seed="")


def test_what_is_not_a_whole_token_is_refused(app: Flask) -> None:
    token = make_token(app)
    bare = "00" * 32
    with page(app):
        unmasked = csrf_binding().hex()
    for broken in ("", "no hex", token[:-2], token + "00", token[:64], bare, bare + bare, unmasked, token[::-1]):
        assert refused(app, broken), broken
    flipped = f"{token[:-1]}{(int(token[-1], 16) ^ 1):x}"
    assert refused(app, flipped)
    assert refused(app, bare + unmasked) == ""  # A mask of zeros is a mask.


@pytest.mark.parametrize(
    ("public", "origin", "good"),
    [
        ("", None, True),
        ("", "http://localhost", True),
        ("", "https://localhost", False),
        ("", "http://localhost:8000", False),
        ("", "http://localhost.evil.example", False),
        ("", "null", False),
        ("", "", False),
        ("https://desk.example.test", "https://desk.example.test", True),
        ("https://desk.example.test", "http://localhost", True),
        ("https://desk.example.test", "https://evil.example", False),
        ("https://desk.example.test", "", False),
    ],
)
def test_only_our_own_site_sends_writes(app: Flask, public: str, origin: str | None, good: bool) -> None:
    before = app.config["SETTINGS"]
    # The seed's name depends on https, which is not what is asked here.
    name = "__Host-csrf-seed" if public else "csrf-seed"
    app.config["SETTINGS"] = replace(before, public_url=public)
    headers = {"Cookie": f"{name}={SEED}"} | ({"Origin": origin} if origin is not None else {})
    try:
        with app.test_request_context("/", headers=headers):
            g.visitor = Visitor()
            token = csrf_token()
            if good:
                check_csrf(token)
            else:
                with pytest.raises(Forbidden, match="came from another site") as refused:
                    check_csrf(token)
                assert refused.value.code == "csrf"
    finally:
        app.config["SETTINGS"] = before


@pytest.mark.parametrize(("seed", "is_kept"), [("a" * 22, True), ("a" * 21, False), ("é" * 30, False), (None, False)])
def test_a_number_that_can_be_guessed_is_replaced(app: Flask, seed: str | None, is_kept: bool) -> None:
    with page(app, seed=seed):
        first = csrf_binding()
        assert ("new_seed" in g) is not is_kept
        assert is_kept or (len(g.new_seed) == 32 and g.new_seed != seed)
        assert csrf_binding() == first  # Once an answer.
