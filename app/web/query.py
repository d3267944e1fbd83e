"""A page's query: is every value valid, and what is the one way to write it?"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from urllib.parse import parse_qsl, quote

from app.web.table import Page, QueryKey

LONGEST, LONGEST_ZONE = 4096, 64
"""What no value and no zone is longer than, in UTF-16 units; `ui/page/query.ts` has the same."""
_ZONE = re.compile(r"[A-Za-z_]+(?:[/+-][A-Za-z0-9_+-]+(?:/[A-Za-z0-9_+-]+)*)?", re.ASCII)
_INT = re.compile(r"\d{1,9}", re.ASCII)
_PLACE = re.compile(r"(?!0{1,6}$)\d{1,6}|c\d{1,19}", re.ASCII)
_REFERENCE = re.compile(r"\d{1,19}", re.ASCII)
_IDS = re.compile(r"\d+(?:,\d+)*", re.ASCII)
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
# What `trim()` takes away: Python's own `strip` also takes U+001C–1F and U+0085, and leaves U+FEFF.
_SPACE = (
    "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
_JOINED = {"enums": ",", "ids": ",", "refs": ",", "range": "..", "list": ";"}
"""What is between the values of a key that is given more than once; two date inputs make one range."""


@dataclass(frozen=True, slots=True)
class QueryProblem:
    """A value that does not fit: its key, what was given and what would be valid."""

    key: str
    value: str
    valid: str


@dataclass(frozen=True, slots=True)
class Query:
    """A query as read: its canonical text, the first problem and the asked language."""

    canonical: str
    problem: QueryProblem | None
    language: str


def encode(value: str) -> str:
    """A value as the interface writes it: `encodeURIComponent`, commas and colons left readable."""
    return quote(value, safe="-_.!~*'(),:")


def _valid(key: QueryKey) -> str:
    """What a key takes, in a form that needs no translation."""
    match key.type:
        case "enum" | "enums":
            return ", ".join(key.values)
        case "int":
            return f"{key.min}–{key.max}"
        case "text" | "list":
            return f"≤ {key.max}"
        case "ids":
            return "1,2,3"
        case "refs":
            return ", ".join(f"{kind}:1" for kind in key.values)
        case "day":
            return "2026-01-31"
        case "range":
            return f"{', '.join(key.values)}, 2026-01-01..2026-01-31"
        case "zone":
            return "client, viewer, Asia/Kolkata"
        case "flag":
            return "1"
        case "place":
            return "1–999999"


def _is_day(value: str) -> bool:
    """Whether a value is a date there is."""
    if not _DAY.fullmatch(value):
        return False
    try:
        date.fromisoformat(value)
    except ValueError:
        return False
    return True


def _is_range(value: str, presets: tuple[str, ...]) -> bool:
    """Whether a value is a preset or two dates in order."""
    if value in presets:
        return True
    first, _, last = value.partition("..")
    return _is_day(first) and _is_day(last) and first <= last


def _is_reference(value: str, kinds: tuple[str, ...]) -> bool:
    """Whether a value is a kind and an id, such as `city:12`."""
    kind, _, number = value.partition(":")
    return kind in kinds and _REFERENCE.fullmatch(number) is not None


def _units(value: str) -> int:
    """The length of a text as the interface counts it: in UTF-16 units."""
    return len(value.encode("utf-16-le", "surrogatepass")) // 2


def _obeys(key: QueryKey, value: str) -> bool:
    """Whether a value that is not empty fits its key."""
    if _units(value) > LONGEST:
        return False
    match key.type:
        case "enum":
            return value in key.values
        case "enums":
            return all(v in key.values for v in value.split(",") if v)
        case "int":
            return _INT.fullmatch(value) is not None and key.min <= int(value) <= key.max
        case "text" | "list":
            return _units(value) <= key.max
        case "ids":
            return _IDS.fullmatch(value) is not None
        case "refs":
            return all(_is_reference(part, key.values) for part in value.split(",") if part)
        case "day":
            return _is_day(value)
        case "range":
            return _is_range(value, key.values)
        case "zone":
            return len(value) <= LONGEST_ZONE and _ZONE.fullmatch(value) is not None
        case "flag":
            return value == "1"
        case "place":
            return _PLACE.fullmatch(value) is not None


def _write(key: QueryKey, value: str) -> str:
    """The canonical form of a valid value; empty for the default."""
    if key.type in ("enums", "refs"):
        value = ",".join(sorted(set(filter(None, value.split(",")))))
    elif key.type == "list":
        value = ";".join(filter(None, dict.fromkeys(part.strip(_SPACE) for part in value.split(";"))))
    elif key.type == "ids":
        value = ",".join(sorted(set(value.split(",")), key=lambda v: (len(v), v)))
    elif key.type == "int" or (key.type == "place" and not value.startswith("c")):
        value = str(int(value))
    return "" if value == key.default else value


def _unknown(pairs: Iterable[tuple[str, str]], keys: set[str]) -> list[tuple[str, str]]:
    """Pairs no page asked for: kept for the page to mention, but for campaign marks."""
    return [(k, v) for k, v in pairs if k and k not in keys and not k.startswith("utm_")]


def read_query(page: Page, text: str) -> Query:
    """Read a query string by a page's grammar."""
    pairs = parse_qsl(text, keep_blank_values=True, errors="replace", max_num_fields=None)
    values_by_key: dict[str, list[str]] = {}
    for name, value in pairs:
        values_by_key.setdefault(name, []).append(value.strip(_SPACE))
    out: list[tuple[str, str]] = []
    problem: QueryProblem | None = None
    for key in page.query:
        values = [v for v in values_by_key.get(key.key, []) if v]
        separator = _JOINED.get(key.type)
        value = "".join(values[:1]) if separator is None else separator.join(values)
        if not value:
            continue
        if not _obeys(key, value):
            problem = problem or QueryProblem(key.key, value, _valid(key))
            out.append((key.key, value))
            continue
        value_text = _write(key, value)
        if value_text:
            out.append((key.key, value_text))
    language = next(iter(values_by_key.get("hl", [])), "")
    if language:
        out.append(("hl", language))
    out += _unknown(pairs, {key.key for key in page.query} | {"hl"})
    canonical = "&".join(f"{encode(k)}={encode(v)}" for k, v in out)
    return Query(canonical, problem, language)
