"""Malformed documents, values and queries, and which of them each operation is given.

The suite gives every place a few of each, chosen so that every type of a property meets every value; `make endure`
gives every place all of them.
"""

import gzip
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any
from zlib import crc32

import orjson

from tests.endurance import ENDURE
from tests.factories.operations import SITE_PATHS, body_of, operations, resolve

SHARE = 8
"""How many of a corpus each place is given."""
Place = tuple[str, ...]
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
ADDRESSES: dict[str, bytes] = {
    "a bracket": b'"http://[x"',
    "no network": b'"https://[::g]/"',
    "a character of several": '"https://a\u2100b.example/"'.encode(),
    "a control in the host": b'"https://a\\u0094b.example/"',
    "a label too long": b'"https://' + b"a" * 64 + b'.example/"',
    "two dots": b'"https://a..example/"',
    "a port too high": b'"https://a.example:65536/"',
    "a port of letters": b'"https://a.example:x/"',
}
"""Addresses of the web that cannot be split, for properties that have one."""

QUERIES = [
    "q=%00", "q=%ff", "page=%D9%A3", "page=1&page=2", "per=10&per=25", "q=a&q=a", "unknown=1", "page=%00", "sort=%00",
    "page=-1", "page=1e3", "page=" + "9" * 5000, "page=c", "page=c%00", "page=cW10", "per=0", "per=10.0", "per=_10",
    "q=" + "%25" * 70, "q=%ED%A0%80", "q=%22%22%22", "q=*", "q=NEAR(a+b)", "q=-", "=", "&&&", "page[]=1", "%00=1",
    "sort=;", "bot=1,,,2", "bot=" + "1," * 60, "r=2026-02-30..2026-03-01", "tz=../../etc/passwd", "tz=%00",
    "to=9999-12-31", "to=0001-01-01", "from=9999-12-31", "from=0001-01-01", "r=0001-01-01..9999-12-31",
    "page=cWyLCsiJd",
]  # fmt: skip

_ADDRESS_PARTS = ("url", "address", "origin", "issuer", "segment", "link", "image", "icon", "site")
TAKEN = ("q=", "bot=", "&")
"""Beginnings of those that a list may take: words are words."""

DIFFER = (
    "NUL", "a surrogate", "a large number", "just beyond 64 bits", "a huge fraction", "a year too many",
    "the first day", "the last day", "nested", "long",
)  # fmt: skip
"""Values that the databases' drivers take differently."""


def rotate(places: Iterable[Place], corpus: list[str], share: int = SHARE) -> dict[Place, list[str]]:
    """Deal a corpus out to places, so many to each and more where they would not get through all of it."""
    by_hash = sorted(places, key=lambda place: crc32("/".join(place).encode()))
    if not by_hash:
        return {}
    count = len(corpus) if ENDURE else min(len(corpus), max(share, -(-len(corpus) // len(by_hash))))
    return {
        place: [corpus[(number * count + n) % len(corpus)] for n in range(count)]
        for number, place in enumerate(by_hash)
    }


def with_body() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Method, address and operation of each that takes a JSON body; the site's content has its own tests."""
    for method, path, operation, _ in operations():
        if body_of(operation) is not None and not path.startswith(SITE_PATHS):
            yield method, path, operation


def properties(operation: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The properties of an operation's body."""
    schema: dict[str, Any] = resolve(operation["requestBody"]["content"]["application/json"]["schema"])
    return {name: resolve(node) for name, node in schema["properties"].items()}


def type_of(schema: dict[str, Any]) -> str:
    """What decides how a value is read: the type with its format, or that it is one of a list."""
    kinds = schema.get("type", "any")
    kind = kinds if isinstance(kinds, str) else "/".join(sorted(kinds))
    return f"{kind}:{'enum' if 'enum' in schema else schema.get('format', '')}"


@cache
def values_by_place(*, only_different: bool = False) -> dict[Place, list[str]]:
    """The values each property is given, by method, address and name; within each type all of them occur."""
    by_type: dict[str, list[Place]] = defaultdict(list)
    for method, path, operation in with_body():
        for name, schema in properties(operation).items():
            by_type[type_of(schema)].append((method, path, name))
    corpus, share = (list(DIFFER), 2) if only_different else (list(VALUES), SHARE)
    return {place: kinds for places in by_type.values() for place, kinds in rotate(places, corpus, share).items()}


@cache
def documents_by_place() -> dict[Place, list[str]]:
    """The whole documents each operation is given, by method and address."""
    places = [(method, path) for method, path, operation, _ in operations() if method != "get"]
    return rotate(places, list(WHOLE))


def has_address(name: str, schema: dict[str, Any]) -> bool:
    """Whether a property, or what it lists, is an address of the web."""
    listing = schema.get("items", {})
    return "://" in f"{schema.get('pattern')} {listing.get('pattern')}" or any(part in name for part in _ADDRESS_PARTS)


def line_ends(operation: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Bodies with a line end after a value whose pattern lets none follow, and the value's key."""
    good = body_of(operation) or {}
    for name, schema in properties(operation).items():
        value, pattern = good.get(name), schema.get("pattern", "")
        longer = f"{value}\n"
        if isinstance(value, str) and pattern and re.fullmatch(pattern, value) and not re.fullmatch(pattern, longer):
            yield name, good | {name: longer}


def bodies(method: str, path: str, operation: dict[str, Any], *, only_different: bool = False) -> dict[str, bytes]:
    """What an operation's body is tried with: whole documents, and values in each key it may have."""
    good = body_of(operation)
    assert good is not None
    corpus = {} if only_different else {kind: WHOLE[kind] for kind in documents_by_place()[method, path]}

    def with_value(name: str, value: bytes) -> bytes:
        rest = orjson.dumps({key: other for key, other in good.items() if key != name})[1:-1]
        return b"{" + rest + (b"," if rest else b"") + orjson.dumps(name) + b":" + value + b"}"

    for name, schema in properties(operation).items():
        for kind in values_by_place(only_different=only_different)[method, path, name]:
            corpus[f"{name} is {kind}"] = with_value(name, VALUES[kind])
        if has_address(name, schema) and not only_different:
            is_listed = "array" in schema.get("type", ())
            for kind, value in ADDRESSES.items():
                corpus[f"{name} has {kind}"] = with_value(name, b"[" + value + b"]" if is_listed else value)
    return corpus
