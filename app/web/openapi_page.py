"""/api/docs: our OpenAPI document as a page that needs no script."""

import hashlib
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from flask import Blueprint, Flask, Response, current_app, json, render_template, request
from markupsafe import Markup

from app.accounts.auth.preferences import DEFAULT_SKIN, preferences
from app.core.db.ids import MAX_ID
from app.core.http.extensions import api
from app.core.http.headers import content_security_policy
from app.core.security.operations import FILE
from app.web.encoding import encode_response
from app.web.site import site, style_digest

blueprint = Blueprint("reference", __name__)
METHODS = ("get", "post", "put", "patch", "delete")
LAYOUT = "error"
"""The page of the table whose styles, those of every public page, ours stand on."""
_RANGES = (("minimum", "maximum", ""), ("minLength", "maxLength", " characters"), ("minItems", "maxItems", " entries"))
Node = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Field:
    """A row of a table: a parameter or a key of an object."""

    name: str
    type: str
    of: str
    """The schema its type is, or its entries are, if it has a name."""
    required: bool
    place: str
    notes: tuple[str, ...]
    values: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class DocumentedResponse:
    """What an operation answers under one status."""

    status: str
    text: str
    kinds: tuple[tuple[str, str, str], ...]
    """Content type, type, name of its schema."""
    headers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Operation:
    """One call."""

    id: str
    method: str
    path: str
    summary: str
    ability: str
    parameters: tuple[Field, ...]
    bodies: tuple[tuple[str, str, tuple[Field, ...]], ...]
    """Content type, name of its schema, keys."""
    answers: tuple[DocumentedResponse, ...]


def name_of(schema: Node) -> str:
    """The name of the schema a node refers to, straight or by its entries; empty when it has none."""
    return str(schema.get("$ref", "")).rpartition("/")[2] or (name_of(schema["items"]) if "items" in schema else "")


def type_of(schema: Node) -> str:
    """A node's type in words."""
    if "$ref" in schema:
        return name_of(schema)
    for key in ("anyOf", "oneOf", "allOf"):
        if key in schema:
            return " or ".join(type_of(part) for part in schema[key])
    kinds = schema.get("type", "any")
    kinds = kinds if isinstance(kinds, list) else [kinds]
    words = [f"list of {type_of(schema.get('items', {}))}" if kind == "array" else kind for kind in kinds]
    return " or ".join(words)


def field_of(name: str, schema: Node, *, required: bool, place: str = "", text: str = "") -> Field:
    """A table's row."""
    notes = [_range(schema.get(low), schema.get(high), unit) for low, high, unit in _RANGES]
    notes += [f"{key} {schema[key]}" for key in ("format", "pattern") if key in schema]
    if schema.get("default") not in (None, ""):
        default = schema["default"]
        notes.append(f"default {default if isinstance(default, str) else json.dumps(default)}")
    if "example" in schema:
        notes.append(f"such as {schema['example']}")
    of = next((schema_name for schema_name in map(name_of, (schema, *schema.get("anyOf", ()))) if schema_name), "")
    values = tuple(str(value) for value in schema.get("items", schema).get("enum", ()) if value is not None)
    description = text or schema.get("description", "")
    return Field(name, type_of(schema), of, required, place, tuple(filter(None, notes)), values, description)


def _range(low: int | None, high: int | None, unit: str) -> str:
    """Bounds in words; empty when there are none."""
    high = None if high == MAX_ID else high  # Every id ends there, which tells a reader nothing.
    if low is not None and high is not None:
        return f"{low} to {high}{unit}"
    return f"at least {low}{unit}" if low is not None else f"at most {high}{unit}" if high is not None else ""


def fields_of(schema: Node) -> tuple[Field, ...]:
    """The keys of an object."""
    required = set(schema.get("required", ()))
    rows = schema.get("properties", {}).items()
    return tuple(field_of(name, field, required=name in required) for name, field in rows)


