"""The secrets that a flow document names: `{{secret.CRM_KEY}}` in the address, a header or the body of a call."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from app.bots.engine.flow import SECRET
from app.core.values.placeholders import VARIABLE

SENT = ("url", "headers", "body")
"""The parts of a call that can have secrets."""


class NamedSecret(NamedTuple):
    """A secret by its name, the node that names it, and the path in the node."""

    node: str
    path: str
    name: str


def strings(data: Any, path: str) -> Iterator[tuple[str, str]]:
    """Yield every text within some data with its path."""
    if isinstance(data, str):
        yield path, data
    elif isinstance(data, Mapping):
        for key, value in data.items():
            yield from strings(value, f"{path}/{key}")
    elif isinstance(data, list):
        for at, value in enumerate(data):
            yield from strings(value, f"{path}/{at}")


def secrets_in(document: Mapping[str, Any]) -> Iterator[NamedSecret]:
    """Yield the secrets that the calls of a document send."""
    for node_id, node in document["nodes"].items():
        if node["type"] == "call":
            for key in SENT:
                for path, text in strings(node.get(key), key):
                    for name in VARIABLE.findall(text) if "secret." in text else ():
                        if (match := SECRET.fullmatch(name)) is not None:
                            yield NamedSecret(node_id, path, match[1])
