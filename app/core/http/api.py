"""Our flask-smorest: orjson in and out, safe text, bounded numbers, one error shape, declared abilities."""

import http
import json
import math
import threading
from collections.abc import Iterable, Mapping
from functools import cache, partial, wraps
from typing import Any

import marshmallow as ma
import orjson
from flask import Flask, Request, Response
from flask.json.provider import JSONProvider
from flask_smorest import Api as SmorestApi
from flask_smorest import Blueprint as SmorestBlueprint
from webargs.flaskparser import FlaskParser
from webargs.multidictproxy import MultiDictProxy
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import BadRequest, RequestEntityTooLarge, UnsupportedMediaType

from app.core.errors import Invalid
from app.core.http import idempotency
from app.core.http.schemas import Id, Pattern, ResponseSchema, instance_of, unstorable
from app.core.security.operations import Operation, operation_of
from app.core.security.visitor import answer_and_record

PROBLEM = "application/problem+json"
DEEPEST = 64
"""Levels of lists and objects in a body: the deepest documents that calls take need fewer, and code that walks one has
an end."""


class ProblemSchema(ma.Schema):
    """RFC 9457 with a code for programs, errors by field and the request's id."""

    type = ma.fields.String()
    title = ma.fields.String()
    status = ma.fields.Integer()
    detail = ma.fields.String()
    instance = ma.fields.String()
    code = ma.fields.String()
    errors = ma.fields.Dict()
    request_id = ma.fields.String()
    current = ma.fields.Dict()
    """The row as it is now, where a write came too late."""
    issues = ma.fields.List(ma.fields.Dict())
    """What is wrong with a flow document that cannot run."""
    possible = ma.fields.List(ma.fields.String())
    """The events that the present state allows, where it does not allow the one asked for."""


class OrjsonProvider(JSONProvider):
    """Flask's JSON by orjson: faster, and it refuses what no database stores."""

    def dumps(self, obj: Any, **_kwargs: Any) -> str:
        """JSON text of plain values, dates and numbers."""
        return orjson.dumps(obj, option=orjson.OPT_NON_STR_KEYS | orjson.OPT_UTC_Z, default=str).decode()

    def loads(self, s: str | bytes, **_kwargs: Any) -> Any:
        """The value of a JSON text; raises ValueError when it is none."""
        return orjson.loads(s)


def is_too_deep(value: Any) -> bool:
    """Return whether lists and objects lie deeper in each other than any call needs."""
    level, depth = [value], 0
    while level := [part for part in level if isinstance(part, dict | list)]:
        depth += 1
        if depth > DEEPEST:
            return True
        level = [inner for part in level for inner in (part.values() if isinstance(part, dict) else part)]
    return False


def check_storable(pairs: Iterable[tuple[str, Any]]) -> None:
    """Invalid names what holds a text that no database stores, in whatever depth and whatever field takes it."""
    errors = [error for pair in pairs if (error := unstorable(dict([pair])))]
    if errors:
        raise Invalid({name: problem for error in errors for name, problem in error.items()})


class Parser(FlaskParser):
    """Arguments parsed by orjson; a malformed body is 400, one of another type 415, never a silent empty one."""

    DEFAULT_UNKNOWN_BY_LOCATION: dict[str, str | None] = {  # noqa: RUF012 - webargs declares it so
        **FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION,
        "query": ma.RAISE,
    }

    def use_args(self, argmap: Any, *args: Any, **kwargs: Any) -> Any:
        """Arguments by the schema all share: webargs would make one for every request."""
        return super().use_args(instance_of(argmap), *args, **kwargs)

    def load_querystring(self, req: Request, schema: ma.Schema) -> Any:
        """The query; Invalid names what is there twice, for one reader would take the first and another the last."""
        return self._once_each(self._query(req), schema)

    def _query(self, req: Request) -> MultiDict[str, str]:
        check_storable(req.args.items(multi=True))
        return req.args

    @staticmethod
    def _once_each(query: MultiDict[str, str], schema: ma.Schema) -> MultiDictProxy:
        arguments = MultiDictProxy(query, schema)
        twice = [key for key, values in query.lists() if len(values) > 1 and key not in arguments.multiple_keys]
        if twice:
            raise Invalid({key: ["This field was sent more than once."] for key in twice})
        return arguments

    def load_form(self, req: Request, schema: ma.Schema) -> Any:
        """The fields of a form."""
        check_storable(req.form.items(multi=True))
        return super().load_form(req, schema)

    def load_files(self, req: Request, schema: ma.Schema) -> Any:
        """The files of a form, whose names are texts as well."""
        check_storable((name, file.filename or "") for name, file in req.files.items(multi=True))
        return super().load_files(req, schema)

    def _raw_load_json(self, req: Request) -> Any:
        body = req.get_data(cache=True)
        if req.content_length is None and len(body) >= (req.max_content_length or math.inf):
            # Without a length the body is read up to the limit, and what is missing would look like a mistake in it.
            raise RequestEntityTooLarge
        if not body:
            return ma.missing
        if not req.is_json:
            raise UnsupportedMediaType("Send the body as application/json.")
        if req.headers.get("Content-Encoding", "identity").strip().lower() != "identity":
            raise UnsupportedMediaType("Send the body uncompressed.")
        try:
            document = orjson.loads(body)
        except orjson.JSONDecodeError as error:
            # An empty document would mean "no body" to webargs and end as 422.
            raise json.JSONDecodeError(str(error), "?", 0) from error
        if is_too_deep(document):
            raise BadRequest(f"The body is nested more than {DEEPEST} levels deep.")
        if b"\\u0000" in body:
            check_storable(document.items() if isinstance(document, dict) else [("body", document)])
        return document