class Description:
    """An OpenAPI document, read for the page."""

    def __init__(self, document: Node) -> None:
        """Keep the document."""
        self.document = document
        self.parts = document["components"]

    def resolve_node(self, node: Node) -> Node:
        """The node, or what it refers to."""
        kind, _, name = str(node.get("$ref", "")).removeprefix("#/components/").partition("/")
        return self.parts[kind][name] if name else node

    def groups(self) -> list[tuple[str, str, list[Operation]]]:
        """Tags with their descriptions and operations, in the document's order."""
        operations: dict[str, list[Operation]] = {tag["name"]: [] for tag in self.document["tags"]}
        for path, item in self.document["paths"].items():
            for method in METHODS:
                if method in item:
                    operations[item[method]["tags"][0]].append(self._operation(method, path, item))
        return [(tag["name"], tag["description"], operations[tag["name"]]) for tag in self.document["tags"]]

    def schemas(self) -> list[tuple[str, tuple[Field, ...]]]:
        """Every schema by name."""
        return [(name, fields_of(schema)) for name, schema in sorted(self.parts["schemas"].items())]

    def _operation(self, method: str, path: str, item: Node) -> Operation:
        """One operation of a path."""
        own = item[method]
        parameters = [
            self.resolve_node(parameter) for parameter in (*item.get("parameters", ()), *own.get("parameters", ()))
        ]
        bodies = own.get("requestBody", {}).get("content", {}).items()
        return Operation(
            id=f"{method}-{re.sub(r'[^a-z0-9]+', '-', path.lower()).strip('-')}",
            method=method.upper(),
            path=path,
            summary=own.get("summary", ""),
            ability=own.get("x-required-ability", ""),
            parameters=tuple(
                field_of(
                    parameter["name"],
                    parameter.get("schema", {}),
                    required=bool(parameter.get("required")),
                    place=parameter["in"],
                    text=parameter.get("description", ""),
                )
                for parameter in parameters
            ),
            bodies=tuple(
                (kind, name_of(body["schema"]), fields_of(self.resolve_node(body["schema"]))) for kind, body in bodies
            ),
            answers=tuple(
                self._answer(status, self.resolve_node(response))
                for status, response in sorted(own["responses"].items())
            ),
        )

    def _answer(self, status: str, response: Node) -> DocumentedResponse:
        """One answer of an operation."""
        kinds = tuple(
            (kind, type_of(body.get("schema", {})), name_of(body.get("schema", {})))
            for kind, body in response.get("content", {}).items()
        )
        return DocumentedResponse(status, response.get("description", ""), kinds, tuple(response.get("headers", ())))


@cache
def _description() -> Description:
    """The description of this process's operations."""
    return Description(api.spec.to_dict())


@blueprint.get("/api/docs")
def reference() -> Response:
    """The API's reference for people."""
    build = site()
    styles = build.assets.styles(build.table, build.table.find_page(LAYOUT)).text + _own_styles()
    skin = preferences().get("skin", DEFAULT_SKIN)
    description = _description()
    page = render_template(
        "reference.html",
        skin=skin,
        styles=Markup(styles),  # noqa: S704 - files of ours
        groups=description.groups(),
        schemas=description.schemas(),
    )
    response = Response(page, content_type="text/html; charset=utf-8")
    response.headers["Content-Security-Policy"] = content_security_policy((style_digest(styles),))
    response.headers["Content-Language"] = "en"
    response.headers["Cache-Control"] = "public, no-cache"
    response.vary.add("Cookie")
    response.set_etag(hashlib.sha256(page.encode()).hexdigest()[:20], weak=True)
    response.make_conditional(request)
    return response if response.status_code == 304 else encode_response(response)


reference.operation = FILE  # type: ignore[attr-defined]


def _own_styles() -> str:
    """Our own few styles."""
    path = Path(current_app.root_path, str(current_app.template_folder), "reference.css")
    return "".join(line.strip() for line in path.read_text("utf-8").splitlines())


def register(app: Flask) -> None:
    """Add the address."""
    app.register_blueprint(blueprint)
