"""Written once, over every route: who is refused, and what an unknown id answers."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.accounts.workspaces.models import Workspace
from app.core.security.operations import operation_of
from tests.conftest import add_workspace
from tests.factories.operations import document

UNKNOWN = 4_611_686_018_427_387_904


def operations(app: Flask) -> Iterator[tuple[str, str, Any, Any]]:
    """Method, path with unknown ids, rule and view of every operation."""
    for rule in sorted(app.url_map.iter_rules(), key=lambda r: r.rule):
        view = app.view_functions[rule.endpoint]
        if not operation_of(view).access.is_call:
            continue
        path = re.sub(r"<int[^>]*>", str(UNKNOWN), rule.rule)
        # Of a few words there is always a first one.
        path = re.sub(r"<any\((\w+)[^>]*>", r"\1", path)
        path = re.sub(r"<[^>]*>", "unknown", path)
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            yield method, path, rule, view


def test_every_operation_is_described(app: Flask) -> None:
    described = document()["paths"]
    for path, methods in described.items():
        for method, operation in methods.items():
            if method in {"get", "post", "put", "patch", "delete"}:
                assert operation.get("x-required-ability"), f"{method} {path}"
                assert operation.get("summary"), f"{method} {path}"


def test_anonymous_is_refused_unless_public(app: Flask, client: FlaskClient) -> None:
    refused = 0
    for method, path, _rule, view in operations(app):
        if view.operation.access.ability is None:
            continue
        answer = client.open(path, method=method, json={} if method != "GET" else None)
        assert answer.status_code in {401, 403}, f"{method} {path}: {answer.status_code}"
        refused += 1
    assert refused > 5


def test_a_role_without_the_ability_is_refused(app: Flask, as_: Callable[..., FlaskClient]) -> None:
    from app.core.security.abilities import BY_ROLE, can

    editor = as_("editor")
    for method, path, _rule, view in operations(app):
        access = view.operation.access
        if access.ability is None or access.own or can(BY_ROLE["editor"], *access.ability):
            continue
        answer = editor.open(path, method=method, json={} if method != "GET" else None)
        assert answer.status_code == 403, f"{method} {path}: {answer.status_code}"


def test_unknown_ids_are_404(app: Flask, as_: Callable[..., FlaskClient]) -> None:
    admin = as_("admin")
    for method, path, rule, _view in operations(app):
        if "<int" not in rule.rule or method != "GET":
            continue
        answer = admin.get(path)
        # A channel's sessions are known by their own bearers alone: to whom has none, none is there or not.
        expected = 401 if path.startswith("/w/") else 404
        assert answer.status_code == expected, f"{method} {path}: {answer.status_code}"
        beyond = admin.get(path.replace(str(UNKNOWN), "9" * 25))
        assert beyond.status_code == 404, path


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        ("{", "application/json", 400),
        ("[" * 100_000, "application/json", 400),
        ('{"email": "\\ud800", "password": "x"}', "application/json", 400),
        ('{"email": "a\\u0000b", "password": "x"}', "application/json", 422),
        ("[]", "application/json", 422),
        ("null", "application/json", 422),
        ('{"email": ' + "9" * 5000 + "}", "application/json", 400),
        (b'{"email": "\xff"}', "application/json", 400),
        ('{"email": NaN}', "application/json", 400),
    ],
)
def test_attack_27_malformed_bodies_are_never_5xx(client: FlaskClient, body: Any, kind: str, status: int) -> None:
    answer = client.post("/jwt/login", data=body, content_type=kind)
    assert answer.status_code in {status, 422}
    assert answer.status_code < 500


def test_another_workspaces_rows_are_as_if_they_never_were(
    app: Flask, as_: Callable[..., FlaskClient], workspace: Workspace
) -> None:
    from tests.factories.bots import add_bot
    from tests.factories.places import add_client

    bot = add_bot(add_client("Mine"), "Mine")
    other = as_("admin", add_workspace("Other"))
    answer = other.get(f"/api/v1/bots/{bot.id}")
    never = other.get(f"/api/v1/bots/{UNKNOWN}")
    assert answer.status_code == never.status_code == 404
    own = {"instance", "request_id"}
    assert {k: v for k, v in answer.json.items() if k not in own} == {
        k: v for k, v in never.json.items() if k not in own
    }
