"""Flow documents as files: JSON and YAML in and out, and the checksum of their content."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import orjson
import yaml

FORMATS = ("json", "yaml")
LARGEST = 1_000_000
DEPTH = 40


class Unreadable(ValueError):
    """A file that is no document: not JSON, not YAML, too large or too deep."""


def read(data: bytes, form: str) -> Any:
    """Return what a JSON or YAML file holds; Unreadable says where it stops being one."""
    if len(data) > LARGEST:
        raise Unreadable(f"A flow document has at most {LARGEST} bytes; this one has {len(data)}.")
    try:
        document = orjson.loads(data) if form == "json" else yaml.load(data, Loader=_Loader)  # noqa: S506
    except orjson.JSONDecodeError as error:
        raise Unreadable(f"This is not JSON: {error}") from None
    except yaml.YAMLError as error:
        raise Unreadable(f"This is not YAML: {' '.join(str(error).split())[:200]}") from None
    except (UnicodeDecodeError, ValueError, RecursionError) as error:
        raise Unreadable(f"This cannot be read: {str(error)[:200]}") from None
    if depth(document) > DEPTH:
        raise Unreadable(f"A flow document is nested at most {DEPTH} deep.")
    return document


class _Loader(yaml.SafeLoader):
    """Plain data without aliases, so that a small file stays small, and with dates as the texts they are."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        """Refuse aliases."""
        if self.check_event(yaml.events.AliasEvent):
            raise yaml.YAMLError("Aliases (*name) are not supported.")
        return super().compose_node(parent, index)


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
    return max((depth(one, level + 1) for one in inner), default=level + 1)


def dump(document: Mapping[str, Any], form: str) -> bytes:
    """Return a document as a file that `read` reads to the same document."""
    if form == "json":
        return orjson.dumps(document, option=orjson.OPT_INDENT_2)
    text: str = yaml.dump(dict(document), Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=120)
    return text.encode()


class _Dumper(yaml.SafeDumper):
    """Writes the same object twice where it stands twice."""

    def ignore_aliases(self, data: Any) -> bool:
        """Never write aliases."""
        return True


def checksum(document: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a document's content in hex; the order of keys does not count, that of options does."""
    return sha256(orjson.dumps(document, option=orjson.OPT_SORT_KEYS)).hexdigest()
