"""Malformed input on every operation: a refusal with its reason, nothing written, never a 5xx (27)."""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.accounts.workspaces.models import Workspace
from app.core.db.base import db
from tests.attacks.corpora import (
    QUERIES,
    TAKEN,
    VALUES,
    WHOLE,
    bodies,
    documents_by_place,
    line_ends,
    properties,
    rotate,
    type_of,
    values_by_place,
    with_body,
)
from tests.conftest import superuser, table_names
from tests.factories.operations import PARAMETER, SITE_PATHS, UNKNOWN_ID, body_of, calls, fill_path, operations

SignIn = Callable[..., FlaskClient]
PARTS = 8
"""In how many tests all operations are tried, for processes to share them."""
RECORDS_OF_REFUSALS = {"audit_event", "limit_hit"}
"""Tables that a refused call may write to: a failed sign-in is recorded and counted."""


@cache
def _counting() -> str:
    """How many rows every table has, in one statement: it is asked thousands of times."""
    names = (name for name in table_names() if name not in RECORDS_OF_REFUSALS)
    counts = (f'(SELECT count(*) FROM "{name}") AS "{name}"' for name in names)
    return f"SELECT {', '.join(counts)}"


class RowCounts:
    """How many rows each table has, those of no workspace included; counted again after each commit."""

    def __init__(self, app: Flask) -> None:
        """Watch the database by a connection of its own."""
        self._connection = superuser(app)
        self._version: int | None = None
        self._counts: tuple[int, ...] = ()

    def read(self) -> tuple[int, ...]:
        """Return the counts of all tables in the order of their names."""
        if db.engine.dialect.name == "postgresql":
            return tuple(self._connection.execute(_counting(), prepare=True).fetchone())
        # SQLite says whether another connection has committed, whatever it wrote.
        (version,) = self._connection.execute("PRAGMA data_version").fetchone()
        if version != self._version:
            self._version, self._counts = version, tuple(self._connection.execute(_counting()).fetchone())
        return self._counts


@pytest.fixture
def counts(app: Flask) -> RowCounts:
    """The rows of all tables."""
    return RowCounts(app)


def test_every_type_of_property_meets_every_value(app: Flask) -> None:
    met: dict[str, set[str]] = {}
    for method, path, operation in with_body():
        for name, schema in properties(operation).items():
            met.setdefault(type_of(schema), set()).update(values_by_place()[method, path, name])
    assert len(met) > 8 and all(values == set(VALUES) for values in met.values())
    assert {kind for kinds in documents_by_place().values() for kind in kinds} == set(WHOLE)
    assert len(WHOLE) + len(VALUES) + len(QUERIES) >= 60


@pytest.mark.both
@pytest.mark.parametrize("part", range(PARTS))
def test_attack_27_no_body_is_more_than_refused(
    counts: RowCounts,
    as_: SignIn,
    client: FlaskClient,
    workspace: Workspace,
    owned: dict[str, int],
    part: int,
) -> None:
    admin, tried, refused = as_("admin"), 0, 0
    # What a value is refused for is the same on both databases, but for what their drivers make of it.
    only_different = db.engine.dialect.name == "postgresql"
    for method, path, operation in list(with_body())[part::PARTS]:
        # What need not be someone's is tried by nobody, or signing in would be limited for the rest.
        caller = client if operation["x-required-ability"] == "public" else admin
        target = fill_path(path, owned)
        before = counts.read()
        for kind, body in bodies(method, path, operation, only_different=only_different).items():
            answer = caller.open(
                target, method=method.upper(), data=body, content_type="application/json", headers={"If-Match": "*"}
            )
            assert answer.status_code < 500, f"{method} {path}: {kind}"
            if kind in WHOLE:
                assert answer.status_code in (400, 403, 413, 422, 429), f"{method} {path}: {kind}: {answer.status_code}"
            assert "Traceback" not in answer.text and "sqlalchemy" not in answer.text.lower()
            after, tried = counts.read(), tried + 1
            # A refusal writes nothing, not half a row anywhere; what was taken after all is the next one's before.
            if answer.status_code >= 400:
                assert after == before, f"{method} {path}: {kind}"
                refused += 1
            before = after
    assert tried > 600 / PARTS and refused > 300 / PARTS


def test_attack_27_no_pattern_lets_a_line_end_follow(as_: SignIn, owned: dict[str, int]) -> None:
    admin, tried = as_("admin"), 0
    for method, path, operation in with_body():
        for name, body in line_ends(operation):
            answer = admin.open(fill_path(path, owned), method=method.upper(), json=body, headers={"If-Match": "*"})
            is_trimmed = path.startswith("/api/v1/account/")
            assert is_trimmed or 400 <= answer.status_code < 500, f"{method} {path}: {name}: {answer.status_code}"
            tried += 1
    assert tried > 50


