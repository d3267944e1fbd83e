"""Malformed input on every operation: a refusal with its reason, nothing written, never a 5xx (27)."""

import gzip
from collections.abc import Callable
from functools import cache
from typing import Any

import orjson
import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import text

from app.accounts.workspaces.models import Workspace
from app.core.db.base import db
from app.core.db.tenancy import everywhere
from tests.attacks.test_isolation import NEVER, PARAMETER, SITE, aimed, body_of, calls, owned
from tests.conftest import superuser, table_names
from tests.contract.test_api import operations, resolved

__all__ = ["owned"]
SignIn = Callable[..., FlaskClient]
PARTS = 4
"""In how many tests all operations are tried, for processes to share them."""
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
    "objects nested deep": b'{"a":' * 100_000,
    "two documents": b'{"name": "a"}{"name": "b"}',
    "a comma too many": b'{"name": "a",}',
    "no quotes": b"{name: 1}",
    "single quotes": b"{'name': 1}",
    "a comment": b'{"name": "a"} // b',
    "a bare minus": b'{"name": -}',
    "a leading nought": b'{"name": 01}',
    "a bare surrogate half": b'{"name": "\\ud83d"}',
    "halves the wrong way round": b'{"name": "\\udc00\\ud800"}',
    "a bad escape": b'{"name": "\\x41"}',
    "a raw line end": b'{"name": "a\nb"}',
    "a raw NUL": b'{"name": "a\x00b"}',
    "minus infinity": b'{"name": -Infinity}',
    "UTF-32": '{"name": "a"}'.encode("utf-32"),
    "Latin-1": '{"name": "é"}'.encode("latin-1"),
    "an overlong slash": b'{"name": "\xc0\xaf"}',
    "an encoded surrogate": b'{"name": "\xed\xa0\x80"}',
    "true": b"true",
    "nothing but blanks": b"  \n ",
    "a form": b"name=a",
    "markup": b"<name>a</name>",
    "gzip": gzip.compress(b'{"name": "a"}'),
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
    "null": b"null",
    "false": b"false",
    "empty": b'""',
    "blank": b'" \\t\\u00a0 "',
    "nought": b"0",
    "minus one": b"-1",
    "a huge fraction": b"1e308",
    "a tiny fraction": b"1e-400",
    "a number as text": b'"1e3"',
    "just beyond 64 bits": b'"9223372036854775808"',
    "underscored digits": b'"1_000"',
    "full-width digits": '"１２３"'.encode(),
    "a text of blanks and digits": b'" 7 "',
    "an empty list": b"[]",
    "a list of lists": b"[[1, [2]], null]",
    "an empty object": b"{}",
    "an object of itself": b'{"name": {"name": {"name": 1}}}',
    "keys of JavaScript": b'{"__proto__": {"a": 1}, "constructor": 1}',
    "a turned text": '"\u202egnp.exe"'.encode(),
    "line separators": '"a\u2028b\u2029c"'.encode(),
    "beyond the plane": '"\U0001f697\U0010ffff"'.encode(),
    "no character": '"\ufffe\uffff"'.encode(),
    "a control": b'"\\u0001\\u001b[2J"',
    "combined": ('"' + "Z" + "\u0351" * 500 + '"').encode(),
    "SQL": b'"\'; DROP TABLE bot; --"',
    "LIKE": b'"%_\\\\%"',
    "a template": b'"{{7*7}}${7*7}<%= 7*7 %>"',
    "a path": b'"../../../../etc/passwd"',
    "a script": b'"</script><script>alert(1)</script>"',
    "header lines": b'"a\\r\\nSet-Cookie: a=b"',
    "a formula": b"\"=cmd|' /C calc'!A0\"",
    "no date": b'"2026-02-30"',
    "a year too many": b'"10000-01-01"',
    "the first day": b'"0001-01-01"',
    "the last day": b'"9999-12-31"',
}


QUERIES = [
    "q=%00", "q=%ff", "page=%D9%A3", "page=1&page=2", "per=10&per=25", "q=a&q=a", "unknown=1", "page=%00", "sort=%00",
    "page=-1", "page=1e3", "page=" + "9" * 5000, "page=c", "page=c%00", "page=cW10", "per=0", "per=10.0", "per=_10",
    "q=" + "%25" * 70, "q=%ED%A0%80", "q=%22%22%22", "q=*", "q=NEAR(a+b)", "q=-", "=", "&&&", "page[]=1", "%00=1",
    "sort=;", "bot=1,,,2", "bot=" + "1," * 60, "r=2026-02-30..2026-03-01", "tz=../../etc/passwd", "tz=%00",
    "to=9999-12-31", "to=0001-01-01", "from=9999-12-31", "from=0001-01-01", "r=0001-01-01..9999-12-31",
    "page=cWyLCsiJd",
]  # fmt: skip

TAKEN = ("q=", "bot=", "&")
"""Beginnings of those that a list may take: words are words."""


def bodies(operation: dict[str, Any]) -> dict[str, bytes]:
    """The corpus for an operation's body: whole documents, and each value in each key it may have."""
    good = body_of(operation)
    assert good is not None
    content = operation["requestBody"]["content"]["application/json"]
    found = dict(WHOLE)
    for name in resolved(content["schema"])["properties"]:
        for kind, value in VALUES.items():
            rest = {key: given for key, given in good.items() if key != name}
            others = orjson.dumps(rest)[1:-1]
            found[f"{name} is {kind}"] = (
                b"{" + others + (b"," if others else b"") + orjson.dumps(name) + b":" + value + b"}"
            )
    return found