class SpecifiedParser(Parser):
    """For the specified calls: unknown keys are ignored, empty strings mean not given, `key[]` is `key`."""

    DEFAULT_UNKNOWN_BY_LOCATION: dict[str, str | None] = {  # noqa: RUF012
        **Parser.DEFAULT_UNKNOWN_BY_LOCATION,
        "query": ma.EXCLUDE,
        "json": ma.EXCLUDE,
    }

    def _query(self, req: Request) -> MultiDict[str, str]:
        """The query with `key[]` folded into `key` and empty strings dropped."""
        folded: MultiDict[str, str] = MultiDict()
        for key, values in super()._query(req).lists():
            name = key.removesuffix("[]")
            filled = [v for v in values if v != ""]
            if filled or key.endswith("[]"):
                folded.setlist(name, folded.getlist(name) + filled)
        return folded


_KEY_HEADER = {
    "in": "header",
    "name": idempotency.HEADER,
    "description": "Drawn by the caller; within 24 hours a repeat gets the first answer again.",
    "schema": {"type": "string", "pattern": "^[ -~]+$", "maxLength": idempotency.MAX_KEY},
}
_MATCH_HEADER = {
    "in": "header",
    "name": "If-Match",
    "required": True,
    "description": "The ETag of the revision this write is made on.",
    "schema": {"type": "string", "pattern": r'^(?:"[!#-~]+"|\*)$'},
}
SECURITY: list[dict[str, list[str]]] = [{"bearer": []}, {"session": []}]
_SCHEMES = {
    "bearer": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"},
    "session": {"type": "apiKey", "in": "cookie", "name": "access", "description": "What our pages carry."},
}
_FILE = {"type": "string", "format": "binary"}
_ETAG = {"ETag": {"description": "The revision of what is answered.", "schema": {"type": "string"}}}


def _field_schema(converter: Any, field: ma.fields.Field[Any], **_kwargs: Any) -> dict[str, Any]:
    """What a field of our own says of the values it takes; what we answer needs no such words."""
    properties = dict(getattr(field, "described", {}))
    if isinstance(field.parent, ResponseSchema):
        return {}
    is_described = any(isinstance(validator, Pattern | ma.validate.OneOf) for validator in field.validators)
    if is_described or "pattern" in field.metadata:
        properties.pop("pattern", None)
    if isinstance(field, ma.fields.Dict) and field.key_field is not None:
        properties["propertyNames"] = converter.field2property(field.key_field)
    return properties


def _takes_nothing(schema: Any) -> bool:
    """Whether a body by this schema may be left out: nothing in it is required."""
    return not any(field.required for field in instance_of(schema).load_fields.values())


def _answer_schema(schema: Any, content_type: str | None) -> Any:
    """Return what describes an answer: its schema, or that it is a file."""
    if schema is not None or content_type is None:
        return instance_of(schema)
    return {"type": "object"} if content_type == "application/json" else _FILE


def _with_upload(doc: dict[str, Any]) -> dict[str, Any]:
    """The operation with files and fields as the one multipart body they travel in."""
    files = [parameter for parameter in doc.get("parameters", []) if parameter["in"] == "files"]
    if files:
        doc["parameters"] = [parameter for parameter in doc["parameters"] if parameter["in"] != "files"]
        content = doc["requestBody"]["content"]
        both = [content.pop("application/x-www-form-urlencoded")["schema"], files[0]["schema"]]
        fields, uploads = (schema if isinstance(schema, type) else type(schema) for schema in both)
        whole = type(fields.__name__, (fields, uploads), {})
        content["multipart/form-data"] = {"schema": whole}
    return doc