def test_attack_27_every_operation_without_a_body_takes_none_of_it(
    counts: RowCounts, as_: SignIn, workspace: Workspace, owned: dict[str, int]
) -> None:
    admin, tried = as_("admin"), 0
    for method, path, operation in calls():
        # Signing out would end it all, and reading takes no body anyway.
        if body_of(operation) is not None or method == "get" or "/session" in path:
            continue
        target = fill_path(path, owned)
        before = counts.read()
        for kind in documents_by_place()[method, path]:
            answer = admin.open(
                target,
                method=method.upper(),
                data=WHOLE[kind],
                content_type="application/json",
                headers={"If-Match": '"9"'},
            )
            assert answer.status_code < 500, f"{method} {path}: {kind}"
            after, tried = counts.read(), tried + 1
            assert answer.status_code < 400 or after == before, f"{method} {path}: {kind}"
            before = after
    assert tried > 200


@pytest.mark.parametrize("kind", ["text/plain", "application/xml", "application/x-www-form-urlencoded", ""])
def test_attack_27_another_kind_of_body_is_refused_as_such(
    as_: SignIn, workspace: Workspace, owned: dict[str, int], kind: str
) -> None:
    admin = as_("admin")
    for method, path, operation in calls():
        if body_of(operation) is None or operation["x-required-ability"] == "public":
            continue
        target = fill_path(path, owned)
        answer = admin.open(
            target, method=method.upper(), data=b'{"name": "a"}', content_type=kind, headers={"If-Match": '"1"'}
        )
        assert answer.status_code == 415, f"{method} {path}: {answer.status_code}"


def test_attack_27_no_body_is_nested_deeper_than_any_call_needs(
    as_: SignIn, client: FlaskClient, workspace: Workspace, owned: dict[str, int]
) -> None:
    admin, tried = as_("admin"), 0
    deep = b'{"a": ' * 33 + b"[" * 32 + b"]" * 32 + b"}" * 33
    for method, path, operation, _ in operations():
        if body_of(operation) is None or path.startswith(SITE_PATHS):
            continue
        caller = client if operation["x-required-ability"] == "public" else admin
        answer = caller.open(
            fill_path(path, owned), method=method.upper(), data=deep, content_type="application/json",
            headers={"If-Match": "*"},
        )  # fmt: skip
        if answer.status_code == 403 and answer.json["code"] == "csrf":
            continue  # Signing in is refused before its body is read.
        assert answer.status_code == 400 and "64 levels deep" in answer.text, f"{method} {path}: {answer.text}"
        tried += 1
    assert tried > 100


def test_attack_27_no_query_is_more_than_refused(as_: SignIn, workspace: Workspace, owned: dict[str, int]) -> None:
    admin = as_("admin")
    reading = {path: operation for method, path, operation in calls() if method == "get"}
    lists = {path for path, operation in reading.items() if _pages(path, operation)}
    assert len(lists) > 30
    # Lists share one reading of their queries, and so do the others.
    queries_by_path = rotate([(path,) for path in lists], QUERIES)
    queries_by_path |= rotate([(path,) for path in reading.keys() - lists], QUERIES)
    for (path,), queries in queries_by_path.items():
        for query in queries:
            answer = admin.get(f"{fill_path(path, owned)}?{query}")
            assert answer.status_code < 500, f"{path}?{query}"
            if path in lists:
                is_taken = query.startswith(TAKEN) and "&q=" not in query
                allowed = (200, 422) if is_taken else (422,)
                assert answer.status_code in allowed, f"{path}?{query}: {answer.status_code}"


def _pages(path: str, operation: dict[str, Any]) -> bool:
    """Whether a call without an id gives a page of a list."""
    names = {parameter["name"] for parameter in operation.get("parameters", []) if parameter["in"] == "query"}
    return not PARAMETER.search(path) and "page" in names


def test_attack_27_what_is_no_id_is_404(as_: SignIn, workspace: Workspace, owned: dict[str, int]) -> None:
    admin = as_("admin")
    numbers = ["0", "-1", "1.0", "1e3", "9" * 25, "٣", "%00", "null", str(UNKNOWN_ID)]
    for method, path, _operation in calls():
        if method == "get" and PARAMETER.search(path) and "{figure}" not in path:
            for number in numbers:
                answer = admin.get(PARAMETER.sub(number, path))
                assert answer.status_code == 404, f"{path}: {number}: {answer.status_code}"
