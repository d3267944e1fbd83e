"""The operations of the API as its description has them, and calls made from it."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from flask.testing import FlaskClient
from sqlalchemy import func, select

from app.core.db.base import Base, WorkspaceRow, db
from app.core.db.tenancy import everywhere
from app.core.http.extensions import api

METHODS = ("get", "post", "put", "patch", "delete")
UNKNOWN_ID = 4_611_686_018_427_387_904
CATALOGUE_VALUES = {
    "chat": "unknown",
    "digest": "0" * 32,
    "figure": "cards",
    "key": "outcome",
    "kind": "vehicles",
    "code": "hi",
    "folder": "inbox",
    "label": "personal",
    "list": "lost-reasons",
    "token": "w_unknown",
    "provider_id": "1",
    "workspace_id": "1",
    "signature": "0" * 32,
    "form": "original",
}
"""Values of the parameters that name what every workspace has."""
PLACES = dict.fromkeys(("version_number", "turn_number", "page_number"), "1")
"""Values of the parameters that count from one within something else."""
SITE_PATHS = ("/api/v1/articles", "/api/v1/blog", "/api/v1/faq", "/api/v1/knowledge-base", "/api/v1/posts")
"""Public content belongs to the site's workspace and is judged there, by `tests/app/content`."""
PARAMETER = re.compile(r"{(\w+)}")


@cache
def document() -> dict[str, Any]:
    """Return the description, built once: that takes long, and tests read it thousands of times."""
    return api.spec.to_dict()  # type: ignore[no-any-return]


def operations() -> Iterator[tuple[str, str, dict[str, Any], list[dict[str, Any]]]]:
    """Yield method, path, operation and all parameters of each operation."""
    for path, item in document()["paths"].items():
        for method in METHODS:
            if method in item:
                parameters = [*item.get("parameters", []), *item[method].get("parameters", [])]
                yield method, path, item[method], parameters


def resolve(node: dict[str, Any]) -> dict[str, Any]:
    """Return a node, or what it refers to."""
    if "$ref" not in node:
        return node
    _, _, kind, name = node["$ref"].split("/")
    return document()["components"][kind][name]  # type: ignore[no-any-return]


def calls() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield method, path and operation of each call under `/api/v1` but the site's."""
    for method, path, operation, _ in operations():
        if path.startswith("/api/v1/") and not path.startswith(SITE_PATHS):
            yield method, path, operation


def body_of(operation: dict[str, Any]) -> dict[str, Any] | None:
    """Return a body that fits an operation's schema."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if content is None:
        return None
    schema = resolve(content["schema"])
    expected = schema.get("required", list(schema["properties"])[:1])
    if "phrases" in expected and "language" in expected:
        return {"language": "en", "phrases": ["Seven"]}
    if "secret" in expected and "name" in expected:
        return {"name": "SEVEN", "secret": "sk-seven-0000000"}
    if "turns" in expected:
        return {"name": "Seven", "turns": [{"text": "Hello"}]}
    return {name: _value(schema["properties"][name]) for name in expected}


def _value(schema: dict[str, Any]) -> Any:
    """Return a value that fits a property."""
    schema = resolve(schema)
    if "enum" in schema:
        return schema["enum"][0]
    if schema.get("format") == "date":
        return "2026-11-25"
    if schema.get("format") == "date-time":
        return "2098-11-25T00:00:00Z"
    if schema.get("minItems"):
        return [_value(schema["items"])] * int(schema["minItems"])
    kinds = schema.get("type", "string")
    kind = kinds if isinstance(kinds, str) else kinds[0]
    if kind == "object":
        return {name: _value(schema["properties"][name]) for name in schema.get("required", ())}
    return {"integer": 1, "number": 1, "boolean": True, "array": []}.get(kind, "7" * max(1, schema.get("minLength", 1)))


def fill_path(path: str, owned: dict[str, int]) -> str:
    """Fill the parameters of a path with ids of the workspace, or with what every workspace has."""
    return PARAMETER.sub(lambda match: str(owned.get(match[1]) or CATALOGUE_VALUES[match[1]]), path)


def call_operation(client: FlaskClient, method: str, path: str, operation: dict[str, Any]) -> Any:
    """Make a call with a body that fits and a revision."""
    return client.open(path, method=method.upper(), json=body_of(operation), headers={"If-Match": '"1"'})


def count_rows() -> dict[str, int]:
    """Count the rows of each table of workspaces."""
    with everywhere():
        return {
            mapper.class_.__name__: db.session.scalar(select(func.count()).select_from(mapper.class_)) or 0
            for mapper in Base.registry.mappers
            if issubclass(mapper.class_, WorkspaceRow)
            and mapper.class_.__name__ not in {"AuthSession", "User", "Counter", "AuditEvent"}
        }