class _DescribedBlueprint(SmorestBlueprint):
    """A blueprint whose operations say by themselves who may call them and what else they answer."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._prepare_doc_cbks.append(self._prepare_own_doc)

    def get(self, rule: str, operation: Operation | None = None, **options: Any) -> Any:
        return self._call("GET", rule, operation, options)

    def post(self, rule: str, operation: Operation | None = None, **options: Any) -> Any:
        return self._call("POST", rule, operation, options)

    def put(self, rule: str, operation: Operation | None = None, **options: Any) -> Any:
        return self._call("PUT", rule, operation, options)

    def patch(self, rule: str, operation: Operation | None = None, **options: Any) -> Any:
        return self._call("PATCH", rule, operation, options)

    def delete(self, rule: str, operation: Operation | None = None, **options: Any) -> Any:
        return self._call("DELETE", rule, operation, options)

    def _call(self, method: str, rule: str, operation: Operation | None, options: dict[str, Any]) -> Any:
        """Return the decorator that registers a view as what an operation says."""
        if operation is None:  # It is described nowhere, and the start is stopped where an area has such a call.
            return self.route(rule, methods=[method], **options)
        register = self.route(rule, methods=[method], endpoint=operation.name, **options)
        return lambda view: register(self._declare(view, operation, is_read=method == "GET"))

    def _declare(self, view: Any, operation: Operation, *, is_read: bool) -> Any:
        """Return a view that takes and answers what its operation says, and is described by it."""
        for status in reversed(operation.problems):
            view = self.alt_response(status, http.HTTPStatus(status).name)(view)
        for answer in reversed(operation.answers):
            view = self.alt_response(
                answer.status, schema=_answer_schema(answer.schema, answer.content_type),
                content_type=answer.content_type, description=answer.description, success=answer.success,
            )(view)  # fmt: skip
        if operation.answer is not None or operation.status is not None or operation.content_type is not None:
            answer = _answer_schema(operation.answer, operation.content_type)
            view = self.response(operation.status or 200, answer, content_type=operation.content_type)(view)
        for place, schema in reversed(operation.inputs.items()):
            view = self.arguments(schema, location=place)(view)
        if is_read and operation.action is not None:
            view = wraps(view)(partial(answer_and_record, view))
        declaration = {"x-required-ability": operation.access.name}
        if operation.described_action is not None:
            declaration["x-audit"] = operation.described_action
        if operation.name is not None:
            declaration |= {"operationId": operation.name, "summary": operation.summary or ""}
        view = self.doc(**declaration)(view)
        view._apidoc |= {"revisioned": operation.revisioned}
        view.operation = operation
        return view

    def add_url_rule(self, rule: str, endpoint: str | None = None, view_func: Any = None, **options: Any) -> None:
        """Register a view, and note for the description what only its rule tells."""
        noted: dict[str, Any] = {"operation": f"{self.name}.{endpoint or view_func.__name__}", "named": "<" in rule}
        view_func._apidoc = getattr(view_func, "_apidoc", {}) | noted
        super().add_url_rule(rule, endpoint, view_func, **options)

    @staticmethod
    def _prepare_own_doc(doc: dict[str, Any], info: dict[str, Any], *, method: str, **_kwargs: Any) -> dict[str, Any]:
        """Describe access, the headers that operations share, and what they answer when these do not fit."""
        ability = info["manual_doc"].get("x-required-ability")
        doc |= {"operationId": info["operation"], "security": [] if ability == "public" else SECURITY}
        headers: list[dict[str, Any]] = []
        problems = {"public": [], "signed in": [401]}.get(ability, [401, 403])
        if info.get("guarded") and method != "get":
            problems = [*problems, 403]
        if info["named"]:
            problems = [*problems, 404]
        if info.get("once"):
            headers, problems = [_KEY_HEADER], [*problems, 409, 422]
        if info.get("revisioned") and (method in ("put", "patch", "delete") or (info["named"] and method != "get")):
            headers, problems = [*headers, _MATCH_HEADER], [*problems, 412, 428]
        responses = {int(s) if str(s).isdigit() else s: response for s, response in doc["responses"].items()}
        if info.get("revisioned"):
            success = next(status for status in responses if status in info["success_status_codes"])
            responses[success] = responses[success] | {"headers": _ETAG}
        doc["responses"] = {status: http.HTTPStatus(status).name for status in problems} | responses
        for status, answer in doc["responses"].items():
            # The exact answers of specified calls stand beside the problem every call may end in.
            is_refusal = status == "default" or (isinstance(status, int) and status >= 400)
            if is_refusal and "content" in answer:
                answer["content"] |= {PROBLEM: {"schema": ProblemSchema}}
        body = doc.get("requestBody", {"content": {}})
        if "application/json" in body["content"]:
            doc["requestBody"] = body | {"required": not _takes_nothing(body["content"]["application/json"]["schema"])}
        if headers:
            doc["parameters"] = [*doc.get("parameters", []), *headers]
        return _with_upload(doc)


class Blueprint(_DescribedBlueprint):
    """A blueprint of our own calls: strict about what it is sent, writes guarded against forgery, POST once."""

    ARGUMENTS_PARSER = Parser()

    def add_url_rule(self, rule: str, endpoint: str | None = None, view_func: Any = None, **options: Any) -> None:
        """Register a view; a POST that is not for everyone is done once for each key."""
        if "POST" in options.get("methods", ()) and operation_of(view_func).access.ability is not None:
            view_func = idempotency.once(view_func)
            view_func._apidoc |= {"once": True}
        view_func._apidoc = getattr(view_func, "_apidoc", {}) | {"guarded": True}
        super().add_url_rule(rule, endpoint, view_func, **options)


@cache
def _lenient(schema: Any) -> Any:
    """Return a schema with other keys: one class of each, which the description names once."""
    return type(schema.__name__, (schema,), {"Meta": type("Meta", (schema.Meta,), {"unknown": ma.INCLUDE})})


class SpecifiedBlueprint(_DescribedBlueprint):
    """A blueprint of specified calls, lenient as API.md §0 asks, and described as that."""

    ARGUMENTS_PARSER = SpecifiedParser()

    def arguments(self, schema: Any, **kwargs: Any) -> Any:
        """Take arguments by a schema that says itself that other keys may be there."""
        return super().arguments(_lenient(schema), **kwargs)


def _problem(description: str) -> dict[str, Any]:
    """A response that is a problem document."""
    return {"description": description, "content": {PROBLEM: {"schema": ProblemSchema}}}


class Api(SmorestApi):
    """Smorest's registry, without its error handlers: `app.core.errors` answers for everyone."""

    ERROR_SCHEMA = ProblemSchema

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._described = threading.Lock()
        self._undescribed: list[tuple[SmorestBlueprint, dict[str, Any]]] = []
        self._serialized: bytes | None = None
        super().__init__(*args, **kwargs)

    @property
    def spec(self) -> Any:
        """The description of all operations, made when it is first asked for: most processes never are."""
        with self._described:
            while self._undescribed:
                blp, more = self._undescribed.pop(0)
                blp.register_views_in_doc(self, self._app, self._spec, **more)
                self._spec.tag({"name": more["name"], "description": blp.description})
        return self._spec

    @spec.setter
    def spec(self, spec: Any) -> None:
        self._undescribed.clear()
        self._spec = spec

    def register_blueprint(self, blp: SmorestBlueprint, *, parameters: Any = None, **options: Any) -> None:
        """Register a blueprint; it is described later."""
        name = options.get("name", blp.name)
        self._app.extensions["flask-smorest"]["blp_name_to_api"][name] = self
        self._app.register_blueprint(blp, **options)
        self._undescribed.append((blp, {"name": name, "parameters": parameters}))

    def _openapi_json(self) -> Response:
        """Serve the description, serialized once in a process: anonymous callers may ask for it."""
        if self._serialized is None:
            self._serialized = super()._openapi_json().get_data()
        return Response(self._serialized, content_type="application/json")

    def _register_responses(self) -> None:
        """Register every status as the problem it is answered as."""
        for status in http.HTTPStatus:
            self.spec.components.response(status.name, _problem(status.phrase), lazy=True)
        self.spec.components.response("DEFAULT_ERROR", _problem("Any other problem"), lazy=True)

    def _register_pagination_header(self) -> None:
        """Pages of lists are described by their own schemas."""

    def _register_error_handlers(self) -> None:
        """Leave errors to the one handler of the application."""

    def init_app(self, app: Flask, *, spec_kwargs: Mapping[str, Any] | None = None) -> None:
        """Bind to the application with our OpenAPI settings."""
        app.config.setdefault("API_TITLE", "Parley")
        app.config.setdefault("API_VERSION", "1")
        app.config.setdefault("OPENAPI_VERSION", "3.1.0")
        self.register_field(Id, "string", None)
        super().init_app(app, spec_kwargs={"servers": [{"url": "/"}]} | dict(spec_kwargs or {}))
        self.ma_plugin.converter.add_attribute_function(_field_schema)
        for name, scheme in _SCHEMES.items():
            self.spec.components.security_scheme(name, scheme)