RECORDS_OF_REFUSALS = {"audit_event", "limit_hit"}
"""Tables that a refused call may write to: a failed sign-in is recorded and counted."""


@cache
def _counting() -> str:
    """How many rows every table has, in one statement: it is asked thousands of times."""
    names = (name for name in table_names() if name not in RECORDS_OF_REFUSALS)
    counts = (f'(SELECT count(*) FROM "{name}") AS "{name}"' for name in names)
    return f"SELECT {', '.join(counts)}"


def stored(app: Flask) -> tuple[int, ...]:
    """How many rows each table has, those of no workspace included."""
    if db.engine.dialect.name == "postgresql":
        return tuple(superuser(app).execute(_counting(), prepare=True).fetchone())
    with everywhere():
        return tuple(db.session.execute(text(_counting())).one())


def test_the_corpus_has_its_size() -> None:
    assert len(WHOLE) + len(VALUES) + len(QUERIES) >= 60


@pytest.mark.parametrize("part", range(PARTS))
def test_attack_27_no_body_is_more_than_refused(
    app: Flask, as_: SignIn, client: FlaskClient, workspace: Workspace, owned: dict[str, int], part: int
) -> None:
    admin, tried, refused = as_("admin"), 0, 0
    for method, path, operation, _ in list(operations())[part::PARTS]:
        if body_of(operation) is None or path.startswith(SITE):
            continue
        # What need not be somebody's is tried by nobody, or signing in would be limited for the rest.
        caller = client if operation["x-required-ability"] == "public" else admin
        target = aimed(path, owned)
        before = stored(app)
        for kind, body in bodies(operation).items():
            answer = caller.open(
                target, method=method.upper(), data=body, content_type="application/json", headers={"If-Match": "*"}
            )
            assert answer.status_code < 500, f"{method} {path}: {kind}"
            if kind in WHOLE:
                assert answer.status_code in (400, 403, 413, 422, 429), f"{method} {path}: {kind}: {answer.status_code}"
            assert "Traceback" not in answer.text and "sqlalchemy" not in answer.text.lower()
            after, tried = stored(app), tried + 1
            # A refusal writes nothing, not half a row anywhere; what was taken after all is the next one's before.
            if answer.status_code >= 400:
                assert after == before, f"{method} {path}: {kind}"
                refused += 1
            before = after
    assert tried > 1000 / PARTS and refused > 500 / PARTS


def test_attack_27_every_operation_without_a_body_takes_none_of_it(
    app: Flask, as_: SignIn, workspace: Workspace, owned: dict[str, int]
) -> None:
    admin, tried = as_("admin"), 0
    for method, path, operation in calls():
        # Signing out would end it all, and reading takes no body anyway.
        if body_of(operation) is not None or method == "get" or "/session" in path:
            continue
        target = aimed(path, owned)
        before = stored(app)
        for kind, body in WHOLE.items():
            answer = admin.open(
                target, method=method.upper(), data=body, content_type="application/json", headers={"If-Match": '"9"'}
            )
            assert answer.status_code < 500, f"{method} {path}: {kind}"
            after, tried = stored(app), tried + 1
            assert answer.status_code < 400 or after == before, f"{method} {path}: {kind}"
            before = after
    assert tried > 200


@pytest.mark.parametrize("kind", ["text/plain", "application/xml", "application/x-www-form-urlencoded", ""])
def test_attack_27_another_kind_of_body_is_told_so(
    as_: SignIn, workspace: Workspace, owned: dict[str, int], kind: str
) -> None:
    admin = as_("admin")
    for method, path, operation in calls():
        if body_of(operation) is None or operation["x-required-ability"] == "public":
            continue
        target = aimed(path, owned)
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
        if body_of(operation) is None or path.startswith(SITE):
            continue
        caller = client if operation["x-required-ability"] == "public" else admin
        answer = caller.open(
            aimed(path, owned), method=method.upper(), data=deep, content_type="application/json",
            headers={"If-Match": "*"},
        )  # fmt: skip
        if answer.status_code == 403 and answer.json["code"] == "csrf":
            continue  # Signing in is refused before its body is read.
        assert answer.status_code == 400 and "64 levels deep" in answer.text, f"{method} {path}: {answer.text}"
        tried += 1
    assert tried > 100


@pytest.mark.parametrize("query", QUERIES)
def test_attack_27_no_query_is_more_than_refused(
    as_: SignIn, workspace: Workspace, owned: dict[str, int], query: str
) -> None:
    admin = as_("admin")
    for method, path, operation in calls():
        if method != "get":
            continue
        target = aimed(path, owned)
        answer = admin.get(f"{target}?{query}")
        assert answer.status_code < 500, f"{path}?{query}"
        if not PARAMETER.search(path) and "page" in {
            one["name"] for one in operation.get("parameters", []) if one["in"] == "query"
        }:
            assert answer.status_code in (200, 422), f"{path}?{query}: {answer.status_code}"
            is_taken = query.startswith(TAKEN) and "&q=" not in query
            assert answer.status_code == 422 or is_taken, f"{path}?{query}"


@pytest.mark.parametrize("number", ["0", "-1", "1.0", "1e3", "9" * 25, "٣", "%00", "null", str(NEVER)])
def test_attack_27_what_is_no_id_is_404(as_: SignIn, workspace: Workspace, owned: dict[str, int], number: str) -> None:
    admin = as_("admin")
    for method, path, _operation in calls():
        if method == "get" and PARAMETER.search(path) and "{figure}" not in path:
            answer = admin.get(PARAMETER.sub(number, path))
            assert answer.status_code == 404, f"{path}: {number}: {answer.status_code}"
