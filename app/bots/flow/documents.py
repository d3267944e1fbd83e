"""Flow documents as files: JSON and YAML in and out, and the checksum of their content."""

import json
import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import orjson
import yaml

FORMATS = ("json", "yaml")
LARGEST = 1_000_000
DEPTH = 40
_PAIR = re.compile(rb"(?<!\\)((?:\\\\)*)\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})")
"""A character written as two escapes, as JSON has it; the library for YAML takes one."""
TOO_DEEP = f"A flow document is nested at most {DEPTH} deep."


class UnreadableDocument(ValueError):
    """A file that is no document: not JSON, not YAML, too large or too deep."""


def read(data: bytes, form: str) -> Any:
    """Return what a JSON or YAML file holds; Unreadable says where it stops being one."""
    if len(data) > LARGEST:
        raise UnreadableDocument(f"A flow document has at most {LARGEST} bytes; this one has {len(data)}.")
    try:
        document = _read_json(data) if form == "json" else _read_yaml(data)
    except UnreadableDocument:
        raise
    except orjson.JSONDecodeError as error:
        raise UnreadableDocument(f"This is not JSON: {error}") from None
    except yaml.YAMLError as error:
        raise UnreadableDocument(f"This is not YAML: {' '.join(str(error).split())[:200]}") from None
    except (UnicodeDecodeError, ValueError, RecursionError) as error:
        raise UnreadableDocument(f"This cannot be read: {str(error)[:200]}") from None
    if depth(document) > DEPTH:
        raise UnreadableDocument(TOO_DEEP)
    return document


def _read_json(data: bytes) -> Any:
    """Return what a JSON file holds, as orjson reads it; of keys that are given twice that would keep the last."""
    document = orjson.loads(data)
    json.loads(data, object_pairs_hook=_unique)
    return document


def _unique(pairs: list[tuple[str, Any]]) -> None:
    """Refuse keys that are given twice."""
    keys = set[str]()
    for key, _ in pairs:
        if key in keys:
            raise UnreadableDocument(f"The key “{key}” is given twice.")
        keys.add(key)


def _read_yaml(data: bytes) -> Any:
    """Return what a YAML file holds; its depth is checked before anything is built that goes as deep."""
    level, data = 0, _PAIR.sub(_join_surrogates, data)
    for event in yaml.parse(data, Loader=_Loader):
        if isinstance(event, yaml.AliasEvent):
            raise yaml.YAMLError("Aliases (*name) are not supported.")
        level += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if level > DEPTH + 1:
            break
    else:
        return yaml.load(data, Loader=_Loader)  # noqa: S506
    raise UnreadableDocument(TOO_DEEP)


def _join_surrogates(pair: re.Match[bytes]) -> bytes:
    """One escape for two."""
    high, low = int(pair[2], 16), int(pair[3], 16)
    return pair[1] + rf"\U{0x10000 + ((high - 0xD800) << 10) + low - 0xDC00:08x}".encode()


class _Loader(yaml.CSafeLoader):
    """Plain data as JSON has it: keys are texts and are there once, dates are the texts they are."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """Refuse keys that are no text, and those that are there twice."""
        keys = set[str]()
        for key, _ in node.value:
            if key.tag != "tag:yaml.org,2002:str":
                key_text = f"“{key.value}”" if isinstance(key, yaml.ScalarNode) else "a list or object"
                raise yaml.MarkedYAMLError(
                    problem=f"the key {key_text} is not text: put it in quotes", problem_mark=key.start_mark
                )
            if key.value in keys:
                raise yaml.MarkedYAMLError(problem=f"the key “{key.value}” is given twice", problem_mark=key.start_mark)
            keys.add(key.value)
        mapping: dict[Any, Any] = super().construct_mapping(node, deep)
        return mapping


# `yes`, `on` and dates are texts in YAML 1.2 and in these documents.
_Loader.yaml_implicit_resolvers = {
    first: [
        (tag, pattern)
        for tag, pattern in resolvers
        if tag != "tag:yaml.org,2002:timestamp" and not (tag == "tag:yaml.org,2002:bool" and first in "yYnNoO")
    ]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def depth(data: Any, level: int = 0) -> int:
    """How deep lists and objects stand within each other."""
    if level > DEPTH or not isinstance(data, dict | list):
        return level
    inner = data.values() if isinstance(data, dict) else data
    return max((depth(item, level + 1) for item in inner), default=level + 1)


def dump(document: Mapping[str, Any], form: str) -> bytes:
    """Return a document as a file that `read` reads to the same document."""
    if form == "json":
        return orjson.dumps(document, option=orjson.OPT_INDENT_2)
    text: str = yaml.dump(dict(document), Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=120)
    return text.encode()


class _Dumper(yaml.CSafeDumper):
    """Writes the same object twice where it occurs twice."""

    def ignore_aliases(self, data: Any) -> bool:
        """Never write aliases."""
        return True


def checksum(document: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a document's content in hex; the order of keys does not count, that of options does."""
    return sha256(orjson.dumps(document, option=orjson.OPT_SORT_KEYS)).hexdigest()
