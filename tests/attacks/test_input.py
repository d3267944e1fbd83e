"""Malformed input on every operation: a refusal with its reason, nothing written, never a 5xx (27)."""

from collections.abc import Callable
from typing import Any

import orjson
import pytest
from flask.testing import FlaskClient

from app.workspaces.models import Workspace
from tests.attacks.test_isolation import NEVER, PARAMETER, body_of, calls, owned, rows
from tests.contract.test_api import operations

__all__ = ["owned"]
SignIn = Callable[..., FlaskClient]
WHOLE: dict[str, bytes] = {
    "nested deep": b"[" * 100_000,
    "cut off": b'{"name": "a',
    "null": b"null",
    "a list": b"[]",
    "a text": b'"text"',
    "a number": b"1",
    "not a number": b'{"name": NaN}',
    "infinite": b'{"name": 1e999}',
    "not UTF-8": b'{"name": "\xff\xfe"}',
    "UTF-16": '{"name": "a"}'.encode("utf-16"),
    "a byte order mark": b'\xef\xbb\xbf{"name": "a"}',
}
VALUES: dict[str, bytes] = {
    "a long number": b"9" * 5_000,
    "a large number": b"99999999999999999999",
    "a surrogate": b'"\\ud800"',
    "NUL": b'"a\\u0000b"',
    "nested": b"[" * 990 + b"]" * 990,
    "an object": b'{"a": {"b": []}}',
    "true": b"true",
    "a fraction": b"1.5",
    "Arabic digits": '"٣"'.encode(),
    "long": b'"' + b"a" * 100_000 + b'"',
}


def bodies(operation: dict[str, Any]) -> dict[str, bytes]:
    """The corpus for an operation's body: whole documents, and each value in each of its keys."""
    good = body_of(operation)
    assert good is not None
    found = dict(WHOLE)
    for name in good:
        for kind, value in VALUES.items():
            rest = {key: given for key, given in good.items() if key != name}
            text = orjson.dumps(rest)[1:-1]
            found[f"{name} is {kind}"] = (
                b"{" + text + (b"," if text else b"") + orjson.dumps(name) + b":" + value + b"}"
            )
    return found


def test_attack_27_no_body_is_more_than_refused(
    as_: SignIn, client: FlaskClient, workspace: Workspace, owned: dict[str, int]
) -> None:
    admin, tried = as_("admin"), 0
    for method, path, operation, _ in operations():
        if body_of(operation) is None:
            continue
        # What need not be somebody's is tried by nobody, or signing in would be limited for the rest.
        caller = client if operation["x-required-ability"] == "public" else admin
        target = PARAMETER.sub(lambda found: str(owned[found[1]]), path)
        before = rows()
        for kind, body in bodies(operation).items():
            answer = caller.open(
                target, method=method.upper(), data=body, content_type="application/json", headers={"If-Match": '"1"'}
            )
            assert answer.status_code < 500, f"{method} {path}: {kind}"
            if kind in WHOLE:
                assert answer.status_code in (400, 403, 413, 422, 429), f"{method} {path}: {kind}: {answer.status_code}"
            assert "Traceback" not in answer.text and "sqlalchemy" not in answer.text.lower()
            tried += 1
        if operation["x-required-ability"] != "public":
            named = rows()
            assert {name for name in before if named[name] != before[name]} <= {"Bot", "Goal", "IdempotentCall"}
    assert tried > 200


@pytest.mark.parametrize("kind", ["text/plain", "application/xml", "application/x-www-form-urlencoded", ""])
def test_attack_27_another_kind_of_body_is_told_so(
    as_: SignIn, workspace: Workspace, owned: dict[str, int], kind: str
) -> None:
    admin = as_("admin")
    for method, path, operation in calls():
        if body_of(operation) is None or operation["x-required-ability"] == "public":
            continue
        target = PARAMETER.sub(lambda found: str(owned[found[1]]), path)
        answer = admin.open(
            target, method=method.upper(), data=b'{"name": "a"}', content_type=kind, headers={"If-Match": '"1"'}
        )
        assert answer.status_code == 415, f"{method} {path}: {answer.status_code}"


@pytest.mark.parametrize(
    "query", ["q=%00", "q=%ff", "page=%D9%A3", "page=1&page=2", "per=10&per=25", "unknown=1", "page=%00", "sort=%00"]
)
def test_attack_27_no_query_is_more_than_refused(
    as_: SignIn, workspace: Workspace, owned: dict[str, int], query: str
) -> None:
    admin = as_("admin")
    for method, path, operation in calls():
        if method != "get":
            continue
        target = PARAMETER.sub(lambda found: str(owned.get(found[1], "cards")), path)
        answer = admin.get(f"{target}?{query}")
        assert answer.status_code < 500, f"{path}?{query}"
        if not PARAMETER.search(path) and "page" in {
            one["name"] for one in operation.get("parameters", []) if one["in"] == "query"
        }:
            assert answer.status_code in (200, 422), f"{path}?{query}: {answer.status_code}"
            assert answer.status_code == 422 or query.startswith(("q=", "page=1&", "per=10&")), f"{path}?{query}"


@pytest.mark.parametrize("number", ["0", "-1", "1.0", "1e3", "9" * 25, "٣", "%00", "null", str(NEVER)])
def test_attack_27_what_is_no_id_is_404(as_: SignIn, workspace: Workspace, owned: dict[str, int], number: str) -> None:
    admin = as_("admin")
    for method, path, _operation in calls():
        if method == "get" and PARAMETER.search(path) and "{figure}" not in path:
            answer = admin.get(PARAMETER.sub(number, path))
            assert answer.status_code == 404, f"{path}: {number}: {answer.status_code}"
