"""Cookies: what each one's line says, on http and on https, and when it is taken away."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask, Response, g

from app.accounts.auth import service, tokens
from app.accounts.auth.cookies import give_cookies
from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.core.security import cookies
from tests.conftest import add_person
from tests.factories.accounts import HERE

RULES = "HttpOnly; Path=/; SameSite=Lax"


@pytest.fixture(params=["http://localhost", "https://desk.example.test"])
def https(app: Flask, request: pytest.FixtureRequest) -> Iterator[bool]:
    """Whether the installation is reached over https, for both cases."""
    before = app.config["SETTINGS"]
    app.config["SETTINGS"] = replace(before, public_url=request.param)
    yield request.param.startswith("https")
    app.config["SETTINGS"] = before


@pytest.fixture
def person(workspace: Workspace) -> User:
    """Someone who may have a session."""
    return add_person("admin")


def lines(response: Response) -> dict[str, tuple[str, set[str]]]:
    """Value and attributes of every cookie a response sets."""
    cookies = {}
    for line in response.headers.getlist("Set-Cookie"):
        pair, *attributes = line.split("; ")
        name, _, value = pair.partition("=")
        cookies[name] = (value, {attribute for attribute in attributes if not attribute.startswith("Expires=")})
    return cookies


def rules(https: bool, *more: str) -> set[str]:
    """The attributes a cookie of ours must have."""
    return {*RULES.split("; "), *more, *(("Secure",) if https else ())}


def test_names_are_bound_to_the_host_on_https_alone(app: Flask, https: bool) -> None:
    assert cookies.cookie_name("access") == ("__Host-access" if https else "access")


@pytest.mark.parametrize("keep", [True, False])
def test_a_session_is_given_by_two_cookies(app: Flask, person: User, https: bool, keep: bool) -> None:
    with app.test_request_context("/"):
        session = service.open_session(person, "cookie", HERE, keep=keep)
        give_cookies(session)
        response = Response()
        cookies.write_cookies(response)
        cookie_lines = lines(response)
        assert set(cookie_lines) == {cookies.cookie_name("access"), cookies.cookie_name("refresh")}
        for kind in ("access", "refresh"):
            value, attributes = cookie_lines[cookies.cookie_name(kind)]
            claims = tokens.read(value, kind)
            assert claims is not None and claims.session_id == session.id
            assert attributes == rules(https, *(("Max-Age=2592000",) if keep else ()))
        assert "Clear-Site-Data" not in response.headers
        again = Response()
        cookies.write_cookies(again)
        assert not lines(again)


@pytest.mark.parametrize(("storage", "cleared"), [(False, '"cache"'), (True, '"cache", "storage"')])
def test_both_are_taken_away_and_the_cache_is_emptied(app: Flask, https: bool, storage: bool, cleared: str) -> None:
    with app.test_request_context("/"):
        cookies.drop_cookies(storage=storage)
        response = Response()
        cookies.write_cookies(response)
        gone = {"Path=/", "Max-Age=0", *(("Secure",) if https else ())}
        assert lines(response) == {cookies.cookie_name(kind): ("", gone) for kind in ("access", "refresh")}
        assert response.headers["Clear-Site-Data"] == cleared


def test_what_is_given_outdoes_what_is_dropped(app: Flask, person: User) -> None:
    with app.test_request_context("/"):
        cookies.drop_cookies()
        give_cookies(service.open_session(person, "cookie", HERE))
        response = Response()
        cookies.write_cookies(response)
        assert all(value for value, _ in lines(response).values()) and "Clear-Site-Data" not in response.headers


def test_a_waiting_sign_in_has_a_cookie_of_five_minutes(app: Flask, https: bool) -> None:
    with app.test_request_context("/"):
        cookies.give_pending("waiting", 300)
        response = Response()
        cookies.write_cookies(response)
        assert lines(response) == {cookies.cookie_name("pending"): ("waiting", rules(https, "Max-Age=300"))}


def test_being_signed_in_ends_the_waiting_only_where_there_was_one(app: Flask, person: User, https: bool) -> None:
    name = cookies.cookie_name("pending")
    for sent in ({}, {"Cookie": f"{name}=waiting"}):
        with app.test_request_context("/", headers=sent):
            give_cookies(service.open_session(person, "cookie", HERE))
            response = Response()
            cookies.write_cookies(response)
            cookie_lines = lines(response)
            assert (name in cookie_lines) == bool(sent)
            assert not sent or cookie_lines[name] == ("", {"Path=/", "Max-Age=0", *(("Secure",) if https else ())})


def test_the_browsers_own_number_is_kept_for_half_a_year(app: Flask, https: bool) -> None:
    with app.test_request_context("/"):
        g.new_seed = "random"
        response = Response()
        cookies.write_cookies(response)
        assert lines(response) == {cookies.cookie_name("csrf-seed"): ("random", rules(https, "Max-Age=15552000"))}
