"""Our flask-smorest: orjson in and out, safe text, bounded numbers, one error shape, declared abilities."""

import json
from collections.abc import Mapping
from typing import Any

import marshmallow as ma
import orjson
from flask import Flask, Request
from flask.json.provider import JSONProvider
from flask_smorest import Api as SmorestApi
from flask_smorest import Blueprint as SmorestBlueprint
from webargs.flaskparser import FlaskParser
from webargs.multidictproxy import MultiDictProxy
from werkzeug.datastructures import MultiDict


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


class OrjsonProvider(JSONProvider):
    """Flask's JSON by orjson: faster, and it refuses what no database stores."""

    def dumps(self, obj: Any, **_kwargs: Any) -> str:
        """JSON text of plain values, dates and numbers."""
        return orjson.dumps(obj, option=orjson.OPT_NON_STR_KEYS | orjson.OPT_UTC_Z, default=str).decode()

    def loads(self, s: str | bytes, **_kwargs: Any) -> Any:
        """The value of a JSON text; raises ValueError when it is none."""
        return orjson.loads(s)


class Parser(FlaskParser):
    """Arguments parsed by orjson; a malformed body is 400, never a silent empty one."""

    DEFAULT_UNKNOWN_BY_LOCATION: dict[str, str | None] = {  # noqa: RUF012 - webargs declares it so
        **FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION,
        "query": ma.RAISE,
    }

    def use_args(self, argmap: Any, *args: Any, **kwargs: Any) -> Any:
        """Arguments by one schema made here: webargs would make it anew for every request."""
        return super().use_args(argmap() if isinstance(argmap, type) else argmap, *args, **kwargs)

    def _raw_load_json(self, req: Request) -> Any:
        body = req.get_data(cache=True)
        if not body:
            return ma.missing
        try:
            return orjson.loads(body)
        except orjson.JSONDecodeError as error:
            # An empty document would mean "no body" to webargs and end as 422.
            raise json.JSONDecodeError(str(error), "?", 0) from error


class SpecifiedParser(Parser):
    """For the specified calls: unknown keys are ignored, empty strings mean not given, `key[]` is `key`."""

    DEFAULT_UNKNOWN_BY_LOCATION: dict[str, str | None] = {  # noqa: RUF012
        **Parser.DEFAULT_UNKNOWN_BY_LOCATION,
        "query": ma.EXCLUDE,
        "json": ma.EXCLUDE,
    }

    def load_querystring(self, req: Request, schema: ma.Schema) -> Any:
        """The query with `key[]` folded into `key` and empty strings dropped."""
        folded: MultiDict[str, str] = MultiDict()
        for key, values in req.args.lists():
            name = key.removesuffix("[]")
            kept = [v for v in values if v != ""]
            if kept or key.endswith("[]"):
                folded.setlist(name, folded.getlist(name) + kept)
        return MultiDictProxy(folded, schema)


class Blueprint(SmorestBlueprint):
    """A smorest blueprint whose arguments go through our parser."""

    ARGUMENTS_PARSER = Parser()


class SpecifiedBlueprint(SmorestBlueprint):
    """A blueprint of specified calls, lenient as API.md §0 asks."""

    ARGUMENTS_PARSER = SpecifiedParser()


class Api(SmorestApi):
    """Smorest's registry, without its error handlers: `app.errors` answers for everyone."""

    ERROR_SCHEMA = ProblemSchema

    def _register_error_handlers(self) -> None:
        """Leave errors to the one handler of the application."""

    def init_app(self, app: Flask, *, spec_kwargs: Mapping[str, Any] | None = None) -> None:
        """Bind to the application with our OpenAPI settings."""
        app.config.setdefault("API_TITLE", "Parley")
        app.config.setdefault("API_VERSION", "1")
        app.config.setdefault("OPENAPI_VERSION", "3.1.0")
        super().init_app(app, spec_kwargs=dict(spec_kwargs or {}))
